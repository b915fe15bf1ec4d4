/* SPDX-License-Identifier: BSD-2-Clause */
/* A status shows nothing where it has nothing to show. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

/* Bits that may be 1. Where the status above all others has its notes is for other checks to find out. */
static uint64_t meaningful(const struct check_context *context, const struct check_register *reg)
{
	const struct register_layout *layout = reg->row->layout;
	bool controls = is_control_box(context->machine, &reg->box);
	uint64_t bits = 0;

	for (unsigned i = 0; i < layout->field_count; i++)
		if (controls ||
		    (layout->fields[i].access != ACCESS_IGNORED && layout->fields[i].access != ACCESS_RESERVED))
			bits |= box_field_mask(&reg->box, reg->row, &layout->fields[i]);
	return bits;
}

void run_register_reserved(struct check_context *context)
{
	struct check_register reg = context->target.reg;
	uint64_t bits = meaningful(context, &reg), got = 0;
	struct check_difference difference = {.reg = &reg};
	enum outcome outcome = check_peek(context, &reg, &got);

	difference.got = got & ~bits;
	difference.outcome = (uint8_t)outcome;
	if (outcome != OUTCOME_OK && reg.row->role == ROLE_CLEAR)
		check_pass(context, "it cannot be read, and need not be");
	else if (outcome != OUTCOME_OK)
		check_fail_at(context, &difference, "reading gives %s", outcome_name(outcome));
	else if (difference.got)
		check_fail_at(context, &difference, "bits 0x%llx read 1 and mean nothing",
			      (unsigned long long)difference.got);
	check_pass(context, "0 where there is nothing");
}
