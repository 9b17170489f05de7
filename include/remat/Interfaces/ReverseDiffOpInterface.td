//===- ReverseDiffOpInterface.td - Derivative of an op -----*- tablegen -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_INTERFACES_REVERSEDIFFOPINTERFACE
#define REMAT_INTERFACES_REVERSEDIFFOPINTERFACE

include "mlir/IR/OpBase.td"

def ReverseDiffOpInterface : OpInterface<"ReverseDiffOpInterface"> {
  let cppNamespace = "::remat";
  let description = [{
    The derivative of an op, stated as its linearization: the *coefficients* it
    needs (operands, results, or values computed from them on the forward pass)
    and the linear map that they define. Reverse mode applies the transpose of
    that map to cotangents. Coefficients are all that the backward pass may read
    of the forward pass, so they are what can be saved or computed again.

    The *inputs* of an op are its operands followed by the values that its
    regions use from above, in order of first use (`remat::getInputs`). Masks
    and cotangents are per input.

    A rule emits only ops of upstream dialects and of `remat`, each of which has
    a rule or is inactive, so that a gradient can be differentiated again.
  }];
  let methods = [
    InterfaceMethod<[{
      Emits the op into the forward pass with `builder`, extends `mapping` from
      this op's results to the emitted values, and appends the coefficients.
      By default the op is cloned and `linearize` called on the clone; an op
      with regions that stacks residuals emits an augmented form of itself.
      On failure, `request.reason` says why in words that complete "it ..."; no
      diagnostic is emitted, since the derivative may turn out not to be needed.
    }], "::llvm::LogicalResult", "augment",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::IRMapping &":$mapping,
           "::remat::LinearizeRequest &":$request), [{}], [{
        ::mlir::Operation *primal =
            builder.clone(*$_op.getOperation(), mapping);
        request.origin = $_op.getOperation();
        return ::llvm::cast<::remat::ReverseDiffOpInterface>(primal)
            .linearize(builder, request);
      }]>,
    InterfaceMethod<[{
      Appends the coefficients of this op, which stands in the forward pass,
      emitting what must be computed with `builder`, right behind the op. It
      must emit the same ops in the same order each time for the same op and
      mask. Failure as in `augment`; what was emitted until then is erased by
      the caller.
    }], "::llvm::LogicalResult", "linearize",
      (ins "::mlir::OpBuilder &":$builder,
           "::remat::LinearizeRequest &":$request)>,
    InterfaceMethod<[{
      Emits the transpose of the linear map. This op gives attributes, types and
      regions only; its operands and results must not be used. Null entries of
      `request.resultCotangents` are zero (at least one isn't null). Sets
      `request.inputCotangents` for active inputs, null where the cotangent is
      zero.
    }], "::llvm::LogicalResult", "transpose",
      (ins "::mlir::OpBuilder &":$builder,
           "::remat::TransposeRequest &":$request)>,
  ];
}

#endif // REMAT_INTERFACES_REVERSEDIFFOPINTERFACE
