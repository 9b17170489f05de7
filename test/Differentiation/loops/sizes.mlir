// RUN: remat-run %s --grad=triangular --input=f64=0.7 --input=index=5 --check-gradients
// RUN: remat-run %s --grad=triangular --input=f64=0.7 --input=index=0 --check-gradients
// RUN: remat-run %s --grad=dynamic_carry --input=3xf64=0.7,0.2,-0.1 --input=index=3 --cotangent=3xf64=1,2,3 --check-gradients
// RUN: remat-opt %s --remat-differentiate="function=triangular mode=grad" | FileCheck %s --check-prefix=TRIANGULAR
// RUN: remat-run %s --grad=growing --input=2xf64=0.7,0.2 --input=index=0 --cotangent=2xf64=1,2 --check-gradients
// RUN: remat-run %s --grad=growing --input=2xf64=0.7,0.2 --input=index=2 --cotangent=8xf64=1,2,3,4,5,6,7,8 --check-gradients
// RUN: remat-run %s --grad=padded --input=2xf64=0.7,0.2 --input=index=3 --cotangent=5xf64=1,2,3,4,5 --check-gradients
// RUN: remat-run %s --grad=rolling --input=3xf64=0.7,0.2,-0.4 --input=index=4 --cotangent=3xf64=1,2,3 --check-gradients
// RUN: remat-run %s --grad=until --input=f64=0.7 --input=index=4 --check-gradients
// RUN: remat-run %s --grad=until --input=f64=0.7 --input=index=0 --check-gradients
// RUN: remat-run %s --grad=until --input=f64=0.7 --input=index=4 --check-gradients --policy='#remat.nothing'
// RUN: remat-run %s --grad=by_branch --input=4xf64=0.7,0.2,-0.4,0.9 --input=index=4 --cotangent=f64=1 --check-gradients
// RUN: remat-run %s --grad=by_case --input=4xf64=0.7,0.2,-0.4,0.9 --input=index=4 --cotangent=f64=1 --check-gradients
// RUN: remat-opt %s --remat-differentiate="function=growing mode=grad" | FileCheck %s --check-prefix=GROWING
// RUN: remat-opt %s --remat-differentiate="function=growing mode=grad" | FileCheck %s --check-prefix=ONCE
// RUN: remat-opt %s --remat-print-saved-residuals="function=growing" -o /dev/null 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: not remat-opt %s --remat-differentiate="function=growing_with_effect mode=grad" 2>&1 | FileCheck %s --check-prefix=EFFECT

// The inner loop's trip count differs: slots are as large as the largest, which a
// loop over integers finds.
// TRIANGULAR-LABEL: func.func @triangular_grad
// TRIANGULAR: %[[LARGEST:.+]] = scf.for
// TRIANGULAR: arith.maxsi
// TRIANGULAR: tensor.empty(%{{.+}}, %[[LARGEST]]) : tensor<?x?xf64>
// TRIANGULAR: scf.for
// TRIANGULAR: tensor.extract_slice
// TRIANGULAR: scf.for
// TRIANGULAR: tensor.insert_slice
func.func @triangular(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> f64 {
    %q = scf.for %j = %c1 to %i step %c1 iter_args(%g = %h) -> f64 {
      %s = math.sin %g : f64
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    }
    scf.yield %q : f64
  }
  return %r : f64
}

// A carried value of dynamic size keeps it.
func.func @dynamic_carry(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<?xf64> {
    %s = math.tanh %h : tensor<?xf64>
    %t = arith.mulf %s, %x : tensor<?xf64>
    scf.yield %t : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// A carried value grows: the loop is run for the sizes first, and for nothing else.
// GROWING-LABEL: func.func @growing_grad
// GROWING: %[[SIZES:.+]]:2 = scf.for
// GROWING: math.tanh
// GROWING: tensor.concat
// GROWING: %[[MORE:.+]] = arith.maxsi
// GROWING: scf.yield %{{.+}}, %[[MORE]] : tensor<?xf64>, index
// GROWING: tensor.empty(%{{.+}}, %[[SIZES]]#1) : tensor<?x?xf64>
// GROWING: scf.for
// GROWING: math.tanh
// GROWING: tensor.insert_slice
// What the second loop stacks isn't stacked by the first.
// ONCE-LABEL: func.func @growing_grad
// ONCE-COUNT-1: into tensor<?x?xf64>
// ONCE-NOT: into tensor<?x?xf64>
// A size is kept once, whoever asks for it.
// KEPT: f64[?,?] output of tanh stacked by loop
// KEPT-NEXT: index[?] output of dim stacked by loop
// KEPT-NEXT: {{^$}}
func.func @growing(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<?xf64> {
    %s = math.tanh %h : tensor<?xf64>
    %t = tensor.concat dim(0) %s, %s : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    scf.yield %t : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// A padded value is larger than what it is padded from.
func.func @padded(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %edge = arith.constant 0.3 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<?xf64> {
    %t = tensor.pad %h low[1] high[0] {
    ^bb0(%j: index):
      tensor.yield %edge : f64
    } : tensor<?xf64> to tensor<?xf64>
    %s = math.tanh %t : tensor<?xf64>
    scf.yield %s : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// The oldest element goes, a new one comes.
func.func @rolling(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?xf64>
  %less = arith.subi %d, %c1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<?xf64> {
    %old = tensor.extract_slice %h[1] [%less] [1] : tensor<?xf64> to tensor<?xf64>
    %first = tensor.extract_slice %h[0] [1] [1] : tensor<?xf64> to tensor<1xf64>
    %s = math.sin %first : tensor<1xf64>
    %t = tensor.concat dim(0) %old, %s : (tensor<?xf64>, tensor<1xf64>) -> tensor<?xf64>
    %u = math.tanh %t : tensor<?xf64>
    scf.yield %u : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

// How often the inner loop runs follows from what the outer one computes.
func.func @until(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bound = arith.constant 2.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> f64 {
    %w = scf.while (%g = %h) : (f64) -> f64 {
      %on = arith.cmpf olt, %g, %bound : f64
      scf.condition(%on) %g : f64
    } do {
    ^bb0(%g: f64):
      %e = math.exp %x : f64
      %m = arith.mulf %g, %e : f64
      scf.yield %m : f64
    }
    %s = math.sin %w : f64
    scf.yield %s : f64
  }
  return %r : f64
}

// What a branch yields has a size of the branch's own.
func.func @by_branch(%x: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %one) -> f64 {
    %odd = arith.remui %i, %c2 : index
    %c = arith.cmpi eq, %odd, %c0 : index
    %p = scf.if %c -> tensor<?xf64> {
      %k = arith.addi %odd, %c1 : index
      %q = tensor.extract_slice %x[%odd] [%k] [1] : tensor<?xf64> to tensor<?xf64>
      %s = math.sin %q : tensor<?xf64>
      scf.yield %s : tensor<?xf64>
    } else {
      %t = math.tanh %x : tensor<?xf64>
      scf.yield %t : tensor<?xf64>
    }
    %e = math.exp %p : tensor<?xf64>
    %v = tensor.extract %e[%c0] : tensor<?xf64>
    %m = arith.mulf %v, %h : f64
    scf.yield %m : f64
  }
  return %r : f64
}

func.func @by_case(%x: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %one) -> f64 {
    %which = arith.remui %i, %c3 : index
    %p = scf.index_switch %which -> tensor<?xf64>
    case 0 {
      %q = tensor.extract_slice %x[0] [%i] [1] : tensor<?xf64> to tensor<?xf64>
      %t = tensor.concat dim(0) %q, %x : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
      scf.yield %t : tensor<?xf64>
    }
    case 1 {
      %t = math.tanh %x : tensor<?xf64>
      scf.yield %t : tensor<?xf64>
    }
    default {
      %t = tensor.concat dim(0) %x, %x : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
      scf.yield %t : tensor<?xf64>
    }
    %e = math.exp %p : tensor<?xf64>
    %v = tensor.extract %e[%which] : tensor<?xf64>
    %m = arith.mulf %v, %h : f64
    scf.yield %m : f64
  }
  return %r : f64
}

func.func private @log(f64)

// EFFECT: sizes.mlir:[[@LINE+7]]:10: error: the backward pass needs a result of 'math.tanh' from each iteration of the loop around it, but its size {{.*}} isn't known before the loop, and finding it would run the effects in the loop twice
func.func @growing_with_effect(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<?xf64> {
    func.call @log(%one) : (f64) -> ()
    %s = math.tanh %h : tensor<?xf64>
    %t = tensor.concat dim(0) %s, %s : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    scf.yield %t : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
