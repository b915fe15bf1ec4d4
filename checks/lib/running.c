/* SPDX-License-Identifier: BSD-2-Clause */
/* Stops and starts counters by any control. The description of the control gives the values to write. */
#include "checks/lib/support.h"

/* Returns the control of all boxes of the check's socket. Its row is NULL if each box controls itself. */
static struct control socket_control(const struct check_context *context)
{
	return control_of_socket(context->machine, context->target.place->box.socket);
}

static bool by_socket(const struct check_context *context, const struct box *box)
{
	return control_scope(context->machine, box->type) == CONTROL_BY_SOCKET;
}

static void write_control(struct check_context *context, const struct control *control, uint64_t value)
{
	struct check_register reg = {control->box, control->row, 0};

	check_write(context, &reg, value);
}

/* ---- boxes that control themselves, and CPUs --------------------------------------------------------- */

/* ASKING_NS: enough for most clocks to move; MOST_NS: enough for any. */
#define ASKING_NS UINT64_C(20000)
#define MOST_NS   UINT64_C(50000000)

/* Measures the time until the running counter moves; MOST_NS if it does not. */
static uint64_t time_of_move(struct check_context *context, const struct counter *counter)
{
	uint64_t from = check_read(context, &counter->count), ns = ASKING_NS;

	for (; ns < MOST_NS && check_going(context); ns *= 2) {
		check_pause(context, ns);
		if (check_read(context, &counter->count) != from)
			return ns;
	}
	return MOST_NS;
}

/* While the box is frozen, the counter gets four times as long to move as it takes while the box runs. */
enum fixed_freeze fixed_freeze_of(struct check_context *context, const struct counter *counter)
{
	struct control own = control_of_box(&counter->box), control = control_switch(context->machine, &counter->box);
	uint64_t before, after, ns;

	write_control(context, &own, own.run);
	write_control(context, &control, control.stop);
	check_write(context, &counter->select, 0);
	check_write(context, &counter->count, 0);
	check_write(context, &counter->select, counter->select_enable);
	write_control(context, &control, control.run);
	/* The first move may have been due at once; a second one takes the full period of a slow clock. */
	ns = time_of_move(context, counter);
	ns = max_u64(ns, time_of_move(context, counter));
	write_control(context, &control, control.stop);
	before = check_read(context, &counter->count);
	check_pause(context, 4 * ns);
	after = check_read(context, &counter->count);
	check_write(context, &counter->select, 0);
	if (!check_going(context) || ns == MOST_NS)
		return FIXED_UNKNOWN;
	return before == after ? FIXED_STANDS : FIXED_RUNS;
}

/* The result is kept: all boxes of the type behave alike. A counter that does not move proves nothing. */
static bool freeze_misses(struct check_context *context, const struct counter *counter)
{
	if (!context->fixed_freeze) {
		enum fixed_freeze freeze = fixed_freeze_of(context, counter);

		if (check_going(context))
			context->fixed_freeze = freeze ? freeze : FIXED_STANDS;
	}
	return context->fixed_freeze == FIXED_RUNS;
}

bool starts_alone(struct check_context *context, const struct counter *counter)
{
	return control_stands_alone(context->machine, &counter->box, counter->fixed) &&
	       (!control_of_box(&counter->box).row || freeze_misses(context, counter));
}

/* Starts or stops a box's marked counters; if a socket controls the box, only those that start on their own. */
static void run_box(struct check_context *context, unsigned index, bool run)
{
	const struct box *box = &context->machine->boxes[index].box;
	struct control control = by_socket(context, box) ? (struct control){.row = NULL} : control_of_box(box);
	uint64_t marks = context->marks[index];

	if (control_is_enables(&control)) {
		write_control(context, &control, control.stop | (run ? marks : 0));
		return;
	}
	if (control.row)
		write_control(context, &control, run ? control.run : control.stop);
	for (unsigned i = 0; i < counter_count(box); i++) {
		struct counter counter = counter_of(box, i);

		if (marks & BIT(i) && starts_alone(context, &counter)) {
			/* The value last written, not a read one: a select that has lost a bit may break a rule. */
			uint64_t value = check_written(context, &counter.select) &
					 check_allowed(context, &counter.select) & ~counter.select_enable;

			check_write(context, &counter.select, value | (run ? counter.select_enable : 0));
		}
	}
}

static void run_marked(struct check_context *context, bool run)
{
	for (unsigned i = context->marks_first; i < context->marks_end; i++)
		if (context->marks[i])
			run_box(context, i, run);
}

/* Clears the selects of a box's counters that may be enabled. */
static void clear_selects(struct check_context *context, const struct box *box)
{
	for (unsigned i = 0; i < counter_count(box); i++) {
		struct counter counter = counter_of(box, i);

		/* The select may hold an enable: this check has written it, or the enable was found set. */
		if (counter.select.row && (check_is_changed(context, &counter.select) ||
					   check_found_at(context, &counter.select)->value & counter.select_enable))
			check_write(context, &counter.select, 0);
	}
}

static void quiet_alone(struct check_context *context, const struct box *box)
{
	const struct machine_box *place;
	unsigned walk = box ? check_box_index(context, box) : 0;
	unsigned end = box ? walk + 1 : context->machine->box_count;

	check_clear_marks(context);
	while ((place = next_box(context, &walk)) && walk <= end) {
		struct check_register fixed = check_register_of(&place->box, ROLE_FIXED_SELECT, 0);
		struct control control = control_of_box(&place->box);

		if (by_socket(context, &place->box))
			continue;
		run_box(context, walk - 1, false);
		/* The fixed counters of a processor share one select. */
		if (control_is_enables(&control) && fixed.row && check_found_at(context, &fixed)->value)
			check_write(context, &fixed, 0);
		clear_selects(context, &place->box);
	}
}

/* ---- boxes that a socket controls --------------------------------------------------------------------- */

/* True if the enables of the box must be cleared to stop its counters. Counters that were found enabled in other boxes
 * would run along with those under test and could not be restored. */
static bool must_quiet(const struct check_context *context, const struct box *other, const struct box *box)
{
	struct check_register reg;
	struct control control;

	if (!by_socket(context, other) || is_control_box(context->machine, other))
		return false;
	control = control_of_box(other);
	reg = (struct check_register){control.box, control.row, 0};
	return !box || check_box_index(context, other) == check_box_index(context, box) ||
	       (control_is_enables(&control) && check_found_at(context, &reg)->value);
}

/* ---- any box ------------------------------------------------------------------------------------------ */

void stop(struct check_context *context)
{
	struct control control = socket_control(context);

	if (control.row)
		write_control(context, &control, control.stop | context->global_bits);
	run_marked(context, false);
}

bool next_die(const struct check_context *context, unsigned *walk, struct check_register *control)
{
	const struct machine_box *place;

	while ((place = next_box(context, walk))) {
		*control = check_register_of(&place->box, ROLE_GLOBAL_FREEZE, 0);
		if (control->row)
			return true;
	}
	return false;
}

bool find_die(const struct check_context *context, const struct box *box, struct check_register *control)
{
	for (unsigned walk = 0; next_die(context, &walk, control);)
		if (box_place(&control->box)->die == box_place(box)->die)
			return true;
	return false;
}

void release_die(struct check_context *context, const struct check_register *control)
{
	check_write(context, control, check_released(context, control));
}

/* Releases frozen dies: nothing counts while its die is frozen. */
static void release_frozen(struct check_context *context)
{
	struct check_register control;

	for (unsigned walk = 0; next_die(context, &walk, &control);)
		if (context->machine->boxes[walk - 1].frozen || check_is_changed(context, &control))
			release_die(context, &control);
}

void start(struct check_context *context, uint64_t extra)
{
	struct control control = socket_control(context);

	context->counted = true;
	release_frozen(context);
	if (control.row)
		write_control(context, &control, control.run | context->global_bits | extra);
	run_marked(context, true);
}

bool control_runs(struct check_context *context, uint64_t value, const struct counter *counter)
{
	struct control control = socket_control(context);
	uint64_t before;
	bool runs = false;

	if (control.shown) {
		runs = (value & control.shown) != (control.stop & control.shown);
	} else if (counter) {
		before = check_read(context, &counter->count);
		check_pause(context, max_u64(ASKING_NS, stimulus_window(context, counter)));
		runs = check_read(context, &counter->count) != before;
	}
	if (!runs)
		check_settle(context);
	return runs;
}

bool is_counting(struct check_context *context, const struct counter *counter)
{
	struct check_register control = check_socket_control(context);

	return control_runs(context, check_read(context, &control), counter);
}

uint64_t control_shows(const struct check_context *context, uint64_t value, bool run)
{
	struct control control = socket_control(context);

	return (value & ~control.shown) | ((run ? control.run : control.stop) & control.shown);
}

void expect_counting(struct check_context *context, const struct counter *counter, const char *wrong)
{
	struct check_register control = check_socket_control(context);
	uint64_t got = check_read(context, &control);

	if (!control_runs(context, got, counter))
		fail_got(context, &control, control_shows(context, got, true), got, "%s", wrong);
}

static void quiet(struct check_context *context, const struct box *box)
{
	const struct machine_box *place;

	context->global_bits = 0;
	stop(context);
	/* A box's own control is set to run, as the socket's control starts and stops. If the own control has no
	 * counter enables, the selects of the counters are cleared instead. */
	for (unsigned walk = 0; (place = next_box(context, &walk));) {
		struct control control = control_of_box(&place->box);

		if (!must_quiet(context, &place->box, box))
			continue;
		if (control.row)
			write_control(context, &control, control.run);
		if (!control_is_enables(&control))
			clear_selects(context, &place->box);
	}
	quiet_alone(context, box);
}

void quiet_box(struct check_context *context, const struct box *box)
{
	quiet(context, box);
}

void quiet_clear(struct check_context *context, const struct box *box)
{
	quiet(context, box);
	check_clear_overflows(context);
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

	if (is_control_box(context->machine, &counter->box)) {
		context->global_bits |= counter->enable;
		return;
	}
	if (!by_socket(context, &counter->box) || starts_alone(context, counter)) {
		check_mark(context, &counter->box, counter->enable ? counter->enable : BIT(counter->number));
		return;
	}
	if (!counter->enable)
		return;
	now = check_read(context, &counter->control) & check_allowed(context, &counter->control);
	check_write(context, &counter->control, now | counter->enable);
}

void counter_prepare(struct check_context *context, const struct counter *counter, uint64_t select, uint64_t value)
{
	counter_load(context, counter, select | counter->select_enable, value);
	counter_enable(context, counter);
}

/* ---- together ----------------------------------------------------------------------------------------- */

void together_prepare(struct check_context *context, const struct together *together)
{
	for (unsigned i = 0; i < together->count; i++)
		counter_prepare(context, &together->of[i].counter, together->of[i].select, together->of[i].from);
}

void together_prepare_as_read(struct check_context *context, struct together *together)
{
	for (unsigned i = 0; i < together->count; i++) {
		struct counting *counting = &together->of[i];

		counter_prepare(context, &counting->counter, counting->select, counting->from);
		counting->from = counter_value(context, &counting->counter);
	}
}

void together_note(struct check_context *context, struct together *together)
{
	for (unsigned i = 0; i < together->count; i++)
		together->of[i].from = counter_value(context, &together->of[i].counter);
}

void together_run(struct check_context *context, struct together *together, uint64_t run_ns)
{
	start(context, 0);
	check_pause(context, run_ns);
	stop(context);
	for (unsigned i = 0; i < together->count; i++)
		together->of[i].counts = counter_advance(context, &together->of[i].counter, together->of[i].from);
}

void together_add_siblings(const struct check_context *context, struct together *together,
			   const struct counter *counter, const struct stimulus *stimulus)
{
	for (unsigned i = 0; i < box_counters(&counter->box) && !counter->fixed; i++) {
		struct counting sibling = {counter_of(&counter->box, i), stimulus->select, START_VALUE, 0};

		if (i != counter->number && (stimulus->siblings & BIT(i)) && counter_answers(context, &sibling.counter))
			together->of[together->count++] = sibling;
	}
}
