//===- DeadCode.h - Remove what nothing needs -------------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_DIFFERENTIATION_DEADCODE_H
#define REMAT_LIB_DIFFERENTIATION_DEADCODE_H

#include "EmittedBodies.h"
#include "remat/Differentiation/JointFunction.h"

namespace remat {

/// Erases what neither a result nor an effect needs: ops, values that loops
/// carry, results of branches. Unlike upstream's passes, it takes uses of
/// values that don't reach them yet (see Stacks.h), and keeps what is known of
/// the joint function true.
void removeDeadCode(JointFunction &joint, EmittedBodies &bodies);

} // namespace remat

#endif // REMAT_LIB_DIFFERENTIATION_DEADCODE_H
