/* SPDX-License-Identifier: BSD-2-Clause */
/* Every register of a box can be read. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"
#include "core/hardware/expect.h"

/* Cores answer where nothing reaches the uncore. */
static bool any_answers(const struct machine *machine, const struct box_type *type)
{
	for (unsigned i = 0; i < machine->box_count; i++)
		if (machine->boxes[i].state == BOX_FOUND &&
		    (type->scope != BOX_OF_SOCKET || machine->boxes[i].box.type->scope == BOX_OF_SOCKET))
			return true;
	return false;
}

static void fail_box(struct check_context *context)
{
	const struct machine_box *place = context->target.place;
	struct silent_box silent;

	silent_box_of(context->machine, place, &silent);
	if (place->state == BOX_DENIED)
		check_untested(context, "%s", place->how);
	else if (!any_answers(context->machine, place->box.type))
		check_skip(context, "no boxes answer"); /* not this box's fault: one failure says it all */
	else if (place->excused)
		check_skip(context, "%s", place->how);
	else if (is_hidden_box(context->machine, place))
		check_untested(context, "%s it; `expect` makes that a failure", hidden_by(context->machine, place));
	else
		check_fail_at(context, &silent.difference, "what the inventory found: %s%s%s",
			      box_state_name((enum box_state)place->state), place->how ? ": " : "",
			      place->how ? place->how : "");
}

void run_present(struct check_context *context)
{
	const struct box *box = &context->target.place->box;
	unsigned count = check_register_count(box), read = 0, hidden = 0;

	if (context->target.place->state != BOX_FOUND) {
		fail_box(context);
		return;
	}
	for (unsigned n = 0; n < count; n++) {
		struct check_register reg = check_register_at(box, n);

		if (!check_readable(&reg))
			continue;
		if (is_hidden_bank(context->machine, context->target.place, reg.row->bank)) {
			hidden++;
			continue;
		}
		check_read(context, &reg);
		read++;
	}
	if (hidden)
		check_untested(context, "%u registers answer; %s %u in another function", read, hider(context->machine),
			       hidden);
	check_pass(context, "%u registers answer", read);
}
