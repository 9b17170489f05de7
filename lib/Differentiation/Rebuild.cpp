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

/// Says in all that is known of the joint function that `to` stands for `from`.
static void replaceKnown(JointFunction &joint, Value from, Value to) {
  if (joint.effects.erase(from))
    joint.effects.insert(to);
  auto lifted = joint.lifted.find(from);
  if (lifted != joint.lifted.end()) {
    LiftedValue known = lifted->second;
    joint.lifted.erase(lifted);
    joint.lifted[to] = known;
  }
  for (auto &[value, known] : joint.lifted)
    if (known.value == from)
      known.value = to;
  for (NamedValue &named : joint.names) {
    if (named.forward == from)
      named.forward = to;
    llvm::replace(named.replayed, from, to);
  }
}

Operation *remat::rebuild(JointFunction &joint, Operation *op,
                          ValueRange operands, TypeRange types,
                          ArrayRef<unsigned> kept) {
  OperationState state(op->getLoc(), op->getName(), operands, types);
  state.attributes = op->getDiscardableAttrDictionary();
  state.propertiesAttr = op->getPropertiesAsAttribute();
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  OpBuilder builder(op);
  Operation *rebuilt = builder.create(state);
  for (auto [position, number] : llvm::enumerate(kept)) {
    Value from = op->getResult(number), to = rebuilt->getResult(position);
    from.replaceAllUsesWith(to);
    replaceKnown(joint, from, to);
  }
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
