//===- ScalarRules.cpp - Derivatives of arith and math --------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of scalar derivatives. Reading it:
//
// - One text a result; in it, one expression an operand, parted by `;`. An
//   empty expression: no cotangent, since the operand is an integer or a
//   predicate, or since the derivative is zero wherever there is one.
// - Coefficients are chosen so that few values are kept: an operand or the
//   result itself where the rest of the formula is cheap, one value else.
// - A choice between operands is transposed into a choice (`select`), never
// into
//   a product with a mask, so that what was not chosen gets 0 even of an
//   infinite or NaN cotangent. Weights of ties are applied by `WEIGHTED`, in
//   which weight 0 is such a choice.
// - The derivative of `exp` at -inf is 0, also of an infinite cotangent: rows
// of
//   a softmax that are masked as a whole.
// - An infinite slope is as written: sqrt at 0.
//
// Ops that take floats and aren't here, because they have no derivative that
// the operand's type could hold: `arith.bitcast` (bits), `arith.scaling_extf`
// and `arith.scaling_truncf` (a scale that is a bare exponent). Casts to and
// from integers, and comparisons, need no rule: integers carry no cotangent.
//
//===----------------------------------------------------------------------===//

#include "remat/Differentiation/ScalarRules.h"

#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace remat;

namespace {

struct Row {
  StringLiteral op;
  /// By result. Ops with one result leave the second text null.
  const char *results[2];
};

} // namespace

/// The cotangent times a weight; 0 says that the operand was not chosen.
#define WEIGHTED(weight) "select(oeq({" weight "}, 0), 0, ct * {" weight "})"

/// 1 if the operand is the result, else 0.
#define IS_RESULT(operand) "select(oeq(" operand ", y), 1, 0)"

/// Share of the first of two operands of which one is the result (that is, the
/// NaN, where one is): ties share evenly, and a NaN makes both cotangents NaN.
#define SHARE                                                                  \
  "select(oeq(x0, x1), 0.5, select(oeq(x0, y), 1, select(oeq(x1, y), 0, y)))"
#define SHARE_OF_FIRST WEIGHTED(SHARE)
#define SHARE_OF_SECOND "select(oeq({" SHARE "}, 1), 0, ct * (1 - {" SHARE "}))"

/// The same where a NaN loses against a number.
#define NUMBER_SHARE "select(oeq(x0, x1), 0.5, " IS_RESULT("x0") ")"
#define NUMBER_SHARE_OF_FIRST WEIGHTED(NUMBER_SHARE)
#define NUMBER_SHARE_OF_SECOND                                                 \
  "select(oeq({" NUMBER_SHARE "}, 1), 0, ct * (1 - {" NUMBER_SHARE "}))"

/// Share of one of the three operands of a clamp. It says which one the result
/// is, so it holds for upstream's expansion of the op, too, which swaps the
/// bounds.
#define CLAMP_SHARE(operand)                                                   \
  WEIGHTED(IS_RESULT(operand) " / (" IS_RESULT("x0") " + " IS_RESULT(          \
      "x1") " + " IS_RESULT("x2") ")")

#define SQUARED_LENGTH "(x0 * x0 + x1 * x1)"

static constexpr Row table[] = {
    // arith
    {"arith.addf", {"ct; ct"}},
    {"arith.divf", {"ct / {x1}; -(ct * {y}) / {x1}"}},
    {"arith.extf", {"convert(ct)"}},
    {"arith.maximumf", {SHARE_OF_FIRST ";" SHARE_OF_SECOND}},
    {"arith.maxnumf", {NUMBER_SHARE_OF_FIRST ";" NUMBER_SHARE_OF_SECOND}},
    {"arith.minimumf", {SHARE_OF_FIRST ";" SHARE_OF_SECOND}},
    {"arith.minnumf", {NUMBER_SHARE_OF_FIRST ";" NUMBER_SHARE_OF_SECOND}},
    {"arith.mulf", {"ct * {x1}; ct * {x0}"}},
    {"arith.negf", {"-ct"}},
    {"arith.remf", {"ct; -ct * {roundeven((x0 - y) / x1)}"}},
    {"arith.select", {"; select({x0}, ct, 0); select({x0}, 0, ct)"}},
    {"arith.subf", {"ct; -ct"}},
    {"arith.truncf", {"convert(ct)"}},
    // math
    {"math.absf", {"select(ogt({x0}, 0), ct, select(olt({x0}, 0), -ct, 0))"}},
    {"math.acos", {"-ct * {rsqrt((1 - x0) * (1 + x0))}"}},
    {"math.acosh", {"ct * {rsqrt((x0 - 1) * (x0 + 1))}"}},
    {"math.asin", {"ct * {rsqrt((1 - x0) * (1 + x0))}"}},
    {"math.asinh", {"ct * {rsqrt(x0 * x0 + 1)}"}},
    {"math.atan", {"ct / (1 + {x0} * {x0})"}},
    {"math.atan2",
     {"ct * {x1 / " SQUARED_LENGTH "}; ct * {-(x0 / " SQUARED_LENGTH ")}"}},
    {"math.atanh", {"ct / ((1 - {x0}) * (1 + {x0}))"}},
    {"math.cbrt", {"ct / (3 * ({y} * {y}))"}},
    {"math.ceil", {""}},
    {"math.clampf",
     {CLAMP_SHARE("x0") ";" CLAMP_SHARE("x1") ";" CLAMP_SHARE("x2")}},
    {"math.copysign",
     {WEIGHTED(
         "select(oeq(x0, 0), 0, copysign(1, x0) * copysign(1, x1))") ";"}},
    {"math.cos", {"-ct * {sin(x0)}"}},
    {"math.cosh", {"ct * {sinh(x0)}"}},
    {"math.erf", {"ct * {1.1283791670955126 * exp(-(x0 * x0))}"}},
    {"math.erfc", {"-ct * {1.1283791670955126 * exp(-(x0 * x0))}"}},
    {"math.exp", {"select(oeq({y}, 0), 0, ct * {y})"}},
    {"math.exp2", {"select(oeq({y}, 0), 0, ct * (0.6931471805599453 * {y}))"}},
    {"math.expm1", {"ct * ({y} + 1)"}},
    {"math.floor", {""}},
    {"math.fma", {"ct * {x1}; ct * {x0}; ct"}},
    {"math.fpowi",
     {"ct * {select(oeq(x1, 0), 0, float(x1) * fpowi(x0, x1 - 1))};"}},
    {"math.log", {"ct / {x0}"}},
    {"math.log10", {"ct * 0.4342944819032518 / {x0}"}},
    {"math.log1p", {"ct / (1 + {x0})"}},
    {"math.log2", {"ct * 1.4426950408889634 / {x0}"}},
    {"math.powf",
     {"ct * {select(oeq(x1, 0), 0, x1 * powf(x0, x1 - 1))};"
      "ct * {y * select(oeq(x0, 0), 0, log(x0))}"}},
    {"math.round", {""}},
    {"math.roundeven", {""}},
    {"math.rsqrt", {"ct * {-0.5 * (y / x0)}"}},
    {"math.sin", {"ct * {cos(x0)}"}},
    {"math.sincos", {"ct * {cos(x0)}", "-ct * {sin(x0)}"}},
    {"math.sinh", {"ct * {cosh(x0)}"}},
    {"math.sqrt", {"ct * {0.5 / y}"}},
    {"math.tan", {"ct * (1 + {y} * {y})"}},
    {"math.tanh", {"ct * (1 - {y} * {y})"}},
    {"math.trunc", {""}},
};

static ScalarRule parseRow(const Row &row) {
  ScalarRule rule;
  for (StringRef result : row.results) {
    if (result.empty() && !rule.cotangents.empty())
      break;
    SmallVector<StringRef> texts;
    result.split(texts, ';');
    auto &expressions = rule.cotangents.emplace_back();
    for (StringRef text : texts) {
      std::optional<ScalarExpression> expression;
      if (!text.trim().empty())
        expression = ScalarExpression::parse(text);
      expressions.push_back(expression);
    }
  }
  return rule;
}

const ScalarRule *remat::lookupScalarRule(OperationName name) {
  static const auto *rules = [] {
    auto *parsed = new llvm::StringMap<ScalarRule>();
    for (const Row &row : table)
      parsed->try_emplace(row.op, parseRow(row));
    return parsed;
  }();
  auto found = rules->find(name.getStringRef());
  return found == rules->end() ? nullptr : &found->second;
}

ArrayRef<StringRef> remat::getScalarRuleNames() {
  static const auto *names = [] {
    auto *collected = new SmallVector<StringRef>();
    for (const Row &row : table)
      collected->push_back(row.op);
    return collected;
  }();
  return *names;
}
