# SPDX-License-Identifier: BSD-2-Clause
"""`uncork export`: recorded runs in the forms of other programs."""
