/* SPDX-License-Identifier: BSD-2-Clause */
/* Without the master enable no counter of the socket moves. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#include "core/hardware/settle.h"
#include "lib/memory.h"

#define RUN_NS     UINT64_C(100000)
#define LONGEST_NS UINT64_C(200000000) /* for slow clocks */

/* The master enable must be seen to make a difference, or holding still means nothing. */
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

/* The first counter of the socket that moves most often. */
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

/* Measures how long after the stop two reads in a row agree: all stops of the run wait that long (core/hardware/settle.h). */
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
