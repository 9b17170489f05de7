// Scans over layers, and what of them is computed again.

func.func private @layer(%W: tensor<4x4xf32>, %h: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %p = linalg.matvec ins(%W, %h : tensor<4x4xf32>, tensor<4xf32>) outs(%zero : tensor<4xf32>) -> tensor<4xf32>
  %a = remat.checkpoint_name %p "a" : tensor<4xf32>
  %s = math.sin %a : tensor<4xf32>
  return %s : tensor<4xf32>
}

// Each layer is a region: its carry is kept.
func.func @each(%Ws: tensor<6x4x4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %y = scf.for %i = %c0 to %c6 step %c1 iter_args(%c = %x) -> tensor<4xf32> {
    %Wi = tensor.extract_slice %Ws[%i, 0, 0] [1, 4, 4] [1, 1, 1] : tensor<6x4x4xf32> to tensor<4x4xf32>
    %r = remat.checkpoint (%W = %Wi : tensor<4x4xf32>, %h = %c : tensor<4xf32>) -> (tensor<4xf32>) {
      %s = func.call @layer(%W, %h) : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
      remat.yield %s : tensor<4xf32>
    }
    scf.yield %r : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// The product is kept too.
func.func @names(%Ws: tensor<6x4x4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %y = scf.for %i = %c0 to %c6 step %c1 iter_args(%c = %x) -> tensor<4xf32> {
    %Wi = tensor.extract_slice %Ws[%i, 0, 0] [1, 4, 4] [1, 1, 1] : tensor<6x4x4xf32> to tensor<4x4xf32>
    %r = remat.checkpoint policy(#remat.save_only<["a"]>) (%W = %Wi : tensor<4x4xf32>, %h = %c : tensor<4xf32>) -> (tensor<4xf32>) {
      %s = func.call @layer(%W, %h) : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
      remat.yield %s : tensor<4xf32>
    }
    scf.yield %r : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// The whole loop is a region: it runs again.
func.func @whole(%Ws: tensor<6x4x4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = remat.checkpoint (%Vs = %Ws : tensor<6x4x4xf32>, %v = %x : tensor<4xf32>) -> (tensor<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c6 = arith.constant 6 : index
    %y = scf.for %i = %c0 to %c6 step %c1 iter_args(%c = %v) -> tensor<4xf32> {
      %W = tensor.extract_slice %Vs[%i, 0, 0] [1, 4, 4] [1, 1, 1] : tensor<6x4x4xf32> to tensor<4x4xf32>
      %s = func.call @layer(%W, %c) : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
      scf.yield %s : tensor<4xf32>
    }
    remat.yield %y : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// One layer's weights for as many layers as asked for.
func.func @shared(%W: tensor<4x4xf32>, %x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x) -> tensor<4xf32> {
    %r = remat.checkpoint (%V = %W : tensor<4x4xf32>, %h = %c : tensor<4xf32>) -> (tensor<4xf32>) {
      %s = func.call @layer(%V, %h) : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
      remat.yield %s : tensor<4xf32>
    }
    scf.yield %r : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// Two loops, the body of the outer one a region.
func.func @nested(%Ws: tensor<6x4x4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %y = scf.for %i = %c0 to %c6 step %c1 iter_args(%c = %x) -> tensor<4xf32> {
    %Wi = tensor.extract_slice %Ws[%i, 0, 0] [1, 4, 4] [1, 1, 1] : tensor<6x4x4xf32> to tensor<4x4xf32>
    %r = remat.checkpoint (%W = %Wi : tensor<4x4xf32>, %h = %c : tensor<4xf32>) -> (tensor<4xf32>) {
      %k0 = arith.constant 0 : index
      %k1 = arith.constant 1 : index
      %k3 = arith.constant 3 : index
      %z = scf.for %j = %k0 to %k3 step %k1 iter_args(%d = %h) -> tensor<4xf32> {
        %s = func.call @layer(%W, %d) : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
        scf.yield %s : tensor<4xf32>
      }
      remat.yield %z : tensor<4xf32>
    }
    scf.yield %r : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// Every second carry is kept.
func.func @segments(%Ws: tensor<6x4x4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = remat.checkpoint loop(#remat.segments<2>) (%Vs = %Ws : tensor<6x4x4xf32>, %v = %x : tensor<4xf32>) -> (tensor<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c6 = arith.constant 6 : index
    %y = scf.for %i = %c0 to %c6 step %c1 iter_args(%c = %v) -> tensor<4xf32> {
      %W = tensor.extract_slice %Vs[%i, 0, 0] [1, 4, 4] [1, 1, 1] : tensor<6x4x4xf32> to tensor<4x4xf32>
      %s = func.call @layer(%W, %c) : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
      scf.yield %s : tensor<4xf32>
    }
    remat.yield %y : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// A region that computes the same in each iteration invites code motion to keep what
// it computes.
func.func @invariant(%W: tensor<4x4xf32>, %x: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %y = scf.for %i = %c0 to %c6 step %c1 iter_args(%c = %x) -> tensor<4xf32> {
    %r = remat.checkpoint (%V = %W : tensor<4x4xf32>, %h = %b : tensor<4xf32>) -> (tensor<4xf32>) {
      %s = func.call @layer(%V, %h) : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4xf32>
      remat.yield %s : tensor<4xf32>
    }
    %d = arith.mulf %c, %r : tensor<4xf32>
    scf.yield %d : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}
