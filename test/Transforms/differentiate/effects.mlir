// RUN: remat-opt %s -split-input-file --remat-differentiate='function=f mode=grad' | FileCheck %s
// RUN: remat-opt %s -split-input-file --remat-differentiate='function=f mode=vjp' | FileCheck %s --check-prefix=VJP

// Effects in regions run once, in the forward pass, in their order.

// One whose result the replay needs, in a region in a region.

// CHECK-LABEL: func.func @f_grad
// CHECK-COUNT-1: memref.load
// CHECK-NOT: memref.load
// CHECK: return
// VJP: func.func @f_fwd
// VJP: memref.load
// VJP: func.func @f_bwd
// VJP-NOT: memref.load
func.func @f(%x: f32, %n: index) -> f32 {
  %m = memref.alloc() : memref<4xf32>
  %y = remat.checkpoint (%v = %x : f32, %b = %m : memref<4xf32>, %i = %n : index) -> (f32) {
    %z = remat.checkpoint (%w = %v : f32, %c = %b : memref<4xf32>, %j = %i : index) -> (f32) {
      %d = memref.load %c[%j] : memref<4xf32>
      %p = arith.mulf %d, %w : f32
      %s = math.sin %p : f32
      remat.yield %s : f32
    }
    %t = math.sin %z : f32
    remat.yield %t : f32
  }
  return %y : f32
}

// -----

// One without a result, and a call of a function that may do anything.

// CHECK-LABEL: func.func @f_grad
// CHECK: memref.store
// CHECK: call @say
// CHECK: math.cos
// CHECK-NOT: memref.store
// CHECK-NOT: call @say
// CHECK: return
// VJP: func.func @f_fwd
// VJP: memref.store
// VJP: call @say
// VJP: func.func @f_bwd
// VJP-NOT: memref.store
// VJP-NOT: call @say
func.func private @say(i32)
func.func @f(%x: f32, %i: i32) -> f32 {
  %m = memref.alloc() : memref<i32>
  %y = remat.checkpoint (%v = %x : f32, %b = %m : memref<i32>, %j = %i : i32) -> (f32) {
    memref.store %j, %b[] : memref<i32>
    func.call @say(%j) : (i32) -> ()
    %s = math.sin %v : f32
    %t = math.sin %s : f32
    remat.yield %t : f32
  }
  return %y : f32
}

// -----

// A random draw that is an effect: the forward pass and the replay see the same.

// CHECK-LABEL: func.func @f_grad
// CHECK: %[[R:.*]] = call @draw
// CHECK: arith.mulf {{.*}}%[[R]]
// CHECK-NOT: call @draw
// CHECK: return
// VJP: func.func @f_fwd({{[^)]*}}) -> (f32, f32)
// VJP: func.func @f_bwd({{.*}}effect{{.*}}) -> f32
// VJP-NOT: call @draw
func.func private @draw() -> f32
func.func @f(%x: f32) -> f32 {
  %y = remat.checkpoint (%v = %x : f32) -> (f32) {
    %r = func.call @draw() : () -> f32
    %p = arith.mulf %v, %r : f32
    %s = math.sin %p : f32
    remat.yield %s : f32
  }
  return %y : f32
}
