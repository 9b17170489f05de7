//===- RematOps.cpp - Ops of the remat dialect ----------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names, custom derivatives, and the generated definitions. Regions, barriers
// and requests have files of their own.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "remat/Dialect/Remat/IR/Remat.h"

using namespace mlir;
using namespace remat;

/// Types in parentheses, none of them included.
static ParseResult parseTypes(OpAsmParser &parser,
                              SmallVectorImpl<Type> &types) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&] {
    return parser.parseType(types.emplace_back());
  });
}

static void printTypes(OpAsmPrinter &printer, Operation *, TypeRange types) {
  printer << '(';
  llvm::interleaveComma(types, printer);
  printer << ')';
}

#define GET_OP_CLASSES
#include "remat/Dialect/Remat/IR/RematOps.cpp.inc"

LogicalResult CheckpointNameOp::verify() {
  if (getName().empty())
    return emitOpError("needs a name that isn't empty");
  std::optional<Type> store = getStore();
  if (!store)
    return success();
  auto stored = dyn_cast<FloatType>(*store);
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(getValue()));
  if (!stored || !element)
    return emitOpError("with 'store' needs a float value and a float type, but "
                       "has ")
           << getValue().getType() << " and " << *store;
  if (stored.getWidth() >= element.getWidth())
    return emitOpError("with 'store' needs a type narrower than ")
           << element << ", but has " << stored;
  return success();
}
