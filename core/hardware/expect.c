/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/expect.h"

#include "lib/memory.h"

static bool any_is_meant(const struct machine *machine, struct slice glob)
{
	char name[BOX_NAME_SIZE];

	for (unsigned i = 0; i < machine->box_count; i++) {
		box_name(&machine->boxes[i].box, name);
		if (glob_match(glob, name))
			return true;
	}
	return false;
}

enum expected expect_boxes(struct machine *machine, struct slice glob)
{
	struct expectations *expects = &machine->expects;
	size_t used = strlen(expects->boxes);

	if (!any_is_meant(machine, glob))
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

bool is_hidden_box(const struct machine *machine, const struct machine_box *place)
{
	bool hidden = place->state == BOX_HIDDEN || (place->state == BOX_ABSENT && machine->unmapped);

	return hidden && !expects_box(machine, &place->box);
}

const char *hidden_by(const struct machine *machine, const struct machine_box *place)
{
	return !machine->unmapped || place->state == BOX_HIDDEN ? "the board's firmware hides"
								: "without ACPI tables there is no way to";
}

bool is_hidden_bank(const struct machine *machine, const struct machine_box *place, unsigned bank)
{
	return place->hidden_banks & BIT(bank) && !expects_box(machine, &place->box);
}
