// RUN: remat-opt %s --split-input-file --verify-diagnostics --remat-differentiate='function=f mode=vjp'

func.func @f(%a: bf16) -> f16 {
  // expected-error@+1 {{'arith.bitcast' can't be differentiated: it has no derivative rule}}
  %0 = arith.bitcast %a : bf16 to f16
  return %0 : f16
}

// -----

func.func @f(%a: f4E2M1FN, %b: f8E8M0FNU) -> f32 {
  // expected-error@+1 {{'arith.scaling_extf' can't be differentiated}}
  %0 = arith.scaling_extf %a, %b : f4E2M1FN, f8E8M0FNU to f32
  return %0 : f32
}

// -----

func.func @f(%a: tensor<4xf32>) -> tensor<*xf32> {
  %u = tensor.cast %a : tensor<4xf32> to tensor<*xf32>
  // expected-error@+1 {{it has a result without a rank; cast its operands to a ranked tensor}}
  %0 = arith.negf %u : tensor<*xf32>
  return %0 : tensor<*xf32>
}
