// RUN: remat-opt %s --remat-differentiate='function=middle mode=vjp' | FileCheck %s
// RUN: remat-run %s --grad=middle --check-gradients --input=2x3x2xf64=1,2,3,0,5,6,7,8,0,1,2,3 --cotangent=3xf64=1,2,3
// RUN: remat-run %s --grad=middle --check-gradients --input=2x3x2xf64=1,2,3,0,5,6,7,8,0,1,2,3 --cotangent=3xf64=1,2,3 --policy='#remat.nothing'
// RUN: remat-run %s --grad=twice --check-gradients --input=4xf64=.7,0,.4,0
// RUN: remat-run %s --grad=twice --check-gradients --input=4xf64=.7,0,.4,1.3
// RUN: remat-run %s --grad=twice --check-gradients --input=1xf64=.7
// RUN: remat-run %s --grad=twice --input=0xf64= | FileCheck %s --check-prefix=EMPTY

// The adjoint of a product takes one pass forth and one back, whatever its length: no
// reduction over the others for each factor.

// CHECK-LABEL: func.func @middle_bwd
// CHECK-NOT: "reduction"
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1], [2]] : tensor<2x2x3xf64> into tensor<4x3xf64>
// CHECK-NOT: "reduction"
// CHECK: scf.for
// CHECK-NOT: "reduction"
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK-NOT: "reduction"
// CHECK: return
func.func @middle(%x: tensor<2x3x2xf64>) -> tensor<3xf64> {
  %one = arith.constant dense<1.0> : tensor<3xf64>
  %p = linalg.reduce { arith.mulf } ins(%x : tensor<2x3x2xf64>) outs(%one : tensor<3xf64>) dimensions = [0, 2]
  return %p : tensor<3xf64>
}

// Of differentiated factors that the body computes, and again.
func.func private @once(%x: tensor<?xf64>) -> f64 {
  %one = arith.constant dense<1.0> : tensor<f64>
  %p = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<?xf64>) outs(%one : tensor<f64>) {
  ^bb0(%a: f64, %o: f64):
    %0 = math.sin %a : f64
    %1 = arith.mulf %o, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<f64>
  %s = tensor.extract %p[] : tensor<f64>
  %e = math.exp %s : f64
  return %e : f64
}
// EMPTY: grad0: f64[0] = []
func.func @twice(%x: tensor<?xf64>) -> f64 {
  %v, %g = remat.value_and_grad @once(%x) : (tensor<?xf64>) -> (f64, tensor<?xf64>)
  %zero = arith.constant dense<0.0> : tensor<f64>
  %d = linalg.dot ins(%g, %g : tensor<?xf64>, tensor<?xf64>) outs(%zero : tensor<f64>) -> tensor<f64>
  %y = tensor.extract %d[] : tensor<f64>
  return %y : f64
}
