/* SPDX-License-Identifier: BSD-2-Clause */
/* Without the master enable no counter of the socket moves. Hardware clears it when a box's overflow requests that, and
 * only then. */
#include "checks/lib/core.h"
#include "checks/x86/all.h"

#include "core/hardware/settle.h"
#include "lib/memory.h"

/* ---- by software ------------------------------------------------------------------------------------- */

#define RUN_NS     UINT64_C(100000)
#define WINDOWS    4                   /* windows of an event, in which its counter surely advances */
#define LONGEST_NS UINT64_C(200000000) /* for slow clocks */

/* Counters must move with the master enable set, or a still counter proves nothing. */
static void run_until_movement(struct check_context *context, const uint64_t before[SOCKET_COUNTERS])
{
	uint64_t now[SOCKET_COUNTERS] = {0};

	for (uint64_t ns = RUN_NS; ns < LONGEST_NS && check_going(context); ns *= 4) {
		check_pause(context, ns);
		read_all(context, now);
		if (memcmp(now, before, sizeof(now)))
			return;
	}
	check_fail(context, "no counter moved even with the master enable set");
}

#define AT_ONCE "at once"

/* Finds the counter of the socket with the shortest window. */
static bool find_fastest(struct check_context *context, struct counter *fastest)
{
	struct counter_walk walk = {0};
	struct counter counter;
	uint64_t least = UINT64_MAX;

	while (next_counter(context, &walk, &counter)) {
		uint64_t window_ns = stimulus_window(context, &counter);

		if (!window_ns || window_ns >= least)
			continue;
		least = window_ns;
		*fastest = counter;
	}
	return least != UINT64_MAX;
}

/* Measures the time from the stop to two equal reads: all stops of the run wait that long (core/hardware/settle.h). */
static void time_stop(struct check_context *context, const struct counter *counter, struct text *took)
{
	struct hw *hw = context->machine->hw;
	uint64_t from = hw->now_ns(hw), value = 0, before;
	unsigned reads = 0;

	settle_forget(hw);
	do {
		before = value;
		value = check_read(context, &counter->count);
	} while (check_going(context) && (!reads++ || value != before) && hw->now_ns(hw) < from + SETTLE_NS);
	check_settle(context);
	if (reads == 2)
		text_string(took, AT_ONCE);
	else
		text_format(took, "after %llu ns", (unsigned long long)(hw->now_ns(hw) - from));
}

void run_freeze_holds(struct check_context *context)
{
	uint64_t loaded_values[SOCKET_COUNTERS] = {0};
	unsigned loaded = load_all(context), all;
	char took_bytes[32];
	struct text took = TEXT_OVER(took_bytes);
	struct counter fastest;
	bool found = find_fastest(context, &fastest);

	read_all(context, loaded_values);
	start(context, 0);
	run_until_movement(context, loaded_values);
	stop(context);
	if (found)
		time_stop(context, &fastest, &took);
	if (is_counting(context, NULL)) {
		struct check_register control = check_socket_control(context);

		fail_got(context, &control, control_shows(context, context->global_bits, false),
			 check_read(context, &control), "the master enable does not clear");
	}
	all = expect_frozen(context);
	check_pass(context, "%u of %u counters ran, stopped and held", loaded, all);
	if (found)
		check_answer_to(context, "stop", took_bytes, AT_ONCE);
}

/* ---- by an overflow ---------------------------------------------------------------------------------- */

/* The freeze may take a while, in which all counters run on. */
static void expect_stopped(struct check_context *context, const struct counter *counter)
{
	struct check_register control = check_socket_control(context);
	uint64_t got;
	bool late; /* a test of a slow counter may take longer than the bound: the last one begins after it */
	struct hw *hw = context->machine->hw;
	uint64_t until = hw->now_ns(hw) + FREEZE_BOUND_NS;

	do {
		late = hw->now_ns(hw) >= until;
		got = check_read(context, &control);
		if (!control_runs(context, got, counter))
			return;
		check_pause(context, FREEZE_BOUND_NS / 64);
	} while (check_going(context) && !late);
	fail_got(context, &control, control_shows(context, got, false), got,
		 "an overflow with the freeze armed left the master enable set");
}

void run_freeze_on_overflow(struct check_context *context)
{
	struct reference reference;
	struct overflow_request request = {
		.counter = &reference.counter,
		.stimulus = &reference.stimulus,
		.global_extra = control_global(context->machine)->freeze_on_pmi,
		.keep_running = true,
	};
	unsigned loaded;
	struct overflow_request unarmed;

	if (!reference_find(context, &reference))
		return;
	loaded = load_all(context);
	check_clear_overflows(context);
	request.select_extra = reference.counter.select_pmi;
	expect_overflow(context, &request);
	expect_stopped(context, &reference.counter);
	(void)expect_frozen(context);

	/* If not armed, the same overflow must not freeze. If the PMI enable alone arms the freeze, that is left
	 * out. */
	unarmed = request;
	unarmed.global_extra = 0;
	if (!request.global_extra)
		unarmed.select_extra = 0;
	quiet_clear(context, &request.counter->box);
	overflow(context, &unarmed);
	expect_counting(context, request.counter, "it froze though the freeze was not armed");

	check_pass(context, "%u counters froze", loaded);
}

/* ---- not by a core's overflow ------------------------------------------------------------------------ */

/* Finds the first processor of the socket. */
static bool find_core(const struct check_context *context, struct core *core)
{
	const struct machine_box *place;
	unsigned walk = 0;

	while ((place = next_box(context, &walk)) && control_scope(context->machine, place->box.type) != CONTROL_BY_CPU)
		;
	if (place)
		*core = core_of(context, &place->box);
	return place;
}

/* Makes a core counter overflow, without its PMI and with it. */
static void overflow_beside(struct check_context *context, const struct core *core, const struct counter *counter,
			    uint64_t window_ns)
{
	const struct core_counter own = core_counter_of(context, core, core->fixed_counters ? core->counters : 0);
	struct check_register control;

	for (unsigned pmi = 0; pmi < 2; pmi++) {
		uint64_t before;

		core_quiet(context, core);
		if (!core_overflow(context, core, &own, pmi))
			core_fail_overflow(context, core, &own);
		for (unsigned walk = 0; next_die(context, &walk, &control);)
			expect_above(context, &control, 0, "an overflow of a core's counter has frozen the die");
		before = counter_value(context, counter);
		check_pause(context, WINDOWS * window_ns);
		if (counter_value(context, counter) == before)
			fail_got(context, &counter->count, before + 1 /* at least */, before,
				 "it stands still after an overflow of a core's counter");
	}
	core_quiet(context, core);
}

void run_freeze_by_core(struct check_context *context)
{
	const struct global_control *global = control_global(context->machine);
	struct check_register control;
	struct counter_walk walk = {0};
	struct stimulus stimulus;
	struct counter counter;
	struct core core;

	if (!find_core(context, &core)) {
		check_skip(context, "no processor of the socket has counters that are known");
		return;
	}
	core_quiet(context, &core);
	if (!next_advancing(context, &walk, &counter, &stimulus))
		check_skip(context, "no counter of the uncore advances");
	if (!check_watch_open(context, core.box.cpu - 1u))
		return;
	quiet_clear(context, &counter.box);
	for (unsigned dies = 0; next_die(context, &dies, &control);)
		release_die(context, &control); /* hardware may freeze it in what follows: the write has it restored */
	counter_prepare(context, &counter, stimulus.select, 0);
	start(context, global ? global->freeze_on_pmi : 0);
	overflow_beside(context, &core, &counter, stimulus.window_ns);
	check_pass(context, "the uncore counts on");
}
