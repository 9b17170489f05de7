// RUN: remat-opt %s | remat-opt | FileCheck %s
// RUN: remat-opt %s -mlir-print-op-generic | remat-opt | FileCheck %s

// CHECK-LABEL: func @names
func.func @names(%x: f32, %y: tensor<?x4xf32>, %z: vector<4xf64>, %i: i32) {
  // CHECK: remat.checkpoint_name %{{.*}} "a" : f32
  %0 = remat.checkpoint_name %x "a" : f32
  // CHECK: remat.checkpoint_name %{{.*}} "attn \22out\22" : tensor<?x4xf32>
  %1 = remat.checkpoint_name %y "attn \"out\"" : tensor<?x4xf32>
  // CHECK: remat.checkpoint_name %{{.*}} "b" store(bf16) : tensor<?x4xf32>
  %2 = remat.checkpoint_name %y "b" store(bf16) : tensor<?x4xf32>
  // CHECK: remat.checkpoint_name %{{.*}} "c" store(f32) {tag = 1 : i64} : vector<4xf64>
  %3 = remat.checkpoint_name %z "c" store(f32) {tag = 1 : i64} : vector<4xf64>
  // CHECK: remat.checkpoint_name %{{.*}} "i" : i32
  %4 = remat.checkpoint_name %i "i" : i32
  return
}
