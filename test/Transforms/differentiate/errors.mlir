// RUN: not remat-opt %s -split-input-file --remat-differentiate='function=f wrt=0' 2>&1 | FileCheck %s
// RUN: not remat-opt %s -split-input-file --remat-differentiate='function=f wrt=0' 2>/dev/null | FileCheck %s --check-prefix=NOTHING --allow-empty

// Each error names the culprit at its location, and no gradient comes out beside it.
// NOTHING-NOT: _grad
// NOTHING-NOT: _bwd

// CHECK: integer.mlir:1:2: error: wrt names argument 0 of '@f', which is 'i32' and has no gradient; name float arguments
func.func @f(%i: i32, %x: f32) -> f32 {
  return %x : f32
} loc("integer.mlir":1:2)

// -----

// CHECK: error: there is no function '@f' to differentiate
func.func @another(%x: f32) -> f32 {
  return %x : f32
}

// -----

// CHECK: opaque.mlir:3:4: error: 'func.call' can't be differentiated: it calls '@opaque', which has no body
func.func private @opaque(f32) -> f32
func.func @f(%x: f32) -> f32 {
  %y = func.call @opaque(%x) : (f32) -> f32 loc("opaque.mlir":3:4)
  return %y : f32
}

// -----

// An op without a rule where its derivative is needed.
// CHECK: rule.mlir:5:6: error: 'arith.bitcast' can't be differentiated: it has no derivative rule
func.func @f(%x: f16) -> bf16 {
  %y = arith.bitcast %x : f16 to bf16 loc("rule.mlir":5:6)
  return %y : bf16
}

// -----

// CHECK: out_of_range.mlir:7:8: error: wrt names argument 0, but '@f' has 0
func.func @f() -> f32 {
  %c = arith.constant 1.0 : f32
  return %c : f32
} loc("out_of_range.mlir":7:8)
