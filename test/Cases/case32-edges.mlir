// REQUIRES: jax
// RUN: %case %s no_float_argument --function=no_float_argument
// RUN: %case %s no_dependence --function=no_dependence
// RUN: %case %s argument_twice --function=argument_twice
// RUN: %case %s result_twice --function=result_twice
// RUN: %case %s argument_returned --function=argument_returned
// RUN: remat-opt %s --remat-differentiate='function=no_dependence mode=vjp' | FileCheck %s --check-prefix=NONE
// RUN: remat-opt %s --remat-differentiate='function=argument_twice mode=vjp' | FileCheck %s --check-prefix=TWICE
// RUN: remat-opt %s --remat-differentiate='function=result_twice mode=vjp' | FileCheck %s --check-prefix=RESULT
// RUN: remat-opt %s --remat-differentiate='function=argument_returned mode=vjp' | FileCheck %s --check-prefix=RETURNED

// Functions at the edge: exact gradients, and nothing stored twice.

func.func @no_float_argument(%i: i32 loc("i")) -> f32 {
  %p = arith.muli %i, %i : i32
  %f = arith.sitofp %p : i32 to f32
  return %f : f32
}

// NONE: func.func @no_dependence_fwd({{[^)]*}}) -> f32
// NONE: func.func @no_dependence_bwd(%{{[^:,]*}}: f32) -> tensor<3xf32>
func.func @no_dependence(%x: tensor<3xf32> loc("x")) -> f32 {
  %c = arith.constant 2.5 : f32
  return %c : f32
}

func.func private @product(%x: f32, %y: f32) -> f32 {
  %p = arith.mulf %x, %y : f32
  return %p : f32
}

// TWICE: func.func @argument_twice_fwd({{[^)]*}}) -> f32
// TWICE: func.func @argument_twice_bwd(%{{[^:,]*}}: f32 {remat.residual = #remat.residual<argument 0, "f32[] from the argument x">}, %{{[^:,]*}}: f32) -> f32
func.func @argument_twice(%x: f32 loc("x")) -> f32 {
  %y = remat.checkpoint (%v = %x : f32, %w = %x : f32) -> (f32) {
    %p = func.call @product(%v, %w) : (f32, f32) -> f32
    remat.yield %p : f32
  }
  return %y : f32
}

// RESULT: func.func @result_twice_fwd({{[^)]*}}) -> (f32, f32)
// RESULT: func.func @result_twice_bwd(%{{[^:,]*}}: f32 {remat.residual = #remat.residual<argument 0, "f32[] from the argument x">}, %{{[^:,]*}}: f32, %{{[^:,]*}}: f32) -> f32
func.func @result_twice(%x: f32 loc("x")) -> (f32, f32) {
  %y = remat.checkpoint (%v = %x : f32) -> (f32) {
    %s = math.sin %v : f32
    remat.yield %s : f32
  }
  return %y, %y : f32, f32
}

// RETURNED: func.func @argument_returned_fwd({{[^)]*}}) -> f32
// RETURNED: func.func @argument_returned_bwd(%[[CT:[^:,]*]]: f32) -> (f32, f32)
// RETURNED: %[[ZERO:.*]] = arith.constant 0.0{{.*}} : f32
// RETURNED: return %[[CT]], %[[ZERO]] : f32, f32
func.func @argument_returned(%x: f32 loc("x"), %y: f32 loc("y")) -> f32 {
  return %x : f32
}
