//===- ScalarNode.h - Syntax tree of scalar rules ---------------*- C++ -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the parser of scalar rules (ScalarParser.cpp) hands to the emitter
// (ScalarExpression.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_LIB_DIFFERENTIATION_SCALARNODE_H
#define REMAT_LIB_DIFFERENTIATION_SCALARNODE_H

#include "remat/Differentiation/ScalarRules.h"
#include <string>

namespace remat {

struct ScalarExpression::Node {
  enum class Kind {
    Number,      ///< `number`
    Operand,     ///< `x<index>`
    Result,      ///< `y`
    Cotangent,   ///< `ct`
    Coefficient, ///< the coefficient `index`, whose tree is `arguments[0]`
    Call,        ///< `callee(arguments...)`; operators are calls, too
  };

  Kind kind;
  double number;
  unsigned index;
  /// `+`, `-`, `*`, `/`, `neg` for the operators, else the function's name.
  std::string callee;
  llvm::SmallVector<std::shared_ptr<const Node>> arguments;

  /// Text without blanks and with every parenthesis, equal for equal trees.
  std::string print() const;
  /// Whether `ct` occurs in it.
  bool dependsOnCotangent() const;
};

using ScalarNodePtr = std::shared_ptr<const ScalarExpression::Node>;

/// Parses `text`, and collects the trees of its distinct coefficients in order
/// of first appearance. A mistake is fatal.
ScalarNodePtr
parseScalarRule(llvm::StringRef text,
                llvm::SmallVectorImpl<ScalarNodePtr> &coefficients);

} // namespace remat

#endif // REMAT_LIB_DIFFERENTIATION_SCALARNODE_H
