// RUN: remat-opt %s --remat-to-cpu --split-input-file --verify-diagnostics | FileCheck %s
// RUN: remat-opt %s --remat-to-cpu='fp=strict' --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=STRICT

// CHECK-LABEL: llvm.func @f(
// CHECK: llvm.call @rematGemmF32
// CHECK: llvm.call @kernel_0
// CHECK-NOT: builtin.unrealized_conversion_cast
// Sums may be reordered, unless every operation is to be as written.
// CHECK-LABEL: llvm.func internal @kernel_0
// CHECK: llvm.fadd {{.*}}fastmathFlags = #llvm.fastmath<nsz, arcp, contract, reassoc>
// STRICT-LABEL: llvm.func internal @kernel_0
// STRICT-NOT: fastmath
func.func @f(%x: tensor<32x64xf32>, %w: tensor<64x32xf32>) -> tensor<32x32xf32> {
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<32x64xf32>, tensor<64x32xf32>)
                     outs(%zero : tensor<32x32xf32>) -> tensor<32x32xf32>
  %1 = arith.addf %0, %0 : tensor<32x32xf32>
  return %1 : tensor<32x32xf32>
}

// -----

func.func @request(%x: f32) -> (f32, f32) {
  // expected-error @below {{asks for a derivative that was never made; run remat-differentiate first}}
  %0:2 = remat.value_and_grad @square(%x) : (f32) -> (f32, f32)
  return %0#0, %0#1 : f32, f32
}
func.func @square(%x: f32) -> f32 {
  %0 = arith.mulf %x, %x : f32
  return %0 : f32
}

// -----

func.func @bitcast(%x: tensor<4xf32>) -> tensor<4xi32> {
  // expected-error @below {{'tensor.bitcast' is left after stage 'linalg': it has no form as a structured op or on buffers}}
  %0 = tensor.bitcast %x : tensor<4xf32> to tensor<4xi32>
  return %0 : tensor<4xi32>
}
