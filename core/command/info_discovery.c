/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/command/info_discovery.h"

#include "core/hardware/discovery_find.h"
#include "lib/memory.h"
#include "lib/text.h"

/* ---- tables ---------------------------------------------------------------------------------------------------- */

static bool is_used(const struct discovery_unit *unit)
{
	return unit->fault == DISCOVERY_GOOD && !unit->unused;
}

static const char *complaint_of(const struct discovery_place *place)
{
	if (place->wrong)
		return place->wrong;
	if (place->table->global.fault == DISCOVERY_GOOD)
		return NULL;
	return discovery_fault_text((enum discovery_fault)place->table->global.fault);
}

static void show_table(struct output *output, const struct discovery_place *place)
{
	const struct discovery *table = place->table;
	const char *complaint = complaint_of(place);
	struct record record;
	unsigned used = 0;

	for (unsigned i = 0; !complaint && i < table->global.units; i++)
		used += is_used(&table->units[i]);
	record_begin(&record, output, "discovery");
	record_u64(&record, "socket", place->socket);
	record_u64(&record, "die", place->die);
	record_hex(&record, "table", place->address);
	location_text(&place->from, record_compose(&record, "named_by"));
	record_u64(&record, "units", table ? table->global.units : 0);
	record_u64(&record, "used", used);
	if (complaint)
		record_text(&record, "complaint", complaint);
	record_end(&record);
}

/* Notes that a table has too few CHAs, which is wrong. If it has too many, discovery leaves out the last ones. */
static void note_lacks(struct output *output, const struct discovered *found, const struct discovery_place *place)
{
	unsigned count = 0;

	if (place->die)
		return;
	for (unsigned p = 0; p < found->count; p++) {
		const struct discovery *table = found->places[p].table;

		if (found->places[p].socket != place->socket || complaint_of(&found->places[p]))
			continue;
		for (unsigned i = 0; i < table->global.units; i++)
			count += !table->units[i].type && table->units[i].fault == DISCOVERY_GOOD;
	}
	if (count && count < place->chas_said)
		record_note(output,
			    "socket %u has %u CHAs in its table, but %u in a register: the others are not tested",
			    place->socket, count, place->chas_said);
}

/* ---- unused and odd blocks --------------------------------------------------------------------------------------- */

/* The reason why a block is not used or, with the bit of an oddity, its text; NULL if there is none. */
static const char *remark_on(const struct discovery_unit *unit, unsigned oddity)
{
	if (oddity)
		return is_used(unit) && unit->oddities & oddity ? discovery_oddity_text(oddity) : NULL;
	if (unit->fault != DISCOVERY_GOOD)
		return discovery_fault_text((enum discovery_fault)unit->fault);
	return unit->unused;
}

static bool has_remark(const struct discovery *table, unsigned block, unsigned oddity, const char *what)
{
	const char *said = block < table->global.units ? remark_on(&table->units[block], oddity) : NULL;

	return said && !strcmp(said, what);
}

/* Writes the blocks with the same message as block `first`, as in "3,7-9". */
static unsigned put_blocks(const struct discovery *table, unsigned first, unsigned oddity, struct text *text)
{
	const char *what = remark_on(&table->units[first], oddity);
	unsigned count = 0;

	for (unsigned i = first; i < table->global.units; i++) {
		unsigned from = i;

		if (!has_remark(table, i, oddity, what))
			continue;
		while (has_remark(table, i + 1, oddity, what))
			i++;
		text_format(text, count ? ",%u" : "%u", from);
		if (i > from)
			text_format(text, "-%u", i);
		count += i + 1 - from;
	}
	return count;
}

static void show_blocks(struct output *output, const struct discovery_place *place, unsigned first, unsigned oddity)
{
	const char *what = remark_on(&place->table->units[first], oddity);
	char bytes[160];
	struct text blocks = TEXT_OVER(bytes);
	struct record record;
	unsigned count;

	for (unsigned i = 0; i < first; i++)
		if (has_remark(place->table, i, oddity, what))
			return;
	count = put_blocks(place->table, first, oddity, &blocks);
	record_begin(&record, output, "discovery_blocks");
	record_u64(&record, "socket", place->socket);
	record_u64(&record, "die", place->die);
	record_text(&record, "blocks", bytes);
	record_u64(&record, "count", count);
	record_u64(&record, "used", oddity != 0);
	record_text(&record, "what", what);
	record_aside(&record);
	record_text(&record, "plural", count > 1 ? "s" : "");
	record_end(&record);
}

static void show_oddities(struct output *output, const struct discovery_place *place)
{
	for (unsigned oddity = 0; oddity <= BIT(DISCOVERY_ODDITIES - 1); oddity = oddity ? oddity << 1 : 1)
		for (unsigned i = 0; i < place->table->global.units; i++)
			if (remark_on(&place->table->units[i], oddity))
				show_blocks(output, place, i, oddity);
}

void info_discovery(struct output *output, const struct machine *machine)
{
	const struct discovered *found = machine->discovered;

	if (!found)
		return;
	if (!found->count)
		record_note(output, "no discovery table was found: the places of the boxes are unknown");
	for (unsigned i = 0; i < found->count; i++) {
		show_table(output, &found->places[i]);
		note_lacks(output, found, &found->places[i]);
		if (found->places[i].table)
			show_oddities(output, &found->places[i]);
	}
	if (found->more)
		record_note(output, "there are further discovery tables");
}

/* ---- boxes ------------------------------------------------------------------------------------------------------------ */

/* Writes "cha0-59" or "pciex1-3,8"; for one box its name. */
static void put_group(const struct machine_box *boxes, unsigned count, struct text *text)
{
	const struct box_type *type = boxes->box.type;
	char name[BOX_NAME_SIZE];

	box_name(&boxes->box, name);
	text_string(text, name);
	for (unsigned i = 1; i < count; i++) {
		unsigned number = box_number(type, boxes[i].box.instance);

		if (number != box_number(type, boxes[i - 1].box.instance) + 1)
			text_format(text, ",%u", number);
		else if (i + 1 == count || box_number(type, boxes[i + 1].box.instance) != number + 1)
			text_format(text, "-%u", number);
	}
}

static void show_group(struct output *output, const struct machine_box *boxes, unsigned count)
{
	const struct box_type *type = boxes->box.type;
	char bytes[128];
	struct text names = TEXT_OVER(bytes);
	struct record record;

	if (type->scope == BOX_OF_SOCKET)
		put_group(boxes, count, &names);
	else
		text_format(&names, "%s0-%u", type->name, count - 1);
	record_begin(&record, output, "box_group");
	record_text(&record, "boxes", bytes);
	record_u64(&record, "socket", boxes->box.socket);
	record_text(&record, "state", box_state_name((enum box_state)boxes->state));
	record_u64(&record, "count", count);
	record_u64(&record, "counters", box_counters(&boxes->box));
	record_u64(&record, "counter_bits", type->counter_bits);
	location_text(&boxes->evidence, record_compose(&record, "first"));
	location_text(&boxes[count - 1].evidence, record_compose(&record, "last"));
	if (boxes->how)
		record_text(&record, "how", boxes->how);
	record_aside(&record);
	record_u64(&record, "several", count > 1 ? count : 0);
	record_end(&record);
}

void info_groups(struct output *output, const struct machine *machine)
{
	const struct machine_box *end = machine->boxes + machine->box_count, *first, *next;

	for (first = machine->boxes; first < end; first = next) {
		for (next = first + 1; next < end; next++)
			if (next->box.type != first->box.type || next->box.socket != first->box.socket ||
			    next->state != first->state || next->how != first->how ||
			    box_counters(&next->box) != box_counters(&first->box))
				break;
		show_group(output, first, (unsigned)(next - first));
	}
}
