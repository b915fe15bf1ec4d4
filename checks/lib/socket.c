/* SPDX-License-Identifier: BSD-2-Clause */
/* All counters of a socket at once, except those of its cores. */
#include "checks/lib/support.h"

#define HOLD_NS UINT64_C(200000)

const struct machine_box *next_box(const struct check_context *context, unsigned *walk)
{
	const struct machine *machine = context->machine;

	while (*walk < machine->box_count) {
		const struct machine_box *place = &machine->boxes[(*walk)++];

		if (place->state == BOX_FOUND && place->box.socket == context->target.place->box.socket)
			return place;
	}
	return NULL;
}

bool next_counter(const struct check_context *context, struct counter_walk *walk, struct counter *counter)
{
	const struct machine *machine = context->machine;

	while (walk->box < machine->box_count) {
		const struct machine_box *place = &machine->boxes[walk->box];

		if (place->state != BOX_FOUND || place->box.socket != context->target.place->box.socket ||
		    place->box.type->scope != BOX_OF_SOCKET || walk->number == counter_count(&place->box)) {
			walk->box++;
			walk->number = 0;
			continue;
		}
		*counter = counter_of(&place->box, walk->number++);
		if (counter_answers(context, counter))
			return true;
	}
	return false;
}

bool next_advancing(struct check_context *context, struct counter_walk *walk, struct counter *counter,
		    struct stimulus *stimulus)
{
	while (next_counter(context, walk, counter))
		if (stimulus_try(context, counter, stimulus))
			return true;
	return false;
}

unsigned load_all(struct check_context *context)
{
	struct counter_walk walk = {0};
	struct stimulus stimulus;
	struct counter counter;
	unsigned loaded = 0;

	/* Events that are not known yet must be found before the first counter is loaded. */
	while (next_advancing(context, &walk, &counter, &stimulus))
		;
	quiet_socket(context);
	for (walk = (struct counter_walk){0}; next_advancing(context, &walk, &counter, &stimulus); loaded++)
		counter_prepare(context, &counter, stimulus.select, START_VALUE);
	return loaded;
}

unsigned read_all(struct check_context *context, uint64_t values[SOCKET_COUNTERS])
{
	struct counter_walk walk = {0};
	struct counter counter;
	unsigned count = 0;

	while (count < SOCKET_COUNTERS && next_counter(context, &walk, &counter))
		values[count++] = counter_value(context, &counter);
	if (next_counter(context, &walk, &counter))
		check_fail(context, "no room for the values of more than %u counters", SOCKET_COUNTERS);
	return count;
}

unsigned expect_frozen(struct check_context *context)
{
	uint64_t values[SOCKET_COUNTERS] = {0};
	struct counter_walk walk = {0};
	struct counter counter;
	unsigned all = read_all(context, values);

	check_pause(context, HOLD_NS);
	for (unsigned i = 0; i < SOCKET_COUNTERS && next_counter(context, &walk, &counter); i++)
		if (!starts_alone(context, &counter)) /* else only its own enable stops it */
			expect_got(context, &counter.count, values[i], counter_value(context, &counter),
				   "it counts while frozen");
	return all;
}

/* ---- one register gathers overflows --------------------------------------------------------------------- */

bool next_gatherer(const struct machine *machine, unsigned socket, unsigned *walk, struct check_register *status)
{
	while (*walk < machine->box_count) {
		const struct machine_box *place = &machine->boxes[(*walk)++];

		*status = check_register_of(&place->box, ROLE_FLAGS, 0);
		if (place->box.socket == socket && !box_counters(&place->box) && place->state == BOX_FOUND &&
		    status->row)
			return true;
	}
	return false;
}

bool shows_above(const struct box *box)
{
	const struct register_row *select = box_row_of_role(box->type, ROLE_SELECT);

	return box_row_of_role(box->type, ROLE_FLAGS) ||
	       (select && layout_field(select->layout, FIELD_REPORT_OVERFLOW));
}

bool find_gatherer(const struct machine *machine, const struct box *box, struct check_register *status)
{
	if (control_global(machine) || !box_place(box)->summary || !shows_above(box))
		return false;
	/* The status of each die has a number of registers; the one of the box must be among them. */
	for (unsigned walk = 0; next_gatherer(machine, box->socket, &walk, status);) {
		status->index = (uint8_t)box_place(box)->summary_register;
		if (box_place(&status->box)->die == box_place(box)->die &&
		    status->index < box_row_count(&status->box, status->row))
			return true;
	}
	return false;
}

void await_freeze(struct check_context *context, const struct counter *counter)
{
	struct check_register control;
	struct expectation frozen = {.reg = &control};

	if (!counter->select_report || !find_die(context, &counter->box, &control))
		return;
	frozen.mask = frozen.wanted = layout_bits(control.row->layout, FIELD_FREEZE);
	(void)wait_for(context, &frozen, FREEZE_BOUND_NS);
}
