// RUN: %run-values | FileCheck %s

// The derivative of reductions where several are defensible: one value each.

func.func private @printMemrefF64(tensor<*xf64>)

#vector = affine_map<(i) -> (i)>
#scalar = affine_map<(i) -> ()>

func.func @maximum(%x: tensor<3xf64>) -> tensor<f64> {
  %least = arith.constant 0xFFF0000000000000 : f64
  %e = tensor.empty() : tensor<f64>
  %i = linalg.fill ins(%least : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %y = linalg.reduce { arith.maximumf } ins(%x : tensor<3xf64>) outs(%i : tensor<f64>) dimensions = [0]
  return %y : tensor<f64>
}

func.func @minimum(%x: tensor<3xf64>) -> tensor<f64> {
  %most = arith.constant 0x7FF0000000000000 : f64
  %e = tensor.empty() : tensor<f64>
  %i = linalg.fill ins(%most : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %y = linalg.reduce { arith.minimumf } ins(%x : tensor<3xf64>) outs(%i : tensor<f64>) dimensions = [0]
  return %y : tensor<f64>
}

// The initial value is above all elements.
func.func @maximum_from(%x: tensor<3xf64>, %from: tensor<f64>) -> tensor<f64> {
  %y = linalg.reduce { arith.maximumf } ins(%x : tensor<3xf64>) outs(%from : tensor<f64>) dimensions = [0]
  return %y : tensor<f64>
}

func.func @pooled(%x: tensor<1x1x4xf64>) -> tensor<f64> {
  %least = arith.constant 0xFFF0000000000000 : f64
  %zero = arith.constant 0.0 : f64
  %window = tensor.empty() : tensor<2xf64>
  %e = tensor.empty() : tensor<1x1x3xf64>
  %i = linalg.fill ins(%least : f64) outs(%e : tensor<1x1x3xf64>) -> tensor<1x1x3xf64>
  %y = linalg.pooling_ncw_max ins(%x, %window : tensor<1x1x4xf64>, tensor<2xf64>) outs(%i : tensor<1x1x3xf64>) -> tensor<1x1x3xf64>
  %f = tensor.empty() : tensor<f64>
  %z = linalg.fill ins(%zero : f64) outs(%f : tensor<f64>) -> tensor<f64>
  %s = linalg.reduce { arith.addf } ins(%y : tensor<1x1x3xf64>) outs(%z : tensor<f64>) dimensions = [0, 1, 2]
  return %s : tensor<f64>
}

// As a frontend writes argmax, with the value that it finds.
func.func @chosen(%x: tensor<3xf64>) -> tensor<f64> {
  %least = arith.constant 0xFFF0000000000000 : f64
  %none = arith.constant 0 : i32
  %n = tensor.empty() : tensor<3xi32>
  %count = linalg.generic {indexing_maps = [#vector], iterator_types = ["parallel"]}
      outs(%n : tensor<3xi32>) {
  ^bb0(%o: i32):
    %0 = linalg.index 0 : index
    %1 = arith.index_cast %0 : index to i32
    linalg.yield %1 : i32
  } -> tensor<3xi32>
  %e = tensor.empty() : tensor<f64>
  %i = linalg.fill ins(%least : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %f = tensor.empty() : tensor<i32>
  %j = linalg.fill ins(%none : i32) outs(%f : tensor<i32>) -> tensor<i32>
  %y:2 = linalg.generic {indexing_maps = [#vector, #vector, #scalar, #scalar], iterator_types = ["reduction"]}
      ins(%x, %count : tensor<3xf64>, tensor<3xi32>) outs(%i, %j : tensor<f64>, tensor<i32>) {
  ^bb0(%a: f64, %k: i32, %best: f64, %at: i32):
    %greater = arith.cmpf ogt, %a, %best : f64
    %nan = arith.cmpf une, %a, %a : f64
    %better = arith.ori %greater, %nan : i1
    %value = arith.select %better, %a, %best : f64
    %equal = arith.cmpf oeq, %a, %best : f64
    %earlier = arith.cmpi slt, %k, %at : i32
    %tie = arith.andi %equal, %earlier : i1
    %take = arith.ori %better, %tie : i1
    %index = arith.select %take, %k, %at : i32
    linalg.yield %value, %index : f64, i32
  } -> (tensor<f64>, tensor<i32>)
  return %y#0 : tensor<f64>
}

func.func @product(%x: tensor<4xf64>) -> tensor<f64> {
  %one = arith.constant 1.0 : f64
  %e = tensor.empty() : tensor<f64>
  %i = linalg.fill ins(%one : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %y = linalg.reduce { arith.mulf } ins(%x : tensor<4xf64>) outs(%i : tensor<f64>) dimensions = [0]
  return %y : tensor<f64>
}

func.func @product_from(%x: tensor<4xf64>, %from: tensor<f64>) -> tensor<f64> {
  %y = linalg.reduce { arith.mulf } ins(%x : tensor<4xf64>) outs(%from : tensor<f64>) dimensions = [0]
  return %y : tensor<f64>
}

// With the largest element taken out, as frontends do, if it is finite.
func.func @logsumexp(%x: tensor<2xf64>) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %least = arith.constant 0xFFF0000000000000 : f64
  %infinity = arith.constant 0x7FF0000000000000 : f64
  %e = tensor.empty() : tensor<f64>
  %i = linalg.fill ins(%least : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<2xf64>) outs(%i : tensor<f64>) dimensions = [0]
  %finite = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%m : tensor<f64>) outs(%e : tensor<f64>) {
  ^bb0(%a: f64, %o: f64):
    %size = math.absf %a : f64
    %is = arith.cmpf one, %size, %infinity : f64
    %0 = arith.select %is, %a, %zero : f64
    linalg.yield %0 : f64
  } -> tensor<f64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %s = linalg.generic {indexing_maps = [#vector, #scalar, #scalar], iterator_types = ["reduction"]}
      ins(%x, %finite : tensor<2xf64>, tensor<f64>) outs(%z : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %0 = arith.subf %a, %b : f64
    %1 = math.exp %0 : f64
    %2 = arith.addf %o, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<f64>
  %y = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%s, %finite : tensor<f64>, tensor<f64>) outs(%e : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %0 = math.log %a : f64
    %1 = arith.addf %0, %b : f64
    linalg.yield %1 : f64
  } -> tensor<f64>
  return %y : tensor<f64>
}

func.func @rows(%t: tensor<3x2xf64>, %i: tensor<4xi64>) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<f64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %r = tensor.empty() : tensor<4x2xf64>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%i : tensor<4xi64>) outs(%r : tensor<4x2xf64>) {
  ^bb0(%k: i64, %o: f64):
    %0 = arith.index_cast %k : i64 to index
    %1 = linalg.index 1 : index
    %2 = tensor.extract %t[%0, %1] : tensor<3x2xf64>
    linalg.yield %2 : f64
  } -> tensor<4x2xf64>
  %s = linalg.reduce { arith.addf } ins(%y : tensor<4x2xf64>) outs(%z : tensor<f64>) dimensions = [0, 1]
  return %s : tensor<f64>
}

func.func @show(%g: tensor<?xf64>) {
  %u = tensor.cast %g : tensor<?xf64> to tensor<*xf64>
  call @printMemrefF64(%u) : (tensor<*xf64>) -> ()
  return
}

func.func @main() {
  // The elements that reach a maximum share evenly.
  // CHECK:      data =
  // CHECK-NEXT: [0.5, 0.5, 0]
  %ties = arith.constant dense<[2.0, 2.0, 1.0]> : tensor<3xf64>
  %v0, %g0 = remat.value_and_grad @maximum(%ties) wrt [0] : (tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>)
  %d0 = tensor.cast %g0 : tensor<3xf64> to tensor<?xf64>
  call @show(%d0) : (tensor<?xf64>) -> ()

  // CHECK:      data =
  // CHECK-NEXT: [0, 0, 1]
  %v1, %g1 = remat.value_and_grad @minimum(%ties) wrt [0] : (tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>)
  %d1 = tensor.cast %g1 : tensor<3xf64> to tensor<?xf64>
  call @show(%d1) : (tensor<?xf64>) -> ()

  // Where one is NaN all get NaN.
  // CHECK:      data =
  // CHECK-NEXT: [nan, nan, nan]
  %nan = arith.constant dense<[2.0, 0x7FF8000000000000, 1.0]> : tensor<3xf64>
  %v2, %g2 = remat.value_and_grad @maximum(%nan) wrt [0] : (tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>)
  %d2 = tensor.cast %g2 : tensor<3xf64> to tensor<?xf64>
  call @show(%d2) : (tensor<?xf64>) -> ()

  // No NaN comes of rows that are minus infinity throughout.
  // CHECK:      data =
  // CHECK-NEXT: [0.333333, 0.333333, 0.333333]
  %masked = arith.constant dense<0xFFF0000000000000> : tensor<3xf64>
  %v3, %g3 = remat.value_and_grad @maximum(%masked) wrt [0] : (tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>)
  %d3 = tensor.cast %g3 : tensor<3xf64> to tensor<?xf64>
  call @show(%d3) : (tensor<?xf64>) -> ()

  // CHECK:      data =
  // CHECK-NEXT: [0, 0, 0]
  // CHECK:      data =
  // CHECK-NEXT: [1]
  %nine = arith.constant dense<9.0> : tensor<f64>
  %v4, %g4:2 = remat.value_and_grad @maximum_from(%ties, %nine) wrt [0, 1] : (tensor<3xf64>, tensor<f64>) -> (tensor<f64>, tensor<3xf64>, tensor<f64>)
  %d4 = tensor.cast %g4#0 : tensor<3xf64> to tensor<?xf64>
  call @show(%d4) : (tensor<?xf64>) -> ()
  %e4 = tensor.expand_shape %g4#1 [] output_shape [1] : tensor<f64> into tensor<1xf64>
  %f4 = tensor.cast %e4 : tensor<1xf64> to tensor<?xf64>
  call @show(%f4) : (tensor<?xf64>) -> ()

  // The first of a window gets it all.
  // CHECK:      data =
  // CHECK-NEXT: [1, 1, 0, 1]
  %pool = arith.constant dense<[[[2.0, 2.0, 1.0, 3.0]]]> : tensor<1x1x4xf64>
  %v5, %g5 = remat.value_and_grad @pooled(%pool) wrt [0] : (tensor<1x1x4xf64>) -> (tensor<f64>, tensor<1x1x4xf64>)
  %c5 = tensor.collapse_shape %g5 [[0, 1, 2]] : tensor<1x1x4xf64> into tensor<4xf64>
  %d5 = tensor.cast %c5 : tensor<4xf64> to tensor<?xf64>
  call @show(%d5) : (tensor<?xf64>) -> ()

  // A value chosen with its index: all to the index taken.
  // CHECK:      data =
  // CHECK-NEXT: [1, 0, 0]
  %v6, %g6 = remat.value_and_grad @chosen(%ties) wrt [0] : (tensor<3xf64>) -> (tensor<f64>, tensor<3xf64>)
  %d6 = tensor.cast %g6 : tensor<3xf64> to tensor<?xf64>
  call @show(%d6) : (tensor<?xf64>) -> ()

  // Products are exact where factors are zero.
  // CHECK:      data =
  // CHECK-NEXT: [0, 24, 0, 0]
  %factors = arith.constant dense<[2.0, 0.0, 3.0, 4.0]> : tensor<4xf64>
  %v7, %g7 = remat.value_and_grad @product(%factors) wrt [0] : (tensor<4xf64>) -> (tensor<f64>, tensor<4xf64>)
  %d7 = tensor.cast %g7 : tensor<4xf64> to tensor<?xf64>
  call @show(%d7) : (tensor<?xf64>) -> ()

  // CHECK:      data =
  // CHECK-NEXT: [0, 216, 0, 0]
  // CHECK:      data =
  // CHECK-NEXT: [0]
  %v8, %g8:2 = remat.value_and_grad @product_from(%factors, %nine) wrt [0, 1] : (tensor<4xf64>, tensor<f64>) -> (tensor<f64>, tensor<4xf64>, tensor<f64>)
  %d8 = tensor.cast %g8#0 : tensor<4xf64> to tensor<?xf64>
  call @show(%d8) : (tensor<?xf64>) -> ()
  %e8 = tensor.expand_shape %g8#1 [] output_shape [1] : tensor<f64> into tensor<1xf64>
  %f8 = tensor.cast %e8 : tensor<1xf64> to tensor<?xf64>
  call @show(%f8) : (tensor<?xf64>) -> ()

  // Masked entries get zero, also where all are masked.
  // CHECK:      data =
  // CHECK-NEXT: [1, 0]
  %half = arith.constant dense<[3.0, 0xFFF0000000000000]> : tensor<2xf64>
  %v10, %g10 = remat.value_and_grad @logsumexp(%half) wrt [0] : (tensor<2xf64>) -> (tensor<f64>, tensor<2xf64>)
  %d10 = tensor.cast %g10 : tensor<2xf64> to tensor<?xf64>
  call @show(%d10) : (tensor<?xf64>) -> ()

  // CHECK:      data =
  // CHECK-NEXT: [0, 0]
  %none = arith.constant dense<0xFFF0000000000000> : tensor<2xf64>
  %v11, %g11 = remat.value_and_grad @logsumexp(%none) wrt [0] : (tensor<2xf64>) -> (tensor<f64>, tensor<2xf64>)
  %d11 = tensor.cast %g11 : tensor<2xf64> to tensor<?xf64>
  call @show(%d11) : (tensor<?xf64>) -> ()

  // Rows that are gathered twice get both.
  // CHECK:      data =
  // CHECK-NEXT: [1, 1, 0, 0, 3, 3]
  %table = arith.constant dense<1.0> : tensor<3x2xf64>
  %at = arith.constant dense<[2, 0, 2, 2]> : tensor<4xi64>
  %v12, %g12 = remat.value_and_grad @rows(%table, %at) wrt [0] : (tensor<3x2xf64>, tensor<4xi64>) -> (tensor<f64>, tensor<3x2xf64>)
  %c12 = tensor.collapse_shape %g12 [[0, 1]] : tensor<3x2xf64> into tensor<6xf64>
  %d12 = tensor.cast %c12 : tensor<6xf64> to tensor<?xf64>
  call @show(%d12) : (tensor<?xf64>) -> ()
  return
}
