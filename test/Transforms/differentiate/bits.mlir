// RUN: remat-opt %s --remat-differentiate='function=f mode=grad' -verify-diagnostics -split-input-file

// The bits of a float, as an integer and back: a gradient of zero would be wrong.
func.func @f(%x: f32) -> f32 {
  %i = arith.bitcast %x : f32 to i32
  %one = arith.constant 1 : i32
  %j = arith.addi %i, %one : i32
  // expected-error @+1 {{'arith.bitcast' can't be differentiated: it takes the bits of a differentiated value}}
  %y = arith.bitcast %j : i32 to f32
  return %y : f32
}

// -----

// Without a way back there is nothing to differentiate.
func.func @f(%x: f32) -> (f32, i32) {
  %i = arith.bitcast %x : f32 to i32
  %n = arith.fptosi %x : f32 to i32
  %j = arith.addi %i, %n : i32
  return %x, %j : f32, i32
}

// -----

// By the casts of other dialects.
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %i = tensor.bitcast %x : tensor<4xf32> to tensor<4xi32>
  // expected-error @+1 {{'tensor.bitcast' can't be differentiated: it takes the bits of a differentiated value}}
  %y = tensor.bitcast %i : tensor<4xi32> to tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @f(%x: vector<4xf32>) -> vector<4xf32> {
  %i = vector.bitcast %x : vector<4xf32> to vector<4xi32>
  // expected-error @+1 {{'vector.bitcast' can't be differentiated: it takes the bits of a differentiated value}}
  %y = vector.bitcast %i : vector<4xi32> to vector<4xf32>
  return %y : vector<4xf32>
}

// -----

func.func @f(%x: f32) -> f32 {
  %i = builtin.unrealized_conversion_cast %x : f32 to i32
  // expected-error @+1 {{it takes the bits of a differentiated value}}
  %y = builtin.unrealized_conversion_cast %i : i32 to f32
  return %y : f32
}

// -----

// In the bodies of two ops.
#id = affine_map<(i) -> (i)>
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xi32>
  %i = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%e : tensor<4xi32>) {
  ^bb0(%a: f32, %o: i32):
    %0 = arith.bitcast %a : f32 to i32
    linalg.yield %0 : i32
  } -> tensor<4xi32>
  %z = tensor.empty() : tensor<4xf32>
  // expected-error @+1 {{'linalg.generic' can't be differentiated: it takes the bits of a differentiated value}}
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%i : tensor<4xi32>) outs(%z : tensor<4xf32>) {
  ^bb0(%a: i32, %o: f32):
    %0 = arith.bitcast %a : i32 to f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// Bits that were no float before carry nothing, as in the draw of a random number.
func.func @f(%x: f32, %n: i32) -> f32 {
  %d = arith.bitcast %n : i32 to f32
  %y = arith.mulf %x, %d : f32
  return %y : f32
}
