# SPDX-License-Identifier: BSD-2-Clause
"""What tools/boot is made of: the console of a running machine, and a module for each architecture."""
