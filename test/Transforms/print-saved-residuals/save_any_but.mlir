// RUN: %residuals=function=f5 %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=LAYERS
// RUN: %residuals=function=f5w %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=WHOLE

// Every named value but a: in each layer, and in the whole net.

#gnb_dot = loc("gnb"("net.py":14:22))
#gnb_a = loc("gnb"("net.py":14:6))
#gnb_sin = loc("gnb"("net.py":15:25))
#gnb_b = loc("gnb"("net.py":15:9))

// LAYERS: f32[5,4] from the argument W1
// LAYERS-NEXT: f32[6,5] from the argument W2
// LAYERS-NEXT: f32[7,6] from the argument W3
// LAYERS-NEXT: f32[4] from the argument x
// LAYERS-NEXT: f32[5] named 'b' from net.py:15:9 (gnb)
// LAYERS-NEXT: f32[6] named 'b' from net.py:15:9 (gnb)
// LAYERS-NOT: {{.+}}

func.func @f5(%W1: tensor<5x4xf32> loc("W1"), %W2: tensor<6x5xf32> loc("W2"),
    %W3: tensor<7x6xf32> loc("W3"), %x: tensor<4xf32> loc("x")) -> tensor<7xf32> {
  %h1 = remat.checkpoint policy(#remat.save_any_but<["a"]>) (%W = %W1 : tensor<5x4xf32>, %v = %x : tensor<4xf32>) -> (tensor<5xf32>) {
    %zero1 = arith.constant 0.0 : f32
    %empty1 = tensor.empty() : tensor<5xf32>
    %init1 = linalg.fill ins(%zero1 : f32) outs(%empty1 : tensor<5xf32>) -> tensor<5xf32>
    %y1 = linalg.matvec ins(%W, %v : tensor<5x4xf32>, tensor<4xf32>)
        outs(%init1 : tensor<5xf32>) -> tensor<5xf32> loc(#gnb_dot)
    %n1 = remat.checkpoint_name %y1 "a" : tensor<5xf32> loc(#gnb_a)
    %s1 = math.sin %n1 : tensor<5xf32> loc(#gnb_sin)
    %r = remat.checkpoint_name %s1 "b" : tensor<5xf32> loc(#gnb_b)
    remat.yield %r : tensor<5xf32>
  }
  %h2 = remat.checkpoint policy(#remat.save_any_but<["a"]>) (%W = %W2 : tensor<6x5xf32>, %v = %h1 : tensor<5xf32>) -> (tensor<6xf32>) {
    %zero2 = arith.constant 0.0 : f32
    %empty2 = tensor.empty() : tensor<6xf32>
    %init2 = linalg.fill ins(%zero2 : f32) outs(%empty2 : tensor<6xf32>) -> tensor<6xf32>
    %y2 = linalg.matvec ins(%W, %v : tensor<6x5xf32>, tensor<5xf32>)
        outs(%init2 : tensor<6xf32>) -> tensor<6xf32> loc(#gnb_dot)
    %n2 = remat.checkpoint_name %y2 "a" : tensor<6xf32> loc(#gnb_a)
    %s2 = math.sin %n2 : tensor<6xf32> loc(#gnb_sin)
    %r = remat.checkpoint_name %s2 "b" : tensor<6xf32> loc(#gnb_b)
    remat.yield %r : tensor<6xf32>
  }
  %h3 = remat.checkpoint policy(#remat.save_any_but<["a"]>) (%W = %W3 : tensor<7x6xf32>, %v = %h2 : tensor<6xf32>) -> (tensor<7xf32>) {
    %zero3 = arith.constant 0.0 : f32
    %empty3 = tensor.empty() : tensor<7xf32>
    %init3 = linalg.fill ins(%zero3 : f32) outs(%empty3 : tensor<7xf32>) -> tensor<7xf32>
    %y3 = linalg.matvec ins(%W, %v : tensor<7x6xf32>, tensor<6xf32>)
        outs(%init3 : tensor<7xf32>) -> tensor<7xf32> loc(#gnb_dot)
    %n3 = remat.checkpoint_name %y3 "a" : tensor<7xf32> loc(#gnb_a)
    %s3 = math.sin %n3 : tensor<7xf32> loc(#gnb_sin)
    %r = remat.checkpoint_name %s3 "b" : tensor<7xf32> loc(#gnb_b)
    remat.yield %r : tensor<7xf32>
  }
  return %h3 : tensor<7xf32>
}

// WHOLE: f32[5,4] from the argument W1
// WHOLE-NEXT: f32[6,5] from the argument W2
// WHOLE-NEXT: f32[7,6] from the argument W3
// WHOLE-NEXT: f32[4] from the argument x
// WHOLE-NEXT: f32[5] named 'b' from net.py:15:9 (gnb)
// WHOLE-NEXT: f32[6] named 'b' from net.py:15:9 (gnb)
// WHOLE-NOT: {{.+}}

func.func @f5w(%W1: tensor<5x4xf32> loc("W1"), %W2: tensor<6x5xf32> loc("W2"),
    %W3: tensor<7x6xf32> loc("W3"), %x: tensor<4xf32> loc("x")) -> tensor<7xf32> {
  %r = remat.checkpoint policy(#remat.save_any_but<["a"]>) (
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
