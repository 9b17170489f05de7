// RUN: remat-opt %s --remat-drop-empty-pieces | FileCheck %s

// CHECK-LABEL: func.func @pieces
// CHECK-SAME: (%[[X:[^:]*]]: tensor<3xf32>, %[[Y:.*]]: tensor<2xf32>, %{{.*}}: tensor<0xf32>
// CHECK: tensor.concat dim(0) %[[X]], %[[Y]] : (tensor<3xf32>, tensor<2xf32>) -> tensor<5xf32>
func.func @pieces(%x: tensor<3xf32>, %y: tensor<2xf32>, %z: tensor<0xf32>) -> tensor<5xf32> {
  %0 = tensor.concat dim(0) %x, %y, %z : (tensor<3xf32>, tensor<2xf32>, tensor<0xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// The others fill the result.
// CHECK-LABEL: func.func @nothing_left
// CHECK-SAME: (%[[X:[^:]*]]: tensor<2x3xf32>
// CHECK-NEXT: return %[[X]]
func.func @nothing_left(%x: tensor<2x3xf32>, %y: tensor<2x?xf32>) -> tensor<2x3xf32> {
  %0 = tensor.concat dim(1) %x, %y : (tensor<2x3xf32>, tensor<2x?xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @no_elements
// CHECK-SAME: (%[[X:[^:]*]]: tensor<0xf32>
// CHECK-NEXT: return %[[X]]
func.func @no_elements(%x: tensor<0xf32>, %y: tensor<0xf32>) -> tensor<0xf32> {
  %0 = tensor.concat dim(0) %x, %y : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xf32>
  return %0 : tensor<0xf32>
}

// Any of these may have elements.
// CHECK-LABEL: func.func @unknown
// CHECK: tensor.concat dim(0) %{{.*}}, %{{.*}}, %{{.*}} :
func.func @unknown(%x: tensor<?xf32>, %y: tensor<3xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tensor.concat dim(0) %x, %y, %z : (tensor<?xf32>, tensor<3xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @padding
// CHECK-SAME: %{{.*}}: tensor<?x0xf32>, %[[P:.*]]: f32
// CHECK: %[[EMPTY:.*]] = tensor.empty(%{{.*}}) : tensor<?x5xf32>
// CHECK: linalg.fill ins(%[[P]] : f32) outs(%[[EMPTY]] : tensor<?x5xf32>)
func.func @padding(%x: tensor<?x0xf32>, %p: f32) -> tensor<?x5xf32> {
  %0 = tensor.pad %x low[1, 2] high[0, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %p : f32
  } : tensor<?x0xf32> to tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}

// CHECK-LABEL: func.func @computed_padding
// CHECK: tensor.generate
// CHECK: arith.index_cast
func.func @computed_padding(%x: tensor<0xi32>) -> tensor<5xi32> {
  %0 = tensor.pad %x low[5] high[0] {
  ^bb0(%i: index):
    %1 = arith.index_cast %i : index to i32
    tensor.yield %1 : i32
  } : tensor<0xi32> to tensor<5xi32>
  return %0 : tensor<5xi32>
}

// CHECK-LABEL: func.func @padded
// CHECK: tensor.pad
func.func @padded(%x: tensor<?xf32>, %p: f32) -> tensor<?xf32> {
  %0 = tensor.pad %x low[2] high[3] {
  ^bb0(%i: index):
    tensor.yield %p : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}
