/* SPDX-License-Identifier: BSD-2-Clause */
/* A program of unit tests: whatever is written as TEST(name) is run, in the order of the file. */
#ifndef TESTS_UNIT_SUPPORT_UNIT_H
#define TESTS_UNIT_SUPPORT_UNIT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/support/cmocka.h"

/* Adds a test to the program; BEFORE_EACH, AFTER_EACH, BEFORE_ALL and AFTER_ALL say what else is run, and fail if that does not
 * return 0. All of them happen before main. */
void unit_add(const char *name, CMUnitTestFunction test);
void unit_before_each(CMFixtureFunction function);
void unit_after_each(CMFixtureFunction function);
void unit_before_all(CMFixtureFunction function);
void unit_after_all(CMFixtureFunction function);

#define UNIT_START(NAME) __attribute__((constructor)) static void unit_start_##NAME(void)

#define TEST(NAME)                      \
	static void NAME(void **state); \
	UNIT_START(NAME)                \
	{                               \
		unit_add(#NAME, NAME);  \
	}                               \
	static void NAME(void **state __attribute__((unused)))

#define BEFORE_EACH(FUNCTION)               \
	UNIT_START(FUNCTION)                \
	{                                   \
		unit_before_each(FUNCTION); \
	}
#define AFTER_EACH(FUNCTION)               \
	UNIT_START(FUNCTION)               \
	{                                  \
		unit_after_each(FUNCTION); \
	}
#define BEFORE_ALL(FUNCTION)               \
	UNIT_START(FUNCTION)               \
	{                                  \
		unit_before_all(FUNCTION); \
	}
#define AFTER_ALL(FUNCTION)               \
	UNIT_START(FUNCTION)              \
	{                                 \
		unit_after_all(FUNCTION); \
	}

#endif
