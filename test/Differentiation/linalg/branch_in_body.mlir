// RUN: remat-opt %s --remat-differentiate='function=f mode=grad' -verify-diagnostics

// A branch in a body that picks from differentiated tensors: no rule, so an error
// and not a gradient of zero.
func.func @f(%x: tensor<4xf32>, %y: tensor<2xf32>) -> tensor<6xf32> {
  %c4 = arith.constant 4 : index
  %0 = tensor.empty() : tensor<6xf32>
  // expected-error@+1 {{'linalg.generic' can't be differentiated: it uses a whole tensor in its body by 'scf.if'}}
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%0 : tensor<6xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %p = arith.cmpi ult, %i, %c4 : index
    %v = scf.if %p -> (f32) {
      %e = tensor.extract %x[%i] : tensor<4xf32>
      scf.yield %e : f32
    } else {
      %j = arith.subi %i, %c4 : index
      %e = tensor.extract %y[%j] : tensor<2xf32>
      scf.yield %e : f32
    }
    linalg.yield %v : f32
  } -> tensor<6xf32>
  return %1 : tensor<6xf32>
}
