// RUN: remat-opt %s -one-shot-bufferize='bufferize-function-boundaries=true' -verify-diagnostics -split-input-file

// Regions and names have no buffers: `remat-differentiate` or `remat-erase`
// takes them away before. What is left is an error that names it.

func.func @region(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{op was not bufferized}}
  %0 = remat.checkpoint (%a = %x : tensor<4xf32>) -> (tensor<4xf32>) {
    %s = tensor.cast %a : tensor<4xf32> to tensor<4xf32>
    remat.yield %s : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @name(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{op was not bufferized}}
  %0 = remat.checkpoint_name %x "a" : tensor<4xf32>
  return %0 : tensor<4xf32>
}
