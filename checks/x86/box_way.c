/* SPDX-License-Identifier: BSD-2-Clause */
/* The overflow of a box's counter comes with the carry out of it, neither before nor after it.
 *
 * All counters of the box are looked at together: past some powers of two below their ends, over all that they count in two
 * milliseconds before their ends, and standing still shortly before and after their ends. */
#include "checks/lib/ends.h"
#include "checks/x86/all.h"

#define BEFORE     16 /* counts before a power of two */
#define SHORT_OF   32 /* a run ends this part of what it counts before the end */
#define SHIFT_STEP 3
#define LAST_SHIFT 12
#define LONGEST_NS UINT64_C(2000000)

/* One counter, and where its overflow shows. */
struct member {
	struct counter counter;
	struct check_register shows;
	uint64_t bit, mask;
	uint64_t counts; /* from a start to a stop, in the latest run from 0 on */
	bool gathered;   /* it shows above all boxes only, if it asks for that, and freezes them */
	bool seen;       /* its overflow has shown */
};

struct group {
	struct member members[COUNTERS_MAX];
	unsigned count;
	bool apart;         /* an overflow of one freezes the others, or shows as theirs: each is looked at by itself */
	unsigned only;      /* then the one that is looked at */
	uint64_t window_ns; /* in which all of them advance */
	uint64_t run_ns;    /* of the longest run towards their ends */
	uint64_t landing_ns;
};

/* ---- who is in it ------------------------------------------------------------------------------------- */

/* In the status of its box; of a box that has none in that of the socket, under the box's bit. */
static bool find_show(const struct check_context *context, struct member *member)
{
	const struct counter *counter = &member->counter;
	struct check_register flags = check_register_of(&counter->box, ROLE_FLAGS, 0);

	member->shows = counter->status;
	member->bit = counter->overflow;
	if (!member->shows.row && flags.row && !counter->fixed) {
		member->shows = flags;
		member->bit = BIT(layout_field(flags.row->layout, FIELD_OVERFLOWS)->low + counter->number);
	}
	if (!member->shows.row && count_bits(summary_of(counter)) == 1) {
		member->shows = check_socket_status(context);
		member->bit = summary_of(counter);
	}
	if (!member->shows.row && find_gatherer(context->machine, &counter->box, &member->shows)) {
		member->bit = summary_of(counter);
		member->gathered = true;
	}
	return member->shows.row && member->bit;
}

/* False if overflows show only when they ask for it, and this counter cannot; `*asking`: the bits by which it does. */
static bool can_ask(const struct check_context *context, const struct member *member, uint64_t *asking)
{
	const struct global_control *global = control_global(context->machine);
	bool must = global && !global->latches;

	*asking = member->gathered ? member->counter.select_report : must ? member->counter.select_pmi : 0;
	return !(must || member->gathered) || *asking;
}

static void add_member(struct check_context *context, struct group *group, unsigned number)
{
	struct member *member = &group->members[group->count];
	struct stimulus stimulus;
	uint64_t asking;

	member->counter = counter_of(&context->target.place->box, number);
	if (!find_show(context, member) || !can_ask(context, member, &asking) ||
	    !counter_answers(context, &member->counter) || !stimulus_try(context, &member->counter, &stimulus))
		return;
	member->mask = MASK(0, counter_width(context, &member->counter));
	group->apart |= member->gathered;
	group->window_ns = max_u64(group->window_ns, stimulus.window_ns);
	group->count++;
}

static void program_box(struct check_context *context, const struct group *group)
{
	quiet_box(context, &context->target.place->box);
	check_clear_overflows(context);
	for (unsigned i = 0; i < group->count; i++) {
		const struct counter *counter = &group->members[i].counter;
		struct stimulus stimulus;
		uint64_t asking;

		if (stimulus_try(context, counter, &stimulus) && can_ask(context, &group->members[i], &asking))
			counter_prepare(context, counter, stimulus.select | asking, 0);
	}
}

static void form_group(struct check_context *context, struct group *group)
{
	const struct global_control *global = control_global(context->machine);

	*group = (struct group){.apart = global && !global->latches};
	for (unsigned i = 0; i < counter_count(&context->target.place->box) && check_going(context); i++)
		add_member(context, group, i);
	program_box(context, group);
}

/* ---- what must not be --------------------------------------------------------------------------------- */

/* True if the running look is at this member. */
static bool is_meant(const struct group *group, const struct member *member)
{
	return !group->apart || member == &group->members[group->only];
}

/* Fails at a counter whose overflow shows before its end. */
static void expect_ended(struct check_context *context, const struct group *group)
{
	for (unsigned i = 0; i < group->count && check_going(context); i++) {
		const struct member *member = &group->members[i];

		if (is_meant(group, member) && check_read(context, &member->shows) & member->bit)
			ending_expect_behind(context, &member->counter.count, member->mask,
					     counter_value(context, &member->counter));
	}
}

static void clear_shown(struct check_context *context, struct group *group)
{
	for (unsigned i = 0; i < group->count; i++) {
		struct member *member = &group->members[i];

		if (!is_meant(group, member) || !(check_read(context, &member->shows) & member->bit))
			continue;
		member->seen = true;
		check_clear_overflows(context);
		if (member->gathered)
			await_freeze(context, &member->counter);
		if (member->shows.row->role == ROLE_FLAGS)
			check_write(context, &member->shows, member->bit);
	}
}

/* ---- the way -------------------------------------------------------------------------------------------- */

static void place_all(struct check_context *context, const struct group *group, uint64_t counts)
{
	for (unsigned i = 0; i < group->count; i++) {
		const struct member *member = &group->members[i];

		if (is_meant(group, member))
			check_write(context, &member->counter.count,
				    ending_below(member->mask, min_u64(counts, member->mask)));
	}
}

static void pass_power(struct check_context *context, struct group *group, unsigned bits)
{
	place_all(context, group, BIT(bits) + BEFORE);
	start(context, 0);
	check_pause(context, group->window_ns);
	stop(context);
	expect_ended(context, group);
	clear_shown(context, group);
}

/* Finds what all count from a start to a stop with a pause between them, from 0 on: the least of it. */
static uint64_t count_run(struct check_context *context, struct group *group, uint64_t pause_ns)
{
	uint64_t least = UINT64_MAX;

	for (unsigned i = 0; i < group->count; i++)
		check_write(context, &group->members[i].counter.count, 0);
	start(context, 0);
	if (pause_ns)
		check_pause(context, pause_ns);
	stop(context);
	for (unsigned i = 0; i < group->count; i++) {
		group->members[i].counts = counter_value(context, &group->members[i].counter);
		least = min_u64(least, group->members[i].counts);
	}
	return least;
}

/* Each run goes from as far below the end as it counts to shortly before it, and begins where the one before it came to: an overflow
 * that shows too soon is found by how far, whatever that is. */
static void approach(struct check_context *context, struct group *group)
{
	for (unsigned shift = 0; shift <= LAST_SHIFT && check_going(context); shift += SHIFT_STEP) {
		(void)count_run(context, group, group->run_ns >> shift);
		for (unsigned i = 0; i < group->count; i++) {
			const struct member *member = &group->members[i];
			uint64_t distance = member->counts + member->counts / SHORT_OF + BEFORE;

			if (is_meant(group, member))
				check_write(context, &member->counter.count,
					    ending_below(member->mask, min_u64(distance, member->mask)));
		}
		start(context, 0);
		check_pause(context, group->run_ns >> shift);
		stop(context);
		expect_ended(context, group);
		clear_shown(context, group);
	}
}

/* ---- the end -------------------------------------------------------------------------------------------- */

/* Finds how long a stretch must be, up to `longest_ns`, that all get somewhere in it, and how far. */
static void measure(struct check_context *context, struct group *group, uint64_t counts, uint64_t longest_ns)
{
	uint64_t least = 0;

	for (unsigned shift = 7; shift-- && least <= counts && check_going(context);) {
		group->landing_ns = shift == 6 ? 0 : longest_ns >> shift;
		least = count_run(context, group, group->landing_ns);
	}
}

/* Stops each counter about `behind` counts after its end (below 0: before it), if it can get there by counting. */
static void land(struct check_context *context, struct group *group, int64_t behind)
{
	for (unsigned i = 0; i < group->count; i++) {
		const struct member *member = &group->members[i];
		int64_t distance = (int64_t)min_u64(member->counts, INT32_MAX) - behind;

		/* From nearer the overflow might not be seen to come: it may be signalled one count early. */
		distance = distance > PRELOAD_DISTANCE ? distance : PRELOAD_DISTANCE;
		if (is_meant(group, member))
			check_write(context, &member->counter.count, ending_below(member->mask, (uint64_t)distance));
	}
	start(context, 0);
	if (group->landing_ns)
		check_pause(context, group->landing_ns);
	stop(context);
	for (unsigned i = 0; i < group->count && check_going(context); i++) {
		const struct member *member = &group->members[i];
		/* That a status is where one source alone has it, silicon must have shown first. */
		bool must_show = member->shows.row->role != ROLE_FLAGS || member->seen, shows;

		if (!is_meant(group, member))
			continue;
		shows = check_read(context, &member->shows) & member->bit;
		ending_judge(context, &member->counter.count, member->mask, counter_value(context, &member->counter),
			     shows, must_show);
	}
	clear_shown(context, group);
}

/* All of it with those that are meant; the others begin at 0 and get nowhere near their ends. What the box still shows of before, as
 * when another check ended with a failure, goes first. */
static void look_at(struct check_context *context, struct group *group)
{
	static const uint8_t powers[] = {40, 32, 24, 20};
	static const int64_t far[] = {1500, 300}, near[] = {-40, -20, 20, 48, 90};

	for (unsigned i = 0; i < group->count; i++)
		check_write(context, &group->members[i].counter.count, 0);
	clear_shown(context, group);
	pass_power(context, group, count_bits(group->members[group->only].mask) - 1);
	for (unsigned i = 0; i < ARRAY_SIZE(powers) && check_going(context); i++)
		pass_power(context, group, powers[i]);
	approach(context, group);
	measure(context, group, far[0], group->run_ns);
	for (unsigned i = 0; i < ARRAY_SIZE(far) && check_going(context); i++)
		land(context, group, far[i]);
	measure(context, group, near[ARRAY_SIZE(near) - 1], group->window_ns);
	for (unsigned i = 0; i < ARRAY_SIZE(near) && check_going(context); i++)
		land(context, group, near[i]);
}

void run_box_way(struct check_context *context)
{
	struct group group;

	form_group(context, &group);
	if (!group.count) {
		check_skip(context, "no counter of this box that shows its overflow advances: see their `counts`");
		return;
	}
	group.run_ns = max_u64(group.window_ns, min_u64(32 * group.window_ns, LONGEST_NS));
	for (; group.only < (group.apart ? group.count : 1) && check_going(context); group.only++)
		look_at(context, &group);
	check_pass(context, "%u counters overflow at their ends, neither before nor after", group.count);
}

bool shows_own_overflows(const struct machine *machine, const struct check_target *target)
{
	const struct box *box = &target->place->box;
	const struct global_control *global = control_global(machine);
	struct check_register status;

	return counter_count(box) && box->type->scope == BOX_OF_SOCKET &&
	       (box_row_of_role(box->type, ROLE_FLAGS) ||
		(global && (control_box_status(box).row || box_place(box)->summary)) ||
		find_gatherer(machine, box, &status));
}
