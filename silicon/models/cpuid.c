/* SPDX-License-Identifier: BSD-2-Clause */
#include "lib/parse.h"
#include "silicon/models/cpuid_dumps.h"

const struct cpuid_dump *cpuid_find_dump(const char *words, uint64_t index)
{
	struct slice rest = slice_of(words), name = slice_cut(&rest, ' ');

	for (uint64_t i = 0; i < index; i++)
		name = slice_cut(&rest, ' ');
	for (unsigned i = 0; i < cpuid_dump_count; i++)
		if (slice_is(name, cpuid_dumps[i].name))
			return &cpuid_dumps[i];
	return NULL;
}

bool cpuid_is_dumped(uint32_t leaf)
{
	static const uint32_t others[] = {0x0a, 0x1c, 0x23};

	for (unsigned i = 0; i < ARRAY_SIZE(others); i++)
		if (leaf == others[i])
			return true;
	return (leaf <= 7 && leaf != 3) || (leaf >= 0x80000000 && leaf <= 0x80000008);
}

struct silicon_cpuid cpuid_say(const struct cpuid_dump *dump, uint32_t leaf, uint32_t subleaf)
{
	if (leaf != 4 && leaf != 7 && leaf != 0x1c && leaf != 0x23) /* the leaves that have subleaves */
		subleaf = 0;
	for (; dump; dump = dump->like)
		for (unsigned i = 0; i < dump->rows; i++)
			if (dump->row[i].leaf == leaf && dump->row[i].subleaf == subleaf)
				return dump->row[i].says;
	return (struct silicon_cpuid){0};
}
