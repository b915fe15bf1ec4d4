/* SPDX-License-Identifier: BSD-2-Clause */
/* Clearing an overflow clears that one, and the summary above when nothing is left below it. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

static void expect_status(struct check_context *context, const struct check_register *reg, uint64_t expected,
			  const char *diagnostic)
{
	uint64_t open = is_control_box(context->machine, &reg->box) ? status_open(context) : 0;
	uint64_t got = check_read(context, reg);

	if ((got ^ expected) & ~open)
		fail_got(context, reg, expected, got, "%s", diagnostic);
}

/* Overflows are cleared, and nothing else. */
static void clear_bits(struct check_context *context, const struct counter *counter, uint64_t bits)
{
	uint64_t held = check_read(context, &counter->count);

	check_write(context, &counter->clear, bits);
	expect_value(context, &counter->count, held, "clearing its overflow changed it");
}

/* Both overflow in one interval: a new one must not begin with overflow bits set. Returns the
 * sibling's bit, 0 if it has none to show. */
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

	if (!stimulus_find(context, &counter, &stimulus))
		return;
	quiet_box(context, &counter.box);
	check_clear_overflows(context);
	box_before = check_read(context, &counter.status) & ~counter.overflow;
	global_before = check_read(context, &global);
	left = overflow_both(context, &counter, &stimulus);

	clear_bits(context, &counter, counter.overflow);
	expect_status(context, &counter.status, box_before | left, "after clearing this counter's bit");
	if (left)
		check_write(context, &counter.clear, left);
	expect_status(context, &counter.status, box_before, "after clearing the last bit");
	expect_status(context, &global, global_before, "the summary does not follow the box's status");
	check_pass(context, "clears its bit, leaves its sibling's, and the summary follows");
}
