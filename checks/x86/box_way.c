/* SPDX-License-Identifier: BSD-2-Clause */
/* The overflow of a box's counter comes with the carry out of it, neither before nor after it.
 *
 * All counters of the box are looked at together: past some powers of two below their ends, over all that they count in two
 * milliseconds before their ends, and standing still shortly before and after their ends. */
#include "checks/lib/ends.h"
#include "checks/x86/all.h"

#define BEFORE     16 /* counts before a power of two */
#define LONGEST_NS UINT64_C(2000000)

/* One counter: more about it than struct ending says. */
struct member {
	struct counter counter;
	struct check_register shows;
	uint64_t bit;
	bool gathered; /* it shows above all boxes only, if it asks for that, and freezes them */
};

struct group {
	struct member members[COUNTERS_MAX];
	struct endings endings;
	bool apart;         /* an overflow of one freezes the others, or shows as theirs: each is looked at by itself */
	uint64_t window_ns; /* in which all of them advance */
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
	struct member *member = &group->members[group->endings.count];
	struct stimulus stimulus;
	uint64_t asking, mask;

	*member = (struct member){.counter = counter_of(&context->target.place->box, number)};
	if (!find_show(context, member) || !can_ask(context, member, &asking) ||
	    !counter_answers(context, &member->counter) || !stimulus_try(context, &member->counter, &stimulus))
		return;
	group->apart |= member->gathered;
	group->window_ns = max_u64(group->window_ns, stimulus.window_ns);
	mask = MASK(0, counter_width(context, &member->counter));
	group->endings.of[group->endings.count++] = (struct ending){
		.counter = &member->counter,
		.count = member->counter.count,
		.shows = member->shows,
		.bit = member->bit,
		.mask = mask,
		.farthest = mask,
		.due = member->shows.row->role != ROLE_FLAGS,
	};
}

static void program_box(struct check_context *context, const struct group *group)
{
	quiet_box(context, &context->target.place->box);
	check_clear_overflows(context);
	for (unsigned i = 0; i < group->endings.count; i++) {
		const struct member *member = &group->members[i];
		struct stimulus stimulus;
		uint64_t asking;

		if (stimulus_try(context, &member->counter, &stimulus) && can_ask(context, member, &asking))
			counter_prepare(context, &member->counter, stimulus.select | asking, 0);
	}
}

static void start_group(struct check_context *context, void *whose)
{
	(void)whose;
	start(context, 0);
}

static void stop_group(struct check_context *context, void *whose)
{
	(void)whose;
	stop(context);
}

/* That a status is where one source alone has it, silicon must have shown first. */
static void clear_group(struct check_context *context, void *whose)
{
	struct group *group = whose;

	for (unsigned i = 0; i < group->endings.count; i++) {
		const struct member *member = &group->members[i];

		if (!group->endings.of[i].meant || !(check_read(context, &member->shows) & member->bit))
			continue;
		group->endings.of[i].due = true;
		check_clear_overflows(context);
		if (member->gathered)
			await_freeze(context, &member->counter);
		if (member->shows.row->role == ROLE_FLAGS)
			check_write(context, &member->shows, member->bit);
	}
}

static void form_group(struct check_context *context, struct group *group)
{
	const struct global_control *global = control_global(context->machine);

	*group = (struct group){.apart = global && !global->latches};
	group->endings.whose = group;
	group->endings.start = start_group;
	group->endings.stop = stop_group;
	group->endings.clear = clear_group;
	for (unsigned i = 0; i < counter_count(&context->target.place->box) && check_going(context); i++)
		add_member(context, group, i);
	program_box(context, group);
}

/* ---- the way -------------------------------------------------------------------------------------------- */

/* All of it with those that are meant. What the box still shows of before, as when another check ended with a failure, goes first. */
static void look_at(struct check_context *context, struct group *group, unsigned bits)
{
	static const uint8_t powers[] = {40, 32, 24, 20};
	static const int64_t far[] = {1500, 300}, near[] = {-40, -20, 20, 48, 90};
	uint64_t run_ns = max_u64(group->window_ns, min_u64(32 * group->window_ns, LONGEST_NS));

	for (unsigned i = 0; i < group->endings.count; i++)
		check_write(context, &group->endings.of[i].count, 0);
	clear_group(context, group);
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
	struct group group;
	unsigned count;

	form_group(context, &group);
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
