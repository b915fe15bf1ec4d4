/* SPDX-License-Identifier: BSD-2-Clause */
/* The IMC catalog: from nodes to boxes and events, and what of a bad one is left out. */
#include "arch/ppc64/catalog.h"
#include "boxes/imc.h"
#include "core/event/event.h"
#include "tests/unit/support/own_catalog.h"
#include "tests/unit/support/ppc64_tree.h"
#include "tests/unit/support/unit.h"

struct test_event {
	const char *name;
	uint32_t offset;
	const char *scale, *unit;
};

static void put_group(const char *name, uint32_t phandle, const struct test_event *events, unsigned count)
{
	put_node(name);
	PUT_CELLS("phandle", phandle);
	for (unsigned i = 0; i < count; i++) {
		char node[32];

		snprintf(node, sizeof(node), "event@%x,%u", events[i].offset, i);
		put_node(node);
		if (events[i].name)
			put_string("event-name", events[i].name);
		PUT_CELLS("reg", events[i].offset, 8);
		if (events[i].scale)
			put_string("scale", events[i].scale);
		if (events[i].unit)
			put_string("unit", events[i].unit);
		put_end();
	}
	put_end();
}

struct test_pmu {
	const char *name, *prefix, *scale;
	uint32_t type, base, size, events;
};

/* Leaves the node open. */
static void put_pmu(const struct test_pmu *pmu)
{
	put_node(pmu->name);
	put_string("compatible", "ibm,imc-counters");
	PUT_CELLS("type", pmu->type);
	PUT_CELLS("reg", pmu->base, 8);
	PUT_CELLS("size", pmu->size);
	PUT_CELLS("events", pmu->events);
	put_string("events-prefix", pmu->prefix);
	if (pmu->scale)
		put_string("scale", pmu->scale);
}

static uint8_t memory[1 << 20];
static struct arena arena;
static struct warnings warnings;
static struct catalog catalog;

static void start_catalog(void)
{
	tree_start();
	put_node("imc-counters");
	put_string("compatible", "ibm,opal-in-memory-counters");
	PUT_CELLS("version-id", 0x20);
}

static void read_catalog(void)
{
	put_end();
	arena = (struct arena){.at = memory, .size = sizeof(memory)};
	warnings = (struct warnings){.count = 0};
	assert_true(catalog_read(&catalog, tree_finish(), &imc_power9, &arena, &warnings));
}

#define PUT_GROUP(name, phandle, ...)                                          \
	put_group((name), (phandle), (const struct test_event[]){__VA_ARGS__}, \
		  sizeof((struct test_event[]){__VA_ARGS__}) / sizeof(struct test_event))

static void put_nest(const char *name, const char *prefix, uint32_t base, uint32_t events)
{
	put_pmu(&(struct test_pmu){name, prefix, "256", 0x10, base, 0x40000, events});
	PUT_CELLS("offset", 0x180000);
	PUT_CELLS("cb_offset", 0x3fc00);
	PUT_CELLS("chip-id", 0, 8);
	PUT_CELLS("base-addr", 0x2000, 0, 0x2000, 0x400000);
	put_end();
}

static const struct event *row(unsigned pmu, const char *name)
{
	const struct box_type *type = &catalog.pmus[pmu].type;

	for (unsigned i = 0; i < type->event_count; i++)
		if (!strcmp(processor_string(catalog.processor, type->events[i].name), name))
			return &type->events[i];
	return NULL;
}

static const struct posting *posting(unsigned pmu, const char *name)
{
	const struct box_type *type = &catalog.pmus[pmu].type;
	const struct event *event = row(pmu, name);

	assert_non_null(event);
	return &type->postings[event - type->events];
}

static void put_good_catalog(void)
{
	start_catalog();
	PUT_GROUP("nest-events", 1, {"RD", 0, NULL, NULL}, {"WR", 8, "0.5", "MiB"}, {"ALPHA", 16, NULL, NULL});
	put_nest("mcs01@c8", "PM_MCS01_", 0xc8, 1);
	put_nest("nvlink0@228", "", 0x228, 1);
	PUT_GROUP("core-events", 7, {"CCYC", 0x80, NULL, NULL}, {"INST", 8, NULL, NULL});
	put_pmu(&(struct test_pmu){"core@18", "CPM_", "512", 4, 0x18, 0x2000, 7});
	put_end();
	put_pmu(&(struct test_pmu){"thread@18", "CPM_", NULL, 1, 0x18, 0x2000, 7});
	put_end();
	PUT_GROUP("trace-events", 9, {"cycles", 0x10200000, NULL, NULL});
	put_pmu(&(struct test_pmu){"trace@0", "trace_", NULL, 2, 0, 0x40000, 9});
	put_end();
}

/* ---- what there is ----------------------------------------------------------------------------------- */

TEST(pmus_become_types_of_boxes)
{
	const struct box_type *nest, *core;

	put_good_catalog();
	read_catalog();
	assert_true(catalog.present);
	assert_int_equal(catalog.version, 0x20);
	assert_int_equal(catalog.pmu_count, 5);
	assert_int_equal(catalog.kinds[IMC_NEST], 2);
	assert_int_equal(catalog.kinds[IMC_TRACE], 1);
	assert_int_equal(warnings.count, 0);
	nest = catalog.processor->types[0];
	assert_string_equal(nest->name, "mcs01");
	assert_string_equal(nest->perf, "nest_mcs01");
	assert_string_equal(nest->pmu, "nest_mcs01_imc");
	assert_int_equal(nest->scope, BOX_OF_SOCKET);
	assert_int_equal(nest->region_bytes, 0x40000);
	core = catalog.processor->types[2];
	assert_string_equal(core->perf, "core_imc");
	assert_int_equal(core->scope, BOX_OF_CORE);
	assert_int_equal(catalog.processor->types[3]->scope, BOX_OF_THREAD);
	assert_ptr_equal(catalog_pmu(&catalog, core), &catalog.pmus[2]);
	assert_null(catalog_pmu(&catalog, NULL));
}

TEST(offsets_scales_and_units_are_inherited)
{
	put_good_catalog();
	read_catalog();
	assert_int_equal(posting(0, "PM_MCS01_RD")->offset, 0xc8);
	assert_int_equal(posting(0, "PM_MCS01_RD")->scale, 256);
	assert_int_equal(posting(0, "PM_MCS01_RD")->decimals, 0);
	assert_null(posting(0, "PM_MCS01_RD")->unit);
	assert_int_equal(posting(0, "PM_MCS01_WR")->offset, 0xd0);
	assert_int_equal(posting(0, "PM_MCS01_WR")->scale, 5);
	assert_int_equal(posting(0, "PM_MCS01_WR")->decimals, 1);
	assert_string_equal(posting(0, "PM_MCS01_WR")->unit, "MiB");
	assert_int_equal(posting(1, "RD")->offset, 0x228);
	assert_int_equal(posting(2, "CPM_CCYC")->offset, 0x98);
	assert_int_equal(posting(2, "CPM_CCYC")->scale, 512);
	assert_int_equal(posting(3, "CPM_CCYC")->scale, 0);
	assert_int_equal(posting(4, "trace_cycles")->offset, 0x10200000);
}

TEST(events_are_in_order_of_names)
{
	const struct event *events;

	put_good_catalog();
	read_catalog();
	events = catalog.pmus[0].type.events;
	assert_string_equal(processor_string(catalog.processor, events[0].name), "PM_MCS01_ALPHA");
	assert_string_equal(processor_string(catalog.processor, events[1].name), "PM_MCS01_RD");
	assert_string_equal(processor_string(catalog.processor, events[2].name), "PM_MCS01_WR");
}

TEST(regions_belong_to_chips)
{
	uint64_t address = 1;

	put_good_catalog();
	read_catalog();
	assert_true(catalog_region(tree_bytes_, &catalog.pmus[0], 0, &address));
	assert_int_equal(address, UINT64_C(0x200000180000));
	assert_true(catalog_region(tree_bytes_, &catalog.pmus[0], 8, &address));
	assert_int_equal(address, UINT64_C(0x200000580000));
	assert_false(catalog_region(tree_bytes_, &catalog.pmus[0], 1, &address));
	assert_false(catalog_region(tree_bytes_, &catalog.pmus[2], 0, &address));
}

TEST(usual_events_are_chosen)
{
	put_good_catalog();
	read_catalog();
	assert_string_equal(catalog.processor->default_events, "core_imc/CPM_CCYC/,core_imc/CPM_INST/");
	assert_string_equal(catalog.processor->clock_event, "trace_imc/trace_cycles/");
}

/* ---- strings ----------------------------------------------------------------------------------------- */

static const char *canonical(const char *string)
{
	static char bytes[128];
	struct text text = TEXT_OVER(bytes);
	struct diagnostic diagnostic = {0};
	struct event_config config;

	if (!event_parse(catalog.processor, slice_of(string), &config, &diagnostic))
		return diagnostic.reason[0] ? "refused" : "?";
	event_canonical(&config, 0, &text);
	return bytes;
}

TEST(events_have_one_canonical_spelling)
{
	static const char *const spellings[] = {
		"nest_mcs01/PM_MCS01_RD/",
		"nest_mcs01_imc/PM_MCS01_RD/",
		"mcs01::PM_MCS01_RD",
		"nest_mcs01/pm_mcs01_rd/",
		"PM_MCS01_RD",
		"mcs01:0xc8",
		"nest_mcs01_imc/event=0xc8/",
	};

	put_good_catalog();
	read_catalog();
	for (unsigned i = 0; i < ARRAY_SIZE(spellings); i++)
		assert_string_equal(canonical(spellings[i]), "nest_mcs01/PM_MCS01_RD/");
	assert_string_equal(canonical("core_imc/CPM_CCYC/"), "core_imc/CPM_CCYC/");
	assert_string_equal(canonical("trace_imc/trace_cycles/"), "trace_imc/trace_cycles/");
	assert_string_equal(canonical("core:0x1000"), "core_imc/event=0x1000/");
	assert_string_equal(canonical("core_imc/event=0x1000/"), "core_imc/event=0x1000/");
}

TEST(offsets_outside_a_region_are_refused)
{
	static const char *const strings[] = {
		"core:0x2000",
		"core:0x1ffc",
		"core:0x4",
		"core:x",
		"core_imc/event=0x2000/",
		"core_imc/event/",
		"core_imc/CPM_CCYC,CPM_INST/",
		"core_imc/NOTHING/",
		"core2/CPM_CCYC/",
	};

	put_good_catalog();
	read_catalog();
	assert_string_equal(canonical("core:0x1ff8"), "core_imc/event=0x1ff8/");
	for (unsigned i = 0; i < ARRAY_SIZE(strings); i++)
		assert_string_equal(canonical(strings[i]), "refused");
}

TEST(a_number_behind_a_name_is_part_of_it)
{
	start_catalog();
	PUT_GROUP("events", 1, {"A", 0, NULL, NULL});
	put_nest("mcs0@0", "P0_", 0, 1);
	put_nest("mcs01@8", "P01_", 8, 1);
	read_catalog();
	assert_string_equal(canonical("nest_mcs01/P01_A/"), "nest_mcs01/P01_A/");
	assert_string_equal(canonical("mcs0::P0_A"), "nest_mcs0/P0_A/");
}

/* ---- what makes no sense ----------------------------------------------------------------------------- */

TEST(events_outside_the_region_are_left_out)
{
	start_catalog();
	PUT_GROUP("events", 1, {"LAST", 0x1fe0, NULL, NULL}, {"BEYOND", 0x1fe8, NULL, NULL}, {"ODD", 4, NULL, NULL},
		  {"HUGE", 0xfffffff8, NULL, NULL});
	put_pmu(&(struct test_pmu){"core@18", "C_", NULL, 4, 0x18, 0x2000, 1});
	put_end();
	read_catalog();
	assert_int_equal(catalog.event_count, 1);
	assert_int_equal(posting(0, "C_LAST")->offset, 0x1ff8);
	assert_int_equal(catalog.troubles[CATALOG_OUTSIDE], 3);
	assert_string_equal(catalog.first_trouble[CATALOG_OUTSIDE], "BEYOND");
	assert_int_equal(warnings.count, 1);
}

TEST(second_names_and_shared_counters_are_said)
{
	start_catalog();
	PUT_GROUP("events", 1, {"A", 0, NULL, NULL}, {"A", 8, NULL, NULL}, {"B", 0, NULL, NULL});
	put_pmu(&(struct test_pmu){"core@0", "", NULL, 4, 0, 0x2000, 1});
	put_end();
	put_pmu(&(struct test_pmu){"core@8", "", NULL, 4, 8, 0x2000, 1});
	put_end();
	read_catalog();
	assert_int_equal(catalog.pmu_count, 1);
	assert_int_equal(catalog.event_count, 2);
	assert_int_equal(posting(0, "A")->offset, 0);
	assert_int_equal(catalog.troubles[CATALOG_DUPLICATE], 2);
	assert_int_equal(catalog.troubles[CATALOG_OVERLAP], 1);
	assert_string_equal(catalog.first_trouble[CATALOG_OVERLAP], "B");
}

TEST(names_that_cannot_be_typed_are_left_out)
{
	char name[140];

	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = 0;
	start_catalog();
	PUT_GROUP("events", 1, {"GOOD", 0, NULL, NULL}, {"TWO WORDS", 8, NULL, NULL}, {"A/B", 16, NULL, NULL},
		  {"", 24, NULL, NULL}, {NULL, 32, NULL, NULL}, {name, 40, NULL, NULL});
	put_pmu(&(struct test_pmu){"core@0", "", NULL, 4, 0, 0x2000, 1});
	put_end();
	put_pmu(&(struct test_pmu){"a-very-long-name@0", "", NULL, 4, 0, 0x2000, 1});
	put_end();
	read_catalog();
	assert_int_equal(catalog.event_count, 1);
	assert_int_equal(catalog.troubles[CATALOG_NAME], 6);
}

TEST(nodes_without_what_they_need_are_left_out)
{
	start_catalog();
	PUT_GROUP("events", 1, {"A", 0, NULL, NULL});
	put_pmu(&(struct test_pmu){"odd@0", "", NULL, 0x40, 0, 0x2000, 1});
	put_end();
	put_pmu(&(struct test_pmu){"lost@0", "", NULL, 4, 0, 0x2000, 2});
	put_end();
	put_pmu(&(struct test_pmu){"bare@0", "", NULL, 0x10, 0, 0x2000, 1});
	put_end();
	put_node("empty@0");
	put_string("compatible", "ibm,imc-counters");
	put_end();
	put_node("other@0");
	put_string("compatible", "something-else");
	put_end();
	read_catalog();
	assert_int_equal(catalog.pmu_count, 0);
	assert_int_equal(catalog.processor->type_count, 0);
	assert_int_equal(catalog.troubles[CATALOG_PMU], 4);
	assert_string_equal(catalog.processor->default_events, "");
}

TEST(scales_are_decimal_numbers)
{
	static const char *const bad[] = {"", ".", "x", "1e3", "-1", "1.2.3", "1 ", "1234567890123456789"};
	uint64_t scale = 0;
	uint8_t decimals = 0;

	assert_true(catalog_scale("4096", &scale, &decimals));
	assert_int_equal(scale, 4096);
	assert_int_equal(decimals, 0);
	assert_true(catalog_scale("12.50", &scale, &decimals));
	assert_int_equal(scale, 1250);
	assert_int_equal(decimals, 2);
	assert_true(catalog_scale(".5", &scale, &decimals));
	assert_true(catalog_scale("123456789012345678", &scale, &decimals));
	for (unsigned i = 0; i < ARRAY_SIZE(bad); i++)
		assert_false(catalog_scale(bad[i], &scale, &decimals));
	start_catalog();
	PUT_GROUP("events", 1, {"A", 0, "fast", NULL});
	put_pmu(&(struct test_pmu){"core@0", "", "512", 4, 0, 0x2000, 1});
	put_end();
	read_catalog();
	assert_int_equal(catalog.troubles[CATALOG_SCALE], 1);
	assert_int_equal(posting(0, "A")->scale, 0);
}

/* Events of such a PMU stay: they can be counted, but firmware is not as it should be. */
TEST(what_is_amiss_without_harm_is_said)
{
	start_catalog();
	PUT_GROUP("events-a", 1, {.name = "A", .offset = 0x8});
	put_node("events-b");
	PUT_CELLS("phandle", 2);
	put_node("event@10");
	put_string("event-name", "B");
	PUT_CELLS("reg", 0x10);
	put_end();
	put_end();
	put_nest("mcs01", "PM_", 0, 1);
	put_pmu(&(struct test_pmu){"mcs23", "PM_", "3", 0x10, 0x100, 0x40000, 2});
	PUT_CELLS("offset", 0x180000);
	PUT_CELLS("chip-id", 0, 8, 16);
	PUT_CELLS("base-addr", 0x2000, 0, 0x2000, 0x400000);
	put_end();
	put_node("thread@18");
	put_string("compatible", "ibm,imc-counters");
	PUT_CELLS("type", 1);
	PUT_CELLS("reg", 0x18, 8);
	PUT_CELLS("size", 0x2000);
	PUT_CELLS("events", 1);
	put_string("scale", "512");
	put_end();
	read_catalog();
	assert_int_equal(catalog.pmu_count, 3);
	assert_int_equal(catalog.event_count, 3);
	assert_int_equal(catalog.troubles[CATALOG_PREFIX], 1);
	assert_string_equal(catalog.first_trouble[CATALOG_PREFIX], "thread@18");
	assert_int_equal(catalog.troubles[CATALOG_CELLS], 1);
	assert_int_equal(catalog.troubles[CATALOG_CHIPS], 1);
	assert_string_equal(catalog.first_trouble[CATALOG_CHIPS], "mcs23");
	assert_int_equal(catalog.troubles[CATALOG_FACTOR], 1);
	assert_string_equal(catalog.first_trouble[CATALOG_FACTOR], "mcs23");
}

TEST(a_machine_without_catalog_has_no_boxes)
{
	tree_start();
	arena = (struct arena){.at = memory, .size = sizeof(memory)};
	warnings = (struct warnings){.count = 0};
	assert_true(catalog_read(&catalog, tree_finish(), &imc_power9, &arena, &warnings));
	assert_false(catalog.present);
	assert_int_equal(catalog.processor->type_count, 0);
	assert_int_equal(warnings.count, 0);
}

TEST(a_full_arena_is_said)
{
	size_t size = 0;
	bool good = false;

	put_good_catalog();
	put_end();
	tree_finish();
	for (; !good && size <= sizeof(memory); size += 1024) {
		arena = (struct arena){.at = memory, .size = size};
		good = catalog_read(&catalog, tree_bytes_, &imc_power9, &arena, &warnings);
	}
	assert_true(good);
	assert_true(size > 65536);
}

/* ---- what is known of POWER9 beyond its tree ----------------------------------------------------------- */

#define UNIT(bit) BIT(63 - (bit))

/* The unit is there with these bits of the word alone, and is not without them. */
static void assert_bits(const struct imc_facts *facts, const char *name, uint64_t bits)
{
	bool there = false;

	assert_true(imc_unit_there(facts, name, bits, &there));
	assert_true(there);
	assert_true(imc_unit_there(facts, name, ~bits, &there));
	assert_false(there);
}

static void assert_unknown(const struct imc_facts *facts, const char *name)
{
	bool there = true;

	assert_false(imc_unit_there(facts, name, ~UINT64_C(0), &there));
	assert_true(there);
}

TEST(availability_bits_belong_to_units)
{
	bool there;

	assert_bits(&imc_power9, "powerbus0", UNIT(0));
	assert_bits(&imc_power9, "mcs01", UNIT(1) | UNIT(2));
	assert_bits(&imc_power9, "mcs23", UNIT(3) | UNIT(4));
	assert_bits(&imc_power9, "xlink2", UNIT(27));
	assert_bits(&imc_power9, "nx", UNIT(36));
	assert_bits(&imc_power9, "nvlink5", UNIT(50));
	assert_true(imc_unit_there(&imc_power9, "mcs01", UNIT(2), &there) && there);
	assert_unknown(&imc_power9, "centaur0");
	assert_unknown(&imc_power9, "xlink3");
	assert_unknown(&imc_power9, "mcs");
	assert_unknown(&imc_power9, "core");
	assert_false(imc_unit_there(&imc_power9, "nx", 0, &there));
}

/* Of POWER10 a link is what its three bits say. */
TEST(links_have_states)
{
	uint64_t links = UINT64_C(5) << 50 | UINT64_C(6) << 44 | UINT64_C(7) << 29;
	bool there;

	assert_true(imc_unit_there(&imc_power10, "xlink0", links, &there) && there);
	assert_true(imc_unit_there(&imc_power10, "alink0", links, &there) && !there);
	assert_true(imc_unit_there(&imc_power10, "otl0_1", links, &there) && !there);
	assert_true(imc_unit_there(&imc_power10, "alink2", links, &there) && there);
	assert_true(imc_unit_there(&imc_power10, "xlink2", links, &there) && !there);
	assert_true(imc_unit_there(&imc_power10, "otl7_0", links, &there) && there);
	assert_true(imc_unit_there(&imc_power10, "xlink1", links, &there) && !there);
	assert_bits(&imc_power10, "pec1", UNIT(10));
	assert_bits(&imc_power10, "ocmb0", UNIT(41));
	assert_bits(&imc_power10, "ocmb15", UNIT(56));
	assert_bits(&imc_power10, "nx", UNIT(57));
	assert_unknown(&imc_power10, "ocmb16");
	assert_unknown(&imc_power10, "otl8_0");
	assert_unknown(&imc_power10, "pb");
	assert_unknown(&imc_power10, "mcs01");
	assert_unknown(&imc_power10, "phb0_1");
}

/* ---- processors ------------------------------------------------------------------------------------------- */

TEST(facts_go_by_processor_and_revision)
{
	assert_ptr_equal(imc_facts_of(0x004e1202), &imc_power9);
	assert_ptr_equal(imc_facts_of(0x004e0100), &imc_power9);
	assert_ptr_equal(imc_facts_of(0x00800100), &imc_power10_dd1);
	assert_ptr_equal(imc_facts_of(0x00801100), &imc_power10_dd1);
	assert_ptr_equal(imc_facts_of(0x00800200), &imc_power10);
	assert_ptr_equal(imc_facts_of(0x00820200), &imc_power11);
	assert_ptr_equal(imc_facts_of(0x004d0200), &imc_unknown);
	assert_ptr_equal(imc_facts_of(0x004f0100), &imc_unknown); /* no public catalog has it */
}

static void read_catalog_for(const struct imc_facts *facts)
{
	put_end();
	arena = (struct arena){.at = memory, .size = sizeof(memory)};
	warnings = (struct warnings){.count = 0};
	assert_true(catalog_read(&catalog, tree_finish(), facts, &arena, &warnings));
}

static void put_nest_scaled(const char *name, const char *prefix, const char *scale, uint32_t base)
{
	put_pmu(&(struct test_pmu){name, prefix, scale, 0x10, base, 0x40000, 1});
	PUT_CELLS("offset", 0x180000);
	put_end();
}

/* As the first POWER10 has them. */
static void put_first_power10(void)
{
	start_catalog();
	PUT_GROUP("nest-events", 1, {"A", 0, NULL, NULL}, {"B", 8, NULL, NULL});
	PUT_GROUP("core-events", 2, {"DATA_FROM_L3.1", 0x340, NULL, NULL}, {"DATA_FROM_L3", 0x348, NULL, NULL},
		  {"BEHIND", 0x1fe8, NULL, NULL});
	put_nest_scaled("pb@118", "PM_", "1024", 0x118);
	put_nest_scaled("pb@198", "PM_PB_", "1024", 0x198);
	put_nest_scaled("phb0_0@888", "PM_PHB0_0_", "65536", 0x888);
	put_pmu(&(struct test_pmu){"core@18", "CPM_", "1", 4, 0x18, 0x20000, 2});
	put_end();
}

static unsigned count_troubles(void)
{
	unsigned count = 0;

	for (unsigned i = 0; i < CATALOG_TROUBLES; i++)
		count += catalog.troubles[i];
	return count;
}

TEST(two_units_of_one_name_are_both_counted)
{
	put_first_power10();
	read_catalog_for(&imc_power10_dd1);
	assert_int_equal(catalog.pmu_count, 4);
	assert_string_equal(catalog.pmus[0].type.name, "pb");
	assert_string_equal(catalog.pmus[1].type.name, "pb_198");
	assert_string_equal(catalog.pmus[1].type.perf, "nest_pb_198");
	assert_string_equal(catalog.pmus[1].type.title, "fabric");
	assert_int_equal(posting(1, "PM_PB_B")->offset, 0x1a0);
	assert_string_equal(canonical("pb_198::PM_PB_B"), "nest_pb_198/PM_PB_B/");
	assert_string_equal(canonical("nest_pb/PM_B/"), "nest_pb/PM_B/");
	/* Of the core the page is read, whatever size the node says. */
	assert_int_equal(catalog.troubles[CATALOG_OUTSIDE], 1);
	assert_int_equal(count_troubles(), 1);
	assert_string_equal(catalog.processor->name, "power10");
}

TEST(the_first_revision_has_threads)
{
	put_first_power10();
	put_pmu(&(struct test_pmu){"thread@18", "CPM_", "1", 1, 0x18, 0x2000, 2});
	read_catalog_for(&imc_power10_dd1);
	assert_int_equal(catalog.pmu_count, 5);
	assert_string_equal(catalog.pmus[4].type.title, "counters of a thread");
}

TEST(names_may_have_dots)
{
	put_first_power10();
	read_catalog_for(&imc_power10_dd1);
	assert_string_equal(canonical("core_imc/CPM_DATA_FROM_L3.1/"), "core_imc/CPM_DATA_FROM_L3.1/");
	assert_string_equal(canonical("core::CPM_DATA_FROM_L3.1"), "core_imc/CPM_DATA_FROM_L3.1/");
	assert_string_equal(canonical("CPM_DATA_FROM_L3.1"), "core_imc/CPM_DATA_FROM_L3.1/");
	assert_string_equal(canonical("core::CPM_DATA_FROM_L3"), "core_imc/CPM_DATA_FROM_L3/");
	assert_int_equal(posting(3, "CPM_DATA_FROM_L3.1")->offset, 0x358);
}

/* Prescalers are the processor's, and those of its first revision are others. */
TEST(prescalers_go_by_revision)
{
	put_first_power10();
	read_catalog_for(&imc_power10);
	assert_int_equal(catalog.troubles[CATALOG_FACTOR], 1);
	assert_string_equal(catalog.first_trouble[CATALOG_FACTOR], "phb0_0@888");
	assert_true(catalog_is_foreign(&catalog));
	put_first_power10();
	read_catalog_for(&imc_unknown);
	assert_int_equal(catalog.troubles[CATALOG_FACTOR], 0);
	assert_false(catalog_is_foreign(&catalog));
}

/* A number that is nobody's is a wrong number, and no more. */
TEST(a_foreign_catalog_is_known_by_names_and_scales)
{
	start_catalog();
	PUT_GROUP("nest-events", 1, {"A", 0, NULL, NULL});
	put_nest_scaled("nx@948", "PM_NX_", "3", 0x948);
	put_nest_scaled("unheard0@8", "PM_U_", "256", 8);
	read_catalog_for(&imc_power10);
	assert_int_equal(catalog.troubles[CATALOG_FACTOR], 1);
	assert_false(catalog_is_foreign(&catalog));
	put_good_catalog();
	read_catalog_for(&imc_power10);
	assert_true(catalog_is_foreign(&catalog));
	start_catalog();
	PUT_GROUP("nest-events", 1, {"A", 0, NULL, NULL});
	put_nest_scaled("powerbus0@8", "PM_PB_", NULL, 8);
	read_catalog_for(&imc_power11);
	assert_true(catalog_is_foreign(&catalog));
	assert_string_equal(catalog.first_trouble[CATALOG_FOREIGN], "powerbus0@8");
}

/* ---- catalogs of our own ------------------------------------------------------------------------------------ */

static void assert_event(const struct imc_pmu *pmu, unsigned index)
{
	const char *name = processor_string(catalog.processor, pmu->type.events[index].name);
	struct diagnostic diagnostic = {0};
	struct event_config config;
	char string[192];

	snprintf(string, sizeof(string), "%s/%s/", pmu->type.perf, name);
	if (!event_parse(catalog.processor, slice_of(string), &config, &diagnostic))
		fail_msg("%s: %s", string, diagnostic.reason);
	assert_ptr_equal(config.type, &pmu->type);
	assert_ptr_equal(config.event, &pmu->type.events[index]);
	assert_int_equal(config.select, pmu->type.postings[index].offset);
	assert_string_equal(canonical(string), string);
}

/* Every name, dots and all, means its own event, and nothing is amiss. */
TEST(every_event_of_our_own_catalogs_can_be_asked_for)
{
	static uint8_t tree[32768] __attribute__((aligned(8)));
	static const struct {
		const struct imc_facts *facts;
		const uint8_t *blob;
		unsigned pmus, events;
	} cases[] = {
		{&imc_power9, own_catalog_power9, 16, 105},
		{&imc_power10, own_catalog_power10, 60, 422},
		{&imc_power11, own_catalog_power10, 60, 422},
	};

	for (unsigned c = 0; c < sizeof(cases) / sizeof(*cases); c++) {
		arena = (struct arena){.at = memory, .size = sizeof(memory)};
		warnings = (struct warnings){.count = 0};
		assert_true(own_catalog_tree(tree, sizeof(tree), cases[c].blob));
		assert_true(catalog_read(&catalog, tree, cases[c].facts, &arena, &warnings));
		assert_int_equal(count_troubles(), 0);
		assert_int_equal(catalog.pmu_count, cases[c].pmus);
		assert_int_equal(catalog.event_count, cases[c].events);
		assert_ptr_equal(catalog.facts, cases[c].facts);
		for (unsigned p = 0; p < catalog.pmu_count; p++)
			for (unsigned i = 0; i < catalog.pmus[p].type.event_count; i++)
				assert_event(&catalog.pmus[p], i);
	}
}

TEST(the_microcodes_places_are_known)
{
	assert_int_equal(imc_posted_at(&imc_power9, "powerbus0", 8, 0x78), 0x80);
	assert_int_equal(imc_posted_at(&imc_power9, "mcs01", 0xc8, 8), 0xd0);
	assert_int_equal(imc_posted_at(&imc_power9, "xlink1", 0x158, 0x38), 0x190);
	assert_int_equal(imc_posted_at(&imc_power9, "xlink1", 0x158, 0xc0), POSTED_NOWHERE);
	assert_int_equal(imc_posted_at(&imc_power9, "nx", 0x3f8, 0x10), 0x1e8);
	assert_int_equal(imc_posted_at(&imc_power9, "nvlink2", 0x268, 0x2e8), 0x2e8);
	assert_int_equal(imc_posted_at(&imc_power9, "nvlink2", 0x268, 0x6a0), 0x6a0);
	assert_int_equal(imc_posted_at(&imc_power9, "nvlink2", 0x268, 8), 0x270);
	assert_int_equal(imc_posted_at(&imc_power9, "nvlink2", 0, 0x10), POSTED_NOWHERE);
	assert_int_equal(imc_posted_at(&imc_power9, "phb5", 0x3d8, 0x18), 0x3f0);
	assert_int_equal(imc_posted_at(&imc_power9, "mba5", 0x570, 0x10), 0x580);
	assert_int_equal(imc_posted_at(&imc_power9, "alink3", 0x5f8, 0), 0x5f8);
	assert_int_equal(imc_posted_at(&imc_power9, "capp1", 0x708, 0x38), 0x740);
	assert_int_equal(imc_posted_at(&imc_power9, "centaur0", 0x778, 0), POSTED_NOWHERE);
	assert_int_equal(imc_posted_at(&imc_power9, "unheard", 0x778, 8), 0x780);
}
