/* SPDX-License-Identifier: BSD-2-Clause */
/* A box's counter overflows exactly at its wrap, neither before nor after it.
 *
 * All counters of the box run together: past some powers of two below their wraps, over all that they count in two
 * milliseconds before their wraps, and to a stop shortly before and after their wraps. */
#include "checks/lib/ends.h"
#include "checks/x86/all.h"

#define BEFORE     16 /* counts before a power of two */
#define LONGEST_NS UINT64_C(2000000)

/* What a counter needs in addition to struct ending. */
struct member {
	struct counter counter;
	bool gathered; /* its overflow is reported only above all boxes, on request, and freezes them */
};

struct group {
	struct endings endings; /* first member: clear_group() casts a pointer to it to the group */
	struct member members[COUNTERS_MAX];
	bool apart;         /* an overflow of one freezes or hides the others: each is tested alone */
	uint64_t window_ns; /* in which all counters advance */
};

/* ---- who is in it ------------------------------------------------------------------------------------- */

/* Finds the overflow bit: in the status of the box, or else in that of the socket, under the box's bit. */
static bool find_show(const struct check_context *context, struct member *member, struct ending *ending)
{
	const struct counter *counter = &member->counter;
	struct check_register flags = check_register_of(&counter->box, ROLE_FLAGS, 0);

	ending->shows = counter->status;
	ending->bit = counter->overflow;
	if (!ending->shows.row && flags.row && !counter->fixed) {
		ending->shows = flags;
		ending->bit = BIT(layout_field(flags.row->layout, FIELD_OVERFLOWS)->low + counter->number);
	}
	if (!ending->shows.row && count_bits(summary_of(counter)) == 1) {
		ending->shows = check_socket_status(context);
		ending->bit = summary_of(counter);
	}
	if (!ending->shows.row && find_gatherer(context->machine, &counter->box, &ending->shows)) {
		ending->bit = summary_of(counter);
		member->gathered = true;
	}
	return ending->shows.row && ending->bit;
}

/* False if overflows are reported only on request and this counter has no request bits; `*asking`: these bits. */
static bool can_ask(const struct check_context *context, const struct member *member, uint64_t *asking)
{
	const struct global_control *global = control_global(context->machine);
	bool must = global && !global->latches;

	*asking = member->gathered ? member->counter.select_report : must ? member->counter.select_pmi : 0;
	return !(must || member->gathered) || *asking;
}

static void add_member(struct check_context *context, struct group *group, unsigned number)
{
	struct member *member = &group->members[group->endings.count];
	struct ending *ending = &group->endings.of[group->endings.count];
	struct stimulus stimulus;
	uint64_t asking;

	*member = (struct member){.counter = counter_of(&context->target.place->box, number)};
	*ending = (struct ending){.counter = &member->counter, .count = member->counter.count};
	if (!find_show(context, member, ending) || !can_ask(context, member, &asking) ||
	    !counter_answers(context, &member->counter) || !stimulus_try(context, &member->counter, &stimulus))
		return;
	group->apart |= member->gathered;
	group->window_ns = max_u64(group->window_ns, stimulus.window_ns);
	ending->mask = ending->farthest = MASK(0, counter_width(context, &member->counter));
	ending->due = ending->shows.row->role != ROLE_FLAGS;
	group->endings.count++;
}

/* If only one source gives the place of a status bit, a missing bit is judged only after it was once set. */
static void clear_group(struct check_context *context, struct endings *endings)
{
	const struct group *group = (struct group *)endings;

	for (unsigned i = 0; i < endings->count; i++) {
		struct ending *ending = &endings->of[i];

		if (!ending->meant || !(check_read(context, &ending->shows) & ending->bit))
			continue;
		ending->due = true;
		check_clear_overflows(context);
		if (group->members[i].gathered)
			await_freeze(context, ending->counter);
		if (ending->shows.row->role == ROLE_FLAGS)
			check_write(context, &ending->shows, ending->bit);
	}
}

/* ---- the way -------------------------------------------------------------------------------------------- */

/* Tests the counters under test in all these ways. Overflow bits that an earlier check left set are cleared first. */
static void look_at(struct check_context *context, struct group *group, unsigned bits)
{
	static const uint8_t powers[] = {40, 32, 24, 20};
	static const int64_t far[] = {1500, 300}, near[] = {-40, -20, 20, 48, 90};
	uint64_t run_ns = max_u64(group->window_ns, min_u64(32 * group->window_ns, LONGEST_NS));

	clear_group(context, &group->endings);
	endings_pass(context, &group->endings, BIT(bits - 1) + BEFORE, group->window_ns);
	for (unsigned i = 0; i < ARRAY_SIZE(powers) && check_going(context); i++)
		endings_pass(context, &group->endings, BIT(powers[i]) + BEFORE, group->window_ns);
	endings_approach(context, &group->endings, run_ns, BEFORE);
	endings_reach(context, &group->endings, (uint64_t)far[0], run_ns);
	for (unsigned i = 0; i < ARRAY_SIZE(far) && check_going(context); i++)
		endings_land(context, &group->endings, far[i]);
	endings_reach(context, &group->endings, (uint64_t)near[ARRAY_SIZE(near) - 1], group->window_ns);
	for (unsigned i = 0; i < ARRAY_SIZE(near) && check_going(context); i++)
		endings_land(context, &group->endings, near[i]);
}

void run_box_way(struct check_context *context)
{
	const struct global_control *global = control_global(context->machine);
	struct group group = {.endings.clear = clear_group, .apart = global && !global->latches};
	unsigned count;

	for (unsigned i = 0; i < counter_count(&context->target.place->box) && check_going(context); i++)
		add_member(context, &group, i);
	quiet_clear(context, &context->target.place->box);
	for (unsigned i = 0; i < group.endings.count; i++) {
		const struct member *member = &group.members[i];
		struct stimulus stimulus;
		uint64_t asking;

		if (stimulus_try(context, &member->counter, &stimulus) && can_ask(context, member, &asking))
			counter_prepare(context, &member->counter, stimulus.select | asking, 0);
	}

	count = group.endings.count;
	if (!count) {
		check_skip(context, "no counter of this box that shows its overflow advances: see their `counts`");
		return;
	}
	for (unsigned only = 0; only < (group.apart ? count : 1) && check_going(context); only++) {
		for (unsigned i = 0; i < count; i++)
			group.endings.of[i].meant = !group.apart || i == only;
		look_at(context, &group, count_bits(group.endings.of[only].mask));
	}
	check_pass(context, "%u counters overflow at their ends, neither before nor after", count);
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
