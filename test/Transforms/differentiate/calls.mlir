// RUN: remat-opt %s --remat-differentiate='function=f mode=grad' -inline -canonicalize -cse -symbol-dce | FileCheck %s
// RUN: remat-opt %s --remat-differentiate='function=f mode=grad' -inline -canonicalize -cse -symbol-dce | FileCheck %s --check-prefix=COS

// Three calls of a function, one in a region: three sines, none of them twice, since the
// cosine of the region needs its input alone, and three cosines.

// CHECK-LABEL: func.func @f_grad
// CHECK-COUNT-3: math.sin
// CHECK-NOT: math.sin
// COS-LABEL: func.func @f_grad
// COS-COUNT-3: math.cos
// COS-NOT: math.cos

func.func private @layer(%x: f32) -> f32 {
  %s = math.sin %x : f32
  return %s : f32
}

func.func @f(%x: f32) -> f32 {
  %0 = func.call @layer(%x) : (f32) -> f32
  %1 = remat.checkpoint (%v = %0 : f32) -> (f32) {
    %r = func.call @layer(%v) : (f32) -> f32
    remat.yield %r : f32
  }
  %2 = func.call @layer(%1) : (f32) -> f32
  return %2 : f32
}
