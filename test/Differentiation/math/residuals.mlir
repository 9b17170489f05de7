// RUN: remat-opt %s --split-input-file --remat-differentiate='function=f mode=vjp' | FileCheck %s

// What each op keeps: the derivative itself, or a value that it follows from.

// CHECK-LABEL: func.func @f(
// CHECK-LABEL: func.func @f_fwd(
// CHECK-SAME:    %[[X:.*]]: f32
// CHECK:         math.sin %[[X]]
// CHECK-NEXT:    math.cos %[[X]]
// CHECK-LABEL: func.func @f_bwd(
// CHECK-SAME:    output of cos
// CHECK-NOT:     math.
// CHECK:         return
func.func @f(%x: f32) -> f32 {
  %0 = math.sin %x : f32
  return %0 : f32
}

// -----

// The result of tanh serves for its derivative, so nothing is stored.

// CHECK-LABEL: func.func @f(
// CHECK-LABEL: func.func @f_fwd(
// CHECK-SAME:    tensor<?xf32>) -> tensor<?xf32>
// CHECK-LABEL: func.func @f_bwd(
// CHECK-SAME:    %[[Y:[a-z0-9]*]]: tensor<?xf32> {remat.residual = #remat.residual<result 0
// CHECK-SAME:    %[[CT:[a-z0-9]*]]: tensor<?xf32>)
// CHECK:         %[[S:.*]] = arith.mulf %[[Y]], %[[Y]]
// CHECK:         %[[SIZE:.*]] = tensor.dim
// CHECK:         %[[ONE:.*]] = tensor.splat %{{.*}}[%[[SIZE]]] : tensor<?xf32>
// CHECK:         %[[D:.*]] = arith.subf %[[ONE]], %[[S]]
// CHECK:         arith.mulf %[[CT]], %[[D]]
func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = math.tanh %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// exp, too; where it is 0, so is its derivative, whatever the cotangent.

// CHECK-LABEL: func.func @f(
// CHECK-LABEL: func.func @f_fwd(
// CHECK-SAME:    f32) -> f32
// CHECK-LABEL: func.func @f_bwd(
// CHECK-SAME:    %[[Y:[a-z0-9]*]]: f32 {remat.residual = #remat.residual<result 0
// CHECK-SAME:    %[[CT:[a-z0-9]*]]: f32)
// CHECK:         %[[Z:.*]] = arith.cmpf oeq, %[[Y]]
// CHECK:         %[[P:.*]] = arith.mulf %[[CT]], %[[Y]]
// CHECK:         arith.select %[[Z]], %{{.*}}, %[[P]]
func.func @f(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  return %0 : f32
}

// -----

// A rounding has derivative 0, and keeps nothing.

// CHECK-LABEL: func.func @f(
// CHECK-LABEL: func.func @f_bwd(
// CHECK-SAME:    %{{[a-z0-9]*}}: f32) -> f32
// CHECK-NEXT:    %[[Z:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:    return %[[Z]]
func.func @f(%x: f32) -> f32 {
  %0 = math.floor %x : f32
  return %0 : f32
}

// -----

// Both results of sincos have a derivative.

// CHECK-LABEL: func.func @f(
// CHECK-LABEL: func.func @f_bwd(
// CHECK-SAME:    output of cos
// CHECK-SAME:    output of sin
// CHECK-SAME:    %[[CS:[a-z0-9]*]]: f32, %[[CC:[a-z0-9]*]]: f32) -> f32
// CHECK:         arith.addf
// CHECK-NEXT:    return
func.func @f(%x: f32) -> (f32, f32) {
  %0, %1 = math.sincos %x : f32
  return %0, %1 : f32, f32
}
