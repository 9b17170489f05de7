//===- PolicyAttrInterface.h - What may be saved ----------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface behind `#remat.everything`, `#remat.save_only<...>` and the
// policies of other dialects.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_INTERFACES_POLICYATTRINTERFACE_H
#define REMAT_INTERFACES_POLICYATTRINTERFACE_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace remat {

/// What becomes of a value between the forward and the backward pass.
enum class Decision {
  /// Not kept: computed again where the backward pass needs it.
  Recompute,
  /// Kept in memory where it was made.
  Save,
};

} // namespace remat

#include "remat/Interfaces/PolicyAttrInterface.h.inc"

#endif // REMAT_INTERFACES_POLICYATTRINTERFACE_H
