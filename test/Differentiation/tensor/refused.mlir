// RUN: remat-opt %s -split-input-file -verify-diagnostics -remat-differentiate='function=f mode=vjp'

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'tensor.generate' can't be differentiated: it reads a value that is differentiated in its body; write it as a linalg.generic with tensor.extract in its body}}
  %0 = tensor.generate {
  ^bb0(%k: index):
    %e = tensor.extract %x[%k] : tensor<4xf32>
    tensor.yield %e : f32
  } : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %x : tensor<4xf32> to tensor<*xf32>
  // expected-error @+1 {{'tensor.cast' can't be differentiated: it converts a tensor of unknown rank, whose cotangents cannot be added up; keep the rank in its type}}
  %1 = tensor.cast %0 : tensor<*xf32> to tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>, %shape: tensor<1xindex>) -> tensor<4xf32> {
  %0 = tensor.cast %x : tensor<4xf32> to tensor<*xf32>
  // expected-error @+1 {{'tensor.reshape' can't be differentiated: it reshapes a tensor of unknown rank, whose cotangents cannot be added up; keep the rank in its type}}
  %1 = tensor.reshape %0(%shape) : (tensor<*xf32>, tensor<1xindex>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf16>) -> tensor<4xbf16> {
  // expected-error @+1 {{'tensor.bitcast' can't be differentiated: it reads the bits of a float as another float, which is not differentiable; convert with arith.truncf or arith.extf}}
  %0 = tensor.bitcast %x : tensor<4xf16> to tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// -----

func.func @f(%x: tensor<4xf32>, %i: tensor<2x1xindex>) -> tensor<2x1xf32> {
  // expected-error @+1 {{'tensor.gather' can't be differentiated: it cannot be lowered by upstream passes; write it as a linalg.generic with tensor.extract in its body}}
  %0 = tensor.gather %x[%i] gather_dims([0]) : (tensor<4xf32>, tensor<2x1xindex>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// -----

func.func @f(%s: tensor<2x1xf32>, %x: tensor<4xf32>, %i: tensor<2x1xindex>) -> tensor<4xf32> {
  // expected-error @+1 {{'tensor.scatter' can't be differentiated: it cannot be lowered by upstream passes; write it as a loop of tensor.insert_slice}}
  %0 = tensor.scatter %s into %x[%i] scatter_dims([0]) unique : (tensor<2x1xf32>, tensor<4xf32>, tensor<2x1xindex>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>, %y: f32) -> tensor<6xf32> {
  // expected-error @+1 {{'tensor.pad' can't be differentiated: it computes its padding in its body from a value that is differentiated; compute it before and yield it as it is}}
  %0 = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    %z = arith.mulf %y, %y : f32
    tensor.yield %z : f32
  } : tensor<4xf32> to tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @f(%x: tensor<4xf32>, %y: f32) -> tensor<4xf32> {
  // expected-error @+1 {{'tensor.pad' can't be differentiated: it pads by a negative width; use tensor.extract_slice to make a tensor smaller}}
  %0 = tensor.pad %x low[1] high[-1] {
  ^bb0(%i: index):
    tensor.yield %y : f32
  } : tensor<4xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{wrt names argument 0 of '@f', which is 'tensor<*xf32>'; a gradient needs a rank: cast the argument outside}}
func.func @f(%x: tensor<*xf32>, %y: f32) -> f32 {
  return %y : f32
}
