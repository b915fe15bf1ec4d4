/* SPDX-License-Identifier: BSD-2-Clause */
/* What is read of a device tree: processors, memory, OPAL. */
#include "arch/ppc64/tree.h"
#include "tests/unit/support/ppc64_tree.h"
#include "tests/unit/support/unit.h"

TEST(numbers_have_one_cell_or_two)
{
	const void *tree;
	uint64_t value = 7;
	uint32_t cell = 9;

	tree_start();
	PUT_CELLS("one", 5);
	PUT_CELLS("two", 1, 2);
	PUT_CELLS("three", 1, 2, 3);
	tree_must(fdt_property(tree_bytes_, "odd", "abc", 3));
	tree = tree_finish();
	assert_true(tree_number(tree, 0, "one", &value));
	assert_int_equal(value, 5);
	assert_true(tree_number(tree, 0, "two", &value));
	assert_int_equal(value, UINT64_C(0x100000002));
	assert_false(tree_number(tree, 0, "three", &value));
	assert_false(tree_number(tree, 0, "odd", &value));
	assert_false(tree_number(tree, 0, "none", &value));
	assert_int_equal(value, UINT64_C(0x100000002));
	assert_true(tree_cell(tree, 0, "three", 2, &cell));
	assert_int_equal(cell, 3);
	assert_false(tree_cell(tree, 0, "three", 3, &cell));
	assert_false(tree_cell(tree, 0, "odd", 0, &cell));
	assert_false(tree_cell(tree, 0, "three", UINT32_MAX, &cell));
	assert_false(tree_pair(tree, 0, "three", UINT32_MAX / 2, &value));
	assert_int_equal(tree_bytes(tree, 0, "three"), 12);
	assert_int_equal(tree_bytes(tree, 0, "none"), -1);
}

TEST(strings_end_within_their_property)
{
	const void *tree;

	tree_start();
	put_string("good", "x");
	tree_must(fdt_property(tree_bytes_, "open", "abcd", 4));
	tree_must(fdt_property(tree_bytes_, "empty", "", 0));
	tree = tree_finish();
	assert_string_equal(tree_string(tree, 0, "good"), "x");
	assert_null(tree_string(tree, 0, "open"));
	assert_null(tree_string(tree, 0, "empty"));
	assert_null(tree_string(tree, 0, "none"));
	assert_string_equal(tree_model(tree), "unknown");
}

/* ---- processors ------------------------------------------------------------------------------------- */

struct test_cpu {
	const char *name, *status;
	uint32_t chip;
	unsigned threads;
	uint32_t first;
};

static void put_cpu(const struct test_cpu *cpu)
{
	uint32_t threads[8];

	for (unsigned i = 0; i < cpu->threads; i++)
		threads[i] = cpu->first + i;
	put_node(cpu->name);
	put_string("device_type", "cpu");
	put_string("status", cpu->status);
	PUT_CELLS("ibm,chip-id", cpu->chip);
	PUT_CELLS("timebase-frequency", 512000000);
	put_cells("ibm,ppc-interrupt-server#s", cpu->threads, threads);
	put_end();
}

static void put_cpus(void)
{
	const struct test_cpu cpus[] = {
		{"cpu@104", "okay", 1, 4, 0x104},
		{"cpu@4", "okay", 0, 4, 4},
		{"cpu@8", "bad", 0, 1, 8},
	};

	put_node("cpus");
	for (unsigned i = 0; i < ARRAY_SIZE(cpus); i++)
		put_cpu(&cpus[i]);
	put_node("features");
	put_string("status", "okay");
	put_end();
	put_end();
}

TEST(threads_are_listed_in_order)
{
	struct warnings warnings = {.count = 0};
	struct tree_cpu cpus[16];
	const void *tree;

	tree_start();
	put_cpus();
	tree = tree_finish();
	assert_int_equal(tree_cpus(tree, cpus, 16, &warnings), 9);
	assert_int_equal(warnings.count, 0);
	for (unsigned i = 0; i < 8; i++) {
		assert_int_equal(cpus[i].pir, i < 5 ? 4 + i : 0x104 + i - 5);
		assert_int_equal(cpus[i].thread, cpus[i].pir & 3);
		assert_int_equal(cpus[i].chip, i < 5 ? 0 : 1);
		assert_int_equal(cpus[i].okay, i != 4);
	}
	assert_int_equal(cpus[0].core, 1);
	assert_int_equal(cpus[4].core, 2);
	assert_int_equal(cpus[8].core, 1);
	assert_int_equal(tree_timebase(tree), 512000000);
}

/* Two small cores in one node: skiboot, PIR 0, 2, 4, 6 and 1, 3, 5, 7. */
TEST(fused_cores_are_known)
{
	const struct test_cpu fused = {"cpu@8", "okay", 0, 8, 8}, single = {"cpu@4", "okay", 0, 4, 4};
	struct warnings warnings = {.count = 0};
	struct tree_cpu cpus[16];
	const void *tree;

	tree_start();
	put_node("cpus");
	put_cpu(&fused);
	put_cpu(&single);
	put_end();
	tree = tree_finish();
	assert_int_equal(tree_cpus(tree, cpus, 16, &warnings), 12);
	for (unsigned i = 0; i < 12; i++)
		assert_int_equal(cpus[i].fused, cpus[i].pir >= 8);
}

static void put_nest(const char *name, uint32_t chip, uint64_t base)
{
	put_node(name);
	PUT_CELLS("chip-id", chip, chip + 8, chip + 16);
	PUT_CELLS("base-addr", (uint32_t)(base >> 32), (uint32_t)base, 0, 0, 0, 0x1000);
	put_end();
}

/* With a core that works or without one; a chip without HOMER has no nest. */
TEST(chips_with_a_nest_are_listed)
{
	const void *tree;
	uint32_t chip = 99;

	tree_start();
	put_node("imc-counters");
	put_node("core@18");
	put_end();
	put_nest("phb0@338", 0, UINT64_C(0x200000000000));
	put_nest("phb1@358", 1, UINT64_C(0x200000000000));
	put_end();
	tree = tree_finish();
	assert_true(tree_nest_chip(tree, 0, &chip));
	assert_int_equal(chip, 0);
	assert_true(tree_nest_chip(tree, 1, &chip));
	assert_int_equal(chip, 16);
	assert_false(tree_nest_chip(tree, 2, &chip));
	tree_start();
	tree = tree_finish();
	assert_false(tree_nest_chip(tree, 0, &chip));
}

TEST(a_chip_without_homer_has_no_region)
{
	struct range region;
	const void *tree;

	tree_start();
	put_node("ibm,opal");
	put_node("firmware");
	put_node("exports");
	PUT_CELLS("imc_nest_chip_0", 0x2000, 0x180000, 0, 0x40000);
	PUT_CELLS("imc_nest_chip_8", 0, 0x180000, 0, 0x40000);
	put_end();
	put_end();
	put_end();
	tree = tree_finish();
	assert_true(tree_nest_region(tree, 0, &region));
	assert_false(tree_nest_region(tree, 8, &region));
	assert_false(tree_nest_region(tree, 1, &region));
}

TEST(too_many_threads_are_cut_and_said)
{
	struct warnings warnings = {.count = 0};
	struct tree_cpu cpus[3];
	const void *tree;

	tree_start();
	put_cpus();
	tree = tree_finish();
	assert_int_equal(tree_cpus(tree, cpus, 3, &warnings), 3);
	assert_int_equal(warnings.count, 1);
}

TEST(a_tree_without_processors_is_said)
{
	struct warnings warnings = {.count = 0};
	struct tree_cpu cpus[3];
	const void *tree;

	tree_start();
	tree = tree_finish();
	assert_int_equal(tree_cpus(tree, cpus, 3, &warnings), 0);
	assert_int_equal(warnings.count, 1);
	assert_int_equal(tree_timebase(tree), 0);
}

/* ---- memory ------------------------------------------------------------------------------------------ */

#define MEGABYTE 0x100000

/* 16 MiB from 0 and as much from 256 MiB, with reservations of all three kinds. */
static const void *tree_with_memory(void)
{
	memset(tree_bytes_, 0, sizeof(tree_bytes_));
	tree_must(fdt_create(tree_bytes_, sizeof(tree_bytes_)));
	tree_must(fdt_add_reservemap_entry(tree_bytes_, 0, MEGABYTE));
	tree_must(fdt_finish_reservemap(tree_bytes_));
	put_node("");
	PUT_CELLS("reserved-ranges", 0, 2 * MEGABYTE, 0, MEGABYTE);
	put_node("memory@0");
	put_string("device_type", "memory");
	PUT_CELLS("reg", 0, 0, 0, 16 * MEGABYTE);
	put_end();
	put_node("memory@10000000");
	put_string("device_type", "memory");
	PUT_CELLS("reg", 0, 256 * MEGABYTE, 0, 16 * MEGABYTE);
	put_end();
	put_node("reserved-memory");
	put_node("image@400000");
	PUT_CELLS("reg", 0, 4 * MEGABYTE, 0, MEGABYTE);
	put_end();
	put_end();
	put_node("chosen");
	PUT_CELLS("linux,initrd-start", 6 * MEGABYTE);
	PUT_CELLS("linux,initrd-end", 7 * MEGABYTE);
	put_end();
	return tree_finish();
}

static uint64_t find(const void *tree, uint64_t size, const struct range *used)
{
	const struct memory_request request = {.size = size, .align = 65536, .used = used, .used_count = used ? 1 : 0};

	return tree_free_memory(tree, &request);
}

TEST(free_memory_is_outside_every_reservation)
{
	const void *tree = tree_with_memory();
	const struct range used = {MEGABYTE, MEGABYTE};

	assert_int_equal(find(tree, MEGABYTE, NULL), MEGABYTE);
	assert_int_equal(find(tree, MEGABYTE, &used), 3 * MEGABYTE);
	assert_int_equal(find(tree, MEGABYTE + 1, NULL), 7 * MEGABYTE);
	assert_int_equal(find(tree, 9 * MEGABYTE, NULL), 7 * MEGABYTE);
	assert_int_equal(find(tree, 9 * MEGABYTE + 1, NULL), 256 * MEGABYTE);
	assert_int_equal(find(tree, 16 * MEGABYTE, NULL), 256 * MEGABYTE);
	assert_int_equal(find(tree, 16 * MEGABYTE + 1, NULL), 0);
	assert_int_equal(find(tree, UINT64_MAX, NULL), 0);
}

TEST(the_lowest_address_is_kept_to)
{
	const void *tree = tree_with_memory();
	const struct memory_request request = {.size = MEGABYTE, .align = 65536, .lowest = 9 * MEGABYTE + 1};

	assert_int_equal(tree_free_memory(tree, &request), 9 * MEGABYTE + 65536);
}

TEST(memory_is_within_one_bank)
{
	const void *tree = tree_with_memory();
	const struct range good = {15 * MEGABYTE, MEGABYTE}, beyond = {15 * MEGABYTE, MEGABYTE + 1};
	const struct range nowhere = {64 * MEGABYTE, 1}, wrapping = {UINT64_MAX, 2};

	assert_true(tree_is_memory(tree, &good));
	assert_false(tree_is_memory(tree, &beyond));
	assert_false(tree_is_memory(tree, &nowhere));
	assert_false(tree_is_memory(tree, &wrapping));
}

/* ---- firmware ---------------------------------------------------------------------------------------- */

TEST(opal_is_found)
{
	struct tree_opal opal;
	const void *tree;

	tree_start();
	put_node("ibm,opal");
	PUT_CELLS("opal-base-address", 0, 0x30000000);
	PUT_CELLS("opal-entry-address", 1, 0x30001000);
	put_node("firmware");
	put_string("version", "v7.0");
	put_end();
	put_end();
	put_node("chosen");
	put_string("bootargs", "  info; test ");
	put_end();
	tree = tree_finish();
	assert_true(tree_is_sound(tree, fdt_totalsize(tree)));
	assert_true(tree_opal(tree, &opal));
	assert_int_equal(opal.base, 0x30000000);
	assert_int_equal(opal.entry, UINT64_C(0x130001000));
	assert_string_equal(opal.firmware, "v7.0");
	assert_true(slice_is(tree_arguments(tree), "info; test"));
}

TEST(a_tree_without_opal_has_none)
{
	struct tree_opal opal;
	const void *tree;

	tree_start();
	tree = tree_finish();
	assert_false(tree_opal(tree, &opal));
	assert_int_equal(tree_arguments(tree).length, 0);
}

TEST(virtual_silicon_is_known_by_its_memory)
{
	const void *tree;

	tree = tree_with_memory();
	assert_null(tree_virtual_silicon(tree));
	tree_start();
	put_node("reserved-memory");
	put_node("uncork,silicon@38000000");
	put_string("banner", "virtual silicon of a test");
	put_end();
	put_end();
	tree = tree_finish();
	assert_string_equal(tree_virtual_silicon(tree), "virtual silicon of a test");
}

TEST(nests_are_exported_by_chip)
{
	struct range region = {0};
	const void *tree;

	tree_start();
	put_node("ibm,opal");
	put_node("firmware");
	put_node("exports");
	PUT_CELLS("imc_nest_chip_a", 0x203f, 0xfd980000, 0, 0x40000);
	PUT_CELLS("imc_nest_chip_b", 0x203f, 0xfd980000);
	put_end();
	put_end();
	put_end();
	put_node("ultravisor");
	put_string("compatible", "ibm,ultravisor");
	put_end();
	tree = tree_finish();
	assert_true(tree_nest_region(tree, 10, &region));
	assert_int_equal(region.start, UINT64_C(0x203ffd980000));
	assert_int_equal(region.size, 0x40000);
	assert_false(tree_nest_region(tree, 11, &region));
	assert_false(tree_nest_region(tree, 0, &region));
	assert_true(tree_has_compatible(tree, "ibm,ultravisor"));
	assert_false(tree_has_compatible(tree, "ibm,opal-v3"));
}

TEST(a_cut_tree_is_not_sound)
{
	const void *tree = tree_with_memory();

	assert_true(tree_is_sound(tree, fdt_totalsize(tree)));
	assert_false(tree_is_sound(tree, fdt_totalsize(tree) - 1));
	tree_bytes_[fdt_off_dt_struct(tree) + 3] = 7;
	assert_false(tree_is_sound(tree, fdt_totalsize(tree)));
}
