// RUN: remat-opt %s --remat-differentiate='function=f mode=vjp' -verify-diagnostics -split-input-file
// RUN: remat-opt %s --remat-differentiate='function=f mode=grad' -verify-diagnostics -split-input-file

// Complex numbers have no rules: an error where a gradient goes through one.

func.func @f(%x: f32, %y: f32) -> f32 {
  %c = complex.create %x, %y : complex<f32>
  %d = complex.mul %c, %c : complex<f32>
  // expected-error @+1 {{'complex.abs' can't be differentiated: it has no derivative rule}}
  %0 = complex.abs %d : complex<f32>
  return %0 : f32
}

// -----

// In tensors, bodies, calls and regions.

#id = affine_map<(i) -> (i)>
func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xcomplex<f32>>
  %c = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xcomplex<f32>>) {
  ^bb0(%a: f32, %b: f32, %o: complex<f32>):
    %0 = complex.create %a, %b : complex<f32>
    linalg.yield %0 : complex<f32>
  } -> tensor<4xcomplex<f32>>
  %f = tensor.empty() : tensor<4xf32>
  // expected-error @+1 {{'linalg.generic' can't be differentiated: it works on complex numbers, which have no rule here}}
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%c : tensor<4xcomplex<f32>>) outs(%f : tensor<4xf32>) {
  ^bb0(%a: complex<f32>, %o: f32):
    %0 = complex.abs %a : complex<f32>
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

#id = affine_map<(i) -> (i)>
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %f = tensor.empty() : tensor<4xf32>
  // expected-error @+1 {{it has 'complex.abs' in its body, which has no derivative rule}}
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %c = complex.create %a, %a : complex<f32>
    %0 = complex.abs %c : complex<f32>
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func private @real(%c: complex<f32>) -> f32 {
  // expected-error @+1 {{'complex.re' can't be differentiated}}
  %r = complex.re %c : complex<f32>
  return %r : f32
}
func.func @f(%x: f32) -> f32 {
  %c = complex.create %x, %x : complex<f32>
  %0 = call @real(%c) : (complex<f32>) -> f32
  return %0 : f32
}

// -----

func.func @f(%x: f32) -> f32 {
  %c = complex.create %x, %x : complex<f32>
  %0 = remat.checkpoint (%v = %c : complex<f32>) -> (f32) {
    // expected-error @+1 {{'complex.im' can't be differentiated}}
    %r = complex.im %v : complex<f32>
    remat.yield %r : f32
  }
  return %0 : f32
}

// -----

// Through tensor ops that move elements.
func.func @f(%x: f32) -> f32 {
  %c = complex.create %x, %x : complex<f32>
  %t = tensor.from_elements %c, %c : tensor<2xcomplex<f32>>
  %i = arith.constant 0 : index
  %d = tensor.extract %t[%i] : tensor<2xcomplex<f32>>
  // expected-error @+1 {{'complex.re' can't be differentiated}}
  %r = complex.re %d : complex<f32>
  return %r : f32
}

// -----

// A complex result has no cotangent that could be given.
// expected-error @+1 {{result 1 of '@f' is 'complex<f32>', which has no cotangent here; return its real and imaginary part}}
func.func @f(%x: f32) -> (f32, complex<f32>) {
  %c = complex.create %x, %x : complex<f32>
  return %x, %c : f32, complex<f32>
}

// -----

// What doesn't depend on a differentiated value is computed as ever.
func.func @f(%x: f32, %c: complex<f32>) -> f32 {
  %r = complex.re %c : complex<f32>
  %y = arith.mulf %r, %x : f32
  return %y : f32
}
