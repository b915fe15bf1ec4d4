/* SPDX-License-Identifier: BSD-2-Clause */
/* Box tables: every register's address and layout against the documents' tables, typed here anew, and
 * what must hold of the tables of any processor. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "boxes/box.h"
#include "core/event/event.h"

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

/* ---- Xeon 7500: addresses ------------------------------------------------------------------------ */

static void assert_address(const char *box_type, uint8_t instance, const char *row, unsigned index, uint64_t address)
{
	struct box box = {.type = type_named(box_type), .socket = 3, .instance = instance};
	const struct register_row *found = box_row_by_name(box.type, row);
	struct location where;

	assert_non_null(found);
	where = box_location(&box, found, index);
	if (where.address != address)
		fail_msg("%s%u %s%u is at 0x%lx, not 0x%lx", box_type, instance, row, index, (unsigned long)address,
			 (unsigned long)where.address);
	assert_int_equal(where.space, SPACE_MSR);
	assert_int_equal(where.width_bits, 64);
	assert_int_equal(where.socket, 3);
}

static void ubox_registers_are_where_the_guide_has_them(void **state)
{
	(void)state;
	assert_address("ubox", 0, "global_ctl", 0, 0xc00);
	assert_address("ubox", 0, "status", 0, 0xc01);
	assert_address("ubox", 0, "ovf_ctl", 0, 0xc02);
	assert_address("ubox", 0, "ctl0", 0, 0xc10);
	assert_address("ubox", 0, "ctr0", 0, 0xc11);
	assert_int_equal(type_named("ubox")->register_count, 5);
}

static void wbox_registers_are_where_the_guide_has_them(void **state)
{
	static const uint64_t selects[] = {0xc90, 0xc92, 0xc94, 0xc96};
	static const uint64_t counters[] = {0xc91, 0xc93, 0xc95, 0xc97};

	(void)state;
	assert_address("wbox", 0, "global_ctl", 0, 0xc80);
	assert_address("wbox", 0, "status", 0, 0xc81);
	assert_address("wbox", 0, "ovf_ctl", 0, 0xc82);
	assert_address("wbox", 0, "fixed_ctr", 0, 0x394);
	assert_address("wbox", 0, "fixed_ctl", 0, 0x395);
	for (unsigned i = 0; i < 4; i++) {
		assert_address("wbox", 0, "ctl", i, selects[i]);
		assert_address("wbox", 0, "ctr", i, counters[i]);
	}
}

static void cbox_registers_are_where_the_documents_have_them(void **state)
{
	/* Columns: CTL, STATUS, OVF_CTL, EVT_SEL_0, CTR_0, EVT_SEL_5, CTR_5 of C0 to C7. */
	static const uint64_t table[8][7] = {
		{0xd00, 0xd01, 0xd02, 0xd10, 0xd11, 0xd1a, 0xd1b}, {0xd80, 0xd81, 0xd82, 0xd90, 0xd91, 0xd9a, 0xd9b},
		{0xd40, 0xd41, 0xd42, 0xd50, 0xd51, 0xd5a, 0xd5b}, {0xdc0, 0xdc1, 0xdc2, 0xdd0, 0xdd1, 0xdda, 0xddb},
		{0xd20, 0xd21, 0xd22, 0xd30, 0xd31, 0xd3a, 0xd3b}, {0xda0, 0xda1, 0xda2, 0xdb0, 0xdb1, 0xdba, 0xdbb},
		{0xd60, 0xd61, 0xd62, 0xd70, 0xd71, 0xd7a, 0xd7b}, {0xde0, 0xde1, 0xde2, 0xdf0, 0xdf1, 0xdfa, 0xdfb},
	};

	(void)state;
	assert_int_equal(type_named("cbox")->instances, 8);
	for (uint8_t c = 0; c < 8; c++) {
		assert_address("cbox", c, "global_ctl", 0, table[c][0]);
		assert_address("cbox", c, "status", 0, table[c][1]);
		assert_address("cbox", c, "ovf_ctl", 0, table[c][2]);
		assert_address("cbox", c, "ctl", 0, table[c][3]);
		assert_address("cbox", c, "ctr", 0, table[c][4]);
		assert_address("cbox", c, "ctl", 5, table[c][5]);
		assert_address("cbox", c, "ctr", 5, table[c][6]);
		for (unsigned i = 1; i < 5; i++) {
			assert_address("cbox", c, "ctl", i, table[c][3] + 2 * i);
			assert_address("cbox", c, "ctr", i, table[c][4] + 2 * i);
		}
	}
}

/* ---- Xeon 7500: layouts -------------------------------------------------------------------------- */

static void assert_bits(const char *box, const char *row, uint64_t writable, uint64_t reserved)
{
	const struct register_layout *layout = box_row_by_name(type_named(box), row)->layout;

	if (layout_writable(layout) != writable || layout_reserved(layout) != reserved)
		fail_msg("%s %s: writable 0x%lx, reserved 0x%lx", box, row, (unsigned long)layout_writable(layout),
			 (unsigned long)layout_reserved(layout));
	assert_int_equal(layout->reset, 0);
}

static void layouts_have_the_documented_bits(void **state)
{
	const uint64_t high = 0xffffffff00000000;

	(void)state;
	assert_bits("ubox", "global_ctl", 0xb00001ff, high);
	assert_bits("ubox", "status", 0, high);
	assert_bits("ubox", "ovf_ctl", 0, high);
	assert_bits("ubox", "ctl0", 0x005401ff, 0x400000000003fe00);
	assert_bits("ubox", "ctr0", 0x0000ffffffffffff, 0xffff000000000000);
	assert_bits("wbox", "global_ctl", 0x8000000f, high);
	assert_bits("wbox", "status", 0, high);
	assert_bits("wbox", "ovf_ctl", 0, high);
	assert_bits("wbox", "ctl", 0xffd4ffff, 0x6004000000000000);
	assert_bits("wbox", "ctr", 0x0000ffffffffffff, 0xffff000000000000);
	assert_bits("wbox", "fixed_ctl", 1, ~UINT64_C(1));
	assert_bits("wbox", "fixed_ctr", 0x0000ffffffffffff, 0xffff000000000000);
	assert_bits("cbox", "global_ctl", 0x3f, ~UINT64_C(0x3f));
	assert_bits("cbox", "status", 0, ~UINT64_C(0x3f));
	assert_bits("cbox", "ovf_ctl", 0, ~UINT64_C(0x3f));
	assert_bits("cbox", "ctl", 0xffd4ffff, 0x6003ffff00000000);
	assert_bits("cbox", "ctr", 0x0000ffffffffffff, 0xffff000000000000);
}

static void assert_field(const char *box, const char *row, enum field_kind kind, uint64_t mask)
{
	const struct field *field = layout_field(box_row_by_name(type_named(box), row)->layout, kind);

	if (!mask) {
		assert_null(field);
		return;
	}
	assert_non_null(field);
	assert_int_equal(field_mask(field), mask);
}

static void fields_have_their_meaning(void **state)
{
	static const char *const selects[][2] = {{"wbox", "ctl"}, {"cbox", "ctl"}};

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		const char *box = selects[i][0], *row = selects[i][1];

		assert_field(box, row, FIELD_EVENT, 0xff);
		assert_field(box, row, FIELD_UMASK, 0xff00);
		assert_field(box, row, FIELD_EDGE, BIT(18));
		assert_field(box, row, FIELD_PMI, BIT(20));
		assert_field(box, row, FIELD_ENABLE, BIT(22));
		assert_field(box, row, FIELD_INVERT, BIT(23));
		assert_field(box, row, FIELD_THRESHOLD, 0xff000000);
	}
	assert_field("ubox", "ctl0", FIELD_EVENT, 0x1ff);
	assert_field("ubox", "ctl0", FIELD_UMASK, 0);
	assert_field("ubox", "ctl0", FIELD_THRESHOLD, 0);
	assert_field("ubox", "ctl0", FIELD_INVERT, 0);
	assert_field("ubox", "ctl0", FIELD_EDGE, BIT(18));
	assert_field("ubox", "ctl0", FIELD_PMI, BIT(20));
	assert_field("ubox", "ctl0", FIELD_ENABLE, BIT(22));
	assert_field("ubox", "global_ctl", FIELD_COUNT_ENABLES, BIT(0));
	assert_field("ubox", "global_ctl", FIELD_ENABLE, BIT(28));
	assert_field("ubox", "status", FIELD_OVERFLOWS, BIT(0));
	assert_field("ubox", "ovf_ctl", FIELD_OVERFLOWS, BIT(0));
	assert_field("wbox", "global_ctl", FIELD_COUNT_ENABLES, 0xf);
	assert_field("wbox", "global_ctl", FIELD_FIXED_ENABLE, BIT(31));
	assert_field("wbox", "status", FIELD_FIXED_OVERFLOW, BIT(31));
	assert_field("wbox", "ovf_ctl", FIELD_OVERFLOWS, 0xf);
	assert_field("wbox", "fixed_ctl", FIELD_ENABLE, BIT(0));
	assert_field("wbox", "fixed_ctl", FIELD_PMI, 0);
	assert_field("cbox", "global_ctl", FIELD_COUNT_ENABLES, 0x3f);
	assert_field("cbox", "status", FIELD_OVERFLOWS, 0x3f);
	assert_field("cbox", "ovf_ctl", FIELD_OVERFLOWS, 0x3f);
}

/* ---- Xeon 7500: the socket ----------------------------------------------------------------------- */

static void overflows_are_summarised_where_the_hierarchy_says(void **state)
{
	(void)state;
	assert_int_equal(type_named("ubox")->places[0].summary, BIT(0));
	assert_int_equal(type_named("wbox")->places[0].summary, BIT(1));
	for (unsigned c = 0; c < 8; c++)
		assert_int_equal(type_named("cbox")->places[c].summary, c < 4 ? BIT(3) : BIT(2));
}

static void global_control_has_the_documented_bits(void **state)
{
	const struct global_control *global = xeon->global;

	(void)state;
	assert_string_equal(xeon->types[global->box]->name, "ubox");
	assert_int_equal(global->enable_all, BIT(28));
	assert_int_equal(global->reset_all, BIT(29));
	assert_int_equal(global->freeze_on_pmi, BIT(31));
	assert_int_equal(field_mask(&global->core_select), 0x1fe);
	assert_int_equal(global->pmi_received, BIT(30));
	assert_int_equal(global->pmi_clear, BIT(30) | BIT(31));
	assert_non_null(box_row_by_name(xeon->types[global->box], global->control));
	assert_non_null(box_row_by_name(xeon->types[global->box], global->status));
	assert_non_null(box_row_by_name(xeon->types[global->box], global->clear));
}

static void what_is_assumed_is_said(void **state)
{
	static const uint64_t candidates[] = {BIT(1), BIT(2), BIT(20)};
	bool listed = false;

	(void)state;
	assert_int_equal(xeon->fixed_pmi->candidate_count, 3);
	assert_memory_equal(xeon->fixed_pmi->candidates, candidates, sizeof(candidates));
	for (const struct assumption *const *at = xeon->assumptions; *at; at++) {
		assert_true((*at)->answer || (*at)->candidate_count > 0);
		assert_true(*(*at)->name && *(*at)->ground);
		listed |= *at == xeon->fixed_pmi;
	}
	assert_true(listed);
}

static void the_erratum_is_that_of_the_wbox(void **state)
{
	const struct counter_erratum *erratum = &type_named("wbox")->erratum;

	(void)state;
	assert_int_equal(erratum->low_mask, 0xffffff);
	assert_int_equal(erratum->forbidden_from, 0xfffffe);
	assert_int_equal(erratum->mend_up_to, 1);
	assert_int_equal(erratum->mend_subtract, 0x1000000);
	assert_int_equal(type_named("cbox")->erratum.low_mask, 0);
	assert_int_equal(type_named("ubox")->erratum.low_mask, 0);
}

static void processors_are_found_by_name_and_by_cpuid(void **state)
{
	(void)state;
	assert_ptr_equal(processor_find("GenuineIntel", 6, 0x2e), xeon);
	assert_null(processor_find("GenuineIntel", 6, 0x2c));
	assert_null(processor_find("GenuineIntel", 15, 0x2e));
	assert_null(processor_find("AuthenticAMD", 6, 0x2e));
	assert_null(processor_by_name("xeon-7501"));
	assert_null(processor_by_name(""));
}

static void boxes_are_named_with_a_number_where_there_are_several(void **state)
{
	struct box box = {.type = type_named("cbox"), .instance = 7};
	struct box_type many = {.name = "thirteen_char", .instances = 64};
	char name[BOX_NAME_SIZE];

	(void)state;
	box_name(&box, name);
	assert_string_equal(name, "cbox7");
	box = (struct box){.type = type_named("wbox")};
	box_name(&box, name);
	assert_string_equal(name, "wbox");
	box = (struct box){.type = &many, .instance = 63};
	box_name(&box, name);
	assert_string_equal(name, "thirteen_char63");
}

/* A configuration register is accessed with its own width, at its function's base. */
static void addresses_outside_msr_space_have_their_own_width(void **state)
{
	static const struct register_layout layout = {.width_bits = 32};
	static const struct register_row row = {
		.name = "ctl", .layout = &layout, .bank = 1, .count = 4, .stride = 4, .offset = 0xd8};
	static const struct box_place place = {.base = {0, 16 << 15 | 4 << 12}};
	const struct box_type type = {.places = &place, .instances = 1, .space = SPACE_PCI};
	struct box box = {.type = &type};
	struct location where = box_location(&box, &row, 3);

	(void)state;
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

		assert_non_null(part->modifier);
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
		if (field->modifier)
			assert_int_equal(field->access, ACCESS_RW);
		for (unsigned j = 0; j < i; j++)
			if (!may_repeat(field->name))
				assert_string_not_equal(field->name, layout->fields[j].name);
	}
	assert_int_equal(layout->reset & layout_reserved(layout), 0);
	check_parts(layout);
}

static void check_words(const struct processor *processor, unsigned offset)
{
	char bytes[200];
	struct text text = TEXT_OVER(bytes);

	processor_words(processor, offset, &text);
	assert_true(text.length > 4 && !text.truncated);
	for (const char *at = bytes; *at; at++)
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
	assert_true(need->kind == REQUIRE_LIBRARY || need->value <= field_most(field));
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
	const struct field *code = layout_field(select->layout, FIELD_EVENT);
	const struct field *umask = layout_field(select->layout, FIELD_UMASK);

	assert_true(event->code <= MASK(0, code->width));
	assert_true(umask ? event->umask <= MASK(0, umask->width) : !event->umask);
	assert_true((event->counters & ~EVENT_FIXED_MASK) < BIT(type->counters));
	assert_true(event->counters >> EVENT_FIXED_FIRST < BIT(type->fixed_counters));
	/* A umask that no counter counts is listed as libpfm4, or a document that leaves it undefined, has it. */
	if (event->flags & EVENT_FIXED)
		assert_int_equal(event->counters, 0);
	else
		assert_true(event->counters || event->umask_name);
	assert_true(type->fixed || event->flags & EVENT_FREE || !(event->flags & EVENT_FIXED));
	if (event->flags & EVENT_FREE)
		assert_true(event->code < type->free_counters);
	assert_true(*processor_string(processor, event->name));
	check_words(processor, event->description);
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
		assert_true(!select && !counter && !type->event_count);
		return;
	}
	assert_int_equal(select->count, type->counters);
	assert_int_equal(counter->count, type->counters);
	assert_int_equal(layout_writable(counter->layout), MASK(0, type->counter_bits));
	assert_true(!type->fixed || !type->fixed_counters);
	assert_int_equal(!!box_row_of_role(type, ROLE_FIXED_SELECT), type->fixed || type->fixed_counters);
	assert_int_equal(!!box_row_of_role(type, ROLE_FIXED_COUNTER), type->fixed || type->fixed_counters);
}

static void tables_are_consistent(void **state)
{
	(void)state;
	for (const struct processor *const *at = processors; *at; at++) {
		assert_ptr_equal(processor_by_name((*at)->name), *at);
		assert_ptr_equal(processor_find((*at)->vendor, (*at)->family, (*at)->model), *at);
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

		for (; box.instance < box.type->instances; box.instance++)
			for (unsigned j = 0; j < box.type->register_count; j++)
				occupy(&occupied, &box, &box.type->registers[j]);
	}
	return occupied.count;
}

static void no_two_registers_share_an_address(void **state)
{
	(void)state;
	for (const struct processor *const *at = processors; *at; at++)
		assert_true(occupied_by(*at) > 0);
	/* U, W, C, S, B, M, R. */
	assert_int_equal(occupied_by(xeon), 5 + 13 + 8 * 15 + 2 * 14 + 2 * 13 + 2 * 26 + 110);
}

static bool starts(const char *string, const char *start)
{
	return !strncmp(string, start, strlen(start));
}

/* What lets a name be compared with few of them: see struct processor and struct box_type. */
static void spellings_are_as_the_tables_say(void **state)
{
	(void)state;
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ubox_registers_are_where_the_guide_has_them),
		cmocka_unit_test(wbox_registers_are_where_the_guide_has_them),
		cmocka_unit_test(cbox_registers_are_where_the_documents_have_them),
		cmocka_unit_test(layouts_have_the_documented_bits),
		cmocka_unit_test(fields_have_their_meaning),
		cmocka_unit_test(overflows_are_summarised_where_the_hierarchy_says),
		cmocka_unit_test(global_control_has_the_documented_bits),
		cmocka_unit_test(what_is_assumed_is_said),
		cmocka_unit_test(the_erratum_is_that_of_the_wbox),
		cmocka_unit_test(processors_are_found_by_name_and_by_cpuid),
		cmocka_unit_test(boxes_are_named_with_a_number_where_there_are_several),
		cmocka_unit_test(addresses_outside_msr_space_have_their_own_width),
		cmocka_unit_test(tables_are_consistent),
		cmocka_unit_test(no_two_registers_share_an_address),
		cmocka_unit_test(spellings_are_as_the_tables_say),
	};

	return cmocka_run_group_tests(tests, find_xeon, NULL);
}
