// RUN: remat-opt %s -inline | FileCheck %s

// Functions that hold ops of the dialect are inlined like any other, and
// functions are inlined into regions.

func.func private @region(%x: f32) -> f32 {
  %0 = remat.checkpoint policy(#remat.save_only<["a"]>) (%a = %x : f32) -> (f32) {
    %s = math.sin %a : f32
    %n = remat.checkpoint_name %s "a" : f32
    remat.yield %n : f32
  }
  %1 = remat.optimization_barrier %0 : f32
  return %1 : f32
}

// CHECK-LABEL: func @caller
// CHECK-NEXT: remat.checkpoint policy(#remat.save_only<["a"]>)
// CHECK-NEXT: math.sin
// CHECK-NEXT: remat.checkpoint_name %{{.*}} "a"
// CHECK-NEXT: remat.yield
// CHECK-NEXT: }
// CHECK-NEXT: remat.optimization_barrier
// CHECK-NEXT: return
func.func @caller(%x: f32) -> f32 {
  %0 = call @region(%x) : (f32) -> f32
  return %0 : f32
}

func.func private @plain(%x: f32) -> f32 {
  %0 = math.cos %x : f32
  return %0 : f32
}

// CHECK-LABEL: func @into_region
// CHECK: remat.checkpoint (%[[A:.*]] = %{{.*}} : f32)
// CHECK-NEXT: %[[C:.*]] = math.cos %[[A]]
// CHECK-NEXT: remat.yield %[[C]]
func.func @into_region(%x: f32) -> f32 {
  %0 = remat.checkpoint (%a = %x : f32) -> (f32) {
    %1 = func.call @plain(%a) : (f32) -> f32
    remat.yield %1 : f32
  }
  return %0 : f32
}

// A region has one block: a function of several is called.
func.func private @blocks(%x: f32, %p: i1) -> f32 {
  cf.cond_br %p, ^one, ^two
^one:
  %0 = math.cos %x : f32
  return %0 : f32
^two:
  return %x : f32
}

// CHECK-LABEL: func @blocks_into_region
// CHECK: remat.checkpoint
// CHECK-NEXT: call @blocks
func.func @blocks_into_region(%x: f32, %p: i1) -> f32 {
  %0 = remat.checkpoint (%a = %x : f32, %b = %p : i1) -> (f32) {
    %1 = func.call @blocks(%a, %b) : (f32, i1) -> f32
    remat.yield %1 : f32
  }
  return %0 : f32
}

// Requests and custom derivatives go where their caller goes; what they name
// stays.
func.func private @loss(%x: f32) -> f32 {
  %0 = remat.custom_vjp @plain(%x) fwd @plain bwd @plain : (f32) -> f32
  return %0 : f32
}
func.func private @request(%x: f32) -> f32 {
  %0:2 = remat.value_and_grad @loss(%x) : (f32) -> (f32, f32)
  return %0#1 : f32
}

// CHECK-LABEL: func @requests
// CHECK-NEXT: remat.value_and_grad @loss
// CHECK-NEXT: remat.custom_vjp @plain
// CHECK-NEXT: return
func.func @requests(%x: f32) -> (f32, f32) {
  %0 = call @request(%x) : (f32) -> f32
  %1 = call @loss(%x) : (f32) -> f32
  return %0, %1 : f32, f32
}
