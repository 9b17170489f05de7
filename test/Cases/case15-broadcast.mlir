// REQUIRES: jax
// RUN: %case %s broadcast
// RUN: %case %s broadcast --function=by_map
// RUN: %residuals=function=f %s 2>&1 | %rows | FileCheck %s --match-full-lines
// RUN: %residuals=function=by_map %s 2>&1 | %rows | FileCheck %s --match-full-lines

// A product with a broadcast keeps what was broadcast, at the size it had before.

// CHECK: f32[8,4] from the argument x
// CHECK-DAG: f32[4] output of sin from net.py:2:3 (f)
// CHECK-DAG: f32[4] output of cos from net.py:2:3 (f)
// CHECK-NOT: {{.+}}

#sin = loc("f"("net.py":2:3))
#outer = affine_map<(d0, d1) -> (d0, d1)>
#inner = affine_map<(d0, d1) -> (d1)>

func.func @f(%x: tensor<8x4xf32> loc("x"), %b: tensor<4xf32> loc("b")) -> tensor<f32> {
  %s = math.sin %b : tensor<4xf32> loc(#sin)
  %wide = tensor.empty() : tensor<8x4xf32>
  %c = linalg.broadcast ins(%s : tensor<4xf32>) outs(%wide : tensor<8x4xf32>) dimensions = [0]
  %p = arith.mulf %x, %c : tensor<8x4xf32>
  %zero = arith.constant 0.0 : f32
  %point = tensor.empty() : tensor<f32>
  %start = linalg.fill ins(%zero : f32) outs(%point : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce { arith.addf } ins(%p : tensor<8x4xf32>) outs(%start : tensor<f32>) dimensions = [0, 1]
  return %sum : tensor<f32>
}

func.func @by_map(%x: tensor<8x4xf32> loc("x"), %b: tensor<4xf32> loc("b")) -> tensor<f32> {
  %s = math.sin %b : tensor<4xf32> loc(#sin)
  %wide = tensor.empty() : tensor<8x4xf32>
  %p = linalg.generic {indexing_maps = [#outer, #inner, #outer], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<8x4xf32>, tensor<4xf32>) outs(%wide : tensor<8x4xf32>) {
  ^bb0(%e: f32, %g: f32, %o: f32):
    %0 = arith.mulf %e, %g : f32
    linalg.yield %0 : f32
  } -> tensor<8x4xf32>
  %zero = arith.constant 0.0 : f32
  %point = tensor.empty() : tensor<f32>
  %start = linalg.fill ins(%zero : f32) outs(%point : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce { arith.addf } ins(%p : tensor<8x4xf32>) outs(%start : tensor<f32>) dimensions = [0, 1]
  return %sum : tensor<f32>
}
