#===- test/Cases/Inputs/references.py - What the cases ought to give -------===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Arguments, values and gradients of the cases, by formulas in float64.

Arrays are float32 where the program's are; what is expected is computed from them
in float64 and by the formula of the derivative, not by a tool.
"""

import dataclasses

import numpy as np


@dataclasses.dataclass
class Case:
    inputs: list
    # By the names of remat-run's files: value<k>, grad<i>.
    want: dict
    # One a float result; none where the only one is a scalar.
    cotangents: list = dataclasses.field(default_factory=list)
    # Pairs of arrays whose zeros lie at the same places.
    same_zeros: list = dataclasses.field(default_factory=list)


def random(*shape, seed=0):
    generator = np.random.default_rng([seed, *shape])
    return generator.standard_normal(shape).astype(np.float32)


def f32(value):
    return np.array(value, np.float32)


def wide(array):
    return array.astype(np.float64)


def hashed(key, count):
    """The bits of case 1: a mix of the index and the key, in 32-bit arithmetic."""
    with np.errstate(over="ignore"):
        h = np.arange(count, dtype=np.uint32) * np.uint32(0x9E3779B9) + np.uint32(key)
        h = (h ^ (h >> np.uint32(16))) * np.uint32(0x85EBCA6B)
        h = (h ^ (h >> np.uint32(13))) * np.uint32(0xC2B2AE35)
        return h ^ (h >> np.uint32(16))


def dropout():
    x, key, ct = random(64), np.array(7, np.int32), random(64, seed=1)
    keep = hashed(7, 64) >> np.uint32(31) == 0
    y = np.where(keep, 2 * wide(x) ** 2, 0)
    # Through sin, so that the replay needs the draw for more than its mask.
    return Case(
        [x, key],
        {"value0": np.sin(y), "grad0": wide(ct) * np.cos(y) * np.where(keep, 4 * wide(x), 0)},
        [ct],
        [("value0", "grad0")],
    )


def counter(old):
    c, x, ct = f32(old), random(5), random(5, seed=1)
    factor = 0.5 if old > 0.5 else 1.0
    y = factor * wide(x)
    return Case(
        [c, x],
        {"value0": np.sin(y), "value1": f32(old + 1), "grad1": wide(ct) * np.cos(y) * factor},
        [ct, f32(0)],
    )


def counter_at_zero():
    return counter(0.0)


def counter_at_one():
    return counter(1.0)


def overwritten(m):
    return Case([f32(m)], {"value0": np.array(5.8564 * m**4), "grad0": np.array(4 * 5.8564 * m**3)})


def overwritten_at_one():
    return overwritten(1.0)


def overwritten_at_two():
    case = overwritten(2.0)
    assert np.allclose(case.want["value0"], 93.7024) and np.allclose(case.want["grad0"], 187.4048)
    return case


def round_bf16(value):
    """To the nearest bfloat16, ties to even."""
    bits = f32(value).view(np.uint32)
    bits = (bits + np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))) & np.uint32(
        0xFFFF0000
    )
    return float(bits.view(np.float32))


def rounded_dot(cotangent=round_bf16):
    # The dot is 8.4091796875 in any order of summation, and 8.4375 as a bf16.
    x = f32([1.5, 0.25, 2.25, -0.9375, 0.03125, 0.3125, 0.21875, 0.09375])
    h = round_bf16(np.dot(wide(x), wide(x)))
    assert h != np.dot(wide(x), wide(x))
    # The cotangent of a bf16 is a bf16.
    return Case([x], {"value0": np.sin(h), "grad0": cotangent(np.cos(h)) * 2 * wide(x)})


def stored_dot():
    """By a name that stores in bf16: the value around it, and its cotangent, are f32."""
    return rounded_dot(cotangent=float)


def broadcast():
    x, b = random(8, 4), random(4, seed=1)
    return Case(
        [x, b],
        {
            "value0": np.sum(wide(x) * np.sin(wide(b))),
            "grad0": np.broadcast_to(np.sin(wide(b)), (8, 4)),
            "grad1": wide(x).sum(0) * np.cos(wide(b)),
        },
    )


def both_argument_and_result():
    x, cts = random(6), [random(6, seed=seed) for seed in (1, 2, 3)]
    e, (c0, c1, c2) = np.exp(wide(x)), map(wide, cts)
    return Case(
        [x],
        {"value0": e, "value1": e * e * e, "value2": x, "grad0": c0 * e + 3 * c1 * e**3 + c2},
        cts,
    )


def only_shape():
    x = random(7)
    return Case([x], {"value0": 2 * wide(x).sum(), "grad0": np.full(7, 2.0)})


def chain(*steps):
    """One number through a chain of functions, the first one first."""
    functions = {
        "sin": (np.sin, np.cos),
        "exp": (np.exp, np.exp),
        "log": (np.log, np.reciprocal),
        "square": (np.square, lambda v: 2 * v),
        "neg": (np.negative, lambda v: -1.0),
    }
    x = f32(0.7)
    value, gradient = wide(x), 1.0
    for step in steps:
        function, derivative = functions[step]
        value, gradient = function(value), gradient * derivative(value)
    return Case([x], {"value0": value, "grad0": gradient})


def two_layers():
    """sum(sin(W sin(W x)))"""
    W, x = random(4, 4), random(4, seed=1)
    a = wide(W) @ wide(x)
    b = wide(W) @ np.sin(a)
    ct_a = wide(W).T @ np.cos(b) * np.cos(a)
    return Case(
        [W, x],
        {
            "value0": np.sin(b).sum(),
            "grad0": np.outer(np.cos(b), np.sin(a)) + np.outer(ct_a, wide(x)),
            "grad1": wide(W).T @ ct_a,
        },
    )


def two_traversals():
    """Six blocks sum_i sin(sin(w_i x)), in order and then in order again."""
    x, weights = np.linspace(0.1, 1, 1024, dtype=np.float32), [
        np.linspace(0.1, 0.2 + 0.01 * k, 8, dtype=np.float32) for k in range(6)
    ]
    order = [wide(w) for w in weights] * 2
    states = [wide(x)]
    for w in order:
        states.append(np.sin(np.sin(np.outer(w, states[-1]))).sum(0))
    ct, gradients = np.ones(1024), [np.zeros(8) for _ in weights]
    for k in reversed(range(12)):
        p = np.outer(order[k], states[k])
        inner = np.cos(np.sin(p)) * np.cos(p) * ct
        gradients[k % 6] += inner @ states[k]
        ct = order[k] @ inner
    want = {f"grad{k + 1}": gradient for k, gradient in enumerate(gradients)}
    return Case([x, *weights], {"value0": states[-1].sum(), "grad0": ct, **want})


def custom_sine():
    """A derivative by the user that is three times the true one."""
    x = f32(0.7)
    y = np.sin(np.sin(wide(x)))
    return Case(
        [x], {"value0": np.sin(y), "grad0": np.cos(y) * 3 * np.cos(np.sin(wide(x))) * np.cos(wide(x))}
    )


def log_of_region():
    x = f32(0.3)
    g = np.sin(np.exp(wide(x)))
    return Case([x], {"value0": np.log(g), "grad0": np.cos(np.exp(wide(x))) * np.exp(wide(x)) / g})


def twelve_layers():
    W, x = random(12, 4, 4) * f32(0.7), random(4, seed=1)
    states = [wide(x)]
    for w in wide(W):
        states.append(np.tanh(w @ states[-1]))
    ct, gradients = np.ones(4), np.zeros((12, 4, 4))
    for k in reversed(range(12)):
        ct = ct * (1 - states[k + 1] ** 2)
        gradients[k] = np.outer(ct, states[k])
        ct = wide(W[k]).T @ ct
    assert all(np.abs(gradient).max() > 1e-4 for gradient in gradients)
    return Case([W, x], {"value0": states[-1].sum(), "grad0": gradients, "grad1": ct})


def sine_of_sine():
    x = f32(0.7)
    s = np.sin(wide(x))
    return Case([x], {"value0": np.sin(s), "grad0": np.cos(s) * np.cos(wide(x))})


def no_float_argument():
    return Case([np.array(3, np.int32)], {"value0": f32(9.0)})


def no_dependence():
    x = random(3)
    return Case([x], {"value0": f32(2.5), "grad0": np.zeros(3)})


def argument_twice():
    x = f32(0.6)
    return Case([x], {"value0": wide(x) ** 2 * 1.0, "grad0": 2 * wide(x)})


def result_twice():
    x, cts = f32(0.6), [f32(2.0), f32(-5.0)]
    y = np.sin(wide(x))
    return Case([x], {"value0": y, "value1": y, "grad0": -3 * np.cos(wide(x))}, cts)


def argument_returned():
    x, y = f32(0.6), f32(1.5)
    return Case([x, y], {"value0": x, "grad0": f32(1.0), "grad1": f32(0.0)})


def second_derivative():
    """Gradient of the gradient of sin(sin x), with its value the first."""
    x = f32(0.7)
    s, c = np.sin(wide(x)), np.cos(wide(x))
    return Case([x], {"value0": np.cos(s) * c, "grad0": -np.sin(s) * c**2 - np.cos(s) * s})


def third_derivative():
    """Gradient of the second derivative of x^4, by exp(4 log x)."""
    x = f32(1.3)
    return Case([x], {"value0": 12 * wide(x) ** 2, "grad0": 24 * wide(x)})


def gradient_norm():
    """Of sum((W x)^2): |gradient in x|^2 = |2 W' W x|^2 and its gradients."""
    W, x = random(5, 4), random(4, seed=1)
    M = wide(W).T @ wide(W)
    g = 2 * M @ wide(x)
    # d|g|^2/dx = 2 (2M)' g; d|g|^2/dW = 4 W (g x' + x g').
    outer = np.outer(g, wide(x))
    return Case(
        [W, x],
        {"value0": g @ g, "grad0": 4 * wide(W) @ (outer + outer.T), "grad1": 4 * M @ g},
    )
