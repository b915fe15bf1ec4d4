/* SPDX-License-Identifier: BSD-2-Clause */
/* What boxes/ says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boxes/box.h"
#include "tests/unit/sides/facts.h"

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

const char *firmware_machine(unsigned index)
{
	static const char *names[16];
	unsigned count = 0;

	for (; processors[count] && count < ARRAY_SIZE(names) - 1; count++)
		names[count] = processors[count]->name;
	qsort(names, count, sizeof(names[0]), by_name);
	return index < count ? names[index] : NULL;
}

/* ---- registers --------------------------------------------------------------------------------------- */

static const char *const kinds[] = {
	[ROLE_OTHER] = "store",         [ROLE_CONTROL] = "control",       [ROLE_STATUS] = "status",
	[ROLE_CLEAR] = "clear",         [ROLE_SELECT] = "select",         [ROLE_COUNTER] = "counter",
	[ROLE_FIXED_SELECT] = "select", [ROLE_FIXED_COUNTER] = "counter", [ROLE_FILTER] = "filter",
	[ROLE_BOX_CONTROL] = "control", [ROLE_FREE_COUNTER] = "free",     [ROLE_PMI_FREEZE] = "store",
	[ROLE_AVAILABLE] = "store",     [ROLE_CAPABILITIES] = "store",    [ROLE_GLOBAL_FREEZE] = "control",
	[ROLE_BOX_COUNT] = "store",     [ROLE_FLAGS] = "status",
};

static uint64_t bits_of(const struct register_layout *layout, enum access access)
{
	uint64_t bits = 0;

	for (unsigned i = 0; i < layout->field_count; i++)
		if (layout->fields[i].access == access)
			bits |= field_mask(&layout->fields[i]);
	return bits;
}

/* Bits that do something when 1 is written, and hold nothing. */
static uint64_t acting(const struct register_layout *layout)
{
	return bits_of(layout, ACCESS_W1C) | bits_of(layout, ACCESS_W1_TO) | bits_of(layout, ACCESS_WO);
}

/* Bits that hold what is written. */
static uint64_t keeping(const struct box *box, const struct register_row *row)
{
	uint64_t others = bits_of(row->layout, ACCESS_COUNTING) | bits_of(row->layout, ACCESS_W1S);

	return row->layout->wide ? layout_writable(row->layout) : box_writable(box, row) | others;
}

static void tell_place(struct facts *facts, const struct location *where, const char *about)
{
	uint64_t at = where->address;

	if (where->space == SPACE_MSR)
		fact_number(facts, at, "msr", "%s", about);
	else if (where->space == SPACE_MMIO)
		fact_number(facts, at & FACT_MMIO, "mmio", "%s", about);
	else
		fact_number(facts, at & 0xfffff, "pci", "%s", about);
}

static uint64_t first_of(const struct register_layout *layout, enum field_kind kind)
{
	const struct field *field = layout_field(layout, kind);

	return field ? field_mask(field) : 0;
}

static void tell_fields(struct facts *facts, const struct register_layout *layout, const char *about)
{
	uint64_t code = layout_bits(layout, FIELD_EVENT) | layout_bits(layout, FIELD_UMASK);

	fact_number(facts, first_of(layout, FIELD_ENABLE), "enable", "%s", about);
	fact_number(facts, first_of(layout, FIELD_PMI) | first_of(layout, FIELD_REPORT_OVERFLOW), "pmi", "%s", about);
	fact_number(facts, first_of(layout, FIELD_EDGE), "edge", "%s", about);
	fact_number(facts, first_of(layout, FIELD_INVERT), "invert", "%s", about);
	fact_number(facts, first_of(layout, FIELD_TALLY_RESET), "tally", "%s", about);
	fact_number(facts, first_of(layout, FIELD_THRESHOLD), "threshold", "%s", about);
	fact_number(facts, code, "code", "%s", about);
}

static void tell_register(struct facts *facts, const struct processor *processor, const struct box *box,
			  const struct register_row *row, unsigned index)
{
	const struct register_layout *layout = row->layout;
	struct location where = box_location(box, row, index);
	bool unsure = processor->resets_unknown || layout->reset_unknown;
	char name[BOX_NAME_SIZE], place[48];

	box_name(box, name);
	snprintf(place, sizeof(place), row->count > 1 ? "%s %s%u" : "%s %s", name, row->name, index);
	if (box->type->based == BASE_BY_ID && !box->type->instance_table[box->instance].base[row->bank])
		fact_name(facts, NOBODY_KNOWS, "pci", "%s", place);
	else
		tell_place(facts, &where, place);
	fact_name(facts, kinds[row->role], "kind", "%s", place);
	fact_number(facts, layout->width_bits, "bits", "%s", place);
	fact_number(facts, keeping(box, row), "keeps", "%s", place);
	fact_number(facts, layout_reserved(layout), "zero", "%s", place);
	if (row->role != ROLE_SELECT && row->role != ROLE_FIXED_SELECT)
		fact_number(facts, acting(layout), "acts", "%s", place);
	if ((row->role == ROLE_BOX_COUNT || row->role == ROLE_OTHER) && bits_of(layout, ACCESS_RO))
		fact_number(facts, bits_of(layout, ACCESS_RO), "shows", "%s", place);
	if (unsure)
		fact_name(facts, NOBODY_KNOWS, "reset", "%s", place);
	else
		fact_number(facts, layout->reset, "reset", "%s", place);
	if (row->role == ROLE_SELECT)
		tell_fields(facts, layout, place);
}

/* ---- counters ---------------------------------------------------------------------------------------- */

static uint64_t bit_of(const struct box_type *type, enum role role, enum field_kind kind, unsigned number)
{
	const struct register_row *row = box_row_of_role(type, role);
	const struct field *field = row ? layout_field(row->layout, kind) : NULL;

	return field ? BIT(field->low + number) : 0;
}

static void tell_counters(struct facts *facts, const struct box *box, bool fixed)
{
	const struct box_type *type = box->type;
	const struct register_row *counter = box_row_of_role(type, fixed ? ROLE_FIXED_COUNTER : ROLE_COUNTER);
	const struct register_row *select = box_row_of_role(type, fixed ? ROLE_FIXED_SELECT : ROLE_SELECT);
	enum role status = box_row_of_role(type, ROLE_STATUS) ? ROLE_STATUS : ROLE_FLAGS;
	uint64_t mask = type->space == SPACE_MMIO ? FACT_MMIO : 0xfffff;
	char name[BOX_NAME_SIZE], about[48];

	box_name(box, name);
	for (unsigned i = 0; counter && i < counter->count; i++) {
		struct location at = box_location(box, counter, i);
		struct location by = box_location(box, select, select->count > 1 ? i : 0);

		snprintf(about, sizeof(about), "%s %s %u", name, fixed ? "fixed" : "counter", i);
		fact_number(facts, at.address & mask, "at", "%s", about);
		fact_number(facts, by.address & mask, "select", "%s", about);
		fact_number(facts, box_counter_bits(type, counter), "width", "%s", about);
		fact_number(facts, bit_of(type, ROLE_CONTROL, fixed ? FIELD_FIXED_ENABLE : FIELD_COUNT_ENABLES, i),
			    "enable", "%s", about);
		fact_number(facts, bit_of(type, status, fixed ? FIELD_FIXED_OVERFLOW : FIELD_OVERFLOWS, i), "flag",
			    "%s", about);
	}
}

/* ---- boxes ------------------------------------------------------------------------------------------- */

static void tell_functions(struct facts *facts, const struct box *box)
{
	const struct box_instance *place = &box->type->instance_table[box->instance];
	char name[BOX_NAME_SIZE];

	box_name(box, name);
	for (unsigned i = 0; i < BOX_BANKS; i++) {
		uint32_t base = (uint32_t)place->base[i];

		if (!base)
			continue;
		if (place->id[i])
			fact_number(facts, place->id[i], "id", "%s pci %u.%u", name, base >> 15, base >> 12 & 7);
		else
			fact_name(facts, NOBODY_KNOWS, "id", "%s pci %u.%u", name, base >> 15, base >> 12 & 7);
		fact_number(facts, box->type->based == BASE_BY_ID, "bus", "%s pci %u.%u", name, base >> 15,
			    base >> 12 & 7);
	}
}

/* The registers that say on which bus a socket has its functions. */
static void tell_bus_register(struct facts *facts, const char *name, uint32_t function, const struct bus_field *field,
			      unsigned fields)
{
	char about[48];

	snprintf(about, sizeof(about), "%s", name);
	*strchr(about, '.') = ' ';
	if (function)
		fact_number(facts, function + field->offset, "pci", "%s", about);
	else
		fact_name(facts, NOBODY_KNOWS, "pci", "%s", about);
	fact_number(facts, MASK(field->low, field->width * fields), "shows", "%s", about);
}

static void tell_map(struct facts *facts, const struct base_finder *map)
{
	tell_bus_register(facts, map->node_name, map->at, &map->node, 1);
	tell_bus_register(facts, map->field_name, map->at, &map->field, map->fields);
	if (map->at)
		fact_number(facts, map->id, "id", "%s pci %u.%u", map->box, map->at >> 15, map->at >> 12 & 7);
}

static void tell_buses(struct facts *facts, const struct base_finder *finder)
{
	for (; finder && finder->way != BASE_BY_LOOKING; finder++)
		if (finder->way == BASE_BY_MAP)
			tell_map(facts, finder);
		else
			tell_bus_register(facts, finder->field_name, finder->at, &finder->field, 1);
}

static void tell_box(struct facts *facts, const struct processor *processor, const struct box *box)
{
	char name[BOX_NAME_SIZE];

	box_name(box, name);
	fact_number(facts, box->type->instance_table[box->instance].summary, "summary", "%s", name);
	if (box->type->space == SPACE_PCI)
		tell_functions(facts, box);
	for (unsigned i = 0; i < box->type->register_count; i++)
		for (unsigned j = 0; j < box->type->registers[i].count; j++)
			tell_register(facts, processor, box, &box->type->registers[i], j);
	tell_counters(facts, box, false);
	tell_counters(facts, box, true);
}

/* ---- events ------------------------------------------------------------------------------------------ */

/* Names without what says whose they are: "UNC_C_". */
static const char *short_name(const struct processor *processor, const struct event *event)
{
	const char *name = processor_string(processor, event->name);

	return strncmp(name, "UNC_", 4) ? name : strchr(name + 4, '_') + 1;
}

/* Whether a row, or a whole event, is another name of what other rows count. */
static bool is_alias(const struct box_type *type, const struct event *event, bool whole)
{
	for (unsigned i = 0; i < event->requirement_count; i++)
		if (type->requirements[event->requirements + i].kind == REQUIRE_SAME)
			return !whole || !event->umask_name;
	return !whole && event->group & UMASK_ALIAS;
}

/* The select of a counter that counts the event; `umask` is part of it. */
static uint64_t select_of(const struct box_type *type, const struct event *event, uint64_t umask)
{
	const struct register_row *row = box_row_of_role(type, ROLE_SELECT);
	const struct field *field = layout_field(row->layout, FIELD_UMASK);
	uint64_t select = (uint64_t)event->code << layout_field(row->layout, FIELD_EVENT)->low;

	if (field)
		select |= umask << field->low;
	for (unsigned i = 0; i < event->requirement_count; i++) {
		const struct requirement *need = &type->requirements[event->requirements + i];

		field = &row->layout->fields[need->field];
		if (&type->registers[need->row] == row && need->kind == REQUIRE_VALUE &&
		    (field->kind == FIELD_CODE || field->kind == FIELD_CODE_ABOVE))
			select |= need->value << field->low;
	}
	return select;
}

/* The umask as far as it is in the field of that name: what is above are masks of ports and the like, which silicon's code reads. */
static uint64_t umask_of(const struct box_type *type, const struct event *event)
{
	const struct register_row *select = box_row_of_role(type, ROLE_SELECT);
	const struct field *field = layout_field(select->layout, FIELD_UMASK);

	return field ? event->umask & MASK(0, field->width) : event->umask;
}

static void tell_umasks(struct facts *facts, const struct processor *processor, const struct box_type *type,
			const struct event *first)
{
	uint64_t umasks = 0;
	char name[64];

	for (unsigned i = 0; i <= first->after; i++) {
		umasks |= umask_of(type, &first[i]);
		snprintf(name, sizeof(name), "%s", processor_string(processor, first[i].umask_name));
		fact_plain(name);
		if (!is_alias(type, &first[i], false) && first[i].counters)
			fact_number(facts, umask_of(type, &first[i]), "umask", "%s event %s:%s", type->name,
				    short_name(processor, first), name);
	}
	fact_number(facts, umasks, "umasks", "%s event %s", type->name, short_name(processor, first));
}

/* An umask that all rows of an event have is part of its code, and the rows differ in other registers. */
static bool has_umasks(const struct event *first)
{
	for (unsigned i = 1; i <= first->after; i++)
		if (first[i].umask != first->umask)
			return true;
	return false;
}

/* The counters of an event under its own name, which halves of a box have for counters of their own. */
static unsigned counters_of(const struct processor *processor, const struct box_type *type, const char *name)
{
	unsigned counters = 0;

	for (unsigned i = 0; i < type->event_count; i++)
		if (!strcmp(short_name(processor, &type->events[i]), name))
			counters |= type->events[i].counters & ~(unsigned)EVENT_FIXED_MASK;
	return counters;
}

static void tell_event(struct facts *facts, const struct processor *processor, const struct box_type *type,
		       const struct event *first)
{
	const char *name = short_name(processor, first);
	unsigned most = 0;
	bool known = true;

	for (unsigned i = 0; i <= first->after; i++) {
		known &= first[i].max_increment != 0;
		most = first[i].max_increment > most ? first[i].max_increment : most;
	}
	if (has_umasks(first))
		tell_umasks(facts, processor, type, first);
	fact_number(facts, select_of(type, first, has_umasks(first) ? 0 : umask_of(type, first)), "select",
		    "%s event %s", type->name, name);
	fact_number(facts, counters_of(processor, type, name), "counters", "%s event %s", type->name, name);
	fact_number(facts, BIT(first->scale_bits), "each of", "%s event %s", type->name, name);
	fact_number(facts, !!(first->flags & EVENT_TALLY), "tally", "%s event %s", type->name, name);
	if (known)
		fact_number(facts, most, "most", "%s event %s", type->name, name);
	else
		fact_name(facts, NOBODY_KNOWS, "most", "%s event %s", type->name, name);
}

/* Lists keep names of earlier ones, which silicon does not have: of one short name the first counts. */
static bool is_told(const struct processor *processor, const struct box_type *type, const struct event *event)
{
	const char *name = short_name(processor, event);

	for (const struct event *before = type->events; before < event; before += before->after + 1u)
		if (!strcmp(short_name(processor, before), name))
			return true;
	return false;
}

/* Those that counters with a select count; others are registers, and told as such. */
static void tell_events(struct facts *facts, const struct processor *processor, const struct box_type *type)
{
	for (unsigned i = 0; i < type->event_count; i += type->events[i].after + 1u) {
		const struct event *first = &type->events[i];
		bool counted = false;

		for (unsigned j = 0; j <= first->after; j++)
			counted |= first[j].counters & ~(unsigned)EVENT_FIXED_MASK;
		if (counted && !is_alias(type, first, true) && !is_told(processor, type, first))
			tell_event(facts, processor, type, first);
	}
}

void firmware_tell(const char *machine, struct facts *facts)
{
	const struct processor *processor = processor_by_name(machine);

	for (unsigned i = 0; i < processor->type_count; i++) {
		const struct box_type *type = processor->types[i];

		for (unsigned j = 0; j < type->instances; j++) {
			/* Neither machine has a branch trace store or PEBS that may be used. */
			struct box box = {
				.type = type, .instance = (uint16_t)j, .lacks = BOX_LACKS_BTS | BOX_LACKS_PEBS};

			tell_box(facts, processor, &box);
		}
		tell_events(facts, processor, type);
	}
	tell_buses(facts, processor->finders);
}
