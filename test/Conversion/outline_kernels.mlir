// RUN: remat-opt %s --remat-outline-kernels | FileCheck %s

#id = affine_map<(i) -> (i)>

// Equal ones share a function; one whose buffers may overlap doesn't promise that
// they don't.
// CHECK-LABEL: func.func @f
// CHECK: call @[[K:kernel_[0-9]+]](%arg0, %[[A:[a-z_0-9]+]])
// CHECK: call @[[K]](%[[A]], %
// CHECK-NOT: linalg
// CHECK-LABEL: func.func private @g
// CHECK: call @[[L:kernel_[0-9]+]](%arg0, %arg1)
// CHECK: func.func private @[[K]](%{{.*}}: memref<8xf32> {llvm.noalias}, %{{.*}}: memref<8xf32> {llvm.noalias})
// CHECK: arith.constant 2.0
// CHECK: math.exp
// CHECK: func.func private @[[L]](%{{.*}}: memref<8xf32>, %{{.*}}: memref<8xf32>)
func.func @f(%x: memref<8xf32>) -> memref<8xf32> {
  %c = arith.constant 2.0 : f32
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
    ins(%x : memref<8xf32>) outs(%a : memref<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    %1 = arith.mulf %0, %c : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
    ins(%a : memref<8xf32>) outs(%b : memref<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    %1 = arith.mulf %0, %c : f32
    linalg.yield %1 : f32
  }
  return %b : memref<8xf32>
}

func.func private @g(%x: memref<8xf32>, %y: memref<8xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
    ins(%x : memref<8xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  }
  return
}
