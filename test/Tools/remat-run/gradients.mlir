// RUN: remat-run %s --grad=loss --input=3xf64=1,2,3 --input=f64=2 | FileCheck %s --check-prefix=LOSS
// RUN: remat-run %s --grad=loss --wrt=1 --input=3xf64=1,2,3 --input=f64=2 | FileCheck %s --check-prefix=WRT
// RUN: remat-run %s --grad=loss --wrt=1 --input=3xf64=1,2,3 --input=f64=2 --cotangent=f64=10 | FileCheck %s --check-prefix=COTANGENT
// RUN: remat-run %s --grad=two --input=f32=3 --cotangent=f32=1 --cotangent=f32=100 | FileCheck %s --check-prefix=TWO
// RUN: remat-run %s --grad=loss --input=3xf64=1,2,3 --input=f64=2 --check-gradients | FileCheck %s --check-prefix=CHECKED
// RUN: remat-run %s --grad=loss --input=3xf64=1,2,3 --input=f64=2 --policy='#remat.nothing' | FileCheck %s --check-prefix=LOSS
// RUN: not remat-run %s --function=wrong --input=f64=2 --check-gradients 2>&1 | FileCheck %s --check-prefix=WRONG

// RUN: remat-run %s --function=curved --input=f64=300 --check-gradients | FileCheck %s --check-prefix=CURVED
// RUN: not remat-run %s --function=slightly_wrong --input=f64=300 --check-gradients 2>&1 | FileCheck %s --check-prefix=WRONG

// LOSS: value0: f64 = 12
// LOSS-NEXT: grad0: f64[3] = [2, 2, 2]
// LOSS-NEXT: grad1: f64 = 6
// WRT: value0: f64 = 12
// WRT-NEXT: grad1: f64 = 6
// WRT-NOT: grad0
// COTANGENT: grad1: f64 = 60
// CHECKED: gradient of argument 0: right
// CHECKED-NEXT: gradient of argument 1: right
func.func @loss(%x: tensor<3xf64>, %s: f64) -> f64 {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %sum = linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
    iterator_types = ["reduction"]} ins(%x : tensor<3xf64>) outs(%zero : tensor<f64>) {
  ^bb0(%a: f64, %out: f64):
    %1 = arith.addf %out, %a : f64
    linalg.yield %1 : f64
  } -> tensor<f64>
  %0 = tensor.extract %sum[] : tensor<f64>
  %r = arith.mulf %0, %s : f64
  return %r : f64
}

// TWO: value0: f32 = 9
// TWO-NEXT: value1: f32 = 6
// TWO-NEXT: grad0: f32 = 206
func.func @two(%x: f32) -> (f32, f32) {
  %0 = arith.mulf %x, %x : f32
  %1 = arith.addf %x, %x : f32
  return %0, %1 : f32, f32
}

// A user's derivative that is wrong on purpose: twice the cotangent, of x.
// WRONG-DAG: gradient of argument 0: WRONG
// WRONG-DAG: error: gradients differ from finite differences
func.func @wrong(%x: f64) -> f64 {
  %0 = remat.custom_vjp @identity(%x) fwd @identity_fwd bwd @identity_bwd : (f64) -> f64
  return %0 : f64
}
func.func private @identity(%x: f64) -> f64 {
  return %x : f64
}
func.func private @identity_fwd(%x: f64) -> f64 {
  return %x : f64
}
func.func private @identity_bwd(%ct: f64) -> f64 {
  %0 = arith.addf %ct, %ct : f64
  return %0 : f64
}

// A step that is right for 300 is a large one for the exponential.
// CURVED: gradient of argument 0: right
func.func @curved(%x: f64) -> f64 {
  %0 = math.exp %x : f64
  return %0 : f64
}

// The same with a derivative that is a hundred thousandth too large.
func.func @slightly_wrong(%x: f64) -> f64 {
  %0 = remat.custom_vjp @exp(%x) fwd @exp_fwd bwd @exp_bwd : (f64) -> f64
  return %0 : f64
}
func.func private @exp(%x: f64) -> f64 {
  %0 = math.exp %x : f64
  return %0 : f64
}
func.func private @exp_fwd(%x: f64) -> (f64, f64) {
  %0 = math.exp %x : f64
  return %0, %0 : f64, f64
}
func.func private @exp_bwd(%y: f64, %ct: f64) -> f64 {
  %factor = arith.constant 1.00001 : f64
  %0 = arith.mulf %y, %factor : f64
  %1 = arith.mulf %ct, %0 : f64
  return %1 : f64
}

// A name that the gradient would get is no obstacle.
// RUN: remat-run %s --grad=taken --input=f64=3 | FileCheck %s --check-prefix=TAKEN
// TAKEN: value0: f64 = 45
// TAKEN: grad0: f64 = 30
func.func @taken_grad(%x: f64) -> f64 {
  %five = arith.constant 5.0 : f64
  %y = arith.mulf %x, %five : f64
  return %y : f64
}
func.func @taken(%x: f64) -> f64 {
  %y = call @taken_grad(%x) : (f64) -> f64
  %z = arith.mulf %y, %x : f64
  return %z : f64
}
