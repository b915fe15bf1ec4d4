/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/leaving.h"

#include "core/hardware/control.h"
#include "core/hardware/flight.h"
#include "core/hardware/settle.h"
#include "core/hardware/write_ahead.h"

#define OTHERS_OF_CPU 2 /* registers of a CPU outside all boxes: the switch for PMIs and the prefetchers */

struct leaving_note {
	struct location where;
	uint64_t value;
	uint64_t found;  /* by the look, if one was made */
	uint8_t outcome; /* enum outcome of the look */
	bool looked, forgotten;
};

struct leaving {
	struct leaving_note *notes;
	uint32_t count, room;
	uint32_t *slots;     /* hash table with linear probing: 1 + the number of a note; 0 is free */
	uint32_t slot_count; /* a power of two, greater than `room` */
};

bool leaving_prepare(struct machine *machine)
{
	struct leaving *leaving = arena_take(machine->arena, 1, sizeof(*leaving));

	if (!leaving)
		return false;
	leaving->room = OTHERS_OF_CPU * machine->cpu_count;
	for (unsigned i = 0; i < machine->box_count; i++)
		for (unsigned r = 0; r < machine->boxes[i].box.type->register_count; r++)
			leaving->room +=
				box_row_count(&machine->boxes[i].box, &machine->boxes[i].box.type->registers[r]);
	for (leaving->slot_count = 2; leaving->slot_count <= leaving->room + leaving->room / 2;)
		leaving->slot_count *= 2;
	leaving->notes = arena_take(machine->arena, leaving->room, sizeof(*leaving->notes));
	leaving->slots = arena_take(machine->arena, leaving->slot_count, sizeof(*leaving->slots));
	machine->leaving = leaving->notes && leaving->slots ? leaving : NULL;
	return machine->leaving;
}

/* ---- notes ------------------------------------------------------------------------------------------- */

/* The slot of a register's note, used or free, by Fibonacci hashing. */
static uint32_t *slot_of(const struct leaving *leaving, const struct location *where)
{
	uint64_t key = where->address ^ (uint64_t)where->cpu << 48 ^ (uint64_t)where->socket << 40;
	uint32_t at = (uint32_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (leaving->slot_count - 1);

	for (; leaving->slots[at]; at = (at + 1) & (leaving->slot_count - 1)) {
		const struct location *noted = &leaving->notes[leaving->slots[at] - 1].where;

		if (noted->address == where->address && noted->space == where->space &&
		    noted->socket == where->socket && noted->cpu == where->cpu)
			break;
	}
	return &leaving->slots[at];
}

static struct leaving_note *note_of(const struct machine *machine, const struct location *where)
{
	uint32_t number = machine->leaving ? *slot_of(machine->leaving, where) : 0;

	return number ? &machine->leaving->notes[number - 1] : NULL;
}

static bool can_compare(const struct location *where)
{
	return where->space == SPACE_MSR || where->space == SPACE_PCI || where->space == SPACE_MMIO;
}

void leaving_note(const struct machine *machine, const struct location *where, uint64_t value)
{
	struct leaving *leaving = machine->leaving;

	if (!leaving || leaving->count == leaving->room || !can_compare(where) || note_of(machine, where))
		return;
	leaving->notes[leaving->count] = (struct leaving_note){.where = *where, .value = value};
	*slot_of(leaving, where) = ++leaving->count;
}

void leaving_forget(const struct machine *machine, const struct location *where)
{
	struct leaving_note *note = note_of(machine, where);

	if (note)
		note->forgotten = true;
}

static bool is_counter_row(const struct register_row *row)
{
	return row->role == ROLE_COUNTER || row->role == ROLE_FIXED_COUNTER || row->role == ROLE_FREE_COUNTER;
}

void leaving_note_register(const struct machine *machine, const struct box *box, const struct register_row *row,
			   unsigned index, uint64_t value)
{
	struct location where = box_location(box, row, index);

	if (!is_counter_row(row))
		leaving_note(machine, &where, value);
}

void leaving_note_box(const struct machine *machine, const struct box *box)
{
	for (unsigned i = 0; machine->leaving && i < box->type->register_count; i++) {
		const struct register_row *row = &box->type->registers[i];

		/* Filters change only when uncork writes them, and then they are noted separately. */
		if (is_counter_row(row) || row->role == ROLE_FILTER || row->role == ROLE_OTHER ||
		    row->role == ROLE_AVAILABLE || row->role == ROLE_CAPABILITIES || row->role == ROLE_BOX_COUNT ||
		    !row_readable(row))
			continue;
		for (unsigned index = 0; index < box_row_count(box, row); index++) {
			struct location where = box_location(box, row, index);
			struct accessed found;

			if (!can_compare(&where) || note_of(machine, &where))
				continue;
			found = write_ahead_read(machine->hw, &where);
			if (found.outcome == OUTCOME_OK)
				leaving_note(machine, &where, found.value);
		}
	}
}

/* ---- at the end -------------------------------------------------------------------------------------- */

/* All ones for a register without a note: anything that it enables may have counted. */
static uint64_t noted(const void *context, const struct box *box, const struct register_row *row, unsigned index)
{
	struct location where = box_location(box, row, index);
	const struct leaving_note *note = note_of(context, &where);

	return note ? note->value : ~UINT64_C(0);
}

/* Bits that change without being written. */
static uint64_t volatile_bits(const struct register_layout *layout)
{
	uint64_t bits = 0;

	for (unsigned i = 0; i < layout->field_count; i++)
		if (layout->fields[i].access == ACCESS_VOLATILE)
			bits |= field_mask(&layout->fields[i]);
	return bits;
}

/* Overflow bits of counters that were counting: they may be set at any time. */
static uint64_t volatile_overflows(const struct machine *machine, const struct left *left)
{
	const struct box_type *type = left->box.type;
	uint64_t bits = 0;

	for (unsigned r = 0; r < type->register_count; r++) {
		const struct register_row *row = &type->registers[r];

		for (unsigned i = 0; i < box_row_count(&left->box, row); i++)
			if (control_let_count(machine, &left->box, row, i, noted, machine))
				bits |= control_overflow_bit(left->row, row->role == ROLE_FIXED_COUNTER, i);
	}
	return bits;
}

/* Bits that must be the same as before. The value of a counter does not matter. */
static uint64_t compared_bits(const struct machine *machine, const struct left *left)
{
	const struct register_row *row = left->row;

	if (is_counter_row(row) || (row->role == ROLE_OTHER && !layout_writable(row->layout)))
		return 0;
	/* A summary shows which boxes overflowed. No document says that its bits are cleared along with theirs. */
	if (row->role == ROLE_FLAGS && !box_counters(&left->box))
		return 0;
	if (row->role == ROLE_STATUS || row->role == ROLE_FLAGS)
		return left->after & ~volatile_bits(row->layout) & ~volatile_overflows(machine, left) &
		       ~control_mirrored(machine, &left->box);
	return ~volatile_bits(row->layout);
}

static void find_box_of(const struct machine *machine, struct left *left)
{
	if (!machine_register(machine, &left->where, &left->box, &left->row, &left->index))
		left->box.type = NULL;
}

static bool is_difference(const struct machine *machine, struct left *left)
{
	if (left->before == left->after)
		return false;
	find_box_of(machine, left);
	if (!left->box.type)
		return true;
	return (left->before ^ left->after) & compared_bits(machine, left);
}

/* False for further registers of the same silent box: a CPU that no longer answers, or a missing function, has many. */
static bool is_new_silence(const struct machine *machine, struct leaving_walk *walk, struct left *left)
{
	const struct box *silent = &walk->silent;

	find_box_of(machine, left);
	if (left->box.type && left->box.type == silent->type && left->box.socket == silent->socket &&
	    left->box.instance == silent->instance && left->box.cpu == silent->cpu)
		return false;
	walk->silent = left->box;
	return true;
}

/* True if a hung CPU was left out in an access to this box, or to the same box of another socket: reading it might hang
 * another CPU. A CPU whose access was only interrupted does not count. */
static bool is_dangerous(const struct machine *machine, struct left *left)
{
	for (uint32_t i = 0; i < machine->cpu_count; i++) {
		const struct flight_access *access = machine->cpus[i].usable ? NULL : flight_under_way(i);
		struct left stuck = {.name = NULL};

		if (!access)
			continue;
		stuck.where = access->where;
		find_box_of(machine, &stuck);
		find_box_of(machine, left);
		if (left->box.type && left->box.type == stuck.box.type && left->box.instance == stuck.box.instance &&
		    left->box.cpu == stuck.box.cpu)
			return true;
	}
	return false;
}

void leaving_look_here(const struct machine *machine, uint32_t cpu, bool acts_for_socket)
{
	for (uint32_t i = 0; leaving_has_notes(machine) && i < machine->leaving->count; i++) {
		struct leaving_note *note = &machine->leaving->notes[i];
		struct left left = {.where = note->where};
		struct accessed found = {.outcome = OUTCOME_TIMEOUT};

		if (note->where.cpu ? note->where.cpu != cpu + 1
				    : !acts_for_socket || bus_route(machine->hw, &note->where) != cpu)
			continue;
		if (!is_dangerous(machine, &left))
			found = bus_read_here(machine->hw, cpu, &note->where);
		note->found = found.value;
		note->outcome = (uint8_t)found.outcome;
		note->looked = true;
	}
}

bool leaving_has_notes(const struct machine *machine)
{
	return machine->leaving && machine->leaving->count;
}

bool leaving_next(const struct machine *machine, struct leaving_walk *walk, struct left *left)
{
	const struct leaving *leaving = machine->leaving;

	if (leaving_has_notes(machine) && !walk->note)
		write_ahead_say("step", "leaving audit");
	while (leaving && walk->note < leaving->count) {
		const struct leaving_note *note = &leaving->notes[walk->note++];
		struct accessed found = {.outcome = OUTCOME_TIMEOUT};

		if (note->forgotten)
			continue;
		*left = (struct left){.where = note->where, .before = note->value};
		if (note->looked)
			found = (struct accessed){.value = note->found, .outcome = (enum outcome)note->outcome};
		else if (!is_dangerous(machine, left))
			found = write_ahead_read(machine->hw, &left->where);
		left->after = found.value;
		left->outcome = found.outcome;
		if (found.outcome == OUTCOME_OK ? is_difference(machine, left) : is_new_silence(machine, walk, left))
			return true;
	}
	return false;
}

bool leaving_clear(const struct machine *machine, struct left *left)
{
	struct location clear = left->where;
	struct accessed found;

	if (left->outcome != OUTCOME_OK || !left->box.type ||
	    (left->row->role != ROLE_STATUS && left->row->role != ROLE_FLAGS))
		return false;
	if (left->row->role == ROLE_STATUS)
		clear = box_location(&left->box, control_box_status(&left->box).clear, 0);
	if (write_ahead_write(machine->hw, &clear, left->after & ~left->before).outcome != OUTCOME_OK)
		return false;
	(void)settle_note(machine->hw);
	settle_wait(machine->hw);
	found = write_ahead_read(machine->hw, &left->where);
	if (found.outcome != OUTCOME_OK)
		return false;
	left->after = found.value;
	return !is_difference(machine, left);
}
