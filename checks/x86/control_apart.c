/* SPDX-License-Identifier: BSD-2-Clause */
/* A box's control acts only on its own counters: it neither stops, clears nor starts counters of other boxes.
 *
 * Testing each pair of boxes would take too long. So the controls of half of the boxes are used at once: those whose
 * number has a certain bit set, or clear. The other half are victims. If one control reaches a victim, the victim is
 * hit exactly in the groups of those bits in which the two numbers differ. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#define HIGH_VALUE UINT64_C(0x100000)
#define MEMBERS    256 /* no socket has more boxes */
#define BITS       8   /* of a box number */
#define PATIENCE   40
#define NO_MEMBER  MEMBERS

/* One counter of each box of the socket that has its own control and an advancing counter. */
struct members {
	uint16_t boxes[MEMBERS]; /* indexes into machine->boxes */
	uint8_t numbers[MEMBERS];
	uint8_t hits[MEMBERS]; /* bit i: hit by the boxes whose number differs from its own in bit i */
	uint64_t values[MEMBERS];
	bool hit[MEMBERS];
	unsigned count;
	uint64_t window_ns; /* in which each of them advances */
};

/* The boxes whose controls are used: a single one, or all whose number has the bit set (`set`) or clear. */
struct culprits {
	unsigned single, bit;
	bool set;
};

typedef void look(struct check_context *context, struct members *members, const struct culprits *culprits);

static bool is_culprit(const struct culprits *culprits, unsigned i)
{
	return culprits->bit < BITS ? (i >> culprits->bit & 1) == culprits->set : i == culprits->single;
}

static struct counter counter_at(const struct check_context *context, const struct members *members, unsigned i)
{
	return counter_of(&context->machine->boxes[members->boxes[i]].box, members->numbers[i]);
}

static struct check_register control_at(const struct check_context *context, const struct members *members, unsigned i)
{
	struct control control = control_of_box(&context->machine->boxes[members->boxes[i]].box);

	return (struct check_register){control.box, control.row, 0};
}

/* Finds the first counter of the box that an event advances. */
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

static bool has_own_control(const struct machine *machine, const struct box *box)
{
	return control_of_box(box).row && box_counters(box) && !is_control_box(machine, box) &&
	       control_scope(machine, box->type) != CONTROL_BY_CPU;
}

/* Sets the box to run: a stopped box could be what stops another one under test. */
static void let_go(struct check_context *context, const struct box *box)
{
	struct control control = control_of_box(box);
	struct check_register reg = {control.box, control.row, 0};

	if (!control_is_enables(&control))
		check_write(context, &reg, control.run);
}

static void find_members(struct check_context *context, struct members *members)
{
	const struct machine_box *place;
	unsigned walk = 0;

	*members = (struct members){.count = 0};
	while (members->count < MEMBERS && (place = next_box(context, &walk))) {
		struct counter counter;
		struct stimulus stimulus;
		bool found;

		if (!has_own_control(context->machine, &place->box))
			continue;
		/* The first call stops the socket, so it must not come while others count. */
		if (place->box.type->fixed) {
			counter = counter_of(&place->box, box_counters(&place->box));
			starts_alone(context, &counter);
		}
		found = find_counter(context, &place->box, &counter, &stimulus);
		check_clear_marks(context);
		let_go(context, &place->box);
		if (!found)
			continue;
		members->boxes[members->count] = (uint16_t)(walk - 1);
		members->numbers[members->count++] = (uint8_t)counter.number;
		members->window_ns = max_u64(members->window_ns, stimulus.window_ns);
	}
}

static void load_counter(struct check_context *context, const struct counter *counter)
{
	struct stimulus stimulus;

	if (stimulus_try(context, counter, &stimulus))
		counter_load(context, counter, stimulus.select | counter->select_enable, HIGH_VALUE);
}

static void note_values(struct check_context *context, struct members *members)
{
	for (unsigned i = 0; i < members->count; i++) {
		struct counter counter = counter_at(context, members, i);

		members->values[i] = counter_value(context, &counter);
	}
}

static bool has_moved(struct check_context *context, const struct members *members, unsigned i)
{
	struct counter counter = counter_at(context, members, i);

	return counter_value(context, &counter) != members->values[i];
}

/* ---- others go on ------------------------------------------------------------------------------------ */

/* Stops a box and clears all that its control can clear. */
static void stop_and_reset(struct check_context *context, const struct check_register *reg)
{
	uint64_t stop = control_of_box(&reg->box).stop;
	uint64_t resets = layout_bits(reg->row->layout, FIELD_RESET_COUNTERS) |
			  layout_bits(reg->row->layout, FIELD_RESET_CONTROLS);

	check_write(context, reg, stop);
	if (!resets)
		return;

	/* Other software may have left values that the control will clear. Writing here has them restored at the
	 * end. */
	for (unsigned i = 0; i < counter_count(&reg->box); i++) {
		struct counter counter = counter_of(&reg->box, i);

		counter_load(context, &counter, counter.fixed ? counter.select_enable : 0, 0);
	}

	check_write(context, reg, stop | resets);
}

/* Hit are counters that stand still or were cleared. A counter that stands still may only wait for its next event. */
static void look_at_stops(struct check_context *context, struct members *members, const struct culprits *culprits)
{
	uint64_t waits[] = {members->window_ns, members->window_ns * PATIENCE};
	bool any = true;

	quiet_socket(context);
	for (unsigned i = 0; i < members->count; i++) {
		struct counter counter = counter_at(context, members, i);

		load_counter(context, &counter);
		counter_enable(context, &counter);
	}
	start(context, 0);
	for (unsigned i = 0; i < members->count; i++) {
		struct check_register control = control_at(context, members, i);

		if (is_culprit(culprits, i))
			stop_and_reset(context, &control);
	}
	note_values(context, members);
	for (unsigned i = 0; i < members->count; i++)
		members->hit[i] = !is_culprit(culprits, i);
	for (unsigned wait = 0; any && wait < ARRAY_SIZE(waits) && check_going(context); wait++) {
		check_pause(context, waits[wait]);
		any = false;
		for (unsigned i = 0; i < members->count; i++) {
			members->hit[i] =
				members->hit[i] && (members->values[i] < HIGH_VALUE || !has_moved(context, members, i));
			any |= members->hit[i];
		}
	}
	stop(context);
}

/* ---- others stay -------------------------------------------------------------------------------------- */

static void run_a_while(struct check_context *context, struct members *members)
{
	note_values(context, members);
	start(context, 0);
	check_pause(context, members->window_ns);
	stop(context);
}

/* Hit are counters that move. A counter that moves while all boxes are stopped is left to its own checks. */
static void look_at_starts(struct check_context *context, struct members *members, const struct culprits *culprits)
{
	quiet_socket(context);
	for (unsigned i = 0; i < members->count; i++) {
		struct counter counter = counter_at(context, members, i);
		struct check_register reg = control_at(context, members, i);

		load_counter(context, &counter);
		check_write(context, &reg, control_of_box(&reg.box).stop);
	}
	run_a_while(context, members);
	for (unsigned i = 0; i < members->count; i++)
		members->hit[i] = !is_culprit(culprits, i) && !has_moved(context, members, i);
	for (unsigned i = 0; i < members->count; i++) {
		struct counter counter = counter_at(context, members, i);

		if (!is_culprit(culprits, i))
			continue;
		let_go(context, &counter.box);
		counter_enable(context, &counter);
	}
	run_a_while(context, members);
	for (unsigned i = 0; i < members->count; i++)
		members->hit[i] = members->hit[i] && has_moved(context, members, i);
}

/* ---- whose control it was --------------------------------------------------------------------------------- */

static bool is_hit_by(struct check_context *context, struct members *members, look *look_at, unsigned culprit,
		      unsigned victim)
{
	struct culprits culprits = {culprit, BITS, false};

	look_at(context, members, &culprits);
	return members->hit[victim] && check_going(context);
}

/* The culprit alone must hit the victim twice, and without it nothing may: slow counters also stand still by chance. */
static void judge_pair(struct check_context *context, struct members *members, look *look_at, unsigned victim)
{
	unsigned culprit = victim ^ members->hits[victim];
	struct check_register control;
	struct check_difference difference = {.expected = HIGH_VALUE};
	struct counter counter = counter_at(context, members, victim);
	char name[COUNTER_NAME_SIZE], box[BOX_NAME_SIZE];

	if (culprit >= members->count || !is_hit_by(context, members, look_at, culprit, victim) ||
	    is_hit_by(context, members, look_at, NO_MEMBER, victim) ||
	    !is_hit_by(context, members, look_at, culprit, victim))
		return;
	control = control_at(context, members, culprit);
	difference.reg = &control;
	difference.got = counter_value(context, &counter);
	counter_name(&counter, name);
	box_name(&control.box, box);
	check_fail_at(context, &difference, "%s %s as %s alone was %s", name,
		      look_at == look_at_stops ? "stood or was cleared" : "counted", box,
		      look_at == look_at_stops ? "stopped" : "let go");
}

static void look_in_groups(struct check_context *context, struct members *members, look *look_at)
{
	for (unsigned i = 0; i < members->count; i++)
		members->hits[i] = 0;
	for (unsigned group = 0; group < 2 * BITS && members->count > 1u << group / 2 && check_going(context);
	     group++) {
		struct culprits culprits = {0, group / 2, group & 1};

		look_at(context, members, &culprits);
		for (unsigned i = 0; i < members->count; i++)
			members->hits[i] |= members->hit[i] ? BIT(group / 2) : 0;
	}
	for (unsigned i = 0; i < members->count && check_going(context); i++)
		if (members->hits[i])
			judge_pair(context, members, look_at, i);
}

void run_control_apart(struct check_context *context)
{
	struct members members;

	find_members(context, &members);
	if (members.count < 2) {
		check_skip(context, "fewer than two boxes have a control of their own and count");
		return;
	}
	look_in_groups(context, &members, look_at_stops);
	look_in_groups(context, &members, look_at_starts);
	check_pass(context, "%u boxes went on while others stopped, and stood while others were let go", members.count);
}

bool any_has_own_control(const struct machine *machine, const struct check_target *target)
{
	for (unsigned i = 0; i < machine->box_count; i++)
		if (machine->boxes[i].box.socket == target->place->box.socket &&
		    has_own_control(machine, &machine->boxes[i].box))
			return true;
	return false;
}
