// RUN: %residuals=function=f %s 2>&1 | %rows | FileCheck %s --match-full-lines
// RUN: remat-opt %s --remat-differentiate='function=f mode=vjp' | FileCheck %s --check-prefix=STORED

// A value that is rounded where it is named is kept in the narrow type.

// CHECK: bf16[4] named 'a' from net.py:2:2 (f)
// CHECK-NOT: {{.+}}

// STORED: func.func @f_fwd({{[^)]*}}) -> (tensor<4xf32>, tensor<4xbf16>)
// STORED: func.func @f_bwd(%{{[^:]*}}: tensor<4xbf16> {remat.residual
func.func @f(%x: tensor<4xf32> loc("x")) -> tensor<4xf32> {
  %r = remat.checkpoint policy(#remat.save_only<["a"]>) (%v = %x : tensor<4xf32>) -> (tensor<4xf32>) {
    %n = arith.negf %v : tensor<4xf32>
    %a = remat.checkpoint_name %n "a" store(bf16) : tensor<4xf32> loc("f"("net.py":2:2))
    %s = math.sin %a : tensor<4xf32>
    remat.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
