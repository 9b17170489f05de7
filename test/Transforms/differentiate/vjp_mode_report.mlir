// The report of a function is the same before and after it is differentiated, and
// the residuals of its backward pass are those of the report, in the same order.

// RUN: remat-opt %s --remat-print-saved-residuals='function=f output=%t.before' -o /dev/null
// RUN: remat-opt %s --remat-differentiate='function=f mode=vjp' --remat-print-saved-residuals='function=f output=%t.after' -o %t.mlir
// RUN: grep -E '^f32' %t.before > %t.rows.before
// RUN: grep -E '^f32' %t.after > %t.rows.after
// RUN: diff %t.rows.before %t.rows.after
// RUN: grep -o 'f32\[[^"]*' %t.mlir | diff %t.rows.before -

// RUN: FileCheck %s --input-file=%t.before
// CHECK: f32[5,4] from the argument W
// CHECK-NEXT: f32[4] from the argument x
// CHECK-NEXT: f32[5] named 'a' from net.py:2:3 (f)
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
    remat.yield %s : tensor<5xf32>
  }
  return %r : tensor<5xf32>
}
