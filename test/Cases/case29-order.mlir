// REQUIRES: jax
// RUN: %case %s chain:exp,sin,log,sin --function=h_region
// RUN: %case %s log_of_region
// RUN: remat-opt %s --remat-differentiate='function=f mode=grad' | FileCheck %s
// RUN: remat-opt %s --remat-print-saved-residuals='function=f' -o /dev/null 2>&1 | FileCheck %s --check-prefix=FIRST
// RUN: remat-opt %s --remat-print-saved-residuals='function=h_region' -o /dev/null 2>&1 | FileCheck %s --check-prefix=LAST

// h(g(x)) with g a region: forward of g, forward of h, backward of h, replay of g,
// backward of g. With h the region the replay follows at once, which is said.

// Forward of g, then of h.
// CHECK-LABEL: func.func @f_grad
// CHECK: math.exp
// CHECK: %[[G:.*]] = math.sin
// CHECK: math.log %[[G]]
// Backward of h: 1 / g.
// CHECK-NOT: remat.optimization_barrier
// CHECK: arith.divf
// Replay of g and its backward pass.
// CHECK: remat.optimization_barrier
// CHECK: math.exp
// CHECK: math.cos
// CHECK-NOT: remat.optimization_barrier
// CHECK: arith.mulf
// CHECK: return

// FIRST-NOT: peak unchanged
func.func @f(%x: f32 loc("x")) -> f32 {
  %g = remat.checkpoint (%v = %x : f32) -> (f32) {
    %e = math.exp %v : f32
    %s = math.sin %e : f32
    remat.yield %s : f32
  }
  %h = math.log %g : f32
  return %h : f32
}

// LAST: net.py:7:7{{.*}}peak unchanged
func.func @h_region(%x: f32 loc("x")) -> f32 {
  %e = math.exp %x : f32
  %g = math.sin %e : f32
  %h = remat.checkpoint (%v = %g : f32) -> (f32) {
    %s = math.log %v : f32
    %t = math.sin %s : f32
    remat.yield %t : f32
  } loc("net.py":7:7)
  return %h : f32
}
