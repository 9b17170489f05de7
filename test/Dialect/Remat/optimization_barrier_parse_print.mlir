// RUN: remat-opt %s | remat-opt | FileCheck %s
// RUN: remat-opt %s -mlir-print-op-generic | remat-opt | FileCheck %s

// CHECK-LABEL: func @barriers
func.func @barriers(%x: f32, %y: tensor<?x4xf32>, %i: index) {
  // CHECK: remat.optimization_barrier %{{.*}} : f32
  %0 = remat.optimization_barrier %x : f32
  // CHECK: remat.optimization_barrier %{{.*}} {tag = 1 : i64} : tensor<?x4xf32>
  %1 = remat.optimization_barrier %y {tag = 1 : i64} : tensor<?x4xf32>
  // CHECK: remat.optimization_barrier %{{.*}} : index
  %2 = remat.optimization_barrier %i : index
  return
}
