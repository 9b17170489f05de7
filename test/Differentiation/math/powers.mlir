// RUN: remat-opt %s --split-input-file --remat-differentiate='function=f mode=vjp' | FileCheck %s

// Constant exponents give the products that one would write by hand: no `powf`,
// no `log`, and no division by a base that may be 0.

// CHECK-LABEL: func.func @f(
// CHECK-LABEL: func.func @f_fwd(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT:    %[[P:.*]] = arith.constant dense<2.0
// CHECK-NEXT:    math.powf
// CHECK-NEXT:    arith.mulf %[[P]], %[[X]]
// CHECK-NEXT:    return
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %p = arith.constant dense<2.0> : tensor<4xf32>
  %0 = math.powf %x, %p : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @f(
// CHECK-LABEL: func.func @f_fwd(
// CHECK:         math.powf
// CHECK-NEXT:    %[[S:.*]] = arith.mulf %{{.*}}, %{{.*}}
// CHECK-NEXT:    arith.mulf %{{.*}}, %[[S]]
// CHECK-NEXT:    return
func.func @f(%x: f32) -> f32 {
  %p = arith.constant 3.0 : f32
  %0 = math.powf %x, %p : f32
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @f(
// CHECK-LABEL: func.func @f_bwd(
// CHECK-SAME:    %[[CT:[a-z0-9]*]]: f32) -> f32
// CHECK-NEXT:    return %[[CT]]
func.func @f(%x: f32) -> f32 {
  %p = arith.constant 1.0 : f32
  %0 = math.powf %x, %p : f32
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @f(
// CHECK-LABEL: func.func @f_fwd(
// CHECK-NOT:     math.log
// CHECK-LABEL: func.func @f_bwd(
// CHECK-NOT:     stored
// CHECK:         return
func.func @f(%x: f32) -> f32 {
  %p = arith.constant 0.0 : f32
  %0 = math.powf %x, %p : f32
  return %0 : f32
}

// -----

// Both operands of a general power: its own residual each.

// CHECK-LABEL: func.func @f(
// CHECK-LABEL: func.func @f_fwd(
// CHECK:         math.powf
// CHECK:         math.powf
// CHECK:         math.log
// CHECK-LABEL: func.func @f_bwd(
func.func @f(%x: f32, %p: f32) -> f32 {
  %0 = math.powf %x, %p : f32
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @f(
// CHECK-LABEL: func.func @f_fwd(
// CHECK-SAME:    %[[X:.*]]: f64, %[[N:.*]]: i32)
// CHECK:         arith.sitofp %[[N]]
// CHECK:         %[[M:.*]] = arith.subi %[[N]]
// CHECK:         math.fpowi %[[X]], %[[M]]
func.func @f(%x: f64, %n: i32) -> f64 {
  %0 = math.fpowi %x, %n : f64, i32
  return %0 : f64
}
