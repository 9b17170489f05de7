// RUN: remat-opt %s -split-input-file -remat-differentiate='function=f mode=vjp' | FileCheck %s

// Casts and reshapes: the cotangent gets the shape of the source back.

// CHECK-LABEL: func @f_bwd
// CHECK-SAME: (%[[CT:.*]]: tensor<?x6xf32>) -> tensor<4x6xf32>
// CHECK-NEXT: %[[G:.*]] = tensor.cast %[[CT]] : tensor<?x6xf32> to tensor<4x6xf32>
// CHECK-NEXT: return %[[G]]
func.func @f(%x: tensor<4x6xf32>) -> tensor<?x6xf32> {
  %0 = tensor.cast %x : tensor<4x6xf32> to tensor<?x6xf32>
  return %0 : tensor<?x6xf32>
}

// -----

// CHECK-LABEL: func @f_bwd
// CHECK-SAME: (%[[CT:.*]]: tensor<4x12xf32>) -> tensor<4x6x2xf32>
// CHECK-NEXT: %[[G:.*]] = tensor.expand_shape %[[CT]] {{\[\[}}0], [1, 2]] output_shape [4, 6, 2] : tensor<4x12xf32> into tensor<4x6x2xf32>
// CHECK-NEXT: return %[[G]]
func.func @f(%x: tensor<4x6x2xf32>) -> tensor<4x12xf32> {
  %0 = tensor.collapse_shape %x [[0], [1, 2]] : tensor<4x6x2xf32> into tensor<4x12xf32>
  return %0 : tensor<4x12xf32>
}

// -----

// To no dimension.
// CHECK-LABEL: func @f_bwd
// CHECK: tensor.expand_shape %{{.*}} [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
func.func @f(%x: tensor<1x1xf32>) -> tensor<f32> {
  %0 = tensor.collapse_shape %x [] : tensor<1x1xf32> into tensor<f32>
  return %0 : tensor<f32>
}

// -----

// A dynamic size that the cotangent has is read there; nothing is kept.
// CHECK-LABEL: func @f_bwd
// CHECK-SAME: (%[[CT:.*]]: tensor<?x3xf32>) -> tensor<1x?x3xf32>
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[D:.*]] = tensor.dim %[[CT]], %[[C0]]
// CHECK-NEXT: tensor.expand_shape %[[CT]] {{\[\[}}0, 1], [2]] output_shape [1, %[[D]], 3]
func.func @f(%x: tensor<1x?x3xf32>) -> tensor<?x3xf32> {
  %0 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<1x?x3xf32> into tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// One that it doesn't have is kept as an index, not as the tensor.
// CHECK-LABEL: func @f_fwd
// CHECK-SAME: (%[[X:.*]]: tensor<?x4xf32>) -> (tensor<?xf32>, index)
// CHECK: tensor.dim %[[X]]
// CHECK-LABEL: func @f_bwd
// CHECK-SAME: (%[[D:.*]]: index {{.*}}, %[[CT:.*]]: tensor<?xf32>) -> tensor<?x4xf32>
// CHECK-NEXT: tensor.expand_shape %[[CT]] {{\[\[}}0, 1]] output_shape [%[[D]], 4]
func.func @f(%x: tensor<?x4xf32>) -> tensor<?xf32> {
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Two of them in one group: upstream can't lower such an expansion.
// CHECK-LABEL: func @f_bwd
// CHECK-SAME: (%[[D0:.*]]: index {{.*}}, %[[D1:.*]]: index {{.*}}, %[[CT:.*]]: tensor<?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: %[[S:.*]] = tensor.from_elements %[[D0]], %[[D1]] : tensor<2xindex>
// CHECK-NEXT: tensor.reshape %[[CT]](%[[S]]) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
func.func @f(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func @f_bwd
// CHECK-SAME: (%[[CT:.*]]: tensor<?x4xf32>) -> tensor<?xf32>
// CHECK-NEXT: tensor.collapse_shape %[[CT]] {{\[\[}}0, 1]] : tensor<?x4xf32> into tensor<?xf32>
func.func @f(%x: tensor<?xf32>, %n: index) -> tensor<?x4xf32> {
  %0 = tensor.expand_shape %x [[0, 1]] output_shape [%n, 4] : tensor<?xf32> into tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// CHECK-LABEL: func @f_bwd
// CHECK-SAME: (%[[CT:.*]]: tensor<2x6xf32>) -> tensor<3x4xf32>
// CHECK-NEXT: %[[S:.*]] = arith.constant dense<[3, 4]> : tensor<2xindex>
// CHECK-NEXT: tensor.reshape %[[CT]](%[[S]]) : (tensor<2x6xf32>, tensor<2xindex>) -> tensor<3x4xf32>
func.func @f(%x: tensor<3x4xf32>) -> tensor<2x6xf32> {
  %shape = arith.constant dense<[2, 6]> : tensor<2xindex>
  %0 = tensor.reshape %x(%shape) : (tensor<3x4xf32>, tensor<2xindex>) -> tensor<2x6xf32>
  return %0 : tensor<2x6xf32>
}

// -----

// CHECK-LABEL: func @f_bwd
// CHECK-SAME: (%[[D:.*]]: index {{.*}}, %[[CT:.*]]: tensor<2x?xf32>) -> tensor<?x4xf32>
// CHECK: %[[S:.*]] = tensor.from_elements %[[D]], %{{.*}} : tensor<2xindex>
// CHECK-NEXT: tensor.reshape %[[CT]](%[[S]])
func.func @f(%x: tensor<?x4xf32>, %shape: tensor<2xindex>) -> tensor<2x?xf32> {
  %0 = tensor.reshape %x(%shape) : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}
