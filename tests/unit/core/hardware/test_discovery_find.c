/* SPDX-License-Identifier: BSD-2-Clause */
/* Machines that describe themselves: their tables are found, what they say is made box types, and what they must not make us touch is left
 * alone. */
#include "boxes/processors.h"
#include "core/command/command.h"
#include "core/event/event.h"
#include "tests/unit/support/described_board.h"
#include "tests/unit/support/said.h"

#define CHA    UINT64_C(0x0000000108300204)
#define UPI    UINT64_C(0x8000006008303804)
#define IMC    UINT64_C(0x4000005c08304004)
#define IMC_AT UINT64_C(0xc8022800)

static uint64_t third(uint16_t type, uint16_t number, uint16_t position)
{
	return (uint64_t)position << 32 | (uint64_t)number << 16 | type;
}

/* The units of the sheet's vectors, and an empty block. */
static void fill_table(unsigned socket)
{
	uint64_t upi = board_add_function(socket, 1, 1, 0x3241);

	board_set_global(socket, 5);
	board_set_block(socket, 1, CHA, 0x2000, third(0, 0, 1));
	board_set_block(socket, 2, CHA, 0x2010, third(0, 1, 2));
	board_set_block(socket, 3, UPI, upi | 0x318, third(8, 0, 3));
	board_set_block(socket, 4, IMC, IMC_AT + 0x1000000 * socket, third(6, 0, 4));
}

static void start_sockets(unsigned sockets)
{
	board_start(sockets);
	for (unsigned i = 0; i < sockets; i++) {
		board_add_table(i, BOARD_TABLE + BOARD_TABLE_STEP * i);
		fill_table(i);
	}
}

static void ask(void)
{
	assert_true(machine_inventory(&board.machine));
	assert_int_equal(board.touched_memory, 0);
}

static const struct discovery_place *place(unsigned number)
{
	assert_non_null(board.machine.discovered);
	assert_true(number < board.machine.discovered->count);
	return &board.machine.discovered->places[number];
}

static const struct discovery_unit *unit(unsigned block)
{
	return &place(0)->table->units[block];
}

static const struct machine_box *box(unsigned socket, const char *name)
{
	return machine_box(&board.machine, socket, name);
}

static void expect_found(unsigned socket, const char *name)
{
	assert_non_null(box(socket, name));
	assert_int_equal(box(socket, name)->state, BOX_FOUND);
}

static struct output output;
static struct shell shell;

static void say(const char *line, enum record_form form)
{
	said_length = 0;
	output_start(&output, said_keep, NULL, form);
	shell = (struct shell){.machine = &board.machine, .output = &output};
	shell_line(&shell, slice_of(line));
}

static void expect_said(const char *what)
{
	if (!strstr(said, what))
		fail_msg("'%s' is not in\n%s", what, said);
}

/* ---- sound tables -------------------------------------------------------------------------------------------------------- */

TEST(units_of_two_sockets_are_boxes)
{
	static const char *const names[] = {"type0_0", "type0_1", "type6", "type8", "global"};

	start_sockets(2);
	ask();
	assert_string_equal(board.machine.processor->name, "unknown-xeon");
	assert_int_equal(board.machine.discovered->count, 2);
	assert_int_equal(place(0)->from.address, board_function(0, 0, 1) + 0x140);
	assert_int_equal(place(1)->socket, 1);
	for (unsigned socket = 0; socket < 2; socket++)
		for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
			expect_found(socket, names[i]);
	assert_int_equal(box(0, "type0_1")->evidence.address, 0x2018);
	assert_int_equal(box(1, "type8")->evidence.address, board_function(1, 1, 1) + 0x320);
	assert_int_equal(box(1, "type6")->evidence.address, IMC_AT + 0x1000000 + 8);
	assert_int_equal(board.machine.refused_count, 0);
}

/* A table that belongs to a part with a model in the tables says nothing; one of another vendor neither. */
TEST(only_machines_that_no_table_has_are_unknown_ones)
{
	start_sockets(1);
	board.machine.family = 15;
	ask();
	assert_null(board.machine.processor);
	assert_null(board.machine.discovered);
	start_sockets(1);
	strcpy(board.machine.vendor, "AuthenticAMD");
	ask();
	assert_null(board.machine.processor);
	board_start(1);
	ask();
	assert_null(board.machine.processor);
	assert_int_equal(board.machine.discovered->count, 0);
}

TEST(a_register_may_name_the_table_as_well)
{
	board_start(1);
	fill_table(0);
	board.msr_table = BOARD_TABLE;
	ask();
	assert_int_equal(board.machine.discovered->count, 1);
	assert_int_equal(place(0)->from.space, SPACE_MSR);
	expect_found(0, "type0_0");
	start_sockets(1);
	board.msr_table = BOARD_TABLE;
	ask();
	assert_int_equal(board.machine.discovered->count, 1);
}

/* Numbers need be neither dense nor in order; of two dies of one socket the second goes on behind the first. */
TEST(units_keep_the_numbers_of_their_table)
{
	board_start(1);
	board_add_table(0, BOARD_TABLE);
	board_set_global(0, 4);
	board_set_block(0, 1, CHA, 0x2030, third(21, 8, 0));
	board_set_block(0, 2, CHA, 0x2010, third(21, 2, 0));
	board_set_block(0, 3, CHA, 0x2000, third(21, 1, 0));
	board_set_block(0, 4, CHA, 0x2020, third(21, 0x8000, 0));
	ask();
	expect_found(0, "type21_8");
	assert_int_equal(box(0, "type21_32768")->evidence.address, 0x2028);
	assert_null(box(0, "type21_3"));

	board_start(1);
	board_add_table(0, BOARD_TABLE);
	fill_table(0);
	board.msr_table = BOARD_TABLE + BOARD_TABLE_STEP;
	memcpy(board.tables[1], board.tables[0], sizeof(board.tables[0]));
	board_set_block(1, 1, CHA, 0x2100, third(0, 0, 1));
	board_set_block(1, 2, CHA, 0x2110, third(0, 1, 2));
	ask();
	assert_int_equal(place(1)->die, 1);
	assert_int_equal(box(0, "type0_2")->evidence.address, 0x2108);
	assert_int_equal(box(0, "type0_3")->evidence.address, 0x2118);
	expect_found(0, "global1");
}

/* What blocks of a type say is taken of each. */
TEST(units_of_a_type_need_not_be_alike)
{
	start_sockets(1);
	board_set_block(0, 2, UINT64_C(0x0000000108200204), 0x2010, third(0, 1, 2));
	ask();
	assert_int_equal(box(0, "type0")->box.type->counter_bits, 48);
	assert_int_equal(box(0, "type0_2")->box.type->counter_bits, 32);
}

/* A base address register of 64 bits may lead above 4 GiB. */
TEST(a_table_may_be_above_4_gib)
{
	board_start(1);
	board.moved = UINT64_C(0x800000000);
	board_add_table(0, BOARD_TABLE + board.moved);
	fill_table(0);
	ask();
	assert_int_equal(place(0)->address, BOARD_TABLE + board.moved);
	expect_found(0, "type0_1");
}

/* A unit's address has three bits of a segment. */
TEST(units_may_be_in_several_segments)
{
	board_start(1);
	board_add_table(0, BOARD_TABLE);
	board_set_global(0, 3);
	for (unsigned i = 0; i < 3; i++) {
		uint64_t function = (uint64_t)(3 * i) << 28 | board_function(0, 1, 1);

		board_put(function, 0x32418086);
		board_set_block(0, 1 + i, UPI, function | 0x318, third(8, (uint16_t)i, (uint16_t)i));
	}
	ask();
	for (unsigned i = 0; i < 3; i++) {
		char name[] = "type8_0";

		name[6] += (char)i;
		expect_found(0, name);
		assert_int_equal(box(0, name)->evidence.address,
				 ((uint64_t)(3 * i) << 28 | board_function(0, 1, 1)) + 0x320);
	}
	say("info -a", FORM_TEXT);
	expect_said("pci 0006:7e:01.1+0x320");
}

/* An empty table, and one of nothing but what every reader passes over, leave a machine without units, and say why. */
TEST(a_table_may_be_empty)
{
	board_start(1);
	board_add_table(0, BOARD_TABLE);
	board_set_global(0, 0);
	ask();
	assert_null(board.machine.discovered ? machine_box(&board.machine, 0, "type0") : NULL);
	board_start(1);
	board_add_table(0, BOARD_TABLE);
	board_set_global(0, 2);
	board_set_block(0, 1, UINT64_MAX, UINT64_MAX, UINT64_MAX);
	ask();
	assert_int_equal(unit(0)->fault, DISCOVERY_ONES);
	assert_int_equal(unit(1)->fault, DISCOVERY_EMPTY);
}

TEST(a_table_may_have_a_thousand_units)
{
	board_start(1);
	board_add_table(0, BOARD_TABLE);
	board_set_global(0, 1023);
	for (unsigned i = 1; i < BOARD_BLOCKS; i++)
		board_set_block(0, i, CHA, 0x2000 + 0x10 * i, third(0x7f, (uint16_t)(i - 1), 0));
	ask();
	assert_int_equal(board.machine.box_count, 1023 + 1 + 1);
	expect_found(0, "type127_1022");
}

/* ---- parts whose boxes have names ------------------------------------------------------------------------------------------------ */

static void start_sapphire(void)
{
	start_sockets(2);
	for (unsigned socket = 0; socket < 2; socket++) {
		uint64_t ubox = board_add_function(socket, 0, 0, 0x3250);

		board_put(ubox + 0xc0, 1 - socket);
		board_put(ubox + 0xd4, 0x1);
		board_add_function(socket, 5, 1, 0x3246);
		board_add_function(socket, 2, 1, 0x3241);
	}
	board.machine.model = 0x8f;
	board.machine.processor = processor_find("GenuineIntel", 6, 0x8f, 0);
}

/* Links are where their functions are, whatever a table says that leaves one out; the U-Box is in none. */
TEST(units_of_known_types_have_names)
{
	start_sapphire();
	ask();
	assert_string_equal(board.machine.processor->name, "sapphire-rapids");
	assert_int_equal(place(0)->socket, 0);
	assert_int_equal(place(1)->socket, 1);
	expect_found(0, "cha0");
	expect_found(1, "cha1");
	expect_found(0, "imc");
	assert_true(box(0, "imc")->box.type->fixed);
	expect_found(1, "ubox");
	assert_int_equal(box(1, "ubox")->evidence.address, 0x2fd8);
	assert_non_null(strstr(unit(2)->unused, "known to be wrong"));
	expect_found(0, "upi0");
	assert_null(box_row_of_role(box(0, "upi0")->box.type, ROLE_FLAGS));
	assert_int_equal(box(1, "upi1")->evidence.address, board_function(1, 2, 1) + 0x320);
	expect_found(1, "m3upi");
	say("program -e 'cha*::UNC_CHA_CLOCKTICKS,imc::UNC_M_FIXED_CLOCKTICKS'", FORM_TEXT);
	assert_null(strstr(said, "error"));
	say("stat -a -t 1", FORM_TEXT);
	assert_null(strstr(said, "error"));
	expect_said("spr_unc_cha1::UNC_CHA_CLOCKTICKS");
}

TEST(emerald_rapids_has_the_ubox_that_tables_leave_out)
{
	start_sapphire();
	board.machine.model = 0xcf;
	board.machine.processor = processor_find("GenuineIntel", 6, 0xcf, 0);
	ask();
	assert_string_equal(board.machine.processor->name, "emerald-rapids");
	expect_found(1, "ubox");
	assert_int_equal(box(1, "ubox")->evidence.address, 0x2fd8);
	say("program -e ubox::UNC_U_RACU_REQUESTS", FORM_TEXT);
	assert_null(strstr(said, "error"));
}

/* Blocks that put every link where programs find it are right, and say where its status is. One elsewhere is not believed. */
TEST(blocks_of_links_are_believed_if_none_is_missing)
{
	start_sapphire();
	board_set_global(0, 7);
	board_set_global(1, 7);
	for (unsigned socket = 0; socket < 2; socket++) {
		board_set_block(socket, 5, UPI, board_function(socket, 2, 1) | 0x318, third(8, 1, 5));
		board_set_block(socket, 6, UPI, board_function(socket, 3, 1) | 0x320, third(8, 2, 6));
	}
	ask();
	assert_null(unit(2)->unused);
	assert_non_null(strstr(unit(5)->unused, "known to be wrong"));
	expect_found(0, "upi0");
	expect_found(1, "upi1");
	assert_null(box(0, "upi2"));
	assert_non_null(box_row_of_role(box(0, "upi0")->box.type, ROLE_FLAGS));
	assert_int_equal(box_place(&box(0, "upi1")->box)->summary, BIT(5));
}

/* The map of nodes has the sockets the other way round than their buses. */
TEST(a_map_says_whose_a_table_is)
{
	start_sapphire();
	for (unsigned socket = 0; socket < 2; socket++)
		board_put(board_function(socket, 0, 0) + 0xc0, socket);
	ask();
	assert_int_equal(place(0)->socket, 1);
	assert_int_equal(place(1)->socket, 0);
	assert_int_equal(box(1, "upi0")->evidence.address, board_function(0, 1, 1) + 0x320);
}

/* A register that says how many CHAs there are is believed, unless it says nothing. */
TEST(the_number_of_chas_is_that_of_the_register)
{
	struct location count = {.space = SPACE_MSR, .address = 0x2ffe};

	start_sapphire();
	board_find(&count)->value = 1;
	ask();
	assert_non_null(strstr(unit(1)->unused, "one more than a register gives"));
	assert_null(box(0, "cha1"));
	expect_found(1, "cha1");
}

TEST(a_register_that_says_more_chas_is_told_of)
{
	struct location count = {.space = SPACE_MSR, .address = 0x2ffe};

	start_sapphire();
	board_find(&count)->value = 7;
	ask();
	say("info", FORM_TEXT);
	expect_said("CHAs in its table, but 7 in a register: the others are not tested");
}

/* Free-running counters are at places that follow from the number of their IIO: one that is elsewhere has none that are known. */
TEST(free_counters_are_those_of_places_that_are_known)
{
	const struct register_row *row;

	start_sapphire();
	board_set_global(0, 7);
	board_set_block(0, 6, CHA, 0x3010, third(1, 1, 0));
	board_set_block(0, 7, CHA, 0x3100, third(1, 2, 0));
	ask();
	row = box_row_of_role(box(0, "iio1")->box.type, ROLE_FREE_COUNTER);
	assert_int_equal(box_row_count(&box(0, "iio1")->box, row), 17);
	assert_int_equal(box_location(&box(0, "iio1")->box, row, 0).address, 0x341e);
	assert_int_equal(box_location(&box(0, "iio1")->box, row, 16).address, 0x381f);
	assert_int_equal(box_row_count(&box(0, "iio2")->box, row), 0);
}

/* ---- boxes that no table of the machine has ------------------------------------------------------------------------------- */

#define FREE_CLOCK 0x22b0

/* The function that holds where the controllers of a socket are: 512 KiB apart, as on a board. */
static uint64_t add_controllers(unsigned socket)
{
	uint64_t holder = board_add_function(socket, 0, 2, 0x3251);

	board_put(holder + 0xd0, 0xe0000000 | (0x1e1 + socket));
	for (unsigned i = 0; i < 4; i++)
		board_put(holder + 0xd8 + 4 * i, 0xfffff800 | (0x100 + 0x80 * i));
	return holder;
}

/* By the map of nodes the first bus is the second socket's. */
TEST(controllers_are_of_the_socket_whose_bus_their_function_is_on)
{
	start_sapphire();
	for (unsigned socket = 0; socket < 2; socket++) {
		add_controllers(socket);
		board_put(board_function(socket, 0, 0) + 0xc0, socket);
	}
	ask();
	for (unsigned socket = 0; socket < 2; socket++) {
		uint64_t base = UINT64_C(0x1e2) - socket;

		expect_found(socket, "imc_free0");
		expect_found(socket, "imc_free3");
		assert_int_equal(box(socket, "imc_free0")->evidence.address, (base << 23) + 0x100000 + FREE_CLOCK);
		assert_int_equal(box(socket, "imc_free3")->evidence.address, (base << 23) + 0x280000 + FREE_CLOCK);
	}
	say("program -e 'imc_free*::UNC_M_WPQ_CYCLES_FREERUN'", FORM_TEXT);
	assert_null(strstr(said, "error"));
	expect_said("0xf1102320");
}

static void expect_hidden(unsigned number)
{
	char bytes[] = "imc_free0";

	bytes[sizeof(bytes) - 2] = (char)('0' + number);
	ask();
	assert_non_null(box(0, bytes));
	assert_int_equal(box(0, bytes)->state, BOX_HIDDEN);
}

TEST(controllers_that_nobody_has_placed_are_not_touched)
{
	start_sapphire();
	expect_hidden(0);
	start_sapphire();
	board_put(add_controllers(0) + 0xd0, 0);
	expect_hidden(0);
	start_sapphire();
	board_put(add_controllers(0) + 0xdc, 0x7ff);
	expect_hidden(1);
	expect_found(0, "imc_free0");
	start_sapphire();
	board_put(add_controllers(0) + 0xd0, 1);
	expect_hidden(2);
}

/* What is known of a type must fit what the table says of a unit; else it is a unit like any other. */
TEST(units_that_are_not_as_they_should_be_are_units_nevertheless)
{
	start_sapphire();
	board_set_global(0, 6);
	board_set_block(0, 6, UINT64_C(0x0000000108200204), 0x2020, third(0, 2, 0));
	ask();
	expect_found(0, "cha0");
	assert_string_equal(box(0, "cha_2")->box.type->name, "cha_2");
}

/* A known part without a table has no boxes, and says so. */
TEST(a_known_part_without_a_table_says_so)
{
	board_start(1);
	board.machine.processor = processor_find("GenuineIntel", 6, 0xad, 0);
	ask();
	say("info", FORM_TEXT);
	expect_said("granite-rapids");
	expect_said("no discovery table was found");
}

/* ---- tables that are wrong ------------------------------------------------------------------------------------------------- */

static void expect_wrong(const char *why)
{
	ask();
	assert_int_equal(board.machine.discovered->count, 1);
	assert_non_null(place(0)->wrong);
	assert_non_null(strstr(place(0)->wrong, why));
	assert_null(place(0)->table);
}

TEST(a_table_in_memory_is_not_touched)
{
	start_sockets(1);
	board.memory = (struct memory_region){0, BOARD_TABLE + 1, false};
	ask();
	assert_non_null(strstr(place(0)->wrong, "in memory"));
	start_sockets(1);
	board.machine.memory = NULL;
	board.machine.memory_count = 0;
	expect_wrong("the ranges of memory are unknown");
}

/* What it has at 100H are registers of its own, whatever they hold. */
TEST(a_function_without_capabilities_has_no_table)
{
	start_sockets(1);
	board_put(board_function(0, 0, 1) + 4, 0xffef0002);
	ask();
	assert_true(!board.machine.discovered || !board.machine.discovered->count);
}

/* As firmware leaves it that has no driver for it. What is in the status is not cleared. */
TEST(decoding_that_is_off_is_on_for_as_long_as_the_table_is_read)
{
	start_sockets(2);
	board_put(board_function(1, 0, 1) + 4, 0xffff0144);
	ask();
	expect_found(1, "type8");
	assert_int_equal(board.command_count, 2);
	assert_int_equal(board.commands[0], 0x146);
	assert_int_equal(board.commands[1], 0x144);
	assert_int_equal(*board_word(board_function(1, 0, 1) + 4), 0xffff0144);
}

TEST(decoding_is_switched_on_only_for_what_is_a_device)
{
	start_sockets(1);
	board_put(board_function(0, 0, 1) + 4, 0x00100144);
	board.memory = (struct memory_region){0, BOARD_TABLE + 1, false};
	expect_wrong("in memory");
	assert_int_equal(board.command_count, 0);
	start_sockets(1);
	board_put(board_function(0, 0, 1) + 4, 0x00100144);
	board_put(board_function(0, 0, 1) + 0x10, 4);
	board_put(board_function(0, 0, 1) + 0x14, 0);
	expect_wrong("gave its function none");
	assert_int_equal(board.command_count, 0);
}

TEST(a_function_that_sleeps_or_stays_off)
{
	uint64_t function = board_function(0, 0, 1);

	start_sockets(1);
	board_put(function + 4, 0x00100144);
	board_put(function + 0x34, 0x40);
	board_put(function + 0x40, 0x5010); /* PCI Express, and behind it */
	board_put(function + 0x50, 0x0001); /* power management */
	board_put(function + 0x54, 0x3);
	expect_wrong("sleep state");
	assert_int_equal(board.command_count, 0);
	start_sockets(1);
	board_put(function + 4, 0x00100144);
	board.stays_off = true;
	expect_wrong("stays off");
	assert_int_equal(board.command_count, 2);
	assert_int_equal(board.commands[1], 0x144);
}

TEST(a_base_that_leads_nowhere_is_said)
{
	start_sockets(1);
	board_put(board_function(0, 0, 1) + 0x10, 0xe001);
	expect_wrong("ports");
	start_sockets(1);
	board_put(board_function(0, 0, 1) + 0x10, 4);
	board_put(board_function(0, 0, 1) + 0x14, 0);
	expect_wrong("gave its function none");
	start_sockets(1);
	board_put(board_function(0, 0, 1) + 0x14c, 7);
	expect_wrong("names no base address register");
	start_sockets(1);
	board_put(board_function(0, 0, 1) + 0x14c, 5);
	ask();
	assert_non_null(place(0)->wrong);
}

/* Each step leads to the one before it. */
TEST(capabilities_that_lead_back_come_to_an_end)
{
	start_sockets(1);
	board_put(board_function(0, 0, 1) + 0x140, 0x10010023);
	ask();
	assert_int_equal(board.machine.discovered->count, 1);
	expect_found(0, "type0_0");
}

TEST(tables_that_cannot_be_read_have_no_units)
{
	start_sockets(1);
	board.dead = true;
	ask();
	assert_int_equal(place(0)->table->global.fault, DISCOVERY_UNREAD);
	start_sockets(1);
	memset(board.tables, 0, sizeof(board.tables));
	ask();
	assert_int_equal(place(0)->table->global.fault, DISCOVERY_EMPTY);
	start_sockets(1);
	memset(board.tables, 0xff, sizeof(board.tables));
	ask();
	assert_int_equal(place(0)->table->global.fault, DISCOVERY_ONES);
	assert_string_equal(board.machine.processor->name, "unknown-xeon");
}

/* An accelerator's function is first in order of buses, and its table reads all ones while it sleeps. */
static void start_with_card(void)
{
	uint64_t bridge, card;

	board_start(2);
	bridge = board_add_function_at(0x15, 1, 0, 0x352a);
	board_put(bridge + 0x0c, 0x00010000);
	board_put(bridge + 0x18, 0x00181615);
	card = board_add_function_at(0x17, 0, 1, 0x09a7);
	board_put(card + 0x04, 0x00100002);
	board_put(card + 0x10, 0xe0000000);
	board_put(card + 0x100, 0x00010023);
	board_put(card + 0x108, 1);
	board_put(card + 0x10c, 0);
	for (unsigned i = 0; i < 2; i++) {
		board_add_table(i, BOARD_TABLE + BOARD_TABLE_STEP * i);
		fill_table(i);
	}
}

TEST(a_card_below_a_bridge_is_no_die)
{
	start_with_card();
	ask();
	assert_int_equal(board.machine.discovered->count, 3);
	assert_non_null(strstr(place(0)->wrong, "belongs to a card"));
	assert_null(place(0)->table);
	assert_int_equal(place(1)->socket, 0);
	assert_int_equal(place(1)->die, 0);
	assert_int_equal(place(2)->socket, 1);
	expect_found(0, "type0_1");
	expect_found(1, "type0_1");
	assert_null(box(1, "global1"));
	say("info", FORM_TEXT);
	expect_said("it belongs to a card, not to a die");
}

/* Nor is one that is below no bridge that shows, if it does not read as a table and the others are as many as sockets. */
TEST(a_table_that_is_none_takes_no_number)
{
	start_with_card();
	board_put((UINT64_C(0x15) << 20) + BOX_FUNCTION(1, 0) + 0x18, 0);
	ask();
	assert_int_equal(place(0)->table->global.fault, DISCOVERY_EMPTY);
	assert_int_equal(place(1)->socket, 0);
	assert_int_equal(place(1)->die, 0);
	assert_int_equal(place(2)->socket, 1);
	/* That of a die is counted: the other socket's is not taken for its. */
	start_sockets(2);
	memset(board.tables[0], 0, sizeof(board.tables[0]));
	ask();
	assert_int_equal(place(1)->socket, 1);
	expect_found(1, "type0_0");
}

TEST(tables_of_sockets_without_processors_are_left_out)
{
	start_sockets(2);
	board.machine.socket_count = board.machine.cpu_count = 1;
	board.machine.discovered = NULL;
	ask();
	assert_int_equal(board.machine.discovered->count, 2);
	assert_int_equal(place(1)->socket, 0);
}

/* ---- units that must not be touched ------------------------------------------------------------------------------------------ */

static void expect_unused(unsigned block, const char *why)
{
	assert_non_null(unit(block)->unused);
	assert_non_null(strstr(unit(block)->unused, why));
}

TEST(units_where_nothing_of_the_uncore_is_are_left_out)
{
	start_sockets(1);
	board_add_function(0, 2, 0, 0x1234);
	board_put(board_function(0, 2, 0), 0x123410ec);
	board_set_global(0, 10);
	board_set_block(0, 5, IMC, 0x1000000, third(6, 1, 0));
	board_set_block(0, 6, IMC, BOARD_RAM - 0x20, third(6, 2, 0));
	board_set_block(0, 7, CHA, 0x174, third(0, 2, 0));
	board_set_block(0, 8, UPI, board_function(0, 1, 1) | 0x10, third(8, 1, 0));
	board_set_block(0, 9, UPI, board_function(0, 1, 1) | 0xfd0, third(8, 2, 0));
	board_set_block(0, 10, UPI, board_function(0, 2, 0) | 0x318, third(8, 3, 0));
	ask();
	expect_unused(4, "in memory");
	expect_unused(5, "in memory");
	expect_unused(6, "not the uncore's");
	expect_unused(7, "header");
	expect_unused(8, "beyond its function");
	expect_unused(9, "another vendor");
	expect_found(0, "type6");
}

/* One block that makes no sense does not spoil the type of the others. */
TEST(units_that_do_not_hang_together_are_left_out)
{
	start_sockets(1);
	board_set_global(0, 6);
	board_set_block(0, 5, IMC, IMC_AT + 0x4002, third(6, 1, 0));
	board_set_block(0, 6, UINT64_C(0x4000005c083008ff), IMC_AT + 0x8000, third(6, 2, 0));
	ask();
	expect_unused(4, "multiple of its size");
	expect_unused(5, "overlap");
	assert_int_equal(unit(5)->archetype.counters, 8);
	expect_found(0, "type6");
	assert_int_equal(board.machine.refused_count, 0);
}

/* ---- commands ------------------------------------------------------------------------------------------------------------------ */

TEST(info_groups_boxes_and_says_what_is_left_out)
{
	start_sockets(2);
	board_set_global(0, 8);
	board_set_block(0, 7, IMC, 0x1000000, third(6, 1, 0));
	ask();
	say("info", FORM_TEXT);
	expect_said("discovery      socket 0 die 0: 8 units at 0xf0000000, 4 of them used");
	expect_said("blocks 4-5,7 (left out) is empty");
	expect_said("block 6 (left out) is in memory");
	expect_said("0       type0_0-1             found          4 x 48 bits  msr 0x2008 to msr 0x2018");
	assert_null(strstr(said, "held what was written"));
	say("info -a", FORM_TEXT);
	expect_said("held what was written");
	say("info", FORM_JSON);
	expect_said(
		"{\"record\":\"discovery_blocks\",\"socket\":0,\"die\":0,\"blocks\":\"4-5,7\",\"count\":3,\"used\":0,\"what\":\"is empty\"}");
}

TEST(info_of_a_thousand_units_is_short)
{
	board_start(1);
	board_add_table(0, BOARD_TABLE);
	board_set_global(0, 1023);
	for (unsigned i = 1; i < BOARD_BLOCKS; i++)
		board_set_block(0, i, CHA, 0x2000 + 0x10 * i, third((uint16_t)(i % 10), (uint16_t)(i / 10), 0));
	ask();
	say("info", FORM_TEXT);
	assert_true(said_length < 4096);
	expect_said("1025 boxes answer");
}

/* Perf's spelling is what Linux calls types that it does not know. */
TEST(events_of_unknown_types_are_numbers)
{
	struct event_config config;
	struct diagnostic diagnostic;
	char bytes[128];
	struct text text = TEXT_OVER(bytes);

	start_sockets(2);
	ask();
	assert_true(event_parse(board.machine.processor,
				slice_of("uncore_type_0_1/event=0x05,umask=0x3000cf,edge,inv,thresh=7/"), &config,
				&diagnostic));
	assert_int_equal(config.instance, 1);
	assert_int_equal(config.select, UINT64_C(0x300007840000) | 0xcf05);
	event_canonical(&config, 1, &text);
	assert_string_equal(bytes, "unc_type0_1:0x30000784cf05");
	assert_true(event_parse(board.machine.processor, slice_of(bytes), &config, &diagnostic));
	assert_true(event_parse(board.machine.processor, slice_of("uncore_type_6/event=1/"), &config, &diagnostic));
	assert_true(event_parse(board.machine.processor, slice_of("type6:0x1"), &config, &diagnostic));
	assert_false(event_parse(board.machine.processor, slice_of("uncore_type_6/event=1,umask=0x1000000/"), &config,
				 &diagnostic));
}

TEST(every_counter_can_be_programmed)
{
	start_sockets(2);
	ask();
	say("program -e uncore_type_8/event=5/", FORM_TEXT);
	expect_said("type8.ctl0");
	assert_null(strstr(said, "error"));
	say("stat -a -t 1", FORM_TEXT);
	assert_null(strstr(said, "error"));
	expect_said("unc_type0_1:0x1");
	say("peek type6.box_ctl", FORM_TEXT);
	expect_said("type6.box_ctl");
	say("list", FORM_TEXT);
	expect_said("type0_0-1: units of type 0, which no document describes, 4 counters of 48 bits");
	assert_int_equal(board.touched_memory, 0);
}

/* The firmware may leave all units of a die frozen: a session lets them go and puts that back. */
TEST(what_is_frozen_at_boot_is_let_go_while_events_are_counted)
{
	struct location global = {.space = SPACE_MSR, .address = 0x2ff0, .socket = 0};

	start_sockets(1);
	board_find(&global)->value = 1;
	ask();
	assert_true(box(0, "global")->frozen);
	say("program -e type0_0:0x1", FORM_TEXT);
	expect_said("global.global_ctl");
	say("stat -e type0_0:0x1 -t 1", FORM_TEXT);
	assert_null(strstr(said, "error"));
	assert_int_equal(board_find(&global)->value, 1);
}
