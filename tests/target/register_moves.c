/* SPDX-License-Identifier: BSD-2-Clause */
/* A register that changes by itself does. */
#include "tests/target/all.h"
#include "tests/target/support.h"

#define WAIT_NS UINT64_C(10000)
#define LOOKS   8 /* it may come round to the same value */

static void run(struct check_context *context)
{
	struct check_register reg = context->target.reg;
	uint64_t first = check_read(context, &reg);
	struct check_difference difference = {.reg = &reg, .expected = first, .got = first};

	for (unsigned i = 0; i < LOOKS && check_going(context); i++) {
		check_pause(context, WAIT_NS);
		if (check_read(context, &reg) == first)
			continue;
		check_pass(context, "it changes");
		return;
	}
	if (reg.row->role == ROLE_FREE_COUNTER && !context->machine->virtual_silicon)
		check_skip(context, "stands still: nothing to count while this runs, or dead");
	else
		check_fail_at(context, &difference, "stands still");
}

static bool is_volatile(const struct machine *machine, const struct check_target *target)
{
	const struct register_layout *layout = target->reg.row->layout;

	/* What shows a state need not change; a clock must. */
	if (!machine->processor->global && target->reg.row->role != ROLE_FREE_COUNTER)
		return false;
	for (unsigned i = 0; i < layout->field_count; i++)
		if (layout->fields[i].access == ACCESS_VOLATILE)
			return true;
	return false;
}

const struct check check_register_moves = {
	.name = "moves",
	.title = "a register that is said to change by itself does",
	.about = "Reads the register a few times. One that never changes is dead, or its\n"
		 "clock stands still.",
	.fact = "323535 p.113: TIMESTAMP_UNIT counts the M-Box's clocks, whatever the counters do",
	.fact_box =
		"327043-001 p.73: the counters of C3 and C6 residency count whatever is programmed",
	.scope = CHECK_OF_REGISTER,
	.applies = is_volatile,
	.run = run,
};
