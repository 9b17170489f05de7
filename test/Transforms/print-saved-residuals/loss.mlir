// RUN: %residuals=function=l %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=LOSS
// RUN: %residuals=function=l1 %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=REGION

// A loss over parameters: as it stands, and as one region that keeps every named
// value but one.

#dot = loc("layer"("net.py":96:34))
#sin = loc("layer"("net.py":96:26))
#name = loc("predict"("net.py":99:35))
#last = loc("predict"("net.py":100:11))
#minus = loc("loss"("net.py":101:29))
#square = loc("loss"("net.py":101:41))
#sum = loc("loss"("net.py":101:33))

// LOSS: f32[4,4] from the argument params[0]
// LOSS-NEXT: f32[4,4] from the argument params[1]
// LOSS-NEXT: f32[4,4] from the argument params[2]
// LOSS-NEXT: f32[4] from the argument x
// LOSS-NEXT: f32[4] output of cos from net.py:96:26 (layer)
// LOSS-NEXT: f32[4] named 'layer0_output' from net.py:99:35 (predict)
// LOSS-NEXT: f32[4] output of cos from net.py:96:26 (layer)
// LOSS-NEXT: f32[4] named 'layer1_output' from net.py:99:35 (predict)
// LOSS-NEXT: f32[4] output of sub from net.py:101:29 (loss)
// LOSS-NOT: {{.+}}

func.func @l(%p0: tensor<4x4xf32> loc("params[0]"), %p1: tensor<4x4xf32> loc("params[1]"),
    %p2: tensor<4x4xf32> loc("params[2]"), %x: tensor<4xf32> loc("x"), %y: tensor<4xf32> loc("y")) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %y0 = linalg.matvec ins(%p0, %x : tensor<4x4xf32>, tensor<4xf32>)
      outs(%init : tensor<4xf32>) -> tensor<4xf32> loc(#dot)
  %s0 = math.sin %y0 : tensor<4xf32> loc(#sin)
  %h0 = remat.checkpoint_name %s0 "layer0_output" : tensor<4xf32> loc(#name)
  %y1 = linalg.matvec ins(%p1, %h0 : tensor<4x4xf32>, tensor<4xf32>)
      outs(%init : tensor<4xf32>) -> tensor<4xf32> loc(#dot)
  %s1 = math.sin %y1 : tensor<4xf32> loc(#sin)
  %h1 = remat.checkpoint_name %s1 "layer1_output" : tensor<4xf32> loc(#name)
  %z = linalg.matvec ins(%p2, %h1 : tensor<4x4xf32>, tensor<4xf32>)
      outs(%init : tensor<4xf32>) -> tensor<4xf32> loc(#last)
  %d = arith.subf %z, %y : tensor<4xf32> loc(#minus)
  %q = arith.mulf %d, %d : tensor<4xf32> loc(#square)
  %point = tensor.empty() : tensor<f32>
  %start = linalg.fill ins(%zero : f32) outs(%point : tensor<f32>) -> tensor<f32>
  %l = linalg.reduce { arith.addf } ins(%q : tensor<4xf32>) outs(%start : tensor<f32>) dimensions = [0] loc(#sum)
  return %l : tensor<f32>
}

// REGION: f32[4,4] from the argument params[0]
// REGION-NEXT: f32[4,4] from the argument params[1]
// REGION-NEXT: f32[4,4] from the argument params[2]
// REGION-NEXT: f32[4] from the argument x
// REGION-NEXT: f32[4] from the argument y
// REGION-NEXT: f32[4] named 'layer0_output' from net.py:99:35 (predict)
// REGION-NOT: {{.+}}

func.func @l1(%p0: tensor<4x4xf32> loc("params[0]"), %p1: tensor<4x4xf32> loc("params[1]"),
    %p2: tensor<4x4xf32> loc("params[2]"), %x: tensor<4xf32> loc("x"), %y: tensor<4xf32> loc("y")) -> tensor<f32> {
  %r = remat.checkpoint policy(#remat.save_any_but<["layer1_output"]>) (
      %w0 = %p0 : tensor<4x4xf32>, %w1 = %p1 : tensor<4x4xf32>, %w2 = %p2 : tensor<4x4xf32>,
      %a = %x : tensor<4xf32>, %b = %y : tensor<4xf32>) -> (tensor<f32>) {
    %zero = arith.constant 0.0 : f32
    %empty = tensor.empty() : tensor<4xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
    %y0 = linalg.matvec ins(%w0, %a : tensor<4x4xf32>, tensor<4xf32>)
        outs(%init : tensor<4xf32>) -> tensor<4xf32> loc(#dot)
    %s0 = math.sin %y0 : tensor<4xf32> loc(#sin)
    %h0 = remat.checkpoint_name %s0 "layer0_output" : tensor<4xf32> loc(#name)
    %y1 = linalg.matvec ins(%w1, %h0 : tensor<4x4xf32>, tensor<4xf32>)
        outs(%init : tensor<4xf32>) -> tensor<4xf32> loc(#dot)
    %s1 = math.sin %y1 : tensor<4xf32> loc(#sin)
    %h1 = remat.checkpoint_name %s1 "layer1_output" : tensor<4xf32> loc(#name)
    %z = linalg.matvec ins(%w2, %h1 : tensor<4x4xf32>, tensor<4xf32>)
        outs(%init : tensor<4xf32>) -> tensor<4xf32> loc(#last)
    %d = arith.subf %z, %b : tensor<4xf32> loc(#minus)
    %q = arith.mulf %d, %d : tensor<4xf32> loc(#square)
    %point = tensor.empty() : tensor<f32>
    %start = linalg.fill ins(%zero : f32) outs(%point : tensor<f32>) -> tensor<f32>
    %l = linalg.reduce { arith.addf } ins(%q : tensor<4xf32>) outs(%start : tensor<f32>) dimensions = [0] loc(#sum)
    remat.yield %l : tensor<f32>
  }
  return %r : tensor<f32>
}
