/* SPDX-License-Identifier: BSD-2-Clause */
/* Stopping and starting counters, whoever governs them: a register of the socket, one of each box, one of each
 * processor, or the enables in the selects alone. */
#include "checks/lib/support.h"

static const struct global_control *global_of(const struct check_context *context)
{
	return context->machine->processor->global;
}

/* ---- boxes without a common master enable ----------------------------------------------------------- */

static bool same_box(const struct box *a, const struct box *b)
{
	return a->type == b->type && a->instance == b->instance && a->socket == b->socket;
}

/* True if nothing but the enable in its select starts the counter. */
static bool stands_alone(const struct check_context *context, const struct box *box)
{
	return check_governance(context->machine, box->type) == GOVERNED_BY_BOX &&
	       !box_row_of_role(box->type, ROLE_BOX_CONTROL);
}

static void write_select(struct check_context *context, const struct counter *counter, bool run)
{
	/* Not what is read: a select that has lost a bit may break a rule. */
	uint64_t value = check_written(context, &counter->select) & check_allowed(context, &counter->select) &
			 ~counter->select_enable;

	check_write(context, &counter->select, value | (run ? counter->select_enable : 0));
}

/* Long enough for any clock to show. */
#define ASKING_NS 20000

/* Whether a frozen box lets its fixed counter go on. */
static bool moves_frozen(struct check_context *context, const struct counter *counter)
{
	struct check_register control = check_register_of(&counter->box, ROLE_BOX_CONTROL, 0);
	uint64_t before, after;

	check_write(context, &control, check_box_control(control.row, false));
	check_write(context, &counter->select, 0);
	check_write(context, &counter->count, 0);
	check_write(context, &counter->select, counter->select_enable);
	before = check_read(context, &counter->count);
	check_pause(context, ASKING_NS);
	after = check_read(context, &counter->count);
	check_write(context, &counter->select, 0);
	return before != after;
}

/* Asked once: all boxes of the type do the same. */
static bool freeze_misses(struct check_context *context, const struct counter *counter)
{
	bool moves;

	if (!counter->fixed || !counter->box.type->fixed_apart)
		return false;
	if (!context->fixed_freeze) {
		moves = moves_frozen(context, counter);
		if (check_going(context))
			context->fixed_freeze = moves ? FIXED_RUNS : FIXED_STANDS;
	}
	return context->fixed_freeze == FIXED_RUNS;
}

bool starts_alone(struct check_context *context, const struct counter *counter)
{
	return stands_alone(context, &counter->box) || freeze_misses(context, counter);
}

/* Lets the counters of a box count that are marked, or stops them. */
static void run_box(struct check_context *context, unsigned index, bool run)
{
	const struct box *box = &context->machine->boxes[index].box;
	struct check_register core = check_register_of(box, ROLE_CONTROL, 0);
	struct check_register control = check_register_of(box, ROLE_BOX_CONTROL, 0);
	uint64_t marks = context->marks[index];

	if (core.row) {
		check_write(context, &core, run ? marks : 0);
		return;
	}
	if (control.row)
		check_write(context, &control, check_box_control(control.row, run));
	for (unsigned i = 0; i < counter_count(box->type); i++) {
		struct counter counter = counter_of(box, i);

		if (marks & BIT(i) && starts_alone(context, &counter))
			write_select(context, &counter, run);
	}
}

static void run_marked(struct check_context *context, bool run)
{
	for (unsigned i = 0; i < context->machine->box_count; i++)
		if (context->marks[i])
			run_box(context, i, run);
}

/* A select that may hold an enable: this check has written it, or it was found so. */
static bool may_be_enabled(const struct check_context *context, const struct counter *counter)
{
	return counter->select.row && (check_is_changed(context, &counter->select) ||
				       check_found_at(context, &counter->select)->value & counter->select_enable);
}

/* The fixed counters of a processor have one select in common. */
static void still_fixed(struct check_context *context, const struct box *box)
{
	struct check_register select = check_register_of(box, ROLE_FIXED_SELECT, 0);

	if (box_row_of_role(box->type, ROLE_CONTROL) && select.row && check_found_at(context, &select)->value)
		check_write(context, &select, 0);
}

/* Stops a box and forgets what its counters were to count. */
static void still_box(struct check_context *context, unsigned index)
{
	const struct box *box = &context->machine->boxes[index].box;

	run_box(context, index, false);
	still_fixed(context, box);
	for (unsigned i = 0; i < counter_count(box->type); i++) {
		struct counter counter = counter_of(box, i);

		if (may_be_enabled(context, &counter))
			check_write(context, &counter.select, 0);
	}
}

static void quiet_alone(struct check_context *context, const struct box *box)
{
	const struct machine *machine = context->machine;

	for (unsigned i = 0; i < machine->box_count; i++) {
		const struct machine_box *place = &machine->boxes[i];

		context->marks[i] = 0;
		if (place->state == BOX_FOUND && place->box.socket == context->target.place->box.socket &&
		    (!box || same_box(&place->box, box)))
			still_box(context, i);
	}
}

/* ---- any box ------------------------------------------------------------------------------------------ */

void stop(struct check_context *context)
{
	struct check_register control;

	if (!global_of(context)) {
		run_marked(context, false);
		return;
	}
	control = check_global(context, global_of(context)->control);
	check_write(context, &control, context->global_bits);
}

void start(struct check_context *context, uint64_t extra)
{
	struct check_register control;

	context->counted = true;
	if (!global_of(context)) {
		run_marked(context, true);
		return;
	}
	control = check_global(context, global_of(context)->control);
	check_write(context, &control, context->global_bits | global_of(context)->enable_all | extra);
}

bool is_counting(struct check_context *context)
{
	struct check_register control = check_global(context, global_of(context)->control);

	return check_read(context, &control) & global_of(context)->enable_all;
}

/* True if the box's control must be written for its counters to stand still. What was found enabled
 * in other boxes would run along with ours and could not be put back. */
static bool must_quiet(const struct check_context *context, const struct machine_box *place, const struct box *box)
{
	struct check_register control = check_register_of(&place->box, ROLE_CONTROL, 0);

	if (place->state != BOX_FOUND || place->box.socket != context->target.place->box.socket || !control.row ||
	    check_governs(context->machine, &place->box))
		return false;
	return !box || (box->type == place->box.type && box->instance == place->box.instance) ||
	       check_found_at(context, &control)->value;
}

static void quiet(struct check_context *context, const struct box *box)
{
	const struct machine *machine = context->machine;

	if (!global_of(context)) {
		stop(context);
		quiet_alone(context, box);
		return;
	}
	context->global_bits = 0;
	stop(context);
	for (unsigned i = 0; i < machine->box_count; i++) {
		struct check_register control = check_register_of(&machine->boxes[i].box, ROLE_CONTROL, 0);

		if (must_quiet(context, &machine->boxes[i], box))
			check_write(context, &control, 0);
	}
}

void quiet_box(struct check_context *context, const struct box *box)
{
	quiet(context, box);
}

void quiet_socket(struct check_context *context)
{
	quiet(context, NULL);
}

void counter_load(struct check_context *context, const struct counter *counter, uint64_t select, uint64_t value)
{
	bool alone = starts_alone(context, counter);

	check_write(context, &counter->select, select & ~(alone ? counter->select_enable : 0));
	check_write(context, &counter->count, value);
}

void counter_enable(struct check_context *context, const struct counter *counter)
{
	uint64_t now;

	if (check_governs(context->machine, &counter->box)) {
		context->global_bits |= counter->enable;
		return;
	}
	if (!global_of(context)) {
		context->marks[check_box_index(context, &counter->box)] |=
			counter->enable ? counter->enable : BIT(counter->number);
		return;
	}
	now = check_read(context, &counter->control) & check_allowed(context, &counter->control);
	check_write(context, &counter->control, now | counter->enable);
}
