# SPDX-License-Identifier: BSD-2-Clause
"""Images for OPAL machines: the flash that skiboot reads, and the IMC catalog in it. All numbers are big-endian."""

import lzma
import struct

BLOCK = 4096
MAGIC = 0x50415254  # "PART"
ENTRY_BYTES = 128
NO_PARENT = 0xffffffff
TYPE_DATA, TYPE_TABLE = 1, 3
CATALOG_BYTES_MAX = 256 * 1024  # skiboot overruns its buffers with more, packed or unpacked


def padded(data, size=BLOCK):
    return data + bytes(-len(data) % size)


def with_checksum(words):
    """The structure with the word that makes the XOR over all of it 0."""
    total = 0
    for (word,) in struct.iter_unpack('>I', words):
        total ^= word
    return words + struct.pack('>I', total)


def entry(number, name, base, size, kind):
    return with_checksum(struct.pack('>16sIIIIIII16x64x', name.encode(), base, size // BLOCK, NO_PARENT, number,
                                     kind, 0, size))


def image(partitions):
    """A flash image with {name: content}; each partition is filled up to whole blocks."""
    contents = {name: padded(content) for name, content in partitions.items()}
    entries, base = [entry(1, 'part', 0, BLOCK, TYPE_TABLE)], 1
    for name, content in contents.items():
        entries.append(entry(len(entries) + 1, name, base, len(content), TYPE_DATA))
        base += len(content) // BLOCK
    header = with_checksum(struct.pack('>IIIIIII16x', MAGIC, 1, 1, ENTRY_BYTES, len(entries), BLOCK, base))
    return padded(header + b''.join(entries)) + b''.join(contents.values())


def catalog(blobs):
    """The content of the partition IMA_CATALOG with {key: device tree blob}."""
    header, body = struct.pack('>4sI', b'IMCC', 1), b''
    for key, blob in blobs.items():
        packed = padded(lzma.compress(blob, format=lzma.FORMAT_XZ, check=lzma.CHECK_CRC32, preset=9))
        header += struct.pack('>III', key, BLOCK + len(body), len(packed))
        body += packed
        if max(len(blob), BLOCK + len(body)) > CATALOG_BYTES_MAX:
            raise ValueError('a catalog of more than 256 KiB')
    return padded(header) + body
