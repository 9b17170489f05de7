// RUN: remat-opt %s -verify-diagnostics -split-input-file

func.func @unknown(%x: f32) {
  // expected-error @+1 {{'remat.value_and_grad' op names @f, which is no function here}}
  %0:2 = remat.value_and_grad @f(%x) : (f32) -> (f32, f32)
  return
}

// -----

func.func private @f(f32) -> f32
func.func @no_body(%x: f32) {
  // expected-error @+1 {{'remat.value_and_grad' op differentiates @f, which has no body; define it in this module}}
  %0:2 = remat.value_and_grad @f(%x) : (f32) -> (f32, f32)
  return
}

// -----

func.func @f(%x: f32) {
  return
}
func.func @no_result(%x: f32) {
  // expected-error @+1 {{'remat.value_and_grad' op differentiates the first result, which must be a float scalar; @f gives none}}
  %0 = remat.value_and_grad @f(%x) : (f32) -> f32
  return
}

// -----

func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @no_scalar(%x: tensor<2xf32>) {
  // expected-error @+1 {{'remat.value_and_grad' op differentiates the first result, which must be a float scalar; @f gives 'tensor<2xf32>'; use remat.vjp with a cotangent}}
  %0:2 = remat.value_and_grad @f(%x) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func @f(%x: f32) -> i32 {
  %0 = arith.fptosi %x : f32 to i32
  return %0 : i32
}
func.func @no_float(%x: f32) {
  // expected-error @+1 {{'remat.value_and_grad' op differentiates the first result, which must be a float scalar; @f gives 'i32'; name a function whose first result is a float}}
  %0:2 = remat.value_and_grad @f(%x) : (f32) -> (i32, f32)
  return
}

// -----

func.func @f(%x: f32) -> f32 {
  return %x : f32
}
func.func @arguments(%x: f64) {
  // expected-error @+1 {{'remat.value_and_grad' op arguments must be ('f32') but are ('f64')}}
  %0:2 = remat.value_and_grad @f(%x) : (f64) -> (f32, f64)
  return
}

// -----

func.func @f(%x: f32) -> f32 {
  return %x : f32
}
func.func @results(%x: f32) {
  // expected-error @+1 {{'remat.value_and_grad' op results (those of the function, then the gradients) must be ('f32', 'f32') but are ('f32')}}
  %0 = remat.value_and_grad @f(%x) : (f32) -> f32
  return
}

// -----

func.func @f(%x: f32, %i: i32) -> f32 {
  return %x : f32
}
func.func @integer(%x: f32, %i: i32) {
  // expected-error @+1 {{'remat.value_and_grad' op wrt names argument 1, which is 'i32' and has no gradient; name float arguments}}
  %0:2 = remat.value_and_grad @f(%x, %i) wrt [1] : (f32, i32) -> (f32, i32)
  return
}

// -----

func.func @f(%x: f32) -> f32 {
  return %x : f32
}
func.func @too_large(%x: f32) {
  // expected-error @+1 {{'remat.value_and_grad' op wrt names argument 1, but the function has 1}}
  %0:2 = remat.value_and_grad @f(%x) wrt [1] : (f32) -> (f32, f32)
  return
}

// -----

func.func @f(%x: f32) -> f32 {
  return %x : f32
}
func.func @negative(%x: f32) {
  // expected-error @+1 {{'remat.value_and_grad' op wrt names argument -1, but the function has 1}}
  %0:2 = remat.value_and_grad @f(%x) wrt [-1] : (f32) -> (f32, f32)
  return
}

// -----

func.func @f(%x: f32) -> f32 {
  return %x : f32
}
func.func @twice(%x: f32) {
  // expected-error @+1 {{'remat.value_and_grad' op wrt names argument 0 twice}}
  %0:3 = remat.value_and_grad @f(%x) wrt [0, 0] : (f32) -> (f32, f32, f32)
  return
}
