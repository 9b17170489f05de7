// RUN: remat-run %s --grad=bf16 --input=f32=1 | FileCheck %s --check-prefix=DOT
// RUN: remat-run %s --grad=bf16 --input=f32=1 --fp=strict --policy='#remat.nothing' | FileCheck %s --check-prefix=DOT
// RUN: remat-run %s --grad=f16 --input=f32=1 | FileCheck %s --check-prefix=DOT
// RUN: remat-run %s --grad=f16 --input=f32=1 --fp=strict --policy='#remat.nothing' | FileCheck %s --check-prefix=DOT
// RUN: remat-run %s --grad=rounded --input=f64=1.001 | FileCheck %s --check-prefix=ROUNDED

// 4096 ones add up to 4096: rounding after each term, the sum would stop growing
// at 256 in bf16 and at 2048 in f16. The cotangent of the one scalar that all of
// them come from is a sum of as many terms.
// DOT: value0: f32 = 4096
// DOT-NEXT: grad0: f32 = 8192
func.func @bf16(%x: f32) -> f32 {
  %zero = arith.constant dense<0.0> : tensor<bf16>
  %narrow = arith.truncf %x : f32 to bf16
  %empty = tensor.empty() : tensor<4096xbf16>
  %a = linalg.fill ins(%narrow : bf16) outs(%empty : tensor<4096xbf16>) -> tensor<4096xbf16>
  %dot = linalg.dot ins(%a, %a : tensor<4096xbf16>, tensor<4096xbf16>)
                    outs(%zero : tensor<bf16>) -> tensor<bf16>
  %0 = tensor.extract %dot[] : tensor<bf16>
  %1 = arith.extf %0 : bf16 to f32
  return %1 : f32
}

func.func @f16(%x: f32) -> f32 {
  %zero = arith.constant dense<0.0> : tensor<f16>
  %narrow = arith.truncf %x : f32 to f16
  %empty = tensor.empty() : tensor<4096xf16>
  %a = linalg.fill ins(%narrow : f16) outs(%empty : tensor<4096xf16>) -> tensor<4096xf16>
  %dot = linalg.dot ins(%a, %a : tensor<4096xf16>, tensor<4096xf16>)
                    outs(%zero : tensor<f16>) -> tensor<f16>
  %0 = tensor.extract %dot[] : tensor<f16>
  %1 = arith.extf %0 : f16 to f32
  return %1 : f32
}

// 1.001 is 1 in bf16, the square's derivative there 2.
// ROUNDED: value0: f64 = 1{{$}}
// ROUNDED-NEXT: grad0: f64 = 2{{$}}
func.func @rounded(%x: f64) -> f64 {
  %0 = arith.truncf %x : f64 to bf16
  %1 = arith.mulf %0, %0 : bf16
  %2 = arith.extf %1 : bf16 to f64
  return %2 : f64
}
