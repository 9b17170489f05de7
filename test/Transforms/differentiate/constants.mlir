// RUN: remat-opt %s --remat-differentiate='function=f mode=grad' --cse --canonicalize | FileCheck %s

// A table that is made of constants alone is made again in the replay, not kept
// between the two passes.

#id = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @f_grad
// CHECK-COUNT-2: linalg.index 0
// CHECK-NOT: linalg.index
func.func @f(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = remat.checkpoint (%a = %x : tensor<64xf32>) -> (tensor<64xf32>) {
    %empty = tensor.empty() : tensor<64xf32>
    %table = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]}
        outs(%empty : tensor<64xf32>) {
    ^bb0(%o: f32):
      %i = linalg.index 0 : index
      %j = arith.index_cast %i : index to i32
      %k = arith.sitofp %j : i32 to f32
      linalg.yield %k : f32
    } -> tensor<64xf32>
    %s = math.sin %a : tensor<64xf32>
    %p = arith.mulf %s, %table : tensor<64xf32>
    remat.yield %p : tensor<64xf32>
  }
  return %0 : tensor<64xf32>
}
