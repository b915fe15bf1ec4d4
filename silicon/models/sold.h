/* SPDX-License-Identifier: BSD-2-Clause */
/* Processors that were sold, with their names in CPUID. */
#ifndef SILICON_MODELS_SOLD_H
#define SILICON_MODELS_SOLD_H

#include "lib/basic.h"

/* Length of the name in CPUID leaves 80000002H to 80000004H. */
enum { SOLD_NAME = 48 };

struct sold {
	const char *machine;
	char name[SOLD_NAME];
	uint16_t cores;
};

/* Finds the part with the number of cores per socket that a machine has: the machine's default part, unless it has too few; then
 * the smallest part that has enough, or the largest of all. NULL for a machine of which no part is known. */
const struct sold *sold_find(const char *machine, unsigned cores);

#endif
