/* SPDX-License-Identifier: BSD-2-Clause */
#include "boxes/sound.h"

#include "lib/memory.h"

#define NUMBER_LENGTH 3 /* of a box's number, or longer: that of the last of its type */

/* Names have room for the type's, a number and the terminator. */
static bool name_fits(const struct box_type *type)
{
	size_t length = strlen(type->name), number = 1;

	for (unsigned last = type->instances ? box_number(type, type->instances - 1u) : 0; last >= 10; last /= 10)
		number++;
	return length && length + max_u64(number, NUMBER_LENGTH) < BOX_NAME_SIZE;
}

static const char *wrong_name(const struct box_type *type)
{
	if (!type->name || !type->pmu || !type->perf || !type->title)
		return "a name is missing";
	return name_fits(type) ? NULL : "its name is empty or too long";
}

static bool is_field(const struct field *field)
{
	return field->name && field->width && field->low + field->width <= 64 && field->kind < FIELD_KINDS;
}

static const char *wrong_layout(const struct register_layout *layout)
{
	if (!layout || !layout->title || layout->width_bits > 64 || !layout->width_bits)
		return "a register has no layout";
	if (!layout->field_count || !layout->fields || (layout->part_count && !layout->parts))
		return "a register has no fields";
	for (unsigned i = 0; i < layout->field_count; i++)
		if (!is_field(&layout->fields[i]))
			return "a field has no bits in its register";
	return NULL;
}

static const char *wrong_registers(const struct box_type *type)
{
	if (!type->register_count || !type->registers)
		return "its registers are missing";
	for (unsigned i = 0; i < type->register_count; i++) {
		const struct register_row *row = &type->registers[i];
		const char *wrong = wrong_layout(row->layout);

		if (wrong)
			return wrong;
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

/* How much of the space there is from where an instance's addresses are counted: whole addresses, or offsets in a function. */
static bool is_within(const struct box_type *type, uint64_t base, int64_t offset, unsigned size)
{
	uint64_t most = type->space == SPACE_PCI   ? FUNCTION_BYTES - 1
			: type->space == SPACE_MSR ? UINT32_MAX
						   : UINT64_MAX;
	uint64_t from = type->space == SPACE_PCI ? base % FUNCTION_BYTES : base;
	uint64_t at = from + (uint64_t)offset;

	if (offset < 0 ? at > from : at < from)
		return false;
	return at <= most && size - 1 <= most - at;
}

/* Accesses are not split: half a register of configuration space is one. */
static bool is_aligned(const struct box_type *type, const struct register_row *row, uint64_t address)
{
	unsigned size = size_of(type, row);

	return address % (type->space == SPACE_PCI && size > 4 ? 4 : size) == 0;
}

static const char *wrong_address(const struct box_type *type, const struct box_instance *instance,
				 const struct register_row *row)
{
	for (unsigned i = 0; i < row->count && !(instance->without & BIT(row - type->registers)); i++) {
		uint64_t base = instance->base[row->bank];
		int64_t offset = row_offset(row, i);

		if (!is_within(type, base, offset, size_of(type, row)))
			return "a register is outside of its function or space";
		if (!is_aligned(type, row, base + (uint64_t)offset))
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

/* An alias names rows of the event instead. */
static bool is_of(const struct box_type *type, const struct requirement *requirement)
{
	if (requirement->kind == REQUIRE_SAME)
		return true;
	return requirement->row < type->register_count &&
	       (requirement->field == REQUIREMENT_WHOLE ||
		requirement->field < type->registers[requirement->row].layout->field_count);
}

static const char *wrong_events(const struct box_type *type)
{
	if (type->event_count && !type->events)
		return "its events are missing";
	for (unsigned i = 0; i < type->event_count; i++) {
		const struct event *event = &type->events[i];

		if ((event->requirement_count && !type->requirements) || event->resource > type->resource_count)
			return "an event needs what it has not";
		for (unsigned j = 0; j < event->requirement_count; j++)
			if (!is_of(type, &type->requirements[event->requirements + j]))
				return "an event needs a register that it has not";
	}
	return NULL;
}

/* Posted counters have no registers to lack. */
static bool is_empty(const struct box_type *type, const struct box_instance *place)
{
	uint64_t all = MASK(0, min_u64(type->register_count, 32));

	return all && (place->without & all) == all;
}

static const char *wrong_instances(const struct box_type *type)
{
	unsigned places = places_of(type);

	if (!type->instance_table || !type->instances || type->scope > BOX_OF_THREAD)
		return "it is nowhere";
	if (type->space >= SPACE_COUNT || type->based > BASE_IN_REGISTER ||
	    (type->based == BASE_IN_REGISTER && !type->base_register))
		return "nothing says where it is";
	for (unsigned i = 1; type->numbers && i < type->instances; i++)
		if (type->numbers[i] <= type->numbers[i - 1])
			return "its instances are in no order";
	for (unsigned i = 0; i < places; i++)
		if (type->instance_table[i].counters > type->counters ||
		    (!type->sockets && is_empty(type, &type->instance_table[i])))
			return "an instance has more than its type, or nothing";
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

static bool has_type(const struct processor *processor, const struct box_type *type)
{
	for (unsigned i = 0; i < processor->type_count; i++)
		if (processor->types[i] == type)
			return true;
	return false;
}

const char *global_control_fault(const struct processor *processor)
{
	const struct global_control *global = processor->global;

	if (!global)
		return NULL;
	if (!has_type(processor, global->box))
		return "what controls the sockets is in no box";
	if (!global->control || !box_row_by_name(global->box, global->control) ||
	    (global->status && !box_row_by_name(global->box, global->status)) ||
	    (global->clear && !box_row_by_name(global->box, global->clear)))
		return "what controls the sockets is no register of it";
	return NULL;
}
