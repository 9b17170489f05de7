#===- python/remat/jax/policies.py - Policies as attributes ---*- python -*-===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""JAX checkpoint policies as `#remat` policy attributes.

JAX's policies are Python callables. The ones it ships are recognised by what
they are (a dataclass, or a closure with a known qualified name) and turned into
the attribute that says the same. Any other callable is an error: asked one
equation at a time it could answer anything, and the compiler decides later than
that.
"""

import inspect
import json

from jax._src import ad_checkpoint

from .errors import ExportError


def _names(names):
    return "[" + ", ".join(json.dumps(name) for name in sorted(names)) + "]"


def _described(policy):
    return f"'{getattr(policy, '__qualname__', repr(policy))}'"


def _dots(policy):
    return "#remat.dots_no_batch" if policy.only_if_no_batch_dims else "#remat.dots"


# Policies that are instances of a class of JAX's.
_BY_TYPE = {
    ad_checkpoint.SaveOnlyTheseNames: lambda p: f"#remat.save_only<{_names(p.saveable_names)}>",
    ad_checkpoint.SaveAnyNamesButThese: lambda p: f"#remat.save_any_but<{_names(p.names)}>",
    ad_checkpoint.DotsSaveable: _dots,
}

# Policies that are functions of JAX's.
_BY_IDENTITY = {
    ad_checkpoint.everything_saveable: "#remat.everything",
    ad_checkpoint.nothing_saveable: "#remat.nothing",
}


def policy_attribute(policy):
    """The text of the attribute for `policy`, or None when there is no policy."""
    if policy is None:
        return None
    if type(policy) in _BY_TYPE:
        return _BY_TYPE[type(policy)](policy)
    if inspect.isfunction(policy):
        if policy in _BY_IDENTITY:
            return _BY_IDENTITY[policy]
        if policy.__qualname__.startswith("save_from_both_policies."):
            parts = inspect.getclosurevars(policy).nonlocals
            first, second = (
                policy_attribute(parts[key]) or "#remat.nothing" for key in ("policy_1", "policy_2")
            )
            return f"#remat.any_of<{first}, {second}>"
    raise ExportError(
        f"checkpoint policy {_described(policy)} has no attribute form; use one of"
        " jax.checkpoint_policies: everything_saveable, nothing_saveable,"
        " dots_saveable, dots_with_no_batch_dims_saveable, save_only_these_names,"
        " save_any_names_but_these, save_from_both_policies"
    )
