//===- RematAttributes.td - Policies and residuals ---------*- tablegen -*-===//
//
// Part of remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_DIALECT_REMAT_IR_REMATATTRIBUTES
#define REMAT_DIALECT_REMAT_IR_REMATATTRIBUTES

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "remat/Dialect/Remat/IR/RematDialect.td"
include "remat/Interfaces/PolicyAttrInterface.td"

class Remat_Attr<string className, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Remat_Dialect, className, traits> {
  let mnemonic = attrMnemonic;
}

class Remat_Policy<string className, string attrMnemonic,
                   list<string> extraMethods = []>
    : Remat_Attr<className, attrMnemonic,
        [DeclareAttrInterfaceMethods<PolicyAttrInterface, extraMethods>]>;

def EverythingAttr : Remat_Policy<"Everything", "everything"> {
  let summary = "Every value may be saved";
  let description = [{
    As if the region were not there: whatever the backward pass needs is saved,
    and nothing is computed again. Regions inside have no effect.

    Example: `#remat.everything`
  }];
}

def NothingAttr : Remat_Policy<"Nothing", "nothing"> {
  let summary = "No value may be saved";
  let description = [{
    Only the region's inputs are kept; what the backward pass needs is computed
    again from them. The policy of a region that states none.

    Example: `#remat.nothing`
  }];
}

class Remat_NamesPolicy<string className, string attrMnemonic>
    : Remat_Policy<className, attrMnemonic, ["collectNames"]> {
  let parameters = (ins OptionalArrayRefParameter<"::mlir::StringAttr">:$names);
  let assemblyFormat = "`<` `[` (`]`) : ($names^ `]`)? `>`";
}

def SaveOnlyAttr : Remat_NamesPolicy<"SaveOnly", "save_only"> {
  let summary = "Only values of these names may be saved";
  let description = [{
    Values marked by `remat.checkpoint_name` with one of the names.

    Example: `#remat.save_only<["attn_out", "mlp_pre"]>`
  }];
}

def SaveAnyButAttr : Remat_NamesPolicy<"SaveAnyBut", "save_any_but"> {
  let summary = "Every named value but these may be saved";
  let description = [{
    Values marked by `remat.checkpoint_name` with any other name. Values without
    a name are computed again.

    Example: `#remat.save_any_but<["scores"]>`
  }];
}

def DotsAttr : Remat_Policy<"Dots", "dots"> {
  let summary = "Results of contractions may be saved";
  let description = [{
    Results of matrix products and other contractions: `linalg` ops that sum
    products of two operands over at least one dimension, named or generic.

    Example: `#remat.dots`
  }];
}

def DotsNoBatchAttr : Remat_Policy<"DotsNoBatch", "dots_no_batch"> {
  let summary = "Results of contractions without batch dimensions may be saved";
  let description = [{
    As `#remat.dots`, but not where a dimension runs along both operands and the
    result, as the products inside attention have.

    Example: `#remat.dots_no_batch`
  }];
}

def AnyOfAttr : Remat_Policy<"AnyOf", "any_of", ["collectNames"]> {
  let summary = "What any of several policies allows";
  let description = [{
    Example: `#remat.any_of<#remat.dots, #remat.save_only<["b"]>>`
  }];
  let parameters =
      (ins ArrayRefParameter<"::remat::PolicyAttrInterface">:$policies);
  let assemblyFormat = "`<` $policies `>`";
}

def SegmentsAttr : Remat_Attr<"Segments", "segments"> {
  let summary = "Keep every k-th state of a loop";
  let description = [{
    For `loop(...)` of a region around one loop: the loop is cut into segments of
    `length` iterations. What a segment starts from is kept; its iterations are
    computed again, one segment at a time. Without a length, segments are as long
    as the square root of the trip count, rounded up (Chen et al., 2016), so that
    about twice that many states are live at a time.

    Constraints: a length of at least 1.

    Example: `#remat.segments<4>`, `#remat.segments`
  }];
  let parameters = (ins DefaultValuedParameter<"int64_t", "0">:$length);
  let assemblyFormat = "(`<` $length^ `>`)?";
  let genVerifyDecl = 1;
}

def BinomialAttr : Remat_Attr<"Binomial", "binomial"> {
  let summary = "Keep a number of states of a loop, at the best places";
  let description = [{
    For `loop(...)` of a region around one loop: at most `snapshots` states are
    kept at a time, the initial one among them, and moved while the backward pass
    goes through the iterations, so that as few iterations as possible are
    computed again (revolve; Griewank and Walther, 2000). Each iteration's values
    are computed once more right before its backward pass. Differentiation
    refuses it so far.

    Constraints: at least one snapshot.

    Example: `#remat.binomial<8>`
  }];
  let parameters = (ins "int64_t":$snapshots);
  let assemblyFormat = "`<` $snapshots `>`";
  let genVerifyDecl = 1;
}

def Remat_ResidualSource : I32EnumAttr<"ResidualSource",
    "where the caller of a backward pass takes a residual from", [
      I32EnumAttrCase<"Argument", 0, "argument">,
      I32EnumAttrCase<"Result", 1, "result">,
      I32EnumAttrCase<"Stored", 2, "stored">]> {
  let cppNamespace = "::remat";
  let genSpecializedAttr = 0;
}

def ResidualAttr : Remat_Attr<"Residual", "residual"> {
  let summary = "What a residual operand of a backward pass is";
  let description = [{
    Stands as `remat.residual` on each residual argument of an `@f_bwd` made by
    `remat-differentiate{mode=vjp}`. `argument k` and `result k`: the caller
    passes argument or result k of the original function; `stored k`: result k
    of `@f_fwd` behind the original results. The text is the line of the report
    (`remat-print-saved-residuals`).

    Constraints: the number isn't negative.

    Example: `#remat.residual<stored 2, "f32[5] output of sin from net.py:8:9 (g)">`
  }];
  let parameters = (ins
    EnumParameter<Remat_ResidualSource>:$source, "int64_t":$index,
    StringRefParameter<"line of the report">:$text);
  let assemblyFormat = "`<` $source $index `,` $text `>`";
  let genVerifyDecl = 1;
}

#endif // REMAT_DIALECT_REMAT_IR_REMATATTRIBUTES
