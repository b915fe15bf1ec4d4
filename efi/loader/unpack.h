/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads what `xz --format=lzma` writes, by liblzma. Nothing is trusted: damaged input is refused. */
#ifndef EFI_LOADER_UNPACK_H
#define EFI_LOADER_UNPACK_H

#include "lib/basic.h"

/* What the decoder works in, for a dictionary of 512 KiB as the build packs with. */
#define UNPACK_MEMORY (640u << 10)

struct packed {
	const uint8_t *bytes;
	size_t size;
};

/* Unpacks exactly `size` bytes into `out`. `memory` is UNPACK_MEMORY bytes, aligned to 16, and free for
 * other use afterwards. False if the input is damaged, demands more memory or holds more or less than
 * `size`; `out` then holds rubbish. */
MUST_CHECK bool unpack(struct packed packed, uint8_t *out, size_t size, void *memory);

#endif
