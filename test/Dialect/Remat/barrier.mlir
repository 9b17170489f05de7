// RUN: remat-opt %s -canonicalize -cse | FileCheck %s
// RUN: remat-opt %s -sccp -cse -canonicalize -cse | FileCheck %s
// RUN: remat-opt %s -loop-invariant-code-motion -cse -canonicalize | FileCheck %s
// RUN: remat-opt %s -control-flow-sink -cse -canonicalize | FileCheck %s
// RUN: remat-opt %s -inline -cse | FileCheck %s
// RUN: remat-opt %s -linalg-fuse-elementwise-ops -cse -canonicalize | FileCheck %s
// RUN: remat-opt %s -resolve-ranked-shaped-type-result-dims -canonicalize | FileCheck %s --check-prefix=SHAPE

// What upstream's clean-up does not do to barriers.

// Values computed again are kept apart from the first ones and from each other.
// CHECK-LABEL: func @apart
// CHECK: math.sin
// CHECK: %[[A:.*]] = remat.optimization_barrier
// CHECK: %[[B:.*]] = remat.optimization_barrier
// CHECK: math.sin %[[A]]
// CHECK: math.sin %[[B]]
func.func @apart(%x: f32) -> (f32, f32, f32) {
  %0 = math.sin %x : f32
  %a = remat.optimization_barrier %x : f32
  %b = remat.optimization_barrier %x : f32
  %1 = math.sin %a : f32
  %2 = math.sin %b : f32
  return %0, %1, %2 : f32, f32, f32
}

// A replay stays in its loop.
// CHECK-LABEL: func @in_loop
// CHECK: scf.for
// CHECK: remat.optimization_barrier
// CHECK: math.sin
func.func @in_loop(%x: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> f32 {
    %a = remat.optimization_barrier %x : f32
    %s = math.sin %a : f32
    %t = arith.addf %sum, %s : f32
    scf.yield %t : f32
  }
  return %r : f32
}

// Nothing is moved into a branch: the barrier says where it is computed.
// CHECK-LABEL: func @before_branch
// CHECK: remat.optimization_barrier
// CHECK: scf.if
func.func @before_branch(%x: f32, %p: i1) -> f32 {
  %a = remat.optimization_barrier %x : f32
  %r = scf.if %p -> f32 {
    %s = math.sin %a : f32
    scf.yield %s : f32
  } else {
    scf.yield %x : f32
  }
  return %r : f32
}

// A constant of the caller is not seen through the barrier.
// CHECK-LABEL: func @not_folded
// CHECK: remat.optimization_barrier
// CHECK: arith.addf
func.func @not_folded(%x: f32) -> f32 {
  %a = remat.optimization_barrier %x : f32
  %zero = arith.constant 1.0 : f32
  %s = arith.addf %a, %zero : f32
  return %s : f32
}

#id = affine_map<(d0) -> (d0)>

// A producer isn't fused into its consumer across a barrier.
// CHECK-LABEL: func @not_fused
// CHECK: linalg.generic
// CHECK: math.exp
// CHECK: remat.optimization_barrier
// CHECK: linalg.generic
// CHECK: math.sin
func.func @not_fused(%x: tensor<4xf32>) -> tensor<4xf32> {
  %empty = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %e = math.exp %in : f32
    linalg.yield %e : f32
  } -> tensor<4xf32>
  %1 = remat.optimization_barrier %0 : tensor<4xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%1 : tensor<4xf32>) outs(%empty : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = math.sin %in : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// Dead ones go, in loops too, with what fed them.
// CHECK-LABEL: func @dead
// CHECK-NOT: remat.optimization_barrier
// CHECK-NOT: math.
// CHECK: return
func.func @dead(%x: f32, %n: index) {
  %s = math.sin %x : f32
  %a = remat.optimization_barrier %s : f32
  %c = math.cos %a : f32
  return
}

// The shape of a result is that of its operand.
// SHAPE-LABEL: func @shape
// SHAPE-SAME: (%[[X:.*]]: tensor<?x4xf32>)
// SHAPE: %[[D:.*]] = tensor.dim %[[X]], %{{.*}}
// SHAPE-NOT: remat.optimization_barrier
// SHAPE: return %[[D]]
func.func @shape(%x: tensor<?x4xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = remat.optimization_barrier %x : tensor<?x4xf32>
  %1 = tensor.dim %0, %c0 : tensor<?x4xf32>
  return %1 : index
}
