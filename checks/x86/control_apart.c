/* SPDX-License-Identifier: BSD-2-Clause */
/* The control of a box acts on its own counters and on no other box's: neither does it stop or clear them, nor let them go. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#define START_VALUE UINT64_C(0x100000)
#define WITNESSES   64
/* Of more boxes those next to the check's, and those as many places away as one address bit makes: with all of them the time would grow with
 * the square of their number. */
#define MANY        48
#define NEXT        4
#define PATIENCE    40

/* One counter of each other box that has a control of its own, and one of the check's box. */
struct witnesses {
	uint16_t boxes[WITNESSES]; /* indexes of machine->boxes */
	uint64_t values[WITNESSES];
	uint8_t numbers[WITNESSES];
	unsigned count;
	uint64_t window_ns; /* in so long each of them advances */
};

static const struct box *box_at(const struct check_context *context, unsigned index)
{
	return &context->machine->boxes[index].box;
}

static struct counter witness_of(const struct check_context *context, const struct witnesses *witnesses, unsigned i)
{
	return counter_of(box_at(context, witnesses->boxes[i]), witnesses->numbers[i]);
}

/* The first counter of a box that an event advances. */
static bool find_counter(struct check_context *context, const struct box *box, struct counter *counter,
			 struct stimulus *stimulus)
{
	for (unsigned i = 0; i < box_counters(box); i++) {
		*counter = counter_of(box, i);
		if (counter_answers(context, counter) && stimulus_try(context, counter, stimulus) &&
		    stimulus->advanced & BIT(i))
			return true;
	}
	return false;
}

static bool may_witness(const struct check_context *context, const struct machine_box *place)
{
	return place->state == BOX_FOUND && place != context->target.place &&
	       place->box.socket == context->target.place->box.socket && box_counters(&place->box) &&
	       control_of_box(&place->box).row && !is_control_box(context->machine, &place->box) &&
	       control_scope(context->machine, place->box.type) != CONTROL_BY_CPU;
}

static unsigned count_others(const struct check_context *context)
{
	unsigned count = 0;

	for (unsigned i = 0; i < context->machine->box_count; i++)
		count += may_witness(context, &context->machine->boxes[i]);
	return count;
}

static bool is_near(const struct check_context *context, unsigned index)
{
	unsigned own = (unsigned)(context->target.place - context->machine->boxes);
	unsigned apart = index > own ? index - own : own - index;

	return apart <= NEXT || !(apart & (apart - 1));
}

static void find_witnesses(struct check_context *context, struct witnesses *witnesses)
{
	bool all = count_others(context) <= MANY;

	*witnesses = (struct witnesses){.count = 0};
	for (unsigned i = 0; i < context->machine->box_count && witnesses->count < WITNESSES; i++) {
		struct counter counter;
		struct stimulus stimulus;

		if (!may_witness(context, &context->machine->boxes[i]) || !(all || is_near(context, i)) ||
		    !find_counter(context, box_at(context, i), &counter, &stimulus))
			continue;
		witnesses->boxes[witnesses->count] = (uint16_t)i;
		witnesses->numbers[witnesses->count++] = (uint8_t)counter.number;
		witnesses->window_ns = max_u64(witnesses->window_ns, stimulus.window_ns);
	}
}

static void load_counter(struct check_context *context, const struct counter *counter)
{
	struct stimulus stimulus;

	if (stimulus_try(context, counter, &stimulus))
		counter_load(context, counter, stimulus.select | counter->select_enable, START_VALUE);
}

static struct check_register own_control(const struct check_context *context)
{
	struct control control = control_of_box(&context->target.place->box);

	return (struct check_register){control.box, control.row, 0};
}

static void fail_witness(struct check_context *context, const struct witnesses *witnesses, unsigned i,
			 uint64_t expected, const char *what)
{
	struct check_register control = own_control(context);
	struct counter counter = witness_of(context, witnesses, i);
	struct check_difference difference = {.reg = &control, .expected = expected};
	char name[COUNTER_NAME_SIZE];

	difference.got = counter_value(context, &counter);
	counter_name(&counter, name);
	if (check_going(context))
		check_fail_at(context, &difference, "%s %s", name, what);
}

/* ---- others go on ------------------------------------------------------------------------------------ */

/* What the control is about to clear may hold what somebody else has left there: written, it is put back in the end. */
static void save_all(struct check_context *context)
{
	const struct box *box = &context->target.place->box;

	for (unsigned i = 0; i < counter_count(box); i++) {
		struct counter counter = counter_of(box, i);

		counter_load(context, &counter, counter.fixed ? counter.select_enable : 0, 0);
	}
}

/* Stops the box and clears what its control can clear. */
static void stop_and_reset(struct check_context *context)
{
	struct check_register reg = own_control(context);
	uint64_t stop = control_of_box(&reg.box).stop;
	uint64_t resets =
		layout_bits(reg.row->layout, FIELD_RESET_COUNTERS) | layout_bits(reg.row->layout, FIELD_RESET_CONTROLS);

	check_write(context, &reg, stop);
	if (!resets)
		return;
	save_all(context);
	check_write(context, &reg, stop | resets);
}

static bool has_moved(struct check_context *context, const struct witnesses *witnesses, unsigned i)
{
	struct counter counter = witness_of(context, witnesses, i);

	return counter_value(context, &counter) != witnesses->values[i];
}

/* One that stands may have nothing to count: then it goes on standing when the box is let go. */
static void suspect(struct check_context *context, struct witnesses *witnesses, unsigned i)
{
	struct check_register reg = own_control(context);
	struct control control = control_of_box(&reg.box);

	check_pause(context, witnesses->window_ns * PATIENCE);
	if (has_moved(context, witnesses, i))
		return;
	check_write(context, &reg, control_is_enables(&control) ? check_allowed(context, &reg) : control.run);
	check_pause(context, witnesses->window_ns * PATIENCE);
	if (has_moved(context, witnesses, i))
		fail_witness(context, witnesses, i, witnesses->values[i] + 1, "stood while this box was stopped");
}

static void expect_moving(struct check_context *context, struct witnesses *witnesses)
{
	for (unsigned i = 0; i < witnesses->count; i++) {
		struct counter counter = witness_of(context, witnesses, i);

		witnesses->values[i] = counter_value(context, &counter);
		if (witnesses->values[i] < START_VALUE)
			fail_witness(context, witnesses, i, START_VALUE, "was cleared along with this box");
	}
	check_pause(context, witnesses->window_ns);
	for (unsigned i = 0; i < witnesses->count && check_going(context); i++)
		if (!has_moved(context, witnesses, i))
			suspect(context, witnesses, i);
}

static void look_at_stops(struct check_context *context, struct witnesses *witnesses)
{
	quiet_socket(context);
	for (unsigned i = 0; i < witnesses->count; i++) {
		struct counter counter = witness_of(context, witnesses, i);

		load_counter(context, &counter);
		counter_enable(context, &counter);
	}
	start(context, 0);
	stop_and_reset(context);
	expect_moving(context, witnesses);
	stop(context);
}

/* ---- others stay -------------------------------------------------------------------------------------- */

static void run_a_while(struct check_context *context, struct witnesses *witnesses)
{
	for (unsigned i = 0; i < witnesses->count; i++) {
		struct counter counter = witness_of(context, witnesses, i);

		witnesses->values[i] = counter_value(context, &counter);
	}
	start(context, 0);
	check_pause(context, witnesses->window_ns);
	stop(context);
}

/* One that counts while this box stands too is for its own checks to say. */
static void leave_restless(struct check_context *context, struct witnesses *witnesses)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < witnesses->count; i++) {
		if (has_moved(context, witnesses, i))
			continue;
		witnesses->boxes[kept] = witnesses->boxes[i];
		witnesses->numbers[kept++] = witnesses->numbers[i];
	}
	witnesses->count = kept;
}

static void look_at_starts(struct check_context *context, const struct counter *own, struct witnesses *witnesses)
{
	quiet_socket(context);
	for (unsigned i = 0; i < witnesses->count; i++) {
		struct counter counter = witness_of(context, witnesses, i);
		struct control control = control_of_box(&counter.box);
		struct check_register reg = {control.box, control.row, 0};

		load_counter(context, &counter);
		check_write(context, &reg, control.stop);
	}
	run_a_while(context, witnesses);
	leave_restless(context, witnesses);
	load_counter(context, own);
	counter_enable(context, own);
	run_a_while(context, witnesses);
	for (unsigned i = 0; i < witnesses->count && check_going(context); i++)
		if (has_moved(context, witnesses, i))
			fail_witness(context, witnesses, i, witnesses->values[i], "counted as this box was let go");
}

static void run_control_apart(struct check_context *context)
{
	const struct box *box = &context->target.place->box;
	struct witnesses witnesses;
	struct stimulus stimulus;
	struct counter own;

	if (!find_counter(context, box, &own, &stimulus)) {
		check_skip(context, "no event of this box advances");
		return;
	}
	find_witnesses(context, &witnesses);
	look_at_stops(context, &witnesses);
	look_at_starts(context, &own, &witnesses);
	check_pass(context, "%u other boxes went on, and stood", witnesses.count);
}

static bool has_own_control(const struct machine *machine, const struct check_target *target)
{
	const struct box *box = &target->place->box;

	return control_of_box(box).row && box_counters(box) && !is_control_box(machine, box) &&
	       control_scope(machine, box->type) != CONTROL_BY_CPU;
}

const struct check check_control_apart = {
	.name = "control.apart",
	.title = "the box's control acts on no other box",
	.about = "Lets a counter of every other box of the socket count, where there are many of those\n"
		 "near it and a power of two away, stops this box and clears\n"
		 "what its control can clear: the others must go on and keep their counts. Then\n"
		 "lets this box alone go: the others must stand. A failure names the counter that\n"
		 "did not: its box takes this one's commands, and neither can be used beside the other.",
	.scope = CHECK_OF_BOX,
	.applies = has_own_control,
	.run = run_control_apart,
};
