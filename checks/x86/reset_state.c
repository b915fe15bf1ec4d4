/* SPDX-License-Identifier: BSD-2-Clause */
/* Registers hold their reset values when the firmware comes to them. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

/* Bits that a reset value is documented for. Of filters, which come up as a whole, all but the reserved. */
static uint64_t defined_bits(const struct register_row *row)
{
	const struct register_layout *layout = row->layout;
	uint64_t bits = 0, reserved = 0;

	for (unsigned i = 0; i < layout->field_count; i++)
		if (layout->fields[i].access != ACCESS_RESERVED)
			bits |= field_mask(&layout->fields[i]);
		else
			reserved |= field_mask(&layout->fields[i]);
	return (row->role == ROLE_FILTER ? ~reserved : bits) & ~layout->reset_unknown;
}

static bool is_reset(struct check_context *context, const struct check_register *reg, uint64_t *got)
{
	const struct register_layout *layout = reg->row->layout;
	const struct check_found *found = check_found_at(context, reg);
	uint64_t again;

	/* What does not answer is for other checks to report: reading it again says so here. */
	again = found->outcome == OUTCOME_OK ? found->value : check_read(context, reg);
	*got = again & defined_bits(reg->row);
	return *got == layout->reset || !check_going(context);
}

void run_reset_state(struct check_context *context)
{
	const struct box *box = &context->target.place->box;
	unsigned count = check_register_count(box), differ = 0;
	struct check_register first = {0};
	uint64_t got, first_got = 0;
	char bytes[64];
	struct text name = TEXT_OVER(bytes);

	for (unsigned n = 0; n < count; n++) {
		struct check_register reg = check_register_at(box, n);

		if (!check_readable(&reg) || check_is_lost(context->target.place, &reg) ||
		    is_reset(context, &reg, &got))
			continue;
		if (!differ++) {
			first = reg;
			first_got = got;
		}
	}
	if (differ && !context->machine->expects.cold) {
		box_register_name(&first.box, first.row, first.index, &name);
		check_untested(
			context,
			"%s held 0x%llx when the run began, after a reset it is 0x%llx: without `expect cold` that is no failure",
			bytes, (unsigned long long)first_got, (unsigned long long)first.row->layout->reset);
	} else if (differ) {
		fail_got(context, &first, first.row->layout->reset, first_got,
			 "%u register%s not at %s reset value when the run began", differ,
			 differ == 1 ? " was" : "s were", differ == 1 ? "its" : "their");
	}
	check_pass(context, "as after reset");
}

/* For some processors no reset value is known. */
bool is_documented(const struct machine *machine, const struct check_target *target)
{
	(void)target;
	return !machine->processor->resets_unknown;
}
