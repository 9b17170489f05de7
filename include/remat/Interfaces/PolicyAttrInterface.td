//===- PolicyAttrInterface.td - What may be saved ----------*- tablegen -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_INTERFACES_POLICYATTRINTERFACE
#define REMAT_INTERFACES_POLICYATTRINTERFACE

include "mlir/IR/OpBase.td"

def PolicyAttrInterface : AttrInterface<"PolicyAttrInterface"> {
  let cppNamespace = "::remat";
  let description = [{
    A rematerialization policy: says of each value computed inside a
    `remat.checkpoint` region whether it may be kept from the forward pass for
    the backward pass. A policy only permits; a value is kept only where the
    backward pass reads it. Answers must depend on the arguments alone, so that
    the forward pass and every replay see the same decision.

    Any dialect's attribute may implement this interface, by itself or through
    an external model, and then stand in `remat.checkpoint policy(...)`.
  }];
  let methods = [
    InterfaceMethod<[{
      Decides on the results of `op`, which is not to be changed. `name` is the
      name that `remat.checkpoint_name` gave the value, or empty where it has
      none; a named value is asked about twice, once as the result of the op
      that made it (with an empty name) and once by its name. `op` is the op
      that made the value in the differentiated program: an op of the region or
      one that a differentiation rule emitted beside it.
    }], "::remat::Decision", "classify",
      (ins "::llvm::StringRef":$name, "::mlir::Operation *":$op)>,
    InterfaceMethod<[{
      Whether a value of this name may be kept at all (saved or offloaded). Used
      where names are chosen between before any value exists.
    }], "bool", "isSaveable", (ins "::llvm::StringRef":$name)>,
    InterfaceMethod<[{
      Appends the names that the policy speaks of, for the report of names that
      match nothing. Nothing by default.
    }], "void", "collectNames",
      (ins "::llvm::SmallVectorImpl<::llvm::StringRef> &":$names), [{}],
      [{ (void)names; }]>,
  ];
}

#endif // REMAT_INTERFACES_POLICYATTRINTERFACE
