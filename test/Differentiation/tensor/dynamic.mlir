// Gradients at dynamic sizes and offsets, against finite differences.

// RUN: remat-run %s --grad=collapse --check-gradients --input=2x3xf64=0.1,0.2,0.3,0.4,0.5,0.6 --cotangent=6xf64=1,-2,3,.5,-1,2
func.func @collapse(%x: tensor<?x?xf64>) -> tensor<?xf64> {
  %s = math.sin %x : tensor<?x?xf64>
  %c = tensor.collapse_shape %s [[0, 1]] : tensor<?x?xf64> into tensor<?xf64>
  return %c : tensor<?xf64>
}

// RUN: remat-run %s --grad=expand --check-gradients --input=6xf64=0.1,0.2,0.3,0.4,0.5,0.6 --input=index=2 --cotangent=2x3xf64=1,-2,3,.5,-1,2
func.func @expand(%x: tensor<?xf64>, %n: index) -> tensor<?x3xf64> {
  %s = math.sin %x : tensor<?xf64>
  %e = tensor.expand_shape %s [[0, 1]] output_shape [%n, 3] : tensor<?xf64> into tensor<?x3xf64>
  return %e : tensor<?x3xf64>
}

// RUN: remat-run %s --grad=reshape --check-gradients --input=2x3xf64=0.1,0.2,0.3,0.4,0.5,0.6 --input=index=3 --cotangent=3x2xf64=1,-2,3,.5,-1,2
func.func @reshape(%x: tensor<?x3xf64>, %n: index) -> tensor<?x2xf64> {
  %s = math.sin %x : tensor<?x3xf64>
  %two = arith.constant 2 : index
  %shape = tensor.from_elements %n, %two : tensor<2xindex>
  %r = tensor.reshape %s(%shape) : (tensor<?x3xf64>, tensor<2xindex>) -> tensor<?x2xf64>
  return %r : tensor<?x2xf64>
}

// RUN: remat-run %s --grad=slice --check-gradients --input=5x4xf64=0.1,0.8,1.5,0.2,0.9,1.6,0.3,1,1.7,0.4,1.1,1.8,0.5,1.2,1.9,0.6,1.3,2,0.7,1.4 --input=index=1 --input=index=2 --cotangent=2xf64=2,-3
func.func @slice(%x: tensor<?x4xf64>, %i: index, %n: index) -> tensor<?xf64> {
  %s = math.sin %x : tensor<?x4xf64>
  %r = tensor.extract_slice %s[%i, 2] [%n, 1] [%n, 1] : tensor<?x4xf64> to tensor<?xf64>
  return %r : tensor<?xf64>
}

// RUN: remat-run %s --grad=insert --check-gradients --input=2xf64=0.1,0.2 --input=3x4xf64=0.1,0.8,0.3,1,0.5,1.2,0.7,0.2,0.9,0.4,1.1,0.6 --input=index=1 --input=index=2 --cotangent=3x4xf64=1,-2,3,4,-5,6,7,-8,9,10,-11,12
func.func @insert(%x: tensor<?xf64>, %y: tensor<?x?xf64>, %i: index, %n: index) -> tensor<?x?xf64> {
  %s = math.sin %x : tensor<?xf64>
  %t = math.cos %y : tensor<?x?xf64>
  %r = tensor.insert_slice %s into %t[%i, 0] [1, %n] [1, %n] : tensor<?xf64> into tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// RUN: remat-run %s --grad=pad --check-gradients --input=2x3xf64=0.1,0.2,0.3,0.4,0.5,0.6 --input=f64=.7 --input=index=1 --input=index=2 --cotangent=5x4xf64=1,-2,3,4,-5,6,7,-8,9,10,-11,12,1,2,3,-4,5,6,7,8
func.func @pad(%x: tensor<?x3xf64>, %y: f64, %l: index, %h: index) -> tensor<?x?xf64> {
  %s = math.sin %x : tensor<?x3xf64>
  %t = math.cos %y : f64
  %r = tensor.pad %s low[%l, 0] high[%h, %l] {
  ^bb0(%i: index, %j: index):
    tensor.yield %t : f64
  } : tensor<?x3xf64> to tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// RUN: remat-run %s --grad=concat --check-gradients --input=2x2xf64=0.1,0.4,0.3,0.2 --input=1x2xf64=0.1,0.2 --input=3x2xf64=0.1,0.2,0.3,0.4,0.5,0.6 --cotangent=6x2xf64=1,-2,3,4,-5,6,7,-8,9,10,-11,12
func.func @concat(%x: tensor<?x2xf64>, %y: tensor<1x?xf64>, %z: tensor<?x?xf64>) -> tensor<?x2xf64> {
  %s = math.sin %x : tensor<?x2xf64>
  %t = math.cos %z : tensor<?x?xf64>
  %r = tensor.concat dim(0) %s, %y, %t : (tensor<?x2xf64>, tensor<1x?xf64>, tensor<?x?xf64>) -> tensor<?x2xf64>
  return %r : tensor<?x2xf64>
}

// RUN: remat-run %s --grad=extract --check-gradients --input=2x3xf64=0.1,0.2,0.3,0.4,0.5,0.6 --input=index=1 --input=index=0
func.func @extract(%x: tensor<?x?xf64>, %i: index, %j: index) -> f64 {
  %a = tensor.extract %x[%i, %j] : tensor<?x?xf64>
  %b = tensor.extract %x[%j, %i] : tensor<?x?xf64>
  %r = arith.mulf %a, %b : f64
  return %r : f64
}

// RUN: remat-run %s --grad=splat --check-gradients --input=f64=.7 --input=index=2 --cotangent=2x3xf64=1,-2,3,.5,-1,2
func.func @splat(%x: f64, %n: index) -> tensor<?x3xf64> {
  %s = math.sin %x : f64
  %r = tensor.splat %s[%n] : tensor<?x3xf64>
  return %r : tensor<?x3xf64>
}
