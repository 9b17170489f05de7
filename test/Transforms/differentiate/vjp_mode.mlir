// RUN: remat-opt %s -split-input-file --remat-differentiate='function=f mode=vjp' | FileCheck %s

// One function up to the residuals and one from them: a residual that is an
// argument or a result comes from the caller, the others are stored. Residuals are
// in the order of the report.

#sin = loc("f"("net.py":3:7))

// CHECK: func.func @f_fwd(%{{[^:]*}}: f32{{[^,]*}}) -> (f32, f32, f32)
// CHECK: func.func @f_bwd(
// CHECK-SAME: %{{[^:]*}}: f32 {remat.residual = #remat.residual<stored 0, "f32[] output of cos from net.py:3:7 (f)">}
// CHECK-SAME: %{{[^:]*}}: f32 {remat.residual = #remat.residual<stored 1, "f32[] output of cos from net.py:3:7 (f)">}
// CHECK-SAME: %{{[^:]*}}: f32) -> f32
// CHECK-NOT: math.
// CHECK-COUNT-2: arith.mulf
// CHECK-NOT: arith.mulf
// CHECK: return
func.func @f(%x: f32 loc("x")) -> f32 {
  %s = math.sin %x : f32 loc(#sin)
  %t = math.sin %s : f32 loc(#sin)
  return %t : f32
}

// -----

// A residual that is an argument.

// CHECK: func.func @f_fwd(%{{[^:]*}}: f32{{[^,]*}}, %{{[^:]*}}: f32{{[^,]*}}) -> f32
// CHECK: func.func @f_bwd(
// CHECK-SAME: %[[X:[^:]*]]: f32 {remat.residual = #remat.residual<argument 0, "f32[] from the argument x">}
// CHECK-SAME: %[[Y:[^:]*]]: f32 {remat.residual = #remat.residual<argument 1, "f32[] from the argument y">}
// CHECK-SAME: %[[CT:[^:]*]]: f32) -> (f32, f32)
// CHECK-DAG: %[[DX:.*]] = arith.mulf {{%}}{{.*}}%[[Y]]{{.*}} : f32
// CHECK-DAG: %[[DY:.*]] = arith.mulf {{%}}{{.*}}%[[X]]{{.*}} : f32
// CHECK: return %[[DX]], %[[DY]]
func.func @f(%x: f32 loc("x"), %y: f32 loc("y")) -> f32 {
  %p = arith.mulf %x, %y : f32
  return %p : f32
}

// -----

// A residual that is a result, here the second.

#exp = loc("f"("net.py":5:7))

// CHECK: func.func @f_fwd(%{{[^:]*}}: f32{{[^,]*}}) -> (f32, f32)
// CHECK: func.func @f_bwd(
// CHECK-SAME: %[[E:[^:]*]]: f32 {remat.residual = #remat.residual<result 1, "f32[] output of exp from net.py:5:7 (f)">}
// CHECK-SAME: %{{[^:]*}}: f32, %{{[^:]*}}: f32) -> f32
// CHECK-NOT: math.exp
// CHECK: return
func.func @f(%x: f32 loc("x")) -> (f32, f32) {
  %n = arith.negf %x : f32
  %e = math.exp %x : f32 loc(#exp)
  return %n, %e : f32, f32
}

// -----

// A linear function needs nothing but the cotangent.

// CHECK: func.func @f_fwd(%{{[^:]*}}: f32{{[^,]*}}) -> f32
// CHECK: func.func @f_bwd(%[[CT:[^:]*]]: f32) -> f32
// CHECK-NEXT: arith.negf %[[CT]]
func.func @f(%x: f32 loc("x")) -> f32 {
  %n = arith.negf %x : f32
  return %n : f32
}

// -----

// Cotangents only for float results, gradients only for float arguments.

// CHECK: func.func @f_fwd(%{{[^:]*}}: i32{{[^,]*}}, %{{[^:]*}}: f32{{[^,]*}}) -> (i32, f32)
// CHECK: func.func @f_bwd(%[[CT:[^:]*]]: f32) -> f32
func.func @f(%i: i32 loc("i"), %x: f32 loc("x")) -> (i32, f32) {
  %j = arith.addi %i, %i : i32
  %n = arith.negf %x : f32
  return %j, %n : i32, f32
}

// -----

// The backward pass of a region takes the region's inputs and computes the rest
// behind a barrier; the forward pass stores nothing.

// CHECK: func.func @f_fwd(%{{[^:]*}}: f32{{[^,]*}}) -> f32
// CHECK: func.func @f_bwd(
// CHECK-SAME: %[[X:[^:]*]]: f32 {remat.residual = #remat.residual<argument 0, "f32[] from the argument x">}
// CHECK-SAME: %[[CT:[^:]*]]: f32) -> f32
// CHECK: %[[B:.*]] = remat.optimization_barrier %[[X]] : f32
// CHECK-NOT: remat.optimization_barrier
// CHECK: math.sin %[[B]]
// CHECK-NOT: math.sin
// CHECK: return
func.func @f(%x: f32 loc("x")) -> f32 {
  %r = remat.checkpoint (%a = %x : f32) -> (f32) {
    %s = math.sin %a : f32
    %t = math.sin %s : f32
    remat.yield %t : f32
  }
  return %r : f32
}
