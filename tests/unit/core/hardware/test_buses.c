/* SPDX-License-Identifier: BSD-2-Clause */
/* Where sockets have their boxes: the ways that tables name, what becomes of those that lie, and functions that
 * are hidden, or others than they should be. */
#include "core/hardware/buses.h"
#include "lib/text.h"
#include "tests/unit/support/one_processor.h"
#include "tests/unit/support/unit.h"

#define VENDOR             0x8086
#define CHAIN_AT           BOX_FUNCTION(5, 0)
#define MAP_AT             BOX_FUNCTION(11, 0)
#define BOX_AT             BOX_FUNCTION(14, 1)
#define OTHER_AT           BOX_FUNCTION(16, 4)
#define MATCH_AT           BOX_FUNCTION(16, 6)
#define CHAIN_ID           0x3c28
#define MAP_ID             0x3ce0
#define BOX_ID             0x3c46
#define OTHER_ID           0x3cb4
#define MATCH_ID           0x3c86
#define BASE(segment, bus) ((uint64_t)(segment) << 28 | (uint64_t)(bus) << 20)

/* ---- a board ----------------------------------------------------------------------------------------------- */

struct word {
	uint64_t address;
	uint32_t value;
};

static struct {
	struct hw hw;
	struct machine machine;
	struct arena arena;
	uint8_t memory[8192];
	struct word words[64];
	unsigned count, reads;
	struct ecam_region regions[4];
	struct pci_function functions[8];
} board;

static enum outcome board_read(struct hw *hw, const struct location *where, uint64_t *value)
{
	(void)hw;
	assert_int_equal(where->space, SPACE_PCI);
	assert_int_equal(where->width_bits, 32);
	board.reads++;
	*value = UINT32_MAX;
	for (unsigned i = 0; i < board.count; i++)
		if (board.words[i].address == where->address)
			*value = board.words[i].value;
	return *value == UINT32_MAX ? OUTCOME_ALL_ONES : OUTCOME_OK;
}

static void put(uint64_t address, uint32_t value)
{
	for (unsigned i = 0; i < board.count; i++)
		if (board.words[i].address == address)
			board.words[i].value = value;
	board.words[board.count++] = (struct word){address, value};
}

static void put_function(uint64_t address, uint16_t id)
{
	put(address, (uint32_t)id << 16 | VENDOR);
}

/* The boxes of a socket on their bus. */
static void put_boxes(uint64_t base)
{
	put_function(base + BOX_AT, BOX_ID);
	put_function(base + OTHER_AT, OTHER_ID);
	put_function(base + MATCH_AT, MATCH_ID);
}

static void put_chain(uint64_t base, uint8_t next)
{
	put_function(base + CHAIN_AT, CHAIN_ID);
	put(base + CHAIN_AT + 0x108, 0x55000055u | (uint32_t)next << 8);
}

/* The map has socket i's node in field i. */
static void put_map(uint64_t base, uint32_t node, uint32_t map)
{
	struct pci_function *function = &board.functions[board.machine.function_count++];

	put_function(base + MAP_AT, MAP_ID);
	put(base + MAP_AT + 0x40, 0xfff8 | node);
	put(base + MAP_AT + 0x54, map);
	*function = (struct pci_function){.segment = (uint16_t)(base >> 28),
					  .bus = (uint8_t)(base >> 20),
					  .device = 11,
					  .vendor_id = VENDOR,
					  .device_id = MAP_ID};
}

static void put_region(uint16_t segment, uint8_t first, uint8_t last)
{
	board.regions[board.machine.ecam_count++] =
		(struct ecam_region){.segment = segment, .first_bus = first, .last_bus = last};
}

/* ---- a processor --------------------------------------------------------------------------------------------- */

static const struct box_instance one_instances[] = {{.base = {BOX_AT}, .id = {BOX_ID}}};
static const struct box_instance two_instances[] = {{.base = {OTHER_AT, MATCH_AT}, .id = {OTHER_ID, MATCH_ID}}};
static const struct box_type one = {
	.name = "ha", .instance_table = one_instances, .instances = 1, .space = SPACE_PCI, .based = BASE_OF_SOCKET};
static const struct box_type two = {
	.name = "imc", .instance_table = two_instances, .instances = 1, .space = SPACE_PCI, .based = BASE_OF_SOCKET};
static const struct box_type *const types[] = {&one, &two};
static const struct base_finder both_ways[] = {
	{.way = BASE_BY_CHAIN, .vendor = VENDOR, .at = CHAIN_AT, .field = {0x108, 8, 8}},
	{.way = BASE_BY_MAP, .vendor = VENDOR, .id = MAP_ID, .fields = 8, .node = {0x40, 0, 3}, .field = {0x54, 0, 3}},
	{.way = BASE_BY_LOOKING, .vendor = VENDOR},
};
static const struct base_finder *const no_way = &both_ways[2];
static struct processor processor = {.types = types, .type_count = 2};

static void start_with(const struct base_finder *finders, uint16_t sockets)
{
	memset(&board, 0, sizeof(board));
	board.hw = one_processor;
	board.hw.read = board_read;
	board.arena = (struct arena){.at = board.memory, .size = sizeof(board.memory)};
	processor.finders = finders;
	board.machine = (struct machine){.hw = &board.hw,
					 .arena = &board.arena,
					 .processor = &processor,
					 .socket_count = sockets,
					 .ecam = board.regions,
					 .functions = board.functions};
}

static const struct socket_bus *find(unsigned socket)
{
	assert_true(buses_find(&board.machine));
	return &board.machine.buses[socket];
}

static void expect_bus(unsigned socket, uint64_t base, const char *diagnostic)
{
	const struct socket_bus *bus = find(socket);

	assert_int_equal(bus->base, base);
	if (diagnostic)
		assert_string_equal(buses_diagnostic(&board.machine, bus), diagnostic);
	else
		assert_null(buses_diagnostic(&board.machine, bus));
}

/* ---- finding ------------------------------------------------------------------------------------------------- */

TEST(both_ways_lead_to_each_socket)
{
	start_with(both_ways, 2);
	put_region(0, 0, 0xff);
	put_chain(BASE(0, 0), 0x7f);
	put_chain(BASE(0, 0x80), 0xff);
	put_map(BASE(0, 0x7f), 4, 0x1 << 3 | 4);
	put_map(BASE(0, 0xff), 1, 0x1 << 3 | 4);
	put_boxes(BASE(0, 0x7f));
	put_boxes(BASE(0, 0xff));
	expect_bus(0, BASE(0, 0x7f), NULL);
	expect_bus(1, BASE(0, 0xff), NULL);
	assert_int_equal(board.machine.buses_too_many, 0);
}

/* Buses of a segment that are in none of its regions cannot be read; each segment has a chain of its own. */
TEST(segments_and_parts_of_them)
{
	start_with(both_ways, 2);
	put_region(1, 0x90, 0xff);
	put_region(1, 0x40, 0x7f);
	put_region(3, 0, 0x3f);
	put_chain(BASE(1, 0x40), 0x7e);
	put_chain(BASE(3, 0), 0x3f);
	put_map(BASE(1, 0x7e), 0, 0x8);
	put_map(BASE(3, 0x3f), 1, 0x8);
	put_boxes(BASE(1, 0x7e));
	put_boxes(BASE(3, 0x3f));
	expect_bus(0, BASE(1, 0x7e), NULL);
	expect_bus(1, BASE(3, 0x3f), NULL);
}

TEST(a_chain_that_leads_back_ends)
{
	start_with(both_ways, 2);
	put_region(0, 0, 0xff);
	put_chain(BASE(0, 0), 0x10);
	put_chain(BASE(0, 0x11), 0x10);
	put_map(BASE(0, 0x10), 0, 0x8);
	put_boxes(BASE(0, 0x10));
	expect_bus(0, BASE(0, 0x10), NULL);
	expect_bus(1, BUS_NOWHERE, "no bus with its functions was found");
}

TEST(where_ways_disagree_functions_decide)
{
	start_with(both_ways, 1);
	put_region(0, 0, 0xff);
	put_chain(BASE(0, 0), 0x42);
	put_map(BASE(0, 0xff), 0, 0);
	put_boxes(BASE(0, 0xff));
	expect_bus(0, BASE(0, 0xff), "the chain of bus numbers and the node ID map disagree");
	put_boxes(BASE(0, 0x42));
	expect_bus(0, BASE(0, 0x42), "the chain of bus numbers and the node ID map disagree");
}

TEST(one_way_alone_is_told)
{
	start_with(both_ways, 1);
	put_region(0, 0, 0xff);
	put_map(BASE(0, 0xff), 2, 2);
	put_boxes(BASE(0, 0xff));
	expect_bus(0, BASE(0, 0xff), "the chain of bus numbers does not lead there");
	start_with(both_ways, 1);
	put_region(0, 0, 0xff);
	put_chain(BASE(0, 0), 0xff);
	put_boxes(BASE(0, 0xff));
	expect_bus(0, BASE(0, 0xff), "no node ID map says so");
}

TEST(without_any_way_functions_lead)
{
	start_with(no_way, 1);
	put_region(0, 0, 0xff);
	put_boxes(BASE(0, 0xfe));
	expect_bus(0, BASE(0, 0xfe), NULL);
	assert_int_equal(find(0)->ways[BASE_BY_LOOKING], BASE(0, 0xfe));
	put_boxes(BASE(0, 0x3e));
	expect_bus(0, BASE(0, 0x3e), NULL);
	assert_int_equal(board.machine.buses_too_many, 1);
}

TEST(nodes_of_nobody_are_counted)
{
	start_with(both_ways, 1);
	put_region(0, 0, 0xff);
	put_map(BASE(0, 0x30), 7, 0);       /* in no field */
	put_map(BASE(0, 0x40), 5, 5 << 15); /* of socket 5 */
	(void)find(0);
	assert_int_equal(board.machine.buses_too_many, 2);
}

TEST(two_that_claim_a_socket_are_told)
{
	start_with(both_ways, 1);
	put_region(0, 0, 0xff);
	put_chain(BASE(0, 0), 0xff);
	put_map(BASE(0, 0xff), 0, 0);
	put_map(BASE(0, 0x7f), 0, 0);
	put_boxes(BASE(0, 0xff));
	expect_bus(0, BASE(0, 0xff), "two buses claim to be this socket's");
}

/* ---- bases that are no bus ------------------------------------------------------------------------------------- */

#define HOLDER_ID 0x3251

static const struct base_register holder = {
	.id = HOLDER_ID,
	.fields = {{.field = {0xd0, 0, 29}, .shift = 23}, {.field = {0xd8, 0, 11}, .step = 4, .shift = 12}},
};
static const struct box_instance memory_instances[3] = {{.base = {0x2800}}, {.base = {0x2800}}, {.base = {0x2800}}};
static const struct box_type memory = {.name = "imc",
				       .instance_table = memory_instances,
				       .base_register = &holder,
				       .instances = 3,
				       .space = SPACE_MMIO,
				       .based = BASE_IN_REGISTER};

/* The function that holds the bases, on a bus of the second socket. */
static void put_holder(uint8_t bus)
{
	struct pci_function *function = &board.functions[board.machine.function_count++];
	uint64_t at = BASE(0, bus) + BOX_FUNCTION(0, 1);

	*function = (struct pci_function){.bus = bus, .function = 1, .vendor_id = VENDOR, .device_id = HOLDER_ID};
	put_function(at, HOLDER_ID);
	put(at + 0xd0, 0xe0000000 | (0x100 + bus));
	put(at + 0xd8, 0x800 | 0x10);
	put(at + 0xdc, 0xfffff800 | 0x20);
}

TEST(a_register_of_a_function_holds_a_base)
{
	static const struct memory_region ram = {0, 0x80000000, false};
	struct machine_box place = {.box = {.type = &memory, .instance = 1}};

	start_with(no_way, 2);
	board.machine.memory = &ram;
	board.machine.memory_count = 1;
	put_region(0, 0, 0xff);
	put_holder(0x30);
	assert_int_equal(buses_function(&board.machine, HOLDER_ID, 0), BASE(0, 0x30) + BOX_FUNCTION(0, 1));
	assert_int_equal(buses_function(&board.machine, HOLDER_ID, 1), BUS_NOWHERE);
	place.box.base = buses_base(&board.machine, &place.box);
	assert_int_equal(place.box.base, (UINT64_C(0x130) << 23) + (0x20 << 12));
	assert_true(buses_confirm(&board.machine, &place));
	place.box.socket = 1; /* whose function is not there */
	place.box.base = buses_base(&board.machine, &place.box);
	assert_int_equal(place.box.base, 0);
	assert_false(buses_confirm(&board.machine, &place));
	assert_int_equal(place.state, BOX_HIDDEN);
	place.box.socket = 0;
	place.box.instance = 2; /* whose register does not answer */
	assert_int_equal(buses_base(&board.machine, &place.box), 0);
}

/* A field that nobody has filled in, or a controller that is not there, leaves a base that is another device's. */
TEST(a_base_is_whole_or_none)
{
	static const struct {
		uint16_t offset;
		uint32_t value;
	} unfilled[] = {{0xd0, 0xe0000000}, {0xd0, UINT32_MAX}, {0xdc, 0xfffff800}, {0xdc, 0x7ff}};
	struct base_register watched = holder;
	struct box_type channels = memory;
	struct box box = {.type = &channels, .instance = 1};

	for (size_t i = 0; i < ARRAY_SIZE(unfilled); i++) {
		start_with(no_way, 1);
		put_region(0, 0, 0xff);
		put_holder(0x30);
		put(BASE(0, 0x30) + BOX_FUNCTION(0, 1) + unfilled[i].offset, unfilled[i].value);
		assert_int_equal(buses_base(&board.machine, &box), 0);
	}
	channels.base_register = &watched;
	watched.witness_id = 0x3252;
	watched.witness_at = BOX_FUNCTION(12, 0);
	watched.witness_step = BOX_FUNCTION(1, 0);
	start_with(no_way, 1);
	put_region(0, 0, 0xff);
	put_holder(0x30);
	put_function(BASE(0, 0x30) + BOX_FUNCTION(12, 0), 0x3252);
	assert_int_equal(buses_base(&board.machine, &box), 0);
	put_function(BASE(0, 0x30) + BOX_FUNCTION(13, 0), 0x3252);
	assert_int_not_equal(buses_base(&board.machine, &box), 0);
}

/* Whatever a register says: what is in memory is not written to. */
TEST(a_base_in_memory_is_not_touched)
{
	static const struct register_layout ctr = {.title = "ctr", .width_bits = 64};
	static const struct register_row rows[] = {{.name = "ctr",
						    .role = ROLE_COUNTER,
						    .bank = 0,
						    .layout = &ctr,
						    .count = 2,
						    .stride = 0x80,
						    .offset = 0x10}};
	struct memory_region ram = {0, UINT64_C(0x130) << 23, false};
	const struct node_memory node = {0, 0x80000000, 0};
	struct box_type channels = memory;
	struct machine_box place = {.box = {.type = &channels, .instance = 1}};

	channels.registers = rows;
	channels.register_count = 1;
	start_with(no_way, 1);
	put_region(0, 0, 0xff);
	put_holder(0x30);
	place.box.base = buses_base(&board.machine, &place.box);
	assert_false(buses_confirm(&board.machine, &place)); /* nobody knows where there is memory */
	board.machine.memory = &ram;
	board.machine.memory_count = 1;
	assert_true(buses_confirm(&board.machine, &place));
	ram.bytes += (0x20 << 12) + 0x2800 + 0x90 + 1; /* the second register is in it */
	assert_false(buses_confirm(&board.machine, &place));
	assert_non_null(strstr(place.how, "in memory"));
	/* What is reserved may be registers, but not within the memory that SRAT tells of. */
	ram = (struct memory_region){UINT64_C(0x130) << 23, 1 << 23, true};
	assert_false(buses_confirm(&board.machine, &place));
	board.machine.nodes = &node;
	board.machine.node_count = 1;
	assert_true(buses_confirm(&board.machine, &place));
	ram.start = 0x70000000;
	assert_int_equal(machine_device_bytes(&board.machine, 0x70000000), 0);
}

TEST(instances_may_share_a_base)
{
	struct base_register pairs = holder;
	struct box_type channels = memory;
	struct box box = {.type = &channels, .instance = 1};

	pairs.shared = 2;
	channels.base_register = &pairs;
	start_with(no_way, 1);
	put_region(0, 0, 0xff);
	put_holder(0x30);
	assert_int_equal(buses_base(&board.machine, &box), (UINT64_C(0x130) << 23) + (0x10 << 12));
	box.instance = 2;
	assert_int_equal(buses_base(&board.machine, &box), (UINT64_C(0x130) << 23) + (0x20 << 12));
}

/* ---- several buses of a socket ------------------------------------------------------------------------------- */

static struct base_finder near_ways[] = {
	{.way = BASE_BY_MAP, .vendor = VENDOR, .id = MAP_ID, .fields = 8, .node = {0x40, 0, 3}, .field = {0x54, 0, 3}},
	{.way = BASE_BY_LOOKING, .vendor = VENDOR},
};
static const struct box_type alone = {
	.name = "upi", .instance_table = one_instances, .instances = 1, .space = SPACE_PCI, .based = BASE_BY_ID};

static void put_box(uint16_t segment, uint8_t bus)
{
	put_function(BASE(segment, bus) + BOX_AT, BOX_ID);
	board.functions[board.machine.function_count++] = (struct pci_function){
		.segment = segment,
		.bus = bus,
		.device = BOX_AT >> 15,
		.function = BOX_AT >> 12 & 7,
		.vendor_id = VENDOR,
		.device_id = BOX_ID,
	};
}

/* The nodes of sockets 0 and 1 are on buses 20H and 80H; of the second socket's segment if it has one of its own. */
static void start_near(uint8_t others, uint16_t segment)
{
	near_ways[0].others = others;
	start_with(near_ways, 2);
	put_region(0, 0, 0xff);
	put_region(1, 0, 0xff);
	put_map(BASE(0, 0x20), 0, 8);
	put_map(BASE(segment, 0x80), 1, 8);
	assert_true(buses_find(&board.machine));
}

static uint64_t base_of(uint16_t socket)
{
	struct box box = {.type = &alone, .socket = socket};

	return buses_base(&board.machine, &box);
}

TEST(other_buses_are_of_the_socket_beside_them)
{
	start_near(BUSES_BEHIND, 0);
	put_box(0, 0x10); /* nobody's: before both */
	put_box(0, 0x85);
	assert_int_equal(base_of(0), BASE(0, 0x20)); /* whose own is hidden: its node's bus says so */
	assert_int_equal(base_of(1), BASE(0, 0x85));
	put_box(0, 0x7f);
	assert_int_equal(base_of(0), BASE(0, 0x7f));
	start_near(BUSES_BEFORE, 0);
	put_box(0, 0x85);
	put_box(0, 0x21);
	assert_int_equal(base_of(0), BASE(0, 0x20));
	assert_int_equal(base_of(1), BASE(0, 0x21));
	start_near(BUSES_BEHIND, 1);
	put_box(0, 0x85); /* another segment than the second socket's */
	put_box(1, 0x81);
	assert_int_equal(base_of(0), BASE(0, 0x85));
	assert_int_equal(base_of(1), BASE(1, 0x81));
	start_near(BUSES_ANYWHERE, 0);
	put_box(0, 0x90);
	put_box(0, 0x91);
	assert_int_equal(base_of(0), BASE(0, 0x90));
	assert_int_equal(base_of(1), BASE(0, 0x91));
}

/* ---- confirming ---------------------------------------------------------------------------------------------- */

static struct machine_box confirm(const struct box_type *type, bool expected)
{
	struct machine_box place = {.box = {.type = type}};

	(void)find(0);
	place.box.base = buses_base(&board.machine, &place.box);
	assert_int_equal(buses_confirm(&board.machine, &place), expected);
	return place;
}

static void start_here(void)
{
	start_with(both_ways, 1);
	put_region(0, 0, 0xff);
	put_chain(BASE(0, 0), 0xff);
	put_map(BASE(0, 0xff), 0, 0);
}

TEST(functions_are_who_they_should_be)
{
	struct machine_box place;

	start_here();
	put_boxes(BASE(0, 0xff));
	place = confirm(&two, true);
	assert_int_equal(place.state, BOX_FOUND);
	assert_int_equal(place.lost_banks, 0);
	assert_null(place.how);
	assert_int_equal(place.box.base, BASE(0, 0xff));
}

TEST(hidden_strange_and_lost_ones_are_named)
{
	struct machine_box place;

	start_here();
	put_function(BASE(0, 0xff) + OTHER_AT, 0x1234);
	place = confirm(&one, false);
	assert_int_equal(place.state, BOX_HIDDEN);
	assert_string_equal(place.how, "function e.1 reads all ones: hidden or absent");
	place = confirm(&two, false);
	assert_int_equal(place.state, BOX_WRONG_DEVICE);
	assert_string_equal(place.how, "function 10.4 is 8086:1234 instead of 8086:3cb4");
	start_here();
	put_function(BASE(0, 0xff) + OTHER_AT, OTHER_ID);
	place = confirm(&two, true);
	assert_int_equal(place.state, BOX_FOUND);
	assert_int_equal(place.lost_banks, 2);
	assert_string_equal(place.how, "function 10.6 reads all ones: hidden or absent");
}

TEST(without_a_bus_nothing_is_there)
{
	struct machine_box place;

	start_with(both_ways, 1);
	place = confirm(&one, false);
	assert_int_equal(place.state, BOX_ABSENT);
	assert_non_null(place.how);
}
