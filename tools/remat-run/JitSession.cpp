//===- JitSession.cpp - Compiled code and calls of it ---------------------===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Uses the C interface of compiled functions: every tensor is passed as a
// pointer to its descriptor (two addresses, offset, sizes, strides), and a
// function with a tensor or several results writes a struct of them.
//
//===----------------------------------------------------------------------===//

#include "JitSession.h"
#include "Errors.h"
#include "Externals.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "remat/Runtime/Allocator.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include <algorithm>
#include <chrono>
#include <cstring>

using namespace mlir;
using namespace remat::run;
using llvm::Expected;
namespace orc = llvm::orc;
namespace runtime = remat::runtime;
using FloatMode = remat::FloatMode;

JitSession::~JitSession() = default;

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

static Expected<std::unique_ptr<llvm::TargetMachine>> makeTarget() {
  auto builder = orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
  return builder->createTargetMachine();
}

Expected<std::unique_ptr<JitSession>>
JitSession::compile(ModuleOp module, StringRef entry, ArrayRef<Type> arguments,
                    ArrayRef<Type> results, FloatMode floatMode) {
  if (llvm::Error error = checkExternals(module))
    return std::move(error);
  std::unique_ptr<JitSession> session(new JitSession());
  session->argumentTypes.assign(arguments.begin(), arguments.end());
  session->resultTypes.assign(results.begin(), results.end());
  auto target = makeTarget();
  if (!target)
    return programError(llvm::toString(target.takeError()));
  session->target = std::move(*target);
  auto optimize = makeOptimizingTransformer(2, 0, session->target.get());
  ExecutionEngineOptions options;
  options.transformer = optimize;
  options.jitCodeGenOptLevel = llvm::CodeGenOptLevel::Default;
  options.enableGDBNotificationListener = false;
  options.enablePerfNotificationListener = false;
  auto engine = ExecutionEngine::create(module, options);
  if (!engine)
    return programError("cannot compile: " +
                        llvm::toString(engine.takeError()));
  session->engine = std::move(*engine);
  session->engine->registerSymbols(runtimeSymbols);
  auto function = session->engine->lookupPacked("_mlir_ciface_" + entry.str());
  if (!function)
    return programError("cannot compile: " +
                        llvm::toString(function.takeError()));
  session->function = *function;
  return session;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Words of a descriptor.
static size_t descriptorWords(int64_t rank) { return 3 + 2 * rank; }

static std::vector<int64_t> makeDescriptor(const HostArray &array) {
  int64_t rank = array.shape().size();
  std::vector<int64_t> words(descriptorWords(rank));
  words[0] = words[1] = reinterpret_cast<int64_t>(array.data());
  int64_t stride = 1;
  for (int64_t dim = rank; dim-- > 0;) {
    words[3 + dim] = array.shape()[dim];
    words[3 + rank + dim] = stride;
    stride *= array.shape()[dim];
  }
  return words;
}

namespace {

/// Where the results of a call lie in the struct that it writes.
struct ResultLayout {
  explicit ResultLayout(ArrayRef<Type> types) {
    for (Type type : types) {
      bool isTensor = isa<RankedTensorType>(type);
      size_t itemSize = HostArray(elementOf(type), {}).itemSize();
      size_t size =
          isTensor ? descriptorWords(shapeOf(type).size()) * 8 : itemSize;
      size_t alignment = isTensor ? 8 : itemSize;
      bytes = llvm::alignTo(bytes, alignment);
      offsets.push_back(bytes);
      bytes += size;
    }
  }

  SmallVector<size_t> offsets;
  size_t bytes = 0;
};

} // namespace

/// Copies a result out of its buffer and collects the buffer.
static HostArray readTensor(Type type, const char *at,
                            SmallVectorImpl<void *> &buffers) {
  int64_t rank = shapeOf(type).size();
  SmallVector<int64_t> words(descriptorWords(rank));
  std::memcpy(words.data(), at, words.size() * sizeof(int64_t));
  HostArray array(elementOf(type), ArrayRef(words).slice(3, rank));
  auto *data =
      reinterpret_cast<const char *>(words[1]) + words[2] * array.itemSize();
  std::copy_n(data, array.bytes(), array.data()); // Null where empty.
  auto *buffer = reinterpret_cast<void *>(words[0]);
  if (!llvm::is_contained(buffers, buffer))
    buffers.push_back(buffer);
  return array;
}

Expected<std::vector<HostArray>>
JitSession::call(ArrayRef<const HostArray *> arguments, CallMemory &memory,
                 double &seconds) {
  runtime::Allocator &allocator = runtime::programAllocator();
  memory = CallMemory();
  std::vector<std::vector<int64_t>> descriptors;
  std::vector<void *> pointers(arguments.size());
  for (auto [i, array] : llvm::enumerate(arguments)) {
    memory.arguments += array->bytes();
    if (isa<RankedTensorType>(argumentTypes[i]))
      descriptors.push_back(makeDescriptor(*array));
    else
      pointers[i] = const_cast<char *>(array->data());
  }
  // Addresses last, as the vector no longer grows.
  for (size_t i = 0, tensor = 0; i < arguments.size(); ++i)
    if (!pointers[i])
      pointers[i] = descriptors[tensor++].data();

  ResultLayout layout(resultTypes);
  std::vector<char> results(layout.bytes + 8);
  void *resultsAddress = results.data();
  // A single number is returned; a struct is written through an argument.
  bool byValue =
      resultTypes.size() == 1 && !isa<RankedTensorType>(resultTypes[0]);
  std::vector<void *> packed;
  if (!resultTypes.empty() && !byValue)
    packed.push_back(&resultsAddress);
  std::vector<void *> values(pointers);
  for (auto [i, pointer] : llvm::enumerate(values))
    packed.push_back(isa<RankedTensorType>(argumentTypes[i])
                         ? static_cast<void *>(&pointer)
                         : pointer);
  if (byValue)
    packed.push_back(resultsAddress);

  size_t before = allocator.counts().current;
  allocator.resetPeak();
  auto start = std::chrono::steady_clock::now();
  function(packed.data());
  seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  memory.peak = allocator.counts().peak - before;

  std::vector<HostArray> arrays;
  SmallVector<void *> buffers;
  for (auto [type, offset] : llvm::zip(resultTypes, layout.offsets)) {
    if (isa<RankedTensorType>(type)) {
      arrays.push_back(readTensor(type, &results[offset], buffers));
      continue;
    }
    HostArray number(type, {});
    std::memcpy(number.data(), &results[offset], number.itemSize());
    arrays.push_back(std::move(number));
  }
  for (void *buffer : buffers) {
    size_t bytes = 0;
    if (!allocator.isLive(buffer, &bytes))
      continue;
    memory.results += bytes;
    allocator.release(buffer);
  }
  size_t after = allocator.counts().current;
  if (after != before)
    return programError("the program leaks " + Twine(after - before) +
                        " bytes a call; this is a fault of the compiler");
  return arrays;
}
