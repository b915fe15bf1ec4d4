/* SPDX-License-Identifier: BSD-2-Clause */
/* The text that says what virtual silicon shall be: its lines, and how much of it there may be. All else is in test_scenario.model. */
#include "lib/basic.h"
#include "tests/unit/support/model_bench.h"
#include "tests/unit/support/unit.h"

TEST(test_layout_of_lines)
{
	static const char *const good[] = {"\n\n  # all comment\n\trate.cbox0.LLC_HITS.M\t=\t5 # five\n\n",
					   "rate.cbox0.LLC_HITS.M = 5\r\nrate.cbox0.LLC_HITS.M = 6\r\n",
					   "#rate.cbox0.NOTHING = 5"};

	for (unsigned i = 0; i < ARRAY_SIZE(good); i++)
		bench_free(bench_of("xeon-7500", 1, good[i]));
}

TEST(test_errors_name_line_and_reason)
{
	static const char *const bad[][2] = {
		{"\nfoo = 1", "scenario line 2: unknown name \"foo\""},
		{"bakground = 0", "unknown name \"bakground\": did you mean background? known are sockets"},
		{"cores = 1\n#from other.txt\n\nfoo = 1", "other.txt, line 2: unknown name \"foo\""},
		{"#from --fault\nfault = x", "--fault: unknown fault \"x\""},
		{"foo", "\"foo\": name = value is needed"},
		{"= 5", "unknown name \"\""},
		{"summary.cbox8 = s0", "unknown name \"summary.cbox8\""},
	};
	struct bench bench;

	for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
		if (bench_try_of(&bench, "xeon-7500", 0, bad[i][0]))
			fail_msg("\"%s\" is accepted", bad[i][0]);
		if (!strstr(bench.error, bad[i][1]))
			fail_msg("\"%s\" does not say \"%s\"", bench.error, bad[i][1]);
		assert_null(strchr(bench.error, '\n'));
		free(bench.memory);
	}
}

static const struct silicon_extent one = {.sockets = 1};

TEST(test_unknown_machine)
{
	struct silicon_owner owner = {0};
	void *memory = malloc(silicon_size("xeon-7500", &one, NULL, 0));
	char error[300];

	assert_null(silicon_create(memory, "vax", &one, NULL, 0, &owner, error, sizeof(error)));
	assert_ptr_equal(strstr(error, "unknown machine \"vax\": known are xeon-7500 xeon-e7 "), error);
	assert_non_null(strstr(error, " sapphire-rapids"));
	assert_non_null(silicon_create(memory, "xeon-7500", &one, NULL, 0, &owner, error, sizeof(error)));
	free(memory);
}

/* An owner may leave out what it does not want to hear: C0's counter 0 overflows, a PMI is asked for, and rules are broken. */
TEST(test_silent_owner)
{
	static const uint64_t writes[][2] = {{0xd10, BIT(22) | BIT(20) | 0x10},
					     {0xd11, MASK(0, 48)},
					     {0xd00, 1},
					     {0xc01, 1},
					     {0xc00, BIT(28) | BIT(1)}};
	struct silicon_owner owner = {0};
	void *memory = malloc(silicon_size("xeon-7500", &one, NULL, 0));
	char error[300];
	struct silicon *silicon = silicon_create(memory, "xeon-7500", &one, NULL, 0, &owner, error, sizeof(error));
	struct silicon_access access = {.space = SILICON_MSR, .bytes = 8};
	uint64_t status = 0;

	for (unsigned i = 0; i < ARRAY_SIZE(writes); i++) {
		access.address = writes[i][0];
		assert_int_equal(silicon_write(silicon, 0, &access, writes[i][1]), SILICON_OK);
	}
	silicon_advance(silicon, 1000000);
	access.address = 0xd01;
	assert_int_equal(silicon_read(silicon, 1000000, &access, &status), SILICON_OK);
	assert_int_equal(status, 1);
	free(memory);
}
