// RUN: remat-opt %s --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @segments
// CHECK: remat.checkpoint loop(#remat.segments<4>)
// CHECK: remat.checkpoint loop(#remat.segments) (
func.func @segments(%x: f32, %n: index) -> (f32, f32) {
  %0 = remat.checkpoint loop(#remat.segments<4>) (%a = %x : f32, %m = %n : index) -> (f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %l = scf.for %i = %c0 to %m step %c1 iter_args(%h = %a) -> f32 {
      scf.yield %h : f32
    }
    remat.yield %l : f32
  }
  %1 = remat.checkpoint loop(#remat.segments) (%a = %x : f32, %m = %n : index) -> (f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %l = scf.for %i = %c0 to %m step %c1 iter_args(%h = %a) -> f32 {
      scf.yield %h : f32
    }
    remat.yield %l : f32
  }
  return %0, %1 : f32, f32
}

// -----

func.func @none(%x: f32) -> f32 {
  // expected-error @below {{with loop(...) must hold one scf.for, but holds 0}}
  %0 = remat.checkpoint loop(#remat.segments<4>) (%a = %x : f32) -> (f32) {
    remat.yield %a : f32
  }
  return %0 : f32
}

// -----

func.func @more(%x: f32, %n: index) -> f32 {
  // expected-error @below {{with loop(...) holds 'math.sin' besides its loop; move it into the loop or out of the region}}
  %0 = remat.checkpoint loop(#remat.segments<4>) (%a = %x : f32, %m = %n : index) -> (f32) {
    %c1 = arith.constant 1 : index
    %s = math.sin %a : f32
    %l = scf.for %i = %c1 to %m step %c1 iter_args(%h = %s) -> f32 {
      scf.yield %h : f32
    }
    remat.yield %l : f32
  }
  return %0 : f32
}

// -----

func.func @other(%x: f32) -> f32 {
  // expected-error @below {{expected #remat.segments<length> or #remat.binomial<snapshots>, but found #remat.nothing}}
  %0 = remat.checkpoint loop(#remat.nothing) (%a = %x : f32) -> (f32) {
    remat.yield %a : f32
  }
  return %0 : f32
}
