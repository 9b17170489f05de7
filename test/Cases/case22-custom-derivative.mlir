// RUN: remat-opt %s --remat-differentiate='function=saved mode=vjp' -inline -canonicalize -cse -symbol-dce | FileCheck %s --check-prefix=SAVED
// RUN: remat-opt %s --remat-differentiate='function=replayed mode=vjp' -inline -canonicalize -cse -symbol-dce | FileCheck %s --check-prefix=REPLAYED
// RUN: remat-opt %s --remat-erase -inline -canonicalize -cse -symbol-dce | FileCheck %s --check-prefix=ERASED

// The fwd of a sine names its cosine: where the policy lets it be saved, it is computed
// in the forward pass alone, else in the backward pass alone, and where nothing is
// differentiated not at all.

// SAVED: func.func @saved_fwd(
// SAVED-NOT: func.func
// SAVED: math.cos
// SAVED-NOT: math.cos
// SAVED: func.func @saved_bwd(
// SAVED-NOT: math.cos
// SAVED-NOT: math.sin

// REPLAYED: func.func @replayed_fwd(
// REPLAYED-NOT: math.cos
// REPLAYED: func.func @replayed_bwd(
// REPLAYED-NOT: math.sin
// REPLAYED: math.cos
// REPLAYED-NOT: math.cos

// ERASED-NOT: math.cos
// ERASED: func.func @saved(
// ERASED: math.sin
// ERASED-NOT: math.cos

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

// Three times the true derivative, so that it is known to be used.
func.func private @sine_bwd(%c: f32, %ct: f32) -> f32 {
  %three = arith.constant 3.0 : f32
  %0 = arith.mulf %ct, %c : f32
  %g = arith.mulf %0, %three : f32
  return %g : f32
}

func.func @saved(%x: f32 loc("x")) -> f32 {
  %y = remat.checkpoint policy(#remat.save_only<["cos"]>) (%v = %x : f32) -> (f32) {
    %s = remat.custom_vjp @sine(%v) fwd @sine_fwd bwd @sine_bwd : (f32) -> f32
    remat.yield %s : f32
  }
  return %y : f32
}

func.func @replayed(%x: f32 loc("x")) -> f32 {
  %y = remat.checkpoint (%v = %x : f32) -> (f32) {
    %s = remat.custom_vjp @sine(%v) fwd @sine_fwd bwd @sine_bwd : (f32) -> f32
    remat.yield %s : f32
  }
  return %y : f32
}
