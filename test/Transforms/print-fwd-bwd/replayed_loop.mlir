// RUN: env COLUMNS=140 remat-opt %s --remat-print-fwd-bwd=function=f -o /dev/null 2>&1 | FileCheck %s

// A region around a loop runs the whole loop again, with stacks this time. All that belongs
// to it is marked; its transpose is not.

// CHECK-NOT: ~ %
// CHECK: | *# %[[X:[0-9]+]] = barrier %x
// CHECK: | ~ %{{.*}} = for %[[I:[0-9]+]] = 0 to 3 with %[[H:[0-9]+]] = %[[X]], %[[STACK:[0-9]+]] = empty
// CHECK: | ~ %[[COS:[0-9]+]] = math.cos %[[H]] : f32[2]
// CHECK-NEXT: | ~ %{{.*}} = tensor.insert_slice %[[COS]] into %[[STACK]][%[[I]],0]
// CHECK: | ~ yield
// CHECK-NOT: ~
// CHECK: | > %{{.*}} = for
// CHECK: | > gradient of %x
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %o = remat.checkpoint (%a = %x : tensor<2xf32>) -> (tensor<2xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%h = %a) -> tensor<2xf32> {
      %s = math.sin %h : tensor<2xf32>
      scf.yield %s : tensor<2xf32>
    }
    remat.yield %r : tensor<2xf32>
  }
  return %o : tensor<2xf32>
}
