// RUN: remat-opt %s --split-input-file --verify-diagnostics --remat-differentiate='function=f mode=vjp'

// The op that is refused has a region, which the forward pass has already been
// given once.

func.func @f(%a: tensor<2x4x2xf64>, %w: tensor<2xf64>, %out: tensor<2x3x2xf64>) -> tensor<2x3x2xf64> {
  // expected-error@+1 {{'linalg.pooling_nwc_max' can't be differentiated: it starts from a differentiated initial value}}
  %0 = linalg.pooling_nwc_max ins(%a, %w : tensor<2x4x2xf64>, tensor<2xf64>) outs(%out : tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  return %0 : tensor<2x3x2xf64>
}
