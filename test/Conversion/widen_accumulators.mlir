// RUN: remat-opt %s --remat-normalize-linalg --remat-widen-accumulators --split-input-file | FileCheck %s

// A product of narrow numbers is exact in f32: factors are widened, not it.
// CHECK-LABEL: func.func @dot
// CHECK: %[[INIT:.*]] = linalg.fill {{.*}} -> tensor<f32>
// CHECK: linalg.generic {{.*}} outs(%[[INIT]] : tensor<f32>)
// CHECK: ^bb0(%[[A:.*]]: bf16, %[[B:.*]]: bf16, %[[OUT:.*]]: f32):
// CHECK: %[[X:.*]] = arith.extf %[[A]] : bf16 to f32
// CHECK: %[[Y:.*]] = arith.extf %[[B]] : bf16 to f32
// CHECK: %[[P:.*]] = arith.mulf %[[X]], %[[Y]] : f32
// CHECK: arith.addf %[[OUT]], %[[P]] : f32
// CHECK: arith.truncf {{.*}} : f32 to bf16
func.func @dot(%a: tensor<8xbf16>, %b: tensor<8xbf16>) -> tensor<bf16> {
  %zero = arith.constant 0.0 : bf16
  %empty = tensor.empty() : tensor<bf16>
  %init = linalg.fill ins(%zero : bf16) outs(%empty : tensor<bf16>) -> tensor<bf16>
  %0 = linalg.dot ins(%a, %b : tensor<8xbf16>, tensor<8xbf16>)
                  outs(%init : tensor<bf16>) -> tensor<bf16>
  return %0 : tensor<bf16>
}

// -----

// What a sum starts from is widened, whatever it is.
// CHECK-LABEL: func.func @sum
// CHECK-SAME: %[[INIT:.*]]: tensor<f16>
// CHECK: linalg.generic {{.*}} ins(%[[INIT]] : tensor<f16>) outs({{.*}} : tensor<f32>)
// CHECK: arith.addf {{.*}} : f32
// CHECK: arith.truncf {{.*}} : f32 to f16
func.func @sum(%init: tensor<f16>, %a: tensor<?xf16>) -> tensor<f16> {
  %0 = linalg.reduce ins(%a : tensor<?xf16>) outs(%init : tensor<f16>) dimensions = [0]
    (%x: f16, %y: f16) {
      %1 = arith.addf %x, %y : f16
      linalg.yield %1 : f16
    }
  return %0 : tensor<f16>
}

// -----

// Maxima round nothing, and f32 is wide enough.
// CHECK-LABEL: func.func @kept
// CHECK-NOT: arith.extf
// CHECK-NOT: arith.truncf
func.func @kept(%init: tensor<bf16>, %a: tensor<8xbf16>, %c: tensor<f32>, %b: tensor<8xf32>) -> (tensor<bf16>, tensor<f32>) {
  %0 = linalg.reduce ins(%a : tensor<8xbf16>) outs(%init : tensor<bf16>) dimensions = [0]
    (%x: bf16, %y: bf16) {
      %2 = arith.maximumf %x, %y : bf16
      linalg.yield %2 : bf16
    }
  %1 = linalg.reduce ins(%b : tensor<8xf32>) outs(%c : tensor<f32>) dimensions = [0]
    (%x: f32, %y: f32) {
      %2 = arith.addf %x, %y : f32
      linalg.yield %2 : f32
    }
  return %0, %1 : tensor<bf16>, tensor<f32>
}
