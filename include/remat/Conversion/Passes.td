//===- Passes.td - Lowering passes -------------------------*- tablegen -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_CONVERSION_PASSES
#define REMAT_CONVERSION_PASSES

include "mlir/Pass/PassBase.td"

def RematDropEmptyPieces : Pass<"remat-drop-empty-pieces", "::mlir::ModuleOp"> {
  let summary = "Drop pieces without elements from concatenations and pads";
  let description = [{
    Bufferization puts each piece of a `tensor.concat` and the source of a
    `tensor.pad` in place by a slice, and a slice may not begin where the whole
    ends, not even to take nothing. A piece that has no elements for sure, by its
    size or because it would begin there, is left out.

    Before:

    ```mlir
    %0 = tensor.concat dim(0) %x, %y, %z
       : (tensor<3xf32>, tensor<2xf32>, tensor<0xf32>) -> tensor<5xf32>
    ```

    After:

    ```mlir
    %0 = tensor.concat dim(0) %x, %y
       : (tensor<3xf32>, tensor<2xf32>) -> tensor<5xf32>
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def RematFullRankSlices : Pass<"remat-full-rank-slices", "::mlir::ModuleOp"> {
  let summary = "Take and put slices in with all their dimensions";
  let description = [{
    Where a slice lacks a dimension of size one and has another in front, or may
    have, upstream's canonicalization takes the one for the other and reads or
    writes other elements. Such a slice keeps its dimensions, and a reshape drops
    them.

    Before:

    ```mlir
    %0 = tensor.extract_slice %x[%i, 0, %j] [1, 2, 1] [1, 1, 1]
       : tensor<4x2x3xf32> to tensor<1x2xf32>
    ```

    After:

    ```mlir
    %part = tensor.extract_slice %x[%i, 0, %j] [1, 2, 1] [1, 1, 1]
          : tensor<4x2x3xf32> to tensor<1x2x1xf32>
    %0 = tensor.collapse_shape %part [[0], [1, 2]]
       : tensor<1x2x1xf32> into tensor<1x2xf32>
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def RematNormalizeLinalg : Pass<"remat-normalize-linalg", "::mlir::ModuleOp"> {
  let summary = "Few forms of linalg op: generics, contractions, fills";
  let description = [{
    Brings structured ops on tensors to the forms that the CPU lowering takes:

    - softmax is decomposed,
    - products of two operands summed over at least one dimension, named or
      generic, of f32 or f64, become `linalg.contract`, which a library can take;
      of other floats they stay generics, with a remark (category `remat`),
    - a splat constant that an op writes into becomes a fill,
    - a select of whole tensors of one size becomes one of their elements,
    - every other named op but fill becomes a generic.

    Before:

    ```mlir
    %0 = linalg.matmul ins(%a, %b : tensor<8x4xf32>, tensor<4x16xf32>)
                       outs(%c : tensor<8x16xf32>) -> tensor<8x16xf32>
    ```

    After:

    ```mlir
    %0 = linalg.contract indexing_maps = [
           affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>,
           affine_map<(d0, d1, d2) -> (d0, d1)>]
         ins(%a, %b : tensor<8x4xf32>, tensor<4x16xf32>)
         outs(%c : tensor<8x16xf32>) -> tensor<8x16xf32>
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::tensor::TensorDialect"];
}

def RematWidenAccumulators
    : Pass<"remat-widen-accumulators", "::mlir::ModuleOp"> {
  let summary = "Add up bf16 and f16 in f32, and round the sum once";
  let description = [{
    A generic with reductions whose output is a sum of numbers narrower than
    f32, a contraction among them, adds in f32; products are made there too, and
    are exact. Its initial value is widened before, its result rounded after.

    Before:

    ```mlir
    %0 = linalg.generic {...} ins(%a, %b : tensor<8xbf16>, tensor<8xbf16>)
                              outs(%c : tensor<bf16>) { arith.mulf, arith.addf }
    ```

    After:

    ```mlir
    %wide = linalg.generic {...} ins(%c : tensor<bf16>) outs(%e : tensor<f32>) { arith.extf }
    %sum = linalg.generic {...} ins(%a, %b : tensor<8xbf16>, tensor<8xbf16>)
                                outs(%wide : tensor<f32>) { arith.extf, arith.extf, arith.mulf, arith.addf }
    %0 = linalg.generic {...} ins(%sum : tensor<f32>) outs(%f : tensor<bf16>) { arith.truncf }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def RematDropUnitDims : Pass<"remat-drop-unit-dims", "::mlir::ModuleOp"> {
  let summary = "Drop dimensions of size 1 from generics, where that is safe";
  let description = [{
    Upstream's rewriting of generics and pads without their dimensions of size
    1, so that more of them fuse. Left alone are generics that write through a
    map that is not a permutation of some of their dimensions: there the
    upstream rewriting loses the initial values.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def RematFuseElementwise : Pass<"remat-fuse-elementwise", "::mlir::ModuleOp"> {
  let summary = "Fuse elementwise producers into the generics that read them";
  let description = [{
    A producer is computed inside its consumer where that saves memory traffic
    and costs little: it has one use and the consumer reads each of its elements
    once, or it is cheap (no division, no math function) and reads much less
    than it writes. Nothing is fused across `remat.optimization_barrier`, into a
    contraction, or with a generic whose output map is not a permutation of some
    of its dimensions (upstream's fusion would lose the initial values there).

    Before:

    ```mlir
    %0 = linalg.generic {...} ins(%x) outs(%e) { math.exp }
    %1 = linalg.generic {...} ins(%0, %y) outs(%e) { arith.mulf }
    ```

    After:

    ```mlir
    %0 = linalg.generic {...} ins(%x, %y) outs(%e) { math.exp, arith.mulf }
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def RematSplitInits : Pass<"remat-split-inits", "::mlir::ModuleOp"> {
  let summary = "Give each use of an empty or filled tensor one of its own";
  let description = [{
    Common subexpression elimination makes one of equal `tensor.empty` and
    `linalg.fill`. Bufferization then finds conflicts between their users and
    copies; a copy of the op at each use avoids that, and lets buffers live no
    longer than they must.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def RematSelectsToIfs : Pass<"remat-selects-to-ifs", "::mlir::ModuleOp"> {
  let summary = "Turn selects of whole tensors of unknown sizes into ifs";
  let description = [{
    An `arith.select` by a single condition chooses one of two tensors, which may
    differ in size. Upstream's conversion of elementwise ops takes both to be of
    the size of the first. The barriers, which are dropped with the others, keep
    canonicalization from making a select of it again.

    Before:

    ```mlir
    %0 = arith.select %c, %x, %y : tensor<?xf32>
    ```

    After:

    ```mlir
    %0 = scf.if %c -> tensor<?xf32> {
      %1 = remat.optimization_barrier %x : tensor<?xf32>
      scf.yield %1 : tensor<?xf32>
    } else {
      %1 = remat.optimization_barrier %y : tensor<?xf32>
      scf.yield %1 : tensor<?xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect", "::remat::RematDialect"];
}

def RematSwitchesToIfs : Pass<"remat-switches-to-ifs", "::mlir::ModuleOp"> {
  let summary = "Turn switches that yield tensors into ifs";
  let description = [{
    Upstream's bufferization does not know that what a case of an
    `scf.index_switch` yields is the result of the op: a later op that writes into
    the result then overwrites a value that is still read. It knows this of
    `scf.if`.

    Before:

    ```mlir
    %0 = scf.index_switch %i -> tensor<4xf32>
    case 0 { scf.yield %x : tensor<4xf32> }
    case 1 { scf.yield %y : tensor<4xf32> }
    default { scf.yield %z : tensor<4xf32> }
    ```

    After:

    ```mlir
    %is0 = arith.cmpi eq, %i, %c0 : index
    %0 = scf.if %is0 -> tensor<4xf32> {
      scf.yield %x : tensor<4xf32>
    } else {
      %is1 = arith.cmpi eq, %i, %c1 : index
      %1 = scf.if %is1 -> tensor<4xf32> {
        scf.yield %y : tensor<4xf32>
      } else {
        scf.yield %z : tensor<4xf32>
      }
      scf.yield %1 : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def RematContractionsToBlas
    : Pass<"remat-contractions-to-blas", "::mlir::ModuleOp"> {
  let summary = "Turn contractions on buffers into calls of the runtime's GEMM";
  let description = [{
    Takes `linalg.contract` on f32 or f64 memrefs. Each loop dimension is a
    batch, row (m), column (n) or reduction (k) dimension by which operands it
    indexes; neighbouring dimensions of one kind merge where the strides of all
    operands allow it. The outermost that remain beyond one m, n, k and two batch
    dimensions become loops around the call. Transposed operands and results
    need no copy. A zero fill right before becomes a product that does not read
    its output.

    A contraction with fewer multiplications than `min-size` stays for loops:
    the call would cost more than it saves. One that cannot become a call stays
    too. A remark (category `remat`) says why.

    Buffers must be deallocated before: a call takes addresses, and an analysis
    cannot see that they keep a buffer in use.

    Before:

    ```mlir
    linalg.fill ins(%zero : f32) outs(%c : memref<8x16xf32>)
    linalg.contract indexing_maps = [...] ins(%a, %b : memref<8x4xf32>, memref<4x16xf32>)
                    outs(%c : memref<8x16xf32>)
    ```

    After:

    ```mlir
    call @rematGemmF32(%a_address, %b_address, %c_address, %m, %n, %k, ...)
    ```
  }];
  let options = [
    Option<"minSize", "min-size", "int64_t", "4096",
           "Fewest multiplications for which a call is made, where sizes are known">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def RematAllocateResultsFirst
    : Pass<"remat-allocate-results-first", "::mlir::ModuleOp"> {
  let summary = "Allocate returned buffers at the top of their function";
  let description = [{
    Moves the allocation of every returned buffer of static size to the top of
    its function. The peak is then the bytes of the results and, besides them,
    the most that was live at once, whenever the results are made; compilers
    whose caller brings the results count the same way. Runs when each buffer's
    end is settled.

    Before:

    ```mlir
    %t = memref.alloc() : memref<8xf32>
    call @first(%x, %t) : (memref<8xf32>, memref<8xf32>) -> ()
    %r = memref.alloc() : memref<8xf32>
    call @second(%t, %r) : (memref<8xf32>, memref<8xf32>) -> ()
    memref.dealloc %t : memref<8xf32>
    return %r : memref<8xf32>
    ```

    After:

    ```mlir
    %r = memref.alloc() : memref<8xf32>
    %t = memref.alloc() : memref<8xf32>
    call @first(%x, %t) : (memref<8xf32>, memref<8xf32>) -> ()
    call @second(%t, %r) : (memref<8xf32>, memref<8xf32>) -> ()
    memref.dealloc %t : memref<8xf32>
    return %r : memref<8xf32>
    ```
  }];
}

def RematOutlineKernels : Pass<"remat-outline-kernels", "::mlir::ModuleOp"> {
  let summary = "Move structured ops on buffers to functions that equal ones share";
  let description = [{
    Each structured op with loops becomes a private function of the buffers and
    numbers that it uses; constants go with it. Equal ones become one function.
    Buffers that are known to lie apart are marked `llvm.noalias`. A long
    straight line of calls that is left over is marked to be compiled without
    optimization, which would take longer than it saves.

    Before:

    ```mlir
    linalg.generic {...} ins(%x : memref<8xf32>) outs(%y : memref<8xf32>) {...}
    linalg.generic {...} ins(%y : memref<8xf32>) outs(%z : memref<8xf32>) {...}
    ```

    After, where the two do the same:

    ```mlir
    call @kernel_0(%x, %y) : (memref<8xf32>, memref<8xf32>) -> ()
    call @kernel_0(%y, %z) : (memref<8xf32>, memref<8xf32>) -> ()
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def RematRelaxArith : Pass<"remat-relax-arith", "::mlir::ModuleOp"> {
  let summary = "Let sums and products of f32 be reordered and contracted";
  let description = [{
    Sets `fastmath<reassoc, contract, nsz, arcp>` on additions, subtractions,
    multiplications and divisions of f32, so that reductions vectorize. NaN and
    infinity keep their meaning. Runs before `remat-approximate-math`, whose
    polynomials count on the order they are written in.
  }];
}

def RematApproximateMath : Pass<"remat-approximate-math", "::mlir::ModuleOp"> {
  let summary = "Polynomials in place of exp, log, tanh and erf of f32";
  let description = [{
    Right to 4 units in the last place over the whole range (exp gives 0 for
    what is below the smallest normal number), and vectorizable, which a library
    call is not.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
}

def RematVerifyLowered : Pass<"remat-verify-lowered", "::mlir::ModuleOp"> {
  let summary = "Fail on ops that a lowering stage should have removed";
  let description = [{
    Upstream passes often leave what they cannot handle and succeed. After each
    stage this pass finds such ops; each is an error at its location that names
    the op and the stage.
  }];
  let options = [
    Option<"stage", "stage", "std::string", "",
           "The stage that has just run: `inline`, `linalg`, `bufferize`, "
           "`loops` or `llvm`">,
  ];
}

def RematMathToLibm : Pass<"remat-math-to-libm", "::mlir::ModuleOp"> {
  let summary = "Call the C library for the math ops that it has";
  let description = [{
    Replaces each op of `math` that has a function of the C library by a call of
    it. Other than upstream's `convert-math-to-libm`, it leaves the rest, such
    as `math.copysign` and `math.ctlz`, to `convert-math-to-llvm`, and writes
    `math.isinf` and `math.isnormal`, which neither knows, as comparisons.

    Before:

    ```mlir
    %0 = math.log1p %x : f64
    %1 = math.copysign %0, %y : f64
    ```

    After:

    ```mlir
    %0 = func.call @log1p(%x) : (f64) -> f64
    %1 = math.copysign %0, %y : f64
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::vector::VectorDialect"];
}

#endif // REMAT_CONVERSION_PASSES
