/* SPDX-License-Identifier: BSD-2-Clause */
/* Dumps of CPUID from real machines: leaves 0, 1, 2, 4 to 7, 0AH, 1CH, 23H and 80000000H to 80000008H, without topology. */
#ifndef SILICON_MODELS_CPUID_DUMPS_H
#define SILICON_MODELS_CPUID_DUMPS_H

#include "lib/basic.h"
#include "silicon/silicon.h"

struct cpuid_row {
	uint32_t leaf, subleaf;
	struct silicon_cpuid says; /* the answer */
};

struct cpuid_dump {
	const char *name;
	const struct cpuid_dump *like; /* another dump, with the rows that are missing here; NULL: none */
	const struct cpuid_row *row;
	unsigned rows;
};

extern const struct cpuid_dump cpuid_dumps[];
extern const unsigned cpuid_dump_count;

/* CPUID_OF_MACHINE: the names of a machine's dumps, as the words of a setting; the first one is the default. */
#include "silicon/models/cpuid_names.h"
#define CPUID_OF_NONE "none"

/* Finds the dump that is word number `index` of such a setting. NULL for "none". */
const struct cpuid_dump *cpuid_find_dump(const char *words, uint64_t index);

/* True if dumps contain that leaf. */
bool cpuid_is_dumped(uint32_t leaf);

/* A dump's answer for such a leaf; zeros if the machine gave none. */
struct silicon_cpuid cpuid_say(const struct cpuid_dump *dump, uint32_t leaf, uint32_t subleaf);

#endif
