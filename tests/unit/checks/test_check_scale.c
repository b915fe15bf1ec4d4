/* SPDX-License-Identifier: BSD-2-Clause */
/* What a run costs grows with the number of processors and no faster: accesses to registers, and what is said. docs/performance.md has the
 * figures. */
#include "tests/unit/support/checks_bench.h"

enum { EIGHT, SIXTEEN, THIRTY_TWO, SIXTY_FOUR, SIZES };

struct cost {
	unsigned accesses, checks, bytes;
};

static struct cost cost_of(const char *machine, const char *filter, unsigned number)
{
	struct bench bench;
	struct cost cost;

	set_up_cores(&bench, machine, "", number);
	count_accesses(&bench);
	run_checks(&bench, filter);
	assert_int_equal(bench.output.failed, 0);
	cost = (struct cost){bench.accesses, bench.output.planned, (unsigned)bench.length};
	tear_down(&bench);
	return cost;
}

/* What twice as many cost more is twice what half as many cost more. Ids get longer with numbers of two digits, and checks that wait for
 * something look a time or two more often: three in a hundred. */
static void expect_linear(const char *what, const unsigned costs[SIZES])
{
	unsigned fewer = costs[THIRTY_TWO] - costs[SIXTEEN], more = costs[SIXTY_FOUR] - costs[THIRTY_TWO];

	print_message("%s at 8, 16, 32, 64: %u %u %u %u\n", what, costs[EIGHT], costs[SIXTEEN], costs[THIRTY_TWO],
		      costs[SIXTY_FOUR]);
	assert_in_range(more, 2 * fewer - fewer * 3 / 50, 2 * fewer + fewer * 3 / 50);
}

static void expect_linear_costs(const char *machine, const char *filter)
{
	unsigned accesses[SIZES], planned[SIZES], bytes[SIZES];

	for (unsigned i = 0; i < SIZES; i++) {
		struct cost cost = cost_of(machine, filter, 8u << i);

		accesses[i] = cost.accesses;
		planned[i] = cost.checks;
		bytes[i] = cost.bytes;
	}
	print_message("%s %s\n", machine, filter);
	expect_linear("accesses", accesses);
	expect_linear("checks", planned);
	expect_linear("bytes", bytes);
}

TEST(a_run_of_all_checks_of_processors_is_linear)
{
	expect_linear_costs("knights-landing", "core*");
}

TEST(a_run_of_one_check_of_each_processor_is_linear)
{
	expect_linear_costs("knights-landing", "core*.counts");
}
