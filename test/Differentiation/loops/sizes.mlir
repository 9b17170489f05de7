// RUN: remat-run %s --grad=triangular --input=f64=0.7 --input=index=5 --check-gradients
// RUN: remat-run %s --grad=triangular --input=f64=0.7 --input=index=0 --check-gradients
// RUN: remat-run %s --grad=dynamic_carry --input=3xf64=0.7,0.2,-0.1 --input=index=3 --cotangent=3xf64=1,2,3 --check-gradients
// RUN: remat-opt %s --remat-differentiate="function=triangular mode=grad" | FileCheck %s --check-prefix=TRIANGULAR
// RUN: not remat-opt %s --remat-differentiate="function=growing mode=grad" 2>&1 | FileCheck %s --check-prefix=GROWING

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

// GROWING: sizes.mlir:[[@LINE+5]]:10: error: the backward pass needs a result of 'math.tanh' from each iteration of the loop around it, but its size {{.*}} isn't known before the loop
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
