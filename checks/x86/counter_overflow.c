/* SPDX-License-Identifier: BSD-2-Clause */
/* An overflow sets only the counter's own status bit and the summary above it, until software clears it. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

struct statuses {
	uint64_t box, global;
};

/* Reads the statuses without the bits of the global status whose meaning is open. */
static struct statuses read_statuses(struct check_context *context, const struct counter *counter)
{
	struct check_register global = check_socket_status(context);
	uint64_t open = status_open(context);
	bool controls = is_control_box(context->machine, &counter->box);

	return (struct statuses){check_read(context, &counter->status) & ~(controls ? open : 0),
				 check_read(context, &global) & ~open};
}

/* Returns the expected statuses after the overflow. Bits that did not clear before it are not judged here, unless they
 * hide the overflow. */
static struct statuses expected_after(const struct check_context *context, const struct counter *counter,
				      struct statuses before)
{
	struct statuses after = before;

	after.box |= counter->overflow;
	after.global |= summary_of(counter);
	if (is_control_box(context->machine, &counter->box))
		after.global |= counter->overflow;
	return after;
}

static void compare_status(struct check_context *context, const struct check_register *reg, uint64_t expected,
			   uint64_t got)
{
	expect_got(context, reg, expected, got,
		   expected & ~got ? "the overflow does not show" : "bits are set that did not overflow");
}

/* If the documents leave open which of several summary bits is the box's, any of them is accepted. Returns those that
 * are set. */
static uint64_t compare_all(struct check_context *context, const struct counter *counter, struct statuses expected)
{
	struct check_register global = check_socket_status(context);
	struct statuses got = read_statuses(context, counter);
	uint64_t summary = summary_of(counter);

	if (count_bits(summary) > 1 && got.global & summary)
		expected.global &= ~summary | got.global;
	compare_status(context, &counter->status, expected.box, got.box);
	compare_status(context, &global, expected.global, got.global);
	return got.global & summary;
}

void run_counter_overflow(struct check_context *context)
{
	struct counter counter = counter_of_target(context);
	const struct global_control *global = control_global(context->machine);
	struct stimulus stimulus;
	struct overflow_request request = {.counter = &counter,
					   .stimulus = &stimulus,
					   .global_extra = global->freeze_on_pmi,
					   .keep_running = true};
	struct statuses before;
	uint64_t above;

	if (!stimulus_find(context, &counter, &stimulus))
		return;
	quiet_clear(context, &counter.box);
	before = read_statuses(context, &counter);
	expect_got(context, &counter.status, before.box & ~counter.overflow, before.box,
		   "the overflow bit was set and would not clear");
	expect_overflow(context, &request);
	expect_counting(context, &counter, "it froze the socket though its PMI was not enabled");
	stop(context);
	above = compare_all(context, &counter, expected_after(context, &counter, before));
	check_pass(context, "its bit, and 0x%llx above it", (unsigned long long)above);
}

/* ---- clearing one clears it alone, and the summary once nothing is left below --------------------------- */

static void expect_status(struct check_context *context, const struct check_register *reg, uint64_t expected,
			  const char *diagnostic)
{
	uint64_t open = is_control_box(context->machine, &reg->box) ? status_open(context) : 0;
	uint64_t got = check_read(context, reg);

	if ((got ^ expected) & ~open)
		fail_got(context, reg, expected, got, "%s", diagnostic);
}

/* Makes both overflow in one run, since counting must not begin with overflow bits set. Returns the sibling's overflow
 * bit, or 0 if it is not set. */
static uint64_t overflow_both(struct check_context *context, const struct counter *counter,
			      const struct stimulus *stimulus)
{
	struct overflow_request request = {.counter = counter, .stimulus = stimulus, .keep_running = true};
	struct expectation both = {&counter->status, counter->overflow, counter->overflow};
	struct counter sibling;

	if (find_sibling(counter, stimulus, &sibling)) {
		counter_prepare(context, &sibling, stimulus->select, overflow_preload(&sibling));
		both.mask |= sibling.overflow;
		both.wanted |= sibling.overflow;
	}
	expect_overflow(context, &request);
	wait_for(context, &both, stimulus->window_ns);
	stop(context);
	both.wanted &= check_read(context, &counter->status);
	if (!(both.wanted & counter->overflow))
		fail_got(context, &counter->status, counter->overflow, 0, "no overflow to clear");
	return both.wanted & ~counter->overflow;
}

void run_counter_clear(struct check_context *context)
{
	struct counter counter = counter_of_target(context);
	struct check_register global = check_socket_status(context);
	uint64_t box_before, global_before, left;
	struct stimulus stimulus;
	uint64_t held;

	if (!stimulus_find(context, &counter, &stimulus))
		return;
	quiet_clear(context, &counter.box);
	box_before = check_read(context, &counter.status) & ~counter.overflow;
	global_before = check_read(context, &global);
	left = overflow_both(context, &counter, &stimulus);

	/* Clearing the overflow must not change the count. */
	held = check_read(context, &counter.count);
	check_write(context, &counter.clear, counter.overflow);
	expect_value(context, &counter.count, held, "clearing its overflow changed it");

	expect_status(context, &counter.status, box_before | left, "after clearing this counter's bit");
	if (left)
		check_write(context, &counter.clear, left);
	expect_status(context, &counter.status, box_before, "after clearing the last bit");
	expect_status(context, &global, global_before, "the summary does not follow the box's status");
	check_pass(context, "clears its bit, leaves its sibling's, and the summary follows");
}

/* ---- all counters of the socket overflow, and every one shows ------------------------------------------- */

#define WAITS 64

/* Loads every counter that an event advances to just below its wrap. Returns their number, and in *slowest_ns the
 * longest window of them. */
static unsigned load_all_high(struct check_context *context, uint64_t *slowest_ns)
{
	unsigned loaded = load_all(context);
	struct counter_walk walk = {0};
	struct stimulus stimulus;
	struct counter counter;

	*slowest_ns = 0;
	while (next_advancing(context, &walk, &counter, &stimulus)) {
		check_write(context, &counter.count, overflow_preload(&counter));
		*slowest_ns = max_u64(*slowest_ns, stimulus.window_ns);
	}
	return loaded;
}

/* Finds the first counter without an overflow. Returns true if there is one. */
static bool find_missing(struct check_context *context, struct counter *counter)
{
	struct counter_walk walk = {0};
	struct stimulus stimulus;

	while (next_advancing(context, &walk, counter, &stimulus))
		if (!counter_overflowed(context, counter))
			return check_going(context);
	return false;
}

/* Leaves out counters that no event advances: these were not loaded. */
static void expect_summaries(struct check_context *context)
{
	struct check_register status = check_socket_status(context);
	uint64_t got = check_read(context, &status);
	struct counter_walk walk = {0};
	struct stimulus stimulus;
	struct counter counter;

	while (next_advancing(context, &walk, &counter, &stimulus)) {
		char name[COUNTER_NAME_SIZE];

		counter_name(&counter, name);
		if (!(got & summary_of(&counter)))
			fail_got(context, &status, got | summary_of(&counter), got, "the overflow of %s does not show",
				 name);
	}
}

void run_overflow_all(struct check_context *context)
{
	uint64_t slowest_ns;
	unsigned loaded = load_all_high(context, &slowest_ns);
	struct counter missing;

	if (!loaded) {
		check_skip(context, "no counter advances");
		return;
	}
	check_clear_overflows(context);
	start(context, 0);
	check_pause(context, slowest_ns * WAITS);
	stop(context);
	if (find_missing(context, &missing))
		fail_got(context, &missing.status, missing.overflow, check_read(context, &missing.status),
			 "lost: its status does not show the overflow");
	expect_summaries(context);
	check_pass(context, "%u counters overflowed, all of them show", loaded);
}
