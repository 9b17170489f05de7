// DEFINE: %{grad} = remat-run %s --fp=strict
// RUN: %{grad} --grad=norm --input=3xf64=0 | FileCheck %s --check-prefix=NORM
// RUN: %{grad} --grad=chosen_root --input=f64=0 | FileCheck %s --check-prefix=ROOT
// RUN: %{grad} --grad=relu --input=3xf64=-1,0,2 | FileCheck %s --check-prefix=RELU
// RUN: %{grad} --grad=relu_by_select --input=3xf64=-1,0,2 | FileCheck %s --check-prefix=SELECT
// RUN: %{grad} --grad=minimum --input=3xf64=1,nan,2 | FileCheck %s --check-prefix=MINNAN
// RUN: %{grad} --grad=minimum --input=4xf64=2,1,1,1 | FileCheck %s --check-prefix=MINTIES
// RUN: %{grad} --grad=pooled_min --input=1x1x4xf64=1,1,2,0 | FileCheck %s --check-prefix=POOL
// RUN: %{grad} --grad=softmax --input=2x3xf64=1,-inf,1,-1e30,-1e30,0 --cotangent=2x3xf64=1,5,3,7,8,9 | FileCheck %s --check-prefix=MASKED
// RUN: %{grad} --grad=softmax --input=2x3xf64=-inf,-inf,-inf,0,0,0 --cotangent=2x3xf64=1,2,3,1,1,1 | FileCheck %s --check-prefix=ALLMASKED
// RUN: %{grad} --grad=inserted --input=4xf64=1,2,3,4 --input=f64=5 --input=f64=6 --cotangent=4xf64=10,20,30,40 | FileCheck %s --check-prefix=INSERT
// RUN: %{grad} --grad=inserted_rows --input=3x2xf64=1 --input=1x2xf64=2 --input=1x2xf64=3 --cotangent=3x2xf64=1,2,3,4,5,6 | FileCheck %s --check-prefix=ROWS
// RUN: %{grad} --grad=clamped --input=3xf64=1,2,3 --input=4xi32=-5,1,7,2 --cotangent=4xf64=1,2,3,4 | FileCheck %s --check-prefix=CLAMP
// RUN: %{grad} --grad=dropped --input=3xf64=1,2,3 --input=4xi32=-5,1,7,1 --cotangent=4xf64=1,2,3,4 | FileCheck %s --check-prefix=DROP
// RUN: %{grad} --grad=unused --input=2xf64=1 --input=2xf64=2 --cotangent=2xf64=1 --cotangent=2xf64=1 | FileCheck %s --check-prefix=UNUSED
// RUN: %{grad} --grad=product --input=4xf64=2,0,3,4 | FileCheck %s --check-prefix=PRODUCT
// RUN: %{grad} --grad=product --input=4xf64=2,0,0,4 | FileCheck %s --check-prefix=ZEROS
// RUN: %{grad} --grad=empty --input=0x3xf64= --input=3x0xf64= --cotangent=3xf64=1 --cotangent=3xf64=1 --cotangent=3xf64=1 --cotangent=3x3xf64=1 | FileCheck %s --check-prefix=EMPTY
// RUN: %{grad} --grad=empty_rows --input=3x0xf64= --input=4x0xf64= --input=3xi32=1 --cotangent=0xf64= --cotangent=3x0xf64= | FileCheck %s --check-prefix=ROWLESS
// RUN: %{grad} --grad=no_trips --input=2xf64=1,2 | FileCheck %s --check-prefix=TRIPS
// RUN: %{grad} --grad=empty_dynamic --input=0xf64= --cotangent=0xf64= | FileCheck %s --check-prefix=NONE
// RUN: %{grad} --grad=empty_piece --input=3xf64=1,2,3 --input=0xf64= --input=0xf64= --cotangent=3xf64=1,2,3 | FileCheck %s --check-prefix=PIECE
// RUN: %{grad} --grad=empty_source --input=0xf64= --input=f64=7 --cotangent=3xf64=1,2,3 | FileCheck %s --check-prefix=SOURCE

// Values of derivatives at kinks and edges (docs/Conventions.md).

#id = affine_map<(i) -> (i)>

// The root of a sum of squares at zero: infinity times zero, as written.
// NORM: grad0: f64[3] = [nan, nan, nan]
func.func @norm(%x: tensor<3xf64>) -> f64 {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %d = linalg.dot ins(%x, %x : tensor<3xf64>, tensor<3xf64>) outs(%zero : tensor<f64>) -> tensor<f64>
  %s = tensor.extract %d[] : tensor<f64>
  %y = math.sqrt %s : f64
  return %y : f64
}

// What is not chosen still has its derivative, infinite times a cotangent of zero.
// ROOT: grad0: f64 = nan
func.func @chosen_root(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %less = arith.cmpf olt, %x, %one : f64
  %root = math.sqrt %x : f64
  %y = arith.select %less, %x, %root : f64
  return %y : f64
}

// As a maximum: a tie. As a choice: what is chosen.
// RELU: grad0: f64[3] = [0, 0.5, 1]
func.func @relu(%x: tensor<3xf64>) -> tensor<f64> {
  %zeros = arith.constant dense<0.0> : tensor<3xf64>
  %r = arith.maximumf %x, %zeros : tensor<3xf64>
  %zero = arith.constant dense<0.0> : tensor<f64>
  %y = linalg.reduce { arith.addf } ins(%r : tensor<3xf64>) outs(%zero : tensor<f64>) dimensions = [0]
  return %y : tensor<f64>
}
// SELECT: grad0: f64[3] = [0, 0, 1]
func.func @relu_by_select(%x: tensor<3xf64>) -> tensor<f64> {
  %zeros = arith.constant dense<0.0> : tensor<3xf64>
  %positive = arith.cmpf ogt, %x, %zeros : tensor<3xf64>
  %r = arith.select %positive, %x, %zeros : tensor<3xi1>, tensor<3xf64>
  %zero = arith.constant dense<0.0> : tensor<f64>
  %y = linalg.reduce { arith.addf } ins(%r : tensor<3xf64>) outs(%zero : tensor<f64>) dimensions = [0]
  return %y : tensor<f64>
}

// MINNAN: grad0: f64[3] = [nan, nan, nan]
// MINTIES: grad0: f64[4] = [0, 0.333{{[0-9]*}}, 0.333{{[0-9]*}}, 0.333{{[0-9]*}}]
func.func @minimum(%x: tensor<?xf64>) -> tensor<f64> {
  %most = arith.constant dense<0x7FF0000000000000> : tensor<f64>
  %y = linalg.reduce { arith.minimumf } ins(%x : tensor<?xf64>) outs(%most : tensor<f64>) dimensions = [0]
  return %y : tensor<f64>
}

// The first of each window.
// POOL: grad0: f64[1,1,4] = {{\[\[}}[1, 1, 0, 1]]]
func.func @pooled_min(%x: tensor<1x1x4xf64>) -> tensor<f64> {
  %window = tensor.empty() : tensor<2xf64>
  %most = arith.constant dense<0x7FF0000000000000> : tensor<1x1x3xf64>
  %p = linalg.generic {
      indexing_maps = [affine_map<(n, c, w, k) -> (n, c, w + k)>, affine_map<(n, c, w, k) -> (k)>, affine_map<(n, c, w, k) -> (n, c, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %window : tensor<1x1x4xf64>, tensor<2xf64>) outs(%most : tensor<1x1x3xf64>) {
  ^bb0(%a: f64, %w: f64, %o: f64):
    %0 = arith.minimumf %o, %a : f64
    linalg.yield %0 : f64
  } -> tensor<1x1x3xf64>
  %zero = arith.constant dense<0.0> : tensor<f64>
  %y = linalg.reduce { arith.addf } ins(%p : tensor<1x1x3xf64>) outs(%zero : tensor<f64>) dimensions = [0, 1, 2]
  return %y : tensor<f64>
}

// Masked entries get zero; so does a row that is wholly masked, though its value is NaN.
// MASKED: grad0: f64[2,3] = {{\[\[}}-0.5, 0, 0.5], [0, 0, 0]]
// ALLMASKED: grad0: f64[2,3] = {{\[\[}}0, 0, 0], [0, 0, 0]]
func.func @softmax(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %e = tensor.empty() : tensor<2x3xf64>
  %y = linalg.softmax dimension(1) ins(%x : tensor<2x3xf64>) outs(%e : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}

// Of two writes to one place only the last gets the cotangent, what was there none.
// INSERT: value0: f64[4] = [1, 6, 3, 4]
// INSERT: grad0: f64[4] = [10, 0, 30, 40]
// INSERT: grad1: f64 = 0
// INSERT: grad2: f64 = 20
func.func @inserted(%x: tensor<4xf64>, %a: f64, %b: f64) -> tensor<4xf64> {
  %i = arith.constant 1 : index
  %0 = tensor.insert %a into %x[%i] : tensor<4xf64>
  %1 = tensor.insert %b into %0[%i] : tensor<4xf64>
  return %1 : tensor<4xf64>
}
// ROWS: grad0: f64[3,2] = {{\[\[}}1, 2], [0, 0], [5, 6]]
// ROWS: grad1: f64[1,2] = {{\[\[}}0, 0]]
// ROWS: grad2: f64[1,2] = {{\[\[}}3, 4]]
func.func @inserted_rows(%x: tensor<3x2xf64>, %a: tensor<1x2xf64>, %b: tensor<1x2xf64>) -> tensor<3x2xf64> {
  %0 = tensor.insert_slice %a into %x[1, 0] [1, 2] [1, 1] : tensor<1x2xf64> into tensor<3x2xf64>
  %1 = tensor.insert_slice %b into %0[1, 0] [1, 2] [1, 1] : tensor<1x2xf64> into tensor<3x2xf64>
  return %1 : tensor<3x2xf64>
}

// The adjoint of a clamped gather adds where the gather read.
// CLAMP: value0: f64[4] = [1, 2, 3, 3]
// CLAMP: grad0: f64[3] = [1, 2, 7]
func.func @clamped(%x: tensor<3xf64>, %n: tensor<4xi32>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%n : tensor<4xi32>) outs(%e : tensor<4xf64>) {
  ^bb0(%k: i32, %o: f64):
    %first = arith.constant 0 : i32
    %last = arith.constant 2 : i32
    %0 = arith.maxsi %k, %first : i32
    %1 = arith.minsi %0, %last : i32
    %2 = arith.index_cast %1 : i32 to index
    %3 = tensor.extract %x[%2] : tensor<3xf64>
    linalg.yield %3 : f64
  } -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// That of one that fills in drops what was filled in.
// DROP: value0: f64[4] = [-1, 2, -1, 2]
// DROP: grad0: f64[3] = [0, 6, 0]
func.func @dropped(%x: tensor<3xf64>, %n: tensor<4xi32>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%n : tensor<4xi32>) outs(%e : tensor<4xf64>) {
  ^bb0(%k: i32, %o: f64):
    %first = arith.constant 0 : i32
    %last = arith.constant 2 : i32
    %fill = arith.constant -1.0 : f64
    %0 = arith.maxsi %k, %first : i32
    %1 = arith.minsi %0, %last : i32
    %within = arith.cmpi eq, %1, %k : i32
    %2 = arith.index_cast %1 : i32 to index
    %3 = tensor.extract %x[%2] : tensor<3xf64>
    %4 = arith.select %within, %3, %fill : f64
    linalg.yield %4 : f64
  } -> tensor<4xf64>
  return %y : tensor<4xf64>
}

// UNUSED: grad0: f64[2] = [3, 3]
// UNUSED: grad1: f64[2] = [0, 0]
func.func @unused(%x: tensor<2xf64>, %y: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>) {
  %0 = arith.addf %x, %x : tensor<2xf64>
  return %x, %0 : tensor<2xf64>, tensor<2xf64>
}

// PRODUCT: grad0: f64[4] = [0, 24, 0, 0]
// ZEROS: grad0: f64[4] = [0, 0, 0, 0]
func.func @product(%x: tensor<4xf64>) -> tensor<f64> {
  %one = arith.constant dense<1.0> : tensor<f64>
  %y = linalg.reduce { arith.mulf } ins(%x : tensor<4xf64>) outs(%one : tensor<f64>) dimensions = [0]
  return %y : tensor<f64>
}

// Tensors without elements: reductions give what they start from, gradients are empty.
// EMPTY: value0: f64[3] = [0, 0, 0]
// EMPTY: value1: f64[3] = [-inf, -inf, -inf]
// EMPTY: value2: f64[3] = [1, 1, 1]
// EMPTY: value3: f64[3,3] = {{\[\[}}0, 0, 0], [0, 0, 0], [0, 0, 0]]
// EMPTY: grad0: f64[0,3] = []
// EMPTY: grad1: f64[3,0] = {{\[\[}}], [], []]
func.func @empty(%x: tensor<0x3xf64>, %y: tensor<3x0xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3x3xf64>) {
  %zero = arith.constant dense<0.0> : tensor<3xf64>
  %least = arith.constant dense<0xFFF0000000000000> : tensor<3xf64>
  %one = arith.constant dense<1.0> : tensor<3xf64>
  %zeros = arith.constant dense<0.0> : tensor<3x3xf64>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<0x3xf64>) outs(%zero : tensor<3xf64>) dimensions = [0]
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<0x3xf64>) outs(%least : tensor<3xf64>) dimensions = [0]
  %p = linalg.reduce { arith.mulf } ins(%y : tensor<3x0xf64>) outs(%one : tensor<3xf64>) dimensions = [1]
  %d = linalg.matmul ins(%y, %x : tensor<3x0xf64>, tensor<0x3xf64>) outs(%zeros : tensor<3x3xf64>) -> tensor<3x3xf64>
  return %s, %m, %p, %d : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3x3xf64>
}

// NONE: grad0: f64[0] = []
func.func @empty_dynamic(%x: tensor<?xf64>) -> tensor<?xf64> {
  %0 = math.sin %x : tensor<?xf64>
  %1 = arith.mulf %0, %x : tensor<?xf64>
  return %1 : tensor<?xf64>
}

// Pieces without elements at the end of a whole, known to have none and not.
// PIECE: value0: f64[3] = [1, 2, 3]
// PIECE: grad0: f64[3] = [1, 2, 3]
// PIECE: grad1: f64[0] = []
// PIECE: grad2: f64[0] = []
func.func @empty_piece(%x: tensor<3xf64>, %y: tensor<0xf64>, %z: tensor<?xf64>) -> tensor<3xf64> {
  %0 = tensor.concat dim(0) %x, %y, %z : (tensor<3xf64>, tensor<0xf64>, tensor<?xf64>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

// SOURCE: value0: f64[3] = [7, 7, 7]
// SOURCE: grad0: f64[0] = []
// SOURCE: grad1: f64 = 6
func.func @empty_source(%x: tensor<?xf64>, %p: f64) -> tensor<3xf64> {
  %0 = tensor.pad %x low[3] high[0] {
  ^bb0(%i: index):
    tensor.yield %p : f64
  } : tensor<?xf64> to tensor<?xf64>
  %1 = tensor.cast %0 : tensor<?xf64> to tensor<3xf64>
  return %1 : tensor<3xf64>
}

// Rows without elements.
// ROWLESS: grad0: f64[3,0] = {{\[\[}}], [], []]
// ROWLESS: grad1: f64[4,0] = {{\[\[}}], [], [], []]
func.func @empty_rows(%x: tensor<3x0xf64>, %t: tensor<4x0xf64>, %n: tensor<3xi32>) -> (tensor<0xf64>, tensor<3x0xf64>) {
  %one = arith.constant dense<1.0> : tensor<0xf64>
  %p = linalg.reduce { arith.mulf } ins(%x : tensor<3x0xf64>) outs(%one : tensor<0xf64>) dimensions = [0]
  %e = tensor.empty() : tensor<3x0xf64>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%n : tensor<3xi32>) outs(%e : tensor<3x0xf64>) {
  ^bb0(%k: i32, %o: f64):
    %i = arith.index_cast %k : i32 to index
    %j = linalg.index 1 : index
    %0 = tensor.extract %t[%i, %j] : tensor<4x0xf64>
    linalg.yield %0 : f64
  } -> tensor<3x0xf64>
  return %p, %y : tensor<0xf64>, tensor<3x0xf64>
}

// A loop without iterations in one that has some is the identity.
// TRIPS: grad0: f64[2] = [0.5369082{{[0-9]*}}, -0.403435{{[0-9]*}}]
func.func @no_trips(%x: tensor<2xf64>) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %k = %c0 to %c2 step %c1 iter_args(%b = %x) -> (tensor<2xf64>) {
    %q = scf.for %i = %c0 to %c0 step %c2 iter_args(%a = %b) -> (tensor<2xf64>) {
      %s = math.sin %a : tensor<2xf64>
      scf.yield %s : tensor<2xf64>
    }
    %t = math.sin %q : tensor<2xf64>
    scf.yield %t : tensor<2xf64>
  }
  %zero = arith.constant dense<0.0> : tensor<f64>
  %d = linalg.dot ins(%r, %r : tensor<2xf64>, tensor<2xf64>) outs(%zero : tensor<f64>) -> tensor<f64>
  return %d : tensor<f64>
}
