// REQUIRES: jax
// RUN: %case %s second_derivative --function=second
// RUN: %case %s third_derivative --function=third
// RUN: %case %s gradient_norm --function=norm
// RUN: %case %s sine_of_sine --function=by_vjp

// Requests in functions that are differentiated themselves, with regions in each.

func.func private @sine_of_sine(%x: f32) -> f32 {
  %y = remat.checkpoint (%v = %x : f32) -> (f32) {
    %s = math.sin %v : f32
    %a = remat.checkpoint_name %s "a" : f32
    %t = math.sin %a : f32
    remat.yield %t : f32
  }
  return %y : f32
}

func.func @second(%x: f32) -> f32 {
  %v, %g = remat.value_and_grad @sine_of_sine(%x) : (f32) -> (f32, f32)
  return %g : f32
}

// x^4, differentiated twice by requests and once more by the caller; the middle request
// stands in a region.
func.func private @fourth_power(%x: f32) -> f32 {
  %y = remat.checkpoint (%v = %x : f32) -> (f32) {
    %s = arith.mulf %v, %v : f32
    %a = remat.checkpoint_name %s "a" : f32
    %q = arith.mulf %a, %a : f32
    remat.yield %q : f32
  }
  return %y : f32
}

func.func private @slope(%x: f32) -> f32 {
  %y = remat.checkpoint (%u = %x : f32) -> (f32) {
    %v, %g = remat.value_and_grad @fourth_power(%u) : (f32) -> (f32, f32)
    remat.yield %g : f32
  }
  return %y : f32
}

func.func @third(%x: f32) -> f32 {
  %v, %g = remat.value_and_grad @slope(%x) : (f32) -> (f32, f32)
  return %g : f32
}

func.func private @square_sum(%W: tensor<5x4xf32>, %x: tensor<4xf32>) -> tensor<f32> {
  %r = remat.checkpoint (%w = %W : tensor<5x4xf32>, %v = %x : tensor<4xf32>) -> (tensor<f32>) {
    %zero = arith.constant 0.0 : f32
    %empty = tensor.empty() : tensor<5xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<5xf32>) -> tensor<5xf32>
    %y = linalg.matvec ins(%w, %v : tensor<5x4xf32>, tensor<4xf32>) outs(%init : tensor<5xf32>) -> tensor<5xf32>
    %a = remat.checkpoint_name %y "a" : tensor<5xf32>
    %point = tensor.empty() : tensor<f32>
    %start = linalg.fill ins(%zero : f32) outs(%point : tensor<f32>) -> tensor<f32>
    %d = linalg.dot ins(%a, %a : tensor<5xf32>, tensor<5xf32>) outs(%start : tensor<f32>) -> tensor<f32>
    remat.yield %d : tensor<f32>
  }
  return %r : tensor<f32>
}

// The squared length of a gradient.
func.func @norm(%W: tensor<5x4xf32>, %x: tensor<4xf32>) -> tensor<f32> {
  %v, %g = remat.value_and_grad @square_sum(%W, %x) wrt [1]
      : (tensor<5x4xf32>, tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
  %zero = arith.constant 0.0 : f32
  %point = tensor.empty() : tensor<f32>
  %start = linalg.fill ins(%zero : f32) outs(%point : tensor<f32>) -> tensor<f32>
  %d = linalg.dot ins(%g, %g : tensor<4xf32>, tensor<4xf32>) outs(%start : tensor<f32>) -> tensor<f32>
  return %d : tensor<f32>
}

// The value of a vjp passes through and is differentiated as any other value.
func.func @by_vjp(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %v, %g = remat.vjp @sine_of_sine(%x) cotangents(%one) : (f32), (f32) -> (f32, f32)
  return %v : f32
}
