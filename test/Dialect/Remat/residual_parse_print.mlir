// RUN: remat-opt %s | remat-opt | FileCheck %s

// CHECK-LABEL: func @f_bwd
// CHECK-SAME: %{{.*}}: f32 {remat.residual = #remat.residual<argument 0, "f32[] from the argument x">}
// CHECK-SAME: %{{.*}}: f32 {remat.residual = #remat.residual<result 1, "f32[] output of sin from net.py:8:9 (g)">}
// CHECK-SAME: %{{.*}}: f32 {remat.residual = #remat.residual<stored 2, "f32[] named 'a' from net.py:11:6 (f4)">}
func.func @f_bwd(
    %x: f32 {remat.residual = #remat.residual<argument 0, "f32[] from the argument x">},
    %y: f32 {remat.residual = #remat.residual<result 1, "f32[] output of sin from net.py:8:9 (g)">},
    %z: f32 {remat.residual = #remat.residual<stored 2, "f32[] named 'a' from net.py:11:6 (f4)">}) {
  return
}
