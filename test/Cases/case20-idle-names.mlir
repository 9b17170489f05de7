// REQUIRES: jax
// RUN: %case %s chain:exp,sin,neg --policy='#remat.save_only<["idle"]>' --policy='#remat.save_only<["input"]>'
// RUN: %case %s chain:exp,sin --function=clean
// RUN: remat-opt %s --remat-print-saved-residuals='function=f' -o /dev/null 2>&1 | FileCheck %s
// RUN: remat-opt %s --remat-print-saved-residuals='function=clean strict' -o /dev/null
// RUN: not remat-opt %s --remat-print-saved-residuals='function=unknown strict' -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not remat-opt %s --remat-print-saved-residuals='function=unneeded strict' -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNNEEDED
// RUN: not remat-opt %s --remat-print-saved-residuals='function=excluded strict' -o /dev/null 2>&1 | FileCheck %s --check-prefix=EXCLUDED
// RUN: not remat-opt %s --remat-print-saved-residuals='function=on_argument strict' -o /dev/null 2>&1 | FileCheck %s --check-prefix=ARGUMENT

// A name in a policy that no value carries, a name whose value the backward pass never
// reads, a name on an argument: each is said, and strict makes it an error.

// CHECK: f32[] named 'a' from
// CHECK: {{^}}names
// CHECK-NEXT: 'input' from {{.*}}: names an argument, which is there anyway
// CHECK-NEXT: 'a' from {{.*}}: saved
// CHECK-NEXT: 'idle' from {{.*}}: not needed by the backward pass
// CHECK: {{^}}without effect
// CHECK-NEXT: net.py:9:1 (f): the policy speaks of 'nosuch', but no value in the region has that name
// CHECK-NEXT: the policy lets 'input' be saved, but the value is an argument, which is there anyway
// CHECK-NEXT: the policy lets 'idle' be saved, but the value is not needed by the backward pass
func.func @f(%x: f32 loc("x")) -> f32 {
  %y = remat.checkpoint policy(#remat.save_only<["nosuch", "idle", "input", "a"]>)
      (%v = %x : f32) -> (f32) {
    %n = remat.checkpoint_name %v "input" : f32
    %e = math.exp %n : f32
    %a = remat.checkpoint_name %e "a" : f32
    %s = math.sin %a : f32
    %i = remat.checkpoint_name %s "idle" : f32
    %m = arith.negf %i : f32
    remat.yield %m : f32
  } loc("f"("net.py":9:1))
  return %y : f32
}

func.func @clean(%x: f32 loc("x")) -> f32 {
  %y = remat.checkpoint policy(#remat.save_only<["a"]>) (%v = %x : f32) -> (f32) {
    %e = math.exp %v : f32
    %a = remat.checkpoint_name %e "a" : f32
    %s = math.sin %a : f32
    remat.yield %s : f32
  }
  return %y : f32
}

// UNKNOWN: net.py:1:1: error: the policy speaks of 'nosuch', but no value in the region has that name
func.func @unknown(%x: f32 loc("x")) -> f32 {
  %y = remat.checkpoint policy(#remat.any_of<#remat.dots, #remat.save_only<["nosuch", "a"]>>)
      (%v = %x : f32) -> (f32) {
    %e = math.exp %v : f32
    %a = remat.checkpoint_name %e "a" : f32
    %s = math.sin %a : f32
    remat.yield %s : f32
  } loc("net.py":1:1)
  return %y : f32
}

// UNNEEDED: net.py:2:2: error: the policy lets 'idle' be saved, but the value is not needed by the backward pass
func.func @unneeded(%x: f32 loc("x")) -> f32 {
  %y = remat.checkpoint policy(#remat.save_only<["idle"]>) (%v = %x : f32) -> (f32) {
    %s = math.sin %v : f32
    %i = remat.checkpoint_name %s "idle" : f32 loc("net.py":2:2)
    %m = arith.negf %i : f32
    remat.yield %m : f32
  } loc("net.py":2:1)
  return %y : f32
}

// A name that is excepted and that no value carries is as idle.
// EXCLUDED: net.py:3:1: error: the policy speaks of 'nosuch', but no value in the region has that name
func.func @excluded(%x: f32 loc("x")) -> f32 {
  %y = remat.checkpoint policy(#remat.save_any_but<["nosuch"]>) (%v = %x : f32) -> (f32) {
    %e = math.exp %v : f32
    %a = remat.checkpoint_name %e "a" : f32
    %s = math.sin %a : f32
    remat.yield %s : f32
  } loc("net.py":3:1)
  return %y : f32
}

// ARGUMENT: net.py:4:2: error: the policy lets 'input' be saved, but the value is an argument, which is there anyway
func.func @on_argument(%x: f32 loc("x")) -> f32 {
  %y = remat.checkpoint policy(#remat.save_only<["input"]>) (%v = %x : f32) -> (f32) {
    %n = remat.checkpoint_name %v "input" : f32 loc("net.py":4:2)
    %s = math.sin %n : f32
    remat.yield %s : f32
  } loc("net.py":4:1)
  return %y : f32
}
