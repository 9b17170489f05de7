// RUN: remat-opt %s --remat-selects-to-ifs | FileCheck %s
// RUN: remat-opt %s --remat-selects-to-ifs --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: (%[[C:.*]]: i1, %[[X:.*]]: tensor<?xf32>, %[[Y:.*]]: tensor<?xf32>)
// CHECK: %[[R:.*]] = scf.if %[[C]] -> (tensor<?xf32>) {
// CHECK:   %[[THEN:.*]] = remat.optimization_barrier %[[X]] : tensor<?xf32>
// CHECK:   scf.yield %[[THEN]]
// CHECK: } else {
// CHECK:   %[[ELSE:.*]] = remat.optimization_barrier %[[Y]] : tensor<?xf32>
// CHECK:   scf.yield %[[ELSE]]
// CHECK: }
// CHECK: return %[[R]]
func.func @dynamic(%c: i1, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.select %c, %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Of one size for sure: a number, a tensor of known size, a choice by element.
// CHECK-LABEL: func.func @same_size
// CHECK-COUNT-3: arith.select
func.func @same_size(%c: i1, %m: tensor<?xi1>, %a: f32, %b: f32, %x: tensor<4xf32>, %y: tensor<4xf32>, %u: tensor<?xf32>, %v: tensor<?xf32>) -> (f32, tensor<4xf32>, tensor<?xf32>) {
  %0 = arith.select %c, %a, %b : f32
  %1 = arith.select %c, %x, %y : tensor<4xf32>
  %2 = arith.select %m, %u, %v : tensor<?xi1>, tensor<?xf32>
  return %0, %1, %2 : f32, tensor<4xf32>, tensor<?xf32>
}
