/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/discovery_types.h"

#include "boxes/sound.h"
#include "boxes/table.h"
#include "core/hardware/box_type.h"
#include "core/hardware/bus.h"
#include "lib/memory.h"
#include "lib/text.h"

#define TYPES_MOST     96 /* at most in a machine; at most 64 of its events are counted at once */
#define CONFIGS_MOST   64
#define CONFIG_BYTES   96 /* longest event string; lists of events rely on it */
#define STATUSES_MOST  9  /* most status registers of a socket known (LIKWID) */
#define INTEL          0x8086
#define TYPE_CHA       0 /* a register may give a smaller number of CHAs than the table */

/* Range of MSRs that may be counters: architectural MSRs are below, those of hypervisors above. All uncore registers
 * known on processors with discovery tables are between 2000H and 3FFFH. */
#define MSR_FIRST      0x2000
#define MSR_BEHIND     0x40000000

/* Offsets below this are a PCI function's own header. */
#define HEADER_BYTES   0x40
#define FUNCTION_BYTES 0x1000

/* A good unit, its socket, and facts known about its type. */
struct gathered {
	struct discovery_unit *unit;
	struct archetype archetype;
	const struct described_kind *known; /* NULL: nothing is known about its type */
	bool taken;
};

struct making {
	struct machine *machine;
	const struct described *described;
	struct processor *processor;
	struct gathered *units;
	struct archetype *boxes; /* large enough for all units */
	const struct box_type **types;
	unsigned unit_count;
};

/* ---- safe addresses ------------------------------------------------------------------------------------------- */

/* Offset of the end of a unit's registers from its control. */
static uint64_t reach_of(const struct archetype *unit)
{
	uint64_t size = unit->space == SPACE_MSR ? 1 : 8;
	uint64_t selects = (uint64_t)unit->select + (uint64_t)unit->counters * unit->select_stride;
	uint64_t counters = (uint64_t)unit->counter + (uint64_t)unit->counters * unit->counter_stride;

	return max_u64(max_u64(selects, counters), (uint64_t)unit->status + size);
}

/* The reason why an address from a table must not be accessed; NULL if it may be. */
static const char *unsafe(const struct machine *machine, uint8_t space, uint64_t control, uint64_t reach)
{
	struct location where = {
		.space = SPACE_PCI, .width_bits = 32, .address = control & ~(uint64_t)(FUNCTION_BYTES - 1)};
	bool of_uncore = control >= MSR_FIRST && control + reach <= MSR_BEHIND;
	struct accessed ids;

	if (space == SPACE_MSR)
		return of_uncore ? NULL : "is among registers that are not the uncore's";
	if (space != SPACE_PCI)
		return machine_device_bytes(machine, control) >= reach ? NULL : "is in memory, not in a device";
	if (control % FUNCTION_BYTES < HEADER_BYTES)
		return "is in the header of its function";
	if (control % FUNCTION_BYTES + reach > FUNCTION_BYTES)
		return "reaches beyond its function";
	ids = bus_read(machine->hw, &where);
	return ids.outcome == OUTCOME_OK && (uint16_t)ids.value != INTEL ? "is in a function of another vendor" : NULL;
}

/* ---- known types ------------------------------------------------------------------------------------------------- */

static const struct described_kind *known_kind(const struct described *described, unsigned type)
{
	for (unsigned i = 0; i < described->kind_count; i++)
		if (described->kinds[i].type == type && type != DESCRIBED_NOWHERE)
			return &described->kinds[i];
	return NULL;
}

static const struct described_functions *known_functions(const struct described *described, unsigned type)
{
	for (unsigned i = 0; i < described->function_count; i++)
		if (described->functions[i].type == type)
			return &described->functions[i];
	return NULL;
}

/* True if a table's block agrees with the known place of such a function's box. */
static bool is_as_known(const struct described_functions *known, const struct archetype *said)
{
	const struct archetype *box = &known->box;

	return said->space == SPACE_PCI && said->control % FUNCTION_BYTES == box->control &&
	       (said->control >> 15 & 31) == (uint64_t)known->device + said->number && said->select == box->select &&
	       said->counter == box->counter && said->counters == box->counters &&
	       said->counter_bits == box->counter_bits;
}

static bool is_known_function(const struct described_functions *known, const struct pci_function *function)
{
	return function->vendor_id == INTEL && function->device_id == known->id && function->device >= known->device;
}

static uint64_t address_of_function(const struct pci_function *function)
{
	return (uint64_t)function->segment << 28 | (uint64_t)function->bus << 20 |
	       BOX_FUNCTION((uint64_t)function->device, (uint64_t)function->function);
}

static bool has_block_at(const struct discovered *found, const struct described_functions *known, uint64_t control)
{
	for (unsigned i = 0; i < found->count; i++) {
		const struct discovery_place *place = &found->places[i];

		for (unsigned j = 0; discovery_is_usable(place) && j < place->table->global.units; j++) {
			const struct discovery_unit *unit = &place->table->units[j];

			if (unit->fault == DISCOVERY_GOOD && unit->type == known->type &&
			    unit->archetype.control == control && is_as_known(known, &unit->archetype))
				return true;
		}
	}
	return false;
}

/* A table that lacks one of the functions is wrong, so none of its blocks of that type is used. */
static bool is_any_missing(const struct making *making, const struct described_functions *known)
{
	const struct machine *machine = making->machine;

	for (unsigned i = 0; i < machine->function_count; i++)
		if (is_known_function(known, &machine->functions[i]) &&
		    !has_block_at(machine->discovered, known,
				  known->box.control | address_of_function(&machine->functions[i])))
			return true;
	return false;
}

static const char *disbelieved(const struct making *making, const struct discovery_place *place,
			       const struct discovery_unit *unit)
{
	const struct described_functions *known = known_functions(making->described, unit->type);

	if (known && (!is_as_known(known, &unit->archetype) || is_any_missing(making, known)))
		return "is of a type whose blocks are known to be wrong: uncork looks for its functions instead";
	if (unit->type == TYPE_CHA && place->chas_said && unit->archetype.number >= place->chas_said)
		return "is one more than a register gives for its type";
	return NULL;
}

/* ---- existing units --------------------------------------------------------------------------------------------- */

static void gather_unit(struct making *making, const struct discovery_place *place, struct discovery_unit *unit)
{
	const struct described_functions *functions = known_functions(making->described, unit->type);
	struct gathered *gathered = &making->units[making->unit_count];

	if (unit->fault != DISCOVERY_GOOD)
		return;
	if (unit->archetype.counters > EVENT_FIXED_FIRST) {
		unit->archetype.counters = EVENT_FIXED_FIRST;
		unit->oddities |= DISCOVERY_MANY_COUNTERS;
	}
	unit->archetype.socket = place->socket;
	unit->archetype.die = place->die;
	unit->unused = disbelieved(making, place, unit);
	if (!unit->unused)
		unit->unused = unsafe(making->machine, unit->archetype.space, unit->archetype.control,
				      reach_of(&unit->archetype));
	if (unit->unused)
		return;
	*gathered = (struct gathered){
		.unit = unit, .archetype = unit->archetype, .known = known_kind(making->described, unit->type)};
	gathered->archetype.id = functions ? functions->id : 0;
	making->unit_count++;
}

/* Adds a unit that is in no table, or only in a wrong one. */
static bool add_unit(struct making *making, unsigned type, const struct archetype *archetype)
{
	struct discovery_unit *unit = arena_take(making->machine->arena, 1, sizeof(*unit));

	if (!unit)
		return false;
	*unit = (struct discovery_unit){.type = (uint16_t)type, .archetype = *archetype};
	unit->archetype.position = ARCHETYPE_NOWHERE;
	making->units[making->unit_count++] = (struct gathered){
		.unit = unit, .archetype = unit->archetype, .known = known_kind(making->described, type)};
	return true;
}

static bool has_unit_at(const struct making *making, unsigned type, uint64_t control)
{
	for (unsigned i = 0; i < making->unit_count; i++)
		if (making->units[i].unit->type == type && making->units[i].archetype.control == control)
			return true;
	return false;
}

static bool add_function(struct making *making, const struct pci_function *function)
{
	const struct described *described = making->described;
	uint64_t address = address_of_function(function);

	for (unsigned i = 0; i < described->function_count; i++) {
		const struct described_functions *known = &described->functions[i];
		struct archetype box = known->box;

		if (!is_known_function(known, function))
			continue;
		box.control |= address;
		box.number = (uint16_t)(function->device - known->device);
		box.socket = discovery_socket(making->machine, described, address);
		if (box.socket < making->machine->socket_count && !has_unit_at(making, known->type, box.control) &&
		    !add_unit(making, known->type, &box))
			return false;
	}
	return true;
}

static bool add_box(struct making *making, const struct described_box *known)
{
	struct archetype box = known->box;

	for (unsigned i = 0; i < making->unit_count; i++)
		if (making->units[i].unit->type == known->type)
			return true;
	for (box.socket = 0; box.socket < making->machine->socket_count; box.socket++)
		if (!add_unit(making, known->type, &box))
			return false;
	return true;
}

/* Adds known units. Without a table, none are assumed to exist. */
static bool gather_known(struct making *making)
{
	if (!making->unit_count)
		return true;
	for (unsigned i = 0; i < making->machine->function_count; i++)
		if (!add_function(making, &making->machine->functions[i]))
			return false;
	for (unsigned i = 0; i < making->described->box_count; i++)
		if (!add_box(making, &making->described->boxes[i]))
			return false;
	return true;
}

static bool gather(struct making *making)
{
	const struct machine *machine = making->machine;
	const struct discovered *found = machine->discovered;
	struct location chas = {.space = SPACE_MSR, .width_bits = 64, .address = making->described->msr_of_count};
	unsigned count = 0;

	for (unsigned i = 0; i < found->count; i++)
		count += discovery_is_usable(&found->places[i]) ? found->places[i].table->global.units : 0;
	/* Known units that are in no table, at most. */
	count += (unsigned)making->described->function_count * machine->function_count +
		 (unsigned)making->described->box_count * machine->socket_count;
	making->units = arena_take(machine->arena, count + 1, sizeof(*making->units));
	making->boxes = arena_take(machine->arena, count + found->count + 1, sizeof(*making->boxes));
	if (!making->units || !making->boxes)
		return false;
	for (unsigned i = 0; i < found->count; i++) {
		struct discovery_place *place = &found->places[i];
		struct accessed said = {.outcome = OUTCOME_ABSENT};

		if (!discovery_is_usable(place))
			continue;
		chas.socket = place->socket;
		if (chas.address)
			said = bus_read(machine->hw, &chas);
		if (said.outcome == OUTCOME_OK)
			place->chas_said = (uint16_t)(said.value & MASK(0, DESCRIBED_COUNT_BITS));
		for (unsigned j = 0; j < place->table->global.units; j++)
			gather_unit(making, place, &place->table->units[j]);
	}
	return gather_known(making);
}

/* ---- their numbers ------------------------------------------------------------------------------------------------ */

static bool has_number(const struct making *making, const struct gathered *unit, unsigned number, unsigned before)
{
	for (unsigned i = 0; i < before; i++) {
		const struct gathered *other = &making->units[i];

		if (other->unit->type == unit->unit->type && other->archetype.number == number &&
		    other->archetype.socket == unit->archetype.socket)
			return true;
	}
	return false;
}

/* Dies of one socket may use the same numbers for their units. */
static void number_units(struct making *making)
{
	for (unsigned i = 0; i < making->unit_count; i++) {
		struct gathered *unit = &making->units[i];
		uint16_t highest = 0;

		if (!has_number(making, unit, unit->archetype.number, i))
			continue;
		for (unsigned j = 0; j < making->unit_count; j++)
			if (making->units[j].unit->type == unit->unit->type)
				highest = (uint16_t)max_u64(highest, making->units[j].archetype.number);
		unit->archetype.number = (uint16_t)(highest + 1);
		unit->taken = !unit->archetype.number;
		if (unit->taken)
			unit->unit->unused = "has the number of another die's unit, and no number is free";
	}
}

/* ---- types ---------------------------------------------------------------------------------------------------------- */

/* Makes a name of `name` and the type's number, if one is given. `kind` numbers groups of differing units; with
 * `several`, '_' separates the box's number. */
static const char *compose(struct making *making, const char *name, const unsigned *type, unsigned kind, bool several)
{
	char bytes[64];
	struct text text = TEXT_OVER(bytes);

	text_string(&text, name);
	if (type)
		text_format(&text, "%u", *type);
	if (kind)
		text_format(&text, "_%u", kind + 1);
	if (several)
		text_char(&text, '_');
	return arena_text(making->machine->arena, &text);
}

/* Names the units of a type; an unknown type gets Linux's names. If units of one type differ, `kind` numbers the groups
 * of equal ones. */
static bool name_kind(struct making *making, unsigned type, unsigned kind, bool several, struct archetype_kind *made)
{
	struct box_type *names = arena_take(making->machine->arena, 1, sizeof(*names));
	char bytes[64];
	struct text title = TEXT_OVER(bytes);

	if (!names)
		return false;
	*names = *made->type;
	made->type = names;
	if (!names->name) {
		text_format(&title, "units of type %u, which no document describes", type);
		names->name = compose(making, "type", &type, kind, several);
		names->pmu = compose(making, "unc_type", &type, kind, several);
		names->perf = compose(making, "uncore_type_", &type, kind, false);
		names->title = arena_text(making->machine->arena, &title);
	} else if (kind) {
		names->name = compose(making, names->name, NULL, kind, several);
		names->pmu = compose(making, names->pmu, NULL, kind, several);
		names->perf = compose(making, names->perf, NULL, kind, false);
	}
	return names->name && names->pmu && names->perf && names->title;
}

static const struct archetype_kind *usual_kind(const struct making *making, const struct gathered *unit)
{
	if (unit->known)
		return &unit->known->kind;
	return unit->archetype.space == SPACE_MMIO ? &making->described->memory : &making->described->msr;
}

/* A unit that is inconsistent by itself must not spoil the type of the others. */
static const char *unsound(struct making *making, const struct gathered *unit)
{
	struct archetype archetype = unit->archetype;
	struct archetype_kind kind = *usual_kind(making, unit);
	size_t mark = arena_mark(making->machine->arena);
	const struct box_type *type = NULL;

	archetype.socket = 0;
	if (name_kind(making, unit->unit->type, 0, false, &kind))
		type = box_type_of_archetypes(making->machine->arena, &kind, &archetype, 1, 1);
	arena_release(making->machine->arena, mark);
	return type ? box_type_fault(type) : "did not fit in memory";
}

/* Makes a type of the units that have the same layout as this one. */
static bool make_alike(struct making *making, const struct gathered *like, unsigned kind)
{
	struct machine *machine = making->machine;
	unsigned type = like->unit->type, count = 0;
	struct archetype_kind made = *usual_kind(making, like);
	const struct box_type *box_type;
	bool several = false;

	for (unsigned i = 0; i < making->unit_count; i++) {
		struct gathered *unit = &making->units[i];

		if (unit->taken || unit->unit->type != type || unit->known != like->known ||
		    !archetypes_alike(&unit->archetype, &like->archetype))
			continue;
		unit->taken = true;
		making->boxes[count++] = unit->archetype;
		several |= unit->archetype.number != making->boxes->number;
	}
	if (!name_kind(making, type, kind, several, &made))
		return false;
	box_type = box_type_of_archetypes(machine->arena, &made, making->boxes, count, machine->socket_count);
	if (box_type)
		making->types[making->processor->type_count++] = box_type;
	return box_type;
}

/* A unit of the lowest type that is not taken yet; NULL if all are. */
static struct gathered *next_unit(const struct making *making)
{
	struct gathered *next = NULL;

	for (unsigned i = 0; i < making->unit_count; i++)
		if (!making->units[i].taken && (!next || making->units[i].unit->type < next->unit->type))
			next = &making->units[i];
	return next;
}

/* Leaves out inconsistent units. If known facts of a type contradict a table's unit, the unit is treated as one of an
 * unknown type. */
static void leave_out_unsound(struct making *making)
{
	for (unsigned i = 0; i < making->unit_count; i++) {
		struct gathered *unit = &making->units[i];
		const struct archetype_kind *kind = unit->known ? &unit->known->kind : NULL;
		unsigned number = unit->archetype.number;

		if (unit->taken)
			continue;
		/* Only boxes at a known address have all rows. */
		if (kind && unit->archetype.control != kind->home + (uint64_t)number * kind->home_step)
			unit->archetype.without = kind->home_rows;
		else if (kind)
			unit->archetype.beside = kind->beside + (uint64_t)number * kind->beside_step;

		unit->unit->unused = unsound(making, unit);
		if (unit->unit->unused && unit->known) {
			unit->known = NULL;
			unit->archetype.without = 0;
			unit->archetype.beside = 0;
			unit->unit->unused = unsound(making, unit);
		}
		unit->taken = unit->unit->unused;
	}
}

static bool make_types(struct making *making)
{
	unsigned kind = 0, type = UINT32_MAX;
	struct gathered *unit;

	while ((unit = next_unit(making))) {
		kind = unit->unit->type == type ? kind + 1 : 0;
		type = unit->unit->type;
		if (making->processor->type_count >= TYPES_MOST) {
			unit->unit->unused = "is of one type too many: there is no room for it";
			unit->taken = true;
		} else if (!make_alike(making, unit, kind)) {
			return false;
		}
	}
	return true;
}

/* ---- global rows of a die ---------------------------------------------------------------------------------------- */

/* Only this bit of the register is known, so no other bit may be written. */
static const struct field global_fields[] = {FIELD_OF(FREEZE, "frz_all", 0, 1, RW)};
static const struct register_layout global_control = {
	.title = "global control",
	.source = "PCM, LIKWID, Linux 7.2",
	FIELDS(global_fields),
	.width_bits = 32,
};
static const struct field global_status_fields[] = {FIELD("ov", 0, 64, W1C)};
static const struct register_layout global_status = {
	.title = "global status",
	.source = "LIKWID: a bit for each unit",
	FIELDS(global_status_fields),
	.width_bits = 64,
};

static bool make_global_rows(struct making *making, struct box_type *type, const struct discovery_global *global)
{
	struct register_row *rows = arena_take(making->machine->arena, 2, sizeof(*rows));
	const struct register_row all[] = {
		ROW("global_ctl", global_control, GLOBAL_FREEZE, 0, 1, 0, 0),
		ROW("status", global_status, FLAGS, 0, (uint8_t)min_u64(global->statuses, STATUSES_MOST),
		    global->space == SPACE_MSR ? 1 : 8, global->status_offset),
	};

	if (!rows)
		return false;
	memcpy(rows, all, sizeof(all));
	type->registers = rows;
	type->register_count = global->statuses && global->status_offset ? 2 : 1;
	return true;
}

static unsigned gather_globals(struct making *making, const struct discovery_global *first)
{
	const struct discovered *found = making->machine->discovered;
	uint64_t reach = first->status_offset + (first->space == SPACE_MSR ? 1u : 8u) * (first->statuses + UINT64_C(1));
	unsigned count = 0;

	for (unsigned i = 0; i < found->count; i++) {
		const struct discovery_place *place = &found->places[i];
		const struct discovery_global *global = discovery_is_usable(place) ? &place->table->global : NULL;

		if (!global || global->space != first->space || global->status_offset != first->status_offset ||
		    global->statuses != first->statuses ||
		    unsafe(making->machine, global->space, global->control, reach))
			continue;
		making->boxes[count++] = (struct archetype){
			.control = global->control, .number = place->die, .socket = place->socket, .die = place->die};
	}
	return count;
}

/* Makes the global box from the first usable table. Other dies join it only if their tables describe the same
 * registers. */
static bool make_global(struct making *making)
{
	const struct discovered *found = making->machine->discovered;
	unsigned first = 0, count;
	struct box_type *type;

	while (first < found->count && !discovery_is_usable(&found->places[first]))
		first++;
	if (first == found->count)
		return true;
	type = arena_take(making->machine->arena, 1, sizeof(*type));
	if (!type || !make_global_rows(making, type, &found->places[first].table->global))
		return false;
	count = gather_globals(making, &found->places[first].table->global);
	*type = (struct box_type){
		.name = "global",
		.pmu = "unc_global",
		.perf = "uncore_global",
		.title = "what freezes all units of a die and gathers their overflows",
		.registers = type->registers,
		.register_count = type->register_count,
		.space = found->places[first].table->global.space,
	};
	if (!count)
		return true;
	if (!box_type_places(making->machine->arena, type, making->boxes, count, making->machine->socket_count))
		return false;
	making->types[making->processor->type_count++] = type;
	return true;
}

/* ---- lists of events ---------------------------------------------------------------------------------------------------- */

/* The box's clock if the counter can count it, else the first event that it can; NULL if none is listed. */
static const struct event *event_for(const struct box_type *type, unsigned counter)
{
	const struct event *first = NULL;

	for (unsigned i = 0; i < type->event_count; i++) {
		const struct event *event = &type->events[i];

		if (!(event->counters & BIT(counter)) || event->flags & EVENT_FIXED)
			continue;
		if (event->flags & EVENT_CLOCK)
			return event;
		if (!first)
			first = event;
	}
	return first;
}

/* If no events are listed, the event is code 1: the clock of all known units. */
static void put_event(const struct making *making, const struct box_type *type, unsigned counter, struct text *text)
{
	const struct event *event = event_for(type, counter);

	text_string(text, type->name);
	if (type->instances > 1)
		text_char(text, '*');
	if (!event) {
		text_string(text, ":0x1");
		return;
	}
	text_format(text, "::%s", processor_string(making->processor, event->name));
	if (event->umask_name)
		text_format(text, ":%s", processor_string(making->processor, event->umask_name));
}

/* Lists events for every counter, or for one counter of each unit. */
static const char *list_events(struct making *making, bool all)
{
	char *bytes = arena_take(making->machine->arena, CONFIGS_MOST, CONFIG_BYTES);
	struct text text;
	unsigned count = 0;

	if (!bytes)
		return NULL;
	text = text_over(bytes, (size_t)CONFIGS_MOST * CONFIG_BYTES);
	for (unsigned i = 0; i < making->processor->type_count; i++) {
		const struct box_type *type = making->types[i];

		for (unsigned j = 0, of = 0; j < type->counters && (all || !of) && count < CONFIGS_MOST; j++) {
			if (type->scope != BOX_OF_SOCKET || (type->event_count && !event_for(type, j)))
				continue;
			if (count++)
				text_char(&text, ',');
			of++;
			put_event(making, type, j, &text);
		}
	}
	return bytes;
}

/* Takes the types from struct described: the list of a processor made earlier also has the machine's types. */
static void add_own_types(struct processor *processor, const struct box_type **types)
{
	for (unsigned i = 0; i < processor->described->type_count; i++)
		types[processor->type_count++] = processor->described->types[i];
}

bool discovery_make(struct machine *machine, const struct processor *table)
{
	struct making making = {.machine = machine, .described = table->described};

	making.processor = arena_take(machine->arena, 1, sizeof(*making.processor));
	making.types = arena_take(machine->arena, TYPES_MOST + 1u + table->described->type_count, sizeof(const void *));
	if (!making.processor || !making.types || !gather(&making))
		return false;
	*making.processor = *table;
	making.processor->types = making.types;
	making.processor->type_count = 0;
	number_units(&making);
	leave_out_unsound(&making);
	if (!make_types(&making) || !make_global(&making))
		return false;
	add_own_types(making.processor, making.types);
	making.processor->default_events = list_events(&making, false);
	making.processor->full_events = list_events(&making, true);
	machine->processor = making.processor;
	return making.processor->default_events && making.processor->full_events;
}

/* ---- without a machine ------------------------------------------------------------------------------------------------ */

static const struct box_type *usual_type(struct arena *arena, const struct described_kind *known)
{
	struct archetype *boxes = arena_take(arena, known->most, sizeof(*boxes));
	/* Distance between the placeholder addresses of boxes that have no known address. */
	uint64_t step = known->usual.space == SPACE_MSR ? 0x20 : 0x1000;

	if (known->kind.home_step)
		step = known->kind.home_step;
	for (uint16_t i = 0; boxes && i < known->most; i++) {
		boxes[i] = known->usual;
		boxes[i].control += step * i;
		boxes[i].number = i;
	}
	return boxes ? box_type_of_archetypes(arena, &known->kind, boxes, known->most, 0) : NULL;
}

const struct processor *discovery_usual(struct arena *arena, const struct processor *table)
{
	const struct described *described = table->described;
	struct processor *processor = arena_take(arena, 1, sizeof(*processor));
	const struct box_type **types =
		arena_take(arena, (size_t)described->kind_count + described->type_count, sizeof(const void *));

	if (!processor || !types)
		return NULL;
	*processor = *table;
	processor->types = types;
	for (processor->type_count = 0; processor->type_count < described->kind_count; processor->type_count++) {
		types[processor->type_count] = usual_type(arena, &described->kinds[processor->type_count]);
		if (!types[processor->type_count])
			return NULL;
	}
	add_own_types(processor, types);
	return processor;
}
