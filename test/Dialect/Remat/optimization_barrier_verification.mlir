// RUN: remat-opt %s -verify-diagnostics

func.func @types(%x: f16) {
  // expected-error @+1 {{'remat.optimization_barrier' op failed to verify that all of {value, result} have same type}}
  %0 = "remat.optimization_barrier"(%x) : (f16) -> f32
  return
}
