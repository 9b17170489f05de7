// RUN: remat-run %s --grad=three --input=f64=0.7 --input=index=0 --check-gradients
// RUN: remat-run %s --grad=three --input=f64=0.7 --input=index=1 --check-gradients
// RUN: remat-run %s --grad=three --input=f64=0.7 --input=index=3 --check-gradients
// RUN: remat-run %s --grad=three --input=f64=0.7 --input=index=7 --check-gradients
// RUN: remat-run %s --grad=three --input=f64=0.7 --input=index=9 --check-gradients
// RUN: remat-run %s --grad=root --input=f64=0.7 --input=index=0 --check-gradients
// RUN: remat-run %s --grad=root --input=f64=0.7 --input=index=1 --check-gradients
// RUN: remat-run %s --grad=root --input=f64=0.7 --input=index=3 --check-gradients
// RUN: remat-run %s --grad=root --input=f64=0.7 --input=index=7 --check-gradients
// RUN: remat-run %s --grad=root --input=f64=0.7 --input=index=9 --check-gradients
// RUN: remat-run %s --grad=static --input=f64=0.7 --check-gradients
// RUN: remat-opt %s --remat-differentiate="function=static mode=grad" | FileCheck %s
// RUN: remat-opt %s --remat-print-saved-residuals="function=static" -o /dev/null 2>&1 | FileCheck %s --check-prefix=LIST

func.func @three(%x: f64, %n: index) -> f64 {
  %r = remat.checkpoint loop(#remat.segments<3>) (%a = %x : f64, %m = %n : index) -> (f64) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %l = scf.for %i = %c0 to %m step %c1 iter_args(%h = %a) -> f64 {
      %s = math.sin %h : f64
      %t = arith.addf %s, %a : f64
      scf.yield %t : f64
    }
    remat.yield %l : f64
  }
  return %r : f64
}

func.func @root(%x: f64, %n: index) -> f64 {
  %r = remat.checkpoint loop(#remat.segments) (%a = %x : f64, %m = %n : index) -> (f64) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %l = scf.for %i = %c0 to %m step %c1 iter_args(%h = %a) -> f64 {
      %s = math.sin %h : f64
      %t = arith.addf %s, %a : f64
      scf.yield %t : f64
    }
    remat.yield %l : f64
  }
  return %r : f64
}

// Three of twelve states are kept; the cosines of one segment at a time.
// CHECK-LABEL: func.func @static_grad
// CHECK: tensor.empty() : tensor<3xf64>
// CHECK: scf.for {{.*}} to %c3
// CHECK: scf.for {{.*}} to %c4
// CHECK-NOT: math.cos
// CHECK: scf.for {{.*}} to %c3
// CHECK: remat.optimization_barrier
// CHECK: tensor.empty() : tensor<4xf64>
// CHECK: scf.for {{.*}} to %c4
// CHECK: math.cos
// CHECK: scf.for {{.*}} to %c4
// LIST: {{^}}f64[] from the argument x
// LIST-NEXT: {{^}}f64[3] output of for stacked by loop segments.mlir:
// LIST-EMPTY:
func.func @static(%x: f64) -> f64 {
  %r = remat.checkpoint loop(#remat.segments<4>) (%a = %x : f64) -> (f64) {
    %c0 = arith.constant 0 : index
    %c12 = arith.constant 12 : index
    %c1 = arith.constant 1 : index
    %l = scf.for %i = %c0 to %c12 step %c1 iter_args(%h = %a) -> f64 {
      %s = math.sin %h : f64
      %t = arith.addf %s, %a : f64
      scf.yield %t : f64
    }
    remat.yield %l : f64
  }
  return %r : f64
}

// RUN: not remat-opt %s --remat-differentiate="function=binomial mode=grad" 2>&1 | FileCheck %s --check-prefix=BINOMIAL
// BINOMIAL: segments.mlir:[[@LINE+2]]:8: error: can't be differentiated with #remat.binomial<2> yet; use #remat.segments<length>
func.func @binomial(%x: f64) -> f64 {
  %r = remat.checkpoint loop(#remat.binomial<2>) (%a = %x : f64) -> (f64) {
    %c0 = arith.constant 0 : index
    %c12 = arith.constant 12 : index
    %c1 = arith.constant 1 : index
    %l = scf.for %i = %c0 to %c12 step %c1 iter_args(%h = %a) -> f64 {
      %s = math.sin %h : f64
      scf.yield %s : f64
    }
    remat.yield %l : f64
  }
  return %r : f64
}
