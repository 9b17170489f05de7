//===- Rebuild.cpp - Give loops and branches other results ----------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rebuild.h"

using namespace mlir;
using namespace remat;

Operation *remat::createLike(OpBuilder &builder, Operation *op,
                             ValueRange operands, TypeRange types) {
  OperationState state(op->getLoc(), op->getName(), operands, types);
  state.attributes = op->getDiscardableAttrDictionary();
  state.propertiesAttr = op->getPropertiesAsAttribute();
  for (unsigned region = 0; region < op->getNumRegions(); ++region)
    state.addRegion();
  return builder.create(state);
}

/// Says in all that is known of the joint function which values stand for
/// which.
static void replaceKnown(JointFunction &joint,
                         const llvm::DenseMap<Value, Value> &values) {
  auto replace = [&](Value &value) {
    if (Value other = values.lookup(value))
      value = other;
  };
  for (auto [from, to] : values) {
    if (joint.effects.erase(from))
      joint.effects.insert(to);
    auto lifted = joint.lifted.find(from);
    if (lifted == joint.lifted.end())
      continue;
    LiftedValue known = lifted->second;
    joint.lifted.erase(lifted);
    joint.lifted[to] = known;
  }
  for (auto &[value, known] : joint.lifted)
    replace(known.value);
  for (NamedValue &named : joint.names) {
    replace(named.forward);
    llvm::for_each(named.replayed, replace);
  }
}

Operation *remat::rebuild(JointFunction &joint, Operation *op,
                          ValueRange operands, TypeRange types,
                          ArrayRef<unsigned> kept) {
  OpBuilder builder(op);
  Operation *rebuilt = createLike(builder, op, operands, types);
  for (auto [from, to] : llvm::zip(op->getRegions(), rebuilt->getRegions()))
    to.takeBody(from);
  llvm::DenseMap<Value, Value> values;
  for (auto [position, number] : llvm::enumerate(kept))
    values[op->getResult(number)] = rebuilt->getResult(position);
  for (auto [from, to] : values)
    from.replaceAllUsesWith(to);
  replaceKnown(joint, values);
  for (NamedValue &named : joint.names)
    if (named.place == op)
      named.place = rebuilt;
  if (joint.lastForward == op)
    joint.lastForward = rebuilt;
  for (auto *known : {&joint.origins, &joint.replays})
    if (Operation *origin = known->lookup(op)) {
      known->erase(op);
      (*known)[rebuilt] = origin;
    }
  op->erase();
  return rebuilt;
}
