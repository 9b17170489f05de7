// RUN: remat-opt %s -split-input-file -remat-differentiate='function=f mode=vjp' | FileCheck %s

// Slices taken out and put in, pads and concatenations.

// A strided slice that drops a dimension, at a dynamic offset.
// CHECK-LABEL: func @f_bwd
// CHECK-SAME: (%[[I:.*]]: index {{{.*}}#remat.residual<argument 1,{{.*}}}, %[[CT:.*]]: tensor<2xf32>) -> tensor<4x6xf32>
// CHECK: %[[E:.*]] = tensor.empty() : tensor<4x6xf32>
// CHECK-NEXT: %[[Z:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%[[E]] : tensor<4x6xf32>)
// CHECK-NEXT: %[[G:.*]] = tensor.insert_slice %[[CT]] into %[[Z]][%[[I]], 1] [1, 2] [1, 3] : tensor<2xf32> into tensor<4x6xf32>
// CHECK-NEXT: return %[[G]]
func.func @f(%x: tensor<4x6xf32>, %i: index) -> tensor<2xf32> {
  %0 = tensor.extract_slice %x[%i, 1] [1, 2] [1, 3] : tensor<4x6xf32> to tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// The sizes of the slice are those of the cotangent, the size of the source is
// kept as an index.
// CHECK-LABEL: func @f_bwd
// CHECK-SAME: (%[[I:.*]]: index {{.*}}, %[[S:.*]]: index {{.*}}, %[[D:.*]]: index {{.*}}, %[[CT:.*]]: tensor<?xf32>) -> tensor<?x4xf32>
// CHECK: tensor.empty(%[[D]]) : tensor<?x4xf32>
// CHECK: %[[N:.*]] = tensor.dim %[[CT]]
// CHECK: tensor.insert_slice %[[CT]] into %{{.*}}[%[[I]], 2] [%[[N]], 1] [%[[S]], 1] : tensor<?xf32> into tensor<?x4xf32>
func.func @f(%x: tensor<?x4xf32>, %i: index, %n: index, %s: index) -> tensor<?xf32> {
  %0 = tensor.extract_slice %x[%i, 2] [%n, 1] [%s, 1] : tensor<?x4xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// The source gets its slice of the cotangent, the destination the rest.
// CHECK-LABEL: func @f_bwd
// CHECK-SAME: (%[[I:.*]]: index {{.*}}, %[[N:.*]]: index {{.*}}, %[[CT:.*]]: tensor<4x6xf32>) -> (tensor<?xf32>, tensor<4x6xf32>)
// CHECK: %[[S:.*]] = tensor.extract_slice %[[CT]][%[[I]], 1] [1, %[[N]]] [1, 3] : tensor<4x6xf32> to tensor<?xf32>
// CHECK: %[[E:.*]] = tensor.empty(%[[N]]) : tensor<?xf32>
// CHECK-NEXT: %[[Z:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%[[E]] : tensor<?xf32>)
// CHECK-NEXT: %[[D:.*]] = tensor.insert_slice %[[Z]] into %[[CT]][%[[I]], 1] [1, %[[N]]] [1, 3] : tensor<?xf32> into tensor<4x6xf32>
// CHECK-NEXT: return %[[S]], %[[D]]
func.func @f(%x: tensor<?xf32>, %y: tensor<4x6xf32>, %i: index, %n: index) -> tensor<4x6xf32> {
  %0 = tensor.insert_slice %x into %y[%i, 1] [1, %n] [1, 3] : tensor<?xf32> into tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

// Nothing is emitted for a destination that isn't differentiated.
// CHECK-LABEL: func @f_bwd
// CHECK-NEXT: tensor.extract_slice
// CHECK-NEXT: return
func.func @f(%x: tensor<2xf32>) -> tensor<4xf32> {
  %empty = tensor.empty() : tensor<4xf32>
  %0 = tensor.insert_slice %x into %empty[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// The padding, where it is differentiated, gets the sum over the padding.
// CHECK-LABEL: func @f_bwd
// CHECK-SAME: (%[[CT:.*]]: tensor<4x6xf32>) -> (tensor<2x3xf32>, f32)
// CHECK-NEXT: %[[S:.*]] = tensor.extract_slice %[[CT]][1, 0] [2, 3] [1, 1] : tensor<4x6xf32> to tensor<2x3xf32>
// CHECK: %[[Z:.*]] = linalg.fill {{.*}} -> tensor<2x3xf32>
// CHECK-NEXT: %[[O:.*]] = tensor.insert_slice %[[Z]] into %[[CT]][1, 0] [2, 3] [1, 1]
// CHECK: %[[R:.*]] = linalg.generic {{.*}}iterator_types = ["reduction", "reduction"]} ins(%[[O]] : tensor<4x6xf32>)
// CHECK: arith.addf
// CHECK: %[[P:.*]] = tensor.extract %[[R]][] : tensor<f32>
// CHECK-NEXT: return %[[S]], %[[P]]
func.func @f(%x: tensor<2x3xf32>, %y: f32) -> tensor<4x6xf32> {
  %0 = tensor.pad %x low[1, 0] high[1, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %y : f32
  } : tensor<2x3xf32> to tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

// Dynamic widths are kept, the size of the source follows from them.
// CHECK-LABEL: func @f_bwd
// CHECK-SAME: (%[[L:.*]]: index {{.*}}, %[[H:.*]]: index {{.*}}, %[[CT:.*]]: tensor<?xf32>) -> tensor<?xf32>
// CHECK: %[[D:.*]] = tensor.dim %[[CT]]
// CHECK-NEXT: %[[D1:.*]] = arith.subi %[[D]], %[[L]]
// CHECK-NEXT: %[[D2:.*]] = arith.subi %[[D1]], %[[H]]
// CHECK-NEXT: %[[G:.*]] = tensor.extract_slice %[[CT]][%[[L]]] [%[[D2]]] [1] : tensor<?xf32> to tensor<?xf32>
// CHECK-NEXT: return %[[G]]
func.func @f(%x: tensor<?xf32>, %l: index, %h: index) -> tensor<?xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.pad %x low[%l] high[%h] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func @f_bwd
// CHECK-SAME: (%[[CT:.*]]: tensor<2x7xf32>) -> (tensor<2x3xf32>, tensor<2x4xf32>)
// CHECK-NEXT: %[[A:.*]] = tensor.extract_slice %[[CT]][0, 0] [2, 3] [1, 1]
// CHECK-NEXT: %[[B:.*]] = tensor.extract_slice %[[CT]][0, 3] [2, 4] [1, 1]
// CHECK-NEXT: return %[[A]], %[[B]]
func.func @f(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) -> tensor<2x7xf32> {
  %0 = tensor.concat dim(1) %x, %y : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x7xf32>
  return %0 : tensor<2x7xf32>
}

// -----

// CHECK-LABEL: func @f_bwd
// CHECK-SAME: (%[[D:.*]]: index {{.*}}, %{{.*}}: index {{.*}}, %[[CT:.*]]: tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<5x?xf32>, tensor<?x3xf32>)
// CHECK-NEXT: tensor.extract_slice %[[CT]][0, 0] [%[[D]], 3] [1, 1] : tensor<?x3xf32> to tensor<?x3xf32>
// CHECK: tensor.extract_slice %[[CT]][%[[D]], 0] [5, %{{.*}}] [1, 1] : tensor<?x3xf32> to tensor<5x?xf32>
// CHECK: %[[O:.*]] = arith.addi %[[D]], %{{.*}}
// CHECK: tensor.extract_slice %[[CT]][%[[O]], 0]
func.func @f(%x: tensor<?x3xf32>, %y: tensor<5x?xf32>, %z: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = tensor.concat dim(0) %x, %y, %z : (tensor<?x3xf32>, tensor<5x?xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
