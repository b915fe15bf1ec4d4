/* SPDX-License-Identifier: BSD-2-Clause */
/* Discovery tables: what the words mean, and what is wrong with blocks that are. Vectors are constructed from the layout, but
 * where a board is named. */
#include "core/hardware/discovery.h"

#include "boxes/sound.h"
#include "boxes/table.h"
#include "core/hardware/box_type.h"
#include "tests/unit/support/unit.h"

#define STRIDE 32 /* words from one block to the next */
#define BLOCKS 6

static const uint64_t vectors[BLOCKS][DISCOVERY_WORDS] = {
	{0x0000000000052000, 0x0000000000002ff0, 0x0000000000000201}, /* global */
	{0x0000000108300204, 0x0000000000002000, 0x0000000100000000}, /* CHA 0 */
	{0x0000000108300204, 0x0000000000002010, 0x0000000200010000}, /* CHA 1 */
	{0x8000006008303804, 0x0000000007e09318, 0x0000000300000008}, /* UPI 0 */
	{0x4000005c08304004, 0x00000000c8022800, 0x0000000400000006}, /* iMC 0 */
	{0, 0, 0},
};

static struct table {
	uint64_t words[BLOCKS * STRIDE];
	uint64_t silent; /* the block at this offset does not answer */
	unsigned reads;
	struct arena arena;
	uint64_t memory[1 << 14];
} table;

static bool read_table(void *context, uint64_t offset, uint64_t words[DISCOVERY_WORDS])
{
	assert_ptr_equal(context, &table);
	assert_true(offset % 8 == 0 && offset / 8 + DISCOVERY_WORDS <= ARRAY_SIZE(table.words));
	table.reads++;
	if (offset == table.silent)
		return false;
	memcpy(words, &table.words[offset / 8], DISCOVERY_WORDS * sizeof(*words));
	return true;
}

static int set_up(void **state)
{
	(void)state;
	memset(&table, 0, sizeof(table));
	table.silent = UINT64_MAX;
	table.arena = (struct arena){.at = (uint8_t *)table.memory, .size = sizeof(table.memory)};
	for (unsigned i = 0; i < BLOCKS; i++)
		memcpy(&table.words[i * STRIDE], vectors[i], sizeof(vectors[i]));
	return 0;
}
BEFORE_EACH(set_up)

static uint64_t *block(unsigned number)
{
	return &table.words[(number + 1) * STRIDE];
}

static const struct discovery *read_all(void)
{
	struct discovery_source source = {.bytes = sizeof(table.words), .read = read_table, .context = &table};
	const struct discovery *read = discovery_read(&table.arena, &source);

	assert_non_null(read);
	return read;
}

/* ---- what the words mean ---------------------------------------------------------------------------------- */

TEST(the_global_block_says_how_long_the_table_is)
{
	struct discovery_global global = discovery_read_global(vectors[0], sizeof(table.words));

	assert_int_equal(global.fault, DISCOVERY_GOOD);
	assert_int_equal(global.oddities, 0);
	assert_int_equal(global.space, SPACE_MSR);
	assert_int_equal(global.control, 0x2ff0);
	assert_int_equal(global.stride, 256);
	assert_int_equal(global.units, 5);
	assert_int_equal(global.status_offset, 1);
	assert_int_equal(global.statuses, 2);
}

static void expect_archetype(const uint64_t words[DISCOVERY_WORDS], const struct archetype *expected, unsigned type)
{
	struct discovery_unit unit = discovery_read_unit(words);

	assert_int_equal(unit.fault, DISCOVERY_GOOD);
	assert_int_equal(unit.oddities, 0);
	assert_int_equal(unit.type, type);
	assert_true(archetypes_alike(&unit.archetype, expected));
	assert_int_equal(unit.archetype.control, expected->control);
	assert_int_equal(unit.archetype.counters, expected->counters);
	assert_int_equal(unit.archetype.number, expected->number);
	assert_int_equal(unit.archetype.position, expected->position);
}

TEST(units_are_archetypes)
{
	static const struct archetype cha = {.control = 0x2010,
					     .select = 2,
					     .counter = 8,
					     .status = 1,
					     .select_stride = 1,
					     .counter_stride = 1,
					     .space = SPACE_MSR,
					     .counters = 4,
					     .counter_bits = 48,
					     .number = 1,
					     .position = 2};
	/* segment 0, bus 7EH, D1:F1, offset 318H */
	static const struct archetype upi = {.control = 0x7e << 20 | BOX_FUNCTION(1, 1) | 0x318,
					     .select = 0x38,
					     .counter = 8,
					     .status = 0x60,
					     .select_stride = 8,
					     .counter_stride = 8,
					     .space = SPACE_PCI,
					     .counters = 4,
					     .counter_bits = 48,
					     .number = 0,
					     .position = 3};
	static const struct archetype imc = {.control = 0xc8022800,
					     .select = 0x40,
					     .counter = 8,
					     .status = 0x5c,
					     .select_stride = 4,
					     .counter_stride = 8,
					     .space = SPACE_MMIO,
					     .counters = 4,
					     .counter_bits = 48,
					     .number = 0,
					     .position = 4};

	expect_archetype(vectors[2], &cha, 0);
	expect_archetype(vectors[3], &upi, 8);
	expect_archetype(vectors[4], &imc, 6);
}

/* Selects in device memory are 4 bytes apart where channels of memory are; elsewhere 8, for some types by assumption. */
/* Where a board with Sapphire Rapids has its eight channels: 8000H apart in a controller, whose neighbour is 80000H further. Its status
 * and its place in the global one are not known. */
TEST(channels_of_a_board_are_where_others_know_them)
{
	for (uint64_t i = 0; i < 8; i++) {
		const uint64_t control = 0xc8aa2800 + i / 2 * 0x80000 + i % 2 * 0x8000;
		const uint64_t words[DISCOVERY_WORDS] = {0x4000000008304004, control, i << 16 | 6};
		const struct discovery_unit unit = discovery_read_unit(words);

		assert_int_equal(unit.fault, DISCOVERY_GOOD);
		assert_int_equal(unit.type, 6);
		assert_int_equal(unit.archetype.number, i);
		assert_int_equal(unit.archetype.space, SPACE_MMIO);
		assert_int_equal(unit.archetype.control, control);
		assert_int_equal(unit.archetype.select, 0x40);
		assert_int_equal(unit.archetype.select_stride, 4);
		assert_int_equal(unit.archetype.counter, 8);
		assert_int_equal(unit.archetype.counter_stride, 8);
		assert_int_equal(unit.archetype.counters, 4);
		assert_int_equal(unit.archetype.counter_bits, 48);
	}
}

TEST(the_distance_of_selects_follows_from_the_type)
{
	static const struct {
		uint16_t type;
		uint8_t stride;
		bool guessed;
	} types[] = {{6, 4, false}, {14, 4, false}, {12, 8, false}, {13, 8, false}, {17, 8, false}, {0x7f, 8, true}};

	for (unsigned i = 0; i < ARRAY_SIZE(types); i++) {
		uint64_t words[] = {vectors[4][0], vectors[4][1], types[i].type};
		struct discovery_unit unit = discovery_read_unit(words);

		assert_int_equal(unit.fault, DISCOVERY_GOOD);
		assert_int_equal(unit.archetype.select_stride, types[i].stride);
		assert_int_equal(unit.archetype.counter_stride, 8);
		assert_int_equal(unit.oddities, types[i].guessed ? DISCOVERY_STRIDE_GUESS : 0);
		words[0] = vectors[3][0];
		words[1] = vectors[3][1];
		unit = discovery_read_unit(words);
		assert_int_equal(unit.archetype.select_stride, 8);
		assert_int_equal(unit.oddities, 0);
	}
}

/* A place whose high bits carry more, as the base of the configuration space, is decoded below them. */
TEST(odd_blocks_are_used_and_named)
{
	uint64_t words[] = {vectors[3][0], vectors[3][1] | BIT(31) | BIT(40), vectors[3][2]};
	struct discovery_unit unit = discovery_read_unit(words);

	assert_int_equal(unit.fault, DISCOVERY_GOOD);
	assert_int_equal(unit.oddities, DISCOVERY_HIGH_BITS);
	assert_int_equal(unit.archetype.control, vectors[3][1]);
	words[0] |= BIT(61);
	unit = discovery_read_unit(words);
	assert_int_equal(unit.oddities, DISCOVERY_HIGH_BITS | DISCOVERY_BIT_61);
	assert_int_equal(unit.archetype.space, SPACE_PCI);
	words[0] = vectors[2][0] | BIT(61);
	words[1] = BIT(33);
	unit = discovery_read_unit(words);
	assert_int_equal(unit.oddities, DISCOVERY_BIT_61);
	assert_int_equal(unit.archetype.control, BIT(33));
}

/* ---- what is wrong ---------------------------------------------------------------------------------------- */

static enum discovery_fault fault_of(uint64_t first, uint64_t second, uint64_t third)
{
	const uint64_t words[] = {first, second, third};

	return discovery_read_unit(words).fault;
}

TEST(units_that_cannot_be_used_say_why)
{
	const uint64_t *good = vectors[1];

	assert_int_equal(fault_of(good[0], good[1], good[2]), DISCOVERY_GOOD);
	assert_int_equal(fault_of(good[0], good[1], 0), DISCOVERY_GOOD);
	assert_int_equal(fault_of(0, 0, 0), DISCOVERY_EMPTY);
	assert_int_equal(fault_of(0, 0, 5), DISCOVERY_EMPTY);
	assert_int_equal(fault_of(UINT64_MAX, UINT64_MAX, UINT64_MAX), DISCOVERY_ONES);
	assert_int_equal(fault_of(UINT64_MAX, good[1], good[2]), DISCOVERY_ONES);
	assert_int_equal(fault_of(good[0], UINT64_MAX, good[2]), DISCOVERY_ONES);
	assert_int_equal(fault_of(good[0], good[1], UINT64_MAX), DISCOVERY_ONES);
	assert_int_equal(fault_of(good[0], 0, good[2]), DISCOVERY_NO_ADDRESS);
	assert_int_equal(fault_of(vectors[3][0], BIT(31), good[2]), DISCOVERY_NO_ADDRESS);
	assert_int_equal(fault_of(0, good[1], good[2]), DISCOVERY_NO_COUNTERS);
	assert_int_equal(fault_of(good[0] | MASK(62, 2), good[1], good[2]), DISCOVERY_NO_SPACE);
	assert_int_equal(fault_of(good[0] & ~MASK(0, 8), good[1], good[2]), DISCOVERY_NO_COUNTERS);
	assert_int_equal(fault_of(good[0] & ~MASK(16, 8), good[1], good[2]), DISCOVERY_NO_COUNTER_BITS);
	assert_int_equal(fault_of(good[0] | MASK(16, 8), good[1], good[2]), DISCOVERY_NO_COUNTER_BITS);
	assert_int_equal(fault_of(good[0] & ~MASK(8, 8), good[1], good[2]), DISCOVERY_SELECTS_AT_CONTROL);
	assert_int_equal(fault_of(good[0] & ~MASK(24, 8), good[1], good[2]), DISCOVERY_COUNTERS_AT_CONTROL);
}

static void expect_no_units(enum discovery_fault fault)
{
	const struct discovery *read = read_all();

	assert_int_equal(read->global.fault, fault);
	assert_int_equal(read->global.units, 0);
	assert_null(read->units);
	assert_true(table.reads <= 1);
	set_up(NULL);
}

TEST(tables_that_cannot_be_used_say_why)
{
	for (unsigned i = 0; i < DISCOVERY_WORDS; i++) {
		table.words[i] = UINT64_MAX;
		expect_no_units(DISCOVERY_ONES);
	}
	table.words[0] = table.words[1] = 0;
	expect_no_units(DISCOVERY_EMPTY);
	table.words[0] = 0;
	expect_no_units(DISCOVERY_SHORT_STRIDE);
	table.words[1] = 0;
	expect_no_units(DISCOVERY_NO_ADDRESS);
	table.words[0] |= MASK(62, 2);
	expect_no_units(DISCOVERY_NO_SPACE);
	for (unsigned stride = 0; stride < DISCOVERY_WORDS; stride++) {
		table.words[0] = 5 << 16 | stride << 8;
		expect_no_units(DISCOVERY_SHORT_STRIDE);
	}
	table.words[0] = 6 << 16 | STRIDE << 8;
	expect_no_units(DISCOVERY_TOO_LONG);
	table.words[0] = MASK(16, 10) | 255 << 8;
	expect_no_units(DISCOVERY_TOO_LONG);
	table.silent = 0;
	expect_no_units(DISCOVERY_UNREAD);
}

TEST(memory_that_holds_no_block_is_not_read)
{
	struct discovery_source source = {.bytes = 23, .read = read_table, .context = &table};
	const struct discovery *read = discovery_read(&table.arena, &source);

	assert_int_equal(read->global.fault, DISCOVERY_UNREAD);
	assert_int_equal(table.reads, 0);
}

TEST(every_fault_and_oddity_has_words)
{
	for (unsigned i = 0; i < DISCOVERY_FAULTS; i++)
		assert_true(strlen(discovery_fault_text(i)) > 1);
	for (unsigned i = 0; i < DISCOVERY_ODDITIES; i++)
		assert_true(strlen(discovery_oddity_text(BIT(i))) > 1);
	assert_string_equal(discovery_fault_text(DISCOVERY_FAULTS), "?");
	assert_string_equal(discovery_oddity_text(BIT(DISCOVERY_ODDITIES)), "?");
}

/* ---- whole tables ----------------------------------------------------------------------------------------- */

TEST(a_table_is_read_block_by_block)
{
	const struct discovery *read = read_all();

	assert_int_equal(read->global.units, 5);
	assert_int_equal(table.reads, BLOCKS);
	for (unsigned i = 0; i < 5; i++) {
		assert_int_equal(read->units[i].block, i);
		assert_int_equal(read->units[i].fault, i == 4 ? DISCOVERY_EMPTY : DISCOVERY_GOOD);
	}
	assert_int_equal(read->units[1].archetype.number, 1);
	assert_int_equal(read->units[2].type, 8);
}

/* A block of all ones, one of nobody's space, numbers out of order, the same unit twice, one that does not answer: the others stay. */
TEST(one_bad_block_spoils_no_other)
{
	const struct discovery *read;

	block(0)[0] = block(0)[1] = block(0)[2] = UINT64_MAX;
	block(2)[0] |= MASK(62, 2);
	memcpy(block(4), block(1), sizeof(vectors[1]));
	table.silent = 4 * STRIDE * 8;
	read = read_all();
	assert_int_equal(read->units[0].fault, DISCOVERY_ONES);
	assert_int_equal(read->units[1].fault, DISCOVERY_GOOD);
	assert_int_equal(read->units[2].fault, DISCOVERY_NO_SPACE);
	assert_int_equal(read->units[3].fault, DISCOVERY_ONES);
	assert_int_equal(read->units[4].fault, DISCOVERY_TWICE);
	block(4)[2] -= BIT(16);
	read = read_all();
	assert_int_equal(read->units[4].fault, DISCOVERY_GOOD);
	assert_int_equal(read->units[4].archetype.number, 0);
}

TEST(without_memory_there_is_no_table)
{
	struct discovery_source source = {.bytes = sizeof(table.words), .read = read_table, .context = &table};

	for (size_t size = 0;; size += 16) {
		struct arena small = {.at = (uint8_t *)table.memory, .size = size};

		if (discovery_read(&small, &source))
			break;
		assert_true(size < 4096);
	}
}

/* ---- box types of them ------------------------------------------------------------------------------------- */

/* clang-format off */
static const struct field control_fields[] = {
	FIELD_OF(FREEZE, "frz", 0, 1, RW), FIELD_OF(RESET_CONTROLS, "rst_ctrl", 8, 1, W1_TO), FIELD_OF(RESET_COUNTERS, "rst_ctrs", 9, 1, W1_TO),
};
static const struct field select_fields[] = {
	FIELD_OF(EVENT, "ev_sel", 0, 8, RW), FIELD_OF(UMASK, "umask", 8, 8, RW),
};
static const struct register_layout control = {.title = "control", .source = "none", FIELDS(control_fields), .width_bits = 32},
	select_32 = {.title = "select", .source = "none", FIELDS(select_fields), .width_bits = 32},
	select_64 = {.title = "select", .source = "none", FIELDS(select_fields), .width_bits = 64};
static const struct box_type lacking = {.name = "unit", .pmu = "unc_unit", .perf = "uncore_unit", .title = "unit"};
/* clang-format on */

static struct location locate(const struct box_type *type, uint16_t instance, enum role role, unsigned index)
{
	struct box box = {.type = type, .instance = instance};

	return box_location(&box, box_row_of_role(type, role), index);
}

static const struct box_type *make(const struct discovery_unit *units, unsigned count,
				   const struct register_layout *select)
{
	struct archetype_kind kind = {.type = &lacking, .select = select, .control = &control};
	struct archetype boxes[2];
	const struct box_type *type;

	for (unsigned i = 0; i < count; i++)
		boxes[i] = units[i].archetype;
	type = box_type_of_archetypes(&table.arena, &kind, boxes, count, 0);
	assert_non_null(type);
	assert_null(box_type_fault(type));
	return type;
}

TEST(its_units_make_box_types)
{
	const struct discovery_unit *units = read_all()->units;
	const struct box_type *cha = make(&units[0], 2, &select_64), *upi = make(&units[2], 1, &select_64),
			      *imc = make(&units[3], 1, &select_32);
	struct location counter = locate(upi, 0, ROLE_COUNTER, 3);

	assert_true(archetypes_alike(&units[0].archetype, &units[1].archetype));
	assert_int_equal(locate(cha, 1, ROLE_SELECT, 3).address, 0x2015);
	assert_int_equal(locate(cha, 1, ROLE_COUNTER, 3).address, 0x201b);
	assert_int_equal(locate(cha, 1, ROLE_FLAGS, 0).address, 0x2011);
	assert_int_equal(counter.address, 0x7e09338);
	assert_int_equal(counter.halves, HALVES_LIVE);
	assert_int_equal(locate(imc, 0, ROLE_SELECT, 3).address, 0xc802284c);
	assert_int_equal(locate(imc, 0, ROLE_COUNTER, 3).address, 0xc8022820);
	assert_int_equal(locate(imc, 0, ROLE_COUNTER, 3).width_bits, 64);
	assert_int_equal(locate(imc, 0, ROLE_SELECT, 3).width_bits, 32);
}
