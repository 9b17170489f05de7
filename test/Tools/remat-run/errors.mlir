// One line, exit status 2, nothing written.
//
// DEFINE: %{fails} = %source/test/Tools/Inputs/fails
// RUN: rm -rf %t && mkdir %t
// RUN: %{fails} 2 remat-run %t/none.mlir --function=f | FileCheck %s --check-prefix=NOFILE
// RUN: %{fails} 2 remat-run %s --function=g --input=4xf32=1 | FileCheck %s --check-prefix=NOFUNCTION
// RUN: %{fails} 2 remat-run %s | FileCheck %s --check-prefix=NEITHER
// RUN: %{fails} 2 remat-run %s --function=f --no-such | FileCheck %s --check-prefix=FLAG
// RUN: %{fails} 2 remat-run %s --function=f --threads=many | FileCheck %s --check-prefix=VALUE
// RUN: %{fails} 2 remat-run %s --function=f --input=4xf32=1 | FileCheck %s --check-prefix=COUNT
// RUN: %{fails} 2 remat-run %s --function=f --input=5xf32=1 --input=i32=1 | FileCheck %s --check-prefix=SHAPE
// RUN: %{fails} 2 remat-run %s --function=f --input=4xf64=1 --input=i32=1 | FileCheck %s --check-prefix=TYPE
// RUN: %{fails} 2 remat-run %s --function=f --input=4xf32=1,2 --input=i32=1 | FileCheck %s --check-prefix=NUMBERS
// RUN: %{fails} 2 remat-run %s --function=f --input=4xf32=1,2,x,4 --input=i32=1 | FileCheck %s --check-prefix=NUMBER
// RUN: %{fails} 2 remat-run %s --function=f --input=@%t/none.npy --input=i32=1 | FileCheck %s --check-prefix=NONPY
// RUN: %{fails} 2 remat-run %s --function=f --input=@%s --input=i32=1 | FileCheck %s --check-prefix=NOTNPY
// RUN: %{fails} 2 remat-run %s --grad=f --wrt=1 --input=4xf32=1 --input=i32=1 | FileCheck %s --check-prefix=WRT
// RUN: %{fails} 2 remat-run %s --grad=f --wrt=7 --input=4xf32=1 --input=i32=1 | FileCheck %s --check-prefix=WRTCOUNT
// RUN: %{fails} 2 remat-run %s --grad=f --input=4xf32=1 --input=i32=1 | FileCheck %s --check-prefix=COTANGENT
// RUN: %{fails} 2 remat-run %s --function=f --input=4xf32=1 --input=i32=1 --policy='#remat.no_such' | FileCheck %s --check-prefix=POLICY
// RUN: %{fails} 2 remat-run %s --function=f --input=4xf32=1 --input=i32=1 --output=@%t/none/y.npy | FileCheck %s --check-prefix=OUTPUT
// RUN: %{fails} 2 remat-run %s --function=f --input=4xf32=1 --input=i32=1 --output=@%t/y.npy --memory-report=/dev/full | FileCheck %s --check-prefix=FULL
// RUN: %{fails} 2 remat-run %s --function=f --input=4xf32=1 --input=i32=1 --output-dir=%s/d | FileCheck %s --check-prefix=DIRECTORY
// RUN: %{fails} 2 remat-run %S/../Inputs/unverifiable.mlir --function=f | FileCheck %s --check-prefix=VERIFY
// RUN: %{fails} 2 remat-run %s --function=memory --input=4xf32=1 | FileCheck %s --check-prefix=ARGUMENT
// RUN: %{fails} 2 remat-run %s --grad=dynamic --input=3xf32=1 --cotangent=2xf32=1 --output-dir=%t/d | FileCheck %s --check-prefix=SIZE
// RUN: %{fails} 2 remat-run %s --function=dynamic --input=900000000000000xf32=1 | FileCheck %s --check-prefix=LARGE
// RUN: %{fails} 2 remat-run %s --function=dynamic --input=9000000000000000000xf32=1 | FileCheck %s --check-prefix=LARGE
// RUN: %{fails} 2 remat-run %s --function=f --input=4xf32=1e40 --input=i32=1 | FileCheck %s --check-prefix=RANGE
// RUN: %{fails} 2 remat-run %s --function=complex --input=f32=1 --input=f32=1 | FileCheck %s --check-prefix=COMPLEX
// RUN: ls %t | count 0

// Exit status 1: the program can't be compiled.
// RUN: %{fails} 1 remat-run %s --grad=integer --input=f32=1 | FileCheck %s --check-prefix=COMPILE
// RUN: %{fails} 1 remat-run %s --function=undefined --input=f32=1 --output-dir=%t/d | FileCheck %s --check-prefix=UNDEFINED
// RUN: %{fails} 1 remat-run %s --function=undefined_tensor --input=4xf32=1 | FileCheck %s --check-prefix=UNDEFTENSOR
// RUN: %{fails} 1 remat-run %s --function=undefined_llvm --input=f32=1 | FileCheck %s --check-prefix=UNDEFLLVM
// RUN: %{fails} 1 remat-run %s --function=undefined_global | FileCheck %s --check-prefix=UNDEFGLOBAL
// RUN: %{fails} 1 remat-run %s --grad=undefined --input=f32=1 | FileCheck %s --check-prefix=NOBODY
// RUN: %{fails} 1 remat-run %s --function=no_lowering --input=f32=1 | FileCheck %s --check-prefix=LOWERING
// RUN: ls %t | count 0
// RUN: remat-run %s --function=library --input=f32=0 | FileCheck %s --check-prefix=LIBRARY

// NOFILE: error: cannot read '{{.*}}none.mlir': No such file or directory
// NOFUNCTION: error: there is no function @g; the program has @f, @memory, @integer, @dynamic
// NEITHER: error: give one of --function=F and --grad=F
// FLAG: error: unknown flag '--no-such' (see --help)
// VALUE: error: bad value in '--threads=many': expected --threads=N
// COUNT: error: @f takes 2 arguments, 1 given by --input
// SHAPE: error: argument 0: '5xf32' given, expected f32[4]
// TYPE: error: argument 0: '4xf64' given, expected f32[4]
// NUMBERS: error: argument 0: 2 numbers given, expected 4
// NUMBER: error: argument 0: 'x' is not a value of f32
// NONPY: error: argument 0: cannot read '{{.*}}none.npy': No such file or directory
// NOTNPY: error: argument 0: '{{.*}}' is not a .npy file, or its header is cut short
// WRT: error: --wrt: argument 1 is a i32; only float arguments have a gradient
// WRTCOUNT: error: --wrt: @f has 2 arguments, there is no argument 7
// COTANGENT: error: @f has 1 float results that need a --cotangent each, 0 given
// POLICY: error: --policy: '#remat.no_such' is not a policy
// OUTPUT: error: cannot write '{{.*}}y.npy': No such file or directory
// FULL: error: cannot write '/dev/full': No space left on device
// DIRECTORY: error: cannot make directory
// SIZE: error: cotangent 0: f32[2] given, expected f32[3]
// LARGE: error: argument 0: there is no memory for f32[9000
// RANGE: error: argument 0: '1e40' is not a value of f32
// COMPLEX: error: argument 1 of @complex is a complex<f32>, which is neither a tensor nor a number
// VERIFY: unverifiable.mlir:{{[0-9]+}}:{{[0-9]+}}: error: type of return operand 0
// ARGUMENT: error: argument 0 of @memory is a memref<4xf32>, which is neither a tensor nor a number
// COMPILE: errors.mlir:{{[0-9]+}}:{{[0-9]+}}: error: {{.*}}can't be differentiated
// UNDEFINED: errors.mlir:{{[0-9]+}}:8: error: uses '@missing', which is declared and not defined: neither the program has it nor the runtime nor the C library
// UNDEFTENSOR: errors.mlir:{{[0-9]+}}:8: error: uses '@missing_tensor', which is declared and not defined
// UNDEFLLVM: errors.mlir:{{[0-9]+}}:8: error: uses '@missing_llvm', which is declared and not defined
// UNDEFGLOBAL: errors.mlir:{{[0-9]+}}:8: error: uses '@missing_global', which is declared and not defined
// NOBODY: errors.mlir:{{[0-9]+}}:8: error: 'func.call' can't be differentiated: it calls '@missing', which has no body
// LOWERING: errors.mlir:{{[0-9]+}}:8: error: 'tosa.tanh' is left after stage 'linalg': it has no form as a structured op or on buffers
// LIBRARY: value0: f32 = 1
func.func @f(%x: tensor<4xf32>, %n: i32) -> tensor<4xf32> {
  %0 = arith.addf %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @memory(%x: memref<4xf32>) {
  return
}

func.func @integer(%x: f32) -> f32 {
  %0 = arith.bitcast %x : f32 to i32
  %1 = arith.bitcast %0 : i32 to f32
  return %1 : f32
}

func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.mulf %x, %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func @complex(%x: f32, %c: complex<f32>) -> f32 {
  return %x : f32
}

// Declared here, defined nowhere. What nothing uses may be missing.

func.func private @missing(f32) -> f32
func.func private @missing_and_unused(f32) -> f32
func.func @undefined(%x: f32) -> f32 {
  %0 = call @missing(%x) : (f32) -> f32
  return %0 : f32
}

func.func private @missing_tensor(tensor<4xf32>) -> tensor<4xf32>
func.func @undefined_tensor(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @missing_tensor(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

llvm.func @missing_llvm(f32) -> f32
func.func @undefined_llvm(%x: f32) -> f32 {
  %0 = llvm.call @missing_llvm(%x) : (f32) -> f32
  return %0 : f32
}

memref.global @missing_global : memref<4xf32>
func.func @undefined_global() -> f32 {
  %m = memref.get_global @missing_global : memref<4xf32>
  %c = arith.constant 0 : index
  %0 = memref.load %m[%c] : memref<4xf32>
  return %0 : f32
}

func.func @no_lowering(%x: f32) -> f32 {
  %t = tensor.from_elements %x : tensor<1xf32>
  %0 = tosa.tanh %t : (tensor<1xf32>) -> tensor<1xf32>
  %c = arith.constant 0 : index
  %1 = tensor.extract %0[%c] : tensor<1xf32>
  return %1 : f32
}

// The C library's.
func.func private @cosf(f32) -> f32
func.func @library(%x: f32) -> f32 {
  %0 = call @cosf(%x) : (f32) -> f32
  return %0 : f32
}
