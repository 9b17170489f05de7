// REQUIRES: jax
// RUN: %case %s overwritten_at_one
// RUN: %case %s overwritten_at_two
// RUN: %case %s overwritten_at_one --function=in_place
// RUN: %case %s overwritten_at_two --function=in_place

// A value that is used again after its place was overwritten.

func.func @f(%m: f32 loc("m")) -> f32 {
  %j = remat.checkpoint (%a = %m : f32) -> (f32) {
    %two = arith.constant 2.0 : f32
    %c = arith.constant 1.1 : f32
    %f = arith.mulf %two, %a : f32
    %u1 = arith.mulf %a, %c : f32
    %u2 = arith.mulf %u1, %f : f32
    %named = remat.checkpoint_name %u2 "a" : f32
    %u3 = arith.mulf %named, %c : f32
    %sq = arith.mulf %u3, %u3 : f32
    remat.yield %sq : f32
  }
  return %j : f32
}

// Each product is written to where its factor lay.

#map = affine_map<() -> ()>

func.func @in_place(%m: tensor<f32> loc("m")) -> tensor<f32> {
  %j = remat.checkpoint (%a = %m : tensor<f32>) -> (tensor<f32>) {
    %c = arith.constant 1.1 : f32
    %two = arith.constant 2.0 : f32
    %empty = tensor.empty() : tensor<f32>
    %f = linalg.generic {indexing_maps = [#map, #map], iterator_types = []}
        ins(%a : tensor<f32>) outs(%empty : tensor<f32>) {
    ^bb0(%e: f32, %o: f32):
      %0 = arith.mulf %two, %e : f32
      linalg.yield %0 : f32
    } -> tensor<f32>
    %u1 = linalg.generic {indexing_maps = [#map], iterator_types = []} outs(%a : tensor<f32>) {
    ^bb0(%o: f32):
      %0 = arith.mulf %o, %c : f32
      linalg.yield %0 : f32
    } -> tensor<f32>
    %u2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []}
        ins(%f : tensor<f32>) outs(%u1 : tensor<f32>) {
    ^bb0(%e: f32, %o: f32):
      %0 = arith.mulf %o, %e : f32
      linalg.yield %0 : f32
    } -> tensor<f32>
    %named = remat.checkpoint_name %u2 "a" : tensor<f32>
    %u3 = linalg.generic {indexing_maps = [#map], iterator_types = []} outs(%named : tensor<f32>) {
    ^bb0(%o: f32):
      %0 = arith.mulf %o, %c : f32
      linalg.yield %0 : f32
    } -> tensor<f32>
    %sq = linalg.generic {indexing_maps = [#map], iterator_types = []} outs(%u3 : tensor<f32>) {
    ^bb0(%o: f32):
      %0 = arith.mulf %o, %o : f32
      linalg.yield %0 : f32
    } -> tensor<f32>
    remat.yield %sq : tensor<f32>
  }
  return %j : tensor<f32>
}
