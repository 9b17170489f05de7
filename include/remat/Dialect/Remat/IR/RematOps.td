//===- RematOps.td - Ops of the remat dialect --------------*- tablegen -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIALECT_REMAT_IR_REMATOPS
#define REMAT_DIALECT_REMAT_IR_REMATOPS

include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "remat/Dialect/Remat/IR/RematAttributes.td"
include "remat/Interfaces/ReverseDiffOpInterface.td"

class Remat_Op<string mnemonic, list<Trait> traits = []>
    : Op<Remat_Dialect, mnemonic, traits>;

def Remat_BarrierResource : Resource<"::remat::BarrierResource">;

def CheckpointNameOp : Remat_Op<"checkpoint_name",
    [Pure, AllTypesMatch<["value", "result"]>]> {
  let summary = "Identity that gives a value a name for policies";
  let description = [{
    Labels a value so that the policy of an enclosing `remat.checkpoint` can
    speak of it. Alone it changes nothing. With `store(T)` the value is rounded
    to the narrower float type `T` here, in the forward pass and every replay
    alike, and is kept in `T` where it is saved.

    Constraints: the name isn't empty; `store` needs a float value and a float
    type narrower than its element type.

    Example:

    ```mlir
    %1 = remat.checkpoint_name %0 "attn_out" : tensor<8x16xf32>
    %2 = remat.checkpoint_name %1 "mlp_pre" store(bf16) : tensor<8x16xf32>
    ```
  }];
  let arguments = (ins AnyType:$value, StrAttr:$name,
                       OptionalAttr<TypeAttr>:$store);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $value $name (`store` `(` $store^ `)`)? attr-dict `:` type($value)
  }];
  let hasVerifier = 1;
}

def CheckpointOp : Remat_Op<"checkpoint", [
    IsolatedFromAbove, SingleBlockImplicitTerminator<"YieldOp">,
    RecursiveMemoryEffects,
    DeclareOpInterfaceMethods<RegionBranchOpInterface,
                              ["getEntrySuccessorOperands"]>]> {
  let summary = "Region whose values may be kept only as a policy allows";
  let description = [{
    Computes the values of its body. Under reverse-mode differentiation only its
    inputs and what the policy allows may be kept between the forward and the
    backward pass; the rest of what the backward pass needs is computed again,
    right where it reaches the region. Without a policy nothing may be kept but
    the inputs (`#remat.nothing`). Of nested regions the outermost decides the
    forward pass; an inner one applies when the outer region is computed again.

    `barriers = false` leaves out the barriers between a value and its second
    computation, where nothing later in the pipeline would merge the two.

    `loop(#remat.segments<k>)` or `loop(#remat.binomial<s>)` says which states
    of the one loop in the region are kept. The policy then holds within an
    iteration that is computed again.

    Constraints: isolated from above; one block whose arguments have the types
    of the inputs; `remat.yield` gives values of the result types. With `loop`,
    the body is one `scf.for` besides constants and integer arithmetic.

    Example:

    ```mlir
    %1 = remat.checkpoint policy(#remat.save_only<["a"]>)
        (%w = %arg0 : tensor<5x4xf32>, %x = %arg1 : tensor<4xf32>) -> (tensor<5xf32>) {
      %init = arith.constant dense<0.0> : tensor<5xf32>
      %0 = linalg.matvec ins(%w, %x : tensor<5x4xf32>, tensor<4xf32>)
                         outs(%init : tensor<5xf32>) -> tensor<5xf32>
      %a = remat.checkpoint_name %0 "a" : tensor<5xf32>
      %s = math.sin %a : tensor<5xf32>
      remat.yield %s : tensor<5xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$inputs,
                       OptionalAttr<PolicyAttrInterface>:$policy,
                       DefaultValuedAttr<BoolAttr, "true">:$barriers,
                       OptionalAttr<AnyAttrOf<[SegmentsAttr, BinomialAttr]>>:$loop);
  let results = (outs Variadic<AnyType>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def YieldOp : Remat_Op<"yield",
    [Pure, Terminator, ReturnLike, HasParent<"CheckpointOp">]> {
  let summary = "Ends a checkpointed region with its results";
  let description = [{
    Constraints: stands in a `remat.checkpoint`; its values have the types of
    the region's results.

    Example: `remat.yield %0 : tensor<4xf32>`
  }];
  let arguments = (ins Variadic<AnyType>:$results);
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
  let assemblyFormat = "($results^ `:` type($results))? attr-dict";
  let hasVerifier = 1;
}

def OptimizationBarrierOp : Remat_Op<"optimization_barrier", [
    AllTypesMatch<["value", "result"]>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                              ["reifyResultShapes"]>,
    DeclareOpInterfaceMethods<BufferizableOpInterface,
      ["bufferizesToMemoryRead", "bufferizesToMemoryWrite",
       "getAliasingValues", "bufferize"]>,
    DeclareOpInterfaceMethods<ReverseDiffOpInterface>]> {
  let summary = "Identity that optimizations do not see through";
  let description = [{
    The result is the operand, but common subexpression elimination, loop
    invariant code motion, folding and fusion do not know it: what is computed
    from the result is not merged with what is computed from the operand. Costs
    nothing at run time; one without uses goes away with what fed it. It stands
    for an allocation on its result (in a resource of its own), which is what
    keeps upstream passes from merging or moving it and lets them erase it.

    Example: `%1 = remat.optimization_barrier %0 : tensor<4xf32>`
  }];
  let arguments = (ins AnyType:$value);
  let results = (outs Res<AnyType, "", [MemAlloc<Remat_BarrierResource>]>:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
  let hasCanonicalizer = 1;
}

def CustomVjpOp : Remat_Op<"custom_vjp",
    [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Call of a function with a derivative given by the user";
  let description = [{
    Calls `@callee`. Where it is differentiated in reverse mode, `@fwd` runs
    instead, and `@bwd` in the backward pass:

    - `fwd(args) -> (results of callee, residuals)`
    - `bwd(residuals, cotangents) -> cotangents of args`, with a cotangent for
      each float result of the callee in order, and a result for each float
      argument in order.

    Names inside `fwd` are seen by the policy of an enclosing region.

    Constraints: the three are functions of these types.

    Example:

    ```mlir
    %0 = remat.custom_vjp @sin(%x) fwd @sin_fwd bwd @sin_bwd : (f32) -> f32
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$args,
                       FlatSymbolRefAttr:$fwd, FlatSymbolRefAttr:$bwd);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $callee `(` $args `)` `fwd` $fwd `bwd` $bwd attr-dict
    `:` functional-type($args, $results)
  }];
}

def ValueAndGradOp : Remat_Op<"value_and_grad",
    [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Value and gradient of a function";
  let description = [{
    Gives the results of `@callee` and, behind them, the gradient of the first
    with respect to each argument of `wrt` (all float arguments where it is left
    out). The first result is a float scalar; `tensor<f32>` counts as one. The
    other results pass through. `remat-differentiate` expands it.

    Constraints: `@callee` is a function with a body; `wrt` names float
    arguments, each once; result types as said.

    Example:

    ```mlir
    %v, %g = remat.value_and_grad @loss(%w, %x) wrt [0]
        : (tensor<4xf32>, tensor<4xf32>) -> (f32, tensor<4xf32>)
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$args,
                       OptionalAttr<DenseI64ArrayAttr>:$wrt);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $callee `(` $args `)` (`wrt` $wrt^)? attr-dict
    `:` functional-type($args, $results)
  }];
}

def VjpOp : Remat_Op<"vjp", [AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Results of a function and products of cotangents with its Jacobian";
  let description = [{
    Gives the results of `@callee` and, behind them, for each argument of `wrt`
    (all float arguments where it is left out) the cotangents times the
    Jacobian. There is one cotangent for each float result, in order and of its
    type. `remat-differentiate` expands it.

    Constraints: as `remat.value_and_grad`, for a first result of any type.

    Example:

    ```mlir
    %y, %g = remat.vjp @layer(%w, %x) cotangents(%ct) wrt [0]
        : (tensor<5x4xf32>, tensor<4xf32>), (tensor<5xf32>)
        -> (tensor<5xf32>, tensor<5x4xf32>)
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$args,
                       Variadic<AnyType>:$cotangents,
                       OptionalAttr<DenseI64ArrayAttr>:$wrt);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $callee `(` $args `)` `cotangents` `(` $cotangents `)` (`wrt` $wrt^)?
    attr-dict `:` custom<Types>(type($args)) `,`
    custom<Types>(type($cotangents)) `->` custom<Types>(type($results))
  }];
}

#endif // REMAT_DIALECT_REMAT_IR_REMATOPS
