/* SPDX-License-Identifier: BSD-2-Clause */
/* Where the two sides differ, and why that is no mistake. */
#ifndef TESTS_UNIT_SIDES_EXPLAINED_H
#define TESTS_UNIT_SIDES_EXPLAINED_H

#include "lib/basic.h"

#define ABSENT "-" /* instead of a value: the side does not have it */
#define ANY    "*"

struct explained {
	const char *machines;           /* a blank between */
	const char *about, *says;       /* globs */
	const char *firmware, *silicon; /* values, ABSENT or ANY */
	const char *reason;
};

extern const struct explained explained[];
extern const unsigned explained_count;

#endif
