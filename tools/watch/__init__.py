# SPDX-License-Identifier: BSD-2-Clause
"""`uncork watch`: recorded runs in the forms of other programs."""
