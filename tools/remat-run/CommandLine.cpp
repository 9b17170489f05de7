//===- CommandLine.cpp - What the user asked for --------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table of flags; help is printed from it.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace remat::run;

namespace {
enum class Value { None, Needed, Optional };

/// One flag. `set` gives false where the value can't be read.
struct Flag {
  StringRef name;
  Value value;
  StringRef placeholder;
  bool (*set)(Options &options, StringRef value);
  StringRef help;
};
} // namespace

static bool setText(std::string &target, StringRef value) {
  target = value.str();
  return !value.empty();
}

static bool addText(std::vector<std::string> &target, StringRef value) {
  target.push_back(value.str());
  return !value.empty();
}

static bool setCount(unsigned &target, StringRef value) {
  return !value.getAsInteger(10, target) && target > 0;
}

static bool setWrt(Options &options, StringRef value) {
  std::vector<int64_t> positions;
  SmallVector<StringRef> parts;
  value.split(parts, ',');
  for (StringRef part : parts) {
    int64_t position = 0;
    if (part.trim().getAsInteger(10, position) || position < 0 ||
        is_contained(positions, position))
      return false;
    positions.push_back(position);
  }
  options.wrt = std::move(positions);
  return true;
}

static bool setFloatMode(Options &options, StringRef value) {
  options.floatMode =
      value == "strict" ? remat::FloatMode::Strict : remat::FloatMode::Fast;
  return value == "strict" || value == "fast";
}

static const Flag flags[] = {
    {"function", Value::Needed, "F",
     [](Options &o, StringRef v) { return setText(o.function, v); }, "run @F"},
    {"grad", Value::Needed, "F",
     [](Options &o, StringRef v) { return setText(o.grad, v); },
     "run @F and its reverse-mode derivative"},
    {"wrt", Value::Needed, "I,J", setWrt,
     "argument numbers to differentiate with respect to (all float arguments)"},
    {"input", Value::Needed, "VALUE",
     [](Options &o, StringRef v) { return addText(o.inputs, v); },
     "next argument: @file.npy, 4xf32=1,2,3,4 or f32=3; one number fills the "
     "shape"},
    {"inputs", Value::Needed, "DIR",
     [](Options &o, StringRef v) { return setText(o.inputsDirectory, v); },
     "take argument <k> from DIR/<k>.npy"},
    {"cotangent", Value::Needed, "VALUE",
     [](Options &o, StringRef v) { return addText(o.cotangents, v); },
     "next float result's cotangent, as --input (1 for a single scalar "
     "result)"},
    {"output", Value::Needed, "@FILE.npy",
     [](Options &o, StringRef v) {
       return v.consume_front("@") && addText(o.outputs, v);
     },
     "write the next result, or the next gradient after them"},
    {"output-dir", Value::Needed, "DIR",
     [](Options &o, StringRef v) { return setText(o.outputDirectory, v); },
     "write value<k>.npy and grad<i>.npy, i being the argument's number"},
    {"policy", Value::Needed, "P",
     [](Options &o, StringRef v) { return setText(o.policy, v); },
     "make the whole function one region with policy P, as '#remat.nothing'"},
    {"region-policy", Value::Needed, "P",
     [](Options &o, StringRef v) { return setText(o.regionPolicy, v); },
     "replace the policy of every outermost region"},
    {"loop", Value::Needed, "HOW",
     [](Options &o, StringRef v) { return setText(o.loop, v); },
     "keep states of each outermost loop as '#remat.segments<k>' says"},
    {"fp", Value::Needed, "fast|strict", setFloatMode,
     "what may be done to floating-point arithmetic (fast)"},
    {"threads", Value::Needed, "N",
     [](Options &o, StringRef v) { return setCount(o.threads, v); },
     "threads to run on (one a core)"},
    {"memory-report", Value::Optional, "FILE.json",
     [](Options &o, StringRef v) {
       o.reportMemory = true;
       o.reportFile = v.str();
       return true;
     },
     "bytes of arguments, results, peak and temporaries"},
    {"time", Value::Needed, "N",
     [](Options &o, StringRef v) { return setCount(o.timedRuns, v); },
     "minimum and median of N further runs, compile time apart"},
    {"dump-stages", Value::Needed, "DIR",
     [](Options &o, StringRef v) { return setText(o.dumpDirectory, v); },
     "write the program after each stage"},
    {"remarks", Value::None, "",
     [](Options &o, StringRef) { return o.remarks = true; },
     "say what could not be compiled as well as it might be, and why"},
    {"check-gradients", Value::None, "",
     [](Options &o, StringRef) { return o.checkGradients = true; },
     "compare gradients with central differences; exit 1 where they differ"},
    {"version", Value::None, "",
     [](Options &o, StringRef) { return o.version = true; },
     "print the version"},
    {"help", Value::None, "",
     [](Options &o, StringRef) { return o.help = true; }, "print this"},
};

static std::string spell(const Flag &flag) {
  std::string text = ("--" + flag.name).str();
  if (flag.value == Value::Needed)
    text += ("=" + flag.placeholder).str();
  if (flag.value == Value::Optional)
    text += ("[=" + flag.placeholder + "]").str();
  return text;
}

void remat::run::printHelp(raw_ostream &os) {
  os << "usage: remat-run FILE.mlir --function=F|--grad=F [options]\n\n"
        "Compiles a program for the CPU, runs one function and writes or "
        "prints "
        "its results.\n\n";
  for (const Flag &flag : flags) {
    os << "  " << left_justify(spell(flag), 28);
    os << ' ' << flag.help << '\n';
  }
  os << "\nExit status: 0 done, 1 the program could not be compiled or a check "
        "failed,\n2 something on the command line is wrong.\n";
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

static Error readFlag(Options &options, StringRef argument) {
  auto [name, value] = argument.drop_front(2).split('=');
  bool hasValue = argument.contains('=');
  const Flag *flag =
      find_if(flags, [name = name](const Flag &f) { return f.name == name; });
  if (flag == std::end(flags))
    return usageError("unknown flag '--" + name + "' (see --help)");
  if ((flag->value == Value::Needed && !hasValue) ||
      (flag->value == Value::None && hasValue) ||
      (flag->value == Value::Optional && hasValue && value.empty()) ||
      !flag->set(options, value))
    return usageError("bad value in '" + argument + "': expected " +
                      spell(*flag));
  return Error::success();
}

/// Flags that need, or exclude, each other.
static Error checkTogether(const Options &options) {
  if (options.file.empty())
    return usageError("no program given (see --help)");
  if (options.function.empty() == options.grad.empty())
    return usageError("give one of --function=F and --grad=F");
  bool needsDerivative = options.wrt || !options.cotangents.empty();
  if (needsDerivative && !options.differentiates() && !options.checkGradients)
    return usageError("--wrt and --cotangent need --grad or --check-gradients");
  if (!options.inputs.empty() && !options.inputsDirectory.empty())
    return usageError("give --input or --inputs, not both");
  if (!options.outputs.empty() && !options.outputDirectory.empty())
    return usageError("give --output or --output-dir, not both");
  return Error::success();
}

Expected<Options> remat::run::parseCommandLine(int argc, char **argv) {
  Options options;
  for (StringRef argument : ArrayRef(argv, argc).drop_front()) {
    if (argument.starts_with("--")) {
      if (Error error = readFlag(options, argument))
        return std::move(error);
    } else if (argument.starts_with("-") && argument != "-") {
      return usageError("unknown flag '" + argument + "' (see --help)");
    } else if (!options.file.empty()) {
      return usageError("more than one program: '" + options.file + "' and '" +
                        argument + "'");
    } else {
      options.file = argument.str();
    }
  }
  if (options.help || options.version)
    return options;
  if (Error error = checkTogether(options))
    return std::move(error);
  return options;
}
