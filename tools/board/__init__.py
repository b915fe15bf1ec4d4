# SPDX-License-Identifier: BSD-2-Clause
"""The shape of a real board, from what its programs print of it, as a scenario of virtual silicon."""
