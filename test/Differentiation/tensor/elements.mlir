// RUN: remat-opt %s -split-input-file -remat-differentiate='function=f mode=vjp' | FileCheck %s

// Ops on single elements.

// CHECK-LABEL: func @f_bwd
// CHECK-SAME: (%[[I:.*]]: index {{.*}}, %[[D:.*]]: index {{.*}}, %[[CT:.*]]: f32) -> tensor<?x4xf32>
// CHECK: %[[E:.*]] = tensor.empty(%[[D]])
// CHECK-NEXT: %[[Z:.*]] = linalg.fill
// CHECK-NEXT: %[[G:.*]] = tensor.insert %[[CT]] into %[[Z]][%[[I]], %[[I]]] : tensor<?x4xf32>
// CHECK-NEXT: return %[[G]]
func.func @f(%x: tensor<?x4xf32>, %i: index) -> f32 {
  %0 = tensor.extract %x[%i, %i] : tensor<?x4xf32>
  return %0 : f32
}

// -----

// CHECK-LABEL: func @f_bwd
// CHECK-SAME: (%[[I:.*]]: index {{.*}}, %[[CT:.*]]: tensor<?xf32>) -> (f32, tensor<?xf32>)
// CHECK-NEXT: %[[S:.*]] = tensor.extract %[[CT]][%[[I]]]
// CHECK-NEXT: %[[Z:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[D:.*]] = tensor.insert %[[Z]] into %[[CT]][%[[I]]]
// CHECK-NEXT: return %[[S]], %[[D]]
func.func @f(%s: f32, %x: tensor<?xf32>, %i: index) -> tensor<?xf32> {
  %0 = tensor.insert %s into %x[%i] : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Row by row; only what is differentiated.
// CHECK-LABEL: func @f_bwd
// CHECK-SAME: (%[[CT:.*]]: tensor<2x3xf32>) -> f32
// CHECK-DAG: %[[I:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[J:.*]] = arith.constant 2 : index
// CHECK: %[[G:.*]] = tensor.extract %[[CT]][%[[I]], %[[J]]]
// CHECK-NEXT: return %[[G]]
func.func @f(%x: f32) -> tensor<2x3xf32> {
  %c = arith.constant 1.0 : f32
  %0 = tensor.from_elements %c, %c, %c, %c, %c, %x : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Sums of narrow floats are taken in f32.
// CHECK-LABEL: func @f_bwd
// CHECK-SAME: (%[[CT:.*]]: tensor<2x3xbf16>) -> bf16
// CHECK: linalg.generic {{.*}}iterator_types = ["reduction", "reduction"]} ins(%[[CT]] : tensor<2x3xbf16>) outs(%{{.*}} : tensor<f32>)
// CHECK: arith.extf
// CHECK-NEXT: arith.addf %{{.*}} : f32
// CHECK: %[[S:.*]] = tensor.extract
// CHECK-NEXT: %[[G:.*]] = arith.truncf %[[S]] : f32 to bf16
// CHECK-NEXT: return %[[G]]
func.func @f(%x: bf16) -> tensor<2x3xbf16> {
  %0 = tensor.splat %x : tensor<2x3xbf16>
  return %0 : tensor<2x3xbf16>
}

// -----

// Shapes carry no gradient: all of it is zero here, and that is exact.
// CHECK-LABEL: func @f_bwd
// CHECK-NEXT: %[[C:.*]] = arith.constant 0.0
// CHECK-NEXT: %[[E:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT: %[[Z:.*]] = linalg.fill ins(%[[C]] : f32) outs(%[[E]] : tensor<4xf32>)
// CHECK-NEXT: return %[[Z]]
func.func @f(%x: tensor<4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<4xf32>
  %r = tensor.rank %x : tensor<4xf32>
  %s = arith.addi %d, %r : index
  %i = arith.index_cast %s : index to i32
  %0 = arith.sitofp %i : i32 to f32
  return %0 : f32
}

// -----

// A body that reads nothing that is differentiated is no obstacle.
// CHECK-LABEL: func @f_bwd
// CHECK-SAME: (%[[CT:.*]]: tensor<4xf32>) -> tensor<2xf32>
// CHECK: tensor.extract_slice %[[CT]]
func.func @f(%x: tensor<2xf32>, %i: tensor<4xi32>) -> tensor<4xf32> {
  %g = tensor.generate {
  ^bb0(%k: index):
    %e = tensor.extract %i[%k] : tensor<4xi32>
    %v = arith.sitofp %e : i32 to f32
    tensor.yield %v : f32
  } : tensor<4xf32>
  %0 = tensor.insert_slice %x into %g[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
  return %0 : tensor<4xf32>
}
