// RUN: remat-run %s --function=taken --input=2x2x2xf64=1,2,3,4,5,6,7,8 --input=index=1 | FileCheck %s --check-prefix=TAKEN
// RUN: remat-run %s --function=sized --input=2x2x2xf64=1,2,3,4,5,6,7,8 --input=index=1 | FileCheck %s --check-prefix=TAKEN
// RUN: remat-run %s --function=put_in --input=2x2x2xf64=1,2,3,4,5,6,7,8 --input=index=1 | FileCheck %s --check-prefix=PUT
// RUN: remat-run %s --grad=taken --input=2x2x2xf64=1,2,3,4,5,6,7,8 --input=index=1 --cotangent=1x2xf64=1,2 --check-gradients | FileCheck %s --check-prefix=GRAD
// RUN: remat-run %s --grad=put_in --input=2x2x2xf64=1,2,3,4,5,6,7,8 --input=index=1 --cotangent=2x2x2xf64=1,2,3,4,5,6,7,8 --check-gradients

// A slice that keeps a dimension of size one and lacks another behind it, with an
// offset or a size that turns out to be a constant: the elements are those that the
// program says.

// TAKEN: value0: f64[1,2] = {{\[\[}}5, 7]]
// GRAD: gradient of argument 0: right
func.func @taken(%x: tensor<2x2x2xf64>, %i: index) -> tensor<1x2xf64> {
  %one = arith.constant 1 : index
  %zero = arith.remui %i, %one : index
  %0 = tensor.extract_slice %x[%i, %zero, 0] [1, 2, 1] [1, 1, 1] : tensor<2x2x2xf64> to tensor<1x2xf64>
  return %0 : tensor<1x2xf64>
}

func.func @sized(%x: tensor<2x2x2xf64>, %i: index) -> tensor<1x2xf64> {
  %one = arith.constant 1 : index
  %n = arith.divui %one, %one : index
  %0 = tensor.extract_slice %x[%i, 0, 0] [%n, 2, 1] [1, 1, 1] : tensor<2x2x2xf64> to tensor<?x2xf64>
  %1 = tensor.cast %0 : tensor<?x2xf64> to tensor<1x2xf64>
  return %1 : tensor<1x2xf64>
}

// PUT: value0: f64[2,2,2] = {{\[\[\[}}1, 2], [3, 4]], {{\[\[}}-1, 6], [-2, 8]]]
func.func @put_in(%x: tensor<2x2x2xf64>, %i: index) -> tensor<2x2x2xf64> {
  %one = arith.constant 1 : index
  %zero = arith.remui %i, %one : index
  %part = arith.constant dense<[[-1.0, -2.0]]> : tensor<1x2xf64>
  %0 = tensor.insert_slice %part into %x[%i, %zero, 0] [1, 2, 1] [1, 1, 1] : tensor<1x2xf64> into tensor<2x2x2xf64>
  return %0 : tensor<2x2x2xf64>
}
