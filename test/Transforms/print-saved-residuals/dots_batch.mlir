// RUN: %residuals=function=dots %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=DOTS
// RUN: %residuals=function=no_batch %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=NOBATCH

// Of a product with a batch dimension and one without, named and generic, the one
// policy keeps both, the other the second.

#product = loc("f"("net.py":1:1))
#batch = loc("f"("net.py":2:2))
#a = affine_map<(b, m, n, k) -> (b, m, k)>
#b = affine_map<(b, m, n, k) -> (k, n)>
#c = affine_map<(b, m, n, k) -> (b, m, n)>

// DOTS: f32[2,3,4] from the argument x
// DOTS-NEXT: f32[4,4] from the argument w
// DOTS-NEXT: f32[2,3,4] output of contract from net.py:1:1 (f)
// DOTS-NEXT: f32[2,3,3] output of batch_matmul from net.py:2:2 (f)
// DOTS-NOT: {{.+}}
func.func @dots(%x: tensor<2x3x4xf32> loc("x"), %w: tensor<4x4xf32> loc("w")) -> tensor<2x3x3xf32> {
  %r = remat.checkpoint policy(#remat.dots)
      (%v = %x : tensor<2x3x4xf32>, %u = %w : tensor<4x4xf32>) -> (tensor<2x3x3xf32>) {
    %zero = arith.constant 0.0 : f32
    %empty = tensor.empty() : tensor<2x3x4xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    %p = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
        ins(%v, %u : tensor<2x3x4xf32>, tensor<4x4xf32>) outs(%init : tensor<2x3x4xf32>) {
    ^bb0(%i: f32, %j: f32, %o: f32):
      %0 = arith.mulf %i, %j : f32
      %1 = arith.addf %o, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<2x3x4xf32> loc(#product)
    %s = math.sin %p : tensor<2x3x4xf32>
    %te = tensor.empty() : tensor<2x4x3xf32>
    %t = linalg.transpose ins(%s : tensor<2x3x4xf32>) outs(%te : tensor<2x4x3xf32>) permutation = [0, 2, 1]
    %e = tensor.empty() : tensor<2x3x3xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
    %q = linalg.batch_matmul ins(%s, %t : tensor<2x3x4xf32>, tensor<2x4x3xf32>)
        outs(%f : tensor<2x3x3xf32>) -> tensor<2x3x3xf32> loc(#batch)
    %z = math.sin %q : tensor<2x3x3xf32>
    remat.yield %z : tensor<2x3x3xf32>
  }
  return %r : tensor<2x3x3xf32>
}

// NOBATCH: f32[2,3,4] from the argument x
// NOBATCH-NEXT: f32[4,4] from the argument w
// NOBATCH-NEXT: f32[2,3,4] output of contract from net.py:1:1 (f)
// NOBATCH-NOT: {{.+}}
func.func @no_batch(%x: tensor<2x3x4xf32> loc("x"), %w: tensor<4x4xf32> loc("w")) -> tensor<2x3x3xf32> {
  %r = remat.checkpoint policy(#remat.dots_no_batch)
      (%v = %x : tensor<2x3x4xf32>, %u = %w : tensor<4x4xf32>) -> (tensor<2x3x3xf32>) {
    %zero = arith.constant 0.0 : f32
    %empty = tensor.empty() : tensor<2x3x4xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    %p = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
        ins(%v, %u : tensor<2x3x4xf32>, tensor<4x4xf32>) outs(%init : tensor<2x3x4xf32>) {
    ^bb0(%i: f32, %j: f32, %o: f32):
      %0 = arith.mulf %i, %j : f32
      %1 = arith.addf %o, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<2x3x4xf32> loc(#product)
    %s = math.sin %p : tensor<2x3x4xf32>
    %te = tensor.empty() : tensor<2x4x3xf32>
    %t = linalg.transpose ins(%s : tensor<2x3x4xf32>) outs(%te : tensor<2x4x3xf32>) permutation = [0, 2, 1]
    %e = tensor.empty() : tensor<2x3x3xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
    %q = linalg.batch_matmul ins(%s, %t : tensor<2x3x4xf32>, tensor<2x4x3xf32>)
        outs(%f : tensor<2x3x3xf32>) -> tensor<2x3x3xf32> loc(#batch)
    %z = math.sin %q : tensor<2x3x3xf32>
    remat.yield %z : tensor<2x3x3xf32>
  }
  return %r : tensor<2x3x3xf32>
}
