/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads what `lz4 -B7 --content-size` writes: the LZ4 frame format, one block, content size stated.
 * Nothing is trusted: a damaged frame is refused, and nothing outside the two buffers is touched. */
#ifndef EFI_LOADER_UNPACK_H
#define EFI_LOADER_UNPACK_H

#include "lib/basic.h"

/* How many bytes the frame unpacks to; 0 if it is not such a frame. */
size_t unpacked_size(const uint8_t *frame, size_t size);

/* Unpacks the frame into `out`, which has exactly unpacked_size() bytes. False if the frame is damaged;
 * `out` then holds rubbish. */
MUST_CHECK bool unpack(const uint8_t *frame, size_t size, uint8_t *out, size_t out_size);

#endif
