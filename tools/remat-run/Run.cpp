//===- Run.cpp - Everything that one command does -------------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Run.h"
#include "Errors.h"
#include "GradientCheck.h"
#include "HostArray.h"
#include "JitSession.h"
#include "MemoryReport.h"
#include "OutputFiles.h"
#include "Program.h"
#include "Progress.h"
#include "mlir/IR/Remarks.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "remat/InitAll.h"
#include "remat/Runtime/Gemm.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace mlir;
using namespace remat;
using namespace remat::run;
using llvm::Error;
using llvm::Expected;

namespace {

/// A named result: where it goes is decided by its name.
struct NamedArray {
  std::string name;
  HostArray array;
};

/// One command, step by step.
class Run {
public:
  explicit Run(const Options &options) : options(options) {}
  Error go();

private:
  Error load();
  Error readArguments();
  Error checkCotangentSizes();
  Expected<std::unique_ptr<JitSession>> compile(ModuleOp module,
                                                bool derivative);
  Error execute();
  Error check();
  Error prepareOutputs();
  Error writeOutputs();
  void nameResults(std::vector<HostArray> arrays);

  bool differentiates() const {
    return options.differentiates() || options.checkGradients;
  }

  const Options &options;
  std::unique_ptr<MLIRContext> context;
  OwningOpRef<ModuleOp> module;
  SmallVector<Type> argumentTypes, resultTypes, cotangentTypes;
  std::vector<int64_t> wrt;
  std::vector<HostArray> arguments, cotangents;
  StageDump dump;
  std::unique_ptr<JitSession> session;
  std::vector<NamedArray> results;
  RunReport report;
  OutputFiles files;
};

} // namespace

//===----------------------------------------------------------------------===//
// Input
//===----------------------------------------------------------------------===//

static std::unique_ptr<MLIRContext> makeContext(bool remarks) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
  remat::registerAllDialects(registry);
  remat::registerAllPasses();
  // One thread: the machine's cores are for the program.
  auto context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  // A program without its ops may still be asked for a derivative.
  context->loadDialect<RematDialect>();
  remark::RemarkCategories ours;
  ours.passed = ours.missed = ours.analysis = ours.failed = "remat";
  if (remarks)
    (void)remark::enableOptimizationRemarks(
        *context, /*streamer=*/nullptr,
        std::make_unique<remark::RemarkEmittingPolicyAll>(), ours,
        /*printAsEmitRemarks=*/true);
  return context;
}

Error Run::load() {
  context = makeContext(options.remarks);
  auto loaded = loadProgram(context.get(), options.file);
  if (!loaded)
    return loaded.takeError();
  module = std::move(*loaded);
  auto entry = findEntry(*module, options.entry());
  if (!entry)
    return entry.takeError();
  argumentTypes.assign((*entry).getArgumentTypes().begin(),
                       (*entry).getArgumentTypes().end());
  resultTypes.assign((*entry).getResultTypes().begin(),
                     (*entry).getResultTypes().end());
  if (!differentiates())
    return Error::success();
  auto numbers = findWrt(*entry, options.wrt);
  if (!numbers)
    return numbers.takeError();
  wrt = std::move(*numbers);
  auto types = findCotangentTypes(*entry, options.cotangents.size());
  if (!types)
    return types.takeError();
  cotangentTypes = std::move(*types);
  return Error::success();
}

Error Run::readArguments() {
  bool fromDirectory = !options.inputsDirectory.empty();
  if (!fromDirectory && options.inputs.size() != argumentTypes.size())
    return usageError("@" + options.entry() + " takes " +
                      Twine(argumentTypes.size()) + " arguments, " +
                      Twine(options.inputs.size()) + " given by --input");
  for (auto [k, type] : llvm::enumerate(argumentTypes)) {
    SmallString<128> path(options.inputsDirectory);
    llvm::sys::path::append(path, Twine(k) + ".npy");
    std::string what = "argument " + std::to_string(k);
    auto array = fromDirectory ? readArray(path, type, what)
                               : parseArray(options.inputs[k], type, what);
    if (!array)
      return array.takeError();
    arguments.push_back(std::move(*array));
  }
  for (auto [k, type] : llvm::enumerate(cotangentTypes)) {
    auto array =
        parseArray(options.cotangents[k], type, "cotangent " + Twine(k));
    if (!array)
      return array.takeError();
    cotangents.push_back(std::move(*array));
  }
  return Error::success();
}

static SmallVector<const HostArray *>
pointersTo(ArrayRef<HostArray> first, ArrayRef<HostArray> second = {}) {
  SmallVector<const HostArray *> pointers;
  for (ArrayRef<HostArray> arrays : {first, second})
    for (const HostArray &array : arrays)
      pointers.push_back(&array);
  return pointers;
}

/// Where a float result has dynamic sizes, only a run of the function tells
/// which cotangents fit.
Error Run::checkCotangentSizes() {
  auto isDynamic = [](Type type) {
    return ShapedType::isDynamicShape(shapeOf(type));
  };
  if (llvm::none_of(cotangentTypes, isDynamic))
    return Error::success();
  OwningOpRef<ModuleOp> original = module->clone();
  StageDump kept = std::exchange(dump, StageDump());
  auto forward = compile(*original, /*derivative=*/false);
  dump = std::move(kept);
  if (!forward)
    return forward.takeError();
  CallMemory memory;
  double seconds;
  auto values = (*forward)->call(pointersTo(arguments), memory, seconds);
  if (!values)
    return values.takeError();
  size_t next = 0;
  for (const HostArray &value : *values) {
    if (!isa<FloatType>(value.element()))
      continue;
    const HostArray &cotangent = cotangents[next++];
    if (cotangent.shape() != value.shape())
      return usageError("cotangent " + Twine(next - 1) + ": " +
                        cotangent.describe() + " given, expected " +
                        value.describe());
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Compile and run
//===----------------------------------------------------------------------===//

/// Compiles the function, with its derivative or without.
Expected<std::unique_ptr<JitSession>> Run::compile(ModuleOp program,
                                                   bool derivative) {
  std::string entry = options.entry();
  Options adjusted = options;
  if (derivative && !options.differentiates())
    std::swap(adjusted.grad, adjusted.function);
  if (!derivative && options.differentiates())
    std::swap(adjusted.grad, adjusted.function);
  if (Error error = differentiate(program, adjusted, wrt,
                                  cotangentTypes.empty(), dump, entry))
    return std::move(error);
  auto function = program.lookupSymbol<func::FuncOp>(entry);
  SmallVector<Type> inputs(function.getArgumentTypes());
  SmallVector<Type> outputs(function.getResultTypes());
  if (Error error = lower(program, entry, options, dump))
    return std::move(error);
  Progress progress("generating machine code");
  return JitSession::compile(program, entry, inputs, outputs,
                             options.floatMode);
}

/// Results are `value<k>`, gradients `grad<argument>`.
void Run::nameResults(std::vector<HostArray> arrays) {
  for (auto [k, array] : llvm::enumerate(arrays)) {
    std::string name =
        k < resultTypes.size()
            ? "value" + std::to_string(k)
            : "grad" + std::to_string(wrt[k - resultTypes.size()]);
    results.push_back({name, std::move(array)});
  }
}

Error Run::execute() {
  auto inputs = pointersTo(arguments, cotangents);
  double seconds = 0;
  {
    Progress progress("running");
    auto arrays = session->call(inputs, report.memory, seconds);
    if (!arrays)
      return arrays.takeError();
    nameResults(std::move(*arrays));
  }
  std::vector<double> times;
  Progress progress("timing");
  for (unsigned i = 0; i < options.timedRuns; ++i) {
    CallMemory memory;
    auto arrays = session->call(inputs, memory, seconds);
    if (!arrays)
      return arrays.takeError();
    times.push_back(seconds);
  }
  if (times.empty())
    return Error::success();
  llvm::sort(times);
  report.timedRuns = times.size();
  report.minimumSeconds = times.front();
  report.medianSeconds =
      (times[times.size() / 2] + times[(times.size() - 1) / 2]) / 2;
  return Error::success();
}

/// The derivative, compared with differences of the function itself.
Error Run::check() {
  dump = StageDump();
  OwningOpRef<ModuleOp> original = module->clone();
  auto forward = compile(*original, /*derivative=*/false);
  if (!forward)
    return forward.takeError();
  auto evaluate = [&](ArrayRef<const HostArray *> inputs) {
    CallMemory memory;
    double seconds;
    return (*forward)->call(inputs, memory, seconds);
  };
  std::vector<HostArray> gradients;
  for (size_t k = resultTypes.size(); k < results.size(); ++k)
    gradients.push_back(results[k].array.clone());
  Progress progress("checking gradients");
  auto passed = checkGradients(llvm::outs(), arguments, cotangents, wrt,
                               gradients, evaluate);
  if (!passed)
    return passed.takeError();
  return *passed ? Error::success()
                 : programError("gradients differ from finite differences");
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

/// Finds out what can't be written before the long work begins.
Error Run::prepareOutputs() {
  size_t count = resultTypes.size() + (differentiates() ? wrt.size() : 0);
  if (options.outputs.size() > count)
    return usageError(Twine(options.outputs.size()) +
                      " outputs asked for, there are " + Twine(count) +
                      " results");
  if (!options.outputDirectory.empty()) {
    if (Error error = files.makeDirectory(options.outputDirectory))
      return error;
    SmallString<128> probe(options.outputDirectory);
    llvm::sys::path::append(probe, "value0.npy");
    if (Error error = files.checkWritable(probe))
      return error;
  }
  for (const std::string &path : options.outputs)
    if (Error error = files.checkWritable(path))
      return error;
  if (!options.reportFile.empty())
    return files.checkWritable(options.reportFile);
  return Error::success();
}

Error Run::writeOutputs() {
  for (auto [k, result] : llvm::enumerate(results)) {
    SmallString<128> path;
    if (!options.outputDirectory.empty()) {
      path = options.outputDirectory;
      llvm::sys::path::append(path, result.name + ".npy");
    } else if (k < options.outputs.size()) {
      path = options.outputs[k];
    } else {
      continue;
    }
    if (Error error = files.add(path, npyContents(result.array)))
      return error;
  }
  if (!options.reportFile.empty())
    if (Error error = files.add(options.reportFile, reportAsJson(report)))
      return error;
  if (Error error = files.commit())
    return error;
  llvm::raw_ostream &os = llvm::outs();
  if (options.outputs.empty() && options.outputDirectory.empty() &&
      !options.checkGradients)
    for (const NamedArray &result : results)
      printArray(os, result.name, result.array);
  if (options.reportMemory && options.reportFile.empty())
    printMemory(os, report);
  if (report.timedRuns)
    printTimes(os, report);
  return Error::success();
}

Error Run::go() {
  if (Error error = load())
    return error;
  if (Error error = readArguments())
    return error;
  if (Error error = checkCotangentSizes())
    return error;
  if (Error error = prepareOutputs())
    return error;
  auto created = StageDump::create(options.dumpDirectory);
  if (!created)
    return created.takeError();
  dump = std::move(*created);
  if (Error error = dump.write("input", *module))
    return error;
  runtime::setThreads(options.threads);
  auto start = std::chrono::steady_clock::now();
  OwningOpRef<ModuleOp> program = module->clone();
  auto compiled = compile(*program, differentiates());
  if (!compiled)
    return compiled.takeError();
  session = std::move(*compiled);
  report.compileSeconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  if (Error error = execute())
    return error;
  if (options.checkGradients)
    if (Error error = check())
      return error;
  return writeOutputs();
}

Error remat::run::run(const Options &options) { return Run(options).go(); }
