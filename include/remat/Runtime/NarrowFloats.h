//===- NarrowFloats.h - Conversions to bf16 ---------------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What code generation calls where the processor has no instruction, and
// Debian 12's libgcc no function.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_RUNTIME_NARROWFLOATS_H
#define REMAT_RUNTIME_NARROWFLOATS_H

extern "C" {
/// `__truncsfbf2` and `__truncdfbf2` of compiled code: to the nearest bf16,
/// ties to even; NaN stays NaN.
__bf16 rematTruncateF32ToBf16(float value);
__bf16 rematTruncateF64ToBf16(double value);
}

#endif // REMAT_RUNTIME_NARROWFLOATS_H
