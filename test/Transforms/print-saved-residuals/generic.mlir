// RUN: %residuals=function=f %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=PLAIN
// RUN: %residuals=function=fw %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=WHOLE

// Two layers with every op a linalg.generic, as front ends give them; the rows say as
// much as those of named ops.

#w = affine_map<(m, k) -> (m, k)>
#v = affine_map<(m, k) -> (k)>
#y = affine_map<(m, k) -> (m)>
#e = affine_map<(m) -> (m)>
#dot = loc("g"("net.py":7:6))
#name = loc("g"("net.py":7:2))
#sin = loc("g"("net.py":8:9))

// PLAIN: f32[5,4] from the argument W1
// PLAIN-NEXT: f32[6,5] from the argument W2
// PLAIN-NEXT: f32[4] from the argument x
// PLAIN-NEXT: f32[5] output of sin from net.py:8:9 (g)
// PLAIN-NEXT: f32[5] output of cos from net.py:8:9 (g)
// PLAIN-NEXT: f32[6] output of cos from net.py:8:9 (g)
// PLAIN-NOT: {{.+}}
func.func @f(%W1: tensor<5x4xf32> loc("W1"), %W2: tensor<6x5xf32> loc("W2"),
    %x: tensor<4xf32> loc("x")) -> tensor<6xf32> {
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<5xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<5xf32>) -> tensor<5xf32>
  %y1 = linalg.generic {indexing_maps = [#w, #v, #y], iterator_types = ["parallel", "reduction"]}
      ins(%W1, %x : tensor<5x4xf32>, tensor<4xf32>) outs(%i1 : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<5xf32> loc(#dot)
  %n1 = remat.checkpoint_name %y1 "a" : tensor<5xf32> loc(#name)
  %h1 = linalg.generic {indexing_maps = [#e, #e], iterator_types = ["parallel"]}
      ins(%n1 : tensor<5xf32>) outs(%e1 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = math.sin %a : f32 loc(#sin)
    linalg.yield %0 : f32
  } -> tensor<5xf32> loc(#sin)
  %e2 = tensor.empty() : tensor<6xf32>
  %i2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<6xf32>) -> tensor<6xf32>
  %y2 = linalg.generic {indexing_maps = [#w, #v, #y], iterator_types = ["parallel", "reduction"]}
      ins(%W2, %h1 : tensor<6x5xf32>, tensor<5xf32>) outs(%i2 : tensor<6xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<6xf32> loc(#dot)
  %n2 = remat.checkpoint_name %y2 "a" : tensor<6xf32> loc(#name)
  %h2 = linalg.generic {indexing_maps = [#e, #e], iterator_types = ["parallel"]}
      ins(%n2 : tensor<6xf32>) outs(%e2 : tensor<6xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = math.sin %a : f32 loc(#sin)
    linalg.yield %0 : f32
  } -> tensor<6xf32> loc(#sin)
  return %h2 : tensor<6xf32>
}

// WHOLE: f32[5,4] from the argument W1
// WHOLE-NEXT: f32[6,5] from the argument W2
// WHOLE-NEXT: f32[4] from the argument x
// WHOLE-NEXT: f32[5] named 'a' from net.py:7:2 (g)
// WHOLE-NEXT: f32[6] named 'a' from net.py:7:2 (g)
// WHOLE-NOT: {{.+}}
func.func @fw(%W1: tensor<5x4xf32> loc("W1"), %W2: tensor<6x5xf32> loc("W2"),
    %x: tensor<4xf32> loc("x")) -> tensor<6xf32> {
  %r = remat.checkpoint policy(#remat.save_only<["a"]>) (%A1 = %W1 : tensor<5x4xf32>,
      %A2 = %W2 : tensor<6x5xf32>, %v = %x : tensor<4xf32>) -> (tensor<6xf32>) {
    %zero = arith.constant 0.0 : f32
    %e1 = tensor.empty() : tensor<5xf32>
    %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<5xf32>) -> tensor<5xf32>
    %y1 = linalg.generic {indexing_maps = [#w, #v, #y], iterator_types = ["parallel", "reduction"]}
        ins(%A1, %v : tensor<5x4xf32>, tensor<4xf32>) outs(%i1 : tensor<5xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %0 = arith.mulf %a, %b : f32
      %1 = arith.addf %o, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<5xf32> loc(#dot)
    %n1 = remat.checkpoint_name %y1 "a" : tensor<5xf32> loc(#name)
    %h1 = linalg.generic {indexing_maps = [#e, #e], iterator_types = ["parallel"]}
        ins(%n1 : tensor<5xf32>) outs(%e1 : tensor<5xf32>) {
    ^bb0(%a: f32, %o: f32):
      %0 = math.sin %a : f32 loc(#sin)
      linalg.yield %0 : f32
    } -> tensor<5xf32> loc(#sin)
    %e2 = tensor.empty() : tensor<6xf32>
    %i2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<6xf32>) -> tensor<6xf32>
    %y2 = linalg.generic {indexing_maps = [#w, #v, #y], iterator_types = ["parallel", "reduction"]}
        ins(%A2, %h1 : tensor<6x5xf32>, tensor<5xf32>) outs(%i2 : tensor<6xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %0 = arith.mulf %a, %b : f32
      %1 = arith.addf %o, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<6xf32> loc(#dot)
    %n2 = remat.checkpoint_name %y2 "a" : tensor<6xf32> loc(#name)
    %h2 = linalg.generic {indexing_maps = [#e, #e], iterator_types = ["parallel"]}
        ins(%n2 : tensor<6xf32>) outs(%e2 : tensor<6xf32>) {
    ^bb0(%a: f32, %o: f32):
      %0 = math.sin %a : f32 loc(#sin)
      linalg.yield %0 : f32
    } -> tensor<6xf32> loc(#sin)
    remat.yield %h2 : tensor<6xf32>
  }
  return %r : tensor<6xf32>
}
