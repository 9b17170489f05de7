//===- ForeignPolicyTest.cpp - Policies of other dialects -----------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An attribute of another dialect becomes a policy by an external model: here
// the builtin string, as the name of the one value that may be saved.
//
//===----------------------------------------------------------------------===//

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace remat;

namespace {

struct StringPolicy
    : PolicyAttrInterface::ExternalModel<StringPolicy, StringAttr> {
  Decision classify(Attribute policy, StringRef name, Operation *) const {
    return isSaveable(policy, name) ? Decision::Save : Decision::Recompute;
  }
  bool isSaveable(Attribute policy, StringRef name) const {
    return cast<StringAttr>(policy).getValue() == name;
  }
  void collectNames(Attribute policy, SmallVectorImpl<StringRef> &names) const {
    names.push_back(cast<StringAttr>(policy).getValue());
  }
};

constexpr const char *program = R"mlir(
  func.func @f(%x: f32) -> f32 {
    %0 = remat.checkpoint policy("a") (%b = %x : f32) -> (f32) {
      %s = math.sin %b : f32
      %n = remat.checkpoint_name %s "a" : f32
      remat.yield %n : f32
    }
    return %0 : f32
  }
)mlir";

DialectRegistry getDialects() {
  DialectRegistry registry;
  registry.insert<RematDialect, func::FuncDialect, math::MathDialect>();
  return registry;
}

TEST(ForeignPolicy, IsAskedThroughTheInterface) {
  DialectRegistry registry = getDialects();
  registry.addExtension(+[](MLIRContext *context, BuiltinDialect *) {
    StringAttr::attachInterface<StringPolicy>(*context);
  });
  MLIRContext context(registry);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(program, &context);
  ASSERT_TRUE(module);
  EXPECT_TRUE(succeeded(verify(*module)));

  CheckpointOp region;
  CheckpointNameOp name;
  module->walk([&](CheckpointOp op) { region = op; });
  module->walk([&](CheckpointNameOp op) { name = op; });
  PolicyAttrInterface policy = region.getPolicyAttr();
  ASSERT_TRUE(policy);
  Operation *sine = name.getValue().getDefiningOp();
  EXPECT_EQ(policy.classify("a", sine), Decision::Save);
  EXPECT_EQ(policy.classify("b", sine), Decision::Recompute);
  EXPECT_EQ(policy.classify("", sine), Decision::Recompute);
  EXPECT_TRUE(policy.isSaveable("a"));
  EXPECT_FALSE(policy.isSaveable("b"));
  SmallVector<StringRef> names;
  policy.collectNames(names);
  EXPECT_EQ(names, SmallVector<StringRef>{"a"});

  std::string text;
  llvm::raw_string_ostream stream(text);
  module->print(stream);
  EXPECT_NE(text.find("remat.checkpoint policy(\"a\") ("), std::string::npos);
}

TEST(ForeignPolicy, StandsInAnyOf) {
  DialectRegistry registry = getDialects();
  registry.addExtension(+[](MLIRContext *context, BuiltinDialect *) {
    StringAttr::attachInterface<StringPolicy>(*context);
  });
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  auto policy = dyn_cast_or_null<PolicyAttrInterface>(
      parseAttribute("#remat.any_of<#remat.nothing, \"a\">", &context));
  ASSERT_TRUE(policy);
  EXPECT_TRUE(policy.isSaveable("a"));
  EXPECT_FALSE(policy.isSaveable("b"));
}

TEST(ForeignPolicy, IsRefusedWithoutTheModel) {
  DialectRegistry registry = getDialects();
  MLIRContext context(registry);
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    message = diagnostic.str();
    return success();
  });
  EXPECT_FALSE(parseSourceString<ModuleOp>(program, &context));
  EXPECT_NE(message.find("expected a policy such as"), std::string::npos);
}

} // namespace
