/* SPDX-License-Identifier: BSD-2-Clause */
/* Without the master enable no counter of the socket moves. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#include "lib/memory.h"

#define RUN_NS     UINT64_C(100000)
#define LONGEST_NS UINT64_C(200000000) /* for slow clocks */
#define HOLD_NS    UINT64_C(200000)

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

static void run_freeze_holds(struct check_context *context)
{
	uint64_t loaded_values[SOCKET_COUNTERS] = {0}, values[SOCKET_COUNTERS] = {0};
	unsigned loaded = load_all(context);

	read_all(context, loaded_values);
	start(context, 0);
	run_until_movement(context, loaded_values);
	stop(context);
	if (is_counting(context, NULL)) {
		struct check_register control = check_socket_control(context);
		struct check_difference difference = {.reg = &control,
						      .expected = control_shows(context, context->global_bits, false),
						      .got = check_read(context, &control)};

		check_fail_at(context, &difference, "the master enable does not clear");
	}
	read_all(context, values);
	check_pause(context, HOLD_NS);
	expect_unchanged(context, values);
	check_pass(context, "%u counters ran, stopped and held", loaded);
}

const struct check check_freeze_holds = {
	.name = "freeze.holds",
	.title = "clearing the master enable stops every counter of the socket",
	.about = "Lets every counter run that some event advances, clears the master enable with one\n"
		 "write, and reads all counters twice: they must not have moved in between. If one\n"
		 "moves, the snapshot of a socket is not one moment; the evidence names the first. See\n"
		 "that counter's `enables` check.",
	.scope = CHECK_OF_SOCKET,
	.run = run_freeze_holds,
};
