// RUN: remat-opt %s --remat-print-saved-residuals='function=broadcast' -o /dev/null 2>&1 | FileCheck %s --check-prefix=BROADCAST
// RUN: remat-opt %s --remat-print-saved-residuals='function=columns' -o /dev/null 2>&1 | FileCheck %s --check-prefix=COLUMNS
// RUN: remat-opt %s --remat-print-saved-residuals='function=constants' -o /dev/null 2>&1 | FileCheck %s --check-prefix=CONSTANTS
// RUN: remat-opt %s --remat-print-saved-residuals='function=linear' -o /dev/null 2>&1 | FileCheck %s --check-prefix=LINEAR
// RUN: remat-opt %s --remat-print-saved-residuals='function=fused' -o /dev/null 2>&1 | FileCheck %s --check-prefix=FUSED
// RUN: remat-opt %s --remat-print-saved-residuals='function=masked' -o /dev/null 2>&1 | FileCheck %s --check-prefix=MASKED
// RUN: remat-opt %s --remat-print-saved-residuals='function=dynamic' -o /dev/null 2>&1 | FileCheck %s --check-prefix=DYNAMIC

// What the forward pass keeps for structured ops.

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// A broadcast operand is kept as what was broadcast.

// BROADCAST:      f32[6,5] from the argument x
// BROADCAST-NEXT: f32[5] from the argument b
// BROADCAST-NOT:  f32
// BROADCAST:      bytes
func.func @broadcast(%x: tensor<6x5xf32>, %b: tensor<5xf32>) -> tensor<6x5xf32> {
  %e = tensor.empty() : tensor<6x5xf32>
  %bb = linalg.broadcast ins(%b : tensor<5xf32>) outs(%e : tensor<6x5xf32>) dimensions=[0]
  %y = linalg.mul ins(%x, %bb : tensor<6x5xf32>, tensor<6x5xf32>) outs(%e : tensor<6x5xf32>) -> tensor<6x5xf32>
  return %y : tensor<6x5xf32>
}

// Also where its sizes don't tell along which dimension it was. A quotient
// keeps its divisor and itself.

// COLUMNS:      f32[5] from the argument b
// COLUMNS-NEXT: f32[5,5] output of div
// COLUMNS-NOT:  f32
// COLUMNS:      bytes
func.func @columns(%x: tensor<5x5xf32>, %b: tensor<5xf32>) -> tensor<5x5xf32> {
  %e = tensor.empty() : tensor<5x5xf32>
  %bb = linalg.broadcast ins(%b : tensor<5xf32>) outs(%e : tensor<5x5xf32>) dimensions=[1]
  %y = linalg.div ins(%x, %bb : tensor<5x5xf32>, tensor<5x5xf32>) outs(%e : tensor<5x5xf32>) -> tensor<5x5xf32>
  return %y : tensor<5x5xf32>
}

// Constants, filled ones and splats, are not kept.

// CONSTANTS-NOT: f32
// CONSTANTS:     bytes
func.func @constants(%x: tensor<5x5xf32>) -> tensor<5x5xf32> {
  %e = tensor.empty() : tensor<5x5xf32>
  %c = arith.constant dense<3.0> : tensor<5x5xf32>
  %two = arith.constant 2.0 : f32
  %z = linalg.fill ins(%two : f32) outs(%e : tensor<5x5xf32>) -> tensor<5x5xf32>
  %s = linalg.mul ins(%x, %c : tensor<5x5xf32>, tensor<5x5xf32>) outs(%e : tensor<5x5xf32>) -> tensor<5x5xf32>
  %y = linalg.mul ins(%s, %z : tensor<5x5xf32>, tensor<5x5xf32>) outs(%e : tensor<5x5xf32>) -> tensor<5x5xf32>
  return %y : tensor<5x5xf32>
}

// Nor is anything for a linear body, of however many ops.

// LINEAR-NOT: f32
// LINEAR:     bytes
func.func @linear(%x: tensor<5x5xf32>, %w: tensor<5xf32>) -> tensor<5x5xf32> {
  %e = tensor.empty() : tensor<5x5xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %w : tensor<5x5xf32>, tensor<5xf32>) outs(%e : tensor<5x5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %c = arith.constant 0.5 : f32
    %0 = arith.mulf %a, %c : f32
    %1 = arith.subf %b, %0 : f32
    %2 = arith.negf %1 : f32
    linalg.yield %2 : f32
  } -> tensor<5x5xf32>
  return %y : tensor<5x5xf32>
}

// A fused body keeps one factor for each operand, over the loops it differs by.

// FUSED:      f32[5,6] output of
// FUSED-NEXT: f32[5,6] output of
// FUSED-NOT:  f32
// FUSED:      bytes
func.func @fused(%x: tensor<5x6xf32>, %w: tensor<5xf32>) -> tensor<5x6xf32> {
  %e = tensor.empty() : tensor<5x6xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %w : tensor<5x6xf32>, tensor<5xf32>) outs(%e : tensor<5x6xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = math.sin %a : f32
    %1 = math.cos %b : f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.mulf %2, %a : f32
    linalg.yield %3 : f32
  } -> tensor<5x6xf32>
  return %y : tensor<5x6xf32>
}

// A mask that follows from the loop indices is computed again.

// MASKED-NOT: f32
// MASKED-NOT: i1
// MASKED:     bytes
func.func @masked(%x: tensor<5x5xf32>) -> tensor<5x5xf32> {
  %e = tensor.empty() : tensor<5x5xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x5xf32>) outs(%e : tensor<5x5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %below = arith.cmpi sge, %i, %j : index
    %least = arith.constant 0xFF800000 : f32
    %0 = arith.select %below, %a, %least : f32
    linalg.yield %0 : f32
  } -> tensor<5x5xf32>
  return %y : tensor<5x5xf32>
}

// Of an operand whose size alone is needed the size is kept.

// DYNAMIC-NOT: f32
// DYNAMIC:     index[] output of dim
// DYNAMIC-NOT: f32
// DYNAMIC:     bytes
func.func @dynamic(%x: tensor<4x?xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %y = linalg.reduce { arith.addf } ins(%x : tensor<4x?xf32>) outs(%z : tensor<4xf32>) dimensions = [1]
  return %y : tensor<4xf32>
}
