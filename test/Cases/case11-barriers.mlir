// REQUIRES: jax
// RUN: %case %s two_layers
// RUN: remat-opt %s --remat-differentiate='function=f mode=vjp' | FileCheck %s
// RUN: remat-opt %s --remat-differentiate='function=f mode=grad' | FileCheck %s --check-prefix=JOINT
// RUN: remat-opt %s --remat-differentiate='function=f mode=vjp' --remat-erase \
// RUN:   -eliminate-empty-tensors -empty-tensor-to-alloc-tensor \
// RUN:   -one-shot-bufferize='bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map' \
// RUN:   -canonicalize -cse -canonicalize | FileCheck %s --check-prefix=BUFFERS

// Barriers stand on the values that a replay starts from, and nowhere else: not in a
// function that is not differentiated, not on a cotangent. None costs a copy.

// CHECK: func.func @f(
// CHECK-NOT: remat.optimization_barrier
// CHECK: func.func @f_fwd(
// CHECK-NOT: remat.optimization_barrier
// CHECK: func.func @f_bwd(
// CHECK-SAME: %[[W:[^:]*]]: tensor<4x4xf32> {remat.residual = #remat.residual<argument 0,
// CHECK-SAME: %[[X:[^:]*]]: tensor<4xf32> {remat.residual = #remat.residual<argument 1,
// CHECK-SAME: %[[S:[^:]*]]: tensor<4xf32> {remat.residual = #remat.residual<stored 0,
// CHECK-SAME: %[[CT:[^:]*]]: tensor<f32>)
// CHECK-NOT: remat.optimization_barrier %[[CT]]
// CHECK-DAG: remat.optimization_barrier %[[W]] :
// CHECK-DAG: remat.optimization_barrier %[[S]] :
// CHECK-DAG: remat.optimization_barrier %[[W]] :
// CHECK-DAG: remat.optimization_barrier %[[X]] :
// CHECK-NOT: remat.optimization_barrier
// CHECK: func.func @other(
// CHECK-NOT: remat.optimization_barrier

// JOINT-LABEL: func.func @f_grad(
// JOINT-COUNT-4: remat.optimization_barrier
// JOINT-NOT: remat.optimization_barrier

// BUFFERS: func.func @f_bwd(
// BUFFERS-NOT: remat.optimization_barrier
// BUFFERS-NOT: memref.copy

func.func @f(%W: tensor<4x4xf32> loc("W"), %x: tensor<4xf32> loc("x")) -> tensor<f32> {
  %r1 = remat.checkpoint (%w = %W : tensor<4x4xf32>, %v = %x : tensor<4xf32>) -> (tensor<4xf32>) {
    %zero = arith.constant 0.0 : f32
    %empty = tensor.empty() : tensor<4xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
    %y = linalg.matvec ins(%w, %v : tensor<4x4xf32>, tensor<4xf32>) outs(%init : tensor<4xf32>) -> tensor<4xf32>
    %s = linalg.map { math.sin } ins(%y : tensor<4xf32>) outs(%empty : tensor<4xf32>)
    remat.yield %s : tensor<4xf32>
  }
  %r2 = remat.checkpoint (%w = %W : tensor<4x4xf32>, %v = %r1 : tensor<4xf32>) -> (tensor<4xf32>) {
    %zero = arith.constant 0.0 : f32
    %empty = tensor.empty() : tensor<4xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
    %y = linalg.matvec ins(%w, %v : tensor<4x4xf32>, tensor<4xf32>) outs(%init : tensor<4xf32>) -> tensor<4xf32>
    %s = linalg.map { math.sin } ins(%y : tensor<4xf32>) outs(%empty : tensor<4xf32>)
    remat.yield %s : tensor<4xf32>
  }
  %zero = arith.constant 0.0 : f32
  %point = tensor.empty() : tensor<f32>
  %start = linalg.fill ins(%zero : f32) outs(%point : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce { arith.addf } ins(%r2 : tensor<4xf32>) outs(%start : tensor<f32>) dimensions = [0]
  return %sum : tensor<f32>
}

func.func @other(%x: f32) -> f32 {
  %y = remat.checkpoint (%a = %x : f32) -> (f32) {
    %s = math.sin %a : f32
    remat.yield %s : f32
  }
  return %y : f32
}
