//===- RematDialect.cpp - The remat dialect -------------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration, inlining, and the check of what stands on function arguments.
//
//===----------------------------------------------------------------------===//

#include "remat/Dialect/Remat/IR/Remat.h"

#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace remat;

#include "remat/Dialect/Remat/IR/RematDialect.cpp.inc"

namespace {
/// Every op of the dialect may be inlined anywhere: without this, upstream's
/// inliner leaves functions that hold one alone, and says nothing.
struct RematInlinerInterface : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Operation *, bool) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void RematDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "remat/Dialect/Remat/IR/RematOps.cpp.inc"
      >();
  registerAttributes();
  addInterfaces<RematInlinerInterface>();
}

SmallVector<int64_t> remat::getFloatArguments(TypeRange arguments) {
  SmallVector<int64_t> numbers;
  for (auto [number, type] : llvm::enumerate(arguments))
    // Memory has no gradient, whatever it holds.
    if (!isa<BaseMemRefType>(type) &&
        isa<FloatType>(getElementTypeOrSelf(type)))
      numbers.push_back(number);
  return numbers;
}

LogicalResult RematDialect::verifyRegionArgAttribute(Operation *op,
                                                     unsigned regionIndex,
                                                     unsigned argIndex,
                                                     NamedAttribute attribute) {
  if (attribute.getName() != "remat.residual")
    return op->emitError() << "unknown argument attribute '"
                           << attribute.getName().getValue()
                           << "'; the dialect has only 'remat.residual'";
  if (!isa<ResidualAttr>(attribute.getValue()))
    return op->emitError() << "'remat.residual' on argument " << argIndex
                           << " must be a #remat.residual<...>, but is "
                           << attribute.getValue();
  if (!isa<FunctionOpInterface>(op))
    return op->emitError()
           << "'remat.residual' stands on arguments of functions only";
  return success();
}

LogicalResult
RematDialect::verifyRegionResultAttribute(Operation *op, unsigned regionIndex,
                                          unsigned resultIndex,
                                          NamedAttribute attribute) {
  return op->emitError() << "unknown result attribute '"
                         << attribute.getName().getValue()
                         << "'; the dialect has none on results";
}
