/* SPDX-License-Identifier: BSD-2-Clause */
#include "boxes/packed.h"

#define PAIR 0x80 /* symbols from here on are pairs */

/* The symbol at *offset, which is moved behind it. */
static uint16_t next_symbol(const struct packed *packed, uint32_t *offset)
{
	uint8_t byte = packed->bytes[(*offset)++];

	if (byte < PAIR + PACKED_SHORT)
		return byte;
	return (uint16_t)(PAIR + PACKED_SHORT + ((byte - PAIR - PACKED_SHORT) << 8) + packed->bytes[(*offset)++]);
}

void packed_text(const struct packed *packed, uint32_t offset, struct text *text)
{
	uint16_t open[PACKED_DEPTH]; /* second halves that are still to come */
	unsigned depth = 0;
	uint16_t symbol = next_symbol(packed, &offset);

	while (symbol) {
		if (symbol >= PAIR && depth < PACKED_DEPTH) {
			open[depth++] = packed->pairs[symbol - PAIR][1];
			symbol = packed->pairs[symbol - PAIR][0];
			continue;
		}
		text_char(text, (char)symbol);
		symbol = depth ? open[--depth] : next_symbol(packed, &offset);
	}
}
