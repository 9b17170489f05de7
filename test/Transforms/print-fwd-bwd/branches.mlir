// RUN: env COLUMNS=100 remat-opt %s --remat-print-fwd-bwd=function=f -o /dev/null 2>&1 | FileCheck %s
// RUN: env COLUMNS=100 remat-opt %s --remat-print-fwd-bwd=function=g -o /dev/null 2>&1 | FileCheck %s --check-prefix=SWITCH
// RUN: env COLUMNS=100 remat-opt %s --remat-print-fwd-bwd=function=h -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHILE

// Branches and their cases are indented; what a branch hands out is a residual where it is
// made, too.

// CHECK: %0#1 16 f32[4] output of cos
// CHECK: {{^}}* %0#0, %0#1 = if %c : f32[4], f32[4] | * %5 = arith.mulf %ct0, %0#1 : f32[4]
// CHECK-NEXT: {{^}} %1 = math.sin %x : f32[4] | yield %5
// CHECK-NEXT: {{^}}* %2 = math.cos %x : f32[4] | else
// CHECK-NEXT: {{^}}* yield %1, %2 | %6 = arith.negf %ct0 : f32[4]
// CHECK-NEXT: {{^}} else | yield %6
// CHECK-NEXT: {{^}} %3 = arith.negf %x : f32[4] | > gradient of %x = %4 : f32[4]
// CHECK-NEXT: {{^}} yield %3, empty |
// CHECK-NEXT: {{^}} return %0#0 |
func.func @f(%c: i1, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = scf.if %c -> tensor<4xf32> {
    %s = math.sin %x : tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  } else {
    %n = arith.negf %x : tensor<4xf32>
    scf.yield %n : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// SWITCH: {{^}}* %0#0, %0#1 = index_switch %k
// SWITCH-NEXT: {{^}} default |
// SWITCH-NEXT: {{^}} yield %x, empty |
// SWITCH-NEXT: {{^}} case 3 |
// SWITCH-NEXT: {{^}} %{{[0-9]+}} = math.sin %x
func.func @g(%k: index, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = scf.index_switch %k -> tensor<4xf32>
  case 3 {
    %s = math.sin %x : tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  default {
    scf.yield %x : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// The count of a while loop is a residual, and what follows from it is made again.
// WHILE: {{^}}* %[[R:[0-9]+]]#0, %[[R]]#1 = while %x, 0 : {{.*}} | *= %{{[0-9]+}} = arith.cmpi[slt] 0, %[[R]]#1
// WHILE-NEXT: {{^}} before %{{[0-9]+}}, %{{[0-9]+}} |
// WHILE: arith.cmpf[olt]
// WHILE-NEXT: {{^}} condition %
// WHILE-NEXT: {{^}} after %
func.func @h(%x: tensor<f32>) -> tensor<f32> {
  %big = arith.constant 10.0 : f32
  %r = scf.while (%a = %x) : (tensor<f32>) -> tensor<f32> {
    %v = tensor.extract %a[] : tensor<f32>
    %c = arith.cmpf olt, %v, %big : f32
    scf.condition(%c) %a : tensor<f32>
  } do {
  ^bb0(%b: tensor<f32>):
    %d = arith.mulf %b, %b : tensor<f32>
    scf.yield %d : tensor<f32>
  }
  return %r : tensor<f32>
}
