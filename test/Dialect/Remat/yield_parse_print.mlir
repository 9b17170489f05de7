// RUN: remat-opt %s | remat-opt | FileCheck %s
// RUN: remat-opt %s -mlir-print-op-generic | remat-opt | FileCheck %s

// CHECK-LABEL: func @values
func.func @values(%x: f32, %y: tensor<4xf32>) -> (f32, tensor<4xf32>) {
  // CHECK: remat.yield %{{.*}}, %{{.*}} : f32, tensor<4xf32>
  %0:2 = remat.checkpoint (%a = %x : f32, %b = %y : tensor<4xf32>) -> (f32, tensor<4xf32>) {
    remat.yield %a, %b : f32, tensor<4xf32>
  }
  return %0#0, %0#1 : f32, tensor<4xf32>
}

// One without values is implied.
// CHECK-LABEL: func @implied
func.func @implied() {
  // CHECK: remat.checkpoint () {
  // CHECK-NEXT: }
  remat.checkpoint () {
    remat.yield
  }
  return
}
