/* SPDX-License-Identifier: BSD-2-Clause */
/* Boxes that have one clock agree on it. How fast it is, against the time stamp counter, no document says of most, and it may change with
 * the load of the machine: so clocks are compared with each other, each read around the other, however they go. */
#include "checks/lib/nested.h"
#include "checks/x86/all.h"

#include "lib/memory.h"

#define FIXED_NS UINT64_C(10000000)
#define ALIKE_NS UINT64_C(200000) /* in which a sixteenth is many times what two accesses take */

/* A counter of the box under test, and what counters of boxes of `type` count in each cycle of the same clock. */
struct clocks {
	struct counter own;
	uint64_t select; /* of the box under test */
	const struct box_type *type;
	uint8_t number;
	uint64_t other_select, window_ns;
};

/* True if `other` is another box of that die, which may have clocks of its own. */
static bool is_beside(const struct box *box, const struct box *other)
{
	return box_place(box)->die == box_place(other)->die &&
	       (box->type != other->type || box->instance != other->instance);
}

static struct nested count_both(struct check_context *context, const struct clocks *clocks, const struct counter *a,
				const struct counter *b)
{
	struct nested nested;

	quiet_box(context, &a->box);
	quiet_box(context, &b->box);
	counter_prepare(context, a, a == &clocks->own ? clocks->select : clocks->other_select, START_VALUE);
	counter_prepare(context, b, clocks->other_select, START_VALUE);
	start(context, 0);
	nested = nested_count(context, a, b, clocks->window_ns);
	stop(context);
	return nested;
}

/* It must agree with one of those that count: what differs from that one is itself to blame. If those do not agree with each other, their
 * clocks may stop, as those of sleeping cores do. False, with the check's verdict given, if there is nothing to be said against it. */
static bool differs_from_all(struct check_context *context, const struct clocks *clocks,
			     struct check_difference *difference)
{
	struct counter others[2];
	const struct machine_box *place;
	unsigned walk = 0, against = 0;
	struct nested nested;

	while ((place = next_box(context, &walk)) && check_going(context)) {
		struct counter other = counter_of(&place->box, clocks->number);

		if (place->box.type != clocks->type || !is_beside(&clocks->own.box, &place->box))
			continue;
		nested = count_both(context, clocks, &clocks->own, &other);
		if (!nested.outer_b)
			continue;
		if (nested_agree(&nested))
			check_pass(context, "%llu cycles, as elsewhere", (unsigned long long)nested.outer_a);
		if (nested_agree(&nested) || !check_going(context))
			return false;
		others[against++ & 1] = other;
		nested_note_difference(&nested, difference);
	}
	if (!against)
		check_skip(context, "no box to compare with counts");
	if (against < 2)
		return against && check_going(context);
	nested = count_both(context, clocks, &others[0], &others[1]);
	if (!nested_agree(&nested))
		check_skip(context, "the boxes to compare with do not agree");
	return check_going(context);
}

/* ---- a fixed counter ----------------------------------------------------------------------------------- */

void run_fixed_clock(struct check_context *context)
{
	struct clocks clocks = {.own = counter_of_target(context), .window_ns = FIXED_NS};
	const struct shared_clock *clock = check_shared_clock(context->machine, clocks.own.box.type);
	struct check_difference difference = {.reg = &clocks.own.count};
	struct event_config config;

	if (!parse_event(context, clock->event, &config))
		return;
	clocks.type = config.type;
	clocks.number = (uint8_t)__builtin_ctz(config.counters);
	clocks.other_select = config.select;
	if (!differs_from_all(context, &clocks, &difference))
		return;
	if (clock->inferred)
		check_doubt_at(context, &difference,
			       &(struct check_doubt){"clock", "it counts otherwise", "it counts as other boxes do"});
	else
		check_fail_at(context, &difference, "counts otherwise than other boxes on the same clock");
}

/* ---- boxes of one type --------------------------------------------------------------------------------- */

/* The first that counts the event of the clock, else the first. */
static struct counter counter_of_clock(const struct check_context *context, const struct box *box)
{
	uint64_t select;

	for (unsigned i = 0; i < box_counters(box); i++) {
		struct counter counter = counter_of(box, i);

		if (box_clock_of(context, &counter, &select))
			return counter;
	}
	return counter_of(box, 0);
}

void run_clock_alike(struct check_context *context)
{
	const struct box *box = &context->target.place->box;
	struct clocks clocks = {.own = counter_of_clock(context, box), .type = box->type, .window_ns = ALIKE_NS};
	struct check_difference difference = {.reg = &clocks.own.count};

	if (!find_every_cycle(context, &clocks.own, &clocks.select))
		return;
	clocks.number = clocks.own.number;
	clocks.other_select = clocks.select;
	if (!differs_from_all(context, &clocks, &difference))
		return;
	if (!difference.got && stimulus_left_unclocked(context, box))
		return;
	check_fail_at(context, &difference, "its clock is another than that of each other box of its type");
}

/* True of types that have an event of their clock, or whose thresholds can make one. */
static bool counts_cycles(const struct box_type *type)
{
	const struct register_row *row = box_row_of_role(type, ROLE_SELECT);

	for (unsigned i = 0; i < type->event_count; i++)
		if (type->events[i].flags & EVENT_CLOCK || (row && layout_field(row->layout, FIELD_INVERT)))
			return true;
	return false;
}

/* Each link is trained to a clock of its own. */
bool has_alike(const struct machine *machine, const struct check_target *target)
{
	const struct box *box = &target->place->box;
	bool link = !strcmp(box->type->name, "qpi") || !strcmp(box->type->name, "upi");

	if (link || box->type->scope != BOX_OF_SOCKET || !box_counters(box) || !counts_cycles(box->type))
		return false;
	for (unsigned i = 0; i < machine->box_count; i++) {
		const struct box *other = &machine->boxes[i].box;

		if (other->type == box->type && other->socket == box->socket && is_beside(box, other))
			return true;
	}
	return false;
}
