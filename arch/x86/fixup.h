/* SPDX-License-Identifier: BSD-2-Clause */
/* Exception table: instructions that may fault, each with the address to continue at. */
#ifndef ARCH_X86_FIXUP_H
#define ARCH_X86_FIXUP_H

#include "lib/basic.h"

/* Distances from the field itself, which keep the table free of relocations. */
struct fixup {
	int32_t instruction;
	int32_t landing;
};

/* Address to continue at after a fault of the instruction at `ip`; 0 if it is not in the table. */
uint64_t fixup_find(const struct fixup *table, size_t count, uint64_t ip);

#endif
