// RUN: remat-opt %s | remat-opt | FileCheck %s
// RUN: remat-opt %s -mlir-print-op-generic | remat-opt | FileCheck %s

// CHECK-LABEL: func @no_policy
func.func @no_policy(%x: f32) -> f32 {
  // CHECK: %[[R:.*]] = remat.checkpoint (%[[A:.*]] = %{{.*}} : f32) -> (f32) {
  // CHECK-NEXT: %[[S:.*]] = math.sin %[[A]] : f32
  // CHECK-NEXT: remat.yield %[[S]] : f32
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[R]]
  %0 = remat.checkpoint (%a = %x : f32) -> (f32) {
    %s = math.sin %a : f32
    remat.yield %s : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func @policy
func.func @policy(%x: f32) -> f32 {
  // CHECK: remat.checkpoint policy(#remat.any_of<#remat.nothing, #remat.save_only<["a", "b"]>>) (%{{.*}} = %{{.*}} : f32) -> (f32) {
  %0 = remat.checkpoint policy(#remat.any_of<#remat.nothing, #remat.save_only<["a", "b"]>>) (%a = %x : f32) -> (f32) {
    remat.yield %a : f32
  }
  return %0 : f32
}

// CHECK-LABEL: func @barriers
func.func @barriers(%x: f32) -> f32 {
  // CHECK: remat.checkpoint barriers = false (%{{.*}} = %{{.*}} : f32) -> (f32) {
  %0 = remat.checkpoint barriers = false (%a = %x : f32) -> (f32) {
    remat.yield %a : f32
  }
  // The default isn't printed.
  // CHECK: remat.checkpoint policy(#remat.dots) (%{{.*}} = %{{.*}} : f32) -> (f32) {
  %1 = remat.checkpoint policy(#remat.dots) barriers = true (%a = %0 : f32) -> (f32) {
    remat.yield %a : f32
  }
  return %1 : f32
}

// CHECK-LABEL: func @several
func.func @several(%x: f32, %t: tensor<?x4xf32>, %i: index) -> (tensor<?x4xf32>, f32) {
  // CHECK: %[[R:.*]]:2 = remat.checkpoint (%[[A:.*]] = %{{.*}} : f32, %[[B:.*]] = %{{.*}} : tensor<?x4xf32>, %{{.*}} = %{{.*}} : index) -> (tensor<?x4xf32>, f32) attributes {tag = 1 : i64} {
  // CHECK-NEXT: remat.yield %[[B]], %[[A]] : tensor<?x4xf32>, f32
  %0:2 = remat.checkpoint (%a = %x : f32, %b = %t : tensor<?x4xf32>, %c = %i : index) -> (tensor<?x4xf32>, f32) attributes {tag = 1 : i64} {
    remat.yield %b, %a : tensor<?x4xf32>, f32
  }
  return %0#0, %0#1 : tensor<?x4xf32>, f32
}

// CHECK-LABEL: func @none
func.func @none() {
  // CHECK: remat.checkpoint () {
  // CHECK-NEXT: }
  remat.checkpoint () {
  }
  return
}

// CHECK-LABEL: func @nested
func.func @nested(%x: f32) -> f32 {
  // CHECK: remat.checkpoint policy(#remat.everything)
  // CHECK: remat.checkpoint policy(#remat.nothing)
  %0 = remat.checkpoint policy(#remat.everything) (%a = %x : f32) -> (f32) {
    %1 = remat.checkpoint policy(#remat.nothing) (%b = %a : f32) -> (f32) {
      %s = math.sin %b : f32
      remat.yield %s : f32
    }
    remat.yield %1 : f32
  }
  return %0 : f32
}
