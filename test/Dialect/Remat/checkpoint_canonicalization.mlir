// RUN: remat-opt %s -canonicalize | FileCheck %s

// An input that the body doesn't use goes.
// CHECK-LABEL: func @unused_input
// CHECK-SAME: (%[[X:.*]]: f32, %{{.*}}: f32)
func.func @unused_input(%x: f32, %y: f32) -> f32 {
  // CHECK: remat.checkpoint policy(#remat.dots) barriers = false (%[[A:.*]] = %[[X]] : f32) -> (f32)
  // CHECK-NEXT: math.sin %[[A]]
  %0 = remat.checkpoint policy(#remat.dots) barriers = false (%a = %x : f32, %b = %y : f32) -> (f32) {
    %s = math.sin %a : f32
    remat.yield %s : f32
  }
  return %0 : f32
}

// The same value comes in once.
// CHECK-LABEL: func @equal_inputs
// CHECK-SAME: (%[[X:.*]]: f32)
func.func @equal_inputs(%x: f32) -> f32 {
  // CHECK: remat.checkpoint (%[[A:.*]] = %[[X]] : f32) -> (f32)
  // CHECK-NEXT: arith.mulf %[[A]], %[[A]]
  %0 = remat.checkpoint (%a = %x : f32, %b = %x : f32) -> (f32) {
    %s = arith.mulf %a, %b : f32
    remat.yield %s : f32
  }
  return %0 : f32
}

// A result without uses goes, with what made it, and keeps its attributes.
// CHECK-LABEL: func @unused_result
func.func @unused_result(%x: f32) -> f32 {
  // CHECK: %[[R:.*]] = remat.checkpoint policy(#remat.save_only<["a"]>) (%[[A:.*]] = %{{.*}} : f32) -> (f32) attributes {tag = 1 : i64}
  // CHECK-NEXT: %[[C:.*]] = math.cos %[[A]]
  // CHECK-NEXT: remat.yield %[[C]] : f32
  // CHECK: return %[[R]]
  %0:2 = remat.checkpoint policy(#remat.save_only<["a"]>) (%a = %x : f32) -> (f32, f32) attributes {tag = 1 : i64} {
    %s = math.sin %a : f32
    %c = math.cos %a : f32
    remat.yield %s, %c : f32, f32
  }
  return %0#1 : f32
}

// An input that is yielded as it came in is used directly.
// CHECK-LABEL: func @forwarded_input
// CHECK-SAME: (%[[X:.*]]: f32)
func.func @forwarded_input(%x: f32) -> (f32, f32) {
  // CHECK: %[[R:.*]] = remat.checkpoint (%{{.*}} = %[[X]] : f32) -> (f32)
  // CHECK: return %[[R]], %[[X]]
  %0:2 = remat.checkpoint (%a = %x : f32) -> (f32, f32) {
    %s = math.sin %a : f32
    remat.yield %s, %a : f32, f32
  }
  return %0#0, %0#1 : f32, f32
}

// A region without uses or effects goes.
// CHECK-LABEL: func @dead
// CHECK-NEXT: return
func.func @dead(%x: f32) {
  %0 = remat.checkpoint (%a = %x : f32) -> (f32) {
    %s = math.sin %a : f32
    remat.yield %s : f32
  }
  return
}

// An effect keeps its region.
func.func private @effect(f32) -> f32
// CHECK-LABEL: func @effect_stays
func.func @effect_stays(%x: f32) {
  // CHECK: remat.checkpoint (%[[A:.*]] = %{{.*}} : f32) {
  // CHECK-NEXT: call @effect(%[[A]])
  %0 = remat.checkpoint (%a = %x : f32) -> (f32) {
    %s = func.call @effect(%a) : (f32) -> f32
    remat.yield %s : f32
  }
  return
}

// Nothing else is undone: a region with a use stays as it is.
// CHECK-LABEL: func @stays
func.func @stays(%x: f32) -> f32 {
  // CHECK: remat.checkpoint policy(#remat.everything)
  // CHECK: math.sin
  %0 = remat.checkpoint policy(#remat.everything) (%a = %x : f32) -> (f32) {
    %s = math.sin %a : f32
    remat.yield %s : f32
  }
  return %0 : f32
}
