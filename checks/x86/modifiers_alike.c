/* SPDX-License-Identifier: BSD-2-Clause */
/* Threshold, invert and edge detection where nothing is known of the event: whatever it adds in a cycle, counters of one box that
 * start and stop together and are programmed alike make the same of it. One that is deaf to a bit does not. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#define RUN_NS      UINT64_C(20000)
#define LONGEST_NS  UINT64_C(100000000)
#define LEAST       64 /* cycles that tell what is left of them */
#define START_VALUE UINT64_C(0x1000)

/* The counter under test, first, and those of its box that count the same event. */
struct group {
	struct counter counters[COUNTERS_MAX];
	uint64_t counts[COUNTERS_MAX];
	unsigned count;
	uint64_t event;
};

static uint64_t field_value(const struct counter *counter, enum field_kind kind, uint64_t value)
{
	const struct field *field = layout_field(counter->select.row->layout, kind);

	return value << field->low;
}

static bool gather(struct check_context *context, struct group *group)
{
	const struct counter tested = counter_of_target(context);

	group->counters[0] = tested;
	group->count = 1;
	group->event = event_of(context, &tested);
	for (unsigned i = 0; i < box_counters(&tested.box) && !is_unlisted(context, &tested); i++) {
		const struct counter other = counter_of(&tested.box, i);

		if (i != tested.number && counter_answers(context, &other) && event_of(context, &other) == group->event)
			group->counters[group->count++] = other;
	}
	return group->count > 1;
}

static void count_together(struct check_context *context, struct group *group, uint64_t modifiers, uint64_t run_ns)
{
	quiet_box(context, &group->counters[0].box);
	for (unsigned i = 0; i < group->count; i++) {
		const struct counter *counter = &group->counters[i];

		counter_load(context, counter, group->event | modifiers | counter->select_enable, START_VALUE);
		counter_enable(context, counter);
	}
	start(context, 0);
	check_pause(context, run_ns);
	stop(context);
	for (unsigned i = 0; i < group->count; i++)
		group->counts[i] = (counter_value(context, &group->counters[i]) - START_VALUE) &
				   counter_mask(context, &group->counters[i]);
}

/* The same but for what a start and a stop let by. */
static bool are_same(uint64_t a, uint64_t b)
{
	return max_u64(a, b) - min_u64(a, b) <= max_u64(a, b) / 8 + 2;
}

/* Whether most of the others counted otherwise than the one under test. */
static bool is_alone(const struct group *group)
{
	unsigned unlike = 0;

	for (unsigned i = 1; i < group->count; i++)
		unlike += !are_same(group->counts[0], group->counts[i]);
	return 2 * unlike > group->count - 1;
}

/* One of the others that counted otherwise. */
static unsigned unlike_of(const struct group *group)
{
	unsigned i = 1;

	while (i + 1 < group->count && are_same(group->counts[0], group->counts[i]))
		i++;
	return i;
}

/* Below a threshold that no event reaches are all cycles. 0 if the counters hardly see any. */
static uint64_t find_time(struct check_context *context, struct group *group, uint64_t every)
{
	for (uint64_t ns = RUN_NS; ns < LONGEST_NS && check_going(context); ns *= 8) {
		uint64_t most = 0;

		count_together(context, group, every, ns);
		for (unsigned i = 0; i < group->count; i++)
			most = max_u64(most, group->counts[i]);
		if (most >= LEAST)
			return ns;
	}
	return 0;
}

static void try_alike(struct check_context *context, struct group *group, uint64_t modifiers, uint64_t run_ns)
{
	const struct counter *tested = &group->counters[0];
	struct check_difference difference = {.reg = &tested->select};
	unsigned other;

	count_together(context, group, modifiers, run_ns);
	if (!is_alone(group) || !check_going(context))
		return;
	other = unlike_of(group);
	difference.expected = group->counts[other];
	difference.got = group->counts[0];
	check_fail_at(context, &difference, "with 0x%llx in it, it counts otherwise than counter %u beside it",
		      (unsigned long long)(group->event | modifiers), group->counters[other].number);
}

/* Each bit of the threshold alone, and inverted; and the edges of what is always true. */
static unsigned try_all(struct check_context *context, struct group *group, uint64_t every, uint64_t run_ns)
{
	const struct counter *tested = &group->counters[0];
	const struct register_layout *layout = tested->select.row->layout;
	unsigned width = layout_field(layout, FIELD_THRESHOLD)->width;

	for (unsigned bit = 0; bit < width; bit++) {
		uint64_t threshold = field_value(tested, FIELD_THRESHOLD, BIT(bit));

		try_alike(context, group, threshold, run_ns);
		try_alike(context, group, threshold | layout_bits(layout, FIELD_INVERT), run_ns);
	}
	try_alike(context, group, every | layout_bits(layout, FIELD_EDGE), run_ns);
	return 2 * width + 1;
}

static void run_modifiers_alike(struct check_context *context)
{
	struct group group;
	uint64_t every, run_ns;
	unsigned tried;

	if (!gather(context, &group)) {
		check_skip(context, "no counter beside it counts the same event");
		return;
	}
	every = layout_bits(group.counters[0].select.row->layout, FIELD_INVERT) |
		field_value(&group.counters[0], FIELD_THRESHOLD,
			    BIT(layout_field(group.counters[0].select.row->layout, FIELD_THRESHOLD)->width - 1));
	run_ns = find_time(context, &group, every);
	if (!run_ns) {
		check_skip(context, "below a threshold that nothing reaches nothing counts");
		return;
	}
	count_together(context, &group, 0, run_ns);
	if (is_alone(&group)) {
		check_skip(context, "not all counters of its box count this event alike: see `counts`");
		return;
	}
	tried = try_all(context, &group, every, run_ns);
	check_pass(context, "%u ways to count, as its siblings do", tried);
}

static bool has_clock(const struct box_type *type)
{
	for (unsigned i = 0; i < type->event_count; i++)
		if (type->events[i].flags & EVENT_CLOCK)
			return true;
	return false;
}

/* Where a clock is counted its box's `modifiers` say more. */
static bool has_siblings(const struct machine *machine, const struct check_target *target)
{
	const struct box *box = &target->place->box;
	const struct register_row *row = box_row_of_role(box->type, ROLE_SELECT);

	return machine->processor->described && control_scope(machine, box->type) != CONTROL_BY_CPU && row &&
	       target->counter < box_counters(box) && box_counters(box) > 1 && !has_clock(box->type) &&
	       layout_field(row->layout, FIELD_THRESHOLD) && layout_field(row->layout, FIELD_INVERT) &&
	       layout_field(row->layout, FIELD_EDGE);
}

const struct check check_modifiers_alike = {
	.name = "modifiers.alike",
	.title = "threshold, invert and edge detection do what they do in counters beside it",
	.about = "Counts one event on all counters of the box that can count it, with each bit of the\n"
		 "threshold alone, with that inverted, and the edges of what is always true. What is\n"
		 "left of the event depends on the event, which nobody knows, but it is the same on\n"
		 "all of them. If one differs from most, its select lacks the bits in the message.",
	.scope = CHECK_OF_COUNTER,
	.applies = has_siblings,
	.run = run_modifiers_alike,
};
