/* SPDX-License-Identifier: BSD-2-Clause */
/* How far apart the boxes of a socket stop, that are frozen one by one. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

/* What it took to freeze the boxes so far. */
struct skew {
	uint64_t first_ns, last_ns, longest_ns;
	const struct machine_box *slowest;
	unsigned boxes;
};

static void freeze_box(struct check_context *context, const struct machine_box *place, struct skew *skew)
{
	struct control own = control_of_box(&place->box);
	struct check_register control = {place->box, own.row, 0};
	struct hw *hw = context->machine->hw;
	uint64_t before = hw->now_ns(hw), after;

	check_write(context, &control, own.stop);
	after = hw->now_ns(hw);
	if (!skew->boxes++)
		skew->first_ns = after;
	skew->last_ns = after;
	if (skew->slowest && after - before <= skew->longest_ns)
		return;
	skew->slowest = place;
	skew->longest_ns = after - before;
}

/* True if it has a control of its own that freezes it. */
static bool box_freezes(const struct box *box)
{
	struct control control = control_of_box(box);

	return control_freezes(&control);
}

/* With its counters not enabled a box that runs counts nothing. */
static void run_freeze_skew(struct check_context *context)
{
	const struct machine *machine = context->machine;
	struct skew skew = {0};
	char name[BOX_NAME_SIZE];

	quiet_socket(context);
	for (unsigned i = 0; i < machine->box_count && check_going(context); i++) {
		const struct machine_box *place = &machine->boxes[i];

		if (place->state == BOX_FOUND && place->box.socket == context->target.place->box.socket &&
		    box_freezes(&place->box))
			freeze_box(context, place, &skew);
	}
	if (!skew.boxes) {
		check_skip(context, "no box has its own control");
		return;
	}
	box_name(&skew.slowest->box, name);
	check_pass(context, "%u boxes within %llu ns; %s took longest: %llu ns", skew.boxes,
		   (unsigned long long)(skew.last_ns - skew.first_ns), name, (unsigned long long)skew.longest_ns);
}

const struct check check_freeze_skew = {
	.name = "freeze.skew",
	.title = "how far apart the boxes of a socket stop",
	.about = "Freezes every box of the socket that has its own control, one by one\n"
		 "as a measurement does, and says how long that took: counts of different\n"
		 "boxes are apart by so much. They stop in the order in which they start, so\n"
		 "that each counts for the same time.",
	.scope = CHECK_OF_SOCKET,
	.run = run_freeze_skew,
};
