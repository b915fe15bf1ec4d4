/* SPDX-License-Identifier: BSD-2-Clause */
/* What the inventory found of each box. */
#include "checks/imc/all.h"
#include "checks/imc/support.h"
#include "core/hardware/expect.h"

static void run_posts(struct check_context *context)
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

const struct check check_posts = {
	.name = "present",
	.title = "what posts the box's counters is there",
	.about = "Nest: the control block's status is 1 (running) or 2 (paused). Core: its\n"
		 "page changes while the engine runs. Thread and trace: LDBAR holds what is\n"
		 "written. A nest unit that the availability word leaves out is untested,\n"
		 "and so is everything if the catalog is another processor's.",
	.fact = "skiboot, hw/imc.c and Linux, imc-pmu.c: how each kind of PMU is started",
	.scope = CHECK_OF_BOX,
	.absent_too = true,
	.run = run_posts,
};
