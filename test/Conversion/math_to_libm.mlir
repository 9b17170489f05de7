// RUN: remat-opt %s --remat-math-to-libm | FileCheck %s

// What the C library has becomes a call; the rest stays for LLVM.

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[X:.*]]: f64, %[[Y:.*]]: f64, %[[N:.*]]: i64)
// CHECK:         %[[L:.*]] = call @log1p(%[[X]]) : (f64) -> f64
// CHECK:         %[[S:.*]] = math.copysign %[[L]], %[[Y]] : f64
// CHECK:         %[[Z:.*]] = math.ctlz %[[N]] : i64
// CHECK:         return %[[S]], %[[Z]]
func.func @f(%x: f64, %y: f64, %n: i64) -> (f64, i64) {
  %0 = math.log1p %x : f64
  %1 = math.copysign %0, %y : f64
  %2 = math.ctlz %n : i64
  return %1, %2 : f64, i64
}

// CHECK-LABEL: func.func @half(
// CHECK:         %[[W:.*]] = arith.extf
// CHECK:         %[[T:.*]] = call @atanf(%[[W]]) : (f32) -> f32
// CHECK:         arith.truncf %[[T]]
func.func @half(%x: f16) -> f16 {
  %0 = math.atan %x : f16
  return %0 : f16
}
