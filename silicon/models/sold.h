/* SPDX-License-Identifier: BSD-2-Clause */
/* Processors that were sold, as CPUID names them. */
#ifndef SILICON_MODELS_SOLD_H
#define SILICON_MODELS_SOLD_H

#include "lib/basic.h"

/* What CPUID leaves 80000002H to 80000004H say together. */
enum { SOLD_NAME = 48 };

struct sold {
	const char *machine;
	char name[SOLD_NAME];
	uint16_t cores;
};

/* Finds the part that a machine of so many cores a socket is: what it is by default, unless that has too few; then the smallest that has
 * them, or the largest of all. NULL for a machine of which no part is known. */
const struct sold *sold_find(const char *machine, unsigned cores);

#endif
