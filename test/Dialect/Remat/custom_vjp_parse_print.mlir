// RUN: remat-opt %s | remat-opt | FileCheck %s
// RUN: remat-opt %s -mlir-print-op-generic | remat-opt | FileCheck %s

func.func private @sin(f32) -> f32
func.func private @sin_fwd(f32) -> (f32, f32)
func.func private @sin_bwd(f32, f32) -> f32

// CHECK-LABEL: func @one
func.func @one(%x: f32) -> f32 {
  // CHECK: %{{.*}} = remat.custom_vjp @sin(%{{.*}}) fwd @sin_fwd bwd @sin_bwd : (f32) -> f32
  %0 = remat.custom_vjp @sin(%x) fwd @sin_fwd bwd @sin_bwd : (f32) -> f32
  return %0 : f32
}

// Integer arguments and results take no cotangents; residuals may be of any
// type, and there may be none.
func.func private @take(tensor<4xf32>, i32) -> (f32, i1)
func.func private @take_fwd(tensor<4xf32>, i32) -> (f32, i1, i32, index)
func.func private @take_bwd(i32, index, f32) -> tensor<4xf32>
func.func private @id_fwd(f32) -> f32
func.func private @id_bwd(f32) -> f32
func.func private @nothing()

// CHECK-LABEL: func @several
func.func @several(%x: tensor<4xf32>, %i: i32, %y: f32) {
  // CHECK: remat.custom_vjp @take(%{{.*}}, %{{.*}}) fwd @take_fwd bwd @take_bwd {tag = 1 : i64} : (tensor<4xf32>, i32) -> (f32, i1)
  %0:2 = remat.custom_vjp @take(%x, %i) fwd @take_fwd bwd @take_bwd {tag = 1 : i64} : (tensor<4xf32>, i32) -> (f32, i1)
  // CHECK: remat.custom_vjp @sin(%{{.*}}) fwd @id_fwd bwd @id_bwd : (f32) -> f32
  %1 = remat.custom_vjp @sin(%y) fwd @id_fwd bwd @id_bwd : (f32) -> f32
  // CHECK: remat.custom_vjp @nothing() fwd @nothing bwd @nothing : () -> ()
  remat.custom_vjp @nothing() fwd @nothing bwd @nothing : () -> ()
  return
}
