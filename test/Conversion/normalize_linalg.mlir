// RUN: remat-opt %s --remat-normalize-linalg --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @named_product
// CHECK: %[[FILL:.*]] = linalg.fill
// CHECK: linalg.contract {{.*}} outs(%[[FILL]]
func.func @named_product(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>) -> tensor<3x5xf32> {
  %zero = arith.constant dense<0.0> : tensor<3x5xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<3x4xf32>, tensor<4x5xf32>)
                     outs(%zero : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// -----

// Element by element, and a sum over it: no rows or columns, so no library call.
// CHECK-LABEL: func.func @row_products
// CHECK-NOT: linalg.contract
// CHECK: linalg.generic
func.func @row_products(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>, %c: tensor<3xf32>) -> tensor<3xf32> {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i)>],
    iterator_types = ["parallel", "reduction"]}
    ins(%a, %b : tensor<3x4xf32>, tensor<3x4xf32>) outs(%c : tensor<3xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %1 = arith.mulf %x, %y : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Integers have no library call.
// CHECK-LABEL: func.func @integers
// CHECK-NOT: linalg.contract
// CHECK: linalg.generic
func.func @integers(%a: tensor<3x4xi32>, %b: tensor<4x5xi32>, %c: tensor<3x5xi32>) -> tensor<3x5xi32> {
  %0 = linalg.matmul ins(%a, %b : tensor<3x4xi32>, tensor<4x5xi32>)
                     outs(%c : tensor<3x5xi32>) -> tensor<3x5xi32>
  return %0 : tensor<3x5xi32>
}

// -----

// CHECK-LABEL: func.func @softmax
// CHECK-NOT: linalg.softmax
// CHECK: math.exp
func.func @softmax(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %empty = tensor.empty() : tensor<3x4xf32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<3x4xf32>) outs(%empty : tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func @diagonal(%x: tensor<3xf32>, %init: tensor<3x3xf32>) -> tensor<3x3xf32> {
  // expected-error @below {{writes only part of its output and does not read it; write a whole tensor and put it in place with 'tensor.insert_slice'}}
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, i)>],
    iterator_types = ["parallel"]}
    ins(%x : tensor<3xf32>) outs(%init : tensor<3x3xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----

// A choice between whole tensors of one size is one between their elements.
// CHECK-LABEL: func.func @select(
// CHECK-SAME: %[[P:.*]]: i1, %[[A:.*]]: tensor<2x4xf32>, %[[B:.*]]: tensor<2x4xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[A]], %[[B]] :
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32,
// CHECK-NEXT: %[[C:.*]] = arith.select %[[P]], %[[X]], %[[Y]] : f32
// CHECK-NEXT: linalg.yield %[[C]]
func.func @select(%p: i1, %a: tensor<2x4xf32>, %b: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = arith.select %p, %a, %b : tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
