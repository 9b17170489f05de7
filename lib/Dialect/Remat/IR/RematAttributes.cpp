//===- RematAttributes.cpp - Policies and residuals -----------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The policies are short enough to stand together: each answers for a name and
// for the op that made a value.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace remat;

#include "remat/Dialect/Remat/IR/RematEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "remat/Dialect/Remat/IR/RematAttributes.cpp.inc"

void RematDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "remat/Dialect/Remat/IR/RematAttributes.cpp.inc"
      >();
}

static Decision saveIf(bool condition) {
  return condition ? Decision::Save : Decision::Recompute;
}

static bool holds(ArrayRef<StringAttr> names, StringRef name) {
  return llvm::any_of(names, [&](StringAttr candidate) {
    return candidate.getValue() == name;
  });
}

static void append(SmallVectorImpl<StringRef> &names,
                   ArrayRef<StringAttr> more) {
  for (StringAttr name : more)
    names.push_back(name.getValue());
}

//===----------------------------------------------------------------------===//
// Everything and nothing
//===----------------------------------------------------------------------===//

Decision EverythingAttr::classify(StringRef, Operation *) const {
  return Decision::Save;
}
bool EverythingAttr::isSaveable(StringRef) const { return true; }

Decision NothingAttr::classify(StringRef, Operation *) const {
  return Decision::Recompute;
}
bool NothingAttr::isSaveable(StringRef) const { return false; }

//===----------------------------------------------------------------------===//
// Policies on names
//===----------------------------------------------------------------------===//

Decision SaveOnlyAttr::classify(StringRef name, Operation *) const {
  return saveIf(isSaveable(name));
}
bool SaveOnlyAttr::isSaveable(StringRef name) const {
  return !name.empty() && holds(getNames(), name);
}
void SaveOnlyAttr::collectNames(SmallVectorImpl<StringRef> &names) const {
  append(names, getNames());
}

Decision SaveAnyButAttr::classify(StringRef name, Operation *) const {
  return saveIf(isSaveable(name));
}
bool SaveAnyButAttr::isSaveable(StringRef name) const {
  return !name.empty() && !holds(getNames(), name);
}
void SaveAnyButAttr::collectNames(SmallVectorImpl<StringRef> &names) const {
  append(names, getNames());
}

//===----------------------------------------------------------------------===//
// Policies on contractions
//===----------------------------------------------------------------------===//

/// The dimensions of the contraction that `op` is, if it is one.
static FailureOr<linalg::ContractionDimensions> getContraction(Operation *op) {
  auto structured = dyn_cast_or_null<linalg::LinalgOp>(op);
  if (!structured || structured.getNumReductionLoops() == 0 ||
      !linalg::isaContractionOpInterface(structured))
    return failure();
  return linalg::inferContractionDims(structured);
}

Decision DotsAttr::classify(StringRef, Operation *op) const {
  return saveIf(succeeded(getContraction(op)));
}
bool DotsAttr::isSaveable(StringRef) const { return false; }

Decision DotsNoBatchAttr::classify(StringRef, Operation *op) const {
  FailureOr<linalg::ContractionDimensions> dims = getContraction(op);
  return saveIf(succeeded(dims) && dims->batch.empty());
}
bool DotsNoBatchAttr::isSaveable(StringRef) const { return false; }

//===----------------------------------------------------------------------===//
// Any of several
//===----------------------------------------------------------------------===//

Decision AnyOfAttr::classify(StringRef name, Operation *op) const {
  return saveIf(llvm::any_of(getPolicies(), [&](PolicyAttrInterface policy) {
    return policy.classify(name, op) == Decision::Save;
  }));
}
bool AnyOfAttr::isSaveable(StringRef name) const {
  return llvm::any_of(getPolicies(), [&](PolicyAttrInterface policy) {
    return policy.isSaveable(name);
  });
}
void AnyOfAttr::collectNames(SmallVectorImpl<StringRef> &names) const {
  for (PolicyAttrInterface policy : getPolicies())
    policy.collectNames(names);
}

//===----------------------------------------------------------------------===//
// Residuals
//===----------------------------------------------------------------------===//

LogicalResult SegmentsAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   int64_t length) {
  // 0 stands for none given.
  if (length >= 0)
    return success();
  return emitError() << "has segments of " << length
                     << " iterations; give 1 or more";
}

LogicalResult BinomialAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   int64_t snapshots) {
  if (snapshots >= 1)
    return success();
  return emitError() << "keeps " << snapshots
                     << " states; the initial one is needed at least";
}

LogicalResult ResidualAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   ResidualSource source, int64_t index,
                                   StringRef) {
  if (index >= 0)
    return success();
  return emitError() << "names " << stringifyResidualSource(source) << " "
                     << index << "; they are counted from 0";
}
