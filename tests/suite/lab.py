# SPDX-License-Identifier: BSD-2-Clause
"""The runners: every function test_* of tests/lab/*.py."""

from suite.functions import collect


def tests(_options):
    return collect('lab', 'tests/lab/test_*.py')
