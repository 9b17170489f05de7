// RUN: not remat-opt %s -split-input-file --remat-differentiate 2>&1 | FileCheck %s

// Requests that lead back to themselves have no end: the error lies at one of them.

// CHECK: cycle.mlir:{{[12]}}:1: error: asks for the derivative of '@{{[ab]}}' from within it, which has no end
func.func @a(%x: f32) -> f32 {
  %v, %g = remat.value_and_grad @b(%x) : (f32) -> (f32, f32) loc("cycle.mlir":1:1)
  return %g : f32
}
func.func @b(%x: f32) -> f32 {
  %v, %g = remat.value_and_grad @a(%x) : (f32) -> (f32, f32) loc("cycle.mlir":2:1)
  return %g : f32
}

// -----

// CHECK: self.mlir:3:1: error: asks for the derivative of '@c' from within it, which has no end
func.func @c(%x: f32) -> f32 {
  %v, %g = remat.value_and_grad @c(%x) : (f32) -> (f32, f32) loc("self.mlir":3:1)
  return %g : f32
}

// -----

// Through a call.
// CHECK: call.mlir:{{[45]}}:1: error: asks for the derivative of '@{{[de]}}' from within it, which has no end
func.func @d(%x: f32) -> f32 {
  %y = func.call @e(%x) : (f32) -> f32 loc("call.mlir":4:1)
  return %y : f32
}
func.func @e(%x: f32) -> f32 {
  %v, %g = remat.value_and_grad @d(%x) : (f32) -> (f32, f32) loc("call.mlir":5:1)
  return %g : f32
}

// -----

// A function that calls itself cannot be differentiated once.
// CHECK: calls.mlir:6:1: error: calls '@g' recursively, which can't be differentiated
func.func @g(%x: f32) -> f32 {
  %y = func.call @g(%x) : (f32) -> f32 loc("calls.mlir":6:1)
  return %y : f32
}
func.func @h(%x: f32) -> f32 {
  %v, %g = remat.value_and_grad @g(%x) : (f32) -> (f32, f32) loc("calls.mlir":7:1)
  return %g : f32
}

// -----

// A function without a body.
// CHECK: body.mlir:8:1: error: 'remat.value_and_grad' op differentiates @k, which has no body
func.func private @k(f32) -> f32
func.func @l(%x: f32) -> f32 {
  %v, %g = remat.value_and_grad @k(%x) : (f32) -> (f32, f32) loc("body.mlir":8:1)
  return %g : f32
}
