// RUN: remat-opt %s --remat-differentiate='function=f mode=vjp' | FileCheck %s

// Only the result is kept. What isn't positive in it, masked entries and rows
// wholly masked, where it is NaN, gets zero.

// CHECK-LABEL: func.func @f_fwd(
// CHECK:         %[[Y:.*]] = linalg.softmax
// CHECK:         return %[[Y]] : tensor<2x3xf32>
// CHECK-LABEL: func.func @f_bwd(
// CHECK-SAME:      %[[Y:[a-z0-9]*]]: tensor<2x3xf32> {remat.residual = #remat.residual<result 0
// CHECK-SAME:      %[[CT:[a-z0-9]*]]: tensor<2x3xf32>)
// CHECK:         %[[SUM:.*]] = linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]} ins(%[[CT]], %[[Y]] :
// CHECK-NEXT:    ^bb0(%[[C:.*]]: f32, %[[A:.*]]: f32, %[[OUT:.*]]: f32):
// CHECK-NEXT:      %[[P:.*]] = arith.mulf %[[C]], %[[A]]
// CHECK:           %[[POSITIVE:.*]] = arith.cmpf ogt, %[[A]],
// CHECK-NEXT:      arith.select %[[POSITIVE]], %[[P]],
// CHECK:         linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]} ins(%[[CT]], %[[Y]], %[[SUM]] :
// CHECK:           arith.subf
// CHECK-NEXT:      arith.mulf
// CHECK:           arith.cmpf ogt
// CHECK-NEXT:      arith.select
func.func @f(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %e = tensor.empty() : tensor<2x3xf32>
  %y = linalg.softmax dimension(1) ins(%x : tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %y : tensor<2x3xf32>
}
