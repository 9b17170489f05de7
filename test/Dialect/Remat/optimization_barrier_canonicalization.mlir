// RUN: remat-opt %s -canonicalize | FileCheck %s

// CHECK-LABEL: func @constant
func.func @constant() -> (f32, tensor<2xf32>) {
  // CHECK-DAG: %[[A:.*]] = arith.constant 2.0
  // CHECK-DAG: %[[B:.*]] = arith.constant dense<1.0
  // CHECK-NOT: remat.optimization_barrier
  // CHECK: return %[[A]], %[[B]]
  %c = arith.constant 2.0 : f32
  %0 = remat.optimization_barrier %c : f32
  %d = arith.constant dense<1.0> : tensor<2xf32>
  %1 = remat.optimization_barrier %d : tensor<2xf32>
  return %0, %1 : f32, tensor<2xf32>
}

// What fed a barrier without uses goes with it.
// CHECK-LABEL: func @dead
// CHECK-NEXT: return
func.func @dead(%x: f32) {
  %s = math.sin %x : f32
  %0 = remat.optimization_barrier %s : f32
  %1 = math.cos %0 : f32
  return
}

// Nothing else is seen through.
// CHECK-LABEL: func @stays
// CHECK-SAME: (%[[X:.*]]: f32)
func.func @stays(%x: f32) -> f32 {
  // CHECK: %[[A:.*]] = remat.optimization_barrier %[[X]]
  // CHECK: %[[B:.*]] = remat.optimization_barrier %[[A]]
  // CHECK: %[[C:.*]] = arith.subf %[[X]], %[[B]]
  // CHECK: return %[[C]]
  %0 = remat.optimization_barrier %x : f32
  %1 = remat.optimization_barrier %0 : f32
  %2 = arith.subf %x, %1 : f32
  return %2 : f32
}
