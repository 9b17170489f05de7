// REQUIRES: jax
// RUN: %case %s rounded_dot
// RUN: %case %s stored_dot --function=stored

// A value rounded to bf16 and widened again: the replay sees the same rounding, also
// where the two conversions are fused with their neighbours.

func.func @f(%x: tensor<8xf32> loc("x")) -> f32 {
  %r = remat.checkpoint (%v = %x : tensor<8xf32>) -> (f32) {
    %zero = arith.constant 0.0 : f32
    %empty = tensor.empty() : tensor<f32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>) -> tensor<f32>
    %dot = linalg.dot ins(%v, %v : tensor<8xf32>, tensor<8xf32>) outs(%init : tensor<f32>) -> tensor<f32>
    %h = arith.truncf %dot : tensor<f32> to tensor<bf16>
    %a = remat.checkpoint_name %h "a" : tensor<bf16>
    %y = arith.extf %a : tensor<bf16> to tensor<f32>
    %e = tensor.extract %y[] : tensor<f32>
    %s = math.sin %e : f32
    remat.yield %s : f32
  }
  return %r : f32
}

// The same by a name that stores in bf16.
func.func @stored(%x: tensor<8xf32> loc("x")) -> f32 {
  %r = remat.checkpoint (%v = %x : tensor<8xf32>) -> (f32) {
    %zero = arith.constant 0.0 : f32
    %empty = tensor.empty() : tensor<f32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>) -> tensor<f32>
    %dot = linalg.dot ins(%v, %v : tensor<8xf32>, tensor<8xf32>) outs(%init : tensor<f32>) -> tensor<f32>
    %y = remat.checkpoint_name %dot "a" store(bf16) : tensor<f32>
    %e = tensor.extract %y[] : tensor<f32>
    %s = math.sin %e : f32
    remat.yield %s : f32
  }
  return %r : f32
}
