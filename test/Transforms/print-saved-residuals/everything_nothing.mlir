// RUN: %residuals=function=f7 %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=EVERYTHING
// RUN: %residuals=function=f7n %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=NOTHING

// The two ends: as if there were no region, and the inputs alone.

#gn_dot = loc("gn"("net.py":10:6))
#gn_a = loc("gn"("net.py":11:6))
#gn_sin = loc("gn"("net.py":12:9))

// EVERYTHING: f32[5,4] from the argument W1
// EVERYTHING-NEXT: f32[6,5] from the argument W2
// EVERYTHING-NEXT: f32[7,6] from the argument W3
// EVERYTHING-NEXT: f32[4] from the argument x
// EVERYTHING-NEXT: f32[5] output of sin from net.py:12:9 (gn)
// EVERYTHING-NEXT: f32[5] output of cos from net.py:12:9 (gn)
// EVERYTHING-NEXT: f32[6] output of sin from net.py:12:9 (gn)
// EVERYTHING-NEXT: f32[6] output of cos from net.py:12:9 (gn)
// EVERYTHING-NEXT: f32[7] output of cos from net.py:12:9 (gn)
// EVERYTHING-NOT: {{.+}}

func.func @f7(%W1: tensor<5x4xf32> loc("W1"), %W2: tensor<6x5xf32> loc("W2"),
    %W3: tensor<7x6xf32> loc("W3"), %x: tensor<4xf32> loc("x")) -> tensor<7xf32> {
  %r = remat.checkpoint policy(#remat.everything) (
      %A1 = %W1 : tensor<5x4xf32>, %A2 = %W2 : tensor<6x5xf32>,
      %A3 = %W3 : tensor<7x6xf32>, %h0 = %x : tensor<4xf32>) -> (tensor<7xf32>) {
    %zero1 = arith.constant 0.0 : f32
    %empty1 = tensor.empty() : tensor<5xf32>
    %init1 = linalg.fill ins(%zero1 : f32) outs(%empty1 : tensor<5xf32>) -> tensor<5xf32>
    %y1 = linalg.matvec ins(%A1, %h0 : tensor<5x4xf32>, tensor<4xf32>)
        outs(%init1 : tensor<5xf32>) -> tensor<5xf32> loc(#gn_dot)
    %n1 = remat.checkpoint_name %y1 "a" : tensor<5xf32> loc(#gn_a)
    %h1 = math.sin %n1 : tensor<5xf32> loc(#gn_sin)
    %zero2 = arith.constant 0.0 : f32
    %empty2 = tensor.empty() : tensor<6xf32>
    %init2 = linalg.fill ins(%zero2 : f32) outs(%empty2 : tensor<6xf32>) -> tensor<6xf32>
    %y2 = linalg.matvec ins(%A2, %h1 : tensor<6x5xf32>, tensor<5xf32>)
        outs(%init2 : tensor<6xf32>) -> tensor<6xf32> loc(#gn_dot)
    %n2 = remat.checkpoint_name %y2 "a" : tensor<6xf32> loc(#gn_a)
    %h2 = math.sin %n2 : tensor<6xf32> loc(#gn_sin)
    %zero3 = arith.constant 0.0 : f32
    %empty3 = tensor.empty() : tensor<7xf32>
    %init3 = linalg.fill ins(%zero3 : f32) outs(%empty3 : tensor<7xf32>) -> tensor<7xf32>
    %y3 = linalg.matvec ins(%A3, %h2 : tensor<7x6xf32>, tensor<6xf32>)
        outs(%init3 : tensor<7xf32>) -> tensor<7xf32> loc(#gn_dot)
    %n3 = remat.checkpoint_name %y3 "a" : tensor<7xf32> loc(#gn_a)
    %h3 = math.sin %n3 : tensor<7xf32> loc(#gn_sin)
    remat.yield %h3 : tensor<7xf32>
  }
  return %r : tensor<7xf32>
}

// NOTHING: f32[5,4] from the argument W1
// NOTHING-NEXT: f32[6,5] from the argument W2
// NOTHING-NEXT: f32[7,6] from the argument W3
// NOTHING-NEXT: f32[4] from the argument x
// NOTHING-NOT: {{.+}}

func.func @f7n(%W1: tensor<5x4xf32> loc("W1"), %W2: tensor<6x5xf32> loc("W2"),
    %W3: tensor<7x6xf32> loc("W3"), %x: tensor<4xf32> loc("x")) -> tensor<7xf32> {
  %r = remat.checkpoint policy(#remat.nothing) (
      %A1 = %W1 : tensor<5x4xf32>, %A2 = %W2 : tensor<6x5xf32>,
      %A3 = %W3 : tensor<7x6xf32>, %h0 = %x : tensor<4xf32>) -> (tensor<7xf32>) {
    %zero1 = arith.constant 0.0 : f32
    %empty1 = tensor.empty() : tensor<5xf32>
    %init1 = linalg.fill ins(%zero1 : f32) outs(%empty1 : tensor<5xf32>) -> tensor<5xf32>
    %y1 = linalg.matvec ins(%A1, %h0 : tensor<5x4xf32>, tensor<4xf32>)
        outs(%init1 : tensor<5xf32>) -> tensor<5xf32> loc(#gn_dot)
    %n1 = remat.checkpoint_name %y1 "a" : tensor<5xf32> loc(#gn_a)
    %h1 = math.sin %n1 : tensor<5xf32> loc(#gn_sin)
    %zero2 = arith.constant 0.0 : f32
    %empty2 = tensor.empty() : tensor<6xf32>
    %init2 = linalg.fill ins(%zero2 : f32) outs(%empty2 : tensor<6xf32>) -> tensor<6xf32>
    %y2 = linalg.matvec ins(%A2, %h1 : tensor<6x5xf32>, tensor<5xf32>)
        outs(%init2 : tensor<6xf32>) -> tensor<6xf32> loc(#gn_dot)
    %n2 = remat.checkpoint_name %y2 "a" : tensor<6xf32> loc(#gn_a)
    %h2 = math.sin %n2 : tensor<6xf32> loc(#gn_sin)
    %zero3 = arith.constant 0.0 : f32
    %empty3 = tensor.empty() : tensor<7xf32>
    %init3 = linalg.fill ins(%zero3 : f32) outs(%empty3 : tensor<7xf32>) -> tensor<7xf32>
    %y3 = linalg.matvec ins(%A3, %h2 : tensor<7x6xf32>, tensor<6xf32>)
        outs(%init3 : tensor<7xf32>) -> tensor<7xf32> loc(#gn_dot)
    %n3 = remat.checkpoint_name %y3 "a" : tensor<7xf32> loc(#gn_a)
    %h3 = math.sin %n3 : tensor<7xf32> loc(#gn_sin)
    remat.yield %h3 : tensor<7xf32>
  }
  return %r : tensor<7xf32>
}
