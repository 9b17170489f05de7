// RUN: remat-opt %s --remat-contractions-to-blas --remarks-filter=remat --remark-policy=all 2>&1 | FileCheck %s

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>

// CHECK: remark: [Missed] BlasCall {{.*}}contraction stays for loops: {{.*}}its element type is neither f32 nor f64
// CHECK: linalg.contract
func.func @half(%a: memref<32x32xf16>, %b: memref<32x32xf16>, %c: memref<32x32xf16>) {
  linalg.contract indexing_maps = [#a, #b, #c]
    ins(%a, %b : memref<32x32xf16>, memref<32x32xf16>) outs(%c : memref<32x32xf16>)
  return
}
