// RUN: remat-opt %s --remat-full-rank-slices | FileCheck %s

// CHECK-LABEL: func.func @taken
// CHECK-SAME: (%[[X:.*]]: tensor<4x2x3xf32>, %[[I:.*]]: index, %[[J:.*]]: index)
// CHECK: %[[PART:.*]] = tensor.extract_slice %[[X]][%[[I]], 0, %[[J]]] [1, 2, 1] [1, 1, 1] : tensor<4x2x3xf32> to tensor<1x2x1xf32>
// CHECK: %[[R:.*]] = tensor.collapse_shape %[[PART]] {{\[\[}}0], [1, 2]] : tensor<1x2x1xf32> into tensor<1x2xf32>
// CHECK: return %[[R]]
func.func @taken(%x: tensor<4x2x3xf32>, %i: index, %j: index) -> tensor<1x2xf32> {
  %0 = tensor.extract_slice %x[%i, 0, %j] [1, 2, 1] [1, 1, 1] : tensor<4x2x3xf32> to tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}

// CHECK-LABEL: func.func @put_in
// CHECK-SAME: (%[[X:.*]]: tensor<?x5x3xf32>, %[[Y:.*]]: tensor<?x5xf32>, %[[N:.*]]: index)
// CHECK: %[[PART:.*]] = tensor.expand_shape %[[Y]] {{\[\[}}0], [1, 2]] output_shape [%[[N]], 5, 1] : tensor<?x5xf32> into tensor<?x5x1xf32>
// CHECK: tensor.insert_slice %[[PART]] into %[[X]][0, 0, 2] [%[[N]], 5, 1] [1, 1, 1] : tensor<?x5x1xf32> into tensor<?x5x3xf32>
func.func @put_in(%x: tensor<?x5x3xf32>, %y: tensor<?x5xf32>, %n: index) -> tensor<?x5x3xf32> {
  %0 = tensor.insert_slice %y into %x[0, 0, 2] [%n, 5, 1] [1, 1, 1] : tensor<?x5xf32> into tensor<?x5x3xf32>
  return %0 : tensor<?x5x3xf32>
}

// The same elements in the same order, whichever dimension of size one goes.
// CHECK-LABEL: func.func @plain
// CHECK-NOT: shape
func.func @plain(%x: tensor<4x2x3xf32>, %y: tensor<?x5x3xf32>, %i: index, %n: index) -> (tensor<2x3xf32>, tensor<2xf32>, tensor<?x3xf32>, tensor<1x3xf32>, tensor<1x1xf32>) {
  %0 = tensor.extract_slice %x[%i, 0, 0] [1, 2, 3] [1, 1, 1] : tensor<4x2x3xf32> to tensor<2x3xf32>
  %1 = tensor.extract_slice %x[%i, 0, 0] [1, 2, 1] [1, 1, 1] : tensor<4x2x3xf32> to tensor<2xf32>
  %2 = tensor.extract_slice %y[0, %i, 0] [%n, 1, 3] [1, 1, 1] : tensor<?x5x3xf32> to tensor<?x3xf32>
  %3 = tensor.extract_slice %x[%i, 0, 0] [1, 1, 3] [1, 1, 1] : tensor<4x2x3xf32> to tensor<1x3xf32>
  %4 = tensor.extract_slice %x[%i, 0, 0] [1, 1, 1] [1, 1, 1] : tensor<4x2x3xf32> to tensor<1x1xf32>
  return %0, %1, %2, %3, %4 : tensor<2x3xf32>, tensor<2xf32>, tensor<?x3xf32>, tensor<1x3xf32>, tensor<1x1xf32>
}
