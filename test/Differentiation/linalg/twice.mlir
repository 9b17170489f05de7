// RUN: remat-run %s --grad=product --check-gradients --input=2x3xf64=.7,0,.4,1.1,.8,.5
// RUN: remat-run %s --grad=maximum --check-gradients --input=2x3xf64=.7,.1,.4,1.1,.8,.5
// RUN: remat-run %s --grad=fused --check-gradients --input=2x3xf64=.3,.1,.2,.4,.25,.15 --input=3xf64=.9,1.1,1.3

// Gradients of gradients of structured ops.

#id = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

func.func @sum_of_exp(%x: tensor<2xf64>) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<f64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %f = tensor.empty() : tensor<2xf64>
  %q = linalg.exp ins(%x : tensor<2xf64>) outs(%f : tensor<2xf64>) -> tensor<2xf64>
  %s = linalg.reduce { arith.addf } ins(%q : tensor<2xf64>) outs(%z : tensor<f64>) dimensions = [0]
  return %s : tensor<f64>
}

func.func @sum_of_sin(%x: tensor<2x3xf64>) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<f64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %s = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<2x3xf64>) outs(%z : tensor<f64>) {
  ^bb0(%a: f64, %o: f64):
    %0 = math.sin %a : f64
    %1 = arith.addf %o, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<f64>
  return %s : tensor<f64>
}

func.func private @product_once(%x: tensor<2x3xf64>) -> tensor<f64> {
  %one = arith.constant 1.0 : f64
  %e = tensor.empty() : tensor<2xf64>
  %i = linalg.fill ins(%one : f64) outs(%e : tensor<2xf64>) -> tensor<2xf64>
  %p = linalg.reduce { arith.mulf } ins(%x : tensor<2x3xf64>) outs(%i : tensor<2xf64>) dimensions = [1]
  %s = func.call @sum_of_exp(%p) : (tensor<2xf64>) -> tensor<f64>
  return %s : tensor<f64>
}

func.func @product(%x: tensor<2x3xf64>) -> tensor<f64> {
  %v, %g = remat.value_and_grad @product_once(%x) wrt [0] : (tensor<2x3xf64>) -> (tensor<f64>, tensor<2x3xf64>)
  %s = func.call @sum_of_sin(%g) : (tensor<2x3xf64>) -> tensor<f64>
  return %s : tensor<f64>
}

func.func private @maximum_once(%x: tensor<2x3xf64>) -> tensor<f64> {
  %least = arith.constant 0xFFF0000000000000 : f64
  %e = tensor.empty() : tensor<2xf64>
  %i = linalg.fill ins(%least : f64) outs(%e : tensor<2xf64>) -> tensor<2xf64>
  %p = linalg.reduce { arith.maximumf } ins(%x : tensor<2x3xf64>) outs(%i : tensor<2xf64>) dimensions = [1]
  %s = func.call @sum_of_exp(%p) : (tensor<2xf64>) -> tensor<f64>
  return %s : tensor<f64>
}

func.func @maximum(%x: tensor<2x3xf64>) -> tensor<f64> {
  %v, %g = remat.value_and_grad @maximum_once(%x) wrt [0] : (tensor<2x3xf64>) -> (tensor<f64>, tensor<2x3xf64>)
  %s = func.call @sum_of_sin(%g) : (tensor<2x3xf64>) -> tensor<f64>
  return %s : tensor<f64>
}

func.func private @fused_once(%x: tensor<2x3xf64>, %w: tensor<3xf64>) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %f = tensor.empty() : tensor<2x3xf64>
  %y = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %w : tensor<2x3xf64>, tensor<3xf64>) outs(%f : tensor<2x3xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %0 = arith.mulf %a, %b : f64
    %1 = math.exp %0 : f64
    %2 = arith.divf %1, %b : f64
    linalg.yield %2 : f64
  } -> tensor<2x3xf64>
  %s = func.call @sum_of_sin(%y) : (tensor<2x3xf64>) -> tensor<f64>
  return %s : tensor<f64>
}

func.func @fused(%x: tensor<2x3xf64>, %w: tensor<3xf64>) -> tensor<f64> {
  %v, %g:2 = remat.value_and_grad @fused_once(%x, %w) wrt [0, 1] : (tensor<2x3xf64>, tensor<3xf64>) -> (tensor<f64>, tensor<2x3xf64>, tensor<3xf64>)
  %s = func.call @sum_of_sin(%g#0) : (tensor<2x3xf64>) -> tensor<f64>
  return %s : tensor<f64>
}
