/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/buses.h"

#include "boxes/archetype.h"
#include "core/hardware/bus.h"
#include "core/hardware/discovery_find.h"
#include "core/hardware/expect.h"
#include "lib/memory.h"
#include "lib/text.h"

#define BUSES              256 /* in a segment */
#define BUS_SHIFT          20
#define SEGMENT_SHIFT      28
#define BASE(segment, bus) ((uint64_t)(segment) << SEGMENT_SHIFT | (uint64_t)(bus) << BUS_SHIFT)
#define FUNCTION_OFFSETS   UINT64_C(0xfff)
#define IDS_OF_NOBODY      UINT32_MAX
#define CLASS              0x08 /* 7:0 is the revision */
#define CLASS_NONE         0xffffff

static uint16_t vendor_of(const struct machine *machine)
{
	const struct processor *processor = machine->processor;
	const struct base_finder *finder = processor->described ? processor->described->sockets : processor->finders;

	return finder ? finder->vendor : 0;
}

/* ---- reading ----------------------------------------------------------------------------------------- */

/* Reads a configuration register. Returns false if the function does not answer. */
static bool read_config(const struct machine *machine, uint64_t address, uint32_t *value)
{
	struct location where = {.space = SPACE_PCI, .width_bits = 32, .address = address};
	struct accessed accessed = bus_read(machine->hw, &where);

	*value = (uint32_t)accessed.value;
	return accessed.outcome == OUTCOME_OK;
}

static bool read_field(const struct machine *machine, uint64_t function, const struct bus_field *field, uint32_t *value)
{
	uint32_t all;

	if (!read_config(machine, function + field->offset, &all))
		return false;
	*value = all >> field->low & (uint32_t)MASK(0, field->width);
	return true;
}

/* Device ID and vendor ID of a function. */
static uint32_t ids_of(const struct machine *machine, uint64_t function)
{
	uint32_t ids;

	return read_config(machine, function, &ids) ? ids : IDS_OF_NOBODY;
}

static uint32_t ids_wanted(const struct machine *machine, uint16_t device_id)
{
	return (uint32_t)device_id << 16 | vendor_of(machine);
}

/* Number of the processor's counter functions that are found on this bus, taken as a socket's bus. */
static unsigned functions_on(const struct machine *machine, uint64_t base)
{
	unsigned count = 0;

	for (unsigned t = 0; t < machine->processor->type_count; t++) {
		const struct box_type *type = machine->processor->types[t];

		for (unsigned i = 0; type->based == BASE_OF_SOCKET && i < type->instances; i++)
			count += ids_of(machine, base + type->instance_table[i].base[0]) ==
				 ids_wanted(machine, type->instance_table[i].id[0]);
	}
	return count;
}

static bool is_reachable(const struct machine *machine, uint16_t segment, unsigned bus)
{
	for (unsigned i = 0; i < machine->ecam_count; i++)
		if (machine->ecam[i].segment == segment && machine->ecam[i].first_bus <= bus &&
		    machine->ecam[i].last_bus >= bus)
			return true;
	return false;
}

/* ---- sources of bus numbers -------------------------------------------------------------------------- */

/* Notes a socket's bus as found in one way. There may be more of them than sockets. */
static void note(struct machine *machine, unsigned socket, size_t way, uint64_t base)
{
	uint64_t *noted;

	if (socket >= machine->socket_count) {
		machine->buses_too_many++;
		return;
	}
	noted = &machine->buses[socket].ways[way];
	if (*noted == BUS_NOWHERE)
		*noted = base;
	else
		machine->buses[socket].twice = true;
}

/* Follows the chain from the first bus of a segment, if the region has it. Returns the number of the next socket. A
 * register that points back, or to an unreachable bus, ends the chain. */
static unsigned follow_chain(struct machine *machine, const struct base_finder *finder,
			     const struct ecam_region *region, unsigned socket)
{
	unsigned bus = region->first_bus;

	/* Another region has the first bus of the segment. */
	for (unsigned i = 0; i < machine->ecam_count; i++)
		if (machine->ecam[i].segment == region->segment && machine->ecam[i].first_bus < region->first_bus)
			return socket;
	while (bus < BUSES && is_reachable(machine, region->segment, bus)) {
		uint64_t function = BASE(region->segment, bus) + finder->at;
		uint32_t next;

		if ((uint16_t)ids_of(machine, function) != finder->vendor ||
		    !read_field(machine, function, &finder->field, &next) || next <= bus ||
		    !is_reachable(machine, region->segment, next))
			break;
		note(machine, socket++, BASE_BY_CHAIN, BASE(region->segment, next));
		bus = next + 1;
	}
	return socket;
}

static void follow_chains(struct machine *machine, const struct base_finder *finder)
{
	unsigned socket = 0;

	for (unsigned i = 0; i < machine->ecam_count; i++)
		socket = follow_chain(machine, finder, &machine->ecam[i], socket);
}

/* Reads all maps. The field of a map that has the node's ID gives the socket of the map's bus. */
static void read_maps(struct machine *machine, const struct base_finder *finder)
{
	struct bus_field whole = {.offset = finder->field.offset, .width = 32};

	for (unsigned i = 0; i < machine->function_count; i++) {
		const struct pci_function *found = &machine->functions[i];
		uint64_t base = BASE(found->segment, found->bus);
		uint64_t function = base + BOX_FUNCTION((uint32_t)found->device, (uint32_t)found->function);
		uint32_t node, map;
		unsigned socket = 0;

		if (found->vendor_id != finder->vendor || found->device_id != finder->id ||
		    !read_field(machine, function, &finder->node, &node) ||
		    !read_field(machine, function, &whole, &map))
			continue;
		map >>= finder->field.low;
		while (socket < finder->fields &&
		       (map >> (socket * finder->field.width) & MASK(0, finder->field.width)) != node)
			socket++;
		if (socket < finder->fields)
			note(machine, socket, BASE_BY_MAP, base);
		else
			machine->buses_too_many++;
	}
}

/* ---- choosing between sources ------------------------------------------------------------------------ */

/* If several buses were found for a socket, the one with more of its functions is taken. */
static uint64_t choose_bus_base(const struct machine *machine, const struct socket_bus *bus)
{
	uint64_t best = BUS_NOWHERE;
	unsigned most = 0;

	for (unsigned way = 0; way < BASE_WAYS; way++) {
		unsigned count;

		if (bus->ways[way] == BUS_NOWHERE || bus->ways[way] == best)
			continue;
		count = functions_on(machine, bus->ways[way]);
		if (best != BUS_NOWHERE && count <= most)
			continue;
		best = bus->ways[way];
		most = count;
	}
	return best;
}

/* Searches all buses for functions of boxes, in order of segment and bus. This takes many reads, so it runs only if a
 * socket has no bus yet. */
static void look_everywhere(struct machine *machine, const struct base_finder *finder)
{
	unsigned socket = 0, known = 0;

	(void)finder;
	while (known < machine->socket_count && choose_bus_base(machine, &machine->buses[known]) != BUS_NOWHERE)
		known++;
	if (known == machine->socket_count)
		return;
	for (unsigned i = 0; i < machine->ecam_count; i++) {
		const struct ecam_region *region = &machine->ecam[i];

		for (unsigned bus = region->first_bus; bus <= region->last_bus; bus++)
			if (functions_on(machine, BASE(region->segment, bus)))
				note(machine, socket++, BASE_BY_LOOKING, BASE(region->segment, bus));
	}
}

static void (*const ways[BASE_WAYS])(struct machine *machine, const struct base_finder *finder) = {
	[BASE_BY_CHAIN] = follow_chains,
	[BASE_BY_MAP] = read_maps,
	[BASE_BY_LOOKING] = look_everywhere,
};

/* The next way to find buses; NULL after the last one, which is the search. */
static const struct base_finder *next_of(const struct base_finder *finder)
{
	return finder && finder->way < BASE_BY_LOOKING ? finder + 1 : NULL;
}

bool buses_find(struct machine *machine)
{
	const struct base_finder *finders = machine->processor->finders;

	machine->buses_too_many = 0;
	machine->buses = NULL;
	if (!finders)
		return true;
	machine->buses = arena_take(machine->arena, machine->socket_count, sizeof(*machine->buses));
	if (!machine->buses)
		return false;
	memset(machine->buses, 0xff, machine->socket_count * sizeof(*machine->buses));
	for (unsigned s = 0; s < machine->socket_count; s++)
		machine->buses[s].twice = false;
	for (const struct base_finder *finder = finders; finder; finder = next_of(finder))
		if (finder->way < BASE_WAYS)
			ways[finder->way](machine, finder);
	for (unsigned s = 0; s < machine->socket_count; s++)
		machine->buses[s].base = choose_bus_base(machine, &machine->buses[s]);
	return true;
}

const struct base_finder *buses_finder(const struct machine *machine, enum base_way way)
{
	const struct base_finder *finder = machine->processor ? machine->processor->finders : NULL;

	while (finder && finder->way != way)
		finder = next_of(finder);
	return finder;
}

bool buses_node(const struct machine *machine, uint16_t socket, uint32_t *node)
{
	const struct base_finder *finder = buses_finder(machine, BASE_BY_MAP);

	if (!finder || !machine->buses || socket >= machine->socket_count)
		return false;
	for (unsigned i = 0; i < machine->function_count; i++) {
		const struct pci_function *found = &machine->functions[i];
		uint64_t base = BASE(found->segment, found->bus);

		if (found->vendor_id == finder->vendor && found->device_id == finder->id &&
		    base == machine->buses[socket].base)
			return read_field(machine,
					  base + BOX_FUNCTION((uint32_t)found->device, (uint32_t)found->function),
					  &finder->node, node);
	}
	return false;
}

const char *buses_diagnostic(const struct machine *machine, const struct socket_bus *bus)
{
	uint64_t chain = bus->ways[BASE_BY_CHAIN], map = bus->ways[BASE_BY_MAP];

	if (bus->base == BUS_NOWHERE)
		return "no bus with its functions was found";
	if (bus->twice)
		return "two buses claim to be this socket's";
	if (!buses_finder(machine, BASE_BY_CHAIN) || !buses_finder(machine, BASE_BY_MAP) || chain == map)
		return NULL;
	/* One way found no bus although the other found one, or they disagree. */
	if (chain == BUS_NOWHERE)
		return "the chain of bus numbers does not lead there";
	return map == BUS_NOWHERE ? "no node ID map says so" : "the chain of bus numbers and the node ID map disagree";
}

void buses_text(uint64_t base, struct text *text)
{
	if (base == BUS_NOWHERE)
		text_string(text, "nowhere");
	else
		text_format(text, "%04x:%02x", (unsigned)(base >> SEGMENT_SHIFT), (unsigned)(base >> BUS_SHIFT & 0xff));
}

/* ---- functions and bases ----------------------------------------------------------------------------- */

/* True if the bus belongs to the socket: of the known buses on the finder's side, the socket's bus is the nearest. */
static bool belongs_to(const struct machine *machine, const struct base_finder *finder, uint64_t bus, unsigned socket)
{
	uint64_t nearest = UINT64_MAX;
	bool own = false;

	for (unsigned s = 0; machine->buses && s < machine->socket_count; s++) {
		uint64_t base = machine->buses[s].base;
		uint64_t apart = finder->others == BUSES_BEHIND ? bus - base : base - bus;

		if (base == BUS_NOWHERE || base >> SEGMENT_SHIFT != bus >> SEGMENT_SHIFT || apart >= nearest ||
		    apart >= BASE(1, 0))
			continue;
		nearest = apart;
		own = s == socket;
	}
	return own;
}

/* `seen` counts the functions asked about so far. */
static bool is_of_socket(const struct machine *machine, uint64_t bus, unsigned socket, unsigned *seen)
{
	const struct base_finder *finder = buses_finder(machine, BASE_BY_MAP);
	const struct described *described = machine->processor->described;

	if (finder && finder->others != BUSES_ANYWHERE)
		return belongs_to(machine, finder, bus, socket);
	if (described && described->sockets)
		return discovery_socket_before(machine, described, bus) == socket;
	return (*seen)++ == socket;
}

/* The bus of the socket's function with this ID, at this place of its bus (AT_ANY: at any place), in order of segment
 * and bus. */
#define AT_ANY UINT64_MAX
static uint64_t find_function(const struct machine *machine, uint16_t id, uint64_t at, unsigned socket, uint64_t *place)
{
	unsigned seen = 0;

	for (unsigned i = 0; i < machine->function_count; i++) {
		const struct pci_function *found = &machine->functions[i];

		*place = BOX_FUNCTION((uint64_t)found->device, (uint64_t)found->function);
		if ((at != AT_ANY && at != *place) || found->device_id != id || found->vendor_id != vendor_of(machine))
			continue;
		if (is_of_socket(machine, BASE(found->segment, found->bus), socket, &seen))
			return BASE(found->segment, found->bus);
	}
	return BUS_NOWHERE;
}

uint64_t buses_function(const struct machine *machine, uint16_t id, unsigned socket)
{
	uint64_t place, bus = find_function(machine, id, AT_ANY, socket, &place);

	return bus == BUS_NOWHERE ? BUS_NOWHERE : bus + place;
}

bool buses_field(const struct machine *machine, uint16_t id, unsigned socket, const struct bus_field *field,
		 uint32_t *value)
{
	uint64_t function = buses_function(machine, id, socket);

	return function != BUS_NOWHERE && read_field(machine, function, field, value);
}

static uint64_t no_base(const struct machine *machine, const struct box *box)
{
	(void)machine;
	(void)box;
	return 0;
}

static uint64_t socket_base(const struct machine *machine, const struct box *box)
{
	return machine->buses ? machine->buses[box->socket].base : BUS_NOWHERE;
}

/* If no function has the ID, the socket's first bus is used; reading there then shows that the box is missing. */
static uint64_t base_by_id(const struct machine *machine, const struct box *box)
{
	const struct box_instance *place = box_place(box);
	uint64_t at,
		bus = find_function(machine, place->id[0], place->base[0] ? place->base[0] : AT_ANY, box->socket, &at);

	if (bus == BUS_NOWHERE)
		return socket_base(machine, box);
	return place->base[0] ? bus : bus + at;
}

/* Reads a base address. Firmware has not set a field that reads 0 or all ones. */
static uint64_t base_in_register(const struct machine *machine, const struct box *box)
{
	const struct base_register *holder = box->type->base_register;
	uint64_t function = buses_function(machine, holder->id, box->socket), base = 0;
	unsigned number = box->instance / (holder->shared ? holder->shared : 1u);
	uint64_t witness = (function & ~MASK(0, BUS_SHIFT)) + holder->witness_at + number * holder->witness_step;

	if (function == BUS_NOWHERE)
		return BUS_NOWHERE;
	/* Without its witness function a base address is not valid. */
	if (holder->witness_id && ids_of(machine, witness) != ids_wanted(machine, holder->witness_id))
		return BUS_NOWHERE;
	for (unsigned i = 0; i < BASE_FIELDS; i++) {
		const struct base_field *part = &holder->fields[i];
		struct bus_field field = part->field;
		uint32_t value = 0;

		field.offset = (uint16_t)(field.offset + number * part->step);
		if (field.width &&
		    (!read_field(machine, function, &field, &value) || !value || value == MASK(0, field.width)))
			return BUS_NOWHERE;
		base += (uint64_t)value << part->shift;
	}
	return base ? base : BUS_NOWHERE;
}

static uint64_t (*const bases[])(const struct machine *machine, const struct box *box) = {
	[BASE_CONSTANT] = no_base,
	[BASE_OF_SOCKET] = socket_base,
	[BASE_BY_ID] = base_by_id,
	[BASE_IN_REGISTER] = base_in_register,
};

uint64_t buses_base(const struct machine *machine, const struct box *box)
{
	uint64_t base = bases[box->type->based](machine, box);

	return base == BUS_NOWHERE ? 0 : base;
}

/* Says what a bank's function is instead of the expected one. */
static void say_function(struct machine *machine, struct machine_box *box, unsigned bank, uint32_t ids)
{
	const struct box_instance *place = box_place(&box->box);
	unsigned function = place->base[bank] >> 12;
	char bytes[96];
	struct text text = TEXT_OVER(bytes);

	text_format(&text, "function %x.%x", function >> 3 & 31, function & 7);
	if (ids == IDS_OF_NOBODY)
		text_string(&text, " reads all ones: hidden or absent");
	else
		text_format(&text, " is %04x:%04x instead of %04x:%04x", ids & 0xffff, ids >> 16, vendor_of(machine),
			    place->id[bank]);
	box->how = arena_text(machine->arena, &text);
}

/* True if this is the expected function. For some functions only the vendor is known. */
static bool is_bus_meant(const struct machine *machine, uint16_t id, uint32_t ids)
{
	if (!id)
		return (uint16_t)ids == vendor_of(machine);
	return ids == ids_wanted(machine, id);
}

/* True if the function has the map that gives the bus's socket. If none of the socket's buses has a box's function, it
 * is looked for on this other bus, whose function at that place is then not the box's. */
static bool has_bus_map(const struct machine *machine, uint32_t ids)
{
	const struct base_finder *finder = buses_finder(machine, BASE_BY_MAP);

	return finder && finder->id && ids == ids_wanted(machine, finder->id);
}

/* Functions of links that a board does not wire keep their IDs (a board with Cooper Lake). A class register of all ones
 * proves nothing. */
static bool is_not_wired(const struct machine *machine, uint64_t function)
{
	uint32_t class;

	return read_config(machine, function + CLASS, &class) && class >> 8 == CLASS_NONE && class != UINT32_MAX;
}

static void confirm_filter_registers(struct machine *machine, struct machine_box *box)
{
	const struct box_instance *place = box_place(&box->box);

	for (unsigned bank = 1; bank < BOX_BANKS; bank++) {
		uint32_t ids;

		if (!place->base[bank])
			continue;
		ids = ids_of(machine, box->box.base + place->base[bank]);
		if (is_bus_meant(machine, place->id[bank], ids))
			continue;
		box->lost_banks |= (uint8_t)BIT(bank);
		if (ids == IDS_OF_NOBODY)
			box->hidden_banks |= (uint8_t)BIT(bank);
		say_function(machine, box, bank, ids);
	}
}

static struct location function_of(const struct machine_box *box, unsigned bank)
{
	const struct box_instance *place = box_place(&box->box);

	return (struct location){.space = SPACE_PCI,
				 .width_bits = 32,
				 .socket = box->box.socket,
				 .address = (box->box.base + place->base[bank]) & ~FUNCTION_OFFSETS};
}

/* The reason not to touch a box whose base address is in a register; NULL if it may be touched. */
static const char *why_untouched(const struct machine *machine, const struct box *box)
{
	if (!box->base)
		return "not touched: no register gives its address, or that register is not set up";
	if (!machine->memory)
		return "not touched: the ranges of memory are unknown";
	for (unsigned i = 0; i < box->type->register_count; i++) {
		const struct register_row *row = &box->type->registers[i];

		for (unsigned index = 0; index < box_row_count(box, row); index++)
			if (machine_device_bytes(machine, box_location(box, row, index).address) < sizeof(uint64_t))
				return "not touched: its address is in memory, not in a device";
	}
	return NULL;
}

bool buses_confirm(struct machine *machine, struct machine_box *box)
{
	const struct box_instance *place = box_place(&box->box);
	uint32_t ids;

	box->evidence = function_of(box, 0);
	box->state = BOX_ABSENT;
	if (box->box.type->based == BASE_IN_REGISTER) {
		box->how = why_untouched(machine, &box->box);
		box->state = box->how ? BOX_HIDDEN : BOX_FOUND;
		return !box->how;
	}
	if (box->box.type->based != BASE_CONSTANT &&
	    (!machine->buses || machine->buses[box->box.socket].base == BUS_NOWHERE)) {
		/* Without MCFG, ports cannot reach the register that gives the bus. */
		box->state = has_mcfg(machine) ? BOX_HIDDEN : BOX_ABSENT;
		box->how = "no bus has functions of its kind, and no register names its bus";
		return false;
	}
	ids = ids_of(machine, box->evidence.address);
	box->state = is_bus_meant(machine, place->id[0], ids) ? BOX_FOUND
		     : ids == IDS_OF_NOBODY                   ? BOX_HIDDEN
							      : BOX_WRONG_DEVICE;
	if (box->state == BOX_WRONG_DEVICE && has_bus_map(machine, ids)) {
		box->state = BOX_HIDDEN;
		box->how = "no bus of the socket has a function of its kind";
	} else if (box->state != BOX_FOUND) {
		say_function(machine, box, 0, ids);
	} else if (is_not_wired(machine, box->evidence.address)) {
		box->state = BOX_HIDDEN;
		box->how = "the function is not connected: its class reads ffffff";
	} else {
		confirm_filter_registers(machine, box);
	}
	return box->state == BOX_FOUND;
}

bool buses_misfit(const struct machine *machine, const struct machine_box *box, struct location *where,
		  uint32_t *expected)
{
	bool first = box->state == BOX_HIDDEN || box->state == BOX_WRONG_DEVICE;
	unsigned bank = 0;

	if ((!machine->buses && box->box.type->based != BASE_CONSTANT) || box->box.type->space != SPACE_PCI ||
	    (!first && !box->lost_banks))
		return false;
	while (!first && !(box->lost_banks & BIT(bank)))
		bank++;
	*where = function_of(box, bank);
	*expected = ids_wanted(machine, box_place(&box->box)->id[bank]);
	return true;
}
