// RUN: env COLUMNS=140 remat-opt %s --remat-print-fwd-bwd=function=f -o /dev/null 2>&1 | FileCheck %s

// The body of a loop is a region: its carry is stacked, and each iteration of the backward
// pass runs the body again. Where the carry is made is a residual as the stack is.

// CHECK: %Ws 24 f32[3,2] from the argument Ws
// CHECK-NEXT: %0#1 24 f32[3,2] output of for stacked by loop loop.mlir:[[@LINE+26]]:8 (f)

// CHECK: {{^}}* argument %Ws : f32[3,2] | cotangent %ct0 : f32[2]
// CHECK-NEXT: {{^}} argument %x : f32[2] | > %8#0, %8#1 = for %9 = 0 to 3 with %10 = %ct0, %11 = 0.0 : f32[2],
// CHECK-NEXT: {{^}}* %0#0, %0#1 = for %1 = 0 to 3 with %2 = %x, %3 = empty : f32[2], | f32[3,2]
// CHECK-NEXT: {{^}} f32[3,2] | %12 = arith.subi 3, 1 : index[]
// CHECK-NEXT: {{^}}* %4 = tensor.insert_slice %2 into %3[%1,0] : f32[3,2] | %13 = arith.subi %12, %9 : index[]
// CHECK-NEXT: {{^}}* %5 = tensor.extract_slice %Ws[%1,0] : f32[2] | * %14 = tensor.extract_slice %0#1[%13,0] : f32[2]
// CHECK-NEXT: {{^}}* %6 = arith.mulf %2, %5 : f32[2] | # %15 = barrier %14 : f32[2]
// CHECK-NEXT: {{^}} %7 = math.sin %6 : f32[2] | * %16 = tensor.extract_slice %Ws[%13,0] : f32[2]
// CHECK-NEXT: {{^}} yield %7, %4 | # %17 = barrier %16 : f32[2]
// CHECK-NEXT: {{^}} return %0#0 | ~ %18 = arith.mulf %15, %17 : f32[2]
// CHECK-NEXT: | ~ %19 = math.cos %18 : f32[2]
// CHECK-NEXT: | %20 = arith.mulf %10, %19 : f32[2]
// CHECK-NEXT: | %21 = arith.mulf %20, %17 : f32[2]
// CHECK-NEXT: | %22 = arith.mulf %20, %15 : f32[2]
// CHECK: | yield %21, %
// CHECK-NEXT: | > gradient of %Ws = %8#1 : f32[3,2]
// CHECK-NEXT: | > gradient of %x = %8#0 : f32[2]
// CHECK-NOT: ~ %

func.func @f(%Ws: tensor<3x2xf32>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index

  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%h = %x) -> tensor<2xf32> {
    %w = tensor.extract_slice %Ws[%i, 0] [1, 2] [1, 1] : tensor<3x2xf32> to tensor<2xf32>
    %o = remat.checkpoint (%a = %h : tensor<2xf32>, %v = %w : tensor<2xf32>) -> (tensor<2xf32>) {
      %m = arith.mulf %a, %v : tensor<2xf32>
      %s = math.sin %m : tensor<2xf32>
      remat.yield %s : tensor<2xf32>
    }
    scf.yield %o : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}
