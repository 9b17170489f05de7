// RUN: remat-opt %s --remat-contractions-to-blas='min-size=0' --split-input-file | FileCheck %s
// RUN: remat-opt %s --remat-contractions-to-blas='min-size=100' --split-input-file | FileCheck %s --check-prefix=LARGE

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>

// A product that adds to what is there: the last argument is 1.
// CHECK-LABEL: func.func @accumulates
// CHECK: call @rematGemmF32(%{{.*}}, %{{.*}}, %{{.*}}, %c3_i64{{[_0-9]*}}, %c5_i64{{[_0-9]*}}, %c4_i64{{[_0-9]*}}, {{.*}}, %c1_i64{{[_0-9]*}}) :
// CHECK-NOT: linalg
// LARGE-LABEL: func.func @accumulates
// LARGE: linalg.contract
func.func @accumulates(%a: memref<3x4xf32>, %b: memref<4x5xf32>, %c: memref<3x5xf32>) {
  linalg.contract indexing_maps = [#a, #b, #c]
    ins(%a, %b : memref<3x4xf32>, memref<4x5xf32>) outs(%c : memref<3x5xf32>)
  return
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>

// A zero fill right before is part of the call.
// CHECK-LABEL: func.func @overwrites
// CHECK-NOT: linalg.fill
// CHECK: call @rematGemmF64({{.*}}, %c0_i64{{[_0-9]*}}) :
func.func @overwrites(%a: memref<3x4xf64>, %b: memref<4x5xf64>) -> memref<3x5xf64> {
  %zero = arith.constant 0.0 : f64
  %c = memref.alloc() : memref<3x5xf64>
  linalg.fill ins(%zero : f64) outs(%c : memref<3x5xf64>)
  linalg.contract indexing_maps = [#a, #b, #c]
    ins(%a, %b : memref<3x4xf64>, memref<4x5xf64>) outs(%c : memref<3x5xf64>)
  return %c : memref<3x5xf64>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>

// Something reads the zeros in between: they must be there.
// CHECK-LABEL: func.func @zeros_are_read
// CHECK: linalg.fill
// CHECK: memref.copy
// CHECK: call @rematGemmF64({{.*}}, %c1_i64{{[_0-9]*}}) :
func.func @zeros_are_read(%a: memref<3x4xf64>, %b: memref<4x5xf64>, %d: memref<3x5xf64>) -> memref<3x5xf64> {
  %zero = arith.constant 0.0 : f64
  %c = memref.alloc() : memref<3x5xf64>
  linalg.fill ins(%zero : f64) outs(%c : memref<3x5xf64>)
  memref.copy %c, %d : memref<3x5xf64> to memref<3x5xf64>
  linalg.contract indexing_maps = [#a, #b, #c]
    ins(%a, %b : memref<3x4xf64>, memref<4x5xf64>) outs(%c : memref<3x5xf64>)
  return %c : memref<3x5xf64>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>

// A fill of something else stays.
// CHECK-LABEL: func.func @filled_with_one
// CHECK: linalg.fill
// CHECK: call @rematGemmF32({{.*}}, %c1_i64{{[_0-9]*}}) :
func.func @filled_with_one(%a: memref<3x4xf32>, %b: memref<4x5xf32>) -> memref<3x5xf32> {
  %one = arith.constant 1.0 : f32
  %c = memref.alloc() : memref<3x5xf32>
  linalg.fill ins(%one : f32) outs(%c : memref<3x5xf32>)
  linalg.contract indexing_maps = [#a, #b, #c]
    ins(%a, %b : memref<3x4xf32>, memref<4x5xf32>) outs(%c : memref<3x5xf32>)
  return %c : memref<3x5xf32>
}

// -----

#x = affine_map<(b, s, n, k) -> (b, s, k)>
#w = affine_map<(b, s, n, k) -> (k, n)>
#y = affine_map<(b, s, n, k) -> (b, s, n)>

// Two row dimensions that lie one after the other are one of 6.
// CHECK-LABEL: func.func @merges_rows
// CHECK: call @rematGemmF32(%{{.*}}, %{{.*}}, %{{.*}}, %c6_i64{{[_0-9]*}},
func.func @merges_rows(%x: memref<2x3x4xf32>, %w: memref<4x5xf32>, %y: memref<2x3x5xf32>) {
  linalg.contract indexing_maps = [#x, #w, #y]
    ins(%x, %w : memref<2x3x4xf32>, memref<4x5xf32>) outs(%y : memref<2x3x5xf32>)
  return
}

// -----

#x = affine_map<(m, n, k, l) -> (k, m, l)>
#w = affine_map<(m, n, k, l) -> (l, k, n)>
#y = affine_map<(m, n, k, l) -> (m, n)>

// Two reduction dimensions that can't merge: a loop that adds, after zeros.
// CHECK-LABEL: func.func @adds_in_a_loop
// CHECK: linalg.fill
// CHECK: scf.for
// CHECK: call @rematGemmF32
func.func @adds_in_a_loop(%x: memref<2x3x4xf32>, %w: memref<4x2x5xf32>) -> memref<3x5xf32> {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<3x5xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<3x5xf32>)
  linalg.contract indexing_maps = [#x, #w, #y]
    ins(%x, %w : memref<2x3x4xf32>, memref<4x2x5xf32>) outs(%c : memref<3x5xf32>)
  return %c : memref<3x5xf32>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>

// What is read in between may be the zeros: which of two buffers it is, is not known.
// CHECK-LABEL: func.func @zeros_may_be_read
// CHECK: linalg.fill
// CHECK: memref.copy
// CHECK: call @rematGemmF64({{.*}}, %c1_i64{{[_0-9]*}}) :
func.func @zeros_may_be_read(%a: memref<3x4xf64>, %b: memref<4x5xf64>, %d: memref<3x5xf64>, %e: memref<3x5xf64>, %p: i1) -> memref<3x5xf64> {
  %zero = arith.constant 0.0 : f64
  %c = memref.alloc() : memref<3x5xf64>
  %s = arith.select %p, %c, %e : memref<3x5xf64>
  linalg.fill ins(%zero : f64) outs(%c : memref<3x5xf64>)
  memref.copy %s, %d : memref<3x5xf64> to memref<3x5xf64>
  linalg.contract indexing_maps = [#a, #b, #c]
    ins(%a, %b : memref<3x4xf64>, memref<4x5xf64>) outs(%c : memref<3x5xf64>)
  return %c : memref<3x5xf64>
}

// -----

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>

// What a loop carries was there before the buffer of this iteration.
// CHECK-LABEL: func.func @carried
// CHECK: scf.for
// CHECK-NOT: linalg.fill
// CHECK: call @rematGemmF64({{.*}}, %c0_i64{{[_0-9]*}}) :
func.func @carried(%a: memref<5x5xf64>, %b: memref<5x5xf64>, %n: index) -> memref<5x5xf64> {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (memref<5x5xf64>) {
    %c = memref.alloc() : memref<5x5xf64>
    linalg.fill ins(%zero : f64) outs(%c : memref<5x5xf64>)
    linalg.contract indexing_maps = [#a, #b, #c]
      ins(%x, %b : memref<5x5xf64>, memref<5x5xf64>) outs(%c : memref<5x5xf64>)
    scf.yield %c : memref<5x5xf64>
  }
  return %r : memref<5x5xf64>
}
