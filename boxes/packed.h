/* SPDX-License-Identifier: BSD-2-Clause */
/* Words packed by tools/gen/events: what stands together often is a pair, and pairs hold pairs. A byte
 * below 0x80 is a character, and 0 ends a string. From 0x80 on come the codes of pairs: PACKED_SHORT of
 * one byte, the others of two. */
#ifndef BOXES_PACKED_H
#define BOXES_PACKED_H

#include "lib/text.h"

#define PACKED_SHORT 96
#define PACKED_DEPTH 24 /* how deep pairs may be nested; the generator keeps to it */

struct packed {
	const uint16_t (*pairs)[2]; /* a half below 0x80 is a character, else 0x80 + number of a pair */
	const uint8_t *bytes;
};

/* Appends the string that starts at `offset`. */
void packed_text(const struct packed *packed, uint32_t offset, struct text *text);

#endif
