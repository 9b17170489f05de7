// RUN: remat-opt %s -verify-diagnostics -split-input-file

// expected-error @+1 {{'remat.residual' on argument 1 must be a #remat.residual<...>, but is 1 : i32}}
func.func private @no_residual(f32, f32 {remat.residual = 1 : i32})

// -----

// expected-error @+1 {{unknown argument attribute 'remat.other'; the dialect has only 'remat.residual'}}
func.func private @unknown(f32 {remat.other = 1 : i32})

// -----

// expected-error @+1 {{unknown result attribute 'remat.residual'; the dialect has none on results}}
func.func private @result(f32) -> (f32 {remat.residual = #remat.residual<argument 0, "x">})

// -----

// expected-error @+2 {{expected ::remat::ResidualSource to be one of: argument, result, stored}}
// expected-error @+1 {{failed to parse ResidualAttr parameter 'source'}}
func.func private @source(f32 {remat.residual = #remat.residual<global 0, "x">})

// -----

// expected-error @+1 {{names argument -1; they are counted from 0}}
func.func private @negative(f32 {remat.residual = #remat.residual<argument -1, "x">})

// -----

// expected-error @+1 {{expected ','}}
func.func private @no_text(f32 {remat.residual = #remat.residual<argument 0>})
