/* SPDX-License-Identifier: BSD-2-Clause */
#include "boxes/sound.h"

#include "lib/memory.h"

#define NUMBER_LENGTH 3 /* of a box's number, or longer: that of the last of its type */

static const char *wrong_name(const struct box_type *type)
{
	size_t length, number = 1;

	if (!type->name || !type->pmu || !type->perf || !type->title)
		return "a name is missing";

	/* Names have room for the type's, a number and the terminator. */
	length = strlen(type->name);
	for (unsigned last = type->instances ? box_number(type, type->instances - 1u) : 0; last >= 10; last /= 10)
		number++;
	if (!length || length + max_u64(number, NUMBER_LENGTH) >= BOX_NAME_SIZE)
		return "its name is empty or too long";
	return NULL;
}

static const char *wrong_registers(const struct box_type *type)
{
	if (!type->register_count || !type->registers)
		return "its registers are missing";
	for (unsigned i = 0; i < type->register_count; i++) {
		const struct register_row *row = &type->registers[i];
		const struct register_layout *layout = row->layout;

		if (!layout || !layout->title || layout->width_bits > 64 || !layout->width_bits)
			return "a register has no layout";
		if (!layout->field_count || !layout->fields || (layout->part_count && !layout->parts))
			return "a register has no fields";
		for (unsigned f = 0; f < layout->field_count; f++) {
			const struct field *field = &layout->fields[f];

			if (!field->name || !field->width || field->low + field->width > 64 ||
			    field->kind >= FIELD_KINDS)
				return "a field has no bits in its register";
		}
		if (!row->name || !row->count || row->bank >= BOX_BANKS)
			return "a register has no name, number or base";
	}
	return NULL;
}

/* How many the table of its instances has. */
static unsigned places_of(const struct box_type *type)
{
	return type->scope == BOX_OF_SOCKET ? (unsigned)type->instances * max_u64(type->sockets, 1) : 1;
}

/* ---- where registers are -------------------------------------------------------------------------------- */

#define FUNCTION_BYTES 4096 /* of configuration space */

/* What addresses count in is bytes, but of numbered registers these. */
static unsigned size_of(const struct box_type *type, const struct register_row *row)
{
	bool bytes = type->space == SPACE_PCI || type->space == SPACE_MMIO || type->space == SPACE_MEMORY;

	return bytes ? (row->layout->width_bits + 7u) / 8 : 1;
}

/* True if the register, or one after it in its row, overlaps one of another row. */
static bool overlaps(const struct box_type *type, const struct register_row *a, unsigned i,
		     const struct register_row *b)
{
	for (unsigned j = a == b ? i + 1 : 0; j < b->count; j++) {
		int64_t apart = row_offset(b, j) - row_offset(a, i);

		if (a->bank == b->bank && apart < size_of(type, a) && -apart < size_of(type, b))
			return true;
	}
	return false;
}

static bool overlaps_any(const struct box_type *type, const struct register_row *row)
{
	for (const struct register_row *other = row; other < type->registers + type->register_count; other++)
		for (unsigned i = 0; i < row->count; i++)
			if (overlaps(type, row, i, other))
				return true;
	return false;
}

static const char *wrong_address(const struct box_type *type, const struct box_instance *instance,
				 const struct register_row *row)
{
	bool pci = type->space == SPACE_PCI;
	unsigned size = size_of(type, row);
	/* Accesses are not split: half a register of configuration space is one. */
	unsigned access = pci && size > 4 ? 4 : size;
	/* The last address of the space, or offset of the function, that the instance's addresses are counted in. */
	uint64_t most = pci ? FUNCTION_BYTES - 1 : type->space == SPACE_MSR ? UINT32_MAX : UINT64_MAX;

	for (unsigned i = 0; i < row->count && !(instance->without & BIT(row - type->registers)); i++) {
		uint64_t base = instance->base[row->bank], from = pci ? base % FUNCTION_BYTES : base;
		int64_t offset = row_offset(row, i);
		uint64_t at = from + (uint64_t)offset;

		if ((offset < 0 ? at > from : at < from) || at > most || size - 1 > most - at)
			return "a register is outside of its function or space";
		if ((base + (uint64_t)offset) % access)
			return "a register is not at a multiple of its size";
	}
	return NULL;
}

static const char *wrong_addresses(const struct box_type *type)
{
	unsigned instances = places_of(type);
	const char *wrong = NULL;

	for (unsigned r = 0; !wrong && r < type->register_count; r++) {
		if (overlaps_any(type, &type->registers[r]))
			return "two registers overlap";
		for (unsigned i = 0; !wrong && i < instances; i++)
			wrong = wrong_address(type, &type->instance_table[i], &type->registers[r]);
	}
	return wrong;
}

/* ---- counters, events --------------------------------------------------------------------------------- */

/* The number of registers with a role. */
static unsigned count_of(const struct box_type *type, enum role role)
{
	const struct register_row *row = box_row_of_role(type, role);

	return row ? row->count : 0;
}

static bool has_fixed(const struct box_type *type)
{
	return type->fixed || type->fixed_counters;
}

static const char *wrong_counters(const struct box_type *type)
{
	unsigned last;

	if (type->counters > EVENT_FIXED_FIRST || type->fixed_counters > EVENT_FIXED_FIRST)
		return "it has more counters than events can name";
	if (type->counters && (!type->counter_bits || type->counter_bits > 64))
		return "its counters have no bits";
	if (count_of(type, ROLE_COUNTER) != type->counters || count_of(type, ROLE_SELECT) != type->counters)
		return "it has not a register and a select for each counter";
	if (has_fixed(type) && (!count_of(type, ROLE_FIXED_COUNTER) || !count_of(type, ROLE_FIXED_SELECT)))
		return "its fixed counter has no register or select";
	if (!type->counters && !has_fixed(type) && count_of(type, ROLE_BOX_CONTROL))
		return "it freezes counters that it has not";
	if (type->free_counters && !box_free_counter(type, type->free_counters - 1u, &last))
		return "it has not a register for each free counter";
	return NULL;
}

static const char *wrong_filter_registers(const struct box_type *type)
{
	if ((type->filter_register_count && !type->filter_registers) || (type->resource_count && !type->resources))
		return "its companions are missing";
	for (unsigned i = 0; i < type->filter_register_count; i++)
		if (type->filter_registers[i].row >= type->register_count ||
		    type->filter_registers[i].gate > type->register_count)
			return "a companion is no register of it";
	for (unsigned i = 0; i < type->resource_count; i++)
		if (type->resources[i].row + type->resources[i].rows > type->register_count ||
		    !type->resources[i].units)
			return "a resource is no register of it";
	return type->look && type->look->row >= type->register_count ? "what counters look at is no register of it"
								     : NULL;
}

static const char *wrong_events(const struct box_type *type)
{
	if (type->event_count && !type->events)
		return "its events are missing";
	for (unsigned i = 0; i < type->event_count; i++) {
		const struct event *event = &type->events[i];

		if ((event->requirement_count && !type->requirements) || event->resource > type->resource_count)
			return "an event needs what it has not";
		for (unsigned j = 0; j < event->requirement_count; j++) {
			const struct requirement *need = &type->requirements[event->requirements + j];

			/* An alias names rows of the event instead. */
			if (need->kind == REQUIRE_SAME)
				continue;
			if (need->row >= type->register_count ||
			    (need->field != REQUIREMENT_WHOLE &&
			     need->field >= type->registers[need->row].layout->field_count))
				return "an event needs a register that it has not";
		}
	}
	return NULL;
}

static const char *wrong_instances(const struct box_type *type)
{
	unsigned places = places_of(type);
	/* Posted counters have no registers to lack. */
	uint64_t all = MASK(0, min_u64(type->register_count, 32));

	if (!type->instance_table || !type->instances || type->scope > BOX_OF_THREAD)
		return "it is nowhere";
	if (type->space >= SPACE_COUNT || type->based > BASE_IN_REGISTER ||
	    (type->based == BASE_IN_REGISTER && !type->base_register))
		return "nothing says where it is";
	for (unsigned i = 1; type->numbers && i < type->instances; i++)
		if (type->numbers[i] <= type->numbers[i - 1])
			return "its instances are in no order";
	for (unsigned i = 0; i < places; i++) {
		const struct box_instance *place = &type->instance_table[i];
		bool empty = all && (place->without & all) == all;

		if (place->counters > type->counters || (!type->sockets && empty))
			return "an instance has more than its type, or nothing";
	}
	return NULL;
}

static const char *wrong_present(const struct box_type *type)
{
	const struct present_if *present = type->present;

	if (!present)
		return NULL;
	if (present->kind > PRESENT_ON_SOME || (present->kind == PRESENT_ON_SOME && !present->some) ||
	    (present->kind == PRESENT_BY_FIELD && !present->field.width))
		return "nothing says how many there are";
	if (present->kind != PRESENT_AS_COUNTED && present->kind != PRESENT_AS_MASKED)
		return NULL;
	return present->teller && box_row_of_role(present->teller, ROLE_BOX_COUNT) ? NULL
										   : "nothing says how many there are";
}

const char *box_type_fault(const struct box_type *type)
{
	/* In this order: each relies on those before it. */
	static const char *(*const looks[])(const struct box_type *type) = {
		wrong_name,   wrong_registers, wrong_counters, wrong_filter_registers,
		wrong_events, wrong_instances, wrong_present,  wrong_addresses,
	};
	static const char *(*const posted_looks[])(const struct box_type *type) = {wrong_name, wrong_instances};
	const char *wrong = type ? NULL : "it is missing";
	bool posted = type && type->postings;

	for (unsigned i = 0; type && !wrong && i < (posted ? ARRAY_SIZE(posted_looks) : ARRAY_SIZE(looks)); i++)
		wrong = posted ? posted_looks[i](type) : looks[i](type);
	return wrong;
}

const char *global_control_fault(const struct processor *processor)
{
	const struct global_control *global = processor->global;
	unsigned number = 0;

	if (!global)
		return NULL;
	while (number < processor->type_count && processor->types[number] != global->box)
		number++;
	if (number == processor->type_count)
		return "what controls the sockets is in no box";
	if (!global->control || !box_row_by_name(global->box, global->control) ||
	    (global->status && !box_row_by_name(global->box, global->status)) ||
	    (global->clear && !box_row_by_name(global->box, global->clear)))
		return "what controls the sockets is no register of it";
	return NULL;
}
