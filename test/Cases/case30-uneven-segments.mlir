// REQUIRES: jax
// RUN: %case %s twelve_layers
// RUN: remat-opt %s --remat-differentiate='function=f mode=vjp' | FileCheck %s

// Twelve layers in segments of five, of which twelve is no multiple: the last segment
// has two. Every layer gets its gradient.

// The derivative of tanh reads its result, so a segment's last state is computed again
// as well.
// CHECK: func.func @f_bwd(
// CHECK-COUNT-12: math.tanh
// CHECK-NOT: math.tanh

func.func @f(%W0: tensor<12x4x4xf32> loc("W"), %x0: tensor<4xf32> loc("x")) -> tensor<f32> {
  %s0 = remat.checkpoint (%W = %W0 : tensor<12x4x4xf32>, %v0 = %x0 : tensor<4xf32>) -> (tensor<4xf32>) {
    %zero = arith.constant 0.0 : f32
    %empty = tensor.empty() : tensor<4xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
    %w0 = tensor.extract_slice %W[0, 0, 0] [1, 4, 4] [1, 1, 1] : tensor<12x4x4xf32> to tensor<4x4xf32>
    %y0 = linalg.matvec ins(%w0, %v0 : tensor<4x4xf32>, tensor<4xf32>) outs(%init : tensor<4xf32>) -> tensor<4xf32>
    %x1 = math.tanh %y0 : tensor<4xf32>
    %w1 = tensor.extract_slice %W[1, 0, 0] [1, 4, 4] [1, 1, 1] : tensor<12x4x4xf32> to tensor<4x4xf32>
    %y1 = linalg.matvec ins(%w1, %x1 : tensor<4x4xf32>, tensor<4xf32>) outs(%init : tensor<4xf32>) -> tensor<4xf32>
    %x2 = math.tanh %y1 : tensor<4xf32>
    %w2 = tensor.extract_slice %W[2, 0, 0] [1, 4, 4] [1, 1, 1] : tensor<12x4x4xf32> to tensor<4x4xf32>
    %y2 = linalg.matvec ins(%w2, %x2 : tensor<4x4xf32>, tensor<4xf32>) outs(%init : tensor<4xf32>) -> tensor<4xf32>
    %x3 = math.tanh %y2 : tensor<4xf32>
    %w3 = tensor.extract_slice %W[3, 0, 0] [1, 4, 4] [1, 1, 1] : tensor<12x4x4xf32> to tensor<4x4xf32>
    %y3 = linalg.matvec ins(%w3, %x3 : tensor<4x4xf32>, tensor<4xf32>) outs(%init : tensor<4xf32>) -> tensor<4xf32>
    %x4 = math.tanh %y3 : tensor<4xf32>
    %w4 = tensor.extract_slice %W[4, 0, 0] [1, 4, 4] [1, 1, 1] : tensor<12x4x4xf32> to tensor<4x4xf32>
    %y4 = linalg.matvec ins(%w4, %x4 : tensor<4x4xf32>, tensor<4xf32>) outs(%init : tensor<4xf32>) -> tensor<4xf32>
    %x5 = math.tanh %y4 : tensor<4xf32>
    remat.yield %x5 : tensor<4xf32>
  }
  %s1 = remat.checkpoint (%W = %W0 : tensor<12x4x4xf32>, %v1 = %s0 : tensor<4xf32>) -> (tensor<4xf32>) {
    %zero = arith.constant 0.0 : f32
    %empty = tensor.empty() : tensor<4xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
    %w5 = tensor.extract_slice %W[5, 0, 0] [1, 4, 4] [1, 1, 1] : tensor<12x4x4xf32> to tensor<4x4xf32>
    %y5 = linalg.matvec ins(%w5, %v1 : tensor<4x4xf32>, tensor<4xf32>) outs(%init : tensor<4xf32>) -> tensor<4xf32>
    %x6 = math.tanh %y5 : tensor<4xf32>
    %w6 = tensor.extract_slice %W[6, 0, 0] [1, 4, 4] [1, 1, 1] : tensor<12x4x4xf32> to tensor<4x4xf32>
    %y6 = linalg.matvec ins(%w6, %x6 : tensor<4x4xf32>, tensor<4xf32>) outs(%init : tensor<4xf32>) -> tensor<4xf32>
    %x7 = math.tanh %y6 : tensor<4xf32>
    %w7 = tensor.extract_slice %W[7, 0, 0] [1, 4, 4] [1, 1, 1] : tensor<12x4x4xf32> to tensor<4x4xf32>
    %y7 = linalg.matvec ins(%w7, %x7 : tensor<4x4xf32>, tensor<4xf32>) outs(%init : tensor<4xf32>) -> tensor<4xf32>
    %x8 = math.tanh %y7 : tensor<4xf32>
    %w8 = tensor.extract_slice %W[8, 0, 0] [1, 4, 4] [1, 1, 1] : tensor<12x4x4xf32> to tensor<4x4xf32>
    %y8 = linalg.matvec ins(%w8, %x8 : tensor<4x4xf32>, tensor<4xf32>) outs(%init : tensor<4xf32>) -> tensor<4xf32>
    %x9 = math.tanh %y8 : tensor<4xf32>
    %w9 = tensor.extract_slice %W[9, 0, 0] [1, 4, 4] [1, 1, 1] : tensor<12x4x4xf32> to tensor<4x4xf32>
    %y9 = linalg.matvec ins(%w9, %x9 : tensor<4x4xf32>, tensor<4xf32>) outs(%init : tensor<4xf32>) -> tensor<4xf32>
    %x10 = math.tanh %y9 : tensor<4xf32>
    remat.yield %x10 : tensor<4xf32>
  }
  %s2 = remat.checkpoint (%W = %W0 : tensor<12x4x4xf32>, %v2 = %s1 : tensor<4xf32>) -> (tensor<4xf32>) {
    %zero = arith.constant 0.0 : f32
    %empty = tensor.empty() : tensor<4xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
    %w10 = tensor.extract_slice %W[10, 0, 0] [1, 4, 4] [1, 1, 1] : tensor<12x4x4xf32> to tensor<4x4xf32>
    %y10 = linalg.matvec ins(%w10, %v2 : tensor<4x4xf32>, tensor<4xf32>) outs(%init : tensor<4xf32>) -> tensor<4xf32>
    %x11 = math.tanh %y10 : tensor<4xf32>
    %w11 = tensor.extract_slice %W[11, 0, 0] [1, 4, 4] [1, 1, 1] : tensor<12x4x4xf32> to tensor<4x4xf32>
    %y11 = linalg.matvec ins(%w11, %x11 : tensor<4x4xf32>, tensor<4xf32>) outs(%init : tensor<4xf32>) -> tensor<4xf32>
    %x12 = math.tanh %y11 : tensor<4xf32>
    remat.yield %x12 : tensor<4xf32>
  }
  %zero = arith.constant 0.0 : f32
  %point = tensor.empty() : tensor<f32>
  %start = linalg.fill ins(%zero : f32) outs(%point : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce { arith.addf } ins(%s2 : tensor<4xf32>) outs(%start : tensor<f32>) dimensions = [0]
  return %sum : tensor<f32>
}
