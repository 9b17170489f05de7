//===- RematDialect.td - The remat dialect -----------------*- tablegen -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIALECT_REMAT_IR_REMATDIALECT
#define REMAT_DIALECT_REMAT_IR_REMATDIALECT

include "mlir/IR/DialectBase.td"

def Remat_Dialect : Dialect {
  let name = "remat";
  let summary = "What a differentiated program keeps in memory";
  let description = [{
    Marks in a program of upstream dialects (`func`, `arith`, `math`, `tensor`,
    `linalg`, `scf`) what reverse-mode differentiation may keep between the
    forward and the backward pass: regions with a policy, names that policies
    speak of, and derivatives given by the user. Requests ask for a derivative
    anywhere in a program. Barriers keep a value that is computed twice from
    being merged into one.

    But for the rounding that `store` asks for, an op of this dialect never
    changes a value: a program computes the same without them (`remat-erase`).
  }];
  let cppNamespace = "::remat";
  let useDefaultAttributePrinterParser = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Adds the attributes; apart from the ops so that each file includes only
    /// its own generated definitions.
    void registerAttributes();
  }];
}

#endif // REMAT_DIALECT_REMAT_IR_REMATDIALECT
