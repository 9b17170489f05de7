// Two layers, h = W x + b and y = h tanh(h), each a region in which nothing but the
// value named "h" may be saved; and the sum of squares of what comes out.

func.func @layer(%w: tensor<3x3xf32>, %b: tensor<3xf32>, %x: tensor<3xf32>)
    -> tensor<3xf32> {
  %sum = linalg.matvec ins(%w, %x : tensor<3x3xf32>, tensor<3xf32>)
                       outs(%b : tensor<3xf32>) -> tensor<3xf32>
  %h = remat.checkpoint_name %sum "h" : tensor<3xf32>
  %t = math.tanh %h : tensor<3xf32>
  %y = arith.mulf %h, %t : tensor<3xf32>
  return %y : tensor<3xf32>
}

func.func @loss(%w: tensor<3x3xf32> loc("w"), %b: tensor<3xf32> loc("b"),
                %x: tensor<3xf32> loc("x")) -> tensor<f32> {
  %y1 = remat.checkpoint policy(#remat.save_only<["h"]>)
      (%w0 = %w : tensor<3x3xf32>, %b0 = %b : tensor<3xf32>, %x0 = %x : tensor<3xf32>)
      -> (tensor<3xf32>) {
    %y = func.call @layer(%w0, %b0, %x0)
        : (tensor<3x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    remat.yield %y : tensor<3xf32>
  }
  %y2 = remat.checkpoint policy(#remat.save_only<["h"]>)
      (%w0 = %w : tensor<3x3xf32>, %b0 = %b : tensor<3xf32>, %x0 = %y1 : tensor<3xf32>)
      -> (tensor<3xf32>) {
    %y = func.call @layer(%w0, %b0, %x0)
        : (tensor<3x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    remat.yield %y : tensor<3xf32>
  }
  %zero = arith.constant dense<0.0> : tensor<f32>
  %loss = linalg.dot ins(%y2, %y2 : tensor<3xf32>, tensor<3xf32>)
                     outs(%zero : tensor<f32>) -> tensor<f32>
  return %loss : tensor<f32>
}
