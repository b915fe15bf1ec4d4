/* SPDX-License-Identifier: BSD-2-Clause */
/* All output so far, as one text. */
#ifndef TESTS_UNIT_SUPPORT_SAID_H
#define TESTS_UNIT_SUPPORT_SAID_H

#include <string.h>

#include "tests/unit/support/cmocka.h"

static char said[4 << 20];
static size_t said_length;

/* For output_start(). */
static inline void said_keep(void *context, const char *bytes, size_t length)
{
	(void)context;
	assert_true(said_length + length < sizeof(said));
	memcpy(said + said_length, bytes, length);
	said_length += length;
	said[said_length] = 0;
}

#endif
