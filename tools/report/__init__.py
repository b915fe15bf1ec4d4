# SPDX-License-Identifier: BSD-2-Clause
"""Reports of recorded runs."""
