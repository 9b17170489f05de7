//===- StructuredBody.h - Scalar body of a structured op --------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scalar body of a Linalg op, copied into a block of its own where the
// derivative is worked out: what each value in it depends on, and how each
// output of the op comes from what the body yields (an element of its own, or
// accumulated along reduction loops, and how).
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIFFERENTIATION_STRUCTUREDBODY_H
#define REMAT_DIFFERENTIATION_STRUCTUREDBODY_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallBitVector.h"
#include <optional>
#include <string>

namespace remat {

/// How an output of a structured op comes from what its body yields.
enum class Accumulation {
  /// Each iteration writes an element of its own.
  Pointwise,
  /// `out + element`, in whatever order the body adds it.
  Sum,
  /// `max(out, element)`, `min(out, element)`, where NaN wins.
  Extremum,
  /// The same, where NaN loses.
  NumericExtremum,
  /// `out * element`.
  Product,
  /// The element at the position that another output, an index, names.
  Selection,
};

/// One output of a structured op, of a float type.
struct StructuredOutput {
  Accumulation accumulation = Accumulation::Pointwise;
  /// What the body yields for it.
  mlir::Value yielded;
  /// What is accumulated; for `Pointwise` and `Sum` the same as `yielded`.
  mlir::Value element;
  /// For `Selection`: the output that holds the index, and the index in the
  /// body that it is chosen from.
  unsigned indexOutput = 0;
  mlir::Value index;
};

/// A copy of the body of a structured op.
class StructuredBody {
public:
  explicit StructuredBody(mlir::linalg::LinalgOp op);
  StructuredBody(const StructuredBody &) = delete;
  StructuredBody &operator=(const StructuredBody &) = delete;

  mlir::linalg::LinalgOp getOp() const { return op; }
  mlir::Block &getBlock() { return *block; }
  /// A builder at the end of the block.
  mlir::OpBuilder getBuilder();
  /// The ops copied from the body, in order, without the terminator.
  llvm::ArrayRef<mlir::Operation *> getBodyOps() const { return bodyOps; }
  /// Operands of the op and the values its body uses from above.
  llvm::ArrayRef<mlir::Value> getInputs() const { return inputs; }

  /// The scalar that stands for an element of operand `number`; null where the
  /// body has none.
  mlir::Value getElement(unsigned number) const;
  mlir::Value getOutputElement(unsigned output) const;
  mlir::Value getYielded(unsigned output) const { return yielded[output]; }
  /// The input that a value of the block is an element of, or is captured
  /// from; nothing for values computed in the block.
  std::optional<unsigned> getInputNumber(mlir::Value value) const;

  /// The map of an input; scalars and captured values have one without results.
  mlir::AffineMap getInputMap(unsigned input) const;
  mlir::AffineMap getOutputMap(unsigned output) const;
  unsigned getNumLoops() const { return numLoops; }
  /// The number of iterations of a loop, or `ShapedType::kDynamic`.
  int64_t getLoopSize(unsigned loop) const;
  /// Whether each iteration writes an element of its own of every output.
  bool isPointwise(unsigned output) const;

  /// Whether `value` depends on `source`, a value of the block.
  bool dependsOn(mlir::Value value, mlir::Value source) const;
  /// The loops whose iteration `value` differs by.
  llvm::SmallBitVector getLoopsOf(mlir::Value value) const;
  /// Whether `value` follows from constants and loop indices alone.
  bool isFree(mlir::Value value) const;

  /// Finds out how a float output is accumulated; otherwise says why it has no
  /// derivative, in words that complete "it ...".
  llvm::FailureOr<StructuredOutput> classify(unsigned output,
                                             std::string &reason) const;

private:
  std::optional<StructuredOutput> matchCombiner(unsigned output) const;
  std::optional<StructuredOutput> matchSelection(unsigned output) const;
  bool isSumOf(mlir::Value value, mlir::Value accumulator) const;

  mutable mlir::linalg::LinalgOp op; // Its accessors aren't const.
  /// Holds the block, so that regions in it find what they use from above.
  mlir::OwningOpRef<mlir::ModuleOp> holder;
  mlir::Block *block;
  llvm::SmallVector<mlir::Operation *> bodyOps;
  llvm::SmallVector<mlir::Value> inputs;
  llvm::SmallVector<mlir::Value> yielded;
  llvm::SmallVector<mlir::AffineMap> operandMaps;
  unsigned numLoops;
};

/// Clones with `builder` what `value` is computed from, as far as `mapping`
/// doesn't have it, and returns the clone of `value`.
mlir::Value cloneExpression(mlir::OpBuilder &builder, mlir::Value value,
                            mlir::IRMapping &mapping);

/// Position of the result of `map` that is just dimension `dim`.
std::optional<unsigned> findPlainResult(mlir::AffineMap map, unsigned dim);

/// Whether `value` is a constant, in the body or above it.
bool isConstantScalar(mlir::Value value);

} // namespace remat

#endif // REMAT_DIFFERENTIATION_STRUCTUREDBODY_H
