# SPDX-License-Identifier: BSD-2-Clause
"""What tools/suites/test-on is made of: where packages come from, and roots of a suite."""
