/* SPDX-License-Identifier: BSD-2-Clause */
/* Reports what the inventory found of each box. */
#include "checks/imc/all.h"
#include "checks/imc/support.h"
#include "core/hardware/expect.h"

void run_posts(struct check_context *context)
{
	const struct machine_box *place = context->target.place;
	struct finding finding = {.where = place->evidence, .outcome = OUTCOME_ABSENT};

	if (place->state == BOX_FOUND) {
		check_pass(context, "%s", place->how);
		return;
	}
	if (is_hidden_box(context->machine, place) || place->state == BOX_DENIED) {
		check_untested(context, "%s", place->how);
		return;
	}
	fail_at(context, &finding, "%s: %s", box_state_name((enum box_state)place->state), place->how);
}
