# SPDX-License-Identifier: BSD-2-Clause
"""Starts `uncork board`."""

import os
import sys

sys.dont_write_bytecode = True
sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

from said import leave_with  # noqa: E402  # pylint: disable=wrong-import-position
from board.cli import main  # noqa: E402  # pylint: disable=wrong-import-position

leave_with('uncork board', lambda: main(sys.argv[1:]))
