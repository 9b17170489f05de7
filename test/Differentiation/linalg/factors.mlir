// RUN: remat-opt %s --remat-differentiate='function=f mode=vjp' | FileCheck %s

// The derivative of a body of several ops is one factor, here
// cos(x) - 2 * sin(x), in which constants are folded, also where folding an op
// only moves its constant to the right.

// CHECK-LABEL: func.func @f_fwd(
// CHECK-SAME:    -> (tensor<3xf64>, tensor<3xf64>)
// CHECK:         math.sincos
// CHECK:         %[[COS:.*]] = math.cos
// CHECK-NEXT:    %[[SIN:.*]] = math.sin
// CHECK-NEXT:    %[[TWO:.*]] = arith.constant -2.000000e+00 : f64
// CHECK-NEXT:    %[[SCALED:.*]] = arith.mulf %[[SIN]], %[[TWO]] : f64
// CHECK-NEXT:    arith.addf %[[COS]], %[[SCALED]] : f64
// CHECK-LABEL: func.func @f_bwd(
#map = affine_map<(i) -> (i)>
func.func @f(%a: tensor<3xf64>) -> tensor<3xf64> {
  %init = tensor.empty() : tensor<3xf64>
  %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%a : tensor<3xf64>) outs(%init : tensor<3xf64>) {
  ^bb0(%x: f64, %out: f64):
    %s, %c = math.sincos %x : f64
    %d = arith.addf %c, %c : f64
    %y = arith.addf %s, %d : f64
    linalg.yield %y : f64
  } -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
