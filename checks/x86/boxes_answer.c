/* SPDX-License-Identifier: BSD-2-Clause */
/* Boxes and their registers answer. The first check always runs: without it, a run on a machine without boxes would
 * show only skips. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#include "boxes/archetype.h"
#include "core/hardware/discovery_find.h"
#include "core/hardware/expect.h"

/* Boxes that this part may lack need not answer unless no box does; boxes that firmware hides need not, either. */
struct tally {
	unsigned answering, cores, hidden, denied;                            /* `cores`: those among the answering */
	const struct machine_box *first_silent, *first_hidden, *first_denied; /* NULL: there is none */
};

static struct tally tally_of(const struct machine *machine)
{
	struct tally tally = {0};
	unsigned excused = 0;

	for (unsigned i = 0; i < machine->box_count; i++) {
		const struct machine_box *place = &machine->boxes[i];

		tally.answering += place->state == BOX_FOUND;
		tally.cores += place->state == BOX_FOUND && place->box.type->scope != BOX_OF_SOCKET;
		excused += place->excused;
		if (place->state == BOX_FOUND || place->excused)
			continue;
		if (place->state == BOX_DENIED) {
			if (!tally.denied++)
				tally.first_denied = place;
		} else if (is_hidden_box(machine, place)) {
			if (!tally.hidden++)
				tally.first_hidden = place;
		} else if (!tally.first_silent) {
			tally.first_silent = place;
		}
	}
	if (tally.answering > tally.cores)
		tally.answering += excused;
	return tally;
}

/* A global control that holds all counters in reset makes every box look dead. */
static bool fail_held(struct check_context *context, const char *beside)
{
	const struct machine *machine = context->machine;
	const struct global_control *global = control_global(machine);

	for (unsigned i = 0; global && i < machine->box_count; i++) {
		const struct box *box = &machine->boxes[i].box;
		struct check_register control = {*box, box_row_by_name(box->type, global->control), 0};
		struct check_difference difference = {.reg = &control};

		if (!is_control_box(machine, box) || check_peek(context, &control, &difference.got) != OUTCOME_OK ||
		    !(difference.got & global->reset_all))
			continue;
		check_fail_at(context, &difference, "no boxes%s answer: the global reset is set and clears them",
			      beside);
		return true;
	}
	return false;
}

static void fail_silent(struct check_context *context, const struct tally *tally)
{
	const struct machine *machine = context->machine;
	const struct machine_box *place = tally->first_silent ? tally->first_silent : tally->first_hidden;
	const char *state = box_state_name((enum box_state)place->state);
	const char *beside = tally->cores ? " other than the cores" : "";
	bool all_silent = tally->answering == tally->cores;
	struct silent_box silent;
	char name[BOX_NAME_SIZE];

	if (all_silent && fail_held(context, beside))
		return;
	silent_box_of(machine, place, &silent);
	box_name(&place->box, name);
	if (all_silent)
		check_fail_at(context, &silent.difference, "no boxes%s answer; the first, %s, is %s", beside, name,
			      state);
	else
		check_fail_at(context, &silent.difference, "%u of %u boxes do not answer; the first, %s, is %s",
			      machine->box_count - tally->answering - tally->hidden - tally->denied, machine->box_count,
			      name, state);
}

static void leave_hidden(struct check_context *context, const struct tally *tally)
{
	char name[BOX_NAME_SIZE];

	box_name(&tally->first_hidden->box, name);
	check_untested(context, "%s %u of %u boxes, the first is %s; `expect` makes that a failure",
		       hidden_by(context->machine, tally->first_hidden), tally->hidden, context->machine->box_count,
		       name);
}

static bool is_described(const struct machine *machine, unsigned socket)
{
	const struct discovered *found = machine->discovered;

	for (unsigned i = 0; found && i < found->count; i++)
		if (found->places[i].socket == socket && discovery_is_usable(&found->places[i]))
			return true;
	return false;
}

/* True if a socket has no discovery table, which the board's firmware has to provide. */
static bool is_left_undescribed(struct check_context *context)
{
	const struct machine *machine = context->machine;
	unsigned socket = 0;

	while (socket < machine->socket_count && is_described(machine, socket))
		socket++;

	/* Not every processor is known to describe its uncore on every board. */
	if (!machine->processor->described || !machine->processor->described->kind_count ||
	    socket == machine->socket_count)
		return false;
	if (expects_name(machine, "discovery"))
		check_fail(context, "nothing says where the boxes of socket %u are: it has no discovery table", socket);
	else
		check_untested(
			context,
			"the board's firmware gives no discovery table of socket %u, so that nothing says where its "
			"boxes are; `expect '*'` makes that a failure",
			socket);
	return true;
}

static void leave_denied(struct check_context *context, const struct tally *tally)
{
	const struct machine *machine = context->machine;
	char name[BOX_NAME_SIZE];

	if (!tally->first_denied) {
		check_untested(context, "denied: what says where the boxes are");
		return;
	}
	box_name(&tally->first_denied->box, name);
	check_untested(context, "%u of %u boxes are denied, the first is %s", tally->denied, machine->box_count, name);
}

void run_boxes_answer(struct check_context *context)
{
	const struct machine *machine = context->machine;
	struct tally tally = tally_of(machine);

	if (!machine->processor) {
		check_fail(context, "no boxes answer: this processor is in no table");
	} else if (machine->refused_count) {
		check_fail(context, "%s", machine->refused[0]);
	} else if (!machine->box_count && machine->denied_places) {
		leave_denied(context, &tally);
	} else if (!machine->box_count) {
		check_fail(context, "no boxes answer: the processor's table has none");
	} else if (!tally.first_silent && (tally.denied || machine->denied_places)) {
		leave_denied(context, &tally);
	} else if (tally.first_silent || (!tally.answering && !machine->unmapped)) {
		fail_silent(context, &tally);
	} else if (machine->unmapped) {
		/* Without ACPI tables, boxes of other sockets and boxes not seen remain unknown. */
		check_untested(context,
			       "no ACPI tables were found: one processor is known, and %u boxes of its socket answer",
			       tally.answering);
	} else if (is_left_undescribed(context)) {
		return;
	} else if (tally.hidden) {
		leave_hidden(context, &tally);
	} else {
		check_pass(context, "%u boxes answer", tally.answering);
	}
}

/* ---- every register of a box can be read ---------------------------------------------------------------- */

/* Cores answer even if the uncore cannot be reached. */
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
		check_skip(context, "no boxes answer"); /* not this box's fault: one failure is enough */
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
