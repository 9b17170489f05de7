# The upstream headers that most sources include, compiled once: reading them takes
# most of a source's time. Sources still include what they use; a build with
# -DREMAT_PRECOMPILE=OFF finds one that doesn't.

option(REMAT_PRECOMPILE "Compile the upstream headers once" ON)
if(NOT REMAT_PRECOMPILE)
  return()
endif()

file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/Precompiled.cpp CONTENT "")
add_library(RematPrecompiled OBJECT ${PROJECT_BINARY_DIR}/Precompiled.cpp)
set_target_properties(RematPrecompiled PROPERTIES POSITION_INDEPENDENT_CODE ON)
# Without time stamps ccache can tell that two are equal.
target_compile_options(RematPrecompiled PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
target_precompile_headers(RematPrecompiled PRIVATE
  <mlir/Dialect/Arith/IR/Arith.h>
  <mlir/Dialect/Func/IR/FuncOps.h>
  <mlir/Dialect/Linalg/IR/Linalg.h>
  <mlir/Dialect/Math/IR/Math.h>
  <mlir/Dialect/SCF/IR/SCF.h>
  <mlir/Dialect/Tensor/IR/Tensor.h>
  <mlir/IR/Matchers.h>
  <mlir/IR/PatternMatch.h>
  <mlir/Pass/Pass.h>
  <llvm/ADT/TypeSwitch.h>)
