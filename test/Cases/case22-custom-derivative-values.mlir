// REQUIRES: jax
// RUN: %case %s custom_sine --policy='#remat.save_only<["cos"]>' --policy='#remat.save_any_but<["cos"]>'

// The derivative by the user is what counts, under every policy.

func.func private @sine(%x: f32) -> f32 {
  %s = math.sin %x : f32
  return %s : f32
}

func.func private @sine_fwd(%x: f32) -> (f32, f32) {
  %s = math.sin %x : f32
  %c = math.cos %x : f32
  %n = remat.checkpoint_name %c "cos" : f32
  return %s, %n : f32, f32
}

// Three times the true derivative.
func.func private @sine_bwd(%c: f32, %ct: f32) -> f32 {
  %three = arith.constant 3.0 : f32
  %0 = arith.mulf %ct, %c : f32
  %g = arith.mulf %0, %three : f32
  return %g : f32
}

func.func @f(%x: f32 loc("x")) -> f32 {
  %y = remat.checkpoint (%v = %x : f32) -> (f32) {
    %0 = math.sin %v : f32
    %1 = remat.custom_vjp @sine(%0) fwd @sine_fwd bwd @sine_bwd : (f32) -> f32
    %2 = math.sin %1 : f32
    remat.yield %2 : f32
  }
  return %y : f32
}
