#===- test/Coverage/cases/__init__.py - Programs of one op each ------------===#
#
# Part of remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===#
"""Programs of one op each, a module a dialect."""
