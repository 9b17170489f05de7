// RUN: remat-opt %s | remat-opt | FileCheck %s
// RUN: remat-opt %s -mlir-print-op-generic | remat-opt | FileCheck %s

func.func @layer(%w: tensor<5x4xf32>, %i: i32, %x: tensor<4xf32>) -> (tensor<4xf32>, i32) {
  return %x, %i : tensor<4xf32>, i32
}
func.func @integers(%i: i32) -> i32 {
  return %i : i32
}
func.func @nothing() {
  return
}

// CHECK-LABEL: func @requests
func.func @requests(%w: tensor<5x4xf32>, %i: i32, %x: tensor<4xf32>) {
  // CHECK: %{{.*}}:4 = remat.vjp @layer(%{{.*}}, %{{.*}}, %{{.*}}) cotangents(%{{.*}}) : (tensor<5x4xf32>, i32, tensor<4xf32>), (tensor<4xf32>) -> (tensor<4xf32>, i32, tensor<5x4xf32>, tensor<4xf32>)
  %0:4 = remat.vjp @layer(%w, %i, %x) cotangents(%x) : (tensor<5x4xf32>, i32, tensor<4xf32>), (tensor<4xf32>) -> (tensor<4xf32>, i32, tensor<5x4xf32>, tensor<4xf32>)
  // CHECK: %{{.*}}:3 = remat.vjp @layer(%{{.*}}, %{{.*}}, %{{.*}}) cotangents(%{{.*}}) wrt [2] {tag = 1 : i64} : (tensor<5x4xf32>, i32, tensor<4xf32>), (tensor<4xf32>) -> (tensor<4xf32>, i32, tensor<4xf32>)
  %1:3 = remat.vjp @layer(%w, %i, %x) cotangents(%x) wrt [2] {tag = 1 : i64} : (tensor<5x4xf32>, i32, tensor<4xf32>), (tensor<4xf32>) -> (tensor<4xf32>, i32, tensor<4xf32>)
  // CHECK: %{{.*}} = remat.vjp @integers(%{{.*}}) cotangents() : (i32), () -> (i32)
  %2 = remat.vjp @integers(%i) cotangents() : (i32), () -> (i32)
  // CHECK: remat.vjp @nothing() cotangents() : (), () -> ()
  remat.vjp @nothing() cotangents() : (), () -> ()
  return
}
