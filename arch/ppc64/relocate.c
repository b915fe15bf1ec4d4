/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/ppc64/ppc64.h"

#define RELOCATION_RELATIVE 22 /* R_PPC64_RELATIVE: ELF ABI for 64-bit PowerPC, "Relocation types" */

struct relocation {
	uint64_t where, type;
	int64_t addend;
};

void image_relocate(uint64_t base, const char *relocations, const char *end)
{
	uint64_t distance = base - IMAGE_LINKED_AT;
	const struct relocation *at = (const struct relocation *)relocations;

	for (; (const char *)at < end; at++)
		if (at->type == RELOCATION_RELATIVE)
			*(uint64_t *)(at->where + distance) = (uint64_t)at->addend + distance;
}
