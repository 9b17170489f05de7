// RUN: remat-opt %s --remat-allocate-results-first | FileCheck %s

// CHECK-LABEL: func @moved
// CHECK-NEXT: %[[R:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT: %[[T:.*]] = memref.alloc() : memref<8xf32>
// CHECK: memref.dealloc %[[T]]
// CHECK: return %[[R]]
func.func @moved(%x: memref<8xf32>) -> memref<8xf32> {
  %t = memref.alloc() : memref<8xf32>
  memref.copy %x, %t : memref<8xf32> to memref<8xf32>
  %r = memref.alloc() : memref<8xf32>
  memref.copy %t, %r : memref<8xf32> to memref<8xf32>
  memref.dealloc %t : memref<8xf32>
  return %r : memref<8xf32>
}

// Seen through a view, and once although returned twice.
// CHECK-LABEL: func @view
// CHECK-NEXT: memref.alloc() : memref<8xf32>
// CHECK-NEXT: memref.alloc() : memref<4xf32>
func.func @view(%x: memref<4xf32>) -> (memref<2x4xf32>, memref<8xf32>) {
  %t = memref.alloc() : memref<4xf32>
  memref.copy %x, %t : memref<4xf32> to memref<4xf32>
  memref.dealloc %t : memref<4xf32>
  %r = memref.alloc() : memref<8xf32>
  %v = memref.expand_shape %r [[0, 1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
  return %v, %r : memref<2x4xf32>, memref<8xf32>
}

// A size that is computed stays behind its computation; arguments are none of ours.
// CHECK-LABEL: func @dynamic
// CHECK-NEXT: arith.constant
// CHECK-NEXT: memref.dim
// CHECK-NEXT: memref.alloc
func.func @dynamic(%x: memref<?xf32>, %y: memref<4xf32>) -> (memref<?xf32>, memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %r = memref.alloc(%n) : memref<?xf32>
  memref.copy %x, %r : memref<?xf32> to memref<?xf32>
  return %r, %y : memref<?xf32>, memref<4xf32>
}
