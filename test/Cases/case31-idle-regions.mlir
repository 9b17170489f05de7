// REQUIRES: jax
// RUN: %case %s chain:sin,sin --function=everything
// RUN: %case %s chain:sin,sin,exp,sin --function=nothing
// RUN: %residuals=function=everything %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=EVERYTHING
// RUN: remat-opt %s --remat-print-saved-residuals='function=everything' -o /dev/null 2>&1 | FileCheck %s --check-prefix=NAMED
// RUN: remat-opt %s --remat-print-saved-residuals='function=nothing' -o /dev/null 2>&1 | FileCheck %s --check-prefix=BUSY
// RUN: remat-opt %s --remat-differentiate='function=everything mode=grad' | FileCheck %s --check-prefix=GRAD

// A region in one whose policy allows everything does nothing: what it would compute
// again is kept. The report names it.

// EVERYTHING: f32[] output of cos from net.py:2:1 (f)
// EVERYTHING-NEXT: f32[] output of cos from net.py:3:1 (f)
// EVERYTHING-NOT: {{.+}}

// NAMED: net.py:1:1 (f): idle region: the region around it saves everything

// GRAD-LABEL: func.func @everything_grad
// GRAD-COUNT-2: math.sin
// GRAD-NOT: {{math.sin|remat.optimization_barrier}}
// GRAD: return
func.func @everything(%x: f32 loc("x")) -> f32 {
  %y = remat.checkpoint policy(#remat.everything) (%v = %x : f32) -> (f32) {
    %i = remat.checkpoint policy(#remat.nothing) (%w = %v : f32) -> (f32) {
      %s = math.sin %w : f32 loc("f"("net.py":2:1))
      %t = math.sin %s : f32 loc("f"("net.py":3:1))
      remat.yield %t : f32
    } loc("f"("net.py":1:1))
    remat.yield %i : f32
  }
  return %y : f32
}

// One that counts when the outer region is computed again is not idle.
// BUSY-NOT: idle region
func.func @nothing(%x: f32 loc("x")) -> f32 {
  %y = remat.checkpoint (%v = %x : f32) -> (f32) {
    %i = remat.checkpoint (%w = %v : f32) -> (f32) {
      %s = math.sin %w : f32
      %t = math.sin %s : f32
      remat.yield %t : f32
    } loc("f"("net.py":4:1))
    %e = math.exp %i : f32
    %s = math.sin %e : f32
    remat.yield %s : f32
  }
  return %y : f32
}
