// RUN: remat-opt %s -verify-diagnostics -split-input-file

func.func @unknown(%x: f32) {
  // expected-error @+1 {{'remat.vjp' op names @f, which is no function here}}
  %0:2 = remat.vjp @f(%x) cotangents(%x) : (f32), (f32) -> (f32, f32)
  return
}

// -----

func.func private @f(f32) -> f32
func.func @no_body(%x: f32) {
  // expected-error @+1 {{'remat.vjp' op differentiates @f, which has no body; define it in this module}}
  %0:2 = remat.vjp @f(%x) cotangents(%x) : (f32), (f32) -> (f32, f32)
  return
}

// -----

func.func @f(%x: f32, %i: i32) -> (f32, i32) {
  return %x, %i : f32, i32
}
func.func @cotangents(%x: f32, %i: i32) {
  // expected-error @+1 {{'remat.vjp' op cotangents (one a float result) must be ('f32') but are ('f32', 'i32')}}
  %0:3 = remat.vjp @f(%x, %i) cotangents(%x, %i) : (f32, i32), (f32, i32) -> (f32, i32, f32)
  return
}

// -----

func.func @f(%x: f32) -> f32 {
  return %x : f32
}
func.func @no_cotangent(%x: f32) {
  // expected-error @+1 {{'remat.vjp' op cotangents (one a float result) must be ('f32') but are ()}}
  %0:2 = remat.vjp @f(%x) cotangents() : (f32), () -> (f32, f32)
  return
}

// -----

func.func @f(%x: f32, %i: i32) -> f32 {
  return %x : f32
}
func.func @arguments(%x: f32) {
  // expected-error @+1 {{'remat.vjp' op arguments must be ('f32', 'i32') but are ('f32')}}
  %0:2 = remat.vjp @f(%x) cotangents(%x) : (f32), (f32) -> (f32, f32)
  return
}

// -----

func.func @f(%x: f32) -> f32 {
  return %x : f32
}
func.func @results(%x: f32) {
  // expected-error @+1 {{'remat.vjp' op results (those of the function, then the gradients) must be ('f32', 'f32') but are ('f32', 'f64')}}
  %0:2 = remat.vjp @f(%x) cotangents(%x) : (f32), (f32) -> (f32, f64)
  return
}

// -----

func.func @f(%x: f32, %i: i32) -> f32 {
  return %x : f32
}
func.func @integer(%x: f32, %i: i32) {
  // expected-error @+1 {{'remat.vjp' op wrt names argument 1, which is 'i32' and has no gradient; name float arguments}}
  %0:2 = remat.vjp @f(%x, %i) cotangents(%x) wrt [1] : (f32, i32), (f32) -> (f32, i32)
  return
}

// -----

func.func @f(%x: f32) -> f32 {
  return %x : f32
}
func.func @too_large(%x: f32) {
  // expected-error @+1 {{'remat.vjp' op wrt names argument 2, but the function has 1}}
  %0:2 = remat.vjp @f(%x) cotangents(%x) wrt [2] : (f32), (f32) -> (f32, f32)
  return
}

// -----

func.func @f(%x: f32) -> f32 {
  return %x : f32
}
func.func @twice(%x: f32) {
  // expected-error @+1 {{'remat.vjp' op wrt names argument 0 twice}}
  %0:3 = remat.vjp @f(%x) cotangents(%x) wrt [0, 0] : (f32), (f32) -> (f32, f32, f32)
  return
}
