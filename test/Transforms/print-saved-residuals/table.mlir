// RUN: remat-opt %s --remat-print-saved-residuals='function=f output=%t' -o /dev/null 2>%t.err
// RUN: FileCheck %s --input-file=%t
// RUN: FileCheck %s --input-file=%t.err --check-prefix=QUIET --allow-empty

// Behind the list: the bytes of each residual, totals by memory space, and what became
// of each name, whether a policy speaks of it or not. Where the text goes to a file,
// nothing is said on standard error.

// QUIET-NOT: {{.+}}

// CHECK: f32[5,4] from the argument W
// CHECK-NEXT: f32[4] from the argument x
// CHECK-NEXT: f32[5] named 'a' from net.py:2:3 (f)
// CHECK-EMPTY:
// CHECK-NEXT: {{^ +}}bytes residual
// CHECK-NEXT: {{^ +}}80 f32[5,4] from the argument W
// CHECK-NEXT: {{^ +}}16 f32[4] from the argument x
// CHECK-NEXT: {{^ +}}20 f32[5] named 'a' from net.py:2:3 (f)
// CHECK-EMPTY:
// CHECK-NEXT: {{^ +}}20 bytes in 1 value kept for the backward pass
// CHECK-NEXT: {{^ +}}96 bytes in 2 values that are arguments anyway
// CHECK-EMPTY:
// CHECK-NEXT: names
// CHECK-NEXT: 'a' from net.py:2:3 (f): saved
// CHECK-NEXT: 'b' from net.py:4:3 (f): not needed by the backward pass
// CHECK-EMPTY:
// CHECK-NEXT: without effect
// CHECK-NEXT: net.py:5:3 (f): peak unchanged: the region is computed again right after it was computed
// CHECK-NOT: {{.}}
func.func @f(%W: tensor<5x4xf32> loc("W"), %x: tensor<4xf32> loc("x")) -> tensor<5xf32> {
  %r = remat.checkpoint policy(#remat.save_only<["a"]>)
      (%w = %W : tensor<5x4xf32>, %v = %x : tensor<4xf32>) -> (tensor<5xf32>) {
    %zero = arith.constant 0.0 : f32
    %empty = tensor.empty() : tensor<5xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<5xf32>) -> tensor<5xf32>
    %y = linalg.matvec ins(%w, %v : tensor<5x4xf32>, tensor<4xf32>)
        outs(%init : tensor<5xf32>) -> tensor<5xf32> loc("f"("net.py":1:3))
    %a = remat.checkpoint_name %y "a" : tensor<5xf32> loc("f"("net.py":2:3))
    %s = math.sin %a : tensor<5xf32> loc("f"("net.py":3:3))
    %b = remat.checkpoint_name %s "b" : tensor<5xf32> loc("f"("net.py":4:3))
    remat.yield %b : tensor<5xf32>
  } loc("f"("net.py":5:3))
  return %r : tensor<5xf32>
}
