//===- RequestOps.cpp - Requests to differentiate, and calls --------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks of the ops that name functions: each says which type it found and
// which it needs.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/TypeUtilities.h"
#include "remat/Dialect/Remat/IR/Remat.h"

using namespace mlir;
using namespace remat;

//===----------------------------------------------------------------------===//
// Shared checks
//===----------------------------------------------------------------------===//

/// Finds a function, or says that there is none.
static FunctionOpInterface findFunction(Operation *op,
                                        SymbolTableCollection &symbols,
                                        FlatSymbolRefAttr name) {
  auto function =
      symbols.lookupNearestSymbolFrom<FunctionOpInterface>(op, name);
  if (!function)
    op->emitOpError() << "names " << name << ", which is no function here";
  return function;
}

static LogicalResult checkTypes(Operation *op, const Twine &what,
                                TypeRange found, TypeRange needed) {
  if (found == needed)
    return success();
  InFlightDiagnostic diagnostic = op->emitOpError() << what << " must be (";
  llvm::interleaveComma(needed, diagnostic);
  diagnostic << ") but are (";
  llvm::interleaveComma(found, diagnostic);
  return diagnostic << ")";
}

static bool isFloat(Type type) { return !getFloatArguments(type).empty(); }

static SmallVector<Type> floatsOf(TypeRange types) {
  return llvm::filter_to_vector(types, isFloat);
}

static bool isScalar(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return !shaped || (shaped.hasRank() && shaped.getRank() == 0);
}

/// The argument numbers of `wrt`, checked against the function's arguments.
static FailureOr<SmallVector<int64_t>>
resolveWrt(Operation *op, std::optional<ArrayRef<int64_t>> wrt,
           TypeRange arguments) {
  if (!wrt)
    return getFloatArguments(arguments);
  llvm::SmallDenseSet<int64_t> seen;
  for (int64_t number : *wrt) {
    if (number < 0 || number >= static_cast<int64_t>(arguments.size()))
      return op->emitOpError("wrt names argument ")
             << number << ", but the function has " << arguments.size();
    if (!isFloat(arguments[number]))
      return op->emitOpError("wrt names argument ")
             << number << ", which is " << arguments[number]
             << " and has no gradient; name float arguments";
    if (!seen.insert(number).second)
      return op->emitOpError("wrt names argument ") << number << " twice";
  }
  return SmallVector<int64_t>(*wrt);
}

/// Results of a request: those of the function, then a gradient for each
/// argument of `wrt`.
static LogicalResult checkRequest(Operation *op, FunctionOpInterface function,
                                  TypeRange arguments,
                                  std::optional<ArrayRef<int64_t>> wrt) {
  if (function.isExternal())
    return op->emitOpError("differentiates @")
           << function.getName()
           << ", which has no body; define it in this module";
  if (failed(
          checkTypes(op, "arguments", arguments, function.getArgumentTypes())))
    return failure();
  FailureOr<SmallVector<int64_t>> numbers = resolveWrt(op, wrt, arguments);
  if (failed(numbers))
    return failure();
  SmallVector<Type> results(function.getResultTypes());
  for (int64_t number : *numbers)
    results.push_back(arguments[number]);
  return checkTypes(op, "results (those of the function, then the gradients)",
                    op->getResultTypes(), results);
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

LogicalResult ValueAndGradOp::verifySymbolUses(SymbolTableCollection &symbols) {
  FunctionOpInterface function = findFunction(*this, symbols, getCalleeAttr());
  if (!function)
    return failure();
  ArrayRef<Type> results = function.getResultTypes();
  if (results.empty() || !isFloat(results.front()) ||
      !isScalar(results.front())) {
    InFlightDiagnostic diagnostic =
        emitOpError("differentiates the first result, which must be a float "
                    "scalar; ")
        << getCalleeAttr() << " gives ";
    if (results.empty())
      return diagnostic << "none";
    return diagnostic << results.front()
                      << (isFloat(results.front())
                              ? "; use remat.vjp with a cotangent"
                              : "; name a function whose first result is a "
                                "float");
  }
  return checkRequest(*this, function, getArgs().getTypes(), getWrt());
}

LogicalResult VjpOp::verifySymbolUses(SymbolTableCollection &symbols) {
  FunctionOpInterface function = findFunction(*this, symbols, getCalleeAttr());
  if (!function)
    return failure();
  if (failed(checkTypes(*this, "cotangents (one a float result)",
                        getCotangents().getTypes(),
                        floatsOf(function.getResultTypes()))))
    return failure();
  return checkRequest(*this, function, getArgs().getTypes(), getWrt());
}

//===----------------------------------------------------------------------===//
// Custom derivatives
//===----------------------------------------------------------------------===//

LogicalResult CustomVjpOp::verifySymbolUses(SymbolTableCollection &symbols) {
  FunctionOpInterface callee = findFunction(*this, symbols, getCalleeAttr());
  FunctionOpInterface fwd = findFunction(*this, symbols, getFwdAttr());
  FunctionOpInterface bwd = findFunction(*this, symbols, getBwdAttr());
  if (!callee || !fwd || !bwd)
    return failure();
  TypeRange arguments = getArgs().getTypes(), results = getResultTypes();
  if (failed(checkTypes(*this, "arguments", arguments,
                        callee.getArgumentTypes())) ||
      failed(checkTypes(*this, "results", results, callee.getResultTypes())) ||
      failed(checkTypes(*this, "arguments of fwd", fwd.getArgumentTypes(),
                        arguments)))
    return failure();

  TypeRange fwdResults = fwd.getResultTypes();
  if (fwdResults.size() < results.size())
    return emitOpError("fwd ")
           << getFwdAttr() << " must give the " << results.size()
           << " results of the callee and then residuals, but gives "
           << fwdResults.size() << " values";
  if (failed(checkTypes(*this, "the first results of fwd",
                        fwdResults.take_front(results.size()), results)))
    return failure();

  SmallVector<Type> bwdArguments(fwdResults.drop_front(results.size()));
  llvm::append_range(bwdArguments, floatsOf(results));
  if (failed(checkTypes(
          *this, "arguments of bwd (residuals, then cotangents of results)",
          bwd.getArgumentTypes(), bwdArguments)))
    return failure();
  return checkTypes(*this, "results of bwd (cotangents of float arguments)",
                    bwd.getResultTypes(), floatsOf(arguments));
}
