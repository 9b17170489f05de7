// REQUIRES: jax
// RUN: %case %s two_traversals --function=two_traversals
// RUN: %python %S/Inputs/two_traversals.py %s

// Two traversals of six blocks, each call a region: at its peak the gradient holds the
// inputs of the twelve and what one block works with.

#outer = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>

// Works on eight times its input.
func.func private @block(%w: tensor<8xf32>, %v: tensor<1024xf32>) -> tensor<1024xf32> {
  %wide = tensor.empty() : tensor<8x1024xf32>
  %p = linalg.generic {indexing_maps = [#row, #column, #outer], iterator_types = ["parallel", "parallel"]}
      ins(%w, %v : tensor<8xf32>, tensor<1024xf32>) outs(%wide : tensor<8x1024xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<8x1024xf32>
  %s = math.sin %p : tensor<8x1024xf32>
  %t = math.sin %s : tensor<8x1024xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1024xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1024xf32>) -> tensor<1024xf32>
  %sum = linalg.reduce { arith.addf } ins(%t : tensor<8x1024xf32>) outs(%init : tensor<1024xf32>) dimensions = [0]
  return %sum : tensor<1024xf32>
}

func.func @one(%x0: tensor<1024xf32>, %w0: tensor<8xf32>) -> tensor<f32> {
  %x1 = remat.checkpoint (%w = %w0 : tensor<8xf32>, %v = %x0 : tensor<1024xf32>) -> (tensor<1024xf32>) {
    %b = func.call @block(%w, %v) : (tensor<8xf32>, tensor<1024xf32>) -> tensor<1024xf32>
    remat.yield %b : tensor<1024xf32>
  }
  %zero = arith.constant 0.0 : f32
  %point = tensor.empty() : tensor<f32>
  %start = linalg.fill ins(%zero : f32) outs(%point : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce { arith.addf } ins(%x1 : tensor<1024xf32>) outs(%start : tensor<f32>) dimensions = [0]
  return %sum : tensor<f32>
}

func.func @two_traversals(%x0: tensor<1024xf32>, %w0: tensor<8xf32>, %w1: tensor<8xf32>, %w2: tensor<8xf32>, %w3: tensor<8xf32>, %w4: tensor<8xf32>, %w5: tensor<8xf32>) -> tensor<f32> {
  %x1 = remat.checkpoint (%w = %w0 : tensor<8xf32>, %v = %x0 : tensor<1024xf32>) -> (tensor<1024xf32>) {
    %b = func.call @block(%w, %v) : (tensor<8xf32>, tensor<1024xf32>) -> tensor<1024xf32>
    remat.yield %b : tensor<1024xf32>
  }
  %x2 = remat.checkpoint (%w = %w1 : tensor<8xf32>, %v = %x1 : tensor<1024xf32>) -> (tensor<1024xf32>) {
    %b = func.call @block(%w, %v) : (tensor<8xf32>, tensor<1024xf32>) -> tensor<1024xf32>
    remat.yield %b : tensor<1024xf32>
  }
  %x3 = remat.checkpoint (%w = %w2 : tensor<8xf32>, %v = %x2 : tensor<1024xf32>) -> (tensor<1024xf32>) {
    %b = func.call @block(%w, %v) : (tensor<8xf32>, tensor<1024xf32>) -> tensor<1024xf32>
    remat.yield %b : tensor<1024xf32>
  }
  %x4 = remat.checkpoint (%w = %w3 : tensor<8xf32>, %v = %x3 : tensor<1024xf32>) -> (tensor<1024xf32>) {
    %b = func.call @block(%w, %v) : (tensor<8xf32>, tensor<1024xf32>) -> tensor<1024xf32>
    remat.yield %b : tensor<1024xf32>
  }
  %x5 = remat.checkpoint (%w = %w4 : tensor<8xf32>, %v = %x4 : tensor<1024xf32>) -> (tensor<1024xf32>) {
    %b = func.call @block(%w, %v) : (tensor<8xf32>, tensor<1024xf32>) -> tensor<1024xf32>
    remat.yield %b : tensor<1024xf32>
  }
  %x6 = remat.checkpoint (%w = %w5 : tensor<8xf32>, %v = %x5 : tensor<1024xf32>) -> (tensor<1024xf32>) {
    %b = func.call @block(%w, %v) : (tensor<8xf32>, tensor<1024xf32>) -> tensor<1024xf32>
    remat.yield %b : tensor<1024xf32>
  }
  %x7 = remat.checkpoint (%w = %w0 : tensor<8xf32>, %v = %x6 : tensor<1024xf32>) -> (tensor<1024xf32>) {
    %b = func.call @block(%w, %v) : (tensor<8xf32>, tensor<1024xf32>) -> tensor<1024xf32>
    remat.yield %b : tensor<1024xf32>
  }
  %x8 = remat.checkpoint (%w = %w1 : tensor<8xf32>, %v = %x7 : tensor<1024xf32>) -> (tensor<1024xf32>) {
    %b = func.call @block(%w, %v) : (tensor<8xf32>, tensor<1024xf32>) -> tensor<1024xf32>
    remat.yield %b : tensor<1024xf32>
  }
  %x9 = remat.checkpoint (%w = %w2 : tensor<8xf32>, %v = %x8 : tensor<1024xf32>) -> (tensor<1024xf32>) {
    %b = func.call @block(%w, %v) : (tensor<8xf32>, tensor<1024xf32>) -> tensor<1024xf32>
    remat.yield %b : tensor<1024xf32>
  }
  %x10 = remat.checkpoint (%w = %w3 : tensor<8xf32>, %v = %x9 : tensor<1024xf32>) -> (tensor<1024xf32>) {
    %b = func.call @block(%w, %v) : (tensor<8xf32>, tensor<1024xf32>) -> tensor<1024xf32>
    remat.yield %b : tensor<1024xf32>
  }
  %x11 = remat.checkpoint (%w = %w4 : tensor<8xf32>, %v = %x10 : tensor<1024xf32>) -> (tensor<1024xf32>) {
    %b = func.call @block(%w, %v) : (tensor<8xf32>, tensor<1024xf32>) -> tensor<1024xf32>
    remat.yield %b : tensor<1024xf32>
  }
  %x12 = remat.checkpoint (%w = %w5 : tensor<8xf32>, %v = %x11 : tensor<1024xf32>) -> (tensor<1024xf32>) {
    %b = func.call @block(%w, %v) : (tensor<8xf32>, tensor<1024xf32>) -> tensor<1024xf32>
    remat.yield %b : tensor<1024xf32>
  }
  %zero = arith.constant 0.0 : f32
  %point = tensor.empty() : tensor<f32>
  %start = linalg.fill ins(%zero : f32) outs(%point : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce { arith.addf } ins(%x12 : tensor<1024xf32>) outs(%start : tensor<f32>) dimensions = [0]
  return %sum : tensor<f32>
}
