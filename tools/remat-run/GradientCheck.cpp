//===- GradientCheck.cpp - Gradients against finite differences -----------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The step is the cube root of the precision, where truncation and rounding of
// a central difference balance; either is then of the order of its square. How
// large truncation is on a function says the difference at half the step.
//
//===----------------------------------------------------------------------===//

#include "GradientCheck.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>
#include <random>

using namespace llvm;
using namespace remat::run;

namespace {

/// The sum of results times cotangents, and the sum of the terms' sizes, which
/// says how much of it may be rounding.
struct Weighted {
  double sum = 0, magnitude = 0;
};

/// One argument's check.
class ArgumentCheck {
public:
  ArgumentCheck(ArrayRef<HostArray> arguments, ArrayRef<HostArray> cotangents,
                int64_t number, const HostArray &gradient, Evaluate evaluate)
      : arguments(arguments), cotangents(cotangents), number(number),
        gradient(gradient), evaluate(evaluate) {
    precision = std::ldexp(
        1.0, 1 - static_cast<int>(cast<mlir::FloatType>(gradient.element())
                                      .getFPMantissaWidth()));
  }

  /// Compares along each direction.
  Error run();
  void print(raw_ostream &os) const;
  bool passed() const { return worstExcess <= 1; }

private:
  /// A difference quotient less what the gradient says, and what rounding may
  /// make of it.
  struct Difference {
    double error, rounding;
  };

  Expected<Difference> differ(const std::vector<double> &direction,
                              double step);
  Error compare(const std::vector<double> &direction);
  Expected<Weighted> evaluateAt(const std::vector<double> &direction,
                                double step, std::vector<double> &moved);

  ArrayRef<HostArray> arguments, cotangents;
  int64_t number;
  const HostArray &gradient;
  Evaluate evaluate;
  double precision;
  int64_t directions = 0;
  double largestEntry = 0;
  /// Largest difference, and largest quotient of one and its tolerance.
  double worstError = 0, worstExcess = 0;
};

} // namespace

static Weighted weigh(ArrayRef<HostArray> results,
                      ArrayRef<HostArray> cotangents) {
  Weighted total;
  size_t next = 0;
  for (const HostArray &result : results) {
    if (!isa<mlir::FloatType>(result.element()))
      continue;
    const HostArray *cotangent =
        cotangents.empty() ? nullptr : &cotangents[next++];
    for (int64_t i = 0, n = result.elements(); i < n; ++i) {
      double term = result.get(i) * (cotangent ? cotangent->get(i) : 1.0);
      total.sum += term;
      total.magnitude += std::abs(term);
    }
  }
  return total;
}

Expected<Weighted>
ArgumentCheck::evaluateAt(const std::vector<double> &direction, double step,
                          std::vector<double> &moved) {
  HostArray changed = arguments[number].clone();
  moved.resize(direction.size());
  for (size_t i = 0; i < direction.size(); ++i)
    if (direction[i] != 0) {
      changed.set(i, arguments[number].get(i) + step * direction[i]);
      // As rounded.
      moved[i] = changed.get(i);
    }
  SmallVector<const HostArray *> inputs;
  for (const HostArray &argument : arguments)
    inputs.push_back(&argument);
  inputs[number] = &changed;
  auto results = evaluate(inputs);
  if (!results)
    return results.takeError();
  return weigh(*results, cotangents);
}

Expected<ArgumentCheck::Difference>
ArgumentCheck::differ(const std::vector<double> &direction, double step) {
  std::vector<double> up, down;
  Expected<Weighted> above = evaluateAt(direction, step, up);
  if (!above)
    return above.takeError();
  Expected<Weighted> below = evaluateAt(direction, -step, down);
  if (!below)
    return below.takeError();
  // The step that was really made, which rounding of the arguments changes.
  double predicted = 0, length = 0;
  for (size_t i = 0; i < direction.size(); ++i)
    if (direction[i] != 0) {
      predicted += gradient.get(i) * (up[i] - down[i]);
      length += std::abs(up[i] - down[i]);
    }
  return Difference{((above->sum - below->sum) - predicted) / length,
                    8 * precision * (above->magnitude + below->magnitude) /
                        length};
}

Error ArgumentCheck::compare(const std::vector<double> &direction) {
  double size = 0;
  for (size_t i = 0; i < direction.size(); ++i)
    if (direction[i] != 0)
      size = std::max(size, std::abs(arguments[number].get(i)));
  double step = std::cbrt(precision) * std::max(size, 1.0);
  Expected<Difference> whole = differ(direction, step);
  if (!whole)
    return whole.takeError();
  Expected<Difference> half = differ(direction, step / 2);
  if (!half)
    return half.takeError();
  // Truncation goes with the square of the step: what halving the step changes
  // is three times what is left of it, however curved the function is.
  double error = std::abs(half->error);
  double truncation = std::max(std::abs(whole->error - half->error),
                               8 * std::cbrt(precision) * std::cbrt(precision) *
                                   std::max(largestEntry, 1e-3));
  double excess = error / (truncation + half->rounding);
  // A NaN is a failure, and must stay one.
  worstError = std::isnan(error) ? error : std::max(worstError, error);
  worstExcess = std::isnan(excess) ? INFINITY : std::max(worstExcess, excess);
  ++directions;
  return Error::success();
}

Error ArgumentCheck::run() {
  constexpr int64_t fewElements = 64, randomDirections = 16;
  int64_t elements = gradient.elements();
  for (int64_t i = 0; i < elements; ++i)
    largestEntry = std::max(largestEntry, std::abs(gradient.get(i)));
  std::mt19937_64 random(0x72656d6174 + number);
  bool isSmall = elements <= fewElements;
  for (int64_t k = 0, n = isSmall ? elements : randomDirections; k < n; ++k) {
    std::vector<double> direction(elements, 0.0);
    if (isSmall)
      direction[k] = 1;
    else
      for (double &entry : direction)
        entry = random() & 1 ? 1 : -1;
    if (Error error = compare(direction))
      return error;
  }
  return Error::success();
}

void ArgumentCheck::print(raw_ostream &os) const {
  os << "gradient of argument " << number << ": "
     << (passed() ? "right" : "WRONG") << ", largest error "
     << format("%.3g", worstError) << " of entries up to "
     << format("%.3g", largestEntry) << ", over " << directions
     << (gradient.elements() == directions ? " elements\n"
                                           : " random directions\n");
}

Expected<bool> remat::run::checkGradients(raw_ostream &os,
                                          ArrayRef<HostArray> arguments,
                                          ArrayRef<HostArray> cotangents,
                                          ArrayRef<int64_t> wrt,
                                          ArrayRef<HostArray> gradients,
                                          Evaluate evaluate) {
  bool passed = true;
  for (auto [number, gradient] : zip(wrt, gradients)) {
    ArgumentCheck check(arguments, cotangents, number, gradient, evaluate);
    if (Error error = check.run())
      return std::move(error);
    check.print(os);
    passed &= check.passed();
  }
  return passed;
}
