// RUN: remat-opt %s --remat-differentiate -inline -canonicalize -cse -symbol-dce -o %t
// RUN: FileCheck %s --check-prefix=SIN --input-file=%t
// RUN: FileCheck %s --check-prefix=COS --input-file=%t

// The sine of a sine, as a region and without one: the region computes one sine
// again, and where only the gradient is used, no sine that only the value needs.

func.func private @region(%x: f32) -> f32 {
  %y = remat.checkpoint (%a = %x : f32) -> (f32) {
    %s = math.sin %a : f32
    %t = math.sin %s : f32
    remat.yield %t : f32
  }
  return %y : f32
}

func.func private @plain(%x: f32) -> f32 {
  %s = math.sin %x : f32
  %t = math.sin %s : f32
  return %t : f32
}

// SIN-LABEL: func.func @region_both
// SIN-COUNT-3: math.sin
// SIN-NOT: math.sin
// COS-LABEL: func.func @region_both
// COS-COUNT-2: math.cos
// COS-NOT: math.cos
func.func @region_both(%x: f32) -> (f32, f32) {
  %v, %g = remat.value_and_grad @region(%x) : (f32) -> (f32, f32)
  return %v, %g : f32, f32
}

// SIN-LABEL: func.func @region_gradient
// SIN-COUNT-1: math.sin
// SIN-NOT: math.sin
// COS-LABEL: func.func @region_gradient
// COS-COUNT-2: math.cos
// COS-NOT: math.cos
func.func @region_gradient(%x: f32) -> f32 {
  %v, %g = remat.value_and_grad @region(%x) : (f32) -> (f32, f32)
  return %g : f32
}

// SIN-LABEL: func.func @plain_both
// SIN-COUNT-2: math.sin
// SIN-NOT: math.sin
// COS-LABEL: func.func @plain_both
// COS-COUNT-2: math.cos
// COS-NOT: math.cos
func.func @plain_both(%x: f32) -> (f32, f32) {
  %v, %g = remat.value_and_grad @plain(%x) : (f32) -> (f32, f32)
  return %v, %g : f32, f32
}

// Nothing else is left.
// SIN-LABEL: func.func @plain_gradient
// SIN-COUNT-1: math.sin
// SIN-NOT: math.sin
// SIN-NOT: func.func
// COS-LABEL: func.func @plain_gradient
// COS-COUNT-2: math.cos
// COS-NOT: math.cos
func.func @plain_gradient(%x: f32) -> f32 {
  %v, %g = remat.value_and_grad @plain(%x) : (f32) -> (f32, f32)
  return %g : f32
}
