/* SPDX-License-Identifier: BSD-2-Clause */
/* ACPI tables as boards have them, and as no board should. */
#include "tests/unit/support/acpi_board.h"

static void add_region(uint8_t *mcfg, unsigned number, uint64_t base, unsigned first, unsigned last)
{
	put(mcfg + 44 + 16 * number, base, 8);
	mcfg[44 + 16 * number + 10] = (uint8_t)first;
	mcfg[44 + 16 * number + 11] = (uint8_t)last;
}

TEST(both_revisions_lead_to_tables)
{
	struct ecam_region region;

	for (uint8_t revision = 0; revision <= 2; revision += 2) {
		start_board(revision);
		add_region(add_table("MCFG", 60), 0, 0xb0000000, 0, 255);
		open_board();
		assert_int_equal(board.acpi.entry_bytes, revision ? 8 : 4);
		assert_int_equal(acpi_ecam(&board.acpi, &region, 1), 1);
		assert_int_equal(region.base, 0xb0000000);
		assert_int_equal(region.last_bus, 255);
		assert_int_equal(board.warnings.count, 0);
	}
}

/* For the ticket: all tables are listed; the bytes are those of sound ones that describe hardware. */
TEST(tables_are_listed_with_their_bytes)
{
	static uint8_t memory[4096];
	struct arena arena = {.at = memory, .size = sizeof(memory)};
	struct firmware_table *tables;
	uint16_t count;

	for (uint8_t revision = 0; revision <= 2; revision += 2) {
		start_board(revision);
		add_region(add_table("MCFG", 60), 0, 0xb0000000, 0, 255);
		add_table("SSDT", 80);
		add_table("MSDM", 85);
		add_table("SRAT", 48);
		open_board();
		table_at(FIRST + 3)[40] ^= 1;
		arena.used = 0;
		tables = acpi_tables(&board.acpi, &arena, &count);
		assert_int_equal(count, 4);
		assert_string_equal(tables[0].signature, "MCFG");
		assert_int_equal(tables[0].address, address_of(FIRST));
		assert_int_equal(tables[0].length, 60);
		assert_memory_equal(tables[0].bytes, table_at(FIRST), 60);
		for (unsigned i = 1; i < 4; i++)
			assert_null(tables[i].bytes);
		assert_int_equal(board.warnings.count, 0);
	}
	start_board(2);
	add_table("A\n\x1b\xff", 36);
	open_board();
	arena.used = 0;
	tables = acpi_tables(&board.acpi, &arena, &count);
	assert_string_equal(tables[0].signature, "A???");
	arena.size = arena.used = 0;
	assert_null(acpi_tables(&board.acpi, &arena, &count));
	assert_int_equal(count, 0);
	start_board(2);
	acpi_open(&board.acpi, &board.acpi.memory, 0, NULL);
	arena.size = sizeof(memory);
	assert_null(acpi_tables(&board.acpi, &arena, &count));
}

TEST(damaged_xsdt_falls_back_to_rsdt)
{
	struct ecam_region region;

	start_board(2);
	add_region(add_table("MCFG", 60), 0, 0xb0000000, 0, 255);
	open_board();
	table_at(XSDT)[20] ^= 1;
	acpi_open(&board.acpi, &board.acpi.memory, MEMORY_BASE, &board.warnings);
	assert_int_equal(board.acpi.entry_bytes, 4);
	assert_int_equal(acpi_ecam(&board.acpi, &region, 1), 1);
	warned("XSDT: wrong checksum");
}

TEST(damaged_root_pointer_finds_nothing)
{
	struct acpi_memory memory = {read_board, &board};
	struct acpi_serial serial;
	uint32_t id;

	start_board(2);
	add_table("APIC", 52);
	table_at(RSDP)[10] ^= 4;
	open_board();
	assert_int_equal(acpi_processors(&board.acpi, &id, 1), 0);
	assert_false(acpi_serial(&board.acpi, &serial));
	warned("root pointer is damaged");
	acpi_open(&board.acpi, &memory, 0, &board.warnings);
	warned("no root pointer");
	acpi_open(&board.acpi, &memory, 0xdead0000, &board.warnings);
	assert_int_equal(acpi_hpet(&board.acpi), 0);
}

TEST(bad_checksum_leaves_the_table_out)
{
	struct ecam_region region;
	uint8_t *mcfg;

	start_board(2);
	mcfg = add_table("MCFG", 60);
	add_region(mcfg, 0, 0xb0000000, 0, 255);
	open_board();
	mcfg[44] ^= 0x10;
	assert_int_equal(acpi_ecam(&board.acpi, &region, 1), 0);
	warned("MCFG: wrong checksum");
}

TEST(impossible_lengths_leave_the_table_out)
{
	static const uint32_t lengths[] = {0, 8, 35, MEMORY_BYTES, UINT32_MAX};
	struct ecam_region region;

	for (size_t i = 0; i < ARRAY_SIZE(lengths); i++) {
		start_board(2);
		add_table("MCFG", 60);
		open_board();
		put(table_at(FIRST) + 4, lengths[i], 4);
		assert_int_equal(acpi_ecam(&board.acpi, &region, 1), 0);
		warned("MCFG");
	}
}

TEST(impossible_regions_are_left_out)
{
	struct ecam_region regions[4];
	uint8_t *mcfg;

	start_board(2);
	mcfg = add_table("MCFG", 44 + 16 * 6);
	add_region(mcfg, 0, 0xc0000000, 0x40, 0x7f);
	add_region(mcfg, 1, 0xc0000800, 0x80, 0xff); /* misaligned */
	add_region(mcfg, 2, 0xc0000000, 0x60, 0x90); /* overlaps the first */
	add_region(mcfg, 3, 0xe0000000, 9, 8);
	add_region(mcfg, 4, UINT64_MAX & ~UINT64_C(0xfffff), 0x80, 0xff);
	add_region(mcfg, 5, 0xc0000000, 0, 0x3f);
	open_board();
	assert_int_equal(acpi_ecam(&board.acpi, regions, ARRAY_SIZE(regions)), 2);
	assert_int_equal(regions[0].first_bus, 0);
	assert_int_equal(regions[1].first_bus, 0x40);
	assert_int_equal(board.warnings.count, 4);
}

/* Segments have buses of the same numbers, which do not overlap. */
TEST(regions_of_several_segments_are_sorted)
{
	static const struct ecam_region sorted[] = {
		{UINT64_C(0x80000000), 0, 0, 0x3f},
		{UINT64_C(0x80000000), 0, 0x80, 0xff},
		{UINT64_C(0x4000000000), 1, 0, 0xff},
		{UINT64_C(0x5000000000), 0xffff, 0x10, 0x1f},
	};
	static const unsigned order[] = {3, 1, 2, 0};
	struct ecam_region regions[8];
	uint8_t *mcfg;

	start_board(2);
	mcfg = add_table("MCFG", 44 + 16 * ARRAY_SIZE(order));
	for (unsigned i = 0; i < ARRAY_SIZE(order); i++) {
		const struct ecam_region *region = &sorted[order[i]];

		add_region(mcfg, i, region->base, region->first_bus, region->last_bus);
		put(mcfg + 44 + 16 * i + 8, region->segment, 2);
	}
	open_board();
	assert_int_equal(acpi_ecam(&board.acpi, regions, ARRAY_SIZE(regions)), ARRAY_SIZE(sorted));
	for (unsigned i = 0; i < ARRAY_SIZE(sorted); i++) {
		assert_int_equal(regions[i].base, sorted[i].base);
		assert_int_equal(regions[i].segment, sorted[i].segment);
		assert_int_equal(regions[i].first_bus, sorted[i].first_bus);
		assert_int_equal(regions[i].last_bus, sorted[i].last_bus);
	}
	assert_int_equal(board.warnings.count, 0);
}

/* A segment for each of 32 sockets. */
TEST(no_region_of_the_largest_machines_is_lost)
{
	static struct ecam_region regions[ACPI_ECAM_ROOM];
	uint8_t *mcfg;

	start_board(2);
	mcfg = add_table("MCFG", 44 + 16 * 32);
	for (unsigned i = 0; i < 32; i++) {
		add_region(mcfg, i, 0x80000000000 + (uint64_t)i * 0x10000000, 0, 0xff);
		mcfg[44 + 16 * i + 8] = (uint8_t)i;
	}
	open_board();
	assert_int_equal(acpi_ecam(&board.acpi, regions, ARRAY_SIZE(regions)), 32);
	assert_int_equal(regions[31].segment, 31);
	assert_int_equal(board.warnings.count, 0);
}

TEST(regions_beyond_the_room_are_counted_out)
{
	struct ecam_region region;
	uint8_t *mcfg;

	start_board(2);
	mcfg = add_table("MCFG", 44 + 16 * 2);
	add_region(mcfg, 0, 0xc0000000, 0, 0x7f);
	add_region(mcfg, 1, 0xc0000000, 0x80, 0xff);
	open_board();
	assert_int_equal(acpi_ecam(&board.acpi, &region, 1), 1);
	warned("more than 1 regions");
}

static void add_processor(uint8_t **at, uint8_t apic_id, bool enabled)
{
	(*at)[1] = 8;
	(*at)[3] = apic_id;
	(*at)[4] = enabled;
	*at += 8;
}

TEST(processors_are_listed_once)
{
	uint32_t ids[8];
	uint8_t *at;

	start_board(2);
	at = add_table("APIC", 44 + 3 * 8 + 12 + 2 * 16) + 44;
	add_processor(&at, 0, true);
	add_processor(&at, 2, false);
	add_processor(&at, 32, true);
	at[0] = 1; /* an I/O APIC */
	at[1] = 12;
	at += 12;
	for (unsigned i = 0; i < 2; i++, at += 16) { /* x2APIC: one known, one new */
		at[0] = 9;
		at[1] = 16;
		put(at + 4, i ? 0x12345 : 32, 4);
		at[8] = 1;
	}
	open_board();
	assert_int_equal(acpi_processors(&board.acpi, ids, 8), 3);
	assert_int_equal(ids[0], 0);
	assert_int_equal(ids[1], 32);
	assert_int_equal(ids[2], 0x12345);
	assert_int_equal(board.warnings.count, 0);
	assert_int_equal(acpi_processors(&board.acpi, ids, 2), 2);
	warned("more than 2 processors");
}

TEST(broken_record_ends_the_list)
{
	static const uint8_t lengths[] = {0, 1, 200};
	uint32_t ids[4];

	for (size_t i = 0; i < ARRAY_SIZE(lengths); i++) {
		uint8_t *at;

		start_board(2);
		at = add_table("APIC", 44 + 3 * 8) + 44;
		add_processor(&at, 0, true);
		at[1] = lengths[i];
		open_board();
		assert_int_equal(acpi_processors(&board.acpi, ids, 4), 1);
		warned("broken record at offset 52");
	}
}

/* A record that claims less than its kind needs is no processor. */
TEST(short_record_is_passed_over)
{
	uint32_t ids[4];
	uint8_t *at;

	start_board(2);
	at = add_table("APIC", 44 + 4 + 8) + 44;
	at[1] = 4;
	at[3] = 7;
	at += 4;
	add_processor(&at, 1, true);
	open_board();
	assert_int_equal(acpi_processors(&board.acpi, ids, 4), 1);
	assert_int_equal(ids[0], 1);
}

struct serial_case {
	uint8_t type, space, bits, access;
	uint64_t base;
	bool found;
	uint8_t stride;
};

TEST(serial_ports_are_recognised)
{
	static const struct serial_case cases[] = {
		{0, 1, 8, 1, 0x2f8, true, 1},         {1, 1, 8, 0, 0x3f8, true, 1},
		{0, 0, 8, 1, 0xfe032000, true, 1},    {0x12, 0, 32, 3, 0xfe032000, true, 4},
		{0x12, 0, 8, 3, 0xfe032000, true, 4}, {0x12, 0, 16, 2, 0xfe032000, true, 2},
		{3, 0, 32, 3, 0xfe032000, false, 0},                                     /* a PL011 */
		{0, 1, 32, 3, 0x2f8, true, 1},        {0x12, 1, 16, 2, 0xfff8, true, 1}, /* ports are bytes */
		{0, 1, 8, 1, 0xfffc, false, 0},       {0, 1, 8, 1, 0, false, 0},
		{0, 2, 8, 1, 0x3f8, false, 0}, /* behind PCI configuration */
		{0, 0, 8, 1, UINT64_MAX, false, 0},
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct acpi_serial serial;
		uint8_t *spcr;

		start_board(2);
		spcr = add_table("SPCR", 80);
		spcr[36] = cases[i].type;
		spcr[40] = cases[i].space;
		spcr[41] = cases[i].bits;
		spcr[43] = cases[i].access;
		put(spcr + 44, cases[i].base, 8);
		open_board();
		assert_int_equal(acpi_serial(&board.acpi, &serial), cases[i].found);
		assert_int_equal(!serial.fault, cases[i].found); /* a table that is not followed is said */
		if (!cases[i].found)
			continue;
		assert_int_equal(serial.base, cases[i].base);
		assert_int_equal(serial.memory_mapped, cases[i].space == 0);
		assert_int_equal(serial.stride, cases[i].stride);
	}
}

/* Codes that mean no speed, and those that nobody has given a meaning, leave it as it is. */
TEST(speeds_of_serial_ports_are_read)
{
	static const struct {
		uint8_t code;
		uint32_t baud;
	} cases[] = {{0, 0}, {1, 0}, {2, 0}, {3, 9600}, {4, 19200}, {5, 0}, {6, 57600}, {7, 115200}, {8, 0}, {255, 0}};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct acpi_serial serial;
		uint8_t *spcr;

		start_board(2);
		spcr = add_table("SPCR", 80);
		spcr[40] = 1;
		put(spcr + 44, 0x3f8, 8);
		spcr[58] = cases[i].code;
		open_board();
		assert_true(acpi_serial(&board.acpi, &serial));
		assert_int_equal(serial.baud, cases[i].baud);
	}
}

TEST(timer_of_old_and_new_tables)
{
	struct acpi_pm_timer timer;
	uint8_t *fadt;

	start_board(0);
	fadt = add_table("FACP", 116); /* ends before the extended address */
	put(fadt + 76, 0x408, 4);
	fadt[91] = 4;
	open_board();
	assert_true(acpi_pm_timer(&board.acpi, &timer));
	assert_int_equal(timer.port, 0x408);
	assert_int_equal(timer.bits, 24);

	start_board(2);
	fadt = add_table("FACP", 244);
	put(fadt + 76, 0x408, 4);
	fadt[91] = 4;
	put(fadt + 112, 0x100, 4);
	fadt[208] = 1;
	put(fadt + 212, 0x608, 8);
	open_board();
	assert_true(acpi_pm_timer(&board.acpi, &timer));
	assert_int_equal(timer.port, 0x608);
	assert_int_equal(timer.bits, 32);
}

TEST(missing_timer_is_not_invented)
{
	struct acpi_pm_timer timer;

	start_board(2);
	add_table("FACP", 244); /* hardware-reduced: no block, no length */
	open_board();
	assert_false(acpi_pm_timer(&board.acpi, &timer));
	assert_int_equal(acpi_hpet(&board.acpi), 0);
}

TEST(event_timer_is_found)
{
	start_board(2);
	put(add_table("HPET", 56) + 44, 0xfed00000, 8);
	open_board();
	assert_int_equal(acpi_hpet(&board.acpi), 0xfed00000);
}

static void add_node_memory(uint8_t *srat, uint32_t at, uint64_t base, uint64_t bytes, uint32_t node)
{
	srat[at] = 1;
	srat[at + 1] = 40;
	put(srat + at + 2, node, 4);
	put(srat + at + 8, base, 8);
	put(srat + at + 16, bytes, 8);
	srat[at + 28] = 1;
}

TEST(memory_has_nodes)
{
	struct acpi_node_memory ranges[8];
	uint8_t *srat;

	start_board(2);
	srat = add_table("SRAT", 48 + 6 * 40);
	add_node_memory(srat, 48, 0, 0xa0000, 0);
	add_node_memory(srat, 88, 0x100000, 0x7ff00000, 0x12345678);
	add_node_memory(srat, 128, 0x7f000000, 0x2000000, 1); /* overlaps */
	add_node_memory(srat, 168, 0x100000000, 0x80000000, 1);
	srat[168 + 28] = 0; /* not there */
	add_node_memory(srat, 208, 0x200000000, 0x80000000, 1);
	srat[208 + 28] = 5; /* not volatile */
	add_node_memory(srat, 248, UINT64_C(1) << 51, UINT64_C(1) << 52, 1);
	open_board();
	assert_int_equal(acpi_node_memory(&board.acpi, ranges, 8), 2);
	assert_int_equal(ranges[1].base, 0x100000);
	assert_int_equal(ranges[1].bytes, 0x7ff00000);
	assert_int_equal(ranges[1].node, 0x12345678);
	assert_int_equal(acpi_node_memory(&board.acpi, ranges, 1), 1);
	warned("SRAT: impossible memory at 0x7f000000");
	warned("SRAT: impossible memory at 0x8000000000000");
}

TEST(processors_have_nodes)
{
	uint32_t node = 7;
	uint8_t *srat;

	start_board(2);
	srat = add_table("SRAT", 48 + 16 + 24 + 16 + 40);
	memcpy(srat + 48, (const uint8_t[]){0, 16, 0x05, 0x21, 1, 0, 0, 0, 0, 0x04, 0x03, 0x02}, 12);
	memcpy(srat + 64, (const uint8_t[]){2, 24, 0, 0, 9, 0, 0, 0, 0x22, 1, 0, 0, 1}, 13);
	memcpy(srat + 88, (const uint8_t[]){0, 16, 1, 0x23, 0}, 5); /* not enabled */
	add_node_memory(srat, 104, 0, 0x1000, 0);
	open_board();
	assert_true(acpi_node_of(&board.acpi, 0x21, &node));
	assert_int_equal(node, 0x02030405);
	assert_true(acpi_node_of(&board.acpi, 0x122, &node));
	assert_int_equal(node, 9);
	assert_false(acpi_node_of(&board.acpi, 0x23, &node));
	assert_false(acpi_node_of(&board.acpi, 0x99, &node));
	start_board(2);
	open_board();
	assert_false(acpi_node_of(&board.acpi, 0x21, &node));
}

TEST(broken_record_of_nodes_ends_the_table)
{
	struct acpi_node_memory ranges[2];
	uint32_t node;
	uint8_t *srat;

	start_board(2);
	srat = add_table("SRAT", 48 + 40 + 8);
	add_node_memory(srat, 48, 0x100000, 0x100000, 0);
	srat[88] = 1;
	srat[89] = 40;
	open_board();
	assert_int_equal(acpi_node_memory(&board.acpi, ranges, 2), 1);
	assert_false(acpi_node_of(&board.acpi, 0, &node));
	warned("SRAT: broken record at offset 88");
}

TEST(warnings_are_bounded)
{
	static struct warnings warnings;
	const unsigned long_ones = WARNINGS_BYTES / 201 + 1; /* of 200 letters each, the last is cut */

	assert_in_range(long_ones, 2, WARNINGS_ROOM - 1);
	for (unsigned i = 0; i < 3 * WARNINGS_ROOM; i++)
		warn(&warnings, "number %u", i);
	assert_int_equal(warnings.count, WARNINGS_ROOM);
	assert_string_equal(warnings.list[0], "number 0");
	assert_non_null(strstr(warnings.list[WARNINGS_ROOM - 1], "more warnings"));
	memset(&warnings, 0, sizeof warnings);
	for (unsigned i = 0; i < WARNINGS_ROOM; i++)
		warn(&warnings, "%0200u", i);
	assert_int_equal(warnings.count, long_ones);
	assert_non_null(strstr(warnings.list[warnings.count - 1], "more warnings"));
	warn(NULL, "nobody wants to know");
}
