//===- ScalarParser.cpp - Parse scalar rules ------------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A recursive descent over
//   sum     ::= product (("+" | "-") product)*
//   product ::= unary (("*" | "/") unary)*
//   unary   ::= "-" unary | primary
//   primary ::= NUMBER | "(" sum ")" | "{" sum "}" | NAME | NAME "(" sum (","
//   sum)* ")"
// in which `ct` stands outside of braces only, and operands and the result
// stand inside of them only.
//
//===----------------------------------------------------------------------===//

#include "ScalarNode.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace remat;
using llvm::SmallVector;
using llvm::StringRef;
using llvm::Twine;

using Node = ScalarExpression::Node;
using Kind = Node::Kind;

std::string Node::print() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  switch (kind) {
  case Kind::Number:
    os << llvm::format("%.17g", number);
    break;
  case Kind::Operand:
    os << 'x' << index;
    break;
  case Kind::Result:
    os << 'y';
    break;
  case Kind::Cotangent:
    os << "ct";
    break;
  case Kind::Coefficient:
    os << '{' << arguments[0]->print() << '}';
    break;
  case Kind::Call:
    os << callee << '(';
    llvm::interleave(
        arguments, os, [&](const ScalarNodePtr &node) { os << node->print(); },
        ",");
    os << ')';
    break;
  }
  return text;
}

bool Node::dependsOnCotangent() const {
  return kind == Kind::Cotangent ||
         llvm::any_of(arguments, [](const ScalarNodePtr &node) {
           return node->dependsOnCotangent();
         });
}

namespace {

class Parser {
public:
  Parser(StringRef text, llvm::SmallVectorImpl<ScalarNodePtr> &coefficients)
      : text(text), rest(text), coefficients(coefficients) {}

  ScalarNodePtr run() {
    ScalarNodePtr root = parseSum();
    if (!rest.trim().empty())
      fail("expected its end");
    return root;
  }

private:
  [[noreturn]] void fail(const Twine &what) {
    llvm::report_fatal_error("scalar rule '" + text + "': " + what + " at '" +
                                 rest + "'",
                             /*gen_crash_diag=*/false);
  }

  bool consume(StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }

  void expect(StringRef token) {
    if (!consume(token))
      fail("expected '" + token + "'");
  }

  static ScalarNodePtr leaf(Kind kind, unsigned index = 0) {
    Node node{kind, 0, 0, {}, {}};
    node.index = index;
    return std::make_shared<const Node>(std::move(node));
  }

  static ScalarNodePtr call(StringRef callee,
                            SmallVector<ScalarNodePtr> arguments) {
    Node node{Kind::Call, 0, 0, {}, {}};
    node.callee = callee.str();
    node.arguments = std::move(arguments);
    return std::make_shared<const Node>(std::move(node));
  }

  ScalarNodePtr parseSum() {
    ScalarNodePtr left = parseProduct();
    for (;;) {
      if (consume("+"))
        left = call("+", {left, parseProduct()});
      else if (consume("-"))
        left = call("-", {left, parseProduct()});
      else
        return left;
    }
  }

  ScalarNodePtr parseProduct() {
    ScalarNodePtr left = parseUnary();
    for (;;) {
      if (consume("*"))
        left = call("*", {left, parseUnary()});
      else if (consume("/"))
        left = call("/", {left, parseUnary()});
      else
        return left;
    }
  }

  ScalarNodePtr parseUnary() {
    if (consume("-"))
      return call("neg", {parseUnary()});
    return parsePrimary();
  }

  ScalarNodePtr parsePrimary() {
    if (consume("(")) {
      ScalarNodePtr inner = parseSum();
      expect(")");
      return inner;
    }
    if (consume("{"))
      return parseCoefficient();
    rest = rest.ltrim();
    if (!rest.empty() && llvm::isDigit(rest.front()))
      return parseNumber();
    return parseName();
  }

  ScalarNodePtr parseCoefficient() {
    if (inCoefficient)
      fail("braces don't nest");
    inCoefficient = true;
    ScalarNodePtr inner = parseSum();
    expect("}");
    inCoefficient = false;

    std::string printed = inner->print();
    auto *known = llvm::find_if(coefficients, [&](const ScalarNodePtr &node) {
      return node->print() == printed;
    });
    Node node{Kind::Coefficient, 0, 0, {}, {}};
    node.index = known - coefficients.begin();
    node.arguments = {inner};
    if (known == coefficients.end())
      coefficients.push_back(inner);
    return std::make_shared<const Node>(std::move(node));
  }

  ScalarNodePtr parseNumber() {
    StringRef digits =
        rest.take_while([](char c) { return llvm::isDigit(c) || c == '.'; });
    Node node{Kind::Number, 0, 0, {}, {}};
    if (digits.getAsDouble(node.number))
      fail("expected a number");
    rest = rest.drop_front(digits.size());
    return std::make_shared<const Node>(std::move(node));
  }

  ScalarNodePtr parseName() {
    StringRef name = rest.take_while(llvm::isAlnum);
    if (name.empty())
      fail("expected a number, a name or a parenthesis");
    rest = rest.drop_front(name.size());
    if (consume("("))
      return parseArguments(name);

    if (name == "ct" && !inCoefficient)
      return leaf(Kind::Cotangent);
    if (name == "y" && inCoefficient)
      return leaf(Kind::Result);
    unsigned index;
    if (inCoefficient && name.consume_front("x") &&
        !name.getAsInteger(10, index))
      return leaf(Kind::Operand, index);
    fail("'" + name + "' can't stand here");
  }

  ScalarNodePtr parseArguments(StringRef callee) {
    SmallVector<ScalarNodePtr> arguments;
    do {
      arguments.push_back(parseSum());
    } while (consume(","));
    expect(")");
    return call(callee, std::move(arguments));
  }

  StringRef text;
  StringRef rest;
  llvm::SmallVectorImpl<ScalarNodePtr> &coefficients;
  bool inCoefficient = false;
};

} // namespace

ScalarNodePtr
remat::parseScalarRule(StringRef text,
                       llvm::SmallVectorImpl<ScalarNodePtr> &coefficients) {
  return Parser(text, coefficients).run();
}
