/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/machine.h"

#include "boxes/processors.h"
#include "boxes/sound.h"
#include "core/hardware/buses.h"
#include "core/hardware/control.h"
#include "core/hardware/core_pmu.h"
#include "core/hardware/deny.h"
#include "core/hardware/discovery_types.h"
#include "core/hardware/leaving.h"
#include "core/hardware/plan.h"
#include "core/hardware/write_ahead.h"
#include "lib/memory.h"
#include "lib/text.h"

/* Neither the pattern nor its complement has a run of equal bits, the subject of errata on low bits. */
#define PATTERN UINT64_C(0x5a5a5a5a5a5a5a5a)

static const char *const state_names[BOX_STATE_COUNT] = {
	[BOX_FOUND] = "found",   [BOX_FAULTS] = "faults", [BOX_NO_WRITE_BACK] = "no-write-back",
	[BOX_HIDDEN] = "hidden", [BOX_ABSENT] = "absent", [BOX_WRONG_DEVICE] = "wrong-device",
	[BOX_DENIED] = "denied",
};

const char *box_state_name(enum box_state state)
{
	return state < BOX_STATE_COUNT ? state_names[state] : "?";
}

static enum outcome machine_read_value(struct machine *machine, struct location where, uint64_t *value)
{
	struct accessed accessed = write_ahead_read(machine->hw, &where);

	if (accessed.outcome == OUTCOME_OK)
		*value = accessed.value;
	return accessed.outcome;
}

static enum outcome write_value(struct machine *machine, struct location where, uint64_t value)
{
	return write_ahead_write(machine->hw, &where, value).outcome;
}

static enum box_state state_of_outcome(enum outcome outcome)
{
	switch (outcome) {
	case OUTCOME_OK: return BOX_FOUND;
	case OUTCOME_ALL_ONES: return BOX_HIDDEN;
	case OUTCOME_ABSENT: return BOX_ABSENT;
	case OUTCOME_DENIED: return BOX_DENIED;
	default: return BOX_FAULTS;
	}
}

/* A counter that keeps any bit of the pattern exists, even with a stuck bit; checks find bad bits. `*ceased`: it
 * stopped answering, or an access hung. */
static enum box_state ask_counter(struct machine *machine, struct location where, uint64_t writable, bool *ceased)
{
	uint64_t found = 0, pattern, now = 0;
	enum outcome outcome = machine_read_value(machine, where, &found);
	enum outcome restored;

	*ceased = outcome == OUTCOME_TIMEOUT;
	if (outcome != OUTCOME_OK)
		return state_of_outcome(outcome);
	pattern = (found == (PATTERN & writable) ? ~PATTERN : PATTERN) & writable;
	outcome = write_value(machine, where, pattern);
	*ceased = outcome != OUTCOME_OK && outcome != OUTCOME_DENIED;
	if (outcome != OUTCOME_OK)
		return state_of_outcome(outcome);
	outcome = machine_read_value(machine, where, &now);
	restored = write_value(machine, where, found);
	*ceased = outcome != OUTCOME_OK || restored != OUTCOME_OK;
	if (*ceased)
		return BOX_FAULTS;
	return now == found ? BOX_NO_WRITE_BACK : BOX_FOUND;
}

/* A register that was changed temporarily. */
struct changed {
	struct location where;
	uint64_t found;
	bool answered, changed;
};

/* Stops a counter, because counters are not written while they count. */
static struct changed hold_still(struct machine *machine, const struct box *box, unsigned number)
{
	struct control_still still = control_still(box, number);
	struct changed changed = {.where = still.where};

	if (!still.row)
		return changed;
	changed.answered = machine_read_value(machine, still.where, &changed.found) == OUTCOME_OK;
	if (changed.answered && changed.found != still.value)
		changed.changed = write_value(machine, still.where, still.value) == OUTCOME_OK;
	changed.found |= still.ones;
	return changed;
}

/* Reads registers of ROLE_BOX_COUNT. The first field of each is a number, or a mask of boxes. */
static bool read_counts(struct machine *machine, const struct box *box, bool masked, uint64_t *count)
{
	const struct register_row *row = box_row_of_role(box->type, ROLE_BOX_COUNT);

	*count = 0;
	for (unsigned i = 0; i < row->count; i++) {
		uint64_t value;

		if (machine_read_value(machine, box_location(box, row, i), &value) != OUTCOME_OK)
			return false;
		value = (value & field_mask(row->layout->fields)) >> row->layout->fields->low;
		*count += masked ? count_bits(value) : value;
	}
	return true;
}

/* Asks a box without counters. A missing register may read 0, which is accepted except from the register with the
 * number of boxes. */
static void ask_register(struct machine *machine, struct machine_box *box)
{
	const struct register_row *teller = box_row_of_role(box->box.type, ROLE_BOX_COUNT);
	const struct register_row *row = teller ? teller : box->box.type->registers;
	uint64_t value = 0, boxes = 0, freeze;

	box->evidence = box_location(&box->box, row, 0);
	box->state = (uint8_t)state_of_outcome(machine_read_value(machine, box->evidence, &value));
	if (box->state != BOX_FOUND)
		return;
	if (teller && (!read_counts(machine, &box->box, false, &boxes) || !boxes))
		box->state = BOX_NO_WRITE_BACK;
	box->how = box->state == BOX_FOUND ? "can be read" : "reads 0, which means no boxes";
	if (row->role != ROLE_GLOBAL_FREEZE || box->state != BOX_FOUND)
		return;
	/* Freeze bits that cannot be read count as set, so that they are released, too. */
	freeze = layout_bits(row->layout, FIELD_FREEZE);
	box->frozen = (value | layout_hidden(row->layout)) & freeze;
	if (value & freeze)
		box->how = "can be read; keeps all units of its die frozen except while events are counted";
}

/* Tries all counters before the box is given up, since one of them may be dead. */
static void ask_where_it_is(struct machine *machine, struct machine_box *box)
{
	const struct register_row *row = box_row_of_role(box->box.type, ROLE_COUNTER);

	/* The box must be looked for, or its function identifies itself. */
	if ((box->box.type->based != BASE_CONSTANT || box_place(&box->box)->id[0]) && !buses_confirm(machine, box))
		return;
	if (!row && box->box.type->register_count)
		ask_register(machine, box);
	if (!row)
		return;
	box->state = BOX_ABSENT;
	for (unsigned i = 0; i < box_row_count(&box->box, row); i++) {
		struct location where = box_location(&box->box, row, i);
		uint32_t refused = deny_refused();
		uint64_t value;

		/* Without writes, the existence of a counter cannot be shown, but a missing answer can. */
		if (deny_by_profile(&where)) {
			enum outcome outcome = machine_read_value(machine, where, &value);

			box->state = (uint8_t)(outcome == OUTCOME_OK ? BOX_DENIED : state_of_outcome(outcome));
			box->evidence = where;
			if (box->state == BOX_DENIED)
				return;
			continue;
		}
		struct changed changed = hold_still(machine, &box->box, i);
		bool ceased = false;
		enum box_state state = deny_refused() == refused
					       ? ask_counter(machine, where, box_writable(&box->box, row), &ceased)
					       : BOX_DENIED;

		box->ceased |= ceased || (changed.answered && state == BOX_FAULTS);
		if (changed.changed && write_value(machine, changed.where, changed.found) != OUTCOME_OK)
			state = BOX_FAULTS;
		if (i == 0 || state == BOX_FOUND) {
			box->state = (uint8_t)state;
			box->evidence = where;
		}
		if (state == BOX_FOUND)
			return;
	}
}

static void say_denied(struct machine_box *box, const char *how)
{
	box->state = BOX_DENIED;
	box->how = how;
	if (box->box.type->register_count)
		box->evidence = box_location(&box->box, box->box.type->registers, 0);
}

static const char denied[] = "not touched: denied";

/* If the user chose not to start the processors that reach the box, the reason in words; else NULL. */
static const char *why_out_of_reach(const struct machine *machine, const struct box *box)
{
	bool left_alone = true;

	if (box->cpu ? machine->cpus[box->cpu - 1].usable
		     : machine->hw->cpu_of_socket(machine->hw, box->socket) != HW_NO_CPU)
		return NULL;
	for (unsigned i = 0; i < machine->cpu_count; i++) {
		bool reaches = box->cpu ? i + 1 == box->cpu : machine->cpus[i].socket == box->socket;

		left_alone &= !reaches || machine->cpus[i].left_alone;
	}
	if (left_alone)
		return "not touched: `cpus` leaves its processors unused";
	return deny_profile() == PROFILE_SAFE ? "not touched: profile safe does not start other processors" : NULL;
}

/* A box that is denied as a whole is not even looked for. */
static void ask_box(struct machine *machine, struct machine_box *box)
{
	uint32_t refused = deny_refused();

	box->state = BOX_ABSENT;
	box->how = NULL;
	box->ceased = false;
	box->box.base = buses_base(machine, &box->box);
	plan_learn(box);
	deny_resolve(&box->box);
	box->part_denied = deny_of_box(&box->box) == DENIED_PART;
	if (deny_of_box(&box->box) == DENIED_BOX) {
		say_denied(box, denied);
		return;
	}
	if (why_out_of_reach(machine, &box->box)) {
		say_denied(box, why_out_of_reach(machine, &box->box));
		return;
	}
	ask_where_it_is(machine, box);
	if (box->state == BOX_FOUND)
		return;
	if (box->state == BOX_DENIED && deny_refused() == refused) /* whether it exists is unknown */
		box->how = deny_profile() == PROFILE_SAFE ? "not written: profile safe" : "not written: profile uncore";
	else if (box->state == BOX_DENIED || deny_refused() != refused)
		say_denied(box, denied);
	else if (machine->denied_places && box->box.type->based != BASE_CONSTANT)
		say_denied(box, "not touched: the register that gives its address may be denied");
}

/* ---- the list --------------------------------------------------------------------------------------- */

static void list_box(struct machine *machine, struct box box)
{
	if (machine->boxes)
		machine->boxes[machine->box_count].box = box;
	machine->box_count++;
}

/* Lists a box for each CPU of the socket. */
static void list_threads(struct machine *machine, const struct box_type *type, uint16_t socket)
{
	uint16_t number = 0;

	for (uint16_t i = 0; i < machine->cpu_count; i++)
		if (machine->cpus[i].socket == socket)
			list_box(machine,
				 (struct box){.type = type,
					      .socket = socket,
					      .instance = number++,
					      .cpu = (uint16_t)(i + 1),
					      .wide = machine->core_pmu.full_width,
					      .counter_bits = machine->core_pmu.counter_bits,
					      .fixed_bits = machine->core_pmu.fixed_bits,
					      .counters = (uint8_t)core_pmu_counters(machine, type),
					      .enables = core_pmu_enables(machine),
					      .fixed_counters = (uint8_t)core_pmu_fixed_counters(machine, type),
					      .lacks = machine->core_pmu.lacks});
}

static void list_socket(struct machine *machine, uint16_t socket)
{
	for (unsigned t = 0; t < machine->processor->type_count; t++) {
		const struct box_type *type = machine->processor->types[t];

		if (core_pmu_has(type)) {
			list_threads(machine, type, socket);
			continue;
		}
		for (uint16_t i = 0; i < type->instances; i++) {
			struct box box = {.type = type, .socket = socket, .instance = i};

			if (!type->sockets || (socket < type->sockets && box_is_there(&box)))
				list_box(machine, box);
		}
	}
}

/* If there is no memory for the list, boxes are only counted. */
static void machine_list_all(struct machine *machine)
{
	machine->box_count = 0;
	for (uint16_t s = 0; s < machine->socket_count; s++)
		list_socket(machine, s);
}

/* A reason not to ask the box; NULL if it must be asked. */
static const char *excuse(const struct machine *machine, const struct box *box)
{
	if (!core_pmu_has(box->type))
		return NULL;
	if (core_pmu_missing(machine))
		return core_pmu_missing(machine);
	return machine->cpus[box->cpu - 1].usable ? NULL : "its processor does not answer";
}

static void leave_out(const struct machine *machine, struct machine_box *box)
{
	const struct register_row *row =
		box_row_of_role(box->box.type, machine->core_pmu.off ? ROLE_AVAILABLE : ROLE_COUNTER);

	box->state = BOX_ABSENT;
	if (row)
		box->evidence = box_location(&box->box, row, 0);
}

/* Reads the number of boxes from an MSR, else from the socket's box of the type that gives it. Returns false if none
 * answers. */
static bool read_box_count(struct machine *machine, const struct present_if *present, uint16_t socket, uint64_t *count)
{
	struct location where = {.space = SPACE_MSR, .width_bits = 64, .socket = socket, .address = present->msr};

	if (present->msr && machine_read_value(machine, where, count) == OUTCOME_OK) {
		*count &= MASK(0, present->msr_width);
		if (*count)
			return true;
	}
	for (unsigned i = 0; i < machine->box_count; i++) {
		const struct machine_box *box = &machine->boxes[i];

		if (box->box.type == present->teller && box->state == BOX_FOUND && box->box.socket == socket)
			return read_counts(machine, &box->box, present->kind == PRESENT_AS_MASKED, count);
	}
	return false;
}

/* The reason why a part may have only as many boxes of this type on a socket as answer; NULL if there is none. Boxes that
 * were not asked may exist, so they count as answering. */
static const char *why_fewer(struct machine *machine, const struct box *box)
{
	const struct present_if *present = box->type->present;
	unsigned answering = 0, cores = 0;
	uint64_t value;
	uint32_t field;

	for (unsigned i = 0; i < machine->box_count; i++) {
		const struct machine_box *place = &machine->boxes[i];

		answering += (place->state == BOX_FOUND || place->state == BOX_DENIED) &&
			     place->box.type == box->type && place->box.socket == box->socket;
	}
	switch (present->kind) {
	case PRESENT_ON_SOME: return present->some >> box->instance & 1 ? "not every processor has this one" : NULL;
	case PRESENT_AS_CORES:
		for (unsigned i = 0; i < machine->cpu_count; i++)
			cores += machine->cpus[i].socket == box->socket && machine->cpus[i].thread == 0;
		return answering >= cores ? "this processor has only one for each core" : NULL;
	case PRESENT_WITH_DEVICE:
		return buses_function(machine, present->id, box->socket) == BUS_NOWHERE
			       ? "this processor lacks the function that goes with them"
			       : NULL;
	case PRESENT_BY_FIELD: /* a field of the capability registers is 0 in a small part */
		if (answering < present->few ||
		    !buses_field(machine, present->id, box->socket, &present->field, &field) || field)
			return NULL;
		return "this processor has fewer, by its capability registers";
	default:
		return read_box_count(machine, present, box->socket, &value) && answering >= value
			       ? "this processor has fewer, by its own count"
			       : NULL;
	}
}

/* Smaller parts have fewer boxes of some types. No register says which, and those missing may have any number. */
static void excuse_missing(struct machine *machine)
{
	for (unsigned i = 0; i < machine->box_count; i++) {
		struct machine_box *place = &machine->boxes[i];
		const struct box *box = &place->box;
		const char *why = NULL;
		uint32_t refused = deny_refused();
		bool there = place->state == BOX_FOUND || place->state == BOX_DENIED;

		if (!there && box->type->present && !place->ceased) {
			why = why_fewer(machine, box);
			if (!why && deny_refused() != refused)
				why = "the register that gives their number is denied";
		} else if (!there && core_pmu_has(box->type) && !machine->core_pmu.version) {
			why = core_pmu_missing(machine); /* as in two dumps of an X7560 */
		}
		place->excused = why != NULL;
		if (why)
			place->how = why;
	}
}

/* ---- the types -------------------------------------------------------------------------------------- */

#define REFUSAL_BYTES 96

static char *refusal(struct machine *machine, const struct box_type *type, const char *fault)
{
	char *bytes = arena_take(machine->arena, REFUSAL_BYTES, 1);
	struct text text;

	if (!bytes)
		return NULL;
	text = text_over(bytes, REFUSAL_BYTES);
	text_format(&text, "the table of %s is not used: %s", type && type->name ? type->name : "a box type", fault);
	return bytes;
}

/* Replaces the machine's processor by a copy with only the consistent types. If one box controls all others, the copy
 * has none. */
static bool leave_out_types(struct machine *machine, unsigned wrong)
{
	const struct processor *table = machine->processor;
	struct processor *processor = arena_take(machine->arena, 1, sizeof(*processor));
	const struct box_type **types = arena_take(machine->arena, table->type_count, sizeof(const void *));
	const char **refused = arena_take(machine->arena, wrong, sizeof(*refused));

	if (!processor || !types || !refused)
		return false;
	*processor = *table;
	processor->global = NULL;
	processor->types = types;
	processor->type_count = 0;
	for (unsigned i = 0; i < table->type_count; i++) {
		const char *fault = box_type_fault(table->types[i]);

		if (fault)
			refused[machine->refused_count++] = refusal(machine, table->types[i], fault);
		else if (!table->global)
			types[processor->type_count++] = table->types[i];
	}
	if (!machine->refused_count)
		refused[machine->refused_count++] = refusal(machine, table->global->box, global_control_fault(table));
	machine->refused = refused;
	machine->processor = processor;
	return refused[machine->refused_count - 1];
}

bool machine_refuse_types(struct machine *machine)
{
	unsigned wrong = 0;

	for (unsigned i = 0; i < machine->processor->type_count; i++)
		wrong += box_type_fault(machine->processor->types[i]) != NULL;
	if (!wrong)
		wrong = global_control_fault(machine->processor) != NULL;
	return !wrong || leave_out_types(machine, wrong);
}

/* ---- boxes that describe themselves -------------------------------------------------------------------- */

static bool may_be_device(const struct machine *machine, const struct memory_region *region)
{
	for (unsigned i = 0; i < machine->node_count; i++) {
		const struct node_memory *node = &machine->nodes[i];

		if (region->start - node->base < node->bytes || node->base - region->start < region->bytes)
			return false;
	}
	return region->reserved && machine->node_count;
}

uint64_t machine_device_bytes(const struct machine *machine, uint64_t address)
{
	uint64_t bytes = UINT64_MAX - address;

	for (unsigned i = 0; machine->memory && i < machine->memory_count; i++) {
		const struct memory_region *region = &machine->memory[i];

		if (may_be_device(machine, region))
			continue;
		if (address >= region->start && address - region->start < region->bytes)
			return 0;
		if (region->start > address)
			bytes = min_u64(bytes, region->start - address);
	}
	return machine->memory ? bytes : 0;
}

static bool describe_processor(struct machine *machine)
{
	const struct processor *table = machine->processor;

	/* A part without a table may have tables of its own. */
	if (!table && machine->family == unknown_xeon.family && !strcmp(machine->vendor, unknown_xeon.vendor))
		table = &unknown_xeon;
	if (!table || !table->described)
		return true;
	if (!discovery_find(machine, table->described))
		return false;
	return (!machine->processor && !machine->discovered->count) || discovery_make(machine, table);
}

/* A deny rule that matches nothing is a typing error, and the registers that it should protect are unknown. */
static bool is_rule_amiss(const struct machine *machine)
{
	for (unsigned i = 0; deny_rule(i); i++)
		if (!deny_rule(i)->allow && !deny_means_something(machine, deny_rule(i)))
			return true;
	return false;
}

/* Boxes that cannot be asked keep their state: posted ones were asked once, all together. */
bool machine_deny(struct machine *machine)
{
	if (!deny_prepare(machine, machine->arena))
		return false;
	for (unsigned i = 0; i < machine->box_count; i++) {
		struct machine_box *box = &machine->boxes[i];

		deny_resolve(&box->box);
		box->part_denied = deny_of_box(&box->box) == DENIED_PART;
		if (deny_of_box(&box->box) == DENIED_BOX)
			say_denied(box, denied);
	}
	for (unsigned i = 0; !machine->posted && !is_rule_amiss(machine) && i < machine->box_count; i++) {
		struct machine_box *box = &machine->boxes[i];

		if (box->state == BOX_DENIED && deny_of_box(&box->box) != DENIED_BOX && !excuse(machine, &box->box))
			ask_box(machine, box);
	}
	return true;
}

static bool take_inventory(struct machine *machine)
{
	bool amiss;

	machine->boxes = NULL;
	machine->box_count = 0;
	machine->identities = NULL;
	if (!describe_processor(machine))
		return false;
	if (!machine->processor)
		return true;
	if (!machine_refuse_types(machine) || !buses_find(machine))
		return false;
	core_pmu_ask(machine);
	machine_list_all(machine);
	machine->boxes = arena_take(machine->arena, machine->box_count, sizeof(*machine->boxes));
	if (!machine->boxes) {
		machine->box_count = 0;
		return false;
	}
	machine_list_all(machine);
	machine->denied_places = deny_refused();
	amiss = is_rule_amiss(machine);
	if (!deny_prepare(machine, machine->arena))
		return false;
	write_ahead_scale(machine, machine->arena);
	for (unsigned i = 0; i < machine->box_count; i++) {
		struct machine_box *box = &machine->boxes[i];

		box->how = excuse(machine, &box->box);
		if (amiss)
			say_denied(box, "not touched: a rule of `deny` matches no box and no register of this machine");
		else if (box->how && why_out_of_reach(machine, &box->box))
			say_denied(box, why_out_of_reach(machine, &box->box));
		else if (box->how)
			leave_out(machine, box);
		else
			ask_box(machine, box);
	}
	excuse_missing(machine);
	return leaving_prepare(machine);
}

bool machine_inventory(struct machine *machine)
{
	bool good = plan_enter(machine);

	plan_ask(true);
	good = good && take_inventory(machine);
	plan_ask(false);
	return good;
}

const struct machine_box *machine_box(const struct machine *machine, unsigned socket, const char *name)
{
	char candidate[BOX_NAME_SIZE];

	for (unsigned i = 0; i < machine->box_count; i++) {
		const struct machine_box *box = &machine->boxes[i];

		box_name(&box->box, candidate);
		if (box->box.socket == socket && !strcmp(candidate, name))
			return box;
	}
	return NULL;
}

uint32_t machine_bootstrap_cpu(const struct machine *machine)
{
	for (uint32_t i = 0; i < machine->cpu_count; i++)
		if (machine->cpus[i].bootstrap)
			return i;
	return 0;
}

struct location machine_msr(const struct machine *machine, uint32_t cpu, uint64_t address)
{
	return (struct location){
		.space = SPACE_MSR,
		.width_bits = 64,
		.socket = machine->cpus[cpu].socket,
		.cpu = (uint16_t)(cpu + 1),
		.address = address,
	};
}

uint64_t machine_ticks_ns(const struct machine *machine, uint64_t ticks)
{
	return ticks * 1000 / max_u64(machine->ticks_per_second / 1000000, 1);
}

bool machine_has_siblings(const struct machine *machine)
{
	for (uint32_t i = 0; i < machine->cpu_count; i++)
		if (machine->cpus[i].thread)
			return true;
	return false;
}

uint64_t machine_stray_pmis(const struct machine *machine, unsigned socket)
{
	uint64_t strays = 0;

	for (uint32_t i = 0; i < machine->cpu_count; i++)
		if (machine->cpus[i].socket == socket)
			strays += machine->hw->stray_pmis(machine->hw, i);
	return strays;
}

static const struct register_row *box_holds(const struct box *box, const struct location *where, unsigned *index)
{
	for (unsigned r = 0; r < box->type->register_count; r++) {
		const struct register_row *row = &box->type->registers[r];

		for (unsigned i = 0; i < box_row_count(box, row); i++) {
			struct location here = box_location(box, row, i);

			if (here.space != where->space || here.address != where->address)
				continue;
			*index = i;
			return row;
		}
	}
	return NULL;
}

/* A location without a CPU matches the register of the first CPU. */
bool machine_register(const struct machine *machine, const struct location *where, struct box *box,
		      const struct register_row **row, unsigned *index)
{
	for (unsigned i = 0; i < machine->box_count; i++) {
		*box = machine->boxes[i].box;
		if (box->socket != where->socket || (box->cpu && where->cpu && box->cpu != where->cpu))
			continue;
		*row = box_holds(box, where, index);
		if (*row)
			return true;
	}
	return false;
}

void box_register_name(const struct box *box, const struct register_row *row, unsigned index, struct text *text)
{
	char name[BOX_NAME_SIZE];

	box_name(box, name);
	text_format(text, "%s.%s", name, row->name);
	if (row->count > 1)
		text_format(text, "%u", index);
}

void machine_register_name(const struct machine *machine, const struct location *where, struct text *text)
{
	const struct register_row *row;
	struct box box;
	unsigned index;

	if (machine_register(machine, where, &box, &row, &index))
		box_register_name(&box, row, index, text);
	else if (!machine->posted || !machine->posted->name(where, text))
		location_text(where, text);
	if (machine->socket_count > 1)
		text_format(text, " socket %u", where->socket);
}

void machine_location_text(const struct machine *machine, const struct location *where, struct text *text)
{
	const struct register_row *row;
	struct box box;
	unsigned index;
	char bytes[40];
	struct text address = TEXT_OVER(bytes);

	location_text(where, &address);
	if (machine_register(machine, where, &box, &row, &index)) {
		box_register_name(&box, row, index, text);
		text_format(text, " (%s)", bytes);
	} else {
		text_string(text, bytes);
	}
	if (machine->socket_count > 1)
		text_format(text, " socket %u", where->socket);
}
