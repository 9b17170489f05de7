#===- test/Coverage/cases/linalg.py - Cases of linalg ---------*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Cases of the linalg dialect."""

from .case import Case

SIZES = dict(n=2, c=2, f=3, g=2, m=2)
INPUT, KERNEL = 4, 2


def tensor(sizes, element="f64"):
    return f"tensor<{''.join(f'{size}x' for size in sizes)}{element}>"


def sizes_of(layout, spatial):
    return [SIZES.get(letter, spatial) for letter in layout]


def named(name, inputs, output, attributes=""):
    """A named op on float tensors of the given sizes, adding onto `%out`."""
    names = "abcd"[:len(inputs)]
    types = [tensor(sizes) for sizes in inputs]
    args = ", ".join(f"{n}: {t}" for n, t in zip(names, types))
    operands = ", ".join(f"%{n}" for n in names)
    result = tensor(output)
    return Case(f"linalg.{name}", f"{args}, out: {result}",
                f"%y = linalg.{name} {attributes} ins({operands} : {', '.join(types)}) "
                f"outs(%out : {result}) -> {result}", result)


def quantized(name, inputs, output):
    """A named op on i8 with zero points; its i32 result scales a float."""
    types = [tensor(sizes, "i8") for sizes in inputs] + ["i32", "i32"]
    args = ", ".join(f"{n}: {t}" for n, t in zip("bcde", types))
    result = tensor(output, "i32")
    return Case(f"linalg.{name}", f"a: {tensor(output)}, {args}, out: {result}",
                f"%i = linalg.{name} ins(%b, %c, %d, %e : {', '.join(types)}) "
                f"outs(%out : {result}) -> {result}\n"
                f"%s = arith.sitofp %i : {result} to {tensor(output)}\n"
                f"%y = arith.mulf %a, %s : {tensor(output)}",
                tensor(output), integers=True)


def integers(name, inputs, output):
    """A named op that takes integers only."""
    types = [tensor(sizes, "i32") for sizes in inputs]
    names = "bcd"[:len(inputs)]
    args = ", ".join(f"{n}: {t}" for n, t in zip(names, types))
    result = tensor(output, "i32")
    return Case(f"linalg.{name}", f"a: {tensor(output)}, {args}, out: {result}",
                f"%i = linalg.{name} ins({', '.join('%' + n for n in names)} : "
                f"{', '.join(types)}) outs(%out : {result}) -> {result}\n"
                f"%s = arith.sitofp %i : {result} to {tensor(output)}\n"
                f"%y = arith.mulf %a, %s : {tensor(output)}",
                tensor(output), integers=True)


def convolution(name):
    """A convolution, its sizes read off the layouts in its name."""
    parts = name.removesuffix("_q").split("_")
    make = quantized if name.endswith("_q") else named
    if parts[-1].endswith("d"):
        rank = int(parts[-1][0])
        return make(name, [[INPUT] * rank, [KERNEL] * rank],
                    [INPUT - KERNEL + 1] * rank)
    source, kernel = parts[-2:]
    if parts[0] == "depthwise":
        output = source + ("m" if "m" in kernel else "")
    else:
        output = source.replace("c", "f")
    return make(name, [sizes_of(source, INPUT), sizes_of(kernel, KERNEL)],
                sizes_of(output, INPUT - KERNEL + 1))


def pooling(name):
    layout, kind = name.split("_")[1:3]
    make = named
    if name.endswith("unsigned"):
        make = integers
    elif kind != "sum":
        make = extremum
    rank = len(layout) - 2
    return make(name, [sizes_of(layout, INPUT), [KERNEL] * rank],
                sizes_of(layout, INPUT - KERNEL + 1))


def extremum(name, inputs, output):
    """A maximum or minimum that starts from a constant that is never it."""
    case = named(name, inputs, output)
    case.args = case.args.rpartition(",")[0]
    start = "-1.0e+30" if name.endswith("max") else "1.0e+30"
    case.body = (f"%out = arith.constant dense<{start}> : {tensor(output)}\n"
                 + case.body)
    return case


CONVOLUTIONS = """
    conv_1d conv_1d_ncw_fcw conv_1d_nwc_wcf conv_2d conv_2d_nchw_fchw
    conv_2d_nchw_fchw_q conv_2d_ngchw_fgchw conv_2d_ngchw_gfchw conv_2d_ngchw_gfchw_q
    conv_2d_nhwc_fhwc conv_2d_nhwc_fhwc_q conv_2d_nhwc_hwcf conv_2d_nhwc_hwcf_q
    conv_2d_nhwgc_gfhwc conv_2d_nhwgc_gfhwc_q conv_3d conv_3d_ncdhw_fcdhw
    conv_3d_ndhwc_dhwcf conv_3d_ndhwc_dhwcf_q depthwise_conv_1d_ncw_cw
    depthwise_conv_1d_nwc_wc depthwise_conv_1d_nwc_wcm depthwise_conv_2d_nchw_chw
    depthwise_conv_2d_nhwc_hwc depthwise_conv_2d_nhwc_hwc_q depthwise_conv_2d_nhwc_hwcm
    depthwise_conv_2d_nhwc_hwcm_q depthwise_conv_3d_ncdhw_cdhw
    depthwise_conv_3d_ndhwc_dhwc depthwise_conv_3d_ndhwc_dhwcm""".split()
POOLINGS = """
    pooling_nchw_max pooling_nchw_sum pooling_ncw_max pooling_ncw_sum
    pooling_ndhwc_max pooling_ndhwc_min pooling_ndhwc_sum pooling_nhwc_max
    pooling_nhwc_max_unsigned pooling_nhwc_min pooling_nhwc_min_unsigned
    pooling_nhwc_sum pooling_nwc_max pooling_nwc_max_unsigned pooling_nwc_min
    pooling_nwc_min_unsigned pooling_nwc_sum""".split()
UNARY = """abs ceil erf exp floor log negf reciprocal round rsqrt sqrt square
    tanh""".split()
BINARY = "add div max min mul powf sub".split()

GENERIC = """
    %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a : <2x3>) outs(%out : <2>) {
    ^bb0(%x: f64, %sum: f64):
    %s = math.sin %x : f64
    %t = arith.addf %sum, %s : f64
    linalg.yield %t : f64
    } -> <2>"""

CASES = [
    *[named(name, [[2, 3]], [2, 3]) for name in UNARY],
    *[named(name, [[2, 3], [2, 3]], [2, 3]) for name in BINARY],
    integers("div_unsigned", [[2, 3], [2, 3]], [2, 3]),
    Case("linalg.select", "p: tensor<2x3xi1>, a: <2x3>, b: <2x3>, out: <2x3>",
         "%y = linalg.select ins(%p, %a, %b : tensor<2x3xi1>, <2x3>, <2x3>) "
         "outs(%out : <2x3>) -> <2x3>", "<2x3>"),
    Case("linalg.elementwise", "a: <2x3>, b: <2x3>, out: <2x3>",
         "%y = linalg.elementwise kind=#linalg.elementwise_kind<div> "
         "ins(%a, %b : <2x3>, <2x3>) outs(%out : <2x3>) -> <2x3>", "<2x3>"),

    named("batch_matmul", [[2, 2, 3], [2, 3, 4]], [2, 2, 4]),
    named("batch_matvec", [[2, 2, 3], [2, 3]], [2, 2]),
    named("batch_mmt4d", [[2, 2, 2, 2, 3], [2, 1, 2, 2, 3]], [2, 2, 1, 2, 2]),
    named("batch_reduce_matmul", [[2, 2, 3], [2, 3, 4]], [2, 4]),
    named("batch_vecmat", [[2, 3], [2, 3, 4]], [2, 4]),
    named("dot", [[3], [3]], []),
    named("matmul", [[2, 3], [3, 4]], [2, 4]),
    named("matvec", [[2, 3], [3]], [2]),
    named("mmt4d", [[2, 2, 2, 3], [1, 2, 2, 3]], [2, 1, 2, 2]),
    named("vecmat", [[3], [3, 4]], [4]),
    named("contract", [[2, 3], [4, 3]], [4, 2],
          "indexing_maps = [affine_map<(i, j, k) -> (i, k)>, "
          "affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (j, i)>]"),
    quantized("quantized_matmul", [[2, 3], [3, 4]], [2, 4]),
    quantized("quantized_batch_matmul", [[2, 2, 3], [2, 3, 4]], [2, 2, 4]),

    *[convolution(name) for name in CONVOLUTIONS],
    *[pooling(name) for name in POOLINGS],

    Case("linalg.copy", "a: <2x3>, out: <2x3>",
         "%y = linalg.copy ins(%a : <2x3>) outs(%out : <2x3>) -> <2x3>", "<2x3>"),
    Case("linalg.fill", "a: f64, out: <2x3>",
         "%y = linalg.fill ins(%a : f64) outs(%out : <2x3>) -> <2x3>", "<2x3>"),
    Case("linalg.fill_rng_2d", "a: f64, b: f64, n: i32, out: <2x3>",
         "%y = linalg.fill_rng_2d ins(%a, %b, %n : f64, f64, i32) "
         "outs(%out : <2x3>) -> <2x3>", "<2x3>"),
    Case("linalg.transpose", "a: <2x3>, out: <3x2>",
         "%y = linalg.transpose ins(%a : <2x3>) outs(%out : <3x2>) permutation = [1, 0]",
         "<3x2>"),
    Case("linalg.broadcast", "a: <3>, out: <2x3>",
         "%y = linalg.broadcast ins(%a : <3>) outs(%out : <2x3>) dimensions = [0]",
         "<2x3>"),
    Case("linalg.reduce", "a: <2x3>, out: <2>", """
        %y = linalg.reduce { arith.addf } ins(%a : <2x3>) outs(%out : <2>) dimensions = [1]""",
         "<2>"),
    Case("linalg.map", "a: <2x3>, out: <2x3>", """
        %y = linalg.map { math.sin } ins(%a : <2x3>) outs(%out : <2x3>)""", "<2x3>"),
    Case("linalg.softmax", "a: <2x3>, out: <2x3>",
         "%y = linalg.softmax dimension(1) ins(%a : <2x3>) outs(%out : <2x3>) -> <2x3>",
         "<2x3>"),
    Case("linalg.generic", "a: <2x3>, out: <2>", GENERIC, "<2>"),
    Case("linalg.yield", "a: <2x3>, out: <2>", GENERIC, "<2>"),
    Case("linalg.index", "a: <3>", """
        %init = tensor.empty() : <3>
        %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : <3>) outs(%init : <3>) {
        ^bb0(%x: f64, %out: f64):
        %i = linalg.index 0 : index
        %n = arith.index_cast %i : index to i64
        %s = arith.sitofp %n : i64 to f64
        %t = arith.mulf %x, %s : f64
        linalg.yield %t : f64
        } -> <3>"""),
    Case("linalg.pack", "a: <4x6>, out: <2x3x2x2>",
         "%y = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %out "
         ": <4x6> -> <2x3x2x2>", "<2x3x2x2>"),
    Case("linalg.unpack", "a: <2x3x2x2>, out: <4x6>",
         "%y = linalg.unpack %a inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %out "
         ": <2x3x2x2> -> <4x6>", "<4x6>"),
    Case("linalg.winograd_filter_transform", "a: <2x3x3x2>, out: <6x6x2x2>",
         "%y = linalg.winograd_filter_transform fmr(F_4_3) ins(%a : <2x3x3x2>) "
         "outs(%out : <6x6x2x2>) -> <6x6x2x2>", "<6x6x2x2>"),
    Case("linalg.winograd_input_transform", "a: <2x10x10x2>, out: <6x6x2x2x2x2>",
         "%y = linalg.winograd_input_transform fmr(F_4_3) ins(%a : <2x10x10x2>) "
         "outs(%out : <6x6x2x2x2x2>) -> <6x6x2x2x2x2>", "<6x6x2x2x2x2>"),
    Case("linalg.winograd_output_transform", "a: <6x6x2x2x2x2>, out: <2x8x8x2>",
         "%y = linalg.winograd_output_transform fmr(F_4_3) ins(%a : <6x6x2x2x2x2>) "
         "outs(%out : <2x8x8x2>) -> <2x8x8x2>", "<2x8x8x2>"),
]
