// REQUIRES: jax
// RUN: %case %s only_shape
// RUN: remat-opt %s --remat-differentiate='function=f mode=vjp' | FileCheck %s
// RUN: %residuals=function=f %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=ROWS

// Where the backward pass needs the shape alone, an index is kept and no tensor.

// CHECK: func.func @f_fwd({{.*}}: tensor<?xf32>{{.*}}) -> (tensor<f32>, index)
// CHECK: func.func @f_bwd(%[[N:[^:]*]]: index {remat.residual = #remat.residual<stored 0, "{{[^"]*}}">}, %{{[^:]*}}: tensor<f32>) -> tensor<?xf32>

// ROWS: index[] output of dim from {{.*}} (f)
// ROWS-NOT: {{.+}}
func.func @f(%x: tensor<?xf32> loc("x")) -> tensor<f32> {
  %d = arith.addf %x, %x : tensor<?xf32>
  %zero = arith.constant 0.0 : f32
  %point = tensor.empty() : tensor<f32>
  %start = linalg.fill ins(%zero : f32) outs(%point : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce { arith.addf } ins(%d : tensor<?xf32>) outs(%start : tensor<f32>) dimensions = [0]
  return %sum : tensor<f32>
}
