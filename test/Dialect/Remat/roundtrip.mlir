// RUN: remat-opt %s | remat-opt | FileCheck %s

// CHECK-LABEL: func @region
// CHECK: remat.checkpoint policy(#remat.any_of<#remat.nothing, #remat.save_only<["a", "b"]>, #remat.save_any_but<[]>>)
// CHECK: remat.checkpoint_name %{{.*}} "a" store(bf16) : f32
func.func @region(%x: f32) -> f32 {
  %0 = remat.checkpoint policy(#remat.any_of<#remat.nothing, #remat.save_only<["a", "b"]>, #remat.save_any_but<[]>>) (%a = %x : f32) -> (f32) {
    %s = math.sin %a : f32
    %n = remat.checkpoint_name %s "a" store(bf16) : f32
    remat.yield %n : f32
  }
  return %0 : f32
}
