// RUN: remat-opt %s --remat-differentiate="function=scan mode=grad" | FileCheck %s
// RUN: remat-opt %s --remat-print-saved-residuals="function=scan" -o /dev/null 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: remat-run %s --grad=scan --input=3x2x2xf64=0.5,0.25,-0.5,1,0.1,0.2,0.3,0.4,1,0,0.5,2 --input=2xf64=0.3,-0.7 --cotangent=2xf64=1,-2 --check-gradients

// What an iteration keeps goes into stacks, in place; the slice of what comes from
// outside is read again, and its gradient is summed into one tensor.
// CHECK-LABEL: func.func @scan_grad
// CHECK: %[[FWD:.+]]:3 = scf.for %[[I:.+]] = %c0{{.*}} to %c3
// CHECK-DAG: tensor.insert_slice {{.*}}[%[[I]], 0] [1, 2] [1, 1] : tensor<2xf64> into tensor<3x2xf64>
// CHECK-DAG: math.sin
// CHECK-DAG: math.cos
// CHECK: scf.for %[[J:.+]] = %c0
// CHECK: %[[LAST:.+]] = arith.subi %c3{{.*}}, %c1
// CHECK: %[[IT:.+]] = arith.subi %[[LAST]], %[[J]]
// CHECK-DAG: tensor.extract_slice %[[FWD]]#{{[12]}}[%[[IT]], 0]
// CHECK-DAG: tensor.extract_slice %[[FWD]]#{{[12]}}[%[[IT]], 0]
// CHECK-DAG: tensor.extract_slice %arg0[%[[IT]], 0, 0]
// CHECK-NOT: math.
// CHECK: return

// LIST: {{^}}f64[3,2,2] from the argument Ws
// LIST-NEXT: {{^}}f64[3,2] output of for stacked by loop for.mlir:[[@LINE+8]]:8 (scan)
// LIST-NEXT: {{^}}f64[3,2] output of cos stacked by loop for.mlir:[[@LINE+7]]:8 (scan)
// LIST-EMPTY:
func.func @scan(%Ws: tensor<3x2x2xf64>, %x: tensor<2xf64>) -> tensor<2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%h = %x) -> tensor<2xf64> {
    %W = tensor.extract_slice %Ws[%i, 0, 0] [1, 2, 2] [1, 1, 1] : tensor<3x2x2xf64> to tensor<2x2xf64>
    %empty = tensor.empty() : tensor<2xf64>
    %fill = linalg.fill ins(%zero : f64) outs(%empty : tensor<2xf64>) -> tensor<2xf64>
    %a = linalg.matvec ins(%W, %h : tensor<2x2xf64>, tensor<2xf64>) outs(%fill : tensor<2xf64>) -> tensor<2xf64>
    %s = math.sin %a : tensor<2xf64>
    scf.yield %s : tensor<2xf64>
  }
  return %r : tensor<2xf64>
}
