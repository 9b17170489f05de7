// RUN: remat-opt %s --remat-switches-to-ifs | FileCheck %s

// CHECK-LABEL: func.func @three
// CHECK-SAME: (%[[I:.*]]: index, %[[X:.*]]: tensor<2xf32>, %[[Y:.*]]: tensor<2xf32>, %[[Z:.*]]: tensor<2xf32>)
// CHECK: %[[C7:.*]] = arith.constant 7 : index
// CHECK: %[[IS7:.*]] = arith.cmpi eq, %[[I]], %[[C7]]
// CHECK: %[[R:.*]] = scf.if %[[IS7]] -> (tensor<2xf32>) {
// CHECK:   scf.yield %[[X]]
// CHECK: } else {
// CHECK:   %[[C2:.*]] = arith.constant -2 : index
// CHECK:   %[[IS2:.*]] = arith.cmpi eq, %[[I]], %[[C2]]
// CHECK:   %[[REST:.*]] = scf.if %[[IS2]] -> (tensor<2xf32>) {
// CHECK:     scf.yield %[[Y]]
// CHECK:   } else {
// CHECK:     scf.yield %[[Z]]
// CHECK:   }
// CHECK:   scf.yield %[[REST]]
// CHECK: }
// CHECK: return %[[R]]
func.func @three(%i: index, %x: tensor<2xf32>, %y: tensor<2xf32>, %z: tensor<2xf32>) -> tensor<2xf32> {
  %r = scf.index_switch %i -> tensor<2xf32>
  case 7 {
    scf.yield %x : tensor<2xf32>
  }
  case -2 {
    scf.yield %y : tensor<2xf32>
  }
  default {
    scf.yield %z : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}

// CHECK-LABEL: func.func @in_each_other
// CHECK-NOT: index_switch
func.func @in_each_other(%i: index, %x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %r = scf.index_switch %i -> tensor<2xf32>
  case 0 {
    %s = scf.index_switch %i -> tensor<2xf32>
    case 1 {
      scf.yield %x : tensor<2xf32>
    }
    default {
      scf.yield %y : tensor<2xf32>
    }
    scf.yield %s : tensor<2xf32>
  }
  default {
    scf.yield %y : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}

// Numbers are no buffers.
// CHECK-LABEL: func.func @numbers
// CHECK: scf.index_switch
func.func @numbers(%i: index, %x: f32, %y: f32) -> f32 {
  %r = scf.index_switch %i -> f32
  case 0 {
    scf.yield %x : f32
  }
  default {
    scf.yield %y : f32
  }
  return %r : f32
}
