// RUN: remat-run %s --grad=sum --input=f64=0.7 --input=3xf64=1,2,3 --check-gradients

#id = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>

// A scalar from outside that each iteration adds: it counts once for each.
func.func @sum(%c: f64, %x: tensor<3xf64>) -> f64 {
  %init = arith.constant dense<0.0> : tensor<f64>
  %0 = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]}
    ins(%x : tensor<3xf64>) outs(%init : tensor<f64>) {
  ^bb0(%a: f64, %out: f64):
    %1 = arith.addf %c, %out : f64
    linalg.yield %1 : f64
  } -> tensor<f64>
  %s = tensor.extract %0[] : tensor<f64>
  return %s : f64
}
