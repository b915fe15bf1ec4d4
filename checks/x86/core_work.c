/* SPDX-License-Identifier: BSD-2-Clause */
/* Loops with a known number of instructions, branches and loads.
 *
 * A loop runs once with some turns and once with twice as many. The overhead is the same, so the difference of the
 * counts is that of the added turns. */
#include "checks/lib/core.h"
#include "checks/x86/all.h"
#include "checks/x86/core_kinds.h"

#define TURNS        200000
#define WAITING      0 /* as a number of turns: only time passes */
#define WAIT_NS      100000
#define FEW_TURNS    2000 /* of the other loops: each CPUID makes a virtual machine exit */
#define WIDEST       16   /* instructions in a cycle that no processor can retire */

/* Counts in one turn of the loop below. */
#define INSTRUCTIONS 4
#define BRANCHES     1
#define LOADS        1

#define NO_EVENT     0 /* no erratum of loads is known */

/* An interrupt that the window cannot hold back, an NMI or SMI, adds its handler's instructions; some parts have been
 * seen to miscount a few where the privilege level changes. */
#define TOLERANCE    (TURNS / 1000)

struct counts {
	uint64_t instructions, branches, cycles;
	uint64_t loads; /* 0 if the processor's table has no event for loads */
};

/* Returns the select of the processor's event of retired loads, or 0 if its table has none. */
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

/* ---- counting ---------------------------------------------------------------------------------------- */

/* The counters of the work. */
struct counters {
	struct core_counter branches, loads, instructions, cycles;
};

/* Counts the work between a start and a stop. */
static struct counts count_work(struct check_context *context, const struct core *core, const struct counters *on,
				hw_work *work, uint64_t turns)
{
	const unsigned event = (unsigned)load_event(context, core);

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
	else
		core_do(context, core, work, &turns);
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

/* Returns the erratum that allows this wrong count on this processor, or NULL. No erratum allows a count of 0. */
static const struct counter_quirk *excuse_of(const struct check_context *context, const struct core *core,
					     unsigned event, uint64_t expected, uint64_t got)
{
	static const uint8_t kinds[] = {QUIRK_TOO_FEW, QUIRK_MISCOUNTS};

	for (unsigned i = 0; i < ARRAY_SIZE(kinds); i++) {
		const struct counter_quirk *quirk = core_pmu_quirk(context->machine, core->box.type, kinds[i]);
		bool shows = kinds[i] == QUIRK_TOO_FEW ? got < expected
						       : context->machine->cpus[core->box.cpu - 1].thread != 0;

		if (quirk && got && shows && event >= quirk->first && event <= quirk->last)
			return quirk;
	}
	return NULL;
}

/* True if the part may count so: the right number, or as an erratum of this event says. */
static bool may_count(const struct check_context *context, const struct core *core, unsigned event, uint64_t expected,
		      uint64_t got)
{
	return is_near(got, expected) || excuse_of(context, core, event, expected, got);
}

static void judge_core_work(struct check_context *context, const struct core *core, const struct core_counter *counter,
			    unsigned event, uint64_t expected, uint64_t got)
{
	const char *what = event == CORE_INSTRUCTIONS ? "instructions" : event == CORE_BRANCHES ? "branches" : "loads";
	struct check_difference difference = {.reg = &counter->count, .expected = expected, .got = got};
	const struct counter_quirk *quirk = excuse_of(context, core, event, expected, got);

	if (!is_near(got, expected) && quirk)
		check_untested(context, "%u more turns took %llu %s, not %llu: erratum %s", TURNS,
			       (unsigned long long)got, what, (unsigned long long)expected, quirk->source);
	else if (!is_near(got, expected))
		check_fail_at(context, &difference,
			      "%u more turns took %llu %s, not %llu; %u more or less are allowed for NMIs and SMIs",
			      TURNS, (unsigned long long)got, what, (unsigned long long)expected, TOLERANCE);
}

/* Writes to `doubt` the counts of a doubtful kind that differ from one each: no document rules that out. */
static void judge_kind(struct check_context *context, const struct core *core, const struct counters *on,
		       const struct core_kind *kind, struct text *doubt)
{
	const uint64_t instructions = kind->instructions * FEW_TURNS, branches = kind->branches * FEW_TURNS;
	struct counts once = count_work(context, core, on, kind->run, FEW_TURNS);
	struct counts twice = count_work(context, core, on, kind->run, 2 * FEW_TURNS);
	uint64_t more = twice.instructions - once.instructions, more_branches = twice.branches - once.branches;
	struct check_difference difference = {.reg = &on->instructions.count, .expected = instructions, .got = more};
	bool sound;

	if (twice.cycles * WIDEST < twice.instructions) /* impossible for any code */
		fail_got(context, &on->cycles.count, twice.instructions / WIDEST, twice.cycles,
			 "a loop with %s took %llu instructions in %llu cycles", kind->name,
			 (unsigned long long)twice.instructions, (unsigned long long)twice.cycles);
	if (!check_going(context) || (is_near(more, instructions) && is_near(more_branches, branches)))
		return;
	sound = may_count(context, core, CORE_INSTRUCTIONS, instructions, more);
	if (kind->doubtful || (sound && may_count(context, core, CORE_BRANCHES, branches, more_branches))) {
		text_format(doubt, "%s%u %s took %llu instructions and %llu branches, not %llu and %llu",
			    doubt->length ? "; " : "", FEW_TURNS, kind->name, (unsigned long long)more,
			    (unsigned long long)more_branches, (unsigned long long)instructions,
			    (unsigned long long)branches);
		return;
	}
	if (sound)
		difference = (struct check_difference){
			.reg = &on->branches.count, .expected = branches, .got = more_branches};
	check_fail_at(context, &difference,
		      "%u more turns with %s took %llu instructions and %llu branches, not %llu and %llu", FEW_TURNS,
		      kind->name, (unsigned long long)more, (unsigned long long)more_branches,
		      (unsigned long long)instructions, (unsigned long long)branches);
}

/* Filled in on the processor that works. */
struct asked_kind {
	const struct core_kind *kind;
	bool can_run;
};

static void ask_kind(void *context)
{
	struct asked_kind *asked = context;

	asked->can_run = core_kind_can_run(asked->kind);
}

/* Judges all kinds that can run. Returns their number. */
static unsigned judge_kinds(struct check_context *context, const struct core *core, const struct counters *on)
{
	char said[512] = "";
	struct text doubt = TEXT_OVER(said);
	unsigned judged = 0;

	for (const struct core_kind *kind = core_kinds; kind->name && check_going(context); kind++) {
		struct asked_kind asked = {.kind = kind};

		core_do(context, core, ask_kind, &asked);
		if (!asked.can_run)
			continue;
		judge_kind(context, core, on, kind, &doubt);
		judged++;
	}
	if (*said)
		check_answer_to(context, "overcounts", said, "none");
	return judged;
}

/* An emulator of the processor may count at fixed rates, whatever code runs: then waiting shows as many instructions a
 * cycle as the loop. */
static void leave_rates(struct check_context *context, const struct core *core, const struct counters *on,
			const struct counts *once)
{
	struct counts waited = count_work(context, core, on, turn, WAITING);
	uint64_t one = once->instructions * waited.cycles, other = once->cycles * waited.instructions;
	uint64_t apart = max_u64(one, other) - min_u64(one, other);

	if (!waited.instructions || !once->instructions || !check_going(context))
		return;
	/* The ratios are equal, to a thousandth and one count in each. */
	if (apart <=
	    max_u64(one, other) / 1000 + once->instructions + once->cycles + waited.instructions + waited.cycles)
		check_untested(context,
			       "instructions go with cycles, whatever is executed: the counters do not see it");
}

void run_core_work(struct check_context *context)
{
	const struct core core = core_of_target(context);
	struct counters on;
	struct counts once, twice;
	unsigned kinds;

	if (core.fixed_counters < 2) {
		check_skip(context, "needs the fixed counters of instructions and cycles");
		return;
	}
	if (!check_watch_open(context, core.box.cpu - 1u))
		return;
	on = (struct counters){
		.branches = core_counter_of(context, &core, 0),
		.loads = core_counter_of(context, &core, 1),
		.instructions = core_counter_of(context, &core, core.counters),
		.cycles = core_counter_of(context, &core, core.counters + 1),
	};
	once = count_work(context, &core, &on, turn, TURNS);
	twice = count_work(context, &core, &on, turn, 2 * TURNS);
	if (!is_near(twice.instructions - once.instructions, INSTRUCTIONS * TURNS) ||
	    !is_near(twice.branches - once.branches, BRANCHES * TURNS))
		leave_rates(context, &core, &on, &once);
	if (!check_going(context))
		return;
	judge_core_work(context, &core, &on.instructions, CORE_INSTRUCTIONS, INSTRUCTIONS * TURNS,
			twice.instructions - once.instructions);
	judge_core_work(context, &core, &on.branches, CORE_BRANCHES, BRANCHES * TURNS, twice.branches - once.branches);
	if (twice.loads)
		judge_core_work(context, &core, &on.loads, NO_EVENT, LOADS * TURNS, twice.loads - once.loads);
	kinds = judge_kinds(context, &core, &on);
	check_pass(context, "%llu instructions and %llu branches for %u more turns; %u more kinds of instructions",
		   (unsigned long long)(twice.instructions - once.instructions),
		   (unsigned long long)(twice.branches - once.branches), TURNS, kinds);
}
