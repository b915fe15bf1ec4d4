/* SPDX-License-Identifier: BSD-2-Clause */
#include "lib/memory.h"
#include "silicon/svm/fwcfg.h"

/* An entry: size and selector, big-endian, two reserved bytes, the name padded with zeros. */
#define SELECTOR_AT 4
#define NAME_AT     8
#define NAME_BYTES  (FWCFG_ENTRY_BYTES - NAME_AT)

bool fwcfg_parse_entry(const uint8_t entry[FWCFG_ENTRY_BYTES], const char *name, struct fwcfg_file *file)
{
	size_t length = strlen(name);

	if (length >= NAME_BYTES || memcmp(entry + NAME_AT, name, length + 1))
		return false;
	file->size = (uint32_t)entry[0] << 24 | (uint32_t)entry[1] << 16 | (uint32_t)entry[2] << 8 | entry[3];
	file->selector = (uint16_t)(entry[SELECTOR_AT] << 8 | entry[SELECTOR_AT + 1]);
	return true;
}
