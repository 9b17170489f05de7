// RUN: remat-opt %s --remat-differentiate -inline -canonicalize -cse -symbol-dce | FileCheck %s

// Requests are expanded wherever they stand, and nothing is left of them.
// CHECK-NOT: remat.value_and_grad
// CHECK-NOT: remat.vjp

func.func private @product(%x: f32, %i: i32, %y: f32) -> f32 {
  %p = arith.mulf %x, %y : f32
  return %p : f32
}

// The gradients asked for, in the order asked for.
// CHECK-LABEL: func.func @subset(
// CHECK-SAME: %[[X:.*]]: f32, %{{.*}}: i32, %[[Y:.*]]: f32)
// CHECK-NEXT: return %[[X]] : f32
func.func @subset(%x: f32, %i: i32, %y: f32) -> f32 {
  %v, %g = remat.value_and_grad @product(%x, %i, %y) wrt [2] : (f32, i32, f32) -> (f32, f32)
  return %g : f32
}

// CHECK-LABEL: func.func @reversed(
// CHECK-SAME: %[[X:.*]]: f32, %{{.*}}: i32, %[[Y:.*]]: f32)
// CHECK-NEXT: return %[[X]], %[[Y]] : f32, f32
func.func @reversed(%x: f32, %i: i32, %y: f32) -> (f32, f32) {
  %v, %g:2 = remat.value_and_grad @product(%x, %i, %y) wrt [2, 0] : (f32, i32, f32) -> (f32, f32, f32)
  return %g#0, %g#1 : f32, f32
}

// By default every float argument's.
// CHECK-LABEL: func.func @all(
// CHECK-SAME: %[[X:.*]]: f32, %{{.*}}: i32, %[[Y:.*]]: f32)
// CHECK-NEXT: return %[[Y]], %[[X]] : f32, f32
func.func @all(%x: f32, %i: i32, %y: f32) -> (f32, f32) {
  %v, %g:2 = remat.value_and_grad @product(%x, %i, %y) : (f32, i32, f32) -> (f32, f32, f32)
  return %g#0, %g#1 : f32, f32
}

// With cotangents.
// CHECK-LABEL: func.func @cotangent(
// CHECK-SAME: %[[X:.*]]: f32, %{{.*}}: i32, %[[Y:.*]]: f32, %[[C:.*]]: f32)
// CHECK-NEXT: %[[G:.*]] = arith.mulf {{%.*(arg0, %arg3|arg3, %arg0)}} : f32
// CHECK-NEXT: return %[[G]]
func.func @cotangent(%x: f32, %i: i32, %y: f32, %c: f32) -> f32 {
  %v, %g = remat.vjp @product(%x, %i, %y) cotangents(%c) wrt [2] : (f32, i32, f32), (f32) -> (f32, f32)
  return %g : f32
}

func.func private @sine(%x: f32) -> f32 {
  %s = math.sin %x : f32
  return %s : f32
}

func.func private @cosine(%x: f32) -> f32 {
  %v, %g = remat.value_and_grad @sine(%x) : (f32) -> (f32, f32)
  return %g : f32
}

// A request in a function that is itself differentiated.
// CHECK-LABEL: func.func @minus_sine(
// CHECK-SAME: %[[X:.*]]: f32)
// CHECK-NEXT: %[[S:.*]] = math.sin %[[X]] : f32
// CHECK-NEXT: %[[N:.*]] = arith.negf %[[S]] : f32
// CHECK-NEXT: return %[[N]] : f32
func.func @minus_sine(%x: f32) -> f32 {
  %v, %g = remat.value_and_grad @cosine(%x) : (f32) -> (f32, f32)
  return %g : f32
}

// In a module inside.
// CHECK-LABEL: module @inside
// CHECK-NOT: remat.value_and_grad
// CHECK: func.func @slope
module @inside {
  func.func @slope(%x: f32) -> f32 {
    %v, %g = remat.value_and_grad @sine(%x) : (f32) -> (f32, f32)
    return %g : f32
  }
  func.func private @sine(%x: f32) -> f32 {
    %y = math.sin %x : f32
    return %y : f32
  }
}
