/* SPDX-License-Identifier: BSD-2-Clause */
/* Records of registers that a run leaves changed. */
#include "core/hardware/leaving.h"
#include "core/record/record.h"

void record_left_register(struct output *output, const struct machine *machine, const struct left *left)
{
	struct record record;

	record_begin(&record, output, "left");
	if (left->name)
		record_text(&record, "register", left->name);
	else
		machine_register_name(machine, &left->where, record_compose(&record, "register"));
	record_location(&record, &left->where);
	if (left->where.cpu)
		record_u64(&record, "cpu", left->where.cpu - 1u);
	record_hex(&record, "before", left->before);
	if (left->outcome == OUTCOME_OK) {
		record_hex(&record, "after", left->after);
		record_hex(&record, "xor", left->before ^ left->after);
	} else {
		record_text(&record, "after", outcome_name(left->outcome));
	}
	record_aside(&record);
	location_text(&left->where, record_compose(&record, "place"));
	record_end(&record);
}

void record_left_total(struct output *output, unsigned count)
{
	if (count)
		record_error(
			output, VERDICT_ERROR,
			"%u register%s left otherwise than found: reset the board before it is used for anything else",
			count, count == 1 ? " is" : "s are");
}

void record_left(struct output *output, const struct machine *machine)
{
	struct leaving_walk walk = {0};
	struct left left;
	unsigned count = 0;

	while (leaving_next(machine, &walk, &left))
		if (!leaving_clear(machine, &left)) {
			record_left_register(output, machine, &left);
			count++;
		}
	record_left_total(output, count);
}
