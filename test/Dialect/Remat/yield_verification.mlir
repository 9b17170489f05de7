// RUN: remat-opt %s -verify-diagnostics -split-input-file

func.func @outside(%x: f32) -> f32 {
  // expected-error @+1 {{'remat.yield' op expects parent op 'remat.checkpoint'}}
  remat.yield %x : f32
}

// -----

func.func @type(%x: f32) -> f32 {
  %0 = remat.checkpoint (%a = %x : f32) -> (f32) {
    %b = arith.extf %a : f32 to f64
    // expected-error @+1 {{'remat.yield' op yields ('f64') but the results of the region are ('f32')}}
    remat.yield %b : f64
  }
  return %0 : f32
}

// -----

func.func @count(%x: f32) -> f32 {
  %0 = remat.checkpoint (%a = %x : f32) -> (f32) {
    // expected-error @+1 {{'remat.yield' op yields ('f32', 'f32') but the results of the region are ('f32')}}
    remat.yield %a, %a : f32, f32
  }
  return %0 : f32
}

// -----

func.func @missing(%x: f32) -> f32 {
  // expected-error @+1 {{'remat.yield' op yields () but the results of the region are ('f32')}}
  %0 = remat.checkpoint (%a = %x : f32) -> (f32) {
  }
  return %0 : f32
}
