// RUN: remat-opt %s -pass-pipeline='builtin.module(one-shot-bufferize{bufferize-function-boundaries=true function-boundary-type-conversion=identity-layout-map},canonicalize,cse,canonicalize)' | FileCheck %s

// A barrier on a tensor is another name for its buffer: it goes, and copies are
// made only where a value is overwritten that is needed later.

#id = affine_map<(d0) -> (d0)>

// Nothing is needed later: no copy.
// CHECK-LABEL: func @in_place
// CHECK-NOT: remat.
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: linalg.generic
// CHECK: return
func.func @in_place(%x: tensor<4xf32> {bufferization.writable = true}) -> tensor<4xf32> {
  %b = remat.optimization_barrier %x : tensor<4xf32>
  %w = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%b : tensor<4xf32>) {
  ^bb0(%o: f32):
    %s = math.sin %o : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %w : tensor<4xf32>
}

// The operand is needed after the result was overwritten: one copy.
// CHECK-LABEL: func @operand_needed
// CHECK-NOT: remat.
// CHECK: memref.alloc
// CHECK: memref.copy
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: return
func.func @operand_needed(%x: tensor<4xf32> {bufferization.writable = true}) -> (tensor<4xf32>, tensor<4xf32>) {
  %b = remat.optimization_barrier %x : tensor<4xf32>
  %w = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%b : tensor<4xf32>) {
  ^bb0(%o: f32):
    %s = math.sin %o : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %w, %x : tensor<4xf32>, tensor<4xf32>
}

// The result is read after the operand was overwritten: one copy, made before.
// CHECK-LABEL: func @result_needed
// CHECK-SAME: (%[[X:.*]]: memref<4xf32>, %[[F:.*]]: f32, %[[I:.*]]: index)
// CHECK-NOT: remat.
// CHECK: %[[C:.*]] = memref.alloc
// CHECK-NEXT: memref.copy %[[X]], %[[C]]
// CHECK-NEXT: memref.store %[[F]], %[[X]][%[[I]]]
// CHECK-NEXT: memref.load %[[C]][%[[I]]]
// CHECK-NEXT: return
func.func @result_needed(%x: tensor<4xf32> {bufferization.writable = true}, %f: f32, %i: index) -> (tensor<4xf32>, f32) {
  %b = remat.optimization_barrier %x : tensor<4xf32>
  %w = tensor.insert %f into %x[%i] : tensor<4xf32>
  %r = tensor.extract %b[%i] : tensor<4xf32>
  return %w, %r : tensor<4xf32>, f32
}

// Two barriers on one value; one result is overwritten, one read.
// CHECK-LABEL: func @two
// CHECK-NOT: remat.
// CHECK: memref.alloc
// CHECK: memref.copy
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: return
func.func @two(%x: tensor<4xf32> {bufferization.writable = true}, %f: f32, %i: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = remat.optimization_barrier %x : tensor<4xf32>
  %b = remat.optimization_barrier %x : tensor<4xf32>
  %w = tensor.insert %f into %a[%i] : tensor<4xf32>
  return %w, %b : tensor<4xf32>, tensor<4xf32>
}

// The carry of a loop is updated in place through a barrier.
// CHECK-LABEL: func @loop
// CHECK: memref.alloc
// CHECK: scf.for
// CHECK-NOT: remat.
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: return
func.func @loop(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %e) -> tensor<4xf32> {
    %a = remat.optimization_barrier %acc : tensor<4xf32>
    %b = remat.optimization_barrier %x : tensor<4xf32>
    %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%b : tensor<4xf32>) outs(%a : tensor<4xf32>) {
    ^bb0(%in: f32, %o: f32):
      %s = math.sin %in : f32
      %t = arith.addf %s, %o : f32
      linalg.yield %t : f32
    } -> tensor<4xf32>
    scf.yield %w : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// A slice keeps its strided layout.
// CHECK-LABEL: func @strided
// CHECK: %[[S:.*]] = memref.subview
// CHECK-NOT: remat.
// CHECK: memref.load %[[S]]
func.func @strided(%x: tensor<?xf32>, %i: index) -> f32 {
  %s = tensor.extract_slice %x[%i] [4] [2] : tensor<?xf32> to tensor<4xf32>
  %b = remat.optimization_barrier %s : tensor<4xf32>
  %r = tensor.extract %b[%i] : tensor<4xf32>
  return %r : f32
}
