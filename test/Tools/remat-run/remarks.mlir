// RUN: remat-run %s --function=f --input=8x16xbf16=1 --input=16x4xbf16=1 --remarks 2>&1 | FileCheck %s
// RUN: remat-run %s --function=f --input=8x16xbf16=1 --input=16x4xbf16=1 2>&1 | FileCheck %s --check-prefix=QUIET
// RUN: remat-run %s --function=small --input=2x2xf32=1 --input=2x2xf32=1 --remarks 2>&1 | FileCheck %s --check-prefix=SMALL

// What does not go to a library is said where it is asked for.

// QUIET-NOT: remark
// CHECK: remarks.mlir:[[@LINE+9]]:8: remark: {{.*}}contraction stays for loops: {{.*}}it is of {{.*}}bf16{{.*}}, and libraries have f32 and f64
// CHECK-NOT: remark
// CHECK: value0: bf16[8,4] = {{\[\[}}16, 16, 16, 16],
// QUIET: value0
// QUIET-NOT: remark
func.func @f(%a: tensor<8x16xbf16>, %b: tensor<16x4xbf16>) -> tensor<8x4xbf16> {
  %z = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<8x4xbf16>
  %i = linalg.fill ins(%z : bf16) outs(%e : tensor<8x4xbf16>) -> tensor<8x4xbf16>
  %0 = linalg.matmul ins(%a, %b : tensor<8x16xbf16>, tensor<16x4xbf16>) outs(%i : tensor<8x4xbf16>) -> tensor<8x4xbf16>
  return %0 : tensor<8x4xbf16>
}

// SMALL: remarks.mlir:[[@LINE+5]]:8: remark: {{.*}}contraction stays for loops: {{.*}}it has 8 multiplications, and calls begin at 4096
func.func @small(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<2x2xf32>, tensor<2x2xf32>) outs(%i : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
