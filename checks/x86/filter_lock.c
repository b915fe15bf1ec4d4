/* SPDX-License-Identifier: BSD-2-Clause */
/* While a filter is on, the registers that it compares with cannot be written. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

static const struct filter_register *filter_of(const struct check_register *reg)
{
	const struct filter_register *filter = box_filter_register(reg->box.type, reg->row);

	return filter && filter->refused ? filter : NULL;
}

/* Writes the value that the register holds, so that nothing changes if the lock fails. */
void run_filter_lock(struct check_context *context)
{
	const struct check_register *reg = &context->target.reg;
	struct check_register gate = {.box = reg->box, .row = &reg->box.type->registers[filter_of(reg)->gate - 1]};
	uint64_t held = check_read(context, reg);
	enum outcome outcome;

	quiet_box(context, &reg->box);
	check_write(context, &gate, layout_bits(gate.row->layout, FIELD_ENABLE));
	outcome = check_try_write(context, reg, held);
	check_write(context, &gate, 0);
	if (outcome == OUTCOME_OK)
		fail_got(context, reg, held, held, "a write is not refused while the filter is on");
	if (outcome == OUTCOME_FAULT)
		check_pass(context, "it refuses a write");
	else
		check_skip(context, "what it holds must not be written");
}

bool is_refused(const struct machine *machine, const struct check_target *target)
{
	(void)machine;
	return filter_of(&target->reg);
}
