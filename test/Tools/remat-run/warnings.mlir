// RUN: remat-run %s --grad=f --input=f32=1 --region-policy='#remat.save_only<["a", "misspelt"]>' 2>&1 | FileCheck %s
// RUN: remat-run %s --grad=f --input=f32=1 --policy='#remat.save_only<["misspelt"]>' 2>&1 | FileCheck %s
// RUN: remat-run %s --grad=f --input=f32=1 --region-policy='#remat.save_only<["a"]>' 2>&1 | FileCheck %s --check-prefix=QUIET --implicit-check-not=warning

// A name in a policy that nothing carries is told, and the program runs.

// CHECK: warnings.mlir:{{[0-9]+}}:{{[0-9]+}}: warning: the policy speaks of 'misspelt', but no value in the program has that name
// CHECK-NOT: warning
// CHECK: value0: f32 = 0.745
// QUIET: value0: f32 = 0.745
func.func @f(%x: f32) -> f32 {
  %y = remat.checkpoint (%v = %x : f32) -> (f32) {
    %s = math.sin %v : f32
    %a = remat.checkpoint_name %s "a" : f32
    %t = math.sin %a : f32
    remat.yield %t : f32
  }
  return %y : f32
}
