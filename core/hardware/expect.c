/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/expect.h"

#include "boxes/archetype.h"
#include "core/hardware/deny.h"
#include "lib/memory.h"

enum expected expect_boxes(struct machine *machine, struct slice glob)
{
	struct expectations *expects = &machine->expects;
	size_t used = strlen(expects->boxes);
	char name[BOX_NAME_SIZE];
	bool any = false;

	for (unsigned i = 0; !any && i < machine->box_count; i++) {
		box_name(&machine->boxes[i].box, name);
		any = glob_match(glob, name);
	}
	if (!any)
		return EXPECTED_NONE_MATCHES;
	if (used + glob.length + 2 > sizeof(expects->boxes))
		return EXPECTED_TOO_MUCH;
	memcpy(expects->boxes + used, glob.at, glob.length);
	expects->boxes[used + glob.length] = ' ';
	expects->boxes[used + glob.length + 1] = 0;
	return EXPECTED;
}

bool expects_name(const struct machine *machine, const char *name)
{
	struct slice rest = slice_of(machine->expects.boxes);

	while (rest.length)
		if (glob_match(slice_cut(&rest, ' '), name))
			return true;
	return false;
}

bool expects_box(const struct machine *machine, const struct box *box)
{
	char name[BOX_NAME_SIZE];

	box_name(box, name);
	return expects_name(machine, name);
}

bool has_mcfg(const struct machine *machine)
{
	for (unsigned i = 0; i < machine->ecam_count; i++)
		if (machine->ecam[i].base != ECAM_BY_PORTS)
			return true;
	return false;
}

bool is_hidden_box(const struct machine *machine, const struct machine_box *place)
{
	bool beyond_ports = place->evidence.space == SPACE_PCI && machine->ecam_count && !has_mcfg(machine);
	bool unreached = place->state == BOX_ABSENT && (machine->unmapped || beyond_ports);

	return (place->state == BOX_HIDDEN || unreached) && !expects_box(machine, &place->box);
}

const char *hider(const struct machine *machine)
{
	return *machine->hypervisor ? "the hypervisor or the board's firmware hides" : "the board's firmware hides";
}

const char *hidden_by(const struct machine *machine, const struct machine_box *place)
{
	if (place->state == BOX_HIDDEN)
		return hider(machine);
	return machine->unmapped ? "without ACPI tables uncork cannot reach" : "without MCFG uncork cannot reach";
}

bool is_hidden_bank(const struct machine *machine, const struct machine_box *place, unsigned bank)
{
	return place->hidden_banks & BIT(bank) && !expects_box(machine, &place->box);
}

/* ---- requirements of a verdict on the machine -------------------------------------------------------------------- */

const char *lack_word(enum lack lack)
{
	static const char *const words[LACKS] = {
		[LACKS_BOXES] = "no-boxes", [LACKS_PROCESSORS] = "fewer-processors",
		[LACKS_ACPI] = "no-acpi",   [LACKS_MCFG] = "no-mcfg",
		[LACKS_CLOCK] = "no-clock",
	};

	return words[lack];
}

static unsigned count_boxes_in(const struct machine *machine, enum box_state state)
{
	unsigned count = 0;

	for (unsigned i = 0; i < machine->box_count; i++)
		count += machine->boxes[i].state == state;
	return count;
}

/* Boxes that the user denied are not missing. */
static bool lacks_boxes(const struct machine *machine, struct text *why, struct text *brief)
{
	if (!machine->box_count || machine->denied_places || count_boxes_in(machine, BOX_FOUND) ||
	    count_boxes_in(machine, BOX_DENIED))
		return false;
	text_format(why, "no box answers, of %u that this processor has", machine->box_count);
	text_string(brief, "no boxes");
	return true;
}

static bool lacks_processors(const struct machine *machine, struct text *why, struct text *brief)
{
	unsigned usable = 0;

	for (unsigned i = 0; i < machine->cpu_count; i++)
		usable += machine->cpus[i].usable || machine->cpus[i].left_alone;
	if (usable >= machine->cpus_told || deny_profile() == PROFILE_SAFE)
		return false;
	text_format(why, "%u of %s%u processors work", usable, machine->cpus_told > machine->cpu_count ? "up to " : "",
		    machine->cpus_told);
	text_format(brief, "%u of %u processors", usable, machine->cpus_told);
	return true;
}

/* Nothing is missing if ports reach all boxes, or if no box is in configuration space. */
static bool lacks_mcfg(const struct machine *machine, struct text *why, struct text *brief)
{
	const struct described *described = machine->processor ? machine->processor->described : NULL;
	bool no_table = described && described->kind_count && !machine->discovered;
	unsigned absent = 0;

	for (unsigned i = 0; i < machine->box_count; i++)
		absent += machine->boxes[i].state == BOX_ABSENT && machine->boxes[i].evidence.space == SPACE_PCI;
	if (machine->unmapped || has_mcfg(machine) || (!absent && !no_table))
		return false;
	text_format(why, "no MCFG: most of PCI configuration space cannot be reached, and %u boxes cannot be tested",
		    absent);
	text_string(brief, "no MCFG");
	return true;
}

bool machine_lacks(const struct machine *machine, enum lack lack, struct text *why, struct text *brief)
{
	switch (lack) {
	case LACKS_BOXES: return lacks_boxes(machine, why, brief);
	case LACKS_PROCESSORS: return lacks_processors(machine, why, brief);
	case LACKS_MCFG: return lacks_mcfg(machine, why, brief);
	case LACKS_ACPI:
		text_string(why, "no ACPI tables were found: processors and buses are unknown");
		text_string(brief, "no ACPI");
		return machine->unmapped;
	case LACKS_CLOCK:
		text_string(why, "the rate of the time stamps is unknown: times and rates have no meaning");
		text_string(brief, "no clock");
		return machine->no_clock;
	case LACKS: break;
	}
	return false;
}
