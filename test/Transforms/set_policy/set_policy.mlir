// RUN: remat-opt %s --remat-set-policy='function=f policy=#remat.nothing' | FileCheck %s --check-prefix=WHOLE
// RUN: remat-opt %s --remat-set-policy='function=f region-policy=#remat.everything' | FileCheck %s --check-prefix=REGIONS
// RUN: not remat-opt %s --remat-set-policy='function=f policy=#remat.no_such' 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: not remat-opt %s --remat-set-policy='function=g policy=#remat.nothing' 2>&1 | FileCheck %s --check-prefix=NONE

// BAD: '#remat.no_such' is not a policy
// NONE: there is no function @g with a body

// WHOLE-LABEL: func.func @f
// WHOLE-NEXT: remat.checkpoint policy(#remat.nothing) (%{{.*}} = %arg0 : f32) -> (f32) {
// WHOLE: call @callee
// WHOLE: remat.checkpoint policy(#remat.save_only<["a"]>)
// WHOLE: return %{{.*}} : f32

// The region in the callee and the outer one here; not the one within.
// REGIONS-LABEL: func.func @f
// REGIONS: remat.checkpoint policy(#remat.everything)
// REGIONS: remat.checkpoint policy(#remat.dots)
// REGIONS-LABEL: func.func private @callee
// REGIONS: remat.checkpoint policy(#remat.everything)
// REGIONS-LABEL: func.func @other
// REGIONS: remat.checkpoint policy(#remat.nothing)
func.func @f(%x: f32) -> f32 {
  %0 = call @callee(%x) : (f32) -> f32
  %1 = remat.checkpoint policy(#remat.save_only<["a"]>) (%a = %0 : f32) -> (f32) {
    %2 = remat.checkpoint policy(#remat.dots) (%b = %a : f32) -> (f32) {
      %3 = math.sin %b : f32
      remat.yield %3 : f32
    }
    remat.yield %2 : f32
  }
  return %1 : f32
}

func.func private @callee(%x: f32) -> f32 {
  %0 = remat.checkpoint policy(#remat.nothing) (%a = %x : f32) -> (f32) {
    %1 = math.cos %a : f32
    remat.yield %1 : f32
  }
  return %0 : f32
}

func.func @other(%x: f32) -> f32 {
  %0 = remat.checkpoint policy(#remat.nothing) (%a = %x : f32) -> (f32) {
    %1 = math.cos %a : f32
    remat.yield %1 : f32
  }
  return %0 : f32
}
