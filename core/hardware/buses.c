/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/buses.h"

#include "core/hardware/access.h"
#include "core/program/program.h"
#include "lib/memory.h"
#include "lib/text.h"

#define BUSES              256 /* of a segment */
#define BUS_SHIFT          20
#define SEGMENT_SHIFT      28
#define BASE(segment, bus) ((uint64_t)(segment) << SEGMENT_SHIFT | (uint64_t)(bus) << BUS_SHIFT)
#define IDS_OF_NOBODY      UINT32_MAX

static const struct bus_finding *finding_of(const struct machine *machine)
{
	return machine->processor->buses;
}

/* ---- reading ----------------------------------------------------------------------------------------- */

/* A configuration register. False if the function does not answer. */
static bool read_config(const struct machine *machine, uint64_t address, uint32_t *value)
{
	struct location where = {.space = SPACE_PCI, .width_bits = 32, .address = address};
	struct accessed accessed = access_read_whole(machine->hw, &where, OPERATION_READ);

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

/* Device id and vendor of a function. */
static uint32_t ids_of(const struct machine *machine, uint64_t function)
{
	uint32_t ids;

	return read_config(machine, function, &ids) ? ids : IDS_OF_NOBODY;
}

static uint32_t ids_wanted(const struct machine *machine, uint16_t device_id)
{
	return (uint32_t)device_id << 16 | finding_of(machine)->vendor;
}

static bool is_on_it(const struct box_type *type)
{
	return type->space == SPACE_PCI && !type->elsewhere;
}

/* How many of the functions that count are on a bus that is a socket's. */
static unsigned functions_on(const struct machine *machine, uint64_t base)
{
	const struct processor *processor = machine->processor;
	unsigned count = 0;

	for (unsigned t = 0; t < processor->type_count; t++) {
		const struct box_type *type = processor->types[t];

		for (unsigned i = 0; is_on_it(type) && i < type->instances; i++)
			count += ids_of(machine, base + type->places[i].base[0]) ==
				 ids_wanted(machine, type->places[i].id[0]);
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

/* ---- the ways ---------------------------------------------------------------------------------------- */

/* One socket's bus by one way. There may be more than the processors say. */
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

/* From the first bus of a segment on. Returns the number of the next socket. A register that leads back, or to
 * where nobody can go, ends the chain. */
static unsigned follow_chain(struct machine *machine, const struct ecam_region *region, unsigned socket)
{
	const struct bus_finding *finding = finding_of(machine);
	unsigned bus = region->first_bus;

	while (bus < BUSES && is_reachable(machine, region->segment, bus)) {
		uint64_t function = BASE(region->segment, bus) + finding->chain_at;
		uint32_t next;

		if ((uint16_t)ids_of(machine, function) != finding->vendor ||
		    !read_field(machine, function, &finding->chain, &next) || next <= bus ||
		    !is_reachable(machine, region->segment, next))
			break;
		note(machine, socket++, BUS_BY_CHAIN, BASE(region->segment, next));
		bus = next + 1;
	}
	return socket;
}

/* True of the region that holds the first bus of its segment. */
static bool begins_segment(const struct machine *machine, const struct ecam_region *region)
{
	for (unsigned i = 0; i < machine->ecam_count; i++)
		if (machine->ecam[i].segment == region->segment && machine->ecam[i].first_bus < region->first_bus)
			return false;
	return true;
}

static void follow_chains(struct machine *machine)
{
	unsigned socket = 0;

	for (unsigned i = 0; i < machine->ecam_count; i++)
		if (begins_segment(machine, &machine->ecam[i]))
			socket = follow_chain(machine, &machine->ecam[i], socket);
}

/* Which field of the map holds the node; map_fields if none does. */
static unsigned field_of_node(const struct bus_finding *finding, uint32_t map, uint32_t node)
{
	unsigned i = 0;

	while (i < finding->map_fields && (map >> (i * finding->map.width) & MASK(0, finding->map.width)) != node)
		i++;
	return i;
}

static void read_map(struct machine *machine, const struct pci_function *found)
{
	const struct bus_finding *finding = finding_of(machine);
	uint64_t base = BASE(found->segment, found->bus);
	uint64_t function = base + BOX_FUNCTION((uint32_t)found->device, (uint32_t)found->function);
	struct bus_field whole = {.offset = finding->map.offset, .width = 32};
	uint32_t node, map;
	unsigned socket;

	if (!read_field(machine, function, &finding->node, &node) || !read_field(machine, function, &whole, &map))
		return;
	socket = field_of_node(finding, map >> finding->map.low, node);
	if (socket < finding->map_fields)
		note(machine, socket, BUS_BY_MAP, base);
	else
		machine->buses_too_many++;
}

static void read_maps(struct machine *machine)
{
	const struct bus_finding *finding = finding_of(machine);

	for (unsigned i = 0; i < machine->function_count; i++)
		if (machine->functions[i].vendor_id == finding->vendor &&
		    machine->functions[i].device_id == finding->map_id)
			read_map(machine, &machine->functions[i]);
}

/* In order of segment and bus, those on which boxes are. */
static void look_everywhere(struct machine *machine)
{
	unsigned socket = 0;

	for (unsigned i = 0; i < machine->ecam_count; i++) {
		const struct ecam_region *region = &machine->ecam[i];

		for (unsigned bus = region->first_bus; bus <= region->last_bus; bus++)
			if (functions_on(machine, BASE(region->segment, bus)))
				note(machine, socket++, BUS_BY_LOOKING, BASE(region->segment, bus));
	}
}

/* ---- one out of several ------------------------------------------------------------------------------ */

/* Where ways disagree, the bus with more of the functions is taken. */
static uint64_t choose(const struct machine *machine, const struct socket_bus *bus)
{
	uint64_t best = BUS_NOWHERE;
	unsigned most = 0;

	for (unsigned way = 0; way < BUS_WAYS; way++) {
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

static bool all_known(const struct machine *machine)
{
	for (unsigned s = 0; s < machine->socket_count; s++)
		if (choose(machine, &machine->buses[s]) == BUS_NOWHERE)
			return false;
	return true;
}

bool buses_find(struct machine *machine)
{
	const struct bus_finding *finding = finding_of(machine);

	machine->buses_too_many = 0;
	machine->buses = NULL;
	if (!finding)
		return true;
	machine->buses = arena_take(machine->arena, machine->socket_count, sizeof(*machine->buses));
	if (!machine->buses)
		return false;
	memset(machine->buses, 0xff, machine->socket_count * sizeof(*machine->buses));
	for (unsigned s = 0; s < machine->socket_count; s++)
		machine->buses[s].twice = false;
	if (finding->chain.width)
		follow_chains(machine);
	if (finding->map_id)
		read_maps(machine);
	if (!all_known(machine))
		look_everywhere(machine);
	for (unsigned s = 0; s < machine->socket_count; s++)
		machine->buses[s].base = choose(machine, &machine->buses[s]);
	return true;
}

const char *buses_complaint(const struct machine *machine, const struct socket_bus *bus)
{
	const struct bus_finding *finding = finding_of(machine);
	uint64_t chain = bus->ways[BUS_BY_CHAIN], map = bus->ways[BUS_BY_MAP];

	if (bus->base == BUS_NOWHERE)
		return "no bus with its functions was found";
	if (bus->twice)
		return "two buses say that they are this socket's";
	if (finding->chain.width && finding->map_id && chain != map)
		return chain == BUS_NOWHERE ? "the chain of bus numbers does not lead there"
		       : map == BUS_NOWHERE ? "no map of nodes says so"
					    : "the chain of bus numbers and the map of nodes disagree";
	return NULL;
}

void buses_text(uint64_t base, struct text *text)
{
	if (base == BUS_NOWHERE)
		text_string(text, "nowhere");
	else
		text_format(text, "%04x:%02x", (unsigned)(base >> SEGMENT_SHIFT), (unsigned)(base >> BUS_SHIFT & 0xff));
}

/* ---- who is there ------------------------------------------------------------------------------------ */

/* Of a box that is on a bus of its own: the socket's, in order of segment and bus. If none is found, the first of all is
 * looked at, which then says that it is not there. */
static uint64_t find_elsewhere(const struct machine *machine, const struct box *box)
{
	const struct box_place *place = &box->type->places[box->instance];
	unsigned socket = 0;

	for (unsigned i = 0; i < machine->function_count; i++) {
		const struct pci_function *found = &machine->functions[i];
		uint32_t at = BOX_FUNCTION((uint32_t)found->device, (uint32_t)found->function);

		if (at == place->base[0] && found->device_id == place->id[0] &&
		    found->vendor_id == finding_of(machine)->vendor && socket++ == box->socket)
			return BASE(found->segment, found->bus);
	}
	return BUS_NOWHERE;
}

uint64_t buses_base(const struct machine *machine, const struct box *box)
{
	uint64_t base = BUS_NOWHERE;

	if (box->type->elsewhere)
		base = find_elsewhere(machine, box);
	else if (box->type->space == SPACE_PCI && machine->buses)
		base = machine->buses[box->socket].base;
	return base == BUS_NOWHERE ? 0 : base;
}

static const char *keep(struct machine *machine, const struct text *text)
{
	char *kept = arena_take(machine->arena, text->length + 1, 1);

	if (kept)
		memcpy(kept, text->at, text->length + 1);
	return kept;
}

/* What a bank's function is, if it is not as it should be. */
static void say_function(struct machine *machine, struct machine_box *box, unsigned bank, uint32_t ids)
{
	const struct box_place *place = &box->box.type->places[box->box.instance];
	unsigned function = place->base[bank] >> 12;
	char bytes[96];
	struct text text = TEXT_OVER(bytes);

	text_format(&text, "function %x.%x", function >> 3, function & 7);
	if (ids == IDS_OF_NOBODY)
		text_string(&text, " reads all ones: hidden or absent");
	else
		text_format(&text, " is %04x:%04x instead of %04x:%04x", ids & 0xffff, ids >> 16,
			    finding_of(machine)->vendor, place->id[bank]);
	box->how = keep(machine, &text);
}

/* True if it is the one that is meant. Of some only the vendor is known. */
static bool is_meant(const struct machine *machine, uint16_t id, uint32_t ids)
{
	if (!id)
		return (uint16_t)ids == finding_of(machine)->vendor;
	return ids == ids_wanted(machine, id);
}

static void confirm_companions(struct machine *machine, struct machine_box *box)
{
	const struct box_place *place = &box->box.type->places[box->box.instance];

	for (unsigned bank = 1; bank < BOX_BANKS; bank++) {
		uint32_t ids;

		if (!place->base[bank])
			continue;
		ids = ids_of(machine, box->box.base + place->base[bank]);
		if (is_meant(machine, place->id[bank], ids))
			continue;
		box->lost_banks |= (uint8_t)BIT(bank);
		say_function(machine, box, bank, ids);
	}
}

static struct location function_of(const struct machine_box *box, unsigned bank)
{
	const struct box_place *place = &box->box.type->places[box->box.instance];

	return (struct location){.space = SPACE_PCI,
				 .width_bits = 32,
				 .socket = box->box.socket,
				 .address = box->box.base + place->base[bank]};
}

bool buses_confirm(struct machine *machine, struct machine_box *box)
{
	const struct box_place *place = &box->box.type->places[box->box.instance];
	uint32_t ids;

	box->evidence = function_of(box, 0);
	box->state = BOX_ABSENT;
	if (!machine->buses || machine->buses[box->box.socket].base == BUS_NOWHERE) {
		box->how = "on no bus that could be found";
		return false;
	}
	ids = ids_of(machine, box->evidence.address);
	box->state = is_meant(machine, place->id[0], ids) ? BOX_FOUND : ids == IDS_OF_NOBODY ? BOX_HIDDEN : BOX_STRANGE;
	if (box->state == BOX_FOUND)
		confirm_companions(machine, box);
	else
		say_function(machine, box, 0, ids);
	return box->state == BOX_FOUND;
}

bool buses_misfit(const struct machine *machine, const struct machine_box *box, struct location *where,
		  uint32_t *expected)
{
	bool first = box->state == BOX_HIDDEN || box->state == BOX_STRANGE;
	unsigned bank = 0;

	if (!machine->buses || box->box.type->space != SPACE_PCI || (!first && !box->lost_banks))
		return false;
	while (!first && !(box->lost_banks & BIT(bank)))
		bank++;
	*where = function_of(box, bank);
	*expected = ids_wanted(machine, box->box.type->places[box->box.instance].id[bank]);
	return true;
}
