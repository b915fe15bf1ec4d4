/* SPDX-License-Identifier: BSD-2-Clause */
/* Many counters overflow at once, in all boxes: each shows, and so does each level above. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#define WAITS 64

/* Loads every counter that an event advances just below its end. Returns how many, and in *slowest_ns the
 * longest window that one of them needs. */
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

/* The first counter that has not overflowed; true if there is one. */
static bool find_missing(struct check_context *context, struct counter *counter)
{
	struct counter_walk walk = {0};
	struct stimulus stimulus;

	while (next_advancing(context, &walk, counter, &stimulus))
		if (!counter_overflowed(context, counter))
			return check_going(context);
	return false;
}

/* Counters that no event advances were not loaded, and show nothing. */
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
