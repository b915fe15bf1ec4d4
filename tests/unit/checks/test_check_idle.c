/* SPDX-License-Identifier: BSD-2-Clause */
/* On a board at rest nothing happens but clocks. No check may hold that against anybody. */
#include "tests/unit/support/checks_bench.h"

static const char *const machines[] = {"xeon-7500",       "xeon-e7",         "xeon-e5-2600",   "xeon-e5-2600-v2",
				       "xeon-e5-2600-v3", "xeon-e5-2600-v4", "knights-landing"};

/* Virtual silicon counts instructions at rates of its own: to whoever does not know it, `work` is right to object. */
static unsigned failures_but_work(const struct bench *bench)
{
	unsigned count = 0;
	struct failure failure;

	for (const char *at = bench->said; next_failure(&at, &failure);)
		count += !strstr(failure.id, ".work");
	return count;
}

static void run_idle(struct bench *bench, const char *machine, bool knows)
{
	set_up_cores(bench, machine, "idle = 1\ncores = 2\n", 2);
	if (!knows)
		bench->machine.virtual_silicon = NULL;
	run_checks(bench, "");
	if (failures_but_work(bench))
		show_failures(bench);
	assert_int_equal(failures_but_work(bench), 0);
	assert_int_equal(bench->violations, 0);
}

TEST(idle_silicon_raises_no_alarm)
{
	for (size_t i = 0; i < ARRAY_SIZE(machines); i++) {
		struct bench bench;

		run_idle(&bench, machines[i], true);
		assert_int_equal(bench.output.failed, 0);
		tear_down(&bench);
		run_idle(&bench, machines[i], false);
		tear_down(&bench);
	}
}

TEST(idle_counters_are_told_from_dead_ones)
{
	static const struct run runs[] = {
		{"xeon-7500", "idle = 1\n", "rbox0.ctr0.counts", .skipped = 1},
		{"xeon-7500", "idle = 1\nidle = 0\n", "rbox0.ctr0.counts", .passed = 1},
		{"xeon-7500", "fault = rbox0.ctr0.dead\n", "rbox0.ctr0.counts", .failed = 1},
	};

	EXPECT_RUNS(runs);
}
