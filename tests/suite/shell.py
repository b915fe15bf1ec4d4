# SPDX-License-Identifier: BSD-2-Clause
"""What a shell of UEFI does."""

import contextlib
import os
import shutil
import tempfile

# OVMF since 2026 starts the one in it only when it is asked at the keyboard.
SHELL = '/usr/share/efi-shell-x64/shellx64.efi'


@contextlib.contextmanager
def shell(script, *files):
    """A directory for --esp from which the shell does that, with those files beside it."""
    with tempfile.TemporaryDirectory(prefix='uncork-esp-') as directory:
        for file in files:
            shutil.copy(file, directory)
        with open(os.path.join(directory, 'startup.nsh'), 'w', encoding='ascii') as startup:
            startup.write(script)
        if os.path.exists(SHELL):
            os.makedirs(os.path.join(directory, 'EFI/BOOT'))
            shutil.copy(SHELL, os.path.join(directory, 'EFI/BOOT/BOOTX64.EFI'))
        yield directory
