// RUN: env COLUMNS=100 remat-opt %s --remat-print-fwd-bwd=function=f -o /dev/null 2>&1 | FileCheck %s
// RUN: env COLUMNS=100 remat-opt %s --remat-print-fwd-bwd='function=f wrt=1' -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: remat-opt %s --remat-print-fwd-bwd=function=f 2>/dev/null | FileCheck %s --check-prefix=SAME

// Constants stand where they are used, sums start from 0 unless they say otherwise, names
// are shown, and the module stays as it is.

// CHECK: {{^}}@f: forward and backward
// CHECK: {{^  }}%W 80 f32[5,4] from the argument W
// CHECK-NEXT: {{^  }}%x 16 f32[4] from the argument x
// CHECK-NEXT: {{^  }}%2 20 f32[5] output of cos from net.py:2:3 (f)
// CHECK-NEXT: {{^ +}}20 bytes in 1 value kept for the backward pass
// CHECK-NEXT: {{^ +}}96 bytes in 2 values that are arguments anyway

// CHECK: {{^}}* argument %W : f32[5,4] | cotangent %ct0 : f32[5]
// CHECK-NEXT: {{^}}* argument %x : f32[4] | %4 = arith.mulf %ct0, 2.0 : f32[5]
// CHECK-NEXT: {{^}}* %0 = linalg.matvec %W, %x : f32[5] named 'a' | * %5 = arith.mulf %4, %2 : f32[5]
// CHECK-NEXT: {{^}} %1 = math.sin %0 : f32[5] | *> %6 = linalg.generic[mulf] %5, %x : f32[5,4]
// CHECK-NEXT: {{^}}* %2 = math.cos %0 : f32[5] | *> %7 = linalg.contract %5, %W : f32[4]
// CHECK-NEXT: {{^}} %3 = arith.mulf %1, 2.0 : f32[5] | > gradient of %W = %6 : f32[5,4]
// CHECK-NEXT: {{^}} return %3 | > gradient of %x = %7 : f32[4]
// CHECK-EMPTY:
// CHECK-NEXT: * names a residual ~ computed again = made again at no cost # barrier > gradient
// CHECK-NOT: {{.}}

// ONE-NOT: gradient of %W
// ONE: gradient of %x
// ONE-NOT: gradient of %W

// SAME-NOT: func.func @f_
// SAME: func.func @f(
// SAME: remat.checkpoint_name
// SAME-NOT: func.func
func.func @f(%W: tensor<5x4xf32>, %x: tensor<4xf32>) -> tensor<5xf32> {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant dense<2.0> : tensor<5xf32>
  %empty = tensor.empty() : tensor<5xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<5xf32>) -> tensor<5xf32>
  %y = linalg.matvec ins(%W, %x : tensor<5x4xf32>, tensor<4xf32>)
      outs(%init : tensor<5xf32>) -> tensor<5xf32>
  %a = remat.checkpoint_name %y "a" : tensor<5xf32>
  %s = math.sin %a : tensor<5xf32> loc("f"("net.py":2:3))
  %d = arith.mulf %s, %two : tensor<5xf32>
  return %d : tensor<5xf32>
}
