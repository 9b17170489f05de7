// RUN: remat-opt %s -remat-erase -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func @region
// CHECK-SAME: (%[[X:.*]]: f32)
// CHECK-NEXT: %[[S:.*]] = math.sin %[[X]]
// CHECK-NEXT: return %[[S]]
func.func @region(%x: f32) -> f32 {
  %0 = remat.checkpoint (%a = %x : f32) -> (f32) {
    %s = math.sin %a : f32
    %n = remat.checkpoint_name %s "a" : f32
    remat.yield %n : f32
  }
  return %0 : f32
}

// -----

// CHECK-LABEL: func @nested
// CHECK-SAME: (%[[X:.*]]: f32)
// CHECK-NEXT: %[[S:.*]] = math.sin %[[X]]
// CHECK-NEXT: %[[C:.*]] = math.cos %[[S]]
// CHECK-NEXT: return %[[C]], %[[X]]
func.func @nested(%x: f32) -> (f32, f32) {
  %0:2 = remat.checkpoint policy(#remat.dots) (%a = %x : f32) -> (f32, f32) {
    %1 = remat.checkpoint (%b = %a : f32) -> (f32) {
      %s = math.sin %b : f32
      remat.yield %s : f32
    }
    %c = math.cos %1 : f32
    remat.yield %c, %a : f32, f32
  }
  return %0#0, %0#1 : f32, f32
}

// -----

// A narrower type rounds the value, here as everywhere.
// CHECK-LABEL: func @store
// CHECK-SAME: (%[[X:.*]]: f32)
// CHECK-NEXT: %[[N:.*]] = arith.truncf %[[X]] : f32 to bf16
// CHECK-NEXT: %[[W:.*]] = arith.extf %[[N]] : bf16 to f32
// CHECK-NEXT: return %[[W]]
func.func @store(%x: f32) -> f32 {
  %0 = remat.checkpoint_name %x "a" store(bf16) : f32
  return %0 : f32
}

// -----

// CHECK-LABEL: func @custom
// CHECK-NEXT: call @sin(%{{.*}}) : (f32) -> f32
func.func private @sin(f32) -> f32
func.func private @fwd(f32) -> (f32, f32)
func.func private @bwd(f32, f32) -> f32
func.func @custom(%x: f32) -> f32 {
  %0 = remat.custom_vjp @sin(%x) fwd @fwd bwd @bwd : (f32) -> f32
  return %0 : f32
}

// -----

// Barriers hold a decision that was made: they stay.
// CHECK-LABEL: func @barrier
// CHECK: remat.optimization_barrier
func.func @barrier(%x: f32) -> f32 {
  %0 = remat.optimization_barrier %x : f32
  return %0 : f32
}

// -----

func.func @f(%x: f32) -> f32 {
  return %x : f32
}
func.func @request(%x: f32) -> f32 {
  // expected-error @+1 {{'remat.value_and_grad' asks for a derivative that was never made; run remat-differentiate first}}
  %0:2 = remat.value_and_grad @f(%x) : (f32) -> (f32, f32)
  // expected-error @+1 {{'remat.vjp' asks for a derivative that was never made; run remat-differentiate first}}
  %1:2 = remat.vjp @f(%x) cotangents(%x) : (f32), (f32) -> (f32, f32)
  return %0#1 : f32
}
