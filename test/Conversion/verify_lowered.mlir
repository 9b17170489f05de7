// RUN: remat-opt %s --remat-verify-lowered='stage=loops' --verify-diagnostics

func.func @f(%x: memref<4xf32>, %y: f32) {
  // expected-error @below {{'linalg.fill' is left after stage 'loops': it could not be turned into loops}}
  linalg.fill ins(%y : f32) outs(%x : memref<4xf32>)
  return
}
