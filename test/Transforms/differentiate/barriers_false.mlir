// RUN: remat-opt %s --remat-differentiate='function=f mode=grad' | FileCheck %s
// RUN: remat-opt %s --remat-differentiate='function=f mode=grad' -cse | FileCheck %s --check-prefix=MERGED

// A region without barriers computes again all the same; it leaves to later passes
// whether it stays so.

// CHECK-LABEL: func.func @f_grad
// CHECK-NOT: remat.optimization_barrier
// CHECK-COUNT-3: math.sin

// MERGED-LABEL: func.func @f_grad
// MERGED-COUNT-2: math.sin
// MERGED-NOT: math.sin
func.func @f(%x: f32) -> f32 {
  %y = remat.checkpoint barriers = false (%a = %x : f32) -> (f32) {
    %s = math.sin %a : f32
    %t = math.sin %s : f32
    remat.yield %t : f32
  }
  return %y : f32
}
