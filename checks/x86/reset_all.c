/* SPDX-License-Identifier: BSD-2-Clause */
/* The reset bit of the global control clears every counter of the socket. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

/* Different in every counter, and clear of what errata are about. */
static uint64_t filling(unsigned number)
{
	return UINT64_C(0x123400000100) + UINT64_C(0x1010) * number;
}

static unsigned fill_all(struct check_context *context)
{
	struct counter_walk walk = {0};
	struct counter counter;
	unsigned count = 0;

	while (next_counter(context, &walk, &counter))
		check_write(context, &counter.count, filling(count++));
	return count;
}

/* Returns the number of counters that are not at 0, and the first of them. */
static unsigned find_uncleared(struct check_context *context, struct counter *first, uint64_t *got)
{
	struct counter_walk walk = {0};
	struct counter counter;
	unsigned uncleared = 0;

	while (next_counter(context, &walk, &counter)) {
		uint64_t value = counter_value(context, &counter);

		if (!value || uncleared++)
			continue;
		*first = counter;
		*got = value;
	}
	return uncleared;
}

void run_reset_all(struct check_context *context)
{
	const struct global_control *global = control_global(context->machine);
	struct check_register control = check_socket_control(context);
	struct counter first = {0};
	unsigned filled, uncleared;
	uint64_t got = 0;

	quiet_socket(context);
	filled = fill_all(context);
	check_write(context, &control, global->reset_all);
	check_write(context, &control, 0);
	uncleared = find_uncleared(context, &first, &got);
	if (uncleared == filled)
		fail_got(context, &control, global->reset_all, 0, "its reset bit clears no counter");
	else if (uncleared)
		fail_got(context, &first.count, 0, got, "%u of %u counters are not cleared", uncleared, filled);
	check_pass(context, "%u counters cleared", filled);
}
