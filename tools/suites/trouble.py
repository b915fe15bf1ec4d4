# SPDX-License-Identifier: BSD-2-Clause
"""What keeps a run from being made: one line for the user, and status 2."""


class Trouble(Exception):
    pass
