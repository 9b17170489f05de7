// RUN: remat-opt %s --remat-differentiate='function=f mode=grad wrt=1' | FileCheck %s
// RUN: remat-opt %s --remat-print-saved-residuals='function=f' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPORT

// An effect in a region runs once; what it gave and the replay needs is kept though
// the policy allows nothing, and the report says so.

// CHECK-LABEL: func.func @f_grad
// CHECK: memref.load
// CHECK: memref.store
// CHECK-NOT: memref.load
// CHECK-NOT: memref.store
// CHECK: remat.optimization_barrier

// REPORT: from the argument x
// REPORT-NEXT: f32[] effect of load from net.py:5:6 (f)
func.func @f(%m: memref<f32> loc("m"), %x: f32 loc("x")) -> f32 {
  %y = remat.checkpoint (%n = %m : memref<f32>, %v = %x : f32) -> (f32) {
    %one = arith.constant 1.0 : f32
    %d = memref.load %n[] : memref<f32> loc("f"("net.py":5:6))
    %next = arith.addf %d, %one : f32
    memref.store %next, %n[] : memref<f32>
    %p = arith.mulf %d, %v : f32
    %s = math.sin %p : f32
    remat.yield %s : f32
  }
  return %y : f32
}
