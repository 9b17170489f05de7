// RUN: remat-run %s --grad=f --check-gradients --input=2x3xf64=.1,.2,.3,.4,.5,.6 --input=3x4xf64=.9,.2,.3,.4,.5,.6,.1,.3,.2,.7,.8,.35 --input=5x3xf64=.1,.2,.3,.4,.5,.6,.7,.8,.9,1,1.1,1.2,1.3,1.4,1.5 --input=4xi64=0,2,2,4

// A contraction, a product, a maximum and a gather of sizes known at run time.

func.func @f(%x: tensor<?x?xf64>, %w: tensor<?x?xf64>, %t: tensor<?x3xf64>, %i: tensor<?xi64>) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %m = tensor.dim %x, %c0 : tensor<?x?xf64>
  %n = tensor.dim %w, %c1 : tensor<?x?xf64>
  %b = tensor.dim %i, %c0 : tensor<?xi64>
  %e = tensor.empty(%m, %n) : tensor<?x?xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?x?xf64>) -> tensor<?x?xf64>
  %y = linalg.matmul ins(%x, %w : tensor<?x?xf64>, tensor<?x?xf64>) outs(%z : tensor<?x?xf64>) -> tensor<?x?xf64>
  %q = linalg.exp ins(%y : tensor<?x?xf64>) outs(%e : tensor<?x?xf64>) -> tensor<?x?xf64>
  %re = tensor.empty(%m) : tensor<?xf64>
  %one = arith.constant 1.0 : f64
  %ri = linalg.fill ins(%one : f64) outs(%re : tensor<?xf64>) -> tensor<?xf64>
  %p = linalg.reduce { arith.mulf } ins(%q : tensor<?x?xf64>) outs(%ri : tensor<?xf64>) dimensions = [1]
  %mx = linalg.reduce { arith.maximumf } ins(%y : tensor<?x?xf64>) outs(%ri : tensor<?xf64>) dimensions = [1]
  %ge = tensor.empty(%b) : tensor<?x3xf64>
  %g = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%i : tensor<?xi64>) outs(%ge : tensor<?x3xf64>) {
  ^bb0(%k: i64, %o: f64):
    %0 = arith.index_cast %k : i64 to index
    %1 = linalg.index 1 : index
    %2 = tensor.extract %t[%0, %1] : tensor<?x3xf64>
    %3 = math.sin %2 : f64
    linalg.yield %3 : f64
  } -> tensor<?x3xf64>
  %se = tensor.empty() : tensor<f64>
  %sz = linalg.fill ins(%zero : f64) outs(%se : tensor<f64>) -> tensor<f64>
  %s0 = linalg.reduce { arith.addf } ins(%p : tensor<?xf64>) outs(%sz : tensor<f64>) dimensions = [0]
  %s1 = linalg.reduce { arith.addf } ins(%g : tensor<?x3xf64>) outs(%s0 : tensor<f64>) dimensions = [0, 1]
  %s2 = linalg.reduce { arith.addf } ins(%mx : tensor<?xf64>) outs(%s1 : tensor<f64>) dimensions = [0]
  return %s2 : tensor<f64>
}
