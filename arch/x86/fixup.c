/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/x86/fixup.h"

static uint64_t target(const int32_t *field)
{
	return (uint64_t)(uintptr_t)field + (uint64_t)(int64_t)*field;
}

/* The table has a dozen entries and faults are rare, so a linear search, which needs no order, is enough. */
uint64_t fixup_find(const struct fixup *table, size_t count, uint64_t ip)
{
	for (size_t i = 0; i < count; i++)
		if (target(&table[i].instruction) == ip)
			return target(&table[i].landing);
	return 0;
}
