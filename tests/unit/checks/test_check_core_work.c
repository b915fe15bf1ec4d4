/* SPDX-License-Identifier: BSD-2-Clause */
/* Known loops on a processor that counts each instruction and branch of them, or too few or too many by an erratum or without one: what
 * its erratum says is no failure, and all else is. */
#include "checks/x86/core_kinds.h"
#include "tests/unit/support/checks_bench.h"
#include "tests/unit/support/unit.h"

enum { BRANCHES = 0xc1, WIDE_BRANCHES = 0x4c1, INSTRUCTIONS = 0x309, CYCLES = 0x30a, ENABLES = 0x38f };
enum { CPU = 1, TURNS = 200000 };

/* What processor CPU does wrong, in sixteenths of what it has to count. */
struct wrong {
	int instructions, branches;
	bool in_kinds; /* the loops of doubtful instructions alone */
	bool rates;    /* what it counts goes with cycles, in waiting, too */
};

static struct {
	struct bench bench;
	enum outcome (*send)(struct hw *, uint32_t, hw_work *, void *);
	struct wrong wrong;
	uint64_t instructions, branches, cycles; /* of CPU, since its counters have started */
} played;

static const struct core_kind *kind_of(hw_work *work)
{
	for (const struct core_kind *kind = core_kinds; kind->name; kind++)
		if (kind->run == work)
			return kind;
	return NULL;
}

static void count(uint64_t instructions, uint64_t branches, bool wrong)
{
	played.instructions = instructions + (wrong ? (int64_t)instructions / 16 * played.wrong.instructions : 0);
	played.branches = branches + (wrong ? (int64_t)branches / 16 * played.wrong.branches : 0);
	played.cycles = instructions;
}

/* No loop is executed: what it takes is known. */
static enum outcome play(struct hw *hw, uint32_t cpu, hw_work *work, void *context)
{
	const struct core_kind *kind = kind_of(work);
	uint64_t turns;

	if (cpu != CPU)
		return played.send(hw, cpu, work, context);
	memcpy(&turns, context, sizeof(turns));
	if (kind)
		count(turns * kind->instructions, turns * kind->branches, true);
	else if (turns == TURNS || turns == 2 * TURNS)
		count(turns * 4, turns, !played.wrong.in_kinds);
	else
		return played.send(hw, cpu, work, context);
	return OUTCOME_OK;
}

static enum outcome play_await(struct hw *hw, uint32_t cpu)
{
	(void)hw, (void)cpu;
	return OUTCOME_OK;
}

static enum outcome play_write(struct hw *hw, const struct location *where, uint64_t value)
{
	if (where->space == SPACE_MSR && where->address == ENABLES && value)
		count(played.wrong.rates ? 1000 : 0, 0, false);
	return played.bench.write(hw, where, value);
}

static enum outcome play_read(struct hw *hw, const struct location *where, uint64_t *value)
{
	enum outcome outcome = played.bench.read(hw, where, value);

	if (where->space != SPACE_MSR || where->cpu != CPU + 1)
		return outcome;
	if (where->address == INSTRUCTIONS)
		*value = played.instructions;
	if (where->address == BRANCHES || where->address == WIDE_BRANCHES)
		*value = played.branches;
	if (where->address == CYCLES)
		*value = played.cycles;
	return outcome;
}

static void expect_work(const char *machine, const char *scenario, struct wrong wrong, const char *said)
{
	struct bench *bench = &played.bench;
	struct hw *hw = &bench->host.hw;

	set_up_cores(bench, machine, scenario, 2);
	played.wrong = wrong;
	played.send = hw->send;
	bench->read = hw->read;
	bench->write = hw->write;
	hw->send = play;
	hw->await = play_await;
	hw->read = play_read;
	hw->write = play_write;
	run_checks(bench, "core1.work");
	if (!strstr(bench->said, said) || !strstr(said, "not ok") == !!bench->output.failed)
		fail_msg("%s, %s, instructions %d, branches %d: no '%s' in %s", machine, scenario, wrong.instructions,
			 wrong.branches, said, bench->said);
	tear_down(bench);
}

#define FEW_INSTRUCTIONS "750000 instructions, not 800000"

TEST(exact_counts_pass)
{
	expect_work("xeon-7500", "", (struct wrong){0},
		    "800000 instructions and 200000 branches for 200000 more turns");
	expect_work("xeon-e5-2600-v4", "threads = 2\n", (struct wrong){0}, "800000 instructions and 200000 branches");
}

/* Whoever plays the processor does not see what it executes; the number of instructions is right by accident. */
TEST(rates_that_come_right_by_accident_blame_nothing)
{
	expect_work("xeon-7500", "", (struct wrong){.branches = -9, .rates = true},
		    "instructions go with cycles, whatever is executed");
	expect_work("xeon-7500", "", (struct wrong){.branches = -9}, "not ok 1 xeon-7500.core1.work");
}

/* AAJ107: too few instructions, and nothing else. */
TEST(too_few_instructions_are_excused_where_the_erratum_says_so)
{
	expect_work("xeon-7500", "", (struct wrong){.instructions = -1}, FEW_INSTRUCTIONS ": erratum AAJ107");
	expect_work("xeon-e7", "", (struct wrong){.instructions = -1}, FEW_INSTRUCTIONS ": erratum AAJ107");
	expect_work("xeon-7500", "", (struct wrong){.instructions = -1, .in_kinds = true},
		    "answer=\"2000 CPUID took 7500 ");
	expect_work("xeon-7500", "", (struct wrong){.instructions = 1}, "not ok 1 xeon-7500.core1.work");
	expect_work("xeon-7500", "", (struct wrong){.instructions = -16}, "not ok 1 xeon-7500.core1.work");
	expect_work("xeon-7500", "", (struct wrong){.branches = -1}, "not ok 1 xeon-7500.core1.work");
	expect_work("xeon-7500", "", (struct wrong){-1, -1, true, false}, "not ok 1 xeon-7500.core1.work");
	expect_work("xeon-e5-2600", "", (struct wrong){.instructions = -1}, "not ok 1 xeon-e5-2600.core1.work");
	expect_work("xeon-e5-2600", "", (struct wrong){-1, 0, true, false}, "not ok 1 xeon-e5-2600.core1.work");
}

/* BDD101: branches of the second thread, too many or too few, and nothing else. */
TEST(wrong_branches_are_excused_on_the_second_thread_where_the_erratum_says_so)
{
	static const char *const on = "threads = 2\n";

	expect_work("xeon-e5-2600-v4", on, (struct wrong){.branches = 1},
		    "212500 branches, not 200000: erratum BDD101");
	expect_work("xeon-e5-2600-v4", on, (struct wrong){.branches = -1},
		    "187500 branches, not 200000: erratum BDD101");
	expect_work("xeon-e5-2600-v4", on, (struct wrong){0, 1, true, false},
		    "answer=\"2000 branches not taken took 16000 ");
	expect_work("xeon-e5-2600-v4", on, (struct wrong){.branches = -16}, "not ok 1 xeon-e5-2600-v4.core1.work");
	expect_work("xeon-e5-2600-v4", on, (struct wrong){.instructions = 1}, "not ok 1 xeon-e5-2600-v4.core1.work");
	expect_work("xeon-e5-2600-v4", on, (struct wrong){1, 0, true, false}, "not ok 1 xeon-e5-2600-v4.core1.work");
	expect_work("xeon-e5-2600-v4", "", (struct wrong){.branches = 1}, "not ok 1 xeon-e5-2600-v4.core1.work");
	expect_work("xeon-e5-2600-v3", on, (struct wrong){.branches = 1}, "not ok 1 xeon-e5-2600-v3.core1.work");
}
