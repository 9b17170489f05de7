// DEFINE: %{inputs} = --input=2xf64=1,2 --input=4xf64=3,4,5,6
// RUN: remat-run %s --function=branch %{inputs} --input=i1=1 | FileCheck %s --check-prefix=THEN
// RUN: remat-run %s --function=branch %{inputs} --input=i1=0 | FileCheck %s --check-prefix=ELSE
// RUN: remat-run %s --function=selected %{inputs} --input=i1=1 | FileCheck %s --check-prefix=THEN
// RUN: remat-run %s --function=selected %{inputs} --input=i1=0 | FileCheck %s --check-prefix=ELSE
// RUN: remat-run %s --grad=branch %{inputs} --input=i1=1 --cotangent=2xf64=1,2 --check-gradients | FileCheck %s --check-prefix=GRAD
// RUN: remat-run %s --grad=branch %{inputs} --input=i1=0 --cotangent=4xf64=1,2,3,4 --check-gradients | FileCheck %s --check-prefix=GRAD
// RUN: remat-run %s --grad=selected %{inputs} --input=i1=1 --cotangent=2xf64=1,2 --check-gradients | FileCheck %s --check-prefix=GRAD
// RUN: remat-run %s --grad=selected %{inputs} --input=i1=0 --cotangent=4xf64=1,2,3,4 --check-gradients | FileCheck %s --check-prefix=GRAD
// RUN: remat-run %s --grad=in_turn %{inputs} --input=index=0 --check-gradients | FileCheck %s --check-prefix=GRAD
// RUN: remat-run %s --grad=in_turn %{inputs} --input=index=3 --check-gradients | FileCheck %s --check-prefix=GRAD
// RUN: remat-opt %s --canonicalize | remat-run - --grad=in_turn %{inputs} --input=index=3 --check-gradients | FileCheck %s --check-prefix=GRAD

// Tensors of different sizes, one of which is chosen: what is chosen has its own
// size, and what is not has a gradient of its own.

// THEN: value0: f64[2] = [0.841{{.*}}, 0.909{{.*}}]
// ELSE: value0: f64[4] = [0.141{{.*}}, -0.756{{.*}}, -0.958{{.*}}, -0.279{{.*}}]
// GRAD: gradient of argument 0: right, {{.*}} over 2 elements
// GRAD: gradient of argument 1: right, {{.*}} over 4 elements
func.func @branch(%a: tensor<?xf64>, %b: tensor<?xf64>, %c: i1) -> tensor<?xf64> {
  %0 = scf.if %c -> tensor<?xf64> {
    scf.yield %a : tensor<?xf64>
  } else {
    scf.yield %b : tensor<?xf64>
  }
  %1 = math.sin %0 : tensor<?xf64>
  return %1 : tensor<?xf64>
}

func.func @selected(%a: tensor<?xf64>, %b: tensor<?xf64>, %c: i1) -> tensor<?xf64> {
  %0 = arith.select %c, %a, %b : tensor<?xf64>
  %1 = math.sin %0 : tensor<?xf64>
  return %1 : tensor<?xf64>
}

func.func @in_turn(%a: tensor<?xf64>, %b: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %one) -> f64 {
    %odd = arith.remui %i, %c2 : index
    %c = arith.cmpi eq, %odd, %c0 : index
    %0 = scf.if %c -> tensor<?xf64> {
      scf.yield %a : tensor<?xf64>
    } else {
      scf.yield %b : tensor<?xf64>
    }
    %d = tensor.dim %0, %c0 : tensor<?xf64>
    %last = arith.subi %d, %c1 : index
    %s = math.sin %0 : tensor<?xf64>
    %e = tensor.extract %s[%last] : tensor<?xf64>
    %m = arith.mulf %e, %h : f64
    scf.yield %m : f64
  }
  return %r : f64
}
