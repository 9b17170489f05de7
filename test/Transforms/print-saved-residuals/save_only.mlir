// RUN: %residuals=function=f4 %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=LAYERS
// RUN: %residuals=function=f4w %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=WHOLE
// RUN: %residuals=function=f4n %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=NAMES
// RUN: %residuals=function=f4x %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=REGIONS
// RUN: %residuals=function=f4p %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=OUTPUTS

// Names: kept in each layer or in the whole net, and without effect outside of a
// region or under a policy that does not speak of them.

#g_dot = loc("g"("net.py":7:6))
#g_sin = loc("g"("net.py":8:9))
#gn_dot = loc("gn"("net.py":10:6))
#gn_a = loc("gn"("net.py":11:6))
#gn_sin = loc("gn"("net.py":12:9))
#a = loc("f4p"("net.py":93:8))
#b = loc("f4p"("net.py":93:42))
#c = loc("f4p"("net.py":93:76))

// LAYERS: f32[5,4] from the argument W1
// LAYERS-NEXT: f32[6,5] from the argument W2
// LAYERS-NEXT: f32[7,6] from the argument W3
// LAYERS-NEXT: f32[4] from the argument x
// LAYERS-NEXT: f32[5] named 'a' from net.py:11:6 (gn)
// LAYERS-NEXT: f32[5] output of sin from net.py:12:9 (gn)
// LAYERS-NEXT: f32[6] named 'a' from net.py:11:6 (gn)
// LAYERS-NEXT: f32[6] output of sin from net.py:12:9 (gn)
// LAYERS-NEXT: f32[7] named 'a' from net.py:11:6 (gn)
// LAYERS-NOT: {{.+}}

func.func @f4(%W1: tensor<5x4xf32> loc("W1"), %W2: tensor<6x5xf32> loc("W2"),
    %W3: tensor<7x6xf32> loc("W3"), %x: tensor<4xf32> loc("x")) -> tensor<7xf32> {
  %h1 = remat.checkpoint policy(#remat.save_only<["a"]>) (%W = %W1 : tensor<5x4xf32>, %v = %x : tensor<4xf32>) -> (tensor<5xf32>) {
    %zero1 = arith.constant 0.0 : f32
    %empty1 = tensor.empty() : tensor<5xf32>
    %init1 = linalg.fill ins(%zero1 : f32) outs(%empty1 : tensor<5xf32>) -> tensor<5xf32>
    %y1 = linalg.matvec ins(%W, %v : tensor<5x4xf32>, tensor<4xf32>)
        outs(%init1 : tensor<5xf32>) -> tensor<5xf32> loc(#gn_dot)
    %n1 = remat.checkpoint_name %y1 "a" : tensor<5xf32> loc(#gn_a)
    %r = math.sin %n1 : tensor<5xf32> loc(#gn_sin)
    remat.yield %r : tensor<5xf32>
  }
  %h2 = remat.checkpoint policy(#remat.save_only<["a"]>) (%W = %W2 : tensor<6x5xf32>, %v = %h1 : tensor<5xf32>) -> (tensor<6xf32>) {
    %zero2 = arith.constant 0.0 : f32
    %empty2 = tensor.empty() : tensor<6xf32>
    %init2 = linalg.fill ins(%zero2 : f32) outs(%empty2 : tensor<6xf32>) -> tensor<6xf32>
    %y2 = linalg.matvec ins(%W, %v : tensor<6x5xf32>, tensor<5xf32>)
        outs(%init2 : tensor<6xf32>) -> tensor<6xf32> loc(#gn_dot)
    %n2 = remat.checkpoint_name %y2 "a" : tensor<6xf32> loc(#gn_a)
    %r = math.sin %n2 : tensor<6xf32> loc(#gn_sin)
    remat.yield %r : tensor<6xf32>
  }
  %h3 = remat.checkpoint policy(#remat.save_only<["a"]>) (%W = %W3 : tensor<7x6xf32>, %v = %h2 : tensor<6xf32>) -> (tensor<7xf32>) {
    %zero3 = arith.constant 0.0 : f32
    %empty3 = tensor.empty() : tensor<7xf32>
    %init3 = linalg.fill ins(%zero3 : f32) outs(%empty3 : tensor<7xf32>) -> tensor<7xf32>
    %y3 = linalg.matvec ins(%W, %v : tensor<7x6xf32>, tensor<6xf32>)
        outs(%init3 : tensor<7xf32>) -> tensor<7xf32> loc(#gn_dot)
    %n3 = remat.checkpoint_name %y3 "a" : tensor<7xf32> loc(#gn_a)
    %r = math.sin %n3 : tensor<7xf32> loc(#gn_sin)
    remat.yield %r : tensor<7xf32>
  }
  return %h3 : tensor<7xf32>
}

// WHOLE: f32[5,4] from the argument W1
// WHOLE-NEXT: f32[6,5] from the argument W2
// WHOLE-NEXT: f32[7,6] from the argument W3
// WHOLE-NEXT: f32[4] from the argument x
// WHOLE-NEXT: f32[5] named 'a' from net.py:11:6 (gn)
// WHOLE-NEXT: f32[6] named 'a' from net.py:11:6 (gn)
// WHOLE-NEXT: f32[7] named 'a' from net.py:11:6 (gn)
// WHOLE-NOT: {{.+}}

func.func @f4w(%W1: tensor<5x4xf32> loc("W1"), %W2: tensor<6x5xf32> loc("W2"),
    %W3: tensor<7x6xf32> loc("W3"), %x: tensor<4xf32> loc("x")) -> tensor<7xf32> {
  %r = remat.checkpoint policy(#remat.save_only<["a"]>) (
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

// NAMES: f32[5,4] from the argument W1
// NAMES-NEXT: f32[6,5] from the argument W2
// NAMES-NEXT: f32[7,6] from the argument W3
// NAMES-NEXT: f32[4] from the argument x
// NAMES-NEXT: f32[5] output of sin from net.py:12:9 (gn)
// NAMES-NEXT: f32[5] output of cos from net.py:12:9 (gn)
// NAMES-NEXT: f32[6] output of sin from net.py:12:9 (gn)
// NAMES-NEXT: f32[6] output of cos from net.py:12:9 (gn)
// NAMES-NEXT: f32[7] output of cos from net.py:12:9 (gn)
// NAMES-NOT: {{.+}}

func.func @f4n(%W1: tensor<5x4xf32> loc("W1"), %W2: tensor<6x5xf32> loc("W2"),
    %W3: tensor<7x6xf32> loc("W3"), %x: tensor<4xf32> loc("x")) -> tensor<7xf32> {
  %zero1 = arith.constant 0.0 : f32
  %empty1 = tensor.empty() : tensor<5xf32>
  %init1 = linalg.fill ins(%zero1 : f32) outs(%empty1 : tensor<5xf32>) -> tensor<5xf32>
  %y1 = linalg.matvec ins(%W1, %x : tensor<5x4xf32>, tensor<4xf32>)
      outs(%init1 : tensor<5xf32>) -> tensor<5xf32> loc(#gn_dot)
  %n1 = remat.checkpoint_name %y1 "a" : tensor<5xf32> loc(#gn_a)
  %h1 = math.sin %n1 : tensor<5xf32> loc(#gn_sin)
  %zero2 = arith.constant 0.0 : f32
  %empty2 = tensor.empty() : tensor<6xf32>
  %init2 = linalg.fill ins(%zero2 : f32) outs(%empty2 : tensor<6xf32>) -> tensor<6xf32>
  %y2 = linalg.matvec ins(%W2, %h1 : tensor<6x5xf32>, tensor<5xf32>)
      outs(%init2 : tensor<6xf32>) -> tensor<6xf32> loc(#gn_dot)
  %n2 = remat.checkpoint_name %y2 "a" : tensor<6xf32> loc(#gn_a)
  %h2 = math.sin %n2 : tensor<6xf32> loc(#gn_sin)
  %zero3 = arith.constant 0.0 : f32
  %empty3 = tensor.empty() : tensor<7xf32>
  %init3 = linalg.fill ins(%zero3 : f32) outs(%empty3 : tensor<7xf32>) -> tensor<7xf32>
  %y3 = linalg.matvec ins(%W3, %h2 : tensor<7x6xf32>, tensor<6xf32>)
      outs(%init3 : tensor<7xf32>) -> tensor<7xf32> loc(#gn_dot)
  %n3 = remat.checkpoint_name %y3 "a" : tensor<7xf32> loc(#gn_a)
  %h3 = math.sin %n3 : tensor<7xf32> loc(#gn_sin)
  return %h3 : tensor<7xf32>
}

// REGIONS: f32[5,4] from the argument W1
// REGIONS-NEXT: f32[6,5] from the argument W2
// REGIONS-NEXT: f32[7,6] from the argument W3
// REGIONS-NEXT: f32[4] from the argument x
// REGIONS-NEXT: f32[5] output of sin from net.py:12:9 (gn)
// REGIONS-NEXT: f32[6] output of sin from net.py:12:9 (gn)
// REGIONS-NOT: {{.+}}

func.func @f4x(%W1: tensor<5x4xf32> loc("W1"), %W2: tensor<6x5xf32> loc("W2"),
    %W3: tensor<7x6xf32> loc("W3"), %x: tensor<4xf32> loc("x")) -> tensor<7xf32> {
  %h1 = remat.checkpoint (%W = %W1 : tensor<5x4xf32>, %v = %x : tensor<4xf32>) -> (tensor<5xf32>) {
    %zero1 = arith.constant 0.0 : f32
    %empty1 = tensor.empty() : tensor<5xf32>
    %init1 = linalg.fill ins(%zero1 : f32) outs(%empty1 : tensor<5xf32>) -> tensor<5xf32>
    %y1 = linalg.matvec ins(%W, %v : tensor<5x4xf32>, tensor<4xf32>)
        outs(%init1 : tensor<5xf32>) -> tensor<5xf32> loc(#gn_dot)
    %n1 = remat.checkpoint_name %y1 "a" : tensor<5xf32> loc(#gn_a)
    %r = math.sin %n1 : tensor<5xf32> loc(#gn_sin)
    remat.yield %r : tensor<5xf32>
  }
  %h2 = remat.checkpoint (%W = %W2 : tensor<6x5xf32>, %v = %h1 : tensor<5xf32>) -> (tensor<6xf32>) {
    %zero2 = arith.constant 0.0 : f32
    %empty2 = tensor.empty() : tensor<6xf32>
    %init2 = linalg.fill ins(%zero2 : f32) outs(%empty2 : tensor<6xf32>) -> tensor<6xf32>
    %y2 = linalg.matvec ins(%W, %v : tensor<6x5xf32>, tensor<5xf32>)
        outs(%init2 : tensor<6xf32>) -> tensor<6xf32> loc(#gn_dot)
    %n2 = remat.checkpoint_name %y2 "a" : tensor<6xf32> loc(#gn_a)
    %r = math.sin %n2 : tensor<6xf32> loc(#gn_sin)
    remat.yield %r : tensor<6xf32>
  }
  %h3 = remat.checkpoint (%W = %W3 : tensor<7x6xf32>, %v = %h2 : tensor<6xf32>) -> (tensor<7xf32>) {
    %zero3 = arith.constant 0.0 : f32
    %empty3 = tensor.empty() : tensor<7xf32>
    %init3 = linalg.fill ins(%zero3 : f32) outs(%empty3 : tensor<7xf32>) -> tensor<7xf32>
    %y3 = linalg.matvec ins(%W, %v : tensor<7x6xf32>, tensor<6xf32>)
        outs(%init3 : tensor<7xf32>) -> tensor<7xf32> loc(#gn_dot)
    %n3 = remat.checkpoint_name %y3 "a" : tensor<7xf32> loc(#gn_a)
    %r = math.sin %n3 : tensor<7xf32> loc(#gn_sin)
    remat.yield %r : tensor<7xf32>
  }
  return %h3 : tensor<7xf32>
}

// OUTPUTS: f32[5,4] from the argument W1
// OUTPUTS-NEXT: f32[6,5] from the argument W2
// OUTPUTS-NEXT: f32[7,6] from the argument W3
// OUTPUTS-NEXT: f32[4] from the argument x
// OUTPUTS-NEXT: f32[5] named 'a' from net.py:93:8 (f4p)
// OUTPUTS-NOT: {{.+}}

func.func @f4p(%W1: tensor<5x4xf32> loc("W1"), %W2: tensor<6x5xf32> loc("W2"),
    %W3: tensor<7x6xf32> loc("W3"), %x: tensor<4xf32> loc("x")) -> tensor<7xf32> {
  %r = remat.checkpoint policy(#remat.save_only<["a"]>) (
      %A1 = %W1 : tensor<5x4xf32>, %A2 = %W2 : tensor<6x5xf32>,
      %A3 = %W3 : tensor<7x6xf32>, %h0 = %x : tensor<4xf32>) -> (tensor<7xf32>) {
    %zero1 = arith.constant 0.0 : f32
    %empty1 = tensor.empty() : tensor<5xf32>
    %init1 = linalg.fill ins(%zero1 : f32) outs(%empty1 : tensor<5xf32>) -> tensor<5xf32>
    %y1 = linalg.matvec ins(%A1, %h0 : tensor<5x4xf32>, tensor<4xf32>)
        outs(%init1 : tensor<5xf32>) -> tensor<5xf32> loc(#g_dot)
    %s1 = math.sin %y1 : tensor<5xf32> loc(#g_sin)
    %h1 = remat.checkpoint_name %s1 "a" : tensor<5xf32> loc(#a)
    %zero2 = arith.constant 0.0 : f32
    %empty2 = tensor.empty() : tensor<6xf32>
    %init2 = linalg.fill ins(%zero2 : f32) outs(%empty2 : tensor<6xf32>) -> tensor<6xf32>
    %y2 = linalg.matvec ins(%A2, %h1 : tensor<6x5xf32>, tensor<5xf32>)
        outs(%init2 : tensor<6xf32>) -> tensor<6xf32> loc(#g_dot)
    %s2 = math.sin %y2 : tensor<6xf32> loc(#g_sin)
    %h2 = remat.checkpoint_name %s2 "b" : tensor<6xf32> loc(#b)
    %zero3 = arith.constant 0.0 : f32
    %empty3 = tensor.empty() : tensor<7xf32>
    %init3 = linalg.fill ins(%zero3 : f32) outs(%empty3 : tensor<7xf32>) -> tensor<7xf32>
    %y3 = linalg.matvec ins(%A3, %h2 : tensor<7x6xf32>, tensor<6xf32>)
        outs(%init3 : tensor<7xf32>) -> tensor<7xf32> loc(#g_dot)
    %s3 = math.sin %y3 : tensor<7xf32> loc(#g_sin)
    %h3 = remat.checkpoint_name %s3 "c" : tensor<7xf32> loc(#c)
    remat.yield %h3 : tensor<7xf32>
  }
  return %r : tensor<7xf32>
}
