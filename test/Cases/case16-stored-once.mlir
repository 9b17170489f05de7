// REQUIRES: jax
// RUN: %case %s both_argument_and_result
// RUN: remat-opt %s --remat-differentiate='function=f mode=vjp' | FileCheck %s
// RUN: %residuals=function=f %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=ROWS

// The exponential is a result, and needed three times over: by its own derivative and
// by the two products. It is kept once, by whoever holds the results. The square of it
// is the only value stored.

// CHECK: func.func @f_fwd({{.*}}) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>)
// CHECK: func.func @f_bwd(
// CHECK-SAME: %{{[^:]*}}: tensor<6xf32> {remat.residual = #remat.residual<result 0, "f32[6] output of exp
// CHECK-SAME: %{{[^:]*}}: tensor<6xf32> {remat.residual = #remat.residual<stored 0, "f32[6] output of mul
// CHECK-SAME: %{{[^:]*}}: tensor<6xf32>, %{{[^:]*}}: tensor<6xf32>, %{{[^:]*}}: tensor<6xf32>) -> tensor<6xf32>

// ROWS: f32[6] output of exp from net.py:2:3 (f)
// ROWS-NEXT: f32[6] output of mul from net.py:3:3 (f)
// ROWS-NOT: {{.+}}
func.func @f(%x: tensor<6xf32> loc("x")) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %e = math.exp %x : tensor<6xf32> loc("f"("net.py":2:3))
  %s = arith.mulf %e, %e : tensor<6xf32> loc("f"("net.py":3:3))
  %c = arith.mulf %s, %e : tensor<6xf32> loc("f"("net.py":4:3))
  return %e, %c, %x : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}
