/* SPDX-License-Identifier: BSD-2-Clause */
/* What must hold of the tables of any processor, and what of the Xeon 7500's no row of a register says. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "boxes/box.h"
#include "core/event/event.h"
#include "tests/unit/support/unit.h"

static const struct processor *xeon;

static const struct box_type *type_named(const char *name)
{
	for (unsigned i = 0; i < xeon->type_count; i++)
		if (!strcmp(xeon->types[i]->name, name))
			return xeon->types[i];
	fail_msg("no box type %s", name);
	return NULL;
}

static int find_xeon(void **state)
{
	(void)state;
	xeon = processor_by_name("xeon-7500");
	return xeon ? 0 : -1;
}

/* ---- Xeon 7500: the socket ----------------------------------------------------------------------- */

TEST(what_is_assumed_is_said)
{
	static const uint64_t candidates[] = {BIT(1), BIT(2), BIT(20)};
	bool listed = false;

	assert_int_equal(xeon->fixed_pmi->candidate_count, 3);
	assert_memory_equal(xeon->fixed_pmi->candidates, candidates, sizeof(candidates));
	for (const struct assumption *const *at = xeon->assumptions; *at; at++) {
		assert_true((*at)->answer || (*at)->candidate_count > 0);
		assert_true(*(*at)->name && *(*at)->ground);
		listed |= *at == xeon->fixed_pmi;
	}
	assert_true(listed);
}

TEST(processors_are_found_by_name_and_by_cpuid)
{
	assert_ptr_equal(processor_find("GenuineIntel", 6, 0x2e, 0), xeon);
	assert_ptr_equal(processor_find("GenuineIntel", 6, 0x2f, 0), processor_by_name("xeon-e7"));
	assert_ptr_equal(processor_find("GenuineIntel", 6, 0x2d, 0), processor_by_name("xeon-e5-2600"));
	assert_ptr_equal(processor_find("GenuineIntel", 6, 0x57, 0), processor_by_name("knights-landing"));
	assert_ptr_equal(processor_find("GenuineIntel", 6, 0x57, 15), processor_by_name("knights-landing"));
	assert_ptr_equal(processor_find("GenuineIntel", 6, 0x55, 0), processor_by_name("skylake-sp"));
	assert_ptr_equal(processor_find("GenuineIntel", 6, 0x55, 4), processor_by_name("skylake-sp"));
	assert_ptr_equal(processor_find("GenuineIntel", 6, 0x55, 5), processor_by_name("cascade-lake-sp"));
	assert_ptr_equal(processor_find("GenuineIntel", 6, 0x55, 7), processor_by_name("cascade-lake-sp"));
	assert_null(processor_find("GenuineIntel", 6, 0x55, 8));
	assert_ptr_equal(processor_find("GenuineIntel", 6, 0x55, 10), processor_by_name("cooper-lake-sp"));
	assert_ptr_equal(processor_find("GenuineIntel", 6, 0x55, 11), processor_by_name("cooper-lake-sp"));
	assert_null(processor_find("GenuineIntel", 6, 0x55, 12));
	assert_ptr_equal(processor_find("GenuineIntel", 6, 0x6a, 6), processor_by_name("ice-lake-sp"));
	assert_ptr_equal(processor_find("GenuineIntel", 6, 0x6c, 1), processor_by_name("ice-lake-sp"));
	assert_null(processor_find("GenuineIntel", 6, 0x2c, 0));
	assert_null(processor_find("GenuineIntel", 15, 0x2e, 0));
	assert_null(processor_find("AuthenticAMD", 6, 0x2e, 0));
	assert_null(processor_by_name("xeon-7501"));
	assert_null(processor_by_name(""));
}

static void expect_free(const struct box_type *type, unsigned number, const char *name, unsigned expected)
{
	unsigned index;
	const struct register_row *row = box_free_counter(type, number, &index);

	assert_non_null(row);
	assert_string_equal(row->name, name);
	assert_int_equal(index, expected);
}

/* Those of a stack: its clock, then four ports in and out, then how long they were in use. */
TEST(free_counters_are_counted_through_all_rows)
{
	const struct processor *skylake = processor_by_name("skylake-sp");
	const struct box_type *iio = NULL;
	unsigned index;

	for (unsigned i = 0; i < skylake->type_count; i++)
		if (!strcmp(skylake->types[i]->name, "iio"))
			iio = skylake->types[i];
	assert_non_null(iio);
	expect_free(iio, 0, "free_clock", 0);
	expect_free(iio, 1, "free_in", 0);
	expect_free(iio, 8, "free_out", 3);
	expect_free(iio, 9, "free_util_in", 0);
	expect_free(iio, 16, "free_util_out", 3);
	assert_null(box_free_counter(iio, 17, &index));
	assert_null(box_free_counter(type_named("cbox"), 0, &index));
}

TEST(boxes_are_named_with_a_number_where_there_are_several)
{
	struct box box = {.type = type_named("cbox"), .instance = 7};
	struct box_type many = {.name = "thirteen_char", .instances = 64};
	char name[BOX_NAME_SIZE];

	box_name(&box, name);
	assert_string_equal(name, "cbox7");
	box = (struct box){.type = type_named("wbox")};
	box_name(&box, name);
	assert_string_equal(name, "wbox");
	box = (struct box){.type = &many, .instance = 63};
	box_name(&box, name);
	assert_string_equal(name, "thirteen_char63");
}

/* A machine may have numbered its boxes as it likes. */
TEST(boxes_go_by_the_numbers_of_their_type)
{
	static const uint16_t numbers[] = {1, 2, 3, 8, 32768};
	struct box_type type = {.name = "pciex", .instances = 5, .numbers = numbers};
	struct box box = {.type = &type, .instance = 4};
	char name[BOX_NAME_SIZE], bytes[64];
	struct text places = TEXT_OVER(bytes);
	uint32_t instance;

	box_name(&box, name);
	assert_string_equal(name, "pciex32768");
	assert_true(box_of_number(&type, 8, &instance));
	assert_int_equal(instance, 3);
	assert_false(box_of_number(&type, 4, &instance));
	box_places(&type, &places);
	assert_string_equal(bytes, "pciex1-3,8,32768");
	type.numbers = NULL;
	text_clear(&places);
	box_places(&type, &places);
	assert_string_equal(bytes, "pciex0-4");
	type.instances = 1;
	text_clear(&places);
	box_places(&type, &places);
	assert_string_equal(bytes, "pciex");
}

/* A configuration register is accessed with its own width, at its function's base. */
TEST(addresses_outside_msr_space_have_their_own_width)
{
	static const struct register_layout layout = {.width_bits = 32};
	static const struct register_row row = {
		.name = "ctl", .layout = &layout, .bank = 1, .count = 4, .stride = 4, .offset = 0xd8};
	static const struct box_instance instance = {.base = {0, 16 << 15 | 4 << 12}};
	const struct box_type type = {.instance_table = &instance, .instances = 1, .space = SPACE_PCI};
	struct box box = {.type = &type};
	struct location where = box_location(&box, &row, 3);

	assert_int_equal(where.space, SPACE_PCI);
	assert_int_equal(where.width_bits, 32);
	assert_int_equal(where.address, 0x840e4);
}

/* ---- any processor ------------------------------------------------------------------------------- */

static bool may_repeat(const char *name)
{
	return !strcmp(name, "ig") || !strcmp(name, "rsv");
}

/* A part lies within one field. */
static void check_parts(const struct register_layout *layout)
{
	for (unsigned i = 0; i < layout->part_count; i++) {
		const struct field *part = &layout->parts[i];
		unsigned within = 0;

		assert_true(part->modifier || part->perf);
		for (unsigned j = 0; j < layout->field_count; j++)
			within += !(field_mask(part) & ~field_mask(&layout->fields[j]));
		assert_int_equal(within, 1);
	}
}

static void check_layout(const struct register_layout *layout)
{
	uint64_t seen = 0;

	assert_true(layout->width_bits == 32 || layout->width_bits == 64);
	assert_true(layout->title && *layout->title && layout->source && *layout->source);
	for (unsigned i = 0; i < layout->field_count; i++) {
		const struct field *field = &layout->fields[i];

		assert_true(field->width >= 1 && field->low + field->width <= 64);
		assert_int_equal(seen & field_mask(field), 0);
		seen |= field_mask(field);
		/* Fields that say which event it is, or are spelt in parts, are perf's alone. */
		assert_true(!field->modifier || field->perf);
		assert_true(field->most <= MASK(0, field->width));
		assert_true(field->least <= field_most(field));
		assert_true(field->access != ACCESS_RESERVED || !(layout->reset & field_mask(field)));
		if (field->modifier)
			assert_int_equal(field->access, ACCESS_RW);
		for (unsigned j = 0; j < i; j++)
			if (!may_repeat(field->name))
				assert_string_not_equal(field->name, layout->fields[j].name);
	}
	assert_int_equal(layout->reset & (~seen | layout->holes), 0);
	check_parts(layout);
}

static void check_words(const struct processor *processor, unsigned offset)
{
	const char *words = processor_words(processor, offset);

	assert_in_range(strlen(words), 5, 199);
	for (const char *at = words; *at; at++)
		assert_true(*at >= ' ' && *at <= '~');
}

static void check_requirement(const struct box_type *type, const struct requirement *need)
{
	const struct register_row *row = &type->registers[need->row];
	const struct field *field;

	if (need->kind == REQUIRE_SAME) {
		assert_true(need->value);
		return;
	}
	assert_true(need->row < type->register_count);
	assert_true(row->role == ROLE_FILTER || row->role == ROLE_SELECT);
	if (need->field == REQUIREMENT_WHOLE) {
		assert_int_equal(need->value & ~layout_writable(row->layout), 0);
		return;
	}
	assert_true(need->field < row->layout->field_count);
	field = &row->layout->fields[need->field];
	assert_int_equal(field->access, ACCESS_RW);
	/* libpfm4 may have umasks in a field of its own. */
	assert_true(need->value <= field_most(field));
}

static void check_requirements(const struct box_type *type, const struct event *event)
{
	assert_true(event->resource <= type->resource_count);
	for (unsigned i = 0; i < event->requirement_count; i++)
		check_requirement(type, &type->requirements[event->requirements + i]);
}

static void check_event(const struct processor *processor, const struct box_type *type, const struct event *event)
{
	const struct register_row *select = box_row_of_role(type, ROLE_SELECT);
	const struct field *code = select ? layout_field(select->layout, FIELD_EVENT) : NULL;
	const struct field *umask = select ? layout_field(select->layout, FIELD_UMASK) : NULL;
	const struct field *above = select ? layout_field(select->layout, FIELD_UMASK_ABOVE) : NULL;

	assert_true(code ? event->code <= MASK(0, code->width) : (event->flags & EVENT_FREE) != 0);
	assert_true(umask ? event->umask <= MASK(0, umask->width + (above ? above->width : 0)) : !event->umask);
	assert_true((event->counters & ~EVENT_FIXED_MASK) < BIT(type->counters));
	assert_true(event->counters >> EVENT_FIXED_FIRST < BIT(type->fixed_counters));
	/* A umask that no counter counts is listed as libpfm4, or a document that leaves it undefined, has it. */
	if (event->flags & EVENT_FIXED)
		assert_int_equal(event->counters, 0);
	else
		assert_true(event->counters || event->umask_name);
	if (event->max_increment > 1)
		assert_true(event->flags & EVENT_MULTI);
	assert_true(type->fixed || event->flags & EVENT_FREE || !(event->flags & EVENT_FIXED));
	if (event->flags & EVENT_FREE)
		assert_true(event->code < type->free_counters);
	assert_true(*processor_string(processor, event->name));
	check_words(processor, event->sentence);
	check_requirements(type, event);
}

static void check_order(const struct processor *processor, const struct box_type *type)
{
	for (unsigned i = 1; i < type->event_count; i++)
		assert_true(strcmp(processor_string(processor, type->events[i - 1].name),
				   processor_string(processor, type->events[i].name)) <= 0);
}

static void check_roles(const struct box_type *type)
{
	const struct register_row *select = box_row_of_role(type, ROLE_SELECT);
	const struct register_row *counter = box_row_of_role(type, ROLE_COUNTER);

	if (!type->counters) {
		assert_true(!select && !counter && type->event_count == type->free_counters);
		return;
	}
	assert_int_equal(select->count, type->counters);
	assert_int_equal(counter->count, type->counters);
	/* More may be tried where documents differ on the width. */
	assert_int_equal(layout_writable(counter->layout) & MASK(0, type->counter_bits), MASK(0, type->counter_bits));
	assert_true(!type->fixed || !type->fixed_counters);
	assert_int_equal(!!box_row_of_role(type, ROLE_FIXED_SELECT), type->fixed || type->fixed_counters);
	assert_int_equal(!!box_row_of_role(type, ROLE_FIXED_COUNTER), type->fixed || type->fixed_counters);
}

TEST(tables_are_consistent)
{
	for (const struct processor *const *at = processors; *at; at++) {
		assert_ptr_equal(processor_by_name((*at)->name), *at);
		assert_ptr_equal(processor_find((*at)->vendor, (*at)->family, (*at)->model, (*at)->last_stepping), *at);
		assert_int_equal((*at)->strings[0], 0);
		for (unsigned i = 0; i < (*at)->type_count; i++) {
			const struct box_type *type = (*at)->types[i];

			assert_true(strlen(type->name) <= 13);
			assert_true(type->instances >= 1 && type->instances <= 64);
			for (unsigned j = 0; j < type->register_count; j++)
				check_layout(type->registers[j].layout);
			for (unsigned j = 0; j < type->event_count; j++)
				check_event(*at, type, &type->events[j]);
			check_order(*at, type);
			check_roles(type);
		}
	}
}

/* The places of all registers of a socket, to find two at one address. */
struct occupied {
	unsigned count;
	struct location places[2048];
};

static void occupy(struct occupied *occupied, const struct box *box, const struct register_row *row)
{
	for (unsigned i = 0; i < row->count; i++) {
		struct location where = box_location(box, row, i);

		for (unsigned j = 0; j < occupied->count; j++)
			assert_false(occupied->places[j].space == where.space &&
				     occupied->places[j].address == where.address);
		assert_true(occupied->count < ARRAY_SIZE(occupied->places));
		occupied->places[occupied->count++] = where;
	}
}

static unsigned occupied_by(const struct processor *processor)
{
	static struct occupied occupied;

	occupied.count = 0;
	for (unsigned i = 0; i < processor->type_count; i++) {
		struct box box = {.type = processor->types[i]};
		const struct base_register *holder = box.type->base_register;

		for (; box.instance < box.type->instances; box.instance++) {
			/* Far from each other, whatever a machine's registers say. */
			box.base = holder ? (uint64_t)box.instance / max_u64(holder->shared, 1) << 32 : 0;
			for (unsigned j = 0; j < box.type->register_count; j++)
				occupy(&occupied, &box, &box.type->registers[j]);
		}
	}
	return occupied.count;
}

TEST(no_two_registers_share_an_address)
{
	for (const struct processor *const *at = processors; *at; at++)
		assert_true(occupied_by(*at) > 0);
	/* U, W, C, S, B, M, R, core. */
	assert_int_equal(occupied_by(xeon), 5 + 13 + 8 * 15 + 2 * 14 + 2 * 13 + 2 * 26 + 110 + 20);
}

static bool starts(const char *string, const char *start)
{
	return !strncmp(string, start, strlen(start));
}

/* What lets a name be compared with few of them: see struct processor and struct box_type. */
TEST(spellings_are_as_the_tables_say)
{
	for (const struct processor *const *at = processors; *at; at++) {
		for (unsigned i = 0; i < (*at)->type_count; i++) {
			const struct box_type *type = (*at)->types[i];
			const struct register_row *select = box_row_of_role(type, ROLE_SELECT);

			assert_int_equal(starts(type->pmu, (*at)->pmu_start), type->scope == BOX_OF_SOCKET);
			assert_false(starts(type->name, (*at)->pmu_start));
			assert_false(starts(type->perf, (*at)->pmu_start));
			for (unsigned j = 1; select && !type->shared_spellings && j < select->layout->field_count; j++)
				assert_false(event_field_repeats(select->layout->fields, j));
		}
	}
}

BEFORE_ALL(find_xeon)
