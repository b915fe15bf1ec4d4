/* SPDX-License-Identifier: BSD-2-Clause */
/* After all checks every register holds its first value again. Runs last. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

/* Returns the expected value. An overflow bit that was found set had to be cleared and cannot be set again. Bits that
 * follow another box's status are judged at that box. */
static uint64_t expected_of(const struct check_context *context, const struct check_register *reg, uint64_t got)
{
	uint64_t found = check_found_at(context, reg)->value;
	uint64_t mirrored;

	if (reg->row->role != ROLE_STATUS)
		return found;
	mirrored = check_mirrored(context, &reg->box);
	return (found & got & ~mirrored) | (got & mirrored);
}

void run_restored(struct check_context *context)
{
	const struct box *box = &context->target.place->box;
	unsigned count = check_register_count(box), compared = 0;

	for (unsigned n = 0; n < count; n++) {
		struct check_register reg = check_register_at(box, n);
		uint64_t got, expected;

		if (!check_readable(&reg) || check_found_at(context, &reg)->outcome != OUTCOME_OK ||
		    was_running(context, &reg))
			continue;
		got = check_read(context, &reg);
		expected = expected_of(context, &reg, got);
		compared++;
		/* An earlier failure of the box may have kept a register from being restored. */
		if (got != expected && check_going(context))
			check_roots_use_box(context, box);
		expect_got(context, &reg, expected, got, "not as it was found");
	}
	check_pass(context, "%u registers as they were found", compared);
}
