// RUN: remat-opt %s --remat-fuse-elementwise --split-input-file | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// CHECK-LABEL: func.func @chain
// CHECK: linalg.generic
// CHECK: math.exp
// CHECK-NEXT: arith.mulf
// CHECK-NOT: linalg.generic
func.func @chain(%x: tensor<8x64xf32>, %y: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %empty = tensor.empty() : tensor<8x64xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%x : tensor<8x64xf32>) outs(%empty : tensor<8x64xf32>) {
  ^bb0(%a: f32, %out: f32):
    %1 = math.exp %a : f32
    linalg.yield %1 : f32
  } -> tensor<8x64xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%0, %y : tensor<8x64xf32>, tensor<8x64xf32>) outs(%empty : tensor<8x64xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %3 = arith.mulf %a, %b : f32
    linalg.yield %3 : f32
  } -> tensor<8x64xf32>
  return %2 : tensor<8x64xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#one = affine_map<(i) -> (i)>

// Eight exponentials, read 64 times each: fused, they would be 512.
// CHECK-LABEL: func.func @expensive_and_broadcast
// CHECK: math.exp
// CHECK: linalg.generic
// CHECK: arith.mulf
func.func @expensive_and_broadcast(%x: tensor<8xf32>, %y: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %small = tensor.empty() : tensor<8xf32>
  %empty = tensor.empty() : tensor<8x64xf32>
  %0 = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
    ins(%x : tensor<8xf32>) outs(%small : tensor<8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %1 = math.exp %a : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %2 = linalg.generic {indexing_maps = [#row, #id, #id], iterator_types = ["parallel", "parallel"]}
    ins(%0, %y : tensor<8xf32>, tensor<8x64xf32>) outs(%empty : tensor<8x64xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %3 = arith.mulf %a, %b : f32
    linalg.yield %3 : f32
  } -> tensor<8x64xf32>
  return %2 : tensor<8x64xf32>
}

// -----

#id = affine_map<(i) -> (i)>

// Never across a barrier.
// CHECK-LABEL: func.func @barrier
// CHECK: math.exp
// CHECK: remat.optimization_barrier
// CHECK: math.sin
func.func @barrier(%x: tensor<8xf32>) -> tensor<8xf32> {
  %empty = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
    ins(%x : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %1 = math.exp %a : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %b = remat.optimization_barrier %0 : tensor<8xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
    ins(%b : tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %3 = math.sin %a : f32
    linalg.yield %3 : f32
  } -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
