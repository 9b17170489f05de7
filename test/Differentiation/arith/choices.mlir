// RUN: remat-opt %s --split-input-file --remat-differentiate='function=f mode=vjp' | FileCheck %s

// A select is transposed into selects; what wasn't chosen gets 0 even of a NaN.

// CHECK-LABEL: func.func @f(
// CHECK-LABEL: func.func @f_bwd(
// CHECK-SAME:    %[[P:[a-z0-9]*]]: tensor<3xi1> {remat.residual = #remat.residual<argument 0
// CHECK-SAME:    %[[CT:[a-z0-9]*]]: tensor<3xf32>)
// CHECK-DAG:     arith.select %[[P]], %[[CT]], %{{.*}} : tensor<3xi1>, tensor<3xf32>
// CHECK-DAG:     arith.select %[[P]], %{{.*}}, %[[CT]] : tensor<3xi1>, tensor<3xf32>
// CHECK-NOT:     arith.mulf
// CHECK:         return
func.func @f(%p: tensor<3xi1>, %a: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<3xf32> {
  %0 = arith.select %p, %a, %b : tensor<3xi1>, tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Both operands of a maximum share one residual: the weight of the first.

// CHECK-LABEL: func.func @f(
// CHECK-LABEL: func.func @f_fwd(
// CHECK-SAME:    -> (f32, f32)
// CHECK-LABEL: func.func @f_bwd(
// CHECK-SAME:    %[[W:[a-z0-9]*]]: f32 {remat.residual = #remat.residual<stored 0
// CHECK-SAME:    %[[CT:[a-z0-9]*]]: f32) -> (f32, f32)
// CHECK:         arith.mulf %[[CT]], %[[W]]
// CHECK:         arith.subf %{{.*}}, %[[W]]
func.func @f(%a: f32, %b: f32) -> f32 {
  %0 = arith.maximumf %a, %b : f32
  return %0 : f32
}
