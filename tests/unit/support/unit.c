/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit/support/unit.h"

#include "lib/basic.h"

/* AddressSanitizer measures the whole text at each call of strstr(). Tests that look for all hits in a long log would take
 * quadratic time. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "intercept_strstr=0";
}

static struct CMUnitTest tests[256];
static size_t count;
static CMFixtureFunction before_each, after_each, before_all, after_all;

void unit_add(const char *name, CMUnitTestFunction test)
{
	if (count == ARRAY_SIZE(tests)) {
		fprintf(stderr, "too many tests: %s\n", name);
		abort();
	}
	tests[count++] = (struct CMUnitTest){.name = name, .test_func = test};
}

void unit_before_each(CMFixtureFunction function)
{
	before_each = function;
}

void unit_after_each(CMFixtureFunction function)
{
	after_each = function;
}

void unit_before_all(CMFixtureFunction function)
{
	before_all = function;
}

void unit_after_all(CMFixtureFunction function)
{
	after_all = function;
}

int main(void)
{
	for (size_t i = 0; i < count; i++) {
		tests[i].setup_func = before_each;
		tests[i].teardown_func = after_each;
	}
	return _cmocka_run_group_tests("tests", tests, count, before_all, after_all);
}
