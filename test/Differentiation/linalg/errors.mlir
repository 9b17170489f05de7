// RUN: remat-opt %s --split-input-file --remat-differentiate='function=f' --verify-diagnostics

#id = affine_map<(i) -> (i)>
#scalar = affine_map<(i) -> ()>

// What has no derivative here says why; nothing is silently zero.

func.func @f(%x: tensor<4xf32>, %z: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{'linalg.generic' can't be differentiated: it accumulates by something other than a sum, a product, a maximum or minimum, or the choice of a value with its index}}
  %y = linalg.generic {indexing_maps = [#id, #scalar], iterator_types = ["reduction"]}
      ins(%x : tensor<4xf32>) outs(%z : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = math.sin %o : f32
    %1 = arith.addf %0, %a : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  return %y : tensor<f32>
}

// -----

#id = affine_map<(i) -> (i)>
#scalar = affine_map<(i) -> ()>

func.func @f(%x: tensor<4xf32>, %z: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{it keeps one of several values along a reduction loop}}
  %y = linalg.generic {indexing_maps = [#id, #scalar], iterator_types = ["reduction"]}
      ins(%x : tensor<4xf32>) outs(%z : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<f32>
  return %y : tensor<f32>
}

// -----

#id = affine_map<(i) -> (i)>

func.func @f(%x: tensor<4xf32>, %c: tensor<4xi1>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  // expected-error @+1 {{it has 'scf.if' in its body, which has no derivative rule}}
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %c : tensor<4xf32>, tensor<4xi1>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %p: i1, %o: f32):
    %0 = scf.if %p -> f32 {
      %1 = math.sin %a : f32
      scf.yield %1 : f32
    } else {
      scf.yield %a : f32
    }
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

#id = affine_map<(i) -> (i)>

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  // expected-error @+1 {{it takes the bits of a differentiated value in its body by 'arith.bitcast'}}
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.bitcast %a : f32 to i32
    %1 = arith.bitcast %0 : i32 to f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

#id = affine_map<(i) -> (i)>
#scalar = affine_map<(i) -> ()>

func.func @f(%x: tensor<4xf32>, %k: tensor<4xi32>, %z: tensor<f32>, %j: tensor<i32>) -> tensor<f32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<f32>
  %i = linalg.fill ins(%least : f32) outs(%e : tensor<f32>) -> tensor<f32>
  // expected-error @+1 {{it chooses a value with an index that doesn't count the iterations of a single reduction loop}}
  %y:2 = linalg.generic {indexing_maps = [#id, #id, #scalar, #scalar], iterator_types = ["reduction"]}
      ins(%x, %k : tensor<4xf32>, tensor<4xi32>) outs(%i, %j : tensor<f32>, tensor<i32>) {
  ^bb0(%a: f32, %n: i32, %best: f32, %at: i32):
    %0 = arith.cmpf ogt, %a, %best : f32
    %1 = arith.select %0, %a, %best : f32
    %2 = arith.select %0, %n, %at : i32
    linalg.yield %1, %2 : f32, i32
  } -> (tensor<f32>, tensor<i32>)
  return %y#0 : tensor<f32>
}

// -----

#id = affine_map<(i) -> (i)>

func.func private @sine(%x: f32) -> f32 {
  %y = math.sin %x : f32
  return %y : f32
}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  // expected-error @+1 {{it has 'func.call' in its body, which may have effects}}
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = func.call @sine(%a) : (f32) -> f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// Not an effect, but an op that says nothing of its effects.
func.func @f(%x: tensor<2x3x3x2xf32>) -> tensor<6x6x2x2xf32> {
  %e = tensor.empty() : tensor<6x6x2x2xf32>
  // expected-error @+1 {{'linalg.winograd_filter_transform' can't be differentiated: it has no derivative rule}}
  %y = linalg.winograd_filter_transform fmr(F_4_3) ins(%x : tensor<2x3x3x2xf32>) outs(%e : tensor<6x6x2x2xf32>) -> tensor<6x6x2x2xf32>
  return %y : tensor<6x6x2x2xf32>
}
