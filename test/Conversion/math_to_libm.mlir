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

// CHECK-LABEL: func.func @classes(
// CHECK-DAG:     %[[SMALLEST:.*]] = arith.constant 1.17549435E-38 : f32
// CHECK-DAG:     %[[INFINITY:.*]] = arith.constant 0x7F800000 : f32
// CHECK:         %[[INFINITE:.*]] = arith.cmpf oeq, %{{.*}}, %[[INFINITY]]
// CHECK:         %[[FINITE:.*]] = arith.cmpf olt, %[[SIZE:.*]], %[[INFINITY]]
// CHECK:         %[[LARGE:.*]] = arith.cmpf oge, %[[SIZE]], %[[SMALLEST]]
// CHECK:         %[[NORMAL:.*]] = arith.andi %[[FINITE]], %[[LARGE]]
// CHECK:         return %[[INFINITE]], %[[NORMAL]]
func.func @classes(%x: f32) -> (i1, i1) {
  %0 = math.isinf %x : f32
  %1 = math.isnormal %x : f32
  return %0, %1 : i1, i1
}
