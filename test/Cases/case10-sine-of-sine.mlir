// REQUIRES: jax
// RUN: %case %s sine_of_sine

// The numbers of the gradient whose sines test/Transforms/differentiate/sine_twice.mlir counts.
func.func @f(%x: f32 loc("x")) -> f32 {
  %y = remat.checkpoint (%a = %x : f32) -> (f32) {
    %s = math.sin %a : f32
    %n = remat.checkpoint_name %s "a" : f32
    %t = math.sin %n : f32
    remat.yield %t : f32
  }
  return %y : f32
}
