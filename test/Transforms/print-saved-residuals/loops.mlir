// RUN: %residuals=function=s0 %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=S0
// RUN: %residuals=function=s1 %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=S1
// RUN: %residuals=function=s2 %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=S2
// RUN: %residuals=function=s3 %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=S3
// RUN: %residuals=function=s4 %s 2>&1 | %rows | FileCheck %s --match-full-lines --check-prefix=S4

// A scan over stacked layers: what is kept is what JAX keeps for the same program.

#dot = loc("layer"("net.py":3:6))
#a = loc("layer"("net.py":4:6))
#sin = loc("layer"("net.py":5:9))
#loop = loc("scan"("net.py":8:3))

// A plain body keeps its carry and its cosine.
// S0: f32[6,4,4] from the argument Ws
// S0-NEXT: f32[6,4] output of for stacked by loop net.py:8:3 (scan)
// S0-NEXT: f32[6,4] output of cos stacked by loop net.py:8:3 (scan)
// S0-NOT: {{.+}}
func.func @s0(%Ws: tensor<6x4x4xf32> loc("Ws"), %x: tensor<4xf32> loc("x")) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %y = scf.for %i = %c0 to %c6 step %c1 iter_args(%c = %x) -> tensor<4xf32> {
    %Wi = tensor.extract_slice %Ws[%i, 0, 0] [1, 4, 4] [1, 1, 1]
        : tensor<6x4x4xf32> to tensor<4x4xf32>
    %zero = arith.constant dense<0.0> : tensor<4xf32>
    %p = linalg.matvec ins(%Wi, %c : tensor<4x4xf32>, tensor<4xf32>)
        outs(%zero : tensor<4xf32>) -> tensor<4xf32> loc(#dot)
    %s = math.sin %p : tensor<4xf32> loc(#sin)
    scf.yield %s : tensor<4xf32>
  } loc(#loop)
  return %y : tensor<4xf32>
}

// A body that is a region: only its carry.
// S1: f32[6,4,4] from the argument Ws
// S1-NEXT: f32[6,4] output of for stacked by loop net.py:8:3 (scan)
// S1-NOT: {{.+}}
func.func @s1(%Ws: tensor<6x4x4xf32> loc("Ws"), %x: tensor<4xf32> loc("x")) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %y = scf.for %i = %c0 to %c6 step %c1 iter_args(%c = %x) -> tensor<4xf32> {
    %Wi = tensor.extract_slice %Ws[%i, 0, 0] [1, 4, 4] [1, 1, 1]
        : tensor<6x4x4xf32> to tensor<4x4xf32>
    %r = remat.checkpoint policy(#remat.nothing) (%W = %Wi : tensor<4x4xf32>, %h = %c : tensor<4xf32>) -> (tensor<4xf32>) {
      %zero = arith.constant dense<0.0> : tensor<4xf32>
      %p = linalg.matvec ins(%W, %h : tensor<4x4xf32>, tensor<4xf32>)
          outs(%zero : tensor<4xf32>) -> tensor<4xf32> loc(#dot)
      %s = math.sin %p : tensor<4xf32> loc(#sin)
      remat.yield %s : tensor<4xf32>
    }
    scf.yield %r : tensor<4xf32>
  } loc(#loop)
  return %y : tensor<4xf32>
}

// A named value in the body.
// S2: f32[6,4,4] from the argument Ws
// S2-NEXT: f32[6,4] output of for stacked by loop net.py:8:3 (scan)
// S2-NEXT: f32[6,4] named 'a' from net.py:4:6 (layer) stacked by loop net.py:8:3 (scan)
// S2-NOT: {{.+}}
func.func @s2(%Ws: tensor<6x4x4xf32> loc("Ws"), %x: tensor<4xf32> loc("x")) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %y = scf.for %i = %c0 to %c6 step %c1 iter_args(%c = %x) -> tensor<4xf32> {
    %Wi = tensor.extract_slice %Ws[%i, 0, 0] [1, 4, 4] [1, 1, 1]
        : tensor<6x4x4xf32> to tensor<4x4xf32>
    %r = remat.checkpoint policy(#remat.save_only<["a"]>) (%W = %Wi : tensor<4x4xf32>, %h = %c : tensor<4xf32>) -> (tensor<4xf32>) {
      %zero = arith.constant dense<0.0> : tensor<4xf32>
      %p = linalg.matvec ins(%W, %h : tensor<4x4xf32>, tensor<4xf32>)
          outs(%zero : tensor<4xf32>) -> tensor<4xf32> loc(#dot)
      %n = remat.checkpoint_name %p "a" : tensor<4xf32> loc(#a)
      %s = math.sin %n : tensor<4xf32> loc(#sin)
      remat.yield %s : tensor<4xf32>
    }
    scf.yield %r : tensor<4xf32>
  } loc(#loop)
  return %y : tensor<4xf32>
}

// A region around the whole loop: nothing that the loop makes.
// S3: f32[6,4,4] from the argument Ws
// S3-NEXT: f32[4] from the argument x
// S3-NOT: {{.+}}
func.func @s3(%Ws: tensor<6x4x4xf32> loc("Ws"), %x: tensor<4xf32> loc("x")) -> tensor<4xf32> {
  %z = remat.checkpoint policy(#remat.nothing) (%Vs = %Ws : tensor<6x4x4xf32>, %v = %x : tensor<4xf32>) -> (tensor<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c6 = arith.constant 6 : index
    %y = scf.for %i = %c0 to %c6 step %c1 iter_args(%c = %v) -> tensor<4xf32> {
      %Wi = tensor.extract_slice %Vs[%i, 0, 0] [1, 4, 4] [1, 1, 1]
          : tensor<6x4x4xf32> to tensor<4x4xf32>
      %zero = arith.constant dense<0.0> : tensor<4xf32>
      %p = linalg.matvec ins(%Wi, %c : tensor<4x4xf32>, tensor<4xf32>)
          outs(%zero : tensor<4xf32>) -> tensor<4xf32> loc(#dot)
      %s = math.sin %p : tensor<4xf32> loc(#sin)
      scf.yield %s : tensor<4xf32>
    } loc(#loop)
    remat.yield %y : tensor<4xf32>
  }
  return %z : tensor<4xf32>
}

// A name in the body, kept by the region around the loop.
// S4: f32[6,4,4] from the argument Ws
// S4-NEXT: f32[4] from the argument x
// S4-NEXT: f32[6,4] named 'a' from net.py:4:6 (layer) stacked by loop net.py:8:3 (scan)
// S4-NOT: {{.+}}
func.func @s4(%Ws: tensor<6x4x4xf32> loc("Ws"), %x: tensor<4xf32> loc("x")) -> tensor<4xf32> {
  %z = remat.checkpoint policy(#remat.save_only<["a"]>) (%Vs = %Ws : tensor<6x4x4xf32>, %v = %x : tensor<4xf32>) -> (tensor<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c6 = arith.constant 6 : index
    %y = scf.for %i = %c0 to %c6 step %c1 iter_args(%c = %v) -> tensor<4xf32> {
      %Wi = tensor.extract_slice %Vs[%i, 0, 0] [1, 4, 4] [1, 1, 1]
          : tensor<6x4x4xf32> to tensor<4x4xf32>
      %zero = arith.constant dense<0.0> : tensor<4xf32>
      %p = linalg.matvec ins(%Wi, %c : tensor<4x4xf32>, tensor<4xf32>)
          outs(%zero : tensor<4xf32>) -> tensor<4xf32> loc(#dot)
      %n = remat.checkpoint_name %p "a" : tensor<4xf32> loc(#a)
      %s = math.sin %n : tensor<4xf32> loc(#sin)
      scf.yield %s : tensor<4xf32>
    } loc(#loop)
    remat.yield %y : tensor<4xf32>
  }
  return %z : tensor<4xf32>
}
