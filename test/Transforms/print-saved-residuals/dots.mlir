// RUN: %residuals=function=f6 %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=DOTS
// RUN: %residuals=function=f6n %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=NOBATCH
// RUN: %residuals=function=f8 %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=ANY

// Contractions: all, those without a batch dimension, and beside names.

#gn_dot = loc("gn"("net.py":10:6))
#gn_a = loc("gn"("net.py":11:6))
#gn_sin = loc("gn"("net.py":12:9))
#gnb_dot = loc("gnb"("net.py":14:22))
#gnb_a = loc("gnb"("net.py":14:6))
#gnb_sin = loc("gnb"("net.py":15:25))
#gnb_b = loc("gnb"("net.py":15:9))

// DOTS: f32[5,4] from the argument W1
// DOTS-NEXT: f32[6,5] from the argument W2
// DOTS-NEXT: f32[7,6] from the argument W3
// DOTS-NEXT: f32[4] from the argument x
// DOTS-NEXT: f32[5] output of matvec from net.py:10:6 (gn)
// DOTS-NEXT: f32[6] output of matvec from net.py:10:6 (gn)
// DOTS-NEXT: f32[7] output of matvec from net.py:10:6 (gn)
// DOTS-NOT: {{.+}}

func.func @f6(%W1: tensor<5x4xf32> loc("W1"), %W2: tensor<6x5xf32> loc("W2"),
    %W3: tensor<7x6xf32> loc("W3"), %x: tensor<4xf32> loc("x")) -> tensor<7xf32> {
  %r = remat.checkpoint policy(#remat.dots) (
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

// NOBATCH: f32[5,4] from the argument W1
// NOBATCH-NEXT: f32[6,5] from the argument W2
// NOBATCH-NEXT: f32[7,6] from the argument W3
// NOBATCH-NEXT: f32[4] from the argument x
// NOBATCH-NEXT: f32[5] output of matvec from net.py:10:6 (gn)
// NOBATCH-NEXT: f32[6] output of matvec from net.py:10:6 (gn)
// NOBATCH-NEXT: f32[7] output of matvec from net.py:10:6 (gn)
// NOBATCH-NOT: {{.+}}

func.func @f6n(%W1: tensor<5x4xf32> loc("W1"), %W2: tensor<6x5xf32> loc("W2"),
    %W3: tensor<7x6xf32> loc("W3"), %x: tensor<4xf32> loc("x")) -> tensor<7xf32> {
  %r = remat.checkpoint policy(#remat.dots_no_batch) (
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

// ANY: f32[5,4] from the argument W1
// ANY-NEXT: f32[6,5] from the argument W2
// ANY-NEXT: f32[7,6] from the argument W3
// ANY-NEXT: f32[4] from the argument x
// ANY-NEXT: f32[5] output of matvec from net.py:14:22 (gnb)
// ANY-NEXT: f32[5] named 'b' from net.py:15:9 (gnb)
// ANY-NEXT: f32[6] output of matvec from net.py:14:22 (gnb)
// ANY-NEXT: f32[6] named 'b' from net.py:15:9 (gnb)
// ANY-NEXT: f32[7] output of matvec from net.py:14:22 (gnb)
// ANY-NOT: {{.+}}

func.func @f8(%W1: tensor<5x4xf32> loc("W1"), %W2: tensor<6x5xf32> loc("W2"),
    %W3: tensor<7x6xf32> loc("W3"), %x: tensor<4xf32> loc("x")) -> tensor<7xf32> {
  %r = remat.checkpoint policy(#remat.any_of<#remat.dots, #remat.save_only<["b"]>>) (
      %A1 = %W1 : tensor<5x4xf32>, %A2 = %W2 : tensor<6x5xf32>,
      %A3 = %W3 : tensor<7x6xf32>, %h0 = %x : tensor<4xf32>) -> (tensor<7xf32>) {
    %zero1 = arith.constant 0.0 : f32
    %empty1 = tensor.empty() : tensor<5xf32>
    %init1 = linalg.fill ins(%zero1 : f32) outs(%empty1 : tensor<5xf32>) -> tensor<5xf32>
    %y1 = linalg.matvec ins(%A1, %h0 : tensor<5x4xf32>, tensor<4xf32>)
        outs(%init1 : tensor<5xf32>) -> tensor<5xf32> loc(#gnb_dot)
    %n1 = remat.checkpoint_name %y1 "a" : tensor<5xf32> loc(#gnb_a)
    %s1 = math.sin %n1 : tensor<5xf32> loc(#gnb_sin)
    %h1 = remat.checkpoint_name %s1 "b" : tensor<5xf32> loc(#gnb_b)
    %zero2 = arith.constant 0.0 : f32
    %empty2 = tensor.empty() : tensor<6xf32>
    %init2 = linalg.fill ins(%zero2 : f32) outs(%empty2 : tensor<6xf32>) -> tensor<6xf32>
    %y2 = linalg.matvec ins(%A2, %h1 : tensor<6x5xf32>, tensor<5xf32>)
        outs(%init2 : tensor<6xf32>) -> tensor<6xf32> loc(#gnb_dot)
    %n2 = remat.checkpoint_name %y2 "a" : tensor<6xf32> loc(#gnb_a)
    %s2 = math.sin %n2 : tensor<6xf32> loc(#gnb_sin)
    %h2 = remat.checkpoint_name %s2 "b" : tensor<6xf32> loc(#gnb_b)
    %zero3 = arith.constant 0.0 : f32
    %empty3 = tensor.empty() : tensor<7xf32>
    %init3 = linalg.fill ins(%zero3 : f32) outs(%empty3 : tensor<7xf32>) -> tensor<7xf32>
    %y3 = linalg.matvec ins(%A3, %h2 : tensor<7x6xf32>, tensor<6xf32>)
        outs(%init3 : tensor<7xf32>) -> tensor<7xf32> loc(#gnb_dot)
    %n3 = remat.checkpoint_name %y3 "a" : tensor<7xf32> loc(#gnb_a)
    %s3 = math.sin %n3 : tensor<7xf32> loc(#gnb_sin)
    %h3 = remat.checkpoint_name %s3 "b" : tensor<7xf32> loc(#gnb_b)
    remat.yield %h3 : tensor<7xf32>
  }
  return %r : tensor<7xf32>
}
