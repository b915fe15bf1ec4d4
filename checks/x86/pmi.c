/* SPDX-License-Identifier: BSD-2-Clause */
/* How PMIs of the uncore reach a processor: one for each overflow that requests it, and no others. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

/* ---- as it is, or only with a bit of its own set ----------------------------------------------------- */

/* Finds out how PMIs reach home_cpu, unless that is known, and sets machine.pmi_gate, core_select and core_numbers.
 * Returns false if no PMI arrives in any way. */
static bool gate_find(struct check_context *context)
{
	struct machine *machine = context->machine;
	const struct cpu *cpu = home_cpu(context);
	struct reference reference;

	if (machine->pmi_gate != PMI_GATE_UNKNOWN || !control_global(machine)->gate_open)
		return true;
	if (!cpu || !reference_find(context, &reference))
		return false;
	for (unsigned way = 0; way < 8; way++) {
		machine->core_numbers = way & 4 ? CORE_NUMBERS_IN_ORDER : CORE_NUMBERS_UNKNOWN;
		machine->pmi_gate = way & 2 ? PMI_GATE_NEEDED : PMI_GATE_NONE;
		machine->core_select = way & 1 ? CORE_SELECT_NUMBER : CORE_SELECT_BITS;
		if (provoke_pmi(context, &reference, cpu, core_select_of(context, cpu), 0) && check_going(context))
			return true;
	}
	machine->pmi_gate = PMI_GATE_UNKNOWN;
	machine->core_select = CORE_SELECT_BITS;
	machine->core_numbers = CORE_NUMBERS_UNKNOWN;
	return false;
}

bool gate_expect(struct check_context *context)
{
	if (!gate_find(context) && check_going(context) &&
	    check_is_unseen(check_facts_of(context->machine), &check_pmi_gate))
		check_untested(context, "no PMI arrives, and nobody has seen one of such a part: see `pmi.gate`");
	return check_going(context);
}

void run_pmi_gate(struct check_context *context)
{
	struct check_register control = check_socket_control(context);

	context->machine->pmi_gate = PMI_GATE_UNKNOWN;
	if (gate_find(context))
		check_answer(context, ASSUMED_PMI_GATE,
			     context->machine->pmi_gate == PMI_GATE_NEEDED ? "needed" : "none");
	else
		fail_got(context, &control, 1, 0, "no PMI arrives, with the gate open or not");
}

/* ---- one overflow, one PMI --------------------------------------------------------------------------- */

/* True if a sibling thread of the core could report a PMI. */
static bool has_sibling(const struct machine *machine, const struct cpu *cpu)
{
	for (unsigned i = 0; i < machine->cpu_count; i++) {
		const struct cpu *other = &machine->cpus[i];

		if (other != cpu && other->usable && other->socket == cpu->socket && other->core == cpu->core)
			return true;
	}
	return false;
}

static void judge_pmi_once(struct check_context *context, const struct counter *counter, const struct cpu *cpu)
{
	struct check_register control = check_socket_control(context);
	struct check_difference difference = {.reg = &control, .expected = 1, .got = context->watch.count};
	unsigned long long strays = check_watch_strays(context) - check_watch_sibling_pmis(context);
	char name[COUNTER_NAME_SIZE];

	counter_name(counter, name);
	if (!context->watch.count)
		check_fail_at(context, &difference, "%s overflowed and no PMI came within %u ms; %llu went elsewhere",
			      name, (unsigned)(PMI_BOUND_NS / 1000000), strays);
	else if (context->watch.count > 1 || strays)
		check_fail_at(context, &difference, "one overflow gave %u PMIs here and %llu elsewhere",
			      context->watch.count, strays);
	if (has_sibling(context->machine, cpu))
		check_answer_to(context, "pmi-siblings", check_watch_sibling_pmis(context) ? "all" : "one", NULL);
	check_pass(context, "processor %u, core %u", context->watch.cpu, cpu->core);
}

void run_pmi_once(struct check_context *context)
{
	const struct global_control *global = control_global(context->machine);
	const struct cpu *cpu = home_cpu(context);
	struct reference reference;
	struct overflow_request request = {.counter = &reference.counter, .stimulus = &reference.stimulus};

	if (!reference_find(context, &reference))
		return;
	if (!gate_expect(context) || !reference_watch(context, &reference, cpu))
		return;
	request.select_extra = reference.counter.select_pmi;
	request.global_extra = global->freeze_on_pmi | core_select_of(context, cpu);
	expect_overflow(context, &request);
	wait_for_pmi(context);
	stop(context);
	check_clear_overflows(context);
	check_pause(context, PMI_QUIET_NS);
	judge_pmi_once(context, &reference.counter, cpu);
}

/* ---- none that was not asked for --------------------------------------------------------------------- */

#define LISTEN_NS UINT64_C(20000000) /* length of the watch while nothing counts */

static void expect_silence(struct check_context *context, const char *when)
{
	struct check_register control = check_socket_control(context);
	unsigned long long strays = check_watch_strays(context);
	unsigned long long all = context->watch.count + strays;

	if (all)
		fail_got(context, &control, 0, all, "%llu PMIs %s", all, when);
}

/* An overflow whose status bit may be set, but that must not interrupt. */
static void overflow_silently(struct check_context *context, const struct overflow_request *request, const char *when)
{
	quiet_clear(context, &request->counter->box);
	expect_overflow(context, request);
	check_pause(context, PMI_QUIET_NS);
	expect_silence(context, when);
}

void run_pmi_quiet(struct check_context *context)
{
	const struct global_control *global = control_global(context->machine);
	const struct cpu *cpu = home_cpu(context);
	unsigned long long strays = context->strays[context->target.place->box.socket];
	struct reference reference;
	struct overflow_request request = {.counter = &reference.counter, .stimulus = &reference.stimulus};

	if (!reference_find(context, &reference))
		return;
	(void)gate_find(context);
	if (!reference_watch(context, &reference, cpu))
		return;
	start(context, global->freeze_on_pmi | core_select_of(context, cpu));
	check_pause(context, LISTEN_NS);
	expect_silence(context, "while nothing counts");

	request.global_extra = global->freeze_on_pmi | core_select_of(context, cpu);
	overflow_silently(context, &request, "from an overflow whose PMI is not enabled");
	request.global_extra = global->freeze_on_pmi;
	request.select_extra = reference.counter.select_pmi;
	if (context->machine->core_select == CORE_SELECT_BITS) {
		overflow_silently(context, &request, "with no core selected");
		/* A stray PMI does not show its sender, which may be a core's counter. If a core is always selected,
		 * strays may also be PMIs that checks of overflows request. */
		if (strays && check_going(context))
			check_fail(context, "%llu PMIs came in earlier checks that waited for none", strays);
	}
	check_pass(context, "no PMI but those asked for");
}

/* ---- beside an overflow that asked for no PMI, and shows ------------------------------------------------ */

#define WAITS    64
#define NEAREST  64                  /* first distance in counts from the wrap, for the later overflow */
#define FARTHEST (UINT64_C(1) << 26) /* some milliseconds of any clock: enough time for reads */

/* A counter that overflows without a PMI request, and one that requests it. */
struct pair {
	struct counter first, second;
	struct stimulus first_stimulus, second_stimulus;
	uint64_t global_extra;
};

/* Finds another counter of the socket that an event advances. */
static bool find_first(struct check_context *context, struct pair *pair)
{
	struct counter_walk walk = {0};

	while (next_counter(context, &walk, &pair->first) && check_going(context))
		if (!check_same(&pair->first.count, &pair->second.count) && !pair->first.fixed &&
		    stimulus_try(context, &pair->first, &pair->first_stimulus))
			return true;
	return false;
}

/* Returns false also when the time is over. */
static bool wait_to_show(struct check_context *context, const struct counter *counter, uint64_t look_ns)
{
	for (unsigned i = 0; i < WAITS && check_going(context); i++) {
		if (counter_overflowed(context, counter))
			return true;
		check_pause(context, look_ns);
	}
	return false;
}

/* Returns true once the first overflow was set before the second, and then both. */
static bool overflow_in_order(struct check_context *context, const struct pair *pair, uint64_t distance)
{
	const struct counter *second = &pair->second;

	quiet_box(context, &pair->first.box);
	quiet_clear(context, &second->box);
	context->watch.count = 0;
	counter_prepare(context, &pair->first, pair->first_stimulus.select, overflow_preload(&pair->first));
	counter_prepare(context, second, pair->second_stimulus.select | second->select_pmi,
			overflow_preload(second) + PRELOAD_DISTANCE - distance);
	start(context, pair->global_extra);
	if (!wait_to_show(context, &pair->first, pair->first_stimulus.window_ns) || counter_overflowed(context, second))
		return false;
	if (wait_to_show(context, second, pair->second_stimulus.window_ns * max_u64(1, distance / STIMULUS_LEAST / 16)))
		return true;
	check_skip(context, "the second one's overflow does not show: see its `overflow` check"); /* at any distance */
	return false;
}

void run_pmi_beside(struct check_context *context)
{
	const struct cpu *cpu = home_cpu(context);
	struct reference reference;
	struct pair pair;
	bool ordered = false;
	struct check_register control = check_socket_control(context);
	uint64_t got;
	char name[COUNTER_NAME_SIZE];

	if (!reference_find(context, &reference))
		return;
	pair.second = reference.counter;
	pair.second_stimulus = reference.stimulus;
	if (!find_first(context, &pair)) {
		check_skip(context, "no other counter of the socket advances");
		return;
	}
	if (!gate_expect(context) || !reference_watch(context, &reference, cpu))
		return;
	pair.global_extra = control_global(context->machine)->freeze_on_pmi | core_select_of(context, cpu);
	for (uint64_t distance = NEAREST; distance < FARTHEST && !ordered && check_going(context); distance *= 4)
		ordered = overflow_in_order(context, &pair, distance);
	if (!ordered) {
		check_skip(context,
			   "the two counters would not overflow one after the other: see their `overflow` checks");
		return;
	}
	wait_for_pmi(context);
	check_pause(context, PMI_QUIET_NS); /* a freeze may come late */
	got = check_read(context, &control);
	counter_name(&reference.counter, name);
	if (!check_going(context))
		return;
	if (control_runs(context, got, &reference.counter))
		fail_got(context, &control, control_shows(context, got, false), got,
			 "the overflow of %s did not freeze: another one showed before", name);
	else if (!context->watch.count)
		fail_got(context, &control, control_shows(context, got, false), got,
			 "the overflow of %s sent no PMI: another one showed before", name);
	check_pass(context, "%s froze and interrupted although another overflow shows", name);
}
