//===- ResidualText.cpp - Residuals in words ------------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Analysis/ResidualText.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace remat;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

std::string remat::describeType(Type type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << getElementTypeOrSelf(type) << '[';
  if (auto shaped = dyn_cast<ShapedType>(type); shaped && shaped.hasRank())
    llvm::interleave(
        shaped.getShape(), stream,
        [&](int64_t size) {
          if (ShapedType::isDynamic(size))
            stream << '?';
          else
            stream << size;
        },
        ",");
  stream << ']';
  return text;
}

std::optional<int64_t> remat::getBytes(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (!element.isIntOrIndexOrFloat())
    return std::nullopt;
  int64_t bytes = element.isIndex()
                      ? 8
                      : llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
  if (auto shaped = dyn_cast<ShapedType>(type)) {
    if (!shaped.hasStaticShape())
      return std::nullopt;
    bytes *= shaped.getNumElements();
  }
  return bytes;
}

//===----------------------------------------------------------------------===//
// Locations
//===----------------------------------------------------------------------===//

namespace {
/// The innermost file location, and the name right around it.
struct SourcePlace {
  FileLineColLoc file;
  StringRef function;
};
} // namespace

static SourcePlace findPlace(Location location, StringRef around = {}) {
  return llvm::TypeSwitch<Location, SourcePlace>(location)
      .Case<FileLineColLoc>(
          [&](FileLineColLoc file) { return SourcePlace{file, around}; })
      .Case<NameLoc>([](NameLoc name) {
        return findPlace(name.getChildLoc(), name.getName().getValue());
      })
      .Case<CallSiteLoc>(
          [](CallSiteLoc site) { return findPlace(site.getCallee()); })
      .Case<FusedLoc>([&](FusedLoc fused) {
        for (Location part : fused.getLocations())
          if (SourcePlace place = findPlace(part, around); place.file)
            return place;
        return SourcePlace{};
      })
      .Default([](Location) { return SourcePlace{}; });
}

std::string remat::describeLocation(Location location, StringRef function) {
  SourcePlace place = findPlace(location);
  if (!place.function.empty())
    function = place.function;
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (place.file)
    stream << llvm::sys::path::filename(place.file.getFilename().getValue())
           << ':' << place.file.getLine() << ':' << place.file.getColumn();
  else
    stream << "an unknown place";
  stream << " (" << function << ')';
  return text;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// `mul` for `arith.mulf`: the field's word, as JAX has it.
static StringRef shorten(Operation *op) {
  StringRef name = op->getName().stripDialect();
  return llvm::StringSwitch<StringRef>(name)
      .Case("addf", "add")
      .Case("subf", "sub")
      .Case("mulf", "mul")
      .Case("divf", "div")
      .Case("remf", "rem")
      .Case("negf", "neg")
      .Case("maximumf", "max")
      .Case("minimumf", "min")
      .Default(name);
}

/// What a generic does that gives an input out as it is.
static StringRef describeMove(linalg::GenericOp generic,
                              BlockArgument argument) {
  AffineMap map = generic.getIndexingMapsArray()[argument.getArgNumber()];
  if (!map.isProjectedPermutation(/*allowZeroInResults=*/true))
    return "slice";
  if (map.getNumResults() < map.getNumDims() || !map.isPermutation())
    return "broadcast";
  return map.isIdentity() ? "copy" : "transpose";
}

StringRef remat::describeOp(OpResult result) {
  auto generic = dyn_cast<linalg::GenericOp>(result.getOwner());
  if (!generic)
    return shorten(result.getOwner());
  if (generic.getNumReductionLoops() != 0 &&
      linalg::isaContractionOpInterface(generic))
    return "contract";
  Value yielded =
      generic.getBody()->getTerminator()->getOperand(result.getResultNumber());
  if (auto argument = dyn_cast<BlockArgument>(yielded))
    return describeMove(generic, argument);
  if (Operation *last = yielded.getDefiningOp();
      last && last->getBlock() == generic.getBody())
    return shorten(last);
  return "generic";
}

/// The op that an emitted value is an output of; of a carried value, the loop.
static Operation *getMaker(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner()->getParentOp();
  return value.getDefiningOp();
}

static StringRef describeMaker(Value value) {
  if (auto result = dyn_cast<OpResult>(value))
    return describeOp(result);
  return shorten(getMaker(value));
}

//===----------------------------------------------------------------------===//
// Residuals
//===----------------------------------------------------------------------===//

ResidualText::ResidualText(JointFunction &joint, func::FuncOp original)
    : joint(joint), original(original), named(getNames(joint)) {}

/// The identifier that starts at a line and column of a text, without its `%`.
static StringRef readIdentifier(StringRef text, unsigned line,
                                unsigned column) {
  for (; line > 1; --line)
    text = text.split('\n').second;
  text = text.split('\n').first;
  if (column == 0 || column > text.size())
    return {};
  text = text.drop_front(column - 1);
  if (!text.consume_front("%"))
    return {};
  return text.take_while([](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.' || c == '-';
  });
}

std::string ResidualText::getArgumentName(BlockArgument argument) {
  std::string number = "arg" + std::to_string(argument.getArgNumber());
  if (argument.getArgNumber() >= original.getNumArguments())
    return number;
  Location location = original.getArgument(argument.getArgNumber()).getLoc();
  if (auto name = dyn_cast<NameLoc>(location))
    return name.getName().str();
  // The parser keeps where an argument's name stands, but not the name.
  auto file = dyn_cast<FileLineColLoc>(location);
  if (!file)
    return number;
  auto [source, isNew] = sources.try_emplace(file.getFilename().getValue());
  if (isNew)
    if (auto buffer =
            llvm::MemoryBuffer::getFile(file.getFilename().getValue()))
      source->second = (*buffer)->getBuffer().str();
  StringRef name =
      readIdentifier(source->second, file.getLine(), file.getColumn());
  return name.empty() ? number : name.str();
}

/// The outermost loop that stacked the value; none if no loop did.
static std::optional<Location> getStackingLoop(const JointFunction &joint,
                                               Value value) {
  for (auto lifted = joint.lifted.find(value); lifted != joint.lifted.end();
       lifted = joint.lifted.find(lifted->second.value))
    if (lifted->second.loop)
      return lifted->second.loop;
  return std::nullopt;
}

std::string ResidualText::describeStack(Value value) {
  std::optional<Location> loop = getStackingLoop(joint, value);
  if (!loop)
    return "";
  return " stacked by loop " +
         describeLocation(*loop, getFunction(value.getDefiningOp()).getName());
}

func::FuncOp ResidualText::getFunction(Operation *emitted) {
  Operation *origin = joint.origins.lookup(emitted);
  return origin ? origin->getParentOfType<func::FuncOp>() : original;
}

std::string ResidualText::describeOutput(Value value) {
  Value origin = getOrigin(joint, value);
  Operation *maker = getMaker(origin);
  StringRef kind =
      joint.effects.contains(origin) ? " effect of " : " output of ";
  std::string place = describeStack(value);
  if (place.empty())
    place = " from " +
            describeLocation(maker->getLoc(), getFunction(maker).getName());
  return describeType(value.getType()) + kind.str() +
         describeMaker(origin).str() + place;
}

std::string ResidualText::describe(const Residual &residual) {
  Value value = residual.value;
  const NamedValue *name = named.lookup(getOrigin(joint, value));
  if (name && residual.source != ResidualSource::Argument)
    return describeType(value.getType()) + " named '" + name->name.str() +
           "' from " + describeLocation(name->location, name->function) +
           describeStack(value);
  if (auto argument = dyn_cast<BlockArgument>(value))
    return describeType(argument.getType()) + " from the argument " +
           getArgumentName(argument);
  return describeOutput(value);
}

SmallVector<std::string> remat::describeResiduals(JointFunction &joint,
                                                  func::FuncOp original,
                                                  const ResidualList &list) {
  ResidualText text(joint, original);
  SmallVector<std::string> lines;
  for (const Residual &residual : list.residuals)
    lines.push_back(text.describe(residual));
  return lines;
}
