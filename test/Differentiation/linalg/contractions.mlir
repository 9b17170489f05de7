// RUN: remat-opt %s --split-input-file --remat-differentiate='function=f mode=vjp' | FileCheck %s

// Both adjoints of a matmul are contractions.

// CHECK-DAG: #[[A:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[B:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[C:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func.func @f_bwd(
// CHECK-SAME:      %[[X:[a-z0-9]*]]: tensor<4x3xf32> {{[^,]*}}, {{[^,]*}}
// CHECK-SAME:      %[[W:[a-z0-9]*]]: tensor<3x5xf32> {{[^,]*}}, {{[^,]*}}
// CHECK-SAME:      %[[CT:[a-z0-9]*]]: tensor<4x5xf32>)
// CHECK:         %[[DX:.*]] = linalg.contract indexing_maps = [#[[C]], #[[B]], #[[A]]] ins(%[[CT]], %[[W]] :
// CHECK:         %[[DW:.*]] = linalg.contract indexing_maps = [#[[C]], #[[A]], #[[B]]] ins(%[[CT]], %[[X]] :
// CHECK:         return %[[DX]], %[[DW]]
func.func @f(%x: tensor<4x3xf32>, %w: tensor<3x5xf32>) -> tensor<4x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x5xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x5xf32>) -> tensor<4x5xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x3xf32>, tensor<3x5xf32>) outs(%z : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %y : tensor<4x5xf32>
}

// -----

// An outer product is none, so it is a multiplication.

// CHECK-LABEL: func.func @f_bwd(
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]
// CHECK:           arith.mulf
// CHECK:         linalg.contract
func.func @f(%w: tensor<4x3xf32>, %x: tensor<3xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %y = linalg.matvec ins(%w, %x : tensor<4x3xf32>, tensor<3xf32>) outs(%z : tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// Sums of narrow floats are formed in f32, then rounded.

// CHECK-LABEL: func.func @f_bwd(
// CHECK:         %[[DX:.*]] = linalg.contract {{.*}} ins({{.*}} : tensor<4x5xbf16>, tensor<3x5xbf16>) outs({{.*}} : tensor<4x3xf32>)
// CHECK:         linalg.generic {{.*}} ins(%[[DX]] :
// CHECK-NEXT:    ^bb0
// CHECK-NEXT:      arith.truncf
func.func @f(%x: tensor<4x3xbf16>, %w: tensor<3x5xbf16>) -> tensor<4x5xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<4x5xbf16>
  %z = linalg.fill ins(%zero : bf16) outs(%e : tensor<4x5xbf16>) -> tensor<4x5xbf16>
  %y = linalg.matmul ins(%x, %w : tensor<4x3xbf16>, tensor<3x5xbf16>) outs(%z : tensor<4x5xbf16>) -> tensor<4x5xbf16>
  return %y : tensor<4x5xbf16>
}

// -----

// A product of a value with itself has both terms; sizes that no cotangent has
// are kept.

// CHECK-LABEL: func.func @f_fwd(
// CHECK:         tensor.dim
// CHECK-LABEL: func.func @f_bwd(
// CHECK-SAME:      index
// CHECK-COUNT-2: linalg.contract
// CHECK:         arith.addf
func.func @f(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%n, %n) : tensor<?x?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %y = linalg.contract indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>]
      ins(%x, %x : tensor<?x?xf32>, tensor<?x?xf32>) outs(%z : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
