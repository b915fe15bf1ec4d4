/* SPDX-License-Identifier: BSD-2-Clause */
/* The one check that always runs: without it, a run on a machine without boxes would show only skips. */
#include "checks/imc/all.h"
#include "checks/imc/support.h"
#include "core/hardware/expect.h"

static const struct machine_box *first_silent(const struct machine *machine)
{
	for (unsigned i = 0; i < machine->box_count; i++)
		if (machine->boxes[i].state != BOX_FOUND && machine->boxes[i].state != BOX_DENIED &&
		    !is_hidden_box(machine, &machine->boxes[i]))
			return &machine->boxes[i];
	return NULL;
}

/* Returns the first box excluded by the availability word, the catalog or a deny rule, and their number. */
static const struct machine_box *first_hidden(const struct machine *machine, unsigned *count)
{
	const struct machine_box *first = NULL;

	*count = 0;
	for (unsigned i = 0; i < machine->box_count; i++) {
		if (!is_hidden_box(machine, &machine->boxes[i]) && machine->boxes[i].state != BOX_DENIED)
			continue;
		if (!(*count)++)
			first = &machine->boxes[i];
	}
	return first;
}

static unsigned count_answering(const struct machine *machine)
{
	unsigned count = 0;

	for (unsigned i = 0; i < machine->box_count; i++)
		count += machine->boxes[i].state == BOX_FOUND;
	return count;
}

void run_answers(struct check_context *context)
{
	const struct machine *machine = context->machine;
	const struct machine_box *silent = first_silent(machine);
	unsigned answering = count_answering(machine), left_out;
	const struct machine_box *hidden = first_hidden(machine, &left_out);
	char name[BOX_NAME_SIZE];

	if (!machine->box_count) {
		check_fail(context, "no boxes answer: the device tree has no catalog");
		return;
	}
	if (silent) {
		box_name(&silent->box, name);
		check_fail(context, "%s%u of %u boxes do not answer; the first is %s: %s",
			   answering ? "" : "no boxes answer: ", machine->box_count - answering - left_out,
			   machine->box_count, name, silent->how);
	} else if (!answering) {
		check_skip(context, "no box is tested: %s", hidden->how);
	} else if (hidden) {
		check_pass(context, "%u boxes answer; %u are left out: %s", answering, left_out, hidden->how);
	} else {
		check_pass(context, "%u boxes answer", answering);
	}
}
