// RUN: %residuals=function=f %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=PLAIN
// RUN: %residuals=function=f2 %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=LAYERS
// RUN: %residuals=function=f3 %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=NESTED
// RUN: %residuals=function=whole %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=WHOLE

// A net of three layers: as it stands, with each layer a region, with regions in
// a region, and as one region.

#g_dot = loc("g"("net.py":7:6))
#g_sin = loc("g"("net.py":8:9))

// PLAIN: f32[5,4] from the argument W1
// PLAIN-NEXT: f32[6,5] from the argument W2
// PLAIN-NEXT: f32[7,6] from the argument W3
// PLAIN-NEXT: f32[4] from the argument x
// PLAIN-NEXT: f32[5] output of sin from net.py:8:9 (g)
// PLAIN-NEXT: f32[5] output of cos from net.py:8:9 (g)
// PLAIN-NEXT: f32[6] output of sin from net.py:8:9 (g)
// PLAIN-NEXT: f32[6] output of cos from net.py:8:9 (g)
// PLAIN-NEXT: f32[7] output of cos from net.py:8:9 (g)
// PLAIN-NOT: {{.+}}

func.func @f(%W1: tensor<5x4xf32> loc("W1"), %W2: tensor<6x5xf32> loc("W2"),
    %W3: tensor<7x6xf32> loc("W3"), %x: tensor<4xf32> loc("x")) -> tensor<7xf32> {
  %zero1 = arith.constant 0.0 : f32
  %empty1 = tensor.empty() : tensor<5xf32>
  %init1 = linalg.fill ins(%zero1 : f32) outs(%empty1 : tensor<5xf32>) -> tensor<5xf32>
  %y1 = linalg.matvec ins(%W1, %x : tensor<5x4xf32>, tensor<4xf32>)
      outs(%init1 : tensor<5xf32>) -> tensor<5xf32> loc(#g_dot)
  %h1 = math.sin %y1 : tensor<5xf32> loc(#g_sin)
  %zero2 = arith.constant 0.0 : f32
  %empty2 = tensor.empty() : tensor<6xf32>
  %init2 = linalg.fill ins(%zero2 : f32) outs(%empty2 : tensor<6xf32>) -> tensor<6xf32>
  %y2 = linalg.matvec ins(%W2, %h1 : tensor<6x5xf32>, tensor<5xf32>)
      outs(%init2 : tensor<6xf32>) -> tensor<6xf32> loc(#g_dot)
  %h2 = math.sin %y2 : tensor<6xf32> loc(#g_sin)
  %zero3 = arith.constant 0.0 : f32
  %empty3 = tensor.empty() : tensor<7xf32>
  %init3 = linalg.fill ins(%zero3 : f32) outs(%empty3 : tensor<7xf32>) -> tensor<7xf32>
  %y3 = linalg.matvec ins(%W3, %h2 : tensor<7x6xf32>, tensor<6xf32>)
      outs(%init3 : tensor<7xf32>) -> tensor<7xf32> loc(#g_dot)
  %h3 = math.sin %y3 : tensor<7xf32> loc(#g_sin)
  return %h3 : tensor<7xf32>
}

// LAYERS: f32[5,4] from the argument W1
// LAYERS-NEXT: f32[6,5] from the argument W2
// LAYERS-NEXT: f32[7,6] from the argument W3
// LAYERS-NEXT: f32[4] from the argument x
// LAYERS-NEXT: f32[5] output of sin from net.py:8:9 (g)
// LAYERS-NEXT: f32[6] output of sin from net.py:8:9 (g)
// LAYERS-NOT: {{.+}}

func.func @f2(%W1: tensor<5x4xf32> loc("W1"), %W2: tensor<6x5xf32> loc("W2"),
    %W3: tensor<7x6xf32> loc("W3"), %x: tensor<4xf32> loc("x")) -> tensor<7xf32> {
  %h1 = remat.checkpoint (%W = %W1 : tensor<5x4xf32>, %v = %x : tensor<4xf32>) -> (tensor<5xf32>) {
    %zero1 = arith.constant 0.0 : f32
    %empty1 = tensor.empty() : tensor<5xf32>
    %init1 = linalg.fill ins(%zero1 : f32) outs(%empty1 : tensor<5xf32>) -> tensor<5xf32>
    %y1 = linalg.matvec ins(%W, %v : tensor<5x4xf32>, tensor<4xf32>)
        outs(%init1 : tensor<5xf32>) -> tensor<5xf32> loc(#g_dot)
    %r = math.sin %y1 : tensor<5xf32> loc(#g_sin)
    remat.yield %r : tensor<5xf32>
  }
  %h2 = remat.checkpoint (%W = %W2 : tensor<6x5xf32>, %v = %h1 : tensor<5xf32>) -> (tensor<6xf32>) {
    %zero2 = arith.constant 0.0 : f32
    %empty2 = tensor.empty() : tensor<6xf32>
    %init2 = linalg.fill ins(%zero2 : f32) outs(%empty2 : tensor<6xf32>) -> tensor<6xf32>
    %y2 = linalg.matvec ins(%W, %v : tensor<6x5xf32>, tensor<5xf32>)
        outs(%init2 : tensor<6xf32>) -> tensor<6xf32> loc(#g_dot)
    %r = math.sin %y2 : tensor<6xf32> loc(#g_sin)
    remat.yield %r : tensor<6xf32>
  }
  %h3 = remat.checkpoint (%W = %W3 : tensor<7x6xf32>, %v = %h2 : tensor<6xf32>) -> (tensor<7xf32>) {
    %zero3 = arith.constant 0.0 : f32
    %empty3 = tensor.empty() : tensor<7xf32>
    %init3 = linalg.fill ins(%zero3 : f32) outs(%empty3 : tensor<7xf32>) -> tensor<7xf32>
    %y3 = linalg.matvec ins(%W, %v : tensor<7x6xf32>, tensor<6xf32>)
        outs(%init3 : tensor<7xf32>) -> tensor<7xf32> loc(#g_dot)
    %r = math.sin %y3 : tensor<7xf32> loc(#g_sin)
    remat.yield %r : tensor<7xf32>
  }
  return %h3 : tensor<7xf32>
}

// NESTED: f32[5,4] from the argument W1
// NESTED-NEXT: f32[6,5] from the argument W2
// NESTED-NEXT: f32[7,6] from the argument W3
// NESTED-NEXT: f32[4] from the argument x
// NESTED-NEXT: f32[6] output of sin from net.py:8:9 (g)
// NESTED-NOT: {{.+}}

func.func @f3(%W1: tensor<5x4xf32> loc("W1"), %W2: tensor<6x5xf32> loc("W2"),
    %W3: tensor<7x6xf32> loc("W3"), %x: tensor<4xf32> loc("x")) -> tensor<7xf32> {
  %h2 = remat.checkpoint (%A1 = %W1 : tensor<5x4xf32>, %A2 = %W2 : tensor<6x5xf32>,
      %h0 = %x : tensor<4xf32>) -> (tensor<6xf32>) {
    %h1 = remat.checkpoint (%W = %A1 : tensor<5x4xf32>, %v = %h0 : tensor<4xf32>) -> (tensor<5xf32>) {
      %zero1 = arith.constant 0.0 : f32
      %empty1 = tensor.empty() : tensor<5xf32>
      %init1 = linalg.fill ins(%zero1 : f32) outs(%empty1 : tensor<5xf32>) -> tensor<5xf32>
      %y1 = linalg.matvec ins(%W, %v : tensor<5x4xf32>, tensor<4xf32>)
          outs(%init1 : tensor<5xf32>) -> tensor<5xf32> loc(#g_dot)
      %r = math.sin %y1 : tensor<5xf32> loc(#g_sin)
      remat.yield %r : tensor<5xf32>
    }
    %h2 = remat.checkpoint (%W = %A2 : tensor<6x5xf32>, %v = %h1 : tensor<5xf32>) -> (tensor<6xf32>) {
      %zero2 = arith.constant 0.0 : f32
      %empty2 = tensor.empty() : tensor<6xf32>
      %init2 = linalg.fill ins(%zero2 : f32) outs(%empty2 : tensor<6xf32>) -> tensor<6xf32>
      %y2 = linalg.matvec ins(%W, %v : tensor<6x5xf32>, tensor<5xf32>)
          outs(%init2 : tensor<6xf32>) -> tensor<6xf32> loc(#g_dot)
      %r = math.sin %y2 : tensor<6xf32> loc(#g_sin)
      remat.yield %r : tensor<6xf32>
    }
    remat.yield %h2 : tensor<6xf32>
  }
  %h3 = remat.checkpoint (%W = %W3 : tensor<7x6xf32>, %v = %h2 : tensor<6xf32>) -> (tensor<7xf32>) {
    %zero3 = arith.constant 0.0 : f32
    %empty3 = tensor.empty() : tensor<7xf32>
    %init3 = linalg.fill ins(%zero3 : f32) outs(%empty3 : tensor<7xf32>) -> tensor<7xf32>
    %y3 = linalg.matvec ins(%W, %v : tensor<7x6xf32>, tensor<6xf32>)
        outs(%init3 : tensor<7xf32>) -> tensor<7xf32> loc(#g_dot)
    %r = math.sin %y3 : tensor<7xf32> loc(#g_sin)
    remat.yield %r : tensor<7xf32>
  }
  return %h3 : tensor<7xf32>
}

// WHOLE: f32[5,4] from the argument W1
// WHOLE-NEXT: f32[6,5] from the argument W2
// WHOLE-NEXT: f32[7,6] from the argument W3
// WHOLE-NEXT: f32[4] from the argument x
// WHOLE-NOT: {{.+}}

func.func @whole(%W1: tensor<5x4xf32> loc("W1"), %W2: tensor<6x5xf32> loc("W2"),
    %W3: tensor<7x6xf32> loc("W3"), %x: tensor<4xf32> loc("x")) -> tensor<7xf32> {
  %r = remat.checkpoint (
      %A1 = %W1 : tensor<5x4xf32>, %A2 = %W2 : tensor<6x5xf32>,
      %A3 = %W3 : tensor<7x6xf32>, %h0 = %x : tensor<4xf32>) -> (tensor<7xf32>) {
    %zero1 = arith.constant 0.0 : f32
    %empty1 = tensor.empty() : tensor<5xf32>
    %init1 = linalg.fill ins(%zero1 : f32) outs(%empty1 : tensor<5xf32>) -> tensor<5xf32>
    %y1 = linalg.matvec ins(%A1, %h0 : tensor<5x4xf32>, tensor<4xf32>)
        outs(%init1 : tensor<5xf32>) -> tensor<5xf32> loc(#g_dot)
    %h1 = math.sin %y1 : tensor<5xf32> loc(#g_sin)
    %zero2 = arith.constant 0.0 : f32
    %empty2 = tensor.empty() : tensor<6xf32>
    %init2 = linalg.fill ins(%zero2 : f32) outs(%empty2 : tensor<6xf32>) -> tensor<6xf32>
    %y2 = linalg.matvec ins(%A2, %h1 : tensor<6x5xf32>, tensor<5xf32>)
        outs(%init2 : tensor<6xf32>) -> tensor<6xf32> loc(#g_dot)
    %h2 = math.sin %y2 : tensor<6xf32> loc(#g_sin)
    %zero3 = arith.constant 0.0 : f32
    %empty3 = tensor.empty() : tensor<7xf32>
    %init3 = linalg.fill ins(%zero3 : f32) outs(%empty3 : tensor<7xf32>) -> tensor<7xf32>
    %y3 = linalg.matvec ins(%A3, %h2 : tensor<7x6xf32>, tensor<6xf32>)
        outs(%init3 : tensor<7xf32>) -> tensor<7xf32> loc(#g_dot)
    %h3 = math.sin %y3 : tensor<7xf32> loc(#g_sin)
    remat.yield %h3 : tensor<7xf32>
  }
  return %r : tensor<7xf32>
}
