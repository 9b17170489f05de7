// RUN: remat-run %s --grad=halve --input=f64=9.7 --check-gradients
// RUN: remat-run %s --grad=halve --input=f64=0.5 --check-gradients
// RUN: remat-run %s --grad=bounded --input=f64=9.7 --check-gradients
// RUN: not --crash remat-run %s --grad=bounded --input=f64=9e9 2>&1 | FileCheck %s --check-prefix=LONGER
// RUN: remat-opt %s --remat-differentiate="function=halve mode=grad" | FileCheck %s
// RUN: remat-opt %s --remat-differentiate="function=bounded mode=grad" | FileCheck %s --check-prefix=BOUNDED
// RUN: not remat-opt %s --remat-differentiate="function=effect mode=grad" 2>&1 | FileCheck %s --check-prefix=EFFECT
// RUN: not remat-opt %s --remat-differentiate="function=effect_in_callee mode=grad" 2>&1 | FileCheck %s --check-prefix=IN_CALLEE

// The iterations are counted first, so that the stack is allocated once.
// CHECK-LABEL: func.func @halve_grad
// CHECK: %[[COUNT:.+]]:{{.*}} = scf.while
// CHECK: tensor.empty({{.*}}) : tensor<?xf64>
// CHECK: scf.for
// CHECK-NOT: scf.while
// CHECK: return

// LONGER: Aborted

// A bound given by the program saves the counting.
// BOUNDED-LABEL: func.func @bounded_grad
// BOUNDED-NOT: scf.while
// BOUNDED: scf.for %{{.*}} to %c8
// BOUNDED: scf.if
// BOUNDED: return

func.func @halve(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %r = scf.while (%h = %x) : (f64) -> f64 {
    %go = arith.cmpf ogt, %h, %one : f64
    scf.condition(%go) %h : f64
  } do {
  ^bb0(%h: f64):
    %m = arith.mulf %h, %half : f64
    %s = math.sin %m : f64
    %t = arith.addf %m, %s : f64
    %u = arith.mulf %t, %half : f64
    scf.yield %u : f64
  }
  %s = math.sin %r : f64
  return %s : f64
}

func.func @bounded(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %r = scf.while (%h = %x) : (f64) -> f64 {
    %go = arith.cmpf ogt, %h, %one : f64
    scf.condition(%go) %h : f64
  } do {
  ^bb0(%h: f64):
    %m = arith.mulf %h, %half : f64
    %s = math.sin %m : f64
    %t = arith.addf %m, %s : f64
    %u = arith.mulf %t, %half : f64
    scf.yield %u : f64
  } attributes {remat.max_trip_count = 8 : i64}
  %s = math.sin %r : f64
  return %s : f64
}

// EFFECT: while.mlir:[[@LINE+9]]:5: error: has an effect in a loop whose iterations must be counted
func.func @effect(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %r = scf.while (%h = %x) : (f64) -> f64 {
    %go = arith.cmpf ogt, %h, %one : f64
    scf.condition(%go) %h : f64
  } do {
  ^bb0(%h: f64):
    vector.print %half : f64
    %m = arith.mulf %h, %half : f64
    scf.yield %m : f64
  }
  return %r : f64
}

// IN_CALLEE: while.mlir:[[@LINE+2]]:3: error: has an effect in a loop whose iterations must be counted
func.func private @printed(%x: f64) -> f64 {
  vector.print %x : f64
  return %x : f64
}
func.func @effect_in_callee(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %r = scf.while (%h = %x) : (f64) -> f64 {
    %go = arith.cmpf ogt, %h, %one : f64
    scf.condition(%go) %h : f64
  } do {
  ^bb0(%h: f64):
    %m = arith.mulf %h, %half : f64
    %p = func.call @printed(%m) : (f64) -> f64
    scf.yield %p : f64
  }
  return %r : f64
}
