// RUN: env COLUMNS=80 remat-opt %s --remat-print-fwd-bwd=function=f -o /dev/null 2>&1 | FileCheck %s --strict-whitespace --match-full-lines

// The example in the pass's description: what the region computes is run again behind a
// barrier, and marked.

// CHECK:@f: forward and backward
// CHECK-EMPTY:
// CHECK-NEXT:  value            bytes  residual
// CHECK-NEXT:  %x                   4  f32[] from the argument x
// CHECK-NEXT:                       4  bytes in 1 value that are arguments anyway
// CHECK-EMPTY:
// CHECK-NEXT:   forward                             |    backward
// CHECK-NEXT:---------------------------------------+---------------------------------------
// CHECK-NEXT:*  argument %x : f32[]                 |    cotangent %ct0 : f32[]
// CHECK-NEXT:*  %0 = math.sin %x : f32[]            | *# %2 = barrier %x : f32[]
// CHECK-NEXT:   %1 = math.sin %0 : f32[]            |  ~ %3 = math.sin %2 : f32[]
// CHECK-NEXT:   return %1                           |  ~ %4 = math.cos %2 : f32[]
// CHECK-NEXT:                                       |  ~ %5 = math.cos %3 : f32[]
// CHECK-NEXT:                                       |    %6 = arith.mulf %ct0, %5 : f32[]
// CHECK-NEXT:                                       |  > %7 = arith.mulf %6, %4 : f32[]
// CHECK-NEXT:                                       |  > gradient of %x = %7 : f32[]
// CHECK-EMPTY:
// CHECK-NEXT:* names a residual   ~ computed again   = made again at no cost   # barrier   > gradient
// CHECK-NOT:{{.}}
func.func @f(%x: f32) -> f32 {
  %0 = remat.checkpoint (%a = %x : f32) -> (f32) {
    %s = math.sin %a : f32
    %t = math.sin %s : f32
    remat.yield %t : f32
  }
  return %0 : f32
}
