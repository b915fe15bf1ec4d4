/* SPDX-License-Identifier: BSD-2-Clause */
/* Discovery tables out of arbitrary bytes. Nothing is read beyond the memory that a table is in; units that are said to be good hold
 * what good units do; and box types made of them are refused, or have each register in a place of its own. */
#include "boxes/sound.h"
#include "boxes/table.h"
#include "core/hardware/box_type.h"
#include "core/hardware/discovery.h"
#include "lib/memory.h"
#include "tests/fuzz/fuzz.h"

#define BOXES_MOST 80

/* clang-format off */
static const struct field control_fields[] = {FIELD_OF(FREEZE, "frz", 0, 1, RW)};
static const struct field select_fields[] = {FIELD_OF(EVENT, "ev_sel", 0, 8, RW)};
static const struct register_layout control = {.title = "control", .source = "none", FIELDS(control_fields), .width_bits = 32},
	select_32 = {.title = "select", .source = "none", FIELDS(select_fields), .width_bits = 32},
	select_64 = {.title = "select", .source = "none", FIELDS(select_fields), .width_bits = 64};
/* clang-format on */
static const struct box_type lacking = {.name = "unit", .pmu = "unc_unit", .perf = "uncore_unit", .title = "unit"};

struct bytes {
	const uint8_t *at;
	size_t size;
};

/* Some blocks do not answer. */
static bool read_bytes(void *context, uint64_t offset, uint64_t words[DISCOVERY_WORDS])
{
	const struct bytes *bytes = context;
	size_t size = DISCOVERY_WORDS * sizeof(*words);

	assert(offset % 8 == 0 && offset <= bytes->size && size <= bytes->size - offset);
	memcpy(words, bytes->at + offset, size);
	return !offset || words[2] % 7 != 6;
}

static void check_unit(const struct discovery_unit *unit)
{
	const struct archetype *archetype = &unit->archetype;

	assert(unit->fault < DISCOVERY_SHORT_STRIDE && !(unit->oddities >> DISCOVERY_ODDITIES));
	if (unit->fault != DISCOVERY_GOOD)
		return;
	assert(archetype->control && archetype->counters && archetype->select > 0 && archetype->counter > 0);
	assert(archetype->counter_bits && archetype->counter_bits <= 64);
	assert(archetype->space == SPACE_MSR || archetype->space == SPACE_MMIO || archetype->space == SPACE_PCI);
	assert(archetype->space != SPACE_PCI || archetype->control < BIT(31));
}

/* Instances of a type may be at the same place: two units said so. Registers of one may not. */
static void check_places(const struct box_type *type)
{
	struct location seen[64];
	unsigned count = 0;

	for (unsigned r = 0; r < type->register_count; r++)
		for (unsigned i = 0; i < type->registers[r].count; i++) {
			struct location where = box_location(&(struct box){.type = type}, &type->registers[r], i);

			for (unsigned k = 0; k < count; k++)
				assert(seen[k].address != where.address);
			assert(count < ARRAY_SIZE(seen));
			seen[count++] = where;
		}
}

/* The type of all good units that are like unit `first`. */
static void check_type(struct arena *arena, const struct discovery *table, unsigned first)
{
	static struct archetype boxes[BOXES_MOST];
	const struct archetype *like = &table->units[first].archetype;
	struct archetype_kind kind = {
		.type = &lacking, .select = like->select_stride == 4 ? &select_32 : &select_64, .control = &control};
	const struct box_type *type;
	unsigned count = 0;

	for (unsigned i = first; i < table->global.units && count < BOXES_MOST; i++)
		if (table->units[i].fault == DISCOVERY_GOOD && archetypes_alike(&table->units[i].archetype, like))
			boxes[count++] = table->units[i].archetype;
	type = box_type_of_archetypes(arena, &kind, boxes, count, 0);
	assert(type);
	if (!box_type_fault(type))
		check_places(type);
}

static void fuzz(const uint8_t *data, size_t size)
{
	static uint64_t memory[1 << 15];
	struct bytes bytes = {.at = data, .size = size};
	struct discovery_source source = {.bytes = size, .read = read_bytes, .context = &bytes};
	struct arena arena = {.at = (uint8_t *)memory, .size = sizeof(memory)};
	const struct discovery *table = discovery_read(&arena, &source);
	size_t mark = arena_mark(&arena);

	assert(table);
	assert(table->global.fault < DISCOVERY_FAULTS && !(table->global.oddities >> DISCOVERY_ODDITIES));
	assert(table->global.fault == DISCOVERY_GOOD || !table->global.units);
	for (unsigned i = 0; i < table->global.units; i++) {
		check_unit(&table->units[i]);
		if (table->units[i].fault == DISCOVERY_GOOD)
			check_type(&arena, table, i);
		arena_release(&arena, mark);
	}
}
