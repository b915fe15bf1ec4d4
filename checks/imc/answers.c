/* SPDX-License-Identifier: BSD-2-Clause */
/* The one check that runs whatever the machine: without it, a run in which nothing is there would show
 * nothing but skips. */
#include "checks/imc/all.h"
#include "checks/imc/support.h"

static const struct machine_box *first_silent(const struct machine *machine)
{
	for (unsigned i = 0; i < machine->box_count; i++)
		if (machine->boxes[i].state != BOX_FOUND)
			return &machine->boxes[i];
	return NULL;
}

static unsigned count_answering(const struct machine *machine)
{
	unsigned count = 0;

	for (unsigned i = 0; i < machine->box_count; i++)
		count += machine->boxes[i].state == BOX_FOUND;
	return count;
}

static void run_answers(struct check_context *context)
{
	const struct machine *machine = context->machine;
	const struct machine_box *silent = first_silent(machine);
	unsigned answering = count_answering(machine);
	char name[BOX_NAME_SIZE];

	if (!machine->box_count) {
		check_fail(context, "no boxes answer: the device tree has no catalog");
		return;
	}
	if (!silent) {
		check_pass(context, "%u boxes answer", answering);
		return;
	}
	box_name(&silent->box, name);
	check_fail(context, "%s%u of %u boxes do not answer; the first is %s: %s",
		   answering ? "" : "no boxes answer: ", machine->box_count - answering, machine->box_count, name,
		   silent->how);
}

const struct check check_answers = {
	.name = "boxes-answer",
	.title = "every PMU of the catalog answers on every chip, core and thread",
	.about = "Counts the boxes that showed signs of life at start-up: microcode that\n"
		 "says it runs or is paused; a core's page that is written while its\n"
		 "engine runs; an LDBAR that holds what is written. See `info` for each,\n"
		 "and for PMUs that firmware has left out of the device tree.",
	.fact = "skiboot, hw/imc.c: PMUs whose units or microcode are missing are removed",
	.scope = CHECK_OF_MACHINE,
	.run = run_answers,
};
