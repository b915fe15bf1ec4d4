# SPDX-License-Identifier: BSD-2-Clause
"""What is on a stick if the power goes at any write: QEMU logs all writes to it (its driver blklogwrites, the format of Linux's
dm-log-writes), they are made one by one on a copy of what it was, and its file system is read by what is there, not by a driver."""

import struct

MIB = 1 << 20
ENTRY = struct.Struct('<QQQQ')  # sector, sectors, flags, bytes of data
FLUSH, DISCARD = 1, 4
VOLUME_LABEL = 8  # a bit of an entry's attributes, also set in parts of long names


def writes(log):
    """(offset, data) of each write in order; (None, None) for each flush."""
    with open(log, 'rb') as file:
        magic, _version, entries, size = struct.unpack('<QQQI', file.read(28))
        assert magic == 0x6a736677736872
        file.seek(size)
        for _ in range(entries):
            sector, sectors, flags, length = ENTRY.unpack(file.read(size)[:ENTRY.size])
            if flags & DISCARD:
                yield sector * size, bytes(sectors * size)
            elif sectors:
                yield sector * size, file.read(sectors * size)
            if flags & FLUSH:
                yield None, None
            assert flags & DISCARD or not length or length == sectors * size


class Volume:
    """FAT32 in a partition that begins at 1 MiB of `image`, a bytearray."""

    def __init__(self, image):
        self.image = image
        sector = image[MIB:MIB + 512]
        self.sector, self.cluster_sectors, reserved, fats = struct.unpack_from('<HBHB', sector, 11)
        fat_sectors, _, _, self.root = struct.unpack_from('<IHHI', sector, 36)
        self.fat = MIB + reserved * self.sector
        self.data = self.fat + fats * fat_sectors * self.sector
        self.cluster = self.cluster_sectors * self.sector

    def chain(self, cluster):
        seen = set()
        while 2 <= cluster < 0x0ffffff8 and cluster not in seen:
            seen.add(cluster)
            at = self.data + (cluster - 2) * self.cluster
            yield self.image[at:at + self.cluster]
            cluster = struct.unpack_from('<I', self.image, self.fat + 4 * cluster)[0] & 0x0fffffff

    def entry(self, cluster, name):
        """First cluster and size; None if there is none of that short name."""
        for block in self.chain(cluster):
            for at in range(0, len(block), 32):
                if block[at:at + 11] == name and not block[at + 11] & VOLUME_LABEL:
                    high, low, size = struct.unpack_from('<H4xHI', block, at + 20)
                    return high << 16 | low, size
        return None

    def read(self, name):
        """A file of \\uncork, as far as it can be read; None if there is none."""
        directory = self.entry(self.root, b'UNCORK     ')
        found = directory and self.entry(directory[0], name)
        return found and b''.join(self.chain(found[0]))[:found[1]]


def cuts(before, log):
    """The volume at each moment: after every write."""
    image = bytearray(before)
    for offset, data in writes(log):
        if offset is not None:
            image[offset:offset + len(data)] = data
            yield Volume(image)
