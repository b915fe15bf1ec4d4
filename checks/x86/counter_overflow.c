/* SPDX-License-Identifier: BSD-2-Clause */
/* An overflow sets the counter's own status bit and the summary above it, and nothing else. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

struct statuses {
	uint64_t box, global;
};

/* Without the bits of the global status that may mean anything. */
static struct statuses read_statuses(struct check_context *context, const struct counter *counter)
{
	struct check_register global = check_socket_status(context);
	uint64_t open = status_open(context);
	bool controls = is_control_box(context->machine, &counter->box);

	return (struct statuses){check_read(context, &counter->status) & ~(controls ? open : 0),
				 check_read(context, &global) & ~open};
}

/* Returns what the statuses should show after the overflow. Bits that would not clear before it are not
 * judged here, unless they hide the overflow. */
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

/* Where the documents do not say under which of several bits the box appears, any of them will do.
 * Returns those it did appear under. */
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
	quiet_box(context, &counter.box);
	check_clear_overflows(context);
	before = read_statuses(context, &counter);
	expect_got(context, &counter.status, before.box & ~counter.overflow, before.box,
		   "the overflow bit was set and would not clear");
	expect_overflow(context, &request);
	expect_counting(context, &counter, "it froze the socket though its PMI was not enabled");
	stop(context);
	above = compare_all(context, &counter, expected_after(context, &counter, before));
	check_pass(context, "its bit, and 0x%llx above it", (unsigned long long)above);
}
