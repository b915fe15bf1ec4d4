/* SPDX-License-Identifier: BSD-2-Clause */
/* The last check: nothing is posted any more. */
#include "checks/imc/all.h"
#include "checks/imc/support.h"

void run_left_off(struct check_context *context)
{
	struct machine *machine = context->machine;
	unsigned seen = 0;

	for (unsigned i = 0; i < machine->box_count; i++) {
		const struct machine_box *place = &machine->boxes[i];

		if (place->state != BOX_FOUND || kind_of(&place->box) == IMC_CORE)
			continue;
		if (kind_of(&place->box) == IMC_NEST) {
			struct finding finding = {.where = posted_control(&place->box, NEST_STATUS),
						  .expected = NEST_PAUSED};

			finding.got = read_at(context, finding.where);
			if (check_going(context) && finding.got != NEST_PAUSED)
				fail_at(context, &finding, "the nest of chip %u is not paused", place->box.socket);
		} else {
			struct finding finding = {.where = posted_ldbar(context->machine, place->box.cpu)};

			finding.got = read_at(context, finding.where);
			if (check_going(context) && finding.got)
				fail_at(context, &finding, "LDBAR is not 0");
		}
		seen++;
	}
	if (seen)
		check_pass(context, "%u boxes are switched off", seen);
	else
		check_skip(context, "no box answers that could be on");
}
