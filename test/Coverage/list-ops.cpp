//===- list-ops.cpp - Names of the ops to cover ---------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the registered ops of the dialects that differentiation covers, one a
// line, as the linked MLIR has them: an op that a new MLIR adds appears here
// before anyone has thought of it.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

int main() {
  MLIRContext context;
  context.loadDialect<arith::ArithDialect, linalg::LinalgDialect,
                      math::MathDialect, tensor::TensorDialect>();
  for (RegisteredOperationName op : context.getRegisteredOperations())
    if (llvm::is_contained({"arith", "math", "linalg", "tensor"},
                           op.getDialectNamespace()))
      llvm::outs() << op.getStringRef() << '\n';
  return 0;
}
