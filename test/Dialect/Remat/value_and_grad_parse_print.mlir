// RUN: remat-opt %s | remat-opt | FileCheck %s
// RUN: remat-opt %s -mlir-print-op-generic | remat-opt | FileCheck %s

func.func @loss(%w: tensor<4xf32>, %i: i32, %x: f32) -> (f32, i32) {
  return %x, %i : f32, i32
}
func.func @rank0(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

// CHECK-LABEL: func @requests
func.func @requests(%w: tensor<4xf32>, %i: i32, %x: f32, %t: tensor<f32>) {
  // CHECK: %{{.*}}:4 = remat.value_and_grad @loss(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<4xf32>, i32, f32) -> (f32, i32, tensor<4xf32>, f32)
  %0:4 = remat.value_and_grad @loss(%w, %i, %x) : (tensor<4xf32>, i32, f32) -> (f32, i32, tensor<4xf32>, f32)
  // CHECK: %{{.*}}:4 = remat.value_and_grad @loss(%{{.*}}, %{{.*}}, %{{.*}}) wrt [2, 0] {tag = 1 : i64} : (tensor<4xf32>, i32, f32) -> (f32, i32, f32, tensor<4xf32>)
  %1:4 = remat.value_and_grad @loss(%w, %i, %x) wrt [2, 0] {tag = 1 : i64} : (tensor<4xf32>, i32, f32) -> (f32, i32, f32, tensor<4xf32>)
  // CHECK: %{{.*}}:2 = remat.value_and_grad @loss(%{{.*}}, %{{.*}}, %{{.*}}) wrt [] : (tensor<4xf32>, i32, f32) -> (f32, i32)
  %2:2 = remat.value_and_grad @loss(%w, %i, %x) wrt [] : (tensor<4xf32>, i32, f32) -> (f32, i32)
  // CHECK: %{{.*}}:2 = remat.value_and_grad @rank0(%{{.*}}) : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  %3:2 = remat.value_and_grad @rank0(%t) : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}
