//===- Passes.td - Passes on the remat dialect -------------*- tablegen -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
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

def RematDifferentiate : Pass<"remat-differentiate", "::mlir::ModuleOp"> {
  let summary = "Reverse-mode differentiation, with regions computed again";
  let description = [{
    Differentiates `function` with respect to its arguments `wrt`, and expands
    every request (`remat.value_and_grad`, `remat.vjp`) in the module. Without
    `function` only requests are expanded. The function itself stays as it is.

    `mode=grad` makes `@f_grad(args) -> (results, gradients)`. A function with
    one float result, a scalar, is seeded with 1; otherwise a cotangent for each
    float result follows the arguments.

    `mode=vjp` makes `@f_fwd(args) -> (results, stored)` and
    `@f_bwd(residuals, cotangents) -> (gradients)`. Residuals stand in the order
    of the report (`remat-print-saved-residuals`); those that are arguments or
    results of `@f` are not among `stored`. Each residual argument of `@f_bwd`
    carries `remat.residual`, which says where the caller takes it from.

    A region is computed again where the backward pass reaches it, from its
    inputs and what its policy kept, each behind a barrier. A name in a policy
    that no value of the program carries gives a warning.

    ```mlir
    func.func @f(%x: f32) -> f32 {
      %0 = remat.checkpoint (%a = %x : f32) -> (f32) {
        %s = math.sin %a : f32
        %t = math.sin %s : f32
        remat.yield %t : f32
      }
      return %0 : f32
    }
    ```

    becomes with `function=f mode=grad`:

    ```mlir
    func.func @f_grad(%x: f32) -> (f32, f32) {
      %s = math.sin %x : f32
      %t = math.sin %s : f32
      %one = arith.constant 1.0 : f32
      %b = remat.optimization_barrier %x : f32
      %rs = math.sin %b : f32
      %c0 = math.cos %b : f32
      %c1 = math.cos %rs : f32
      %g1 = arith.mulf %one, %c1 : f32
      %g0 = arith.mulf %g1, %c0 : f32
      return %t, %g0 : f32, f32
    }
    ```
  }];
  let options = [
    Option<"function", "function", "std::string", "",
           "The function to differentiate; without it only requests">,
    ListOption<"wrt", "wrt", "int64_t",
               "Numbers of the arguments to differentiate with respect to; all "
               "float arguments by default">,
    Option<"mode", "mode", "::remat::DifferentiationMode",
           "::remat::DifferentiationMode::Vjp",
           "What to make", [{::llvm::cl::values(
             clEnumValN(::remat::DifferentiationMode::Vjp, "vjp",
                        "Two functions: f_fwd and f_bwd"),
             clEnumValN(::remat::DifferentiationMode::Grad, "grad",
                        "One function: f_grad"))}]>,
    Option<"residuals", "residuals", "::remat::ResidualChoice",
           "::remat::ResidualChoice::Coefficients",
           "What is kept where no policy decides", [{::llvm::cl::values(
             clEnumValN(::remat::ResidualChoice::Coefficients, "coefficients",
                        "Coefficients of the linearization, computed on the "
                        "forward pass"))}]>,
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::remat::RematDialect"];
}

def RematPrintSavedResiduals
    : Pass<"remat-print-saved-residuals", "::mlir::ModuleOp"> {
  let summary = "Say what the backward pass of a function keeps of its forward pass";
  let description = [{
    Prints one line a residual, arguments first and then in program order, and
    below them bytes, totals, what became of each name, and regions and names
    without effect. Goes to standard error, or to `output`. The function is
    differentiated in a copy; the module stays as it is. Where the module has an
    `@f_bwd` made by `remat-differentiate`, its residuals are printed.

    ```
    f32[5,4] from the argument W1
    f32[4] from the argument x
    f32[5] output of cos from net.py:8:9 (g)
    ```

    With `strict`, a name in a policy that no value carries, or whose value the
    backward pass never reads, or that stands on an argument, is an error.
  }];
  let options = [
    Option<"function", "function", "std::string", "",
           "The function to report on">,
    ListOption<"wrt", "wrt", "int64_t",
               "Numbers of the arguments to differentiate with respect to; all "
               "float arguments by default">,
    Option<"output", "output", "std::string", "",
           "File to write to; standard error by default">,
    Option<"strict", "strict", "bool", "false",
           "Names without effect are errors">,
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::remat::RematDialect"];
}

def RematPrintFwdBwd : Pass<"remat-print-fwd-bwd", "::mlir::ModuleOp"> {
  let summary = "Show the forward and the backward pass of a function side by side";
  let description = [{
    Prints what each residual costs, and below that two columns, the forward
    pass on the left and the backward pass on the right, a line an op; bodies of
    loops and branches are indented. Constants stand where they are used. Marks
    in front of a line say that it names a residual (`*`), that it runs an op of
    a region again (`~`), that it makes again what costs nothing (`=`), that it
    is a barrier (`#`), or that it makes a gradient (`>`).

    Goes to standard error, in colour on a terminal unless `NO_COLOR` is set, or
    to `output`. `COLUMNS` says how wide it is: by default as the terminal, or
    two columns of 60 characters. Where `output` ends with `.html`, it is a page
    that needs no other file: pointing at a residual shows where it is made and
    where it is read. The function is differentiated in a copy; the module stays
    as it is.

    ```mlir
    func.func @f(%x: f32) -> f32 {
      %0 = remat.checkpoint (%a = %x : f32) -> (f32) {
        %s = math.sin %a : f32
        %t = math.sin %s : f32
        remat.yield %t : f32
      }
      return %0 : f32
    }
    ```

    prints with `function=f`, in 80 columns:

    ```
    @f: forward and backward

      value            bytes  residual
      %x                   4  f32[] from the argument x
                           4  bytes in 1 value that are arguments anyway

       forward                             |    backward
    ---------------------------------------+---------------------------------------
    *  argument %x : f32[]                 |    cotangent %ct0 : f32[]
    *  %0 = math.sin %x : f32[]            | *# %2 = barrier %x : f32[]
       %1 = math.sin %0 : f32[]            |  ~ %3 = math.sin %2 : f32[]
       return %1                           |  ~ %4 = math.cos %2 : f32[]
                                           |  ~ %5 = math.cos %3 : f32[]
                                           |    %6 = arith.mulf %ct0, %5 : f32[]
                                           |  > %7 = arith.mulf %6, %4 : f32[]
                                           |  > gradient of %x = %7 : f32[]

    * names a residual   ~ computed again   = made again at no cost   # barrier   > gradient
    ```
  }];
  let options = [
    Option<"function", "function", "std::string", "",
           "The function to show">,
    ListOption<"wrt", "wrt", "int64_t",
               "Numbers of the arguments to differentiate with respect to; all "
               "float arguments by default">,
    Option<"output", "output", "std::string", "",
           "File to write to, a page where it ends with .html; standard error "
           "by default">,
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::remat::RematDialect"];
}

def RematSetPolicy : Pass<"remat-set-policy", "::mlir::ModuleOp"> {
  let summary = "Set the policies of a function's regions";
  let description = [{
    `region-policy` replaces the policy of every outermost region that `function`
    reaches, in itself or through calls; regions within regions keep theirs.
    `loop` makes each outermost `scf.for` of `function` a region whose states are
    kept as it says, `#remat.segments<k>` or `#remat.binomial<s>`. `policy` then
    makes the whole body of `function` one region. All leave the function's values
    as they are.

    Before, with `function=f policy=#remat.nothing`:

    ```mlir
    func.func @f(%x: f32) -> f32 {
      %0 = math.sin %x : f32
      return %0 : f32
    }
    ```

    After:

    ```mlir
    func.func @f(%x: f32) -> f32 {
      %0 = remat.checkpoint policy(#remat.nothing) (%a = %x : f32) -> (f32) {
        %1 = math.sin %a : f32
        remat.yield %1 : f32
      }
      return %0 : f32
    }
    ```
  }];
  let options = [
    Option<"function", "function", "std::string", "", "The function to begin at">,
    Option<"policy", "policy", "std::string", "",
           "Policy of the region that the function becomes; none by default">,
    Option<"regionPolicy", "region-policy", "std::string", "",
           "Policy of outermost regions; left as it is by default">,
      Option<"loop", "loop", "std::string", "",
      "how each outermost loop of the function is checkpointed">,
  ];
}

#endif // REMAT_DIALECT_REMAT_TRANSFORMS_PASSES
