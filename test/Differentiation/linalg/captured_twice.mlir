// RUN: remat-run %s --grad=twice --input=f64=0.55 --check-gradients
// RUN: remat-run %s --grad=twice --input=f64=0.55 --check-gradients --policy='#remat.nothing'

#id = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>

// The region hands on its input: what the body uses from above is two values of the
// program, and one of the emitted function.
func.func @twice(%x: f64) -> f64 {
  %y = remat.checkpoint policy(#remat.everything) (%a = %x : f64) -> (f64) {
    remat.yield %a : f64
  }
  %table = arith.constant dense<[0.3, -0.7]> : tensor<2xf64>
  %init = arith.constant dense<0.0> : tensor<f64>
  %0 = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]}
    ins(%table : tensor<2xf64>) outs(%init : tensor<f64>) {
  ^bb0(%t: f64, %out: f64):
    %1 = math.tanh %x : f64
    %2 = arith.subf %y, %1 : f64
    %3 = arith.mulf %2, %t : f64
    %4 = arith.addf %3, %out : f64
    linalg.yield %4 : f64
  } -> tensor<f64>
  %s = tensor.extract %0[] : tensor<f64>
  return %s : f64
}
