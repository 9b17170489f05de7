// REQUIRES: jax
// RUN: %case %s dropout --policy='#remat.save_only<["keep"]>' --policy='#remat.save_only<["bits"]>'

// Dropout whose draw is a function of a key: the values dropped in the forward pass
// are those dropped in the replay, under every policy.

#map = affine_map<(d0) -> (d0)>

func.func @f(%x: tensor<64xf32> loc("x"), %key: i32 loc("key")) -> tensor<64xf32> {
  %y = remat.checkpoint (%v = %x : tensor<64xf32>, %k = %key : i32) -> (tensor<64xf32>) {
    %ints = tensor.empty() : tensor<64xi32>
    %bits = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]}
        outs(%ints : tensor<64xi32>) {
    ^bb0(%o: i32):
      %index = linalg.index 0 : index
      %i = arith.index_cast %index : index to i32
      %c1 = arith.constant 0x9E3779B9 : i32
      %c2 = arith.constant 0x85EBCA6B : i32
      %c3 = arith.constant 0xC2B2AE35 : i32
      %s13 = arith.constant 13 : i32
      %s16 = arith.constant 16 : i32
      %0 = arith.muli %i, %c1 : i32
      %1 = arith.addi %0, %k : i32
      %2 = arith.shrui %1, %s16 : i32
      %3 = arith.xori %1, %2 : i32
      %4 = arith.muli %3, %c2 : i32
      %5 = arith.shrui %4, %s13 : i32
      %6 = arith.xori %4, %5 : i32
      %7 = arith.muli %6, %c3 : i32
      %8 = arith.shrui %7, %s16 : i32
      %9 = arith.xori %7, %8 : i32
      linalg.yield %9 : i32
    } -> tensor<64xi32>
    %named = remat.checkpoint_name %bits "bits" : tensor<64xi32>
    %zero = arith.constant dense<0> : tensor<64xi32>
    %draw = arith.cmpi sge, %named, %zero : tensor<64xi32>
    %keep = remat.checkpoint_name %draw "keep" : tensor<64xi1>
    %square = arith.mulf %v, %v : tensor<64xf32>
    %two = arith.constant dense<2.0> : tensor<64xf32>
    %scaled = arith.mulf %square, %two : tensor<64xf32>
    %none = arith.constant dense<0.0> : tensor<64xf32>
    %dropped = arith.select %keep, %scaled, %none : tensor<64xi1>, tensor<64xf32>
    %a = remat.checkpoint_name %dropped "a" : tensor<64xf32>
    %s = math.sin %a : tensor<64xf32>
    remat.yield %s : tensor<64xf32>
  }
  return %y : tensor<64xf32>
}
