// REQUIRES: jax
// RUN: %case %s counter_at_zero --wrt=1
// RUN: %case %s counter_at_one --wrt=1
// RUN: %case %s counter_at_zero --wrt=1 --function=in_memory
// RUN: %case %s counter_at_one --wrt=1 --function=in_memory

// A counter that the function updates: it is bumped once, and the gradient goes by
// its value before.

func.func @f(%c: f32 loc("c"), %x: tensor<5xf32> loc("x")) -> (tensor<5xf32>, f32) {
  %r:2 = remat.checkpoint (%d = %c : f32, %v = %x : tensor<5xf32>) -> (tensor<5xf32>, f32) {
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %next = arith.addf %d, %one : f32
    %late = arith.cmpf ogt, %d, %half : f32
    %halves = arith.constant dense<0.5> : tensor<5xf32>
    %less = arith.mulf %v, %halves : tensor<5xf32>
    %y = arith.select %late, %less, %v : tensor<5xf32>
    %a = remat.checkpoint_name %y "a" : tensor<5xf32>
    %s = math.sin %a : tensor<5xf32>
    remat.yield %s, %next : tensor<5xf32>, f32
  }
  return %r#0, %r#1 : tensor<5xf32>, f32
}

// The counter in memory: what was read is kept, whatever the policy, since a second
// reading would find the new value.
func.func @in_memory(%c: f32 loc("c"), %x: tensor<5xf32> loc("x")) -> (tensor<5xf32>, f32) {
  %memory = memref.alloc() : memref<f32>
  memref.store %c, %memory[] : memref<f32>
  %y = remat.checkpoint (%m = %memory : memref<f32>, %v = %x : tensor<5xf32>) -> (tensor<5xf32>) {
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %d = memref.load %m[] : memref<f32>
    %next = arith.addf %d, %one : f32
    memref.store %next, %m[] : memref<f32>
    %late = arith.cmpf ogt, %d, %half : f32
    %halves = arith.constant dense<0.5> : tensor<5xf32>
    %less = arith.mulf %v, %halves : tensor<5xf32>
    %z = arith.select %late, %less, %v : tensor<5xf32>
    %a = remat.checkpoint_name %z "a" : tensor<5xf32>
    %s = math.sin %a : tensor<5xf32>
    remat.yield %s : tensor<5xf32>
  }
  %now = memref.load %memory[] : memref<f32>
  return %y, %now : tensor<5xf32>, f32
}
