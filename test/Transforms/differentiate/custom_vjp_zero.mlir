// A derivative that is a constant zero stops the backward pass: what lies before
// it is not differentiated, so the cosine below is neither computed nor kept.

// RUN: remat-opt %s --remat-differentiate='function=f mode=grad' --canonicalize --cse --symbol-dce | FileCheck %s
// RUN: remat-opt %s --remat-print-saved-residuals=function=f -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAVED

// CHECK-LABEL: func.func @f_grad(
// CHECK-SAME: %[[X:.*]]: f32
// CHECK: %[[S:.*]] = math.sin %[[X]] : f32
// CHECK: %[[Y:.*]] = arith.mulf %[[X]], %[[S]] : f32
// CHECK-NOT: math.cos
// CHECK: return %[[Y]], %[[S]] : f32, f32

// SAVED: {{^}}f32[] output of sin
// SAVED-NOT: cos
func.func @f(%x: f32 loc("x")) -> f32 {
  %s = math.sin %x : f32
  %stopped = remat.custom_vjp @stop(%s) fwd @stop bwd @zero : (f32) -> f32
  %y = arith.mulf %x, %stopped : f32
  return %y : f32
}
func.func private @stop(%x: f32) -> f32 {
  return %x : f32
}
func.func private @zero(%ct: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  return %zero : f32
}
