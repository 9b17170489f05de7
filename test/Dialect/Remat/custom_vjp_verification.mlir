// RUN: remat-opt %s -verify-diagnostics -split-input-file

func.func private @f(f32) -> f32
func.func private @fwd(f32) -> (f32, f32)
func.func @no_bwd(%x: f32) {
  // expected-error @+1 {{'remat.custom_vjp' op names @bwd, which is no function here}}
  %0 = remat.custom_vjp @f(%x) fwd @fwd bwd @bwd : (f32) -> f32
  return
}

// -----

func.func private @f(f32) -> f32
func.func private @bwd(f32, f32) -> f32
memref.global @fwd : memref<4xf32>
func.func @fwd_is_no_function(%x: f32) {
  // expected-error @+1 {{'remat.custom_vjp' op names @fwd, which is no function here}}
  %0 = remat.custom_vjp @f(%x) fwd @fwd bwd @bwd : (f32) -> f32
  return
}

// -----

func.func private @fwd(f32) -> (f32, f32)
func.func private @bwd(f32, f32) -> f32
func.func @no_callee(%x: f32) {
  // expected-error @+1 {{'remat.custom_vjp' op names @f, which is no function here}}
  %0 = remat.custom_vjp @f(%x) fwd @fwd bwd @bwd : (f32) -> f32
  return
}

// -----

func.func private @f(f64) -> f32
func.func private @fwd(f32) -> (f32, f32)
func.func private @bwd(f32, f32) -> f32
func.func @arguments(%x: f32) {
  // expected-error @+1 {{'remat.custom_vjp' op arguments must be ('f64') but are ('f32')}}
  %0 = remat.custom_vjp @f(%x) fwd @fwd bwd @bwd : (f32) -> f32
  return
}

// -----

func.func private @f(f32) -> f64
func.func private @fwd(f32) -> (f32, f32)
func.func private @bwd(f32, f32) -> f32
func.func @results(%x: f32) {
  // expected-error @+1 {{'remat.custom_vjp' op results must be ('f64') but are ('f32')}}
  %0 = remat.custom_vjp @f(%x) fwd @fwd bwd @bwd : (f32) -> f32
  return
}

// -----

func.func private @f(f32) -> f32
func.func private @fwd(f64) -> (f32, f32)
func.func private @bwd(f32, f32) -> f32
func.func @arguments_of_fwd(%x: f32) {
  // expected-error @+1 {{'remat.custom_vjp' op arguments of fwd must be ('f32') but are ('f64')}}
  %0 = remat.custom_vjp @f(%x) fwd @fwd bwd @bwd : (f32) -> f32
  return
}

// -----

func.func private @f(f32) -> (f32, f32)
func.func private @fwd(f32) -> f32
func.func private @bwd(f32, f32) -> f32
func.func @too_few_results_of_fwd(%x: f32) {
  // expected-error @+1 {{'remat.custom_vjp' op fwd @fwd must give the 2 results of the callee and then residuals, but gives 1 values}}
  %0:2 = remat.custom_vjp @f(%x) fwd @fwd bwd @bwd : (f32) -> (f32, f32)
  return
}

// -----

func.func private @f(f32) -> f32
func.func private @fwd(f32) -> (f64, f32)
func.func private @bwd(f32, f32) -> f32
func.func @results_of_fwd(%x: f32) {
  // expected-error @+1 {{'remat.custom_vjp' op the first results of fwd must be ('f32') but are ('f64')}}
  %0 = remat.custom_vjp @f(%x) fwd @fwd bwd @bwd : (f32) -> f32
  return
}

// -----

func.func private @f(f32) -> f32
func.func private @fwd(f32) -> (f32, f64)
func.func private @bwd(f32, f64) -> f32
func.func @arguments_of_bwd(%x: f32) {
  // expected-error @+1 {{'remat.custom_vjp' op arguments of bwd (residuals, then cotangents of results) must be ('f64', 'f32') but are ('f32', 'f64')}}
  %0 = remat.custom_vjp @f(%x) fwd @fwd bwd @bwd : (f32) -> f32
  return
}

// -----

func.func private @f(f32, i32) -> f32
func.func private @fwd(f32, i32) -> f32
func.func private @bwd(f32) -> (f32, i32)
func.func @results_of_bwd(%x: f32, %i: i32) {
  // expected-error @+1 {{'remat.custom_vjp' op results of bwd (cotangents of float arguments) must be ('f32') but are ('f32', 'i32')}}
  %0 = remat.custom_vjp @f(%x, %i) fwd @fwd bwd @bwd : (f32, i32) -> f32
  return
}
