/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/box_type.h"

#include "boxes/table.h"
#include "lib/memory.h"

/* A type and the tables that its rows point to. */
struct made_type {
	struct box_type type;
	struct field count_field, overflow_field;
	struct register_layout counter, status;
};

bool archetypes_alike(const struct archetype *a, const struct archetype *b)
{
	return a->space == b->space && a->select == b->select && a->select_stride == b->select_stride &&
	       a->counter == b->counter && a->counter_stride == b->counter_stride && a->status == b->status &&
	       a->counter_bits == b->counter_bits;
}

/* Makes the layouts of registers whose bits follow from the archetype. */
static void make_layouts(struct made_type *made, const struct archetype *archetype)
{
	made->count_field = (struct field)FIELD("count", 0, archetype->counter_bits, RW);
	made->overflow_field = (struct field)FIELD_OF(OVERFLOWS, "ov", 0, made->type.counters, W1C);
	made->counter = (struct register_layout){
		.title = "counter",
		.source = "the machine's own table",
		.fields = &made->count_field,
		.field_count = 1,
		.width_bits = 64,
	};
	made->status = (struct register_layout){
		.title = "status",
		.source = "the machine's own table",
		.fields = &made->overflow_field,
		.field_count = 1,
		.width_bits = archetype->space == SPACE_MSR ? 64 : 32,
	};
}

static bool make_rows(struct arena *arena, struct made_type *made, const struct archetype_kind *kind,
		      const struct archetype *archetype)
{
	const struct box_type *like = kind->type;
	const struct register_row first[] = {
		[ARCHETYPE_SELECT] =
			SELECT_ROW(made->type.counters, *kind->select, archetype->select_stride, archetype->select),
		[ARCHETYPE_COUNTER] =
			COUNTER_ROW(made->type.counters, made->counter, archetype->counter_stride, archetype->counter),
	};
	const struct register_row last[] = {
		CONTROL_ROW(*kind->control, 0),
		FLAGS_ROW(made->status, archetype->status),
	};
	unsigned others = like->register_count, behind = archetype->status ? 2 : 1;
	struct register_row *rows = arena_take(arena, ARCHETYPE_OTHERS + others + behind, sizeof(*rows));

	if (!rows)
		return false;
	memcpy(rows, first, sizeof(first));
	if (others)
		memcpy(rows + ARCHETYPE_OTHERS, like->registers, others * sizeof(*rows));
	memcpy(rows + ARCHETYPE_OTHERS + others, last, behind * sizeof(*rows));
	made->type.registers = rows;
	made->type.register_count = (uint8_t)(ARCHETYPE_OTHERS + others + behind);
	return true;
}

static struct box_instance instance_of(const struct box_type *type, const struct archetype *archetype)
{
	return (struct box_instance){
		.base = {archetype->control, archetype->beside},
		.id = {archetype->id},
		.without =
			archetype->without |
			(archetype->counters || !type->counters ? 0 : BIT(ARCHETYPE_SELECT) | BIT(ARCHETYPE_COUNTER)),
		.counters = archetype->counters,
		/* the box's bit in a register of its socket's status */
		.summary = archetype->position == ARCHETYPE_NOWHERE ? 0 : BIT(archetype->position % 64),
		.summary_register = archetype->position / 64,
		.die = archetype->die,
	};
}

/* Sorts the boxes' numbers in ascending order without duplicates. Returns how many there are. */
static unsigned sort_numbers(uint16_t *numbers, const struct archetype *boxes, unsigned count)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < count; i++) {
		unsigned at = kept;

		while (at && numbers[at - 1] > boxes[i].number)
			at--;
		if (at && numbers[at - 1] == boxes[i].number)
			continue;
		memmove(&numbers[at + 1], &numbers[at], (kept - at) * sizeof(*numbers));
		numbers[at] = boxes[i].number;
		kept++;
	}
	return kept;
}

bool box_type_places(struct arena *arena, struct box_type *type, const struct archetype *boxes, unsigned count,
		     uint16_t sockets)
{
	uint16_t *numbers = arena_take(arena, count, sizeof(*numbers));
	struct box_instance *places;
	uint32_t instance;

	if (!numbers)
		return false;
	type->sockets = sockets;
	type->instances = (uint16_t)sort_numbers(numbers, boxes, count);
	type->numbers = numbers;
	places = arena_take(arena, (size_t)type->instances * type->sockets, sizeof(*places));
	type->instance_table = places;
	for (unsigned i = 0; places && i < (unsigned)type->instances * type->sockets; i++)
		places[i].without = UINT32_MAX;
	for (unsigned i = 0; places && i < count; i++)
		if (box_of_number(type, boxes[i].number, &instance))
			places[boxes[i].socket * type->instances + instance] = instance_of(type, &boxes[i]);
	return places;
}

const struct box_type *box_type_of_archetypes(struct arena *arena, const struct archetype_kind *kind,
					      const struct archetype *boxes, unsigned count, uint16_t sockets)
{
	struct made_type *made = arena_take(arena, 1, sizeof(*made));
	struct box_instance *instances;

	if (!made)
		return NULL;
	made->type = *kind->type;
	made->type.space = boxes->space;
	made->type.based = BASE_CONSTANT;
	made->type.counters = 0;
	for (unsigned i = 0; i < count; i++)
		made->type.counters = boxes[i].counters > made->type.counters ? boxes[i].counters : made->type.counters;
	made->type.counter_bits = boxes->counter_bits;
	make_layouts(made, boxes);
	if (!make_rows(arena, made, kind, boxes))
		return NULL;
	if (sockets)
		return box_type_places(arena, &made->type, boxes, count, sockets) ? &made->type : NULL;

	instances = arena_take(arena, count, sizeof(*instances));
	for (unsigned i = 0; instances && i < count; i++)
		instances[i] = instance_of(&made->type, &boxes[i]);
	made->type.instances = (uint16_t)count;
	made->type.instance_table = instances;
	return instances ? &made->type : NULL;
}
