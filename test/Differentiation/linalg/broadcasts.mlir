// RUN: remat-run %s --grad=f --check-gradients --input=3x3xf64=.1,.2,.3,.4,.5,.6,.7,.8,.9 --input=3xf64=.5,.8,1.1 --input=3x3xf64=.3,.2,.1,.5,.6,.4,.1,.7,.2

// Broadcasts along either dimension of a square, kept as what was broadcast,
// are read along the right one.

func.func @f(%x: tensor<3x3xf64>, %b: tensor<3xf64>, %w: tensor<3x3xf64>) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<3x3xf64>
  %bb = linalg.broadcast ins(%b : tensor<3xf64>) outs(%e : tensor<3x3xf64>) dimensions=[1]
  %cc = linalg.broadcast ins(%b : tensor<3xf64>) outs(%e : tensor<3x3xf64>) dimensions=[0]
  %s = linalg.div ins(%x, %bb : tensor<3x3xf64>, tensor<3x3xf64>) outs(%e : tensor<3x3xf64>) -> tensor<3x3xf64>
  %t = linalg.mul ins(%s, %cc : tensor<3x3xf64>, tensor<3x3xf64>) outs(%e : tensor<3x3xf64>) -> tensor<3x3xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<3x3xf64>) -> tensor<3x3xf64>
  %m = linalg.matmul ins(%t, %cc : tensor<3x3xf64>, tensor<3x3xf64>) outs(%z : tensor<3x3xf64>) -> tensor<3x3xf64>
  %n = linalg.matmul ins(%m, %w : tensor<3x3xf64>, tensor<3x3xf64>) outs(%bb : tensor<3x3xf64>) -> tensor<3x3xf64>
  %q = linalg.exp ins(%n : tensor<3x3xf64>) outs(%e : tensor<3x3xf64>) -> tensor<3x3xf64>
  %se = tensor.empty() : tensor<f64>
  %sz = linalg.fill ins(%zero : f64) outs(%se : tensor<f64>) -> tensor<f64>
  %y = linalg.reduce { arith.addf } ins(%q : tensor<3x3xf64>) outs(%sz : tensor<f64>) dimensions = [0, 1]
  return %y : tensor<f64>
}
