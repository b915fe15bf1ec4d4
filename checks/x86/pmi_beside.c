/* SPDX-License-Identifier: BSD-2-Clause */
/* An overflow asks for its PMI although another one, which asked for none, shows. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#define WAITS    64
#define NEAREST  64                  /* counts from its end, at first, of the one that is to overflow later */
#define FARTHEST (UINT64_C(1) << 26) /* some milliseconds of any clock: time to look */

/* The one that overflows unasked, and the one that asks. */
struct pair {
	struct counter first, second;
	struct stimulus first_stimulus, second_stimulus;
	uint64_t global_extra;
};

/* Any other counter of the socket that an event advances. */
static bool find_first(struct check_context *context, struct pair *pair)
{
	struct counter_walk walk = {0};

	while (next_counter(context, &walk, &pair->first) && check_going(context))
		if (!check_same(&pair->first.count, &pair->second.count) && !pair->first.fixed &&
		    stimulus_try(context, &pair->first, &pair->first_stimulus))
			return true;
	return false;
}

/* False at the end of the time, too. */
static bool wait_to_show(struct check_context *context, const struct counter *counter, uint64_t look_ns)
{
	for (unsigned i = 0; i < WAITS && check_going(context); i++) {
		if (counter_overflowed(context, counter))
			return true;
		check_pause(context, look_ns);
	}
	return false;
}

/* True once the first one showed before the second, and then both. */
static bool overflow_in_order(struct check_context *context, const struct pair *pair, uint64_t distance)
{
	const struct counter *second = &pair->second;

	quiet_box(context, &pair->first.box);
	quiet_box(context, &second->box);
	check_clear_overflows(context);
	context->watch.count = 0;
	counter_prepare(context, &pair->first, pair->first_stimulus.select, overflow_preload(&pair->first));
	counter_prepare(context, second, pair->second_stimulus.select | second->select_pmi,
			overflow_preload(second) + PRELOAD_DISTANCE - distance);
	start(context, pair->global_extra);
	if (!wait_to_show(context, &pair->first, pair->first_stimulus.window_ns) || counter_overflowed(context, second))
		return false;
	if (wait_to_show(context, second, pair->second_stimulus.window_ns * max_u64(1, distance / STIMULUS_LEAST / 16)))
		return true;
	check_skip(context, "the second one's overflow does not show: see its `overflow` check"); /* from no distance */
	return false;
}

static void judge_beside(struct check_context *context, const struct counter *counter)
{
	struct check_register control = check_socket_control(context);
	uint64_t got = check_read(context, &control);
	char name[COUNTER_NAME_SIZE];

	counter_name(counter, name);
	if (!check_going(context))
		return;
	if (control_runs(context, got, counter))
		fail_got(context, &control, control_shows(context, got, false), got,
			 "the overflow of %s did not freeze: another one showed before", name);
	else if (!context->watch.count)
		fail_got(context, &control, control_shows(context, got, false), got,
			 "the overflow of %s sent no PMI: another one showed before", name);
	check_pass(context, "%s froze and interrupted although another overflow shows", name);
}

void run_pmi_beside(struct check_context *context)
{
	const struct cpu *cpu = home_cpu(context);
	struct reference reference;
	struct pair pair;
	bool ordered = false;

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
	check_pause(context, PMI_QUIET_NS); /* a freeze may take its time */
	judge_beside(context, &reference.counter);
}
