/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions in PCI configuration space: their buses, their identifiers, and the width of an access. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"
#include "core/hardware/bus.h"
#include "core/hardware/buses.h"
#include "core/hardware/expect.h"
#include "core/program/program.h"

#define BUS_STEP (UINT64_C(1) << 20) /* in struct box.base */
#define BUS_MASK (UINT64_C(255) << 20)

bool has_buses(const struct machine *machine, const struct check_target *target)
{
	(void)target;
	return machine->processor && machine->processor->finders;
}

/* ---- buses ----------------------------------------------------------------------------------------------- */

static const struct base_finder *chain_of(const struct check_context *context)
{
	return buses_finder(context->machine, BASE_BY_CHAIN);
}

static const struct base_finder *map_of(const struct check_context *context)
{
	return buses_finder(context->machine, BASE_BY_MAP);
}

static struct check_place place_at(const char *box, const char *name, uint64_t address)
{
	return (struct check_place){box, name, {.space = SPACE_PCI, .width_bits = 32, .address = address}};
}

/* Returns the register that leads to the socket's bus. It is on the bus after that of the previous socket. */
static struct check_place chain_place(const struct check_context *context, unsigned socket)
{
	const struct base_finder *chain = chain_of(context);
	const struct machine *machine = context->machine;
	uint64_t bus = socket ? machine->buses[socket - 1].base + BUS_STEP : machine->buses[0].base & ~BUS_MASK;

	return place_at(chain->box, chain->field_name, bus + chain->at + chain->field.offset);
}

static struct check_place map_place(const struct check_context *context, unsigned socket, const struct bus_field *field,
				    const char *name)
{
	const struct base_finder *map = map_of(context);

	return place_at(map->box, name, context->machine->buses[socket].base + map->at + field->offset);
}

/* The two registers of the node map. */
struct places {
	struct check_place node, map;
};

static struct places places_of(const struct check_context *context, unsigned socket)
{
	const struct base_finder *map = map_of(context);

	return (struct places){map_place(context, socket, &map->node, map->node_name),
			       map_place(context, socket, &map->field, map->field_name)};
}

static uint64_t read_place(struct check_context *context, const struct check_place *place)
{
	return bus_read(context->machine->hw, &place->where).value;
}

static uint64_t map_field(const struct base_finder *finder, uint64_t map, unsigned i)
{
	return map >> (finder->field.low + i * finder->field.width) & MASK(0, finder->field.width);
}

/* Returns the register that is more likely to be wrong: the node ID if the map contains it, else the map. */
static struct check_place map_blamed(struct check_context *context, unsigned socket)
{
	const struct base_finder *finder = map_of(context);
	struct places places = places_of(context, socket);
	uint64_t number = read_place(context, &places.node) >> finder->node.low & MASK(0, finder->node.width);
	uint64_t map = read_place(context, &places.map);

	for (unsigned i = 0; i < finder->fields; i++)
		if (map_field(finder, map, i) == number)
			return places.node;
	return places.map;
}

/* Returns the register to look at first. */
static struct check_place blamed(struct check_context *context, unsigned socket)
{
	const struct socket_bus *bus = &context->machine->buses[socket];

	if (!chain_of(context) || bus->ways[BASE_BY_CHAIN] == bus->base)
		return map_blamed(context, socket);
	return chain_place(context, socket);
}

static void fail_buses(struct check_context *context, const char *bytes, const char *diagnostic)
{
	unsigned socket = context->target.place->box.socket;
	struct check_place place = blamed(context, socket);
	struct check_difference difference = {.place = &place};
	struct accessed accessed = bus_read(context->machine->hw, &place.where);

	difference.got = accessed.value;
	difference.outcome = accessed.outcome == OUTCOME_OK ? OUTCOME_DROPPED : accessed.outcome;
	if (expects_name(context->machine, place.box))
		check_fail_at(context, &difference, "%s: %s", bytes, diagnostic);
	else if (accessed.outcome == OUTCOME_ALL_ONES)
		check_untested(context, "%s: %s; %s %s", bytes, diagnostic, hider(context->machine), place.reg);
	else
		check_pass(context, "%s, as the functions on it show; but %s", bytes, diagnostic);
}

void run_buses_agree(struct check_context *context)
{
	const struct machine *machine = context->machine;
	const struct socket_bus *bus = &machine->buses[context->target.place->box.socket];
	const char *diagnostic = buses_diagnostic(machine, bus);
	char bytes[16];
	struct text text = TEXT_OVER(bytes);

	buses_text(bus->base, &text);
	if (diagnostic && map_of(context) && bus->base != BUS_NOWHERE)
		fail_buses(context, bytes, diagnostic);
	else if (diagnostic && bus->base == BUS_NOWHERE && has_mcfg(machine) && !expects_name(machine, "*"))
		check_untested(context, "%s; %s them", diagnostic, hider(machine));
	else if (diagnostic)
		check_fail(context, "%s: %s", bytes, diagnostic);
	check_pass(context, "%s", bytes);
}

/* ---- what leads to the buses ------------------------------------------------------------------------------ */

/* Enough reads to be sure that the function stays. */
#define READS 160

static void expect_steady(struct check_context *context, const struct check_place *place)
{
	struct check_difference difference = {.place = place};
	uint64_t first = read_place(context, place);

	difference.expected = first;
	for (unsigned i = 0; i < READS && check_going(context); i++) {
		struct accessed accessed = bus_read(context->machine->hw, &place->where);

		difference.got = accessed.value;
		difference.outcome = (uint8_t)accessed.outcome;
		if (accessed.outcome != OUTCOME_OK || accessed.value != first)
			check_fail_at(context, &difference, "after %u reads it reads otherwise", i);
	}
}

/* Counts the different numbers in the map. Platforms leave the fields of missing sockets at 0; each of these counts,
 * too. */
static unsigned numbers_in(const struct base_finder *finder, uint64_t map)
{
	unsigned zeroes = 0;
	uint64_t seen = 0;

	for (unsigned i = 0; i < finder->fields; i++) {
		seen |= BIT(map_field(finder, map, i));
		zeroes += !map_field(finder, map, i);
	}
	return count_bits(seen) + (zeroes ? zeroes - 1 : 0);
}

/* A single duplicate is an error. */
static void judge_map(struct check_context *context, const struct places *places)
{
	const struct base_finder *finder = map_of(context);
	uint64_t node = read_place(context, &places->node), map = read_place(context, &places->map);
	struct check_difference difference = {.place = &places->map, .got = map};

	difference.outcome = OUTCOME_DROPPED;
	if (node && node == map)
		check_fail_at(context, &difference, "it reads the same as %s: the two addresses are one register",
			      places->node.reg);
	else if (numbers_in(finder, map) == finder->fields - 1u)
		check_fail_at(context, &difference, "it has one node twice, and one not at all");
}

void run_buses_steady(struct check_context *context)
{
	unsigned socket = context->target.place->box.socket;
	const struct socket_bus *bus = &context->machine->buses[socket];
	struct places places = places_of(context, socket);

	if (chain_of(context) && bus->ways[BASE_BY_CHAIN] != BUS_NOWHERE) {
		struct check_place chain = chain_place(context, socket);

		expect_steady(context, &chain);
	}
	if (bus->ways[BASE_BY_MAP] == bus->base && bus->base != BUS_NOWHERE) {
		expect_steady(context, &places.node);
		expect_steady(context, &places.map);
		judge_map(context, &places);
	}
	check_pass(context, "%u reads of each register", READS);
}

bool has_ways(const struct machine *machine, const struct check_target *target)
{
	return has_buses(machine, target) && buses_finder(machine, BASE_BY_MAP);
}

/* ---- who is there ---------------------------------------------------------------------------------------- */

void run_identity(struct check_context *context)
{
	const struct machine_box *place = context->target.place;
	bool wrong = place->state == BOX_HIDDEN || place->state == BOX_WRONG_DEVICE || place->lost_banks;
	/* Every missing part of the box is hidden, and no `expect` requires it. */
	bool hidden = is_hidden_box(context->machine, place) ||
		      (place->lost_banks && place->lost_banks == place->hidden_banks &&
		       !expects_box(context->machine, &place->box));
	struct silent_box silent;

	if (place->state == BOX_DENIED)
		check_untested(context, "%s", place->how);
	if (hidden)
		check_untested(context, "%s it: %s", hider(context->machine),
			       place->how ? place->how : "it reads all ones");
	if (!wrong)
		check_pass(context, "%s", "as the table has it");
	if (!check_going(context) || !wrong)
		return;
	silent_box_of(context->machine, place, &silent);
	check_fail_at(context, &silent.difference, "%s", place->how ? place->how : "not as it should be");
}

bool is_function(const struct machine *machine, const struct check_target *target)
{
	return has_buses(machine, target) && target->place->box.type->space == SPACE_PCI;
}

/* ---- width of an access ---------------------------------------------------------------------------------- */

#define PATTERN UINT64_C(0x0000051a2b3c4d5e)

/* Tries one load of eight bytes across two registers of four bytes. */
static const char *wide_answer(struct check_context *context, const struct check_register *reg, uint64_t held)
{
	struct location where = box_location(&reg->box, reg->row, reg->index);
	struct accessed accessed;

	where.width_bits = 64;
	where.halves = HALVES_NONE;
	accessed = bus_read(context->machine->hw, &where);
	if (accessed.outcome != OUTCOME_OK && accessed.outcome != OUTCOME_ALL_ONES)
		return "refused";
	return accessed.value == held ? "both" : "wrong";
}

/* Finds a counter that a single load can read. */
static bool find_counter(const struct box *box, struct counter *counter)
{
	for (unsigned i = 0; i < box_counters(box); i++) {
		struct location where;

		*counter = counter_of(box, i);
		where = box_location(box, counter->count.row, i);
		if (where.address % 8 == 0)
			return true;
	}
	return false;
}

void run_wide_load(struct check_context *context)
{
	const struct box *box = &context->target.place->box;
	struct counter counter;
	uint64_t held;

	if (!find_counter(box, &counter)) {
		check_skip(context, "no counter is at a multiple of eight");
		return;
	}
	quiet_box(context, box);
	check_write(context, &counter.count, PATTERN & counter_mask(context, &counter));
	held = check_read(context, &counter.count);
	if (check_going(context))
		check_answer(context, "wide-load", wide_answer(context, &counter.count, held));
}
