/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/discovery_find.h"

#include "core/hardware/bus.h"
#include "core/hardware/deny.h"
#include "core/hardware/write_ahead.h"

#define PLACES_MOST        64

#define INTEL              0x8086
#define BUS_SHIFT          20
#define SEGMENT            28

/* Registers of a function: PCI Local Bus specification 3.0, 6.2; PCI Bus Power Management Interface specification 1.2,
 * 3.2. */
#define COMMAND            0x04 /* writing 1 clears bits of the status above it */
#define COMMAND_BITS       0xffff
#define COMMAND_MEMORY     BIT(1)
#define HAS_CAPABILITIES   BIT(16 + 4)
#define CAPABILITIES       0x34
#define LIST_FIRST         0x40
#define LIST_STEPS         48
#define LIST_NEXT(header)  ((header) >> 8 & 0xfc)
#define POWER_MANAGEMENT   0x01
#define POWER_STATE        4
#define STATE_BITS         3 /* 0: D0 */

/* Extended capabilities of PCI Express: number in 15:0, the next one's place in 31:20. */
#define CAPABILITY_FIRST   0x100
#define CAPABILITY_STEPS   480 /* at most in a function's space */
#define CAPABILITY(header) ((header)&0xffff)
#define NEXT(header)       ((header) >> 20 & 0xffc)

/* The designated vendor-specific capability: its purpose, and the base address and offset of the data. */
#define DVSEC              0x23
#define DVSEC_ENTRY        8
#define DVSEC_PLACE        12
#define ENTRY_DISCOVERY    1
#define BASE_NUMBER(place) ((place)&7)
#define BASE_OFFSET(place) ((place) & ~7u)

/* Base address registers of a function. */
#define BASE_FIRST         0x10
#define BASES              6
#define BASE_OF_PORTS      BIT(0)
#define BASE_SIZE(base)    ((base) >> 1 & 3)
#define BASE_32_BITS       0
#define BASE_64_BITS       2
#define BASE_ADDRESS(base) ((base) & ~UINT32_C(0xf))

/* A bridge and the buses below it: PCI-to-PCI Bridge Architecture specification 1.2, 3.2.5. */
#define HEADER             0x0c
#define IS_BRIDGE(header)  (((header) >> 16 & 0x7f) == 1)
#define BRIDGE_BUSES       0x18
#define FIRST_BELOW(buses) ((buses) >> 8 & 0xff)
#define LAST_BELOW(buses)  ((buses) >> 16 & 0xff)

/* The longest possible table: 1,024 blocks of 255 words. */
#define TABLE_BYTES_MOST   (UINT64_C(1024) * 255 * 8)

static uint64_t address_of(const struct pci_function *function)
{
	return (uint64_t)function->segment << SEGMENT | (uint64_t)function->bus << BUS_SHIFT |
	       BOX_FUNCTION((uint64_t)function->device, (uint64_t)function->function);
}

static bool find_read(const struct machine *machine, const struct location *where, uint64_t *value)
{
	struct accessed accessed = bus_read(machine->hw, where);

	*value = accessed.value;
	return accessed.outcome == OUTCOME_OK;
}

/* Reads a function's register; all ones if the function does not answer. */
static uint32_t find_config(const struct machine *machine, uint64_t address)
{
	struct location where = {.space = SPACE_PCI, .width_bits = 32, .address = address};
	uint64_t value;

	return find_read(machine, &where, &value) ? (uint32_t)value : UINT32_MAX;
}

/* ---- signs of a table --------------------------------------------------------------------------------------- */

static void add_place(struct discovered *found, struct discovery_place place)
{
	for (unsigned i = 0; i < found->count; i++)
		if (place.address && found->places[i].address == place.address)
			return;
	if (found->count == PLACES_MOST)
		found->more = true;
	else
		found->places[found->count++] = place;
}

/* Reads a base address. If it is not usable, *wrong says why. */
static uint64_t base_of(const struct machine *machine, uint64_t function, unsigned number, const char **wrong)
{
	uint32_t low, high = 0;

	*wrong = "names no base address register of its function";
	if (number >= BASES)
		return 0;
	low = find_config(machine, function + BASE_FIRST + 4 * number);
	*wrong = "is in a base address register for I/O ports, or of an unknown kind";
	if (low & BASE_OF_PORTS || (BASE_SIZE(low) != BASE_32_BITS && BASE_SIZE(low) != BASE_64_BITS))
		return 0;
	if (BASE_SIZE(low) == BASE_64_BITS)
		high = number + 1 < BASES ? find_config(machine, function + BASE_FIRST + 4 * number + 4) : UINT32_MAX;
	*wrong = "has no base address: the board's firmware gave its function none";
	if ((!BASE_ADDRESS(low) && !high) || high == UINT32_MAX)
		return 0;
	*wrong = NULL;
	return (uint64_t)high << 32 | BASE_ADDRESS(low);
}

/* True if a bridge of the segment leads to the function's bus: it is on a card. No bridge leads to a socket's own
 * buses. */
static bool is_below_bridge(const struct machine *machine, const struct pci_function *card)
{
	for (unsigned i = 0; i < machine->function_count; i++) {
		const struct pci_function *function = &machine->functions[i];
		uint64_t address = address_of(function);
		uint32_t buses;

		if (function->segment != card->segment || function->bus >= card->bus ||
		    !IS_BRIDGE(find_config(machine, address + HEADER)))
			continue;
		buses = find_config(machine, address + BRIDGE_BUSES);
		if (FIRST_BELOW(buses) > function->bus && FIRST_BELOW(buses) <= card->bus &&
		    card->bus <= LAST_BELOW(buses))
			return true;
	}
	return false;
}

static void take_capability(const struct machine *machine, struct discovered *found,
			    const struct pci_function *function, uint64_t at)
{
	struct discovery_place place = {.from = {.space = SPACE_PCI, .width_bits = 32, .address = at}};
	uint32_t where = find_config(machine, at + DVSEC_PLACE);
	uint64_t base = 0;

	place.card = is_below_bridge(machine, function);
	if (place.card)
		place.wrong = "is not touched: it belongs to a card, not to a die";
	else
		base = base_of(machine, address_of(function), BASE_NUMBER(where), &place.wrong);
	if (base)
		place.address = base + BASE_OFFSET(where);
	add_place(found, place);
}

/* A function without a capability list has its own registers at 100H, not extended capabilities. PCM checks this,
 * too. */
static void look_at_function(const struct machine *machine, struct discovered *found,
			     const struct pci_function *pci_function)
{
	uint64_t at = CAPABILITY_FIRST, function = address_of(pci_function);

	if (!(find_config(machine, function + COMMAND) & HAS_CAPABILITIES))
		return;
	for (unsigned step = 0; at >= CAPABILITY_FIRST && step < CAPABILITY_STEPS; step++) {
		uint32_t header = find_config(machine, function + at);

		if (!header || header == UINT32_MAX)
			return;
		if (CAPABILITY(header) == DVSEC &&
		    (uint16_t)find_config(machine, function + at + DVSEC_ENTRY) == ENTRY_DISCOVERY)
			take_capability(machine, found, pci_function, function + at);
		at = NEXT(header);
	}
}

/* ---- socket and die ------------------------------------------------------------------------------------------- */

#define NO_SOCKET UINT16_MAX

/* Reads the socket of a bus from the map on that bus, else from the nearest one on a higher bus; on a lower bus, if
 * `lower`. */
static uint16_t socket_by_map(const struct machine *machine, const struct base_finder *finder, uint64_t address,
			      bool lower)
{
	const struct pci_function *best = NULL;
	unsigned bus = address >> BUS_SHIFT & 0xff, socket = 0;
	uint64_t node, map;

	for (unsigned i = 0; finder && i < machine->function_count; i++) {
		const struct pci_function *function = &machine->functions[i];
		bool is_map = function->vendor_id == finder->vendor && function->device_id == finder->id &&
			      function->segment == address >> SEGMENT;
		bool beyond = lower ? function->bus > bus : function->bus < bus;
		bool nearer = !best || (lower ? function->bus > best->bus : function->bus < best->bus);

		if (is_map && !beyond && nearer)
			best = function;
	}
	if (!best)
		return NO_SOCKET;
	node = find_config(machine, address_of(best) + finder->node.offset) >> finder->node.low &
	       MASK(0, finder->node.width);
	map = find_config(machine, address_of(best) + finder->field.offset) >> finder->field.low;
	while (socket < finder->fields && (map >> socket * finder->field.width & MASK(0, finder->field.width)) != node)
		socket++;
	return socket < finder->fields ? (uint16_t)socket : NO_SOCKET;
}

uint16_t discovery_socket(const struct machine *machine, const struct described *described, uint64_t address)
{
	return socket_by_map(machine, described->sockets, address, false);
}

uint16_t discovery_socket_before(const struct machine *machine, const struct described *described, uint64_t address)
{
	return socket_by_map(machine, described->sockets, address, true);
}

/* True if the table is numbered as a die. A card's table is not. */
static bool is_die(const struct discovery_place *place, bool readable)
{
	return !place->card && (!readable || discovery_is_usable(place));
}

/* Gives each table its socket: by the map for its bus; tables without a map are spread evenly, in order of segment and
 * bus. If their number is not a multiple of the sockets', unreadable tables are ignored. */
static void assign_sockets(const struct machine *machine, const struct described *described, struct discovered *found)
{
	unsigned all = 0, usable = 0, count, number = 0;
	bool readable, alike;

	for (unsigned i = 0; i < found->count; i++) {
		found->places[i].socket = discovery_socket(machine, described, found->places[i].from.address);
		all += is_die(&found->places[i], false);
		usable += is_die(&found->places[i], true);
	}
	readable = all % machine->socket_count;
	count = readable ? usable : all;
	alike = count % machine->socket_count == 0;
	for (unsigned i = 0; i < found->count; i++) {
		struct discovery_place *place = &found->places[i];
		bool die = is_die(place, readable);

		if (place->socket == NO_SOCKET)
			place->socket = die ? (uint16_t)(alike ? number * machine->socket_count / count : number) : 0;
		number += die;
		if (place->socket < machine->socket_count)
			continue;
		place->socket = 0;
		place->wrong = "belongs to a socket that has no processors here";
	}
}

/* ---- addresses from registers ---------------------------------------------------------------------------------- */

/* Reads the MSR with the table's address on each socket. If it does not exist the access faults, which is harmless. */
static void ask_registers(const struct machine *machine, uint32_t msr, struct discovered *found)
{
	for (uint16_t socket = 0; msr && socket < machine->socket_count; socket++) {
		struct discovery_place place = {
			.from = {.space = SPACE_MSR, .width_bits = 64, .socket = socket, .address = msr},
			.socket = socket};

		if (find_read(machine, &place.from, &place.address) && place.address)
			add_place(found, place);
	}
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

struct find_source {
	const struct machine *machine;
	const struct discovery_place *place;
};

/* Reads with 32-bit accesses, as other programs do. */
static bool read_block(void *context, uint64_t offset, uint64_t words[DISCOVERY_WORDS])
{
	const struct find_source *source = context;
	struct location where = {.space = SPACE_MMIO, .width_bits = 32, .socket = source->place->socket};

	for (unsigned i = 0; i < 2 * DISCOVERY_WORDS; i++) {
		struct accessed accessed;

		where.address = source->place->address + offset + 4 * i;
		accessed = bus_read(source->machine->hw, &where);
		if (accessed.outcome != OUTCOME_OK && accessed.outcome != OUTCOME_ALL_ONES)
			return false;
		words[i / 2] = i % 2 ? accessed.value << 32 | words[i / 2] : accessed.value;
	}
	return true;
}

static bool sleeps(const struct machine *machine, uint64_t function)
{
	uint32_t at = 0, header;

	if (find_config(machine, function + COMMAND) & HAS_CAPABILITIES)
		at = find_config(machine, function + CAPABILITIES) & 0xfc;
	for (unsigned step = 0; at >= LIST_FIRST && step < LIST_STEPS; step++) {
		header = find_config(machine, function + at);
		if ((header & 0xff) == POWER_MANAGEMENT)
			return find_config(machine, function + at + POWER_STATE) & STATE_BITS;
		at = LIST_NEXT(header);
	}
	return false;
}

/* State of memory decoding, which firmware may leave off until a driver needs it. */
struct decoding {
	struct location command;
	uint32_t found;
	bool changed;
};

static bool set_command(const struct machine *machine, const struct decoding *decoding, uint32_t value)
{
	return write_ahead_write(machine->hw, &decoding->command, value).outcome == OUTCOME_OK;
}

/* Enables memory decoding, only if the base address is a device's. Returns why that is impossible; NULL if it is on. */
static const char *switch_on(const struct machine *machine, const struct discovery_place *place,
			     struct decoding *decoding)
{
	uint64_t function = place->from.address & ~MASK(0, 12);

	*decoding = (struct decoding){.command = {.space = SPACE_PCI, .width_bits = 32, .address = function + COMMAND}};
	if (place->from.space != SPACE_PCI)
		return NULL;
	decoding->found = find_config(machine, function + COMMAND) & COMMAND_BITS;
	if (decoding->found & COMMAND_MEMORY)
		return NULL;
	if (sleeps(machine, function))
		return "is not touched: its function is in a sleep state";
	decoding->changed = set_command(machine, decoding, decoding->found | (uint32_t)COMMAND_MEMORY);
	if (find_config(machine, function + COMMAND) & COMMAND_MEMORY)
		return NULL;
	if (deny_by_profile(&decoding->command))
		return "is not read: memory decoding of its function is off, and the profile forbids switching it on";
	return "cannot be read: memory decoding of its function stays off";
}

/* Units have their own addresses, so the function's command register is restored once the table is read. */
static bool read_place(struct machine *machine, struct discovery_place *place)
{
	struct find_source from = {.machine = machine, .place = place};
	struct discovery_source source = {.read = read_block, .context = &from};
	uint64_t alignment = place->address & -place->address;
	struct decoding decoding;

	/* A base address is aligned to the size of its range, so its alignment limits the size. */
	source.bytes = min_u64(machine_device_bytes(machine, place->address), TABLE_BYTES_MOST);
	if (place->from.space == SPACE_PCI && alignment >= 4096)
		source.bytes = min_u64(source.bytes, alignment);
	if (place->wrong)
		return true;
	if (place->address % sizeof(uint64_t))
		place->wrong = "does not begin at a multiple of 8";
	else if (!machine->memory)
		place->wrong = "is not touched: the ranges of memory are unknown";
	else if (!source.bytes)
		place->wrong = "is not touched: it is in memory, not in a device";
	if (place->wrong)
		return true;

	place->wrong = switch_on(machine, place, &decoding);
	if (!place->wrong)
		place->table = discovery_read(machine->arena, &source);
	if (decoding.changed && !set_command(machine, &decoding, decoding.found))
		place->wrong = "was read, but its function's command register was not put back";
	return place->table || place->wrong;
}

static bool read_places(struct machine *machine, struct discovered *found, unsigned first)
{
	for (unsigned i = first; i < found->count; i++)
		if (!read_place(machine, &found->places[i]))
			return false;
	return true;
}

bool discovery_find(struct machine *machine, const struct described *described)
{
	struct discovered *found = arena_take(machine->arena, 1, sizeof(*found));
	unsigned by_function;

	if (!found)
		return false;
	found->places = arena_take(machine->arena, PLACES_MOST, sizeof(*found->places));
	if (!found->places)
		return false;
	for (unsigned i = 0; i < machine->function_count; i++)
		if (machine->functions[i].vendor_id == INTEL)
			look_at_function(machine, found, &machine->functions[i]);
	if (!read_places(machine, found, 0))
		return false;
	assign_sockets(machine, described, found);
	by_function = found->count;
	ask_registers(machine, described->msr_of_table, found);
	if (!read_places(machine, found, by_function))
		return false;
	for (unsigned i = 0; i < found->count; i++)
		for (unsigned j = 0; j < i; j++)
			found->places[i].die +=
				found->places[j].socket == found->places[i].socket && is_die(&found->places[j], true);
	machine->discovered = found;
	return true;
}

bool discovery_is_usable(const struct discovery_place *place)
{
	return !place->wrong && place->table && place->table->global.fault == DISCOVERY_GOOD;
}
