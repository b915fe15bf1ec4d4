/* SPDX-License-Identifier: BSD-2-Clause */
/* PCI configuration space of hostile boards: what finds the buses of boxes must come to an end, believe nobody
 * whose bus cannot be reached, and call found what is there alone.
 *
 * The input is the number of sockets and records of four bytes: a region of buses, a function of one of the kinds
 * that lead to a bus, the boxes of a socket, or any word anywhere. */
#include "core/hardware/buses.h"
#include "core/hardware/expect.h"
#include "core/hardware/pci.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/support/one_processor.h"

#define RECORD     4
#define WORDS      256
#define REGIONS    4
#define FUNCTIONS  32
#define READS_MOST (1u << 21)
#define VENDOR     0x8086
#define CHAIN_AT   BOX_FUNCTION(5, 0)
#define MAP_ID     0x3ce0

struct word {
	uint64_t address;
	uint32_t value;
};

static struct {
	struct hw hw;
	struct word words[WORDS];
	unsigned count, reads;
	struct ecam_region regions[REGIONS];
	struct pci_function functions[FUNCTIONS];
	uint8_t memory[16384];
} board;

static const struct box_instance places[] = {
	{.base = {BOX_FUNCTION(16, 0)}, .id = {0x3cb0}},
	{.base = {BOX_FUNCTION(8, 2), BOX_FUNCTION(8, 6)}, .id = {0x3c41, 0x3c86}},
	{.base = {BOX_FUNCTION(9, 2), BOX_FUNCTION(9, 0)}, .id = {0x3c42, 0}},
};
static const struct box_type type = {.name = "imc",
				     .instance_table = places,
				     .instances = ARRAY_SIZE(places),
				     .space = SPACE_PCI,
				     .based = BASE_OF_SOCKET};
static const struct box_type *const types[] = {&type};
static const struct base_finder finders[] = {
	{.way = BASE_BY_CHAIN, .vendor = VENDOR, .at = CHAIN_AT, .field = {0x108, 8, 8}},
	{.way = BASE_BY_MAP, .vendor = VENDOR, .id = MAP_ID, .fields = 8, .node = {0x40, 0, 3}, .field = {0x54, 0, 3}},
	{.way = BASE_BY_LOOKING, .vendor = VENDOR},
};

/* ---- the board --------------------------------------------------------------------------------------------- */

static uint32_t word_at(uint64_t address)
{
	assert(++board.reads < READS_MOST);
	for (unsigned i = board.count; i-- > 0;)
		if (board.words[i].address == address)
			return board.words[i].value;
	return UINT32_MAX;
}

static bool is_mapped(const struct machine *machine, uint64_t address)
{
	for (unsigned i = 0; i < machine->ecam_count; i++) {
		const struct ecam_region *region = &machine->ecam[i];

		if (region->segment == (uint16_t)(address >> 28) && region->first_bus <= (uint8_t)(address >> 20) &&
		    region->last_bus >= (uint8_t)(address >> 20))
			return true;
	}
	return false;
}

static const struct machine *mapped;

static enum outcome read_word(struct hw *hw, const struct location *where, uint64_t *value)
{
	(void)hw;
	assert(where->space == SPACE_PCI && where->width_bits == 32 && !(where->address >> 44));
	if (!is_mapped(mapped, where->address))
		return OUTCOME_ABSENT;
	*value = word_at(where->address);
	return *value == UINT32_MAX ? OUTCOME_ALL_ONES : OUTCOME_OK;
}

static uint32_t read_config(void *context, struct pci_address at, uint16_t offset)
{
	(void)context;
	return word_at((uint64_t)at.segment << 28 | (uint64_t)at.bus << 20 | (uint64_t)at.device << 15 |
		       (uint64_t)at.function << 12 | offset);
}

static void put(uint64_t address, uint32_t value)
{
	if (board.count < WORDS)
		board.words[board.count++] = (struct word){address, value};
}

static void put_function(uint64_t address, uint16_t id)
{
	put(address, (uint32_t)id << 16 | VENDOR);
}

static void put_boxes(uint64_t base, uint8_t which)
{
	for (unsigned i = 0; i < ARRAY_SIZE(places); i++)
		for (unsigned bank = 0; bank < 2; bank++)
			if (places[i].base[bank] && which & BIT(2 * i + bank))
				put_function(base + places[i].base[bank], places[i].id[bank]);
}

/* Kind in the low bits of the first byte, segment in the high ones; bus; two bytes of content. */
static void take_record(struct machine *machine, const uint8_t record[RECORD])
{
	uint64_t base = (uint64_t)(record[0] >> 6) << 28 | (uint64_t)record[1] << 20;

	switch (record[0] % 5) {
	case 0:
		if (machine->ecam_count < REGIONS && record[1] <= record[2])
			board.regions[machine->ecam_count++] = (struct ecam_region){
				.segment = record[0] >> 6, .first_bus = record[1], .last_bus = record[2]};
		break;
	case 1:
		put_function(base + CHAIN_AT, record[3]);
		put(base + CHAIN_AT + 0x108, (uint32_t)record[2] << 8);
		break;
	case 2:
		put_function(base + BOX_FUNCTION(11, 0), MAP_ID);
		put(base + BOX_FUNCTION(11, 0) + 0x40, record[2]);
		put(base + BOX_FUNCTION(11, 0) + 0x54, record[2] * 0x101u ^ record[3] * 0x9u);
		break;
	case 3: put_boxes(base, record[2]); break;
	default: put(base + ((uint64_t)record[2] << 12), record[3] * 0x01010101u); break;
	}
}

/* ---- what must hold ------------------------------------------------------------------------------------------ */

static void check_bus(const struct machine *machine, const struct socket_bus *bus)
{
	bool known = bus->base == BUS_NOWHERE;

	for (unsigned way = 0; way < BASE_WAYS; way++) {
		assert(bus->ways[way] == BUS_NOWHERE || is_mapped(machine, bus->ways[way]));
		known = known || bus->ways[way] == bus->base;
	}
	assert(known);
	assert(bus->base != BUS_NOWHERE || buses_diagnostic(machine, bus));
}

static void check_box(struct machine *machine, uint16_t socket, uint8_t instance)
{
	struct machine_box place = {.box = {.type = &type, .socket = socket, .instance = instance}};
	uint32_t ids, wanted = (uint32_t)places[instance].id[0] << 16 | VENDOR;
	bool found;

	place.box.base = buses_base(machine, &place.box);
	found = buses_confirm(machine, &place);
	if (machine->buses[socket].base == BUS_NOWHERE) {
		assert(!found && place.state == (has_mcfg(machine) ? BOX_HIDDEN : BOX_ABSENT));
		return;
	}
	ids = word_at(place.box.base + places[instance].base[0]);
	assert(found == (ids == wanted));
	assert(found == (place.state == BOX_FOUND));
	/* The function that says whose bus it is stands there for a box that is on none. */
	assert(found || place.state == BOX_HIDDEN || (ids != UINT32_MAX && place.state == BOX_WRONG_DEVICE));
	assert(!(place.lost_banks & 1));
}

static void fuzz(const uint8_t *data, size_t size)
{
	struct arena arena = {.at = board.memory, .size = sizeof(board.memory)};
	struct pci_walk walk = {.read = read_config, .functions = board.functions, .capacity = FUNCTIONS};
	struct processor processor = {.types = types, .type_count = 1};
	struct machine machine = {.hw = &board.hw, .arena = &arena, .processor = &processor};

	if (!size)
		return;
	board.count = board.reads = 0;
	board.hw = one_processor;
	board.hw.read = read_word;
	mapped = &machine;
	machine.ecam = board.regions;
	machine.socket_count = 1 + data[0] % 4;
	processor.finders = data[0] >> 7 ? &finders[2] : finders;
	for (size_t i = 1; i + RECORD <= size; i += RECORD)
		take_record(&machine, data + i);
	for (unsigned i = 0; i < machine.ecam_count; i++)
		pci_walk(&walk, &board.regions[i]);
	machine.functions = board.functions;
	machine.function_count = walk.count;
	assert(walk.count <= FUNCTIONS);
	if (!buses_find(&machine))
		return;
	for (uint16_t s = 0; s < machine.socket_count; s++) {
		check_bus(&machine, &machine.buses[s]);
		for (uint8_t i = 0; i < ARRAY_SIZE(places); i++)
			check_box(&machine, s, i);
	}
}
