// RUN: remat-run %s --function=scalars --input=f32=2 --input=i32=-3 --input=i1=true --input=f64=0.5 --input=index=7 | FileCheck %s --check-prefix=SCALARS
// RUN: remat-run %s --function=one --input=f64=0.25 | FileCheck %s --check-prefix=ONE
// RUN: remat-run %s --function=product --input=2x3xf32=1,2,3,4,5,6 --input=3x2xf32=1 --memory-report | FileCheck %s --check-prefix=PRODUCT
// RUN: remat-run %s --function=dynamic --input=3xf32=1,2,3 | FileCheck %s --check-prefix=DYNAMIC
// RUN: remat-run %s --function=dynamic --input=0xf32= | FileCheck %s --check-prefix=EMPTY
// RUN: remat-run %s --function=narrow --input=2xbf16=1.5,-2 --input=2xf16=0.5,3 | FileCheck %s --check-prefix=NARROW
// RUN: remat-run %s --function=returns_argument --input=2xf32=4,5 | FileCheck %s --check-prefix=ARGUMENT
// RUN: remat-run %s --function=nothing | count 0

// SCALARS: value0: f32 = 4
// SCALARS-NEXT: value1: i32 = -6
// SCALARS-NEXT: value2: i1 = false
// SCALARS-NEXT: value3: f64 = 1
// SCALARS-NEXT: value4: index = 14
func.func @scalars(%a: f32, %b: i32, %c: i1, %d: f64, %e: index) -> (f32, i32, i1, f64, index) {
  %true = arith.constant true
  %0 = arith.addf %a, %a : f32
  %1 = arith.addi %b, %b : i32
  %2 = arith.xori %c, %true : i1
  %3 = arith.addf %d, %d : f64
  %4 = arith.addi %e, %e : index
  return %0, %1, %2, %3, %4 : f32, i32, i1, f64, index
}

// ONE: value0: f64 = 0.5
func.func @one(%a: f64) -> f64 {
  %0 = arith.addf %a, %a : f64
  return %0 : f64
}

// PRODUCT: value0: f32[2,2] = {{\[\[}}6, 6], [15, 15]]
// PRODUCT: arguments 48 bytes
// PRODUCT: results 16 bytes
// PRODUCT: peak 16 bytes
// PRODUCT: temporaries 0 bytes
func.func @product(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) -> tensor<2x2xf32> {
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<2x3xf32>, tensor<3x2xf32>)
                     outs(%zero : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// DYNAMIC: value0: f32[3] = [2, 4, 6]
// EMPTY: value0: f32[0] = []
func.func @dynamic(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.addf %a, %a : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// NARROW: value0: bf16[2] = [3, -4]
// NARROW: value1: f16[2] = [1, 6]
func.func @narrow(%a: tensor<2xbf16>, %b: tensor<2xf16>) -> (tensor<2xbf16>, tensor<2xf16>) {
  %0 = arith.addf %a, %a : tensor<2xbf16>
  %1 = arith.addf %b, %b : tensor<2xf16>
  return %0, %1 : tensor<2xbf16>, tensor<2xf16>
}

// ARGUMENT: value0: f32[2] = [4, 5]
// ARGUMENT: value1: f32[2] = [4, 5]
func.func @returns_argument(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  return %a, %a : tensor<2xf32>, tensor<2xf32>
}

func.func @nothing() {
  return
}
