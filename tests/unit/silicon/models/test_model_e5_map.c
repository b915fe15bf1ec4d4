/* SPDX-License-Identifier: BSD-2-Clause */
/* Where the virtual Xeon E5-2600 has its registers, which of their bits can be written, what lies between them, and
 * how its PCI functions and buses are found. Everything here is typed from 327043-001 and Linux. */
#include "tests/unit/support/e5_bench.h"
#include "tests/unit/support/unit.h"

#define COMMON (0xffffu | BIT(18) | BIT(22) | BIT(23))

/* Registers `stride` apart: bits that can be written, and of the others those that may be, without being kept. */
struct row {
	uint32_t first;
	unsigned count, stride;
	uint64_t kept, commands;
	bool lenient; /* other bits are ignored without a word */
};

/* clang-format off */
static const struct row msrs[] = {
	{0xc08, 1, 1, BIT(22), 0, false},
	{0xc09, 1, 1, MASK(0, 48), 0, true},
	{0xc10, 2, 1, COMMON | MASK(24, 5), CLEAR, false},
	{0xc16, 2, 1, MASK(0, 44), 0, true},
	{0xc24, 1, 1, 0x10100, 3, false},
	{0xc30, 4, 1, 0xdfe4c0ffu, CLEAR, false},
	{0xc34, 1, 1, 0xffffffffu, 0, false},
	{0xc36, 4, 1, MASK(0, 48), 0, true},
	{0xd04, 8, 0x20, 0x10100, 3, false},
	{0xd10, 8, 0x20, COMMON | TID_EN | MASK(24, 8), CLEAR, false},
	{0xd11, 8, 0x20, COMMON | TID_EN | MASK(24, 8), CLEAR, false},
	{0xd12, 8, 0x20, COMMON | TID_EN | MASK(24, 8), CLEAR, false},
	{0xd13, 8, 0x20, COMMON | TID_EN | MASK(24, 8), CLEAR, false},
	{0xd14, 8, 0x20, 0xfffffc1fu, 0, false},
	{0xd16, 8, 0x20, MASK(0, 44), 0, true},
	{0xd17, 8, 0x20, MASK(0, 44), 0, true},
	{0xd18, 8, 0x20, MASK(0, 44), 0, true},
	{0xd19, 8, 0x20, MASK(0, 44), 0, true},
};
/* clang-format on */

/* Whether writing 1 to each of 64 bits is a violation where it should be, and what is kept. Enables are left out:
 * what their counters make of other bits is another rule. */
static void check_bits(struct bench *bench, const struct row *row, uint32_t address,
		       uint64_t (*read)(struct bench *, uint32_t), void (*write)(struct bench *, uint32_t, uint64_t),
		       unsigned bits)
{
	for (unsigned bit = 0; bit < bits; bit++) {
		bool known = (row->kept | row->commands) >> bit & 1;

		write(bench, address, BIT(bit));
		if (bench->violations != (known || row->lenient ? 0u : 1u))
			fail_msg("0x%x bit %u: %u violations, last %s", address, bit, bench->violations,
				 bench->violation);
		bench->violations = 0;
		if (read(bench, address) != (row->kept & BIT(bit)))
			fail_msg("0x%x bit %u reads 0x%llx", address, bit, (unsigned long long)read(bench, address));
		write(bench, address, 0);
		assert_int_equal(read(bench, address), 0);
	}
}

TEST(test_msrs)
{
	struct bench *bench = e5("");
	unsigned count = 0;

	for (unsigned i = 0; i < ARRAY_SIZE(msrs); i++)
		for (unsigned j = 0; j < msrs[i].count; j++, count++)
			check_bits(bench, &msrs[i], msrs[i].first + j * msrs[i].stride, get, put, 64);
	for (uint32_t at = 0xc00; at < 0x1000; at++)
		count -= answer_to_read(bench, at) == SILICON_OK;
	assert_int_equal(count, 0);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_absent_msrs)
{
	static const uint32_t absent[] = {0xc00, 0xc01, 0xc06, 0xc0a, 0xc12, 0xc15, 0xc18,
					  0xc35, 0xc3a, 0xd00, 0xd15, 0xe04, 0x391, 0x392};
	struct bench *bench = e5("");
	struct silicon_access access;

	for (unsigned i = 0; i < ARRAY_SIZE(absent); i++) {
		assert_int_equal(answer_to_read(bench, absent[i]), SILICON_FAULT);
		expect_clean(bench);
		access = bench_access(0, absent[i]);
		assert_int_equal(silicon_write(bench->silicon, 0, &access, 0), SILICON_FAULT);
		expect_violation(bench, "no such register");
	}
	assert_int_equal(answer_to_read(bench, 0x394), SILICON_NOT_MINE);
	bench_free(bench);
	bench = e5("cboxes = 6");
	assert_int_equal(answer_to_read(bench, CBOX_BOX(5)), SILICON_OK);
	assert_int_equal(answer_to_read(bench, CBOX_BOX(6)), SILICON_FAULT);
	assert_int_equal(answer_to_read(bench, CBOX_CTR(7, 3)), SILICON_FAULT);
	bench_free(bench);
}

/* ---- configuration space ---------------------------------------------------------------------------- */

/* Offsets in a function, whose place is in bits 31:12 of what the helpers take for an address. */
static uint64_t dword_of(struct bench *bench, uint32_t address)
{
	struct silicon_access access = {.space = SILICON_CONFIG, .bytes = 4, .address = address};
	uint64_t value = 0;

	assert_int_equal(pci_read(bench, &access, &value), SILICON_OK);
	return value;
}

static void write_dword(struct bench *bench, uint32_t address, uint64_t value)
{
	struct silicon_access access = {.space = SILICON_CONFIG, .bytes = 4, .address = address};

	assert_int_equal(silicon_write(bench->silicon, bench->now, &access, value), SILICON_OK);
}

#define FUNCTION(device, function) (255u << 20 | (device) << 15 | (function) << 12)

/* A PMON block: how many counters, their upper half, bits of selects and of the box control. */
struct block {
	uint32_t place;
	unsigned counters;
	uint64_t high, select, commands, controls;
};

#define LONG (COMMON | MASK(24, 8))
/* clang-format off */
static const struct block blocks[] = {
	{FUNCTION(14, 1), 4, 0xffff, LONG, 0, 0},
	{FUNCTION(16, 0), 4, 0xffff, LONG, 0, 0},
	{FUNCTION(16, 1), 4, 0xffff, LONG, 0, 0},
	{FUNCTION(16, 4), 4, 0xffff, LONG, 0, 0},
	{FUNCTION(16, 5), 4, 0xffff, LONG, 0, 0},
	{FUNCTION(8, 2), 4, 0xffff, LONG | EXTRA, CLEAR, 3},
	{FUNCTION(9, 2), 4, 0xffff, LONG | EXTRA, CLEAR, 3},
	{FUNCTION(19, 1), 4, 0xfff, LONG, CLEAR, 3},
	{FUNCTION(19, 5), 3, 0xfff, LONG, CLEAR, 3},
	{FUNCTION(19, 6), 3, 0xfff, LONG, CLEAR, 3},
};
/* clang-format on */

static void check_register(struct bench *bench, uint32_t address, uint64_t kept, uint64_t commands, bool lenient)
{
	const struct row row = {address, 1, 0, kept, commands, lenient};

	check_bits(bench, &row, address, dword_of, write_dword, 32);
}

TEST(test_pmon_blocks)
{
	struct bench *bench = e5("");

	for (unsigned i = 0; i < ARRAY_SIZE(blocks); i++) {
		const struct block *block = &blocks[i];

		check_register(bench, block->place + 0xf4, 0x10100, block->controls, false);
		for (unsigned j = 0; j < block->counters; j++) {
			check_register(bench, block->place + 0xd8 + 4 * j, block->select, block->commands, false);
			check_register(bench, block->place + 0xa0 + 8 * j, 0xffffffff, 0, true);
			check_register(bench, block->place + 0xa4 + 8 * j, block->high, 0, true);
		}
	}
	bench_free(bench);
}

TEST(test_other_pci_registers)
{
	struct bench *bench = e5("");

	check_register(bench, FUNCTION(14, 1) + 0x40, 0xffffffc0, 0, false);
	check_register(bench, FUNCTION(14, 1) + 0x44, 0x3fff, 0, false);
	check_register(bench, FUNCTION(14, 1) + 0x48, 0x3f, 0, false);
	for (unsigned i = 0; i < 8; i++) {
		static const uint8_t functions[] = {0, 1, 4, 5};
		uint32_t imc = FUNCTION(16, functions[i % 4]);
		uint32_t match = FUNCTION(8 + i % 2, 6) + 0x228 + 0x10 * (i / 2 % 2) + 4 * (i / 4);

		check_register(bench, match, i < 4 ? 0x8003fff8 : 0x000f000f, 0, false);
		check_register(bench, imc + 0xf0, BIT(22), BIT(19), false);
		check_register(bench, imc + 0xd0, 0xffffffff, 0, true);
		check_register(bench, imc + 0xd4, 0xffff, 0, true);
	}
	bench_free(bench);
}

/* What the sheet does not list reads 0 and takes no writes; 0xf8 came with a later part. */
TEST(test_absent_pci_registers)
{
	struct bench *bench = e5("");
	unsigned there = 0;

	for (unsigned i = 0; i < ARRAY_SIZE(blocks); i++) {
		assert_int_equal(dword_of(bench, blocks[i].place + 0xf8), 0);
		write_dword(bench, blocks[i].place + 0xf8, 1);
		expect_violation(bench, "no such register");
	}
	for (unsigned offset = 0x40; offset < 0x1000; offset += 4) {
		write_dword(bench, FUNCTION(16, 0) + offset, 0);
		there += !bench->violations;
		bench->violations = 0;
	}
	assert_int_equal(there, 8 + 4 + 1 + 2 + 1);
	pci_put(bench, R3QPI0, PCI_CTR(3), 0);
	expect_violation(bench, "no such register");
	bench_free(bench);
}

TEST(test_read_only_registers)
{
	struct bench *bench = e5("qpi.rate = 3\nqpi.slow = yes");

	assert_int_equal(pci_get(bench, 8, 0, 0xd4), 0x13);
	assert_int_equal(pci_get(bench, 9, 0, 0xd4), 0x13);
	pci_put(bench, 9, 0, 0xd4, 0);
	expect_violation(bench, "can only be read");
	pci_put(bench, 11, 0, 0x40, 0);
	expect_violation(bench, "can only be read");
	assert_int_equal(pci_second(bench, QPI0, 0, 0x14), 800000000);
	bench_free(bench);
}

/* What Linux's EDAC reads of the memory. */
TEST(test_memory_says_what_it_is)
{
	static const struct {
		const char *scenario;
		uint32_t mcmtr, rasenables;
	} kinds[] = {{"", 0, 0}, {"memory = lockstep", 2, 0}, {"memory = mirrored", 0, 1}};

	for (unsigned i = 0; i < ARRAY_SIZE(kinds); i++) {
		struct bench *bench = e5(kinds[i].scenario);

		assert_int_equal(pci_get(bench, 15, 0, 0x7c), kinds[i].mcmtr);
		assert_int_equal(pci_get(bench, 15, 1, 0xac), kinds[i].rasenables);
		bench_free(bench);
	}
}

/* ---- discovery ---------------------------------------------------------------------------------------- */

/* clang-format off */
static const struct {
	uint8_t device, function;
	uint16_t id;
} functions[] = {
	{8, 0, 0x3c80}, {8, 2, 0x3c41},  {8, 6, 0x3c86},  {9, 0, 0x3c90},  {9, 2, 0x3c42},
	{9, 6, 0x3c96},	 {11, 0, 0x3ce0}, {14, 0, 0x3ca0}, {14, 1, 0x3c46}, {15, 0, 0x7ffd},
	{15, 1, 0x7ffc}, {16, 0, 0x3cb0},
	{16, 1, 0x3cb1}, {16, 4, 0x3cb4}, {16, 5, 0x3cb5}, {19, 0, 0x3ce4}, {19, 1, 0x3c43},
	{19, 5, 0x3c44}, {19, 6, 0x3c45},
};
/* clang-format on */

/* As enumeration goes: function 0 of every device, the others if it says that there are any. */
TEST(test_pci_walk)
{
	struct bench *bench = e5("");
	unsigned found = 0;

	for (unsigned device = 0; device < 32; device++) {
		bool more = bus_of(device) == e5_bus && pci_get(bench, device, 0, 0) != UINT32_MAX &&
			    pci_get(bench, device, 0, 0x0c) >> 16 == 0x80;

		for (unsigned function = 0; function < (more ? 8u : 1u); function++) {
			uint32_t id = pci_get(bench, device, function, 0);

			if (id == UINT32_MAX || bus_of(device) != e5_bus)
				continue;
			assert_in_range(found, 0, ARRAY_SIZE(functions) - 1);
			assert_int_equal(functions[found].device, device);
			assert_int_equal(functions[found].function, function);
			assert_int_equal(id, (uint32_t)functions[found].id << 16 | 0x8086);
			assert_int_equal(pci_get(bench, device, function, 0x10), 0);
			assert_int_equal(pci_get(bench, device, function, 0x34), 0);
			found++;
		}
	}
	assert_int_equal(found, ARRAY_SIZE(functions));
	expect_clean(bench);
	bench_free(bench);
}

static uint32_t bus_dword(struct bench *bench, unsigned bus, unsigned device, unsigned offset)
{
	struct silicon_access access = pci_at(bus, device, 0, offset);
	uint64_t value = UINT32_MAX;

	if (pci_read(bench, &access, &value) == SILICON_NOT_MINE)
		return UINT32_MAX;
	return (uint32_t)value;
}

/* From each D5:F0 to the uncore's bus, and to the next D5:F0 behind that. */
static void check_walk(struct bench *bench, const unsigned *buses, unsigned count)
{
	unsigned bus = 0;

	for (unsigned i = 0; i < count; i++) {
		assert_int_not_equal(bus_dword(bench, bus, 5, 0), UINT32_MAX);
		assert_int_equal(bus_dword(bench, bus, 4, 0), UINT32_MAX);
		bus = bus_dword(bench, bus, 5, 0x108) >> 8 & 0xff;
		assert_int_equal(bus, buses[i]);
		assert_int_equal(bus_dword(bench, bus, 11, 0) >> 16, 0x3ce0);
		assert_int_equal(bus_dword(bench, bus, 5, 0), UINT32_MAX);
		bus++;
	}
	if (bus < 256)
		assert_int_equal(bus_dword(bench, bus, 5, 0), UINT32_MAX);
}

TEST(test_bus_registers)
{
	static const unsigned two[] = {0x7f, 0xff};
	static const unsigned moved[] = {0x20, 0x3f};
	static const unsigned four[] = {0x3f, 0x7f, 0xbf, 0xff};
	struct bench *bench = e5("");

	check_walk(bench, &two[1], 1);
	bench_free(bench);
	bench = e5("sockets = 2");
	check_walk(bench, two, 2);
	bench_free(bench);
	bench = e5("sockets = 3");
	check_walk(bench, four, 3);
	bench_free(bench);
	bench = e5("sockets = 4");
	check_walk(bench, four, 4);
	bench_free(bench);
	bench = e5("sockets = 2\nbus.0 = 0x20\nbus.1 = 0x3f");
	check_walk(bench, moved, 2);
	bench_free(bench);
}

TEST(test_node_map)
{
	struct bench *bench = e5("sockets = 4");

	for (unsigned i = 0; i < 4; i++) {
		assert_int_equal(bus_dword(bench, 0x3f + 0x40 * i, 11, 0x40), i);
		assert_int_equal(bus_dword(bench, 0x3f + 0x40 * i, 11, 0x54), 0x00fac688);
	}
	bench_free(bench);
	bench = e5("sockets = 4\nnodes = reversed");
	for (unsigned i = 0; i < 4; i++) {
		uint32_t map = bus_dword(bench, 0x3f + 0x40 * i, 11, 0x54);

		assert_int_equal(bus_dword(bench, 0x3f + 0x40 * i, 11, 0x40), 3 - i);
		assert_int_equal(map >> 3 * i & 7, 3 - i);
	}
	bench_free(bench);
}

TEST(test_what_the_machine_must_intercept)
{
	static const struct {
		uint32_t first, last;
	} expected[] = {
		{0x7f00, 0x7fff},
		{0x0028, 0x0028},
		{0xff00, 0xffff},
		{0x8028, 0x8028},
	};
	struct bench *bench = e5("sockets = 2");
	uint32_t first, last;

	for (unsigned i = 0; i < ARRAY_SIZE(expected); i++) {
		assert_true(silicon_function_range(bench->silicon, i, &first, &last));
		assert_int_equal(first, expected[i].first);
		assert_int_equal(last, expected[i].last);
	}
	assert_false(silicon_function_range(bench->silicon, 4, &first, &last));
	bench_free(bench);
}

TEST(test_limits)
{
	static const char *const bad[] = {"sockets = 5",     "cores = 17", "bus.0 = 0",   "bus.0 = 256",
					  "uclk.width = 43", "cboxes = 9", "nodes = none"};
	struct bench bench;

	for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
		if (bench_try_of(&bench, "xeon-e5-2600", 0, bad[i]))
			fail_msg("%s", bad[i]);
		assert_true(strlen(bench.error) > 10);
		free(bench.memory);
	}
}
