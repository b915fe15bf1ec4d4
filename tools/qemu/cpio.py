# SPDX-License-Identifier: BSD-2-Clause
"""Archives in the `newc` form of cpio: what Linux takes as an initial RAM disk, and opal-silicon as its parts."""

import stat

FILE, DIRECTORY, LINK, CHARACTER = stat.S_IFREG, stat.S_IFDIR, stat.S_IFLNK, stat.S_IFCHR


def padded(data):
    return data + bytes(-len(data) % 4)


def member(name, content=b'', mode=FILE | 0o644, device=(0, 0)):
    """One file, directory, link (whose content is where it leads) or device. 13 numbers of 8 hexadecimal digits."""
    fields = [0, mode, 0, 0, 1, 0, len(content), 0, 0, *device, len(name) + 1, 0]
    head = b'070701' + b''.join(b'%08X' % field for field in fields) + name.encode() + b'\0'
    return padded(head) + padded(content)


def archive(members):
    return b''.join(members) + member('TRAILER!!!')
