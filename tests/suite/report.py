# SPDX-License-Identifier: BSD-2-Clause
"""The report: every function test_* of tests/report/test_*.py."""

from suite.functions import collect


def tests(_options):
    return collect('report', 'tests/report/test_*.py')
