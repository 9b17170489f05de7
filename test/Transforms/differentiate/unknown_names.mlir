// RUN: remat-opt %s --remat-differentiate='function=f' -verify-diagnostics -split-input-file

// A name that a policy speaks of and nothing carries, most likely misspelt, is told once.

func.func @f(%x: f32) -> f32 {
  // expected-warning @+1 {{the policy speaks of 'attn', but no value in the program has that name}}
  %y = remat.checkpoint policy(#remat.any_of<#remat.dots, #remat.save_only<["a", "attn"]>>) (%v = %x : f32) -> (f32) {
    %s = math.sin %v : f32
    %a = remat.checkpoint_name %s "a" : f32
    %t = math.sin %a : f32
    remat.yield %t : f32
  }
  %z = remat.checkpoint policy(#remat.save_only<["attn"]>) (%v = %y : f32) -> (f32) {
    %s = math.sin %v : f32
    remat.yield %s : f32
  }
  return %z : f32
}

// -----

// A name elsewhere in the program: the region may well be without it.

func.func @f(%x: f32) -> f32 {
  %n = remat.checkpoint_name %x "a" : f32
  %y = remat.checkpoint policy(#remat.save_only<["a"]>) (%v = %n : f32) -> (f32) {
    %s = math.sin %v : f32
    remat.yield %s : f32
  }
  return %y : f32
}
