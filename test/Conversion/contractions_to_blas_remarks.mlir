// RUN: remat-opt %s --remat-contractions-to-blas --remarks-filter=remat --remark-policy=all 2>&1 | FileCheck %s
// RUN: remat-opt %s --remat-contractions-to-blas | FileCheck %s --check-prefix=AFTER

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>

// CHECK: remark: [Missed] BlasCall {{.*}}contraction stays for loops: {{.*}}an element type is neither f32 nor f64
// All three are left.
// AFTER-COUNT-3: linalg.contract
func.func @half(%a: memref<32x32xf16>, %b: memref<32x32xf16>, %c: memref<32x32xf16>) {
  linalg.contract indexing_maps = [#a, #b, #c]
    ins(%a, %b : memref<32x32xf16>, memref<32x32xf16>) outs(%c : memref<32x32xf16>)
  return
}

// Added up in f32.
// CHECK: remark: [Missed] BlasCall {{.*}}contraction stays for loops: {{.*}}an element type is neither f32 nor f64
func.func @mixed(%a: memref<32x32xbf16>, %b: memref<32x32xbf16>, %c: memref<32x32xf32>) {
  linalg.contract indexing_maps = [#a, #b, #c]
    ins(%a, %b : memref<32x32xbf16>, memref<32x32xbf16>) outs(%c : memref<32x32xf32>)
  return
}

// CHECK: remark: [Missed] BlasCall {{.*}}contraction stays for loops: {{.*}}it has 64 multiplications, and calls begin at 4096
func.func @small(%a: memref<4x4xf32>, %b: memref<4x4xf32>, %c: memref<4x4xf32>) {
  linalg.contract indexing_maps = [#a, #b, #c]
    ins(%a, %b : memref<4x4xf32>, memref<4x4xf32>) outs(%c : memref<4x4xf32>)
  return
}
