// DEFINE: %{check} = remat-run %s --input=4xf64=0.3,-0.7,0.5,1.1 --cotangent=4xf64=1,2,-1,0.5 --check-gradients
// RUN: %{check} --grad=as_index
// RUN: %{check} --grad=as_branch
// RUN: %{check} --grad=as_condition
// RUN: %{check} --grad=as_factor
// RUN: %{check} --grad=in_region
// RUN: %{check} --grad=in_region --policy='#remat.nothing'
// RUN: %{check} --grad=in_loop

// A scalar that the body of an op uses from above is a value like any other in the
// function that has the op, and a constant where the function is called. The backward
// pass, which sees the function's op, reads what the forward pass keeps.

#id = affine_map<(d0) -> (d0)>

func.func private @picked(%x: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]}
    outs(%x : tensor<4xf64>) {
  ^bb0(%out: f64):
    %e = tensor.extract %x[%n] : tensor<4xf64>
    %1 = math.sin %e : f64
    %2 = arith.mulf %1, %out : f64
    linalg.yield %2 : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
func.func @as_index(%x: tensor<4xf64>) -> tensor<4xf64> {
  %two = arith.constant 2 : index
  %0 = call @picked(%x, %two) : (tensor<4xf64>, index) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func private @bounded(%x: tensor<4xf64>, %bound: f64) -> tensor<4xf64> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
    ins(%x : tensor<4xf64>) outs(%x : tensor<4xf64>) {
  ^bb0(%a: f64, %out: f64):
    %less = arith.cmpf olt, %a, %bound : f64
    %1 = arith.select %less, %a, %bound : f64
    %2 = math.exp %1 : f64
    %3 = arith.mulf %2, %1 : f64
    linalg.yield %3 : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
func.func @as_branch(%x: tensor<4xf64>) -> tensor<4xf64> {
  %bound = arith.constant 0.4 : f64
  %0 = call @bounded(%x, %bound) : (tensor<4xf64>, f64) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func private @chosen(%x: tensor<4xf64>, %c: i1) -> tensor<4xf64> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
    ins(%x : tensor<4xf64>) outs(%x : tensor<4xf64>) {
  ^bb0(%a: f64, %out: f64):
    %1 = math.sin %a : f64
    %2 = arith.select %c, %1, %a : f64
    %3 = arith.mulf %2, %a : f64
    linalg.yield %3 : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
func.func @as_condition(%x: tensor<4xf64>) -> tensor<4xf64> {
  %true = arith.constant true
  %0 = call @chosen(%x, %true) : (tensor<4xf64>, i1) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// Twice the constant is a constant only where the function is called.
func.func private @scaled(%x: tensor<4xf64>, %s: f64) -> tensor<4xf64> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
    ins(%x : tensor<4xf64>) outs(%x : tensor<4xf64>) {
  ^bb0(%a: f64, %out: f64):
    %1 = arith.addf %s, %s : f64
    %2 = arith.mulf %a, %1 : f64
    %3 = arith.mulf %2, %s : f64
    linalg.yield %3 : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
func.func @as_factor(%x: tensor<4xf64>) -> tensor<4xf64> {
  %s = arith.constant 1.5 : f64
  %0 = call @scaled(%x, %s) : (tensor<4xf64>, f64) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func @in_region(%x: tensor<4xf64>) -> tensor<4xf64> {
  %s = arith.constant 1.5 : f64
  %n = arith.constant 1 : index
  %0 = remat.checkpoint policy(#remat.nothing) (%a = %x : tensor<4xf64>, %t = %s : f64, %i = %n : index) -> (tensor<4xf64>) {
    %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf64>) outs(%a : tensor<4xf64>) {
    ^bb0(%b: f64, %out: f64):
      %e = tensor.extract %a[%i] : tensor<4xf64>
      %2 = arith.mulf %e, %t : f64
      %3 = math.sin %2 : f64
      %4 = arith.mulf %3, %b : f64
      linalg.yield %4 : f64
    } -> tensor<4xf64>
    remat.yield %1 : tensor<4xf64>
  }
  return %0 : tensor<4xf64>
}

func.func @in_loop(%x: tensor<4xf64>) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %s = arith.constant 0.8 : f64
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%h = %x) -> tensor<4xf64> {
    %1 = func.call @picked(%h, %c3) : (tensor<4xf64>, index) -> tensor<4xf64>
    %2 = func.call @scaled(%1, %s) : (tensor<4xf64>, f64) -> tensor<4xf64>
    scf.yield %2 : tensor<4xf64>
  }
  return %0 : tensor<4xf64>
}
