//===- Program.cpp - From a file to a function that can be compiled -------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "Diagnostics.h"
#include "Errors.h"
#include "HostArray.h"
#include "OutputFiles.h"
#include "Progress.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "remat/Dialect/Remat/IR/Remat.h"
#include "remat/Dialect/Remat/Transforms/Passes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace remat;
using namespace remat::run;
using llvm::Error;
using llvm::Expected;

//===----------------------------------------------------------------------===//
// Reading and checking
//===----------------------------------------------------------------------===//

Expected<OwningOpRef<ModuleOp>> remat::run::loadProgram(MLIRContext *context,
                                                        StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (std::error_code code = buffer.getError())
    return usageError("cannot read '" + path + "': " + code.message());
  DiagnosticLines diagnostics(context);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, context);
  if (!module)
    return usageError(
        diagnostics.firstError(("'" + path + "' holds no module").str()));
  return module;
}

Expected<func::FuncOp> remat::run::findEntry(ModuleOp module, StringRef name) {
  auto entry = module.lookupSymbol<func::FuncOp>(name);
  if (!entry) {
    std::string known;
    for (auto function : module.getOps<func::FuncOp>())
      if (function.isPublic() && !function.isExternal())
        known += (known.empty() ? "@" : ", @") + function.getName().str();
    return usageError("there is no function @" + name + "; the program has " +
                      (known.empty() ? "none" : known));
  }
  if (entry.isExternal())
    return usageError("@" + name + " has no body");
  auto isArray = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return (!isa<ShapedType>(type) || (tensor && !tensor.getEncoding())) &&
           isSupportedElement(elementOf(type));
  };
  for (auto [kind, types] : {std::pair("argument", entry.getArgumentTypes()),
                             std::pair("result", entry.getResultTypes())})
    for (auto [number, type] : llvm::enumerate(types))
      if (!isArray(type)) {
        std::string text;
        llvm::raw_string_ostream(text) << type;
        return usageError(Twine(kind) + " " + Twine(number) + " of @" + name +
                          " is a " + text +
                          ", which is neither a tensor nor a number");
      }
  return entry;
}

static bool isFloat(Type type) { return isa<FloatType>(elementOf(type)); }

Expected<std::vector<int64_t>>
remat::run::findWrt(func::FuncOp entry,
                    const std::optional<std::vector<int64_t>> &asked) {
  if (!asked) {
    SmallVector<int64_t> all = getFloatArguments(entry.getArgumentTypes());
    return std::vector<int64_t>(all.begin(), all.end());
  }
  for (int64_t number : *asked) {
    if (number >= entry.getNumArguments())
      return usageError("--wrt: @" + entry.getName() + " has " +
                        Twine(entry.getNumArguments()) +
                        " arguments, there is no argument " + Twine(number));
    if (!isFloat(entry.getArgumentTypes()[number])) {
      std::string text;
      llvm::raw_string_ostream(text) << entry.getArgumentTypes()[number];
      return usageError("--wrt: argument " + Twine(number) + " is a " + text +
                        "; only float arguments have a gradient");
    }
  }
  return *asked;
}

Expected<SmallVector<Type>> remat::run::findCotangentTypes(func::FuncOp entry,
                                                           size_t given) {
  SmallVector<Type> floats;
  for (Type type : entry.getResultTypes())
    if (isFloat(type))
      floats.push_back(type);
  if (given == 0 && floats.size() == 1 && shapeOf(floats[0]).empty())
    return SmallVector<Type>();
  if (floats.empty())
    return usageError("@" + entry.getName() +
                      " has no float result, so nothing to differentiate");
  if (given != floats.size())
    return usageError("@" + entry.getName() + " has " + Twine(floats.size()) +
                      " float results that need a --cotangent each, " +
                      Twine(given) + " given");
  return floats;
}

//===----------------------------------------------------------------------===//
// Running passes
//===----------------------------------------------------------------------===//

Expected<StageDump> StageDump::create(StringRef directory) {
  StageDump dump;
  dump.directory = directory.str();
  if (directory.empty())
    return dump;
  if (std::error_code code = llvm::sys::fs::create_directories(directory))
    return usageError("cannot make directory '" + directory +
                      "': " + code.message());
  if (llvm::sys::fs::access(directory, llvm::sys::fs::AccessMode::Write))
    return usageError("cannot write to directory '" + directory + "'");
  return dump;
}

Error StageDump::write(StringRef stage, ModuleOp module) {
  if (directory.empty())
    return Error::success();
  SmallString<128> path(directory);
  std::string number = std::to_string(count++);
  llvm::sys::path::append(path, (number.size() < 2 ? "0" : "") + number + "-" +
                                    stage + ".mlir");
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os, OpPrintingFlags().enableDebugInfo(true, false));
  OutputFiles file;
  if (Error error = file.add(path, text))
    return error;
  return file.commit();
}

/// Runs the passes that `build` adds, then writes the program for `stage`.
static Error
runStage(ModuleOp module, StringRef stage, StageDump &dump,
         llvm::function_ref<LogicalResult(OpPassManager &)> build) {
  Progress progress(("stage '" + stage + "'").str());
  DiagnosticLines diagnostics(module.getContext());
  PassManager manager(module.getContext());
  if (failed(build(manager)) || failed(manager.run(module)))
    return programError(
        diagnostics.firstError(("stage '" + stage + "' failed").str()));
  diagnostics.print(llvm::errs());
  return dump.write(stage, module);
}

/// An attribute as text, checked before anything is done: `wanted` says what it
/// is to be, in words that follow on the text.
template <typename... Attributes>
static Error checkAttribute(MLIRContext *context, StringRef flag,
                            StringRef text, StringRef wanted) {
  if (text.empty())
    return Error::success();
  DiagnosticLines diagnostics(context);
  if (isa_and_nonnull<Attributes...>(parseAttribute(text, context)))
    return Error::success();
  return usageError(flag + ": '" + text + "' " + wanted);
}

static Error checkPolicy(MLIRContext *context, StringRef flag, StringRef text) {
  return checkAttribute<PolicyAttrInterface>(
      context, flag, text,
      "is not a policy, such as #remat.nothing or #remat.save_only<[\"a\"]>");
}

static Error setPolicies(ModuleOp module, const Options &options,
                         StageDump &dump) {
  if (options.policy.empty() && options.regionPolicy.empty() &&
      options.loop.empty())
    return Error::success();
  MLIRContext *context = module.getContext();
  if (Error error = checkPolicy(context, "--policy", options.policy))
    return error;
  if (Error error =
          checkPolicy(context, "--region-policy", options.regionPolicy))
    return error;
  if (Error error = checkAttribute<SegmentsAttr, BinomialAttr>(
          context, "--loop", options.loop,
          "doesn't say which states of a loop are kept, such as "
          "#remat.segments<4> or #remat.binomial<8>"))
    return error;
  return runStage(module, "set-policy", dump, [&](OpPassManager &manager) {
    RematSetPolicyOptions pass;
    pass.function = options.entry();
    pass.policy = options.policy;
    pass.regionPolicy = options.regionPolicy;
    pass.loop = options.loop;
    manager.addPass(createRematSetPolicy(pass));
    return success();
  });
}

/// A function that asks for the derivative with cotangents: how a result that
/// would be seeded with 1 takes one that the user gives.
static std::string requestVjp(ModuleOp module, StringRef name,
                              ArrayRef<int64_t> wrt) {
  auto entry = module.lookupSymbol<func::FuncOp>(name);
  SmallVector<Type> inputs(entry.getArgumentTypes());
  SmallVector<Type> results(entry.getResultTypes());
  for (Type type : entry.getResultTypes())
    if (isFloat(type))
      inputs.push_back(type);
  for (int64_t number : wrt)
    results.push_back(entry.getArgumentTypes()[number]);
  OpBuilder builder(module.getContext());
  builder.setInsertionPointToEnd(module.getBody());
  std::string wrapper = name.str() + "_with_cotangents";
  while (module.lookupSymbol(wrapper))
    wrapper += "_";
  auto function =
      func::FuncOp::create(builder, entry.getLoc(), wrapper,
                           builder.getFunctionType(inputs, results));
  Block *block = function.addEntryBlock();
  builder.setInsertionPointToStart(block);
  ValueRange arguments = block->getArguments();
  auto request = VjpOp::create(builder, entry.getLoc(), results, name,
                               arguments.take_front(entry.getNumArguments()),
                               arguments.drop_front(entry.getNumArguments()),
                               builder.getDenseI64ArrayAttr(wrt));
  func::ReturnOp::create(builder, entry.getLoc(), request->getResults());
  return wrapper;
}

/// Renames what has the name that a derivative is going to get.
static void freeName(ModuleOp module, StringRef name) {
  SymbolTable symbols(module);
  if (Operation *taken = symbols.lookup(name))
    (void)symbols.renameToUnique(taken, {});
}

/// Whether anything in the program asks for a derivative.
static bool hasRequests(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        return isa<ValueAndGradOp, VjpOp>(op) ? WalkResult::interrupt()
                                              : WalkResult::advance();
      })
      .wasInterrupted();
}

Error remat::run::differentiate(ModuleOp module, const Options &options,
                                ArrayRef<int64_t> wrt, bool seeded,
                                StageDump &dump, std::string &entry) {
  if (Error error = setPolicies(module, options, dump))
    return error;
  entry = options.entry();
  RematDifferentiateOptions pass;
  if (options.differentiates()) {
    if (seeded) {
      pass.function = entry;
      pass.mode = DifferentiationMode::Grad;
      pass.wrt.assign(wrt.begin(), wrt.end());
      entry += "_grad";
      freeName(module, entry);
    } else {
      entry = requestVjp(module, entry, wrt);
    }
  }
  if (!options.differentiates() && !hasRequests(module))
    return Error::success();
  return runStage(module, "differentiate", dump, [&](OpPassManager &manager) {
    manager.addPass(createRematDifferentiate(pass));
    return success();
  });
}

/// Leaves only `entry` to be called from outside: with an interface for it,
/// and arguments that must not be written to. Every function of the program
/// gets a prefix, lest one be taken for the C library's.
static void exposeOnly(ModuleOp module, std::string &entry) {
  Builder builder(module.getContext());
  SymbolTable symbols(module);
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal())
      functions.push_back(function);
  std::string exposed = "program_" + entry;
  for (func::FuncOp function : functions) {
    bool isEntry = function.getName() == entry;
    (void)symbols.rename(function, "program_" + function.getName().str());
    function.setVisibility(isEntry ? SymbolTable::Visibility::Public
                                   : SymbolTable::Visibility::Private);
    if (!isEntry)
      continue;
    function->setAttr("llvm.emit_c_interface", builder.getUnitAttr());
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      if (isa<TensorType>(function.getArgumentTypes()[i]))
        function.setArgAttr(
            i, bufferization::BufferizationDialect::kWritableAttrName,
            builder.getBoolAttr(false));
  }
  entry = exposed;
}

Error remat::run::lower(ModuleOp module, std::string &entry,
                        const Options &options, StageDump &dump) {
  exposeOnly(module, entry);
  CpuPipelineOptions pipeline;
  pipeline.floatMode = options.floatMode;
  for (const Stage &stage : cpuStages())
    if (Error error =
            runStage(module, stage.name, dump, [&](OpPassManager &manager) {
              stage.build(manager, pipeline);
              return success();
            }))
      return error;
  return Error::success();
}
