// RUN: remat-opt %s --remat-differentiate='function=f mode=vjp' -verify-diagnostics -split-input-file

// A differentiated value that goes where its derivative can't be followed is an error,
// never a gradient of zero.

func.func @f(%x: f32) -> f32 {
  %m = memref.alloc() : memref<f32>
  // expected-error @+1 {{'memref.store' uses a differentiated value together with a 'memref<f32>', where its derivative can't be followed; use tensors}}
  memref.store %x, %m[] : memref<f32>
  %y = memref.load %m[] : memref<f32>
  return %y : f32
}

// -----

func.func @f(%x: f32) -> f32 {
  %one = llvm.mlir.constant(1 : i32) : i32
  %p = llvm.alloca %one x f32 : (i32) -> !llvm.ptr
  // expected-error @+1 {{'llvm.store' uses a differentiated value together with a '!llvm.ptr'}}
  llvm.store %x, %p : f32, !llvm.ptr
  %y = llvm.load %p : !llvm.ptr -> f32
  return %y : f32
}

// -----

func.func @f(%x: f32) -> f32 {
  %s = llvm.mlir.undef : !llvm.struct<(f32)>
  // expected-error @+1 {{'llvm.insertvalue' uses a differentiated value together with a '!llvm.struct<(f32)>'}}
  %t = llvm.insertvalue %x, %s[0] : !llvm.struct<(f32)>
  %y = llvm.extractvalue %t[0] : !llvm.struct<(f32)>
  return %y : f32
}

// -----

func.func @f(%x: f32) -> f32 {
  // expected-error @+1 {{together with a 'tuple<f32>'}}
  %t = builtin.unrealized_conversion_cast %x : f32 to tuple<f32>
  %y = builtin.unrealized_conversion_cast %t : tuple<f32> to f32
  return %y : f32
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{together with a 'tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>'}}
  %y = quant.qcast %x : tensor<4xf32> to tensor<4x!quant.uniform<i8:f32, 0.5>>
  %z = quant.dcast %y : tensor<4x!quant.uniform<i8:f32, 0.5>> to tensor<4xf32>
  return %z : tensor<4xf32>
}

// -----

func.func @f(%x: f32) -> f32 {
  // expected-error @+1 {{'async.execute' uses a differentiated value together with a '!async.}}
  %token, %r = async.execute -> !async.value<f32> {
    async.yield %x : f32
  }
  %y = async.await %r : !async.value<f32>
  return %y : f32
}
