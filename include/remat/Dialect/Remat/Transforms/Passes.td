//===- Passes.td - Passes on the remat dialect -------------*- tablegen -*-===//
//
// Part of the remat project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIALECT_REMAT_TRANSFORMS_PASSES
#define REMAT_DIALECT_REMAT_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def RematErase : Pass<"remat-erase", "::mlir::ModuleOp"> {
  let summary = "Drop what is left of the dialect where nothing was differentiated";
  let description = [{
    Regions are replaced by their bodies, names by their operands (rounded where
    they say `store`), and custom derivatives by calls of the function itself.
    Barriers stay: they keep a decision that was already made, and disappear
    when buffers are assigned. Requests that were not expanded are errors.

    Before:

    ```mlir
    %0 = remat.checkpoint (%a = %x : f32) -> (f32) {
      %s = math.sin %a : f32
      %n = remat.checkpoint_name %s "a" : f32
      remat.yield %n : f32
    }
    ```

    After:

    ```mlir
    %0 = math.sin %x : f32
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect",
                           "::mlir::arith::ArithDialect"];
}

def RematDropBarriers : Pass<"remat-drop-barriers"> {
  let summary = "Drop barriers on values that are no tensors";
  let description = [{
    Barriers keep a value that is computed again apart from the first one
    through simplification and fusion. Once buffers are assigned they have done
    their work: those on tensors are gone by then, and this pass puts the operand
    in place of the others (scalars, vectors, memrefs). What runs after it may
    merge values again, so it stands last before code is made. Barriers on
    tensors stay.

    Before:

    ```mlir
    %a = remat.optimization_barrier %x : f32
    %s = math.sin %a : f32
    ```

    After:

    ```mlir
    %s = math.sin %x : f32
    ```
  }];
}

#endif // REMAT_DIALECT_REMAT_TRANSFORMS_PASSES
