// RUN: remat-opt %s --remat-differentiate='function=f mode=grad' -verify-diagnostics -split-input-file

// The bits of a float, as an integer and back: a gradient of zero would be wrong.
func.func @f(%x: f32) -> f32 {
  %i = arith.bitcast %x : f32 to i32
  %one = arith.constant 1 : i32
  %j = arith.addi %i, %one : i32
  // expected-error @+1 {{'arith.bitcast' can't be differentiated: it takes the bits of a differentiated value}}
  %y = arith.bitcast %j : i32 to f32
  return %y : f32
}

// -----

// Without a way back there is nothing to differentiate.
func.func @f(%x: f32) -> (f32, i32) {
  %i = arith.bitcast %x : f32 to i32
  %n = arith.fptosi %x : f32 to i32
  %j = arith.addi %i, %n : i32
  return %x, %j : f32, i32
}
