// RUN: remat-opt %s --split-input-file --remat-differentiate='function=f mode=vjp' | FileCheck %s

// A product needs the other operand, a sum nothing.

// CHECK-LABEL: func.func @f(
// CHECK-LABEL: func.func @f_fwd(
// CHECK-SAME:    %[[A:.*]]: f32, %[[B:.*]]: f32) -> f32
// CHECK-LABEL: func.func @f_bwd(
// CHECK-SAME:    #remat.residual<argument 0
// CHECK-SAME:    #remat.residual<argument 1
// CHECK-SAME:    %[[CT:[a-z0-9]*]]: f32) -> (f32, f32)
// CHECK-DAG:     arith.mulf %[[CT]], %{{.*}} : f32
// CHECK-DAG:     arith.mulf %[[CT]], %{{.*}} : f32
// CHECK-NOT:     arith.mulf
func.func @f(%a: f32, %b: f32) -> f32 {
  %0 = arith.mulf %a, %b : f32
  return %0 : f32
}

// -----

// CHECK-LABEL: func.func @f(
// CHECK-LABEL: func.func @f_bwd(
// CHECK-SAME:    %[[CT:.*]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
// CHECK-NEXT:    %[[N:.*]] = arith.negf %[[CT]]
// CHECK-NEXT:    return %[[CT]], %[[N]]
func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.subf %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A quotient keeps itself and its divisor, nothing that is computed for it.

// CHECK-LABEL: func.func @f(
// CHECK-LABEL: func.func @f_fwd(
// CHECK-SAME:    %[[A:.*]]: f32, %[[B:.*]]: f32) -> f32
// CHECK-NEXT:    %[[Y:.*]] = arith.divf %[[A]], %[[B]]
// CHECK-NEXT:    return %[[Y]]
// CHECK-LABEL: func.func @f_bwd(
// CHECK-SAME:    %[[B:[a-z0-9]*]]: f32 {remat.residual = #remat.residual<argument 1
// CHECK-SAME:    %[[Y:[a-z0-9]*]]: f32 {remat.residual = #remat.residual<result 0
// CHECK-SAME:    %[[CT:[a-z0-9]*]]: f32)
// CHECK-DAG:     arith.divf %[[CT]], %[[B]]
// CHECK-DAG:     %[[P:.*]] = arith.mulf %[[CT]], %[[Y]]
// CHECK-DAG:     %[[N:.*]] = arith.negf %[[P]]
// CHECK-DAG:     arith.divf %[[N]], %[[B]]
func.func @f(%a: f32, %b: f32) -> f32 {
  %0 = arith.divf %a, %b : f32
  return %0 : f32
}

// -----

// A cotangent has the type of its primal.

// CHECK-LABEL: func.func @f(
// CHECK-LABEL: func.func @f_bwd(
// CHECK-SAME:    %[[CT:.*]]: bf16) -> bf16
// CHECK-NEXT:    %[[W:.*]] = arith.extf %[[CT]] : bf16 to f32
// CHECK-NEXT:    %[[N:.*]] = arith.truncf %[[W]] : f32 to bf16
// CHECK-NEXT:    return %[[N]]
func.func @f(%a: bf16) -> bf16 {
  %0 = arith.extf %a : bf16 to f32
  %1 = arith.truncf %0 : f32 to bf16
  return %1 : bf16
}
