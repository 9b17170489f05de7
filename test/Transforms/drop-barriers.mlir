// RUN: remat-opt %s -remat-drop-barriers | FileCheck %s
// RUN: remat-opt %s -pass-pipeline='builtin.module(func.func(remat-drop-barriers))' | FileCheck %s

// CHECK-LABEL: func @scalars
// CHECK-SAME: (%[[X:.*]]: f32, %[[I:.*]]: index, %[[V:.*]]: vector<4xf32>, %[[M:.*]]: memref<4xf32>)
// CHECK-NEXT: %[[S:.*]] = math.sin %[[X]]
// CHECK-NEXT: return %[[S]], %[[I]], %[[V]], %[[M]]
func.func @scalars(%x: f32, %i: index, %v: vector<4xf32>, %m: memref<4xf32>) -> (f32, index, vector<4xf32>, memref<4xf32>) {
  %0 = remat.optimization_barrier %x : f32
  %1 = remat.optimization_barrier %0 : f32
  %s = math.sin %1 : f32
  %2 = remat.optimization_barrier %i : index
  %3 = remat.optimization_barrier %v : vector<4xf32>
  %4 = remat.optimization_barrier %m : memref<4xf32>
  return %s, %2, %3, %4 : f32, index, vector<4xf32>, memref<4xf32>
}

// CHECK-LABEL: func @nested
// CHECK: scf.for
// CHECK-NEXT: arith.addf
func.func @nested(%x: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %x) -> f32 {
    %a = remat.optimization_barrier %sum : f32
    %t = arith.addf %a, %x : f32
    scf.yield %t : f32
  }
  return %r : f32
}

// CHECK-LABEL: func @tensor
// CHECK-NEXT: remat.optimization_barrier
func.func @tensor(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = remat.optimization_barrier %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
