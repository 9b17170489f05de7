// REQUIRES: jax
// RUN: %case %s chain:square,exp,sin --function=in_call
// RUN: %case %s chain:sin --function=in_fwd --policy='#remat.save_only<["c"]>'
// RUN: %residuals=function=in_call %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=CALL
// RUN: %residuals=function=in_fwd %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=FWD
// RUN: remat-opt %s --remat-print-saved-residuals='function=in_call strict' -o /dev/null
// RUN: remat-opt %s --remat-print-saved-residuals='function=in_fwd strict' -o /dev/null

// A policy sees the names inside a called function and inside the fwd of a derivative
// by the user.

// CALL: f32[] from the argument x
// CALL-NEXT: f32[] named 'a' from net.py:1:2 (callee)
// CALL-NOT: {{.+}}
func.func private @callee(%x: f32) -> f32 {
  %s = math.exp %x : f32
  %a = remat.checkpoint_name %s "a" : f32 loc("callee"("net.py":1:2))
  %t = math.sin %a : f32
  return %t : f32
}

func.func @in_call(%x: f32 loc("x")) -> f32 {
  %y = remat.checkpoint policy(#remat.save_only<["a"]>) (%v = %x : f32) -> (f32) {
    %p = arith.mulf %v, %v : f32
    %c = func.call @callee(%p) : (f32) -> f32
    remat.yield %c : f32
  }
  return %y : f32
}

// FWD: f32[] named 'c' from net.py:2:3 (sine_fwd)
// FWD-NOT: {{.+}}
func.func private @sine(%x: f32) -> f32 {
  %s = math.sin %x : f32
  return %s : f32
}
func.func private @sine_fwd(%x: f32) -> (f32, f32) {
  %s = math.sin %x : f32
  %c = math.cos %x : f32
  %n = remat.checkpoint_name %c "c" : f32 loc("sine_fwd"("net.py":2:3))
  return %s, %n : f32, f32
}
func.func private @sine_bwd(%c: f32, %ct: f32) -> f32 {
  %g = arith.mulf %ct, %c : f32
  return %g : f32
}
func.func @in_fwd(%x: f32 loc("x")) -> f32 {
  %y = remat.checkpoint policy(#remat.save_only<["c"]>) (%v = %x : f32) -> (f32) {
    %s = remat.custom_vjp @sine(%v) fwd @sine_fwd bwd @sine_bwd : (f32) -> f32
    remat.yield %s : f32
  }
  return %y : f32
}
