/* SPDX-License-Identifier: BSD-2-Clause */
/* Instructions, branches and loads of a loop that is known to the instruction.
 *
 * A loop runs once with so many turns and once with twice as many: what comes before, behind and in between is
 * the same, so the difference of the counts is what the added turns took. */
#include "checks/lib/core.h"
#include "checks/x86/all.h"

#define TURNS        200000
#define WAITING      0 /* turns: time passes instead */
#define WAIT_NS      100000

/* Of one turn of the loop below. */
#define INSTRUCTIONS 4
#define BRANCHES     1
#define LOADS        1

/* An interrupt that the window does not hold back, an NMI or SMI, adds what its handler executes; the counts of
 * some parts have been seen off by a handful where privilege levels change. */
#define TOLERANCE    (TURNS / 1000)

struct counts {
	uint64_t instructions, branches, cycles;
	uint64_t loads; /* 0 if the processor's table has no event of them */
};

/* The processor's event of loads as they retire, as a select: 0 if its table has none. */
static uint64_t load_event(const struct check_context *context, const struct core *core)
{
	const struct register_row *select = box_row_of_role(core->box.type, ROLE_SELECT);
	struct event_config config;
	struct diagnostic diagnostic;

	if (core->counters < 2 || !event_parse(context->machine->processor,
					       slice_of("core::MEM_UOPS_RETIRED:ALL_LOADS"), &config, &diagnostic))
		return 0;
	return config.select & (layout_bits(select->layout, FIELD_EVENT) | layout_bits(select->layout, FIELD_UMASK));
}

static void turn(void *context)
{
	uint64_t turns = *(const uint64_t *)context;

#if defined(__x86_64__)
	uint64_t sum = 0;
	volatile uint64_t cell = 1;

	__asm__ volatile("1: mov %[cell], %%rax\n\tadd %%rax, %[sum]\n\tdec %[turns]\n\tjnz 1b"
			 : [turns] "+r"(turns), [sum] "+r"(sum)
			 : [cell] "m"(cell)
			 : "rax", "cc");
#else
	for (volatile uint64_t i = 0; i < turns; i = i + 1)
		;
#endif
}

/* What counts it. */
struct counters {
	struct core_counter branches, loads, instructions, cycles;
};

static struct counters counters_of(const struct check_context *context, const struct core *core)
{
	return (struct counters){
		.branches = core_counter_of(context, core, 0),
		.loads = core_counter_of(context, core, 1),
		.instructions = core_counter_of(context, core, core->counters),
		.cycles = core_counter_of(context, core, core->counters + 1),
	};
}

/* The processor works between a start and a stop, as anybody can make them who has the time. */
static struct counts count_work(struct check_context *context, const struct core *core, const struct counters *on,
				uint64_t turns)
{
	const unsigned event = (unsigned)load_event(context, core);
	struct hw *hw = context->machine->hw;

	core_quiet(context, core);
	core_load(context, &on->branches, &(struct core_load){.event = CORE_BRANCHES});
	if (event)
		core_load(context, &on->loads, &(struct core_load){.event = event});
	core_load(context, &on->instructions, &(struct core_load){0});
	core_load(context, &on->cycles, &(struct core_load){0});
	core_start(context, core,
		   on->branches.bit | on->instructions.bit | on->cycles.bit | (event ? on->loads.bit : 0));
	if (turns == WAITING)
		check_pause(context, WAIT_NS);
	else if (check_going(context) && hw_run_on(hw, core->box.cpu - 1u, turn, &turns) != OUTCOME_OK)
		check_fail(context, "its processor does not answer");
	core_stop(context, core);
	return (struct counts){
		.instructions = check_read(context, &on->instructions.count),
		.branches = check_read(context, &on->branches.count),
		.cycles = check_read(context, &on->cycles.count),
		.loads = event ? check_read(context, &on->loads.count) : 0,
	};
}

static bool is_near(uint64_t got, uint64_t expected)
{
	return got + TOLERANCE >= expected && got <= expected + TOLERANCE;
}

static void judge_core_work(struct check_context *context, const struct core_counter *counter, const char *what,
			    uint64_t expected, uint64_t got)
{
	struct check_difference difference = {.reg = &counter->count, .expected = expected, .got = got};

	if (!is_near(got, expected))
		check_fail_at(context, &difference,
			      "%u more turns took %llu %s, not %llu; %u more or less are allowed for NMIs and SMIs",
			      TURNS, (unsigned long long)got, what, (unsigned long long)expected, TOLERANCE);
}

/* a / b == c / d, to a thousandth, and one count more or less in each. */
static bool same_ratio(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
	uint64_t one = a * d, other = b * c, apart = max_u64(one, other) - min_u64(one, other);

	return apart <= max_u64(one, other) / 1000 + a + b + c + d;
}

/* Whoever plays the processor may count at rates, and not see what is executed: then waiting has as many instructions a cycle as the
 * loop. */
static void leave_rates(struct check_context *context, const struct core *core, const struct counters *on,
			const struct counts *once)
{
	struct counts waited = count_work(context, core, on, WAITING);

	if (!waited.instructions || !once->instructions || !check_going(context))
		return;
	if (same_ratio(once->instructions, once->cycles, waited.instructions, waited.cycles))
		check_untested(context,
			       "instructions go with cycles, whatever is executed: whoever counts does not see it");
}

static void run_core_work(struct check_context *context)
{
	const struct core core = core_of_target(context);
	struct counters on;
	struct counts once, twice;

	if (core.fixed_counters < 2) {
		check_skip(context, "needs the fixed counters of instructions and cycles");
		return;
	}
	if (!check_watch_open(context, core.box.cpu - 1u))
		return;
	on = counters_of(context, &core);
	once = count_work(context, &core, &on, TURNS);
	twice = count_work(context, &core, &on, 2 * TURNS);
	if (!is_near(twice.instructions - once.instructions, INSTRUCTIONS * TURNS))
		leave_rates(context, &core, &on, &once);
	if (!check_going(context))
		return;
	judge_core_work(context, &on.instructions, "instructions", INSTRUCTIONS * TURNS,
			twice.instructions - once.instructions);
	judge_core_work(context, &on.branches, "branches", BRANCHES * TURNS, twice.branches - once.branches);
	if (twice.loads)
		judge_core_work(context, &on.loads, "loads", LOADS * TURNS, twice.loads - once.loads);
	check_pass(context, "%llu instructions and %llu branches for %u more turns",
		   (unsigned long long)(twice.instructions - once.instructions),
		   (unsigned long long)(twice.branches - once.branches), TURNS);
}

const struct check check_core_work = {
	.name = "work",
	.title = "a loop takes as many instructions, branches and loads as it has",
	.about = "Runs a loop of 4 instructions, one of them a branch and one a load, on the\n"
		 "processor, 200000 and 400000 times, and compares the difference of the counts\n"
		 "with what 200000 turns must take. A wrong count of branches with right\n"
		 "instructions is an event that counts something else. Where waiting takes as many\n"
		 "instructions a cycle as the loop, who counts does not see what is executed, and\n"
		 "nothing is judged.",
	.fact_core = "SDM: events C0H and C4H count instructions and branches as they retire",
	.scope = CHECK_OF_BOX,
	.run = run_core_work,
};
