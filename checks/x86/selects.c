/* SPDX-License-Identifier: BSD-2-Clause */
/* A select means the same on all counters of a box: counters that run together with equal selects count the same. Of an
 * event only its occurrence must be known. It tests the bits of its code that differ from a bit that is never set, and
 * tells two bits apart if its code has only one of them: so few events test every bit. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#define EVENTS      16   /* most events tried in a box, including idle ones */
#define WORKED      2    /* the same, while lines of memory are written */
#define LADDERS     24   /* events that may add several in a cycle, tried if none of the others did */
#define LEADERS     4    /* the same, on counter 0 alone */
#define SPREAD      7919 /* a prime: steps through an event list of any length reach all of it */
#define LINES       256
#define RUN_NS      UINT64_C(100000)
#define RARE_NS     UINT64_C(1000000) /* for rare events */
#define SHORTEST_NS UINT64_C(20000)
#define LONGEST_NS  UINT64_C(100000000)
#define LONGER      32 /* factor from each run to its longer repetition */
#define LEAST       32 /* counts that distinguish two events */
#define LEAST_LINES 16 /* the same for lines of memory, which all counters see */

/* Bits of an event's code, with its umask above them, and one bit that no event has. */
#define CODE_BITS   16
#define KEY_BITS    31
#define NEVER       BIT(KEY_BITS)
#define KEY_MASK    MASK(0, KEY_BITS)
#define MOST_TRIED  1216 /* rows of events that can be remembered as tried */

struct group {
	struct counter counters[COUNTERS_MAX];
	uint64_t counts[COUNTERS_MAX];
	/* [index in the group][bit]: the bits that differ from this bit in some event counted there. */
	uint32_t apart[COUNTERS_MAX][KEY_BITS];
	unsigned count;
	bool working; /* known work is done during the runs */
	/* A threshold, added once for the counter `first`, twice for the next one, ... 0: all counters count the
	 * same. */
	uint64_t rise;
	unsigned first;
	bool climbs; /* the meaning of a threshold is known */
	/* Makes cycles that meet the threshold count: the invert bit if plain and inverted are swapped, else 0. */
	uint64_t at_least;
	uint64_t leader;  /* counter 0's select, while the others count what it adds in each cycle; 0: as theirs */
	uint64_t empties; /* first written to a select to empty the event's queue tally; 0: there is none */
	/* Counters (by number) that had each threshold with an event that adds several in a cycle. */
	uint32_t several;
};

/* Collects the general counters of the box, enabled and not counting. Returns false if there is only one. */
static bool gather(struct check_context *context, struct group *group)
{
	const struct box *box = &context->target.place->box;

	*group = (struct group){.count = 0};
	quiet_box(context, box);
	for (unsigned i = 0; i < box_counters(box); i++) {
		struct counter counter = counter_of(box, i);

		if (!counter_answers(context, &counter))
			continue;
		counter_load(context, &counter, 0, START_VALUE);
		counter_enable(context, &counter);
		group->counters[group->count++] = counter;
	}
	return group->count > 1;
}

/* Returns a counter's place in the order of thresholds; 0 is the lowest. */
static unsigned rank_of(const struct group *group, unsigned number)
{
	return (number + group->count - group->first) % group->count;
}

/* Counts `select` on the counters in `mask` (by number); the others do not count. Returns the largest count. */
static uint64_t count_alike(struct check_context *context, struct group *group, uint64_t select, uint32_t mask,
			    uint64_t run_ns)
{
	uint64_t most = 0;

	for (unsigned i = 0; i < group->count; i++) {
		const struct counter *counter = &group->counters[i];
		uint64_t own = (group->leader && !counter->number ? group->leader : select) +
			       group->rise * (rank_of(group, i) + 1);

		if (!(mask & BIT(counter->number)))
			continue;
		if (group->empties)
			check_write(context, &counter->select, own | group->empties);
		counter_load(context, counter, own | counter->select_enable, START_VALUE);
	}
	start(context, 0);
	if (group->working)
		write_memory(context, LINES);
	check_pause(context, run_ns);
	stop(context);
	for (unsigned i = 0; i < group->count; i++) {
		const struct counter *counter = &group->counters[i];

		if (!(mask & BIT(counter->number)))
			continue;
		group->counts[i] = (counter_value(context, counter) - START_VALUE) & counter_mask(context, counter);
		most = max_u64(most, group->counts[i]);
	}
	return most;
}

/* True if the counts are equal, apart from what a start and a stop let through. */
static bool are_same(uint64_t a, uint64_t b)
{
	return max_u64(a, b) - min_u64(a, b) <= max_u64(a, b) / 16 + 2;
}

/* Returns how many others in the mask counted the same; `*unlike` is one that did not. */
static unsigned votes_for(const struct group *group, uint32_t mask, unsigned number, unsigned *unlike)
{
	unsigned votes = 0;

	for (unsigned i = 0; i < group->count; i++) {
		if (i == number || !(mask & BIT(group->counters[i].number)))
			continue;
		if (are_same(group->counts[number], group->counts[i]))
			votes++;
		else
			*unlike = i;
	}
	return votes;
}

/* Finds the counter with the fewest agreeing others; of two, the one with the lower count, since a missing bit mostly
 * leaves nothing to count. `*other` counted differently. Returns false if all agree. */
static bool find_odd(const struct group *group, uint32_t mask, unsigned *odd, unsigned *other)
{
	unsigned fewest = UINT32_MAX;
	bool differ = false;

	for (unsigned i = 0; i < group->count; i++) {
		unsigned unlike = group->count, votes;

		if (!(mask & BIT(group->counters[i].number)))
			continue;
		votes = votes_for(group, mask, i, &unlike);
		if (votes > fewest || (votes == fewest && group->counts[i] >= group->counts[*odd]))
			continue;
		fewest = votes;
		*odd = i;
		*other = unlike;
		differ = unlike < group->count;
	}
	return differ;
}

/* Finds a counter that counts fewer cycles than another one with a higher threshold. Returns false if there is none. */
static bool find_rising(const struct group *group, uint32_t mask, unsigned *odd, unsigned *other)
{
	for (unsigned i = 0; i < group->count * group->count; i++) {
		*odd = i / group->count;
		*other = i % group->count;
		if (mask & BIT(group->counters[*odd].number) && mask & BIT(group->counters[*other].number) &&
		    rank_of(group, *odd) < rank_of(group, *other) && group->counts[*odd] < group->counts[*other] &&
		    !are_same(group->counts[*odd], group->counts[*other]))
			return true;
	}
	return false;
}

/* Counts `select` on the counters in `mask`. If one differs from most, repeats that in longer and longer runs: counters
 * may be started one by one, and a pause between two starts is short only against a long run. Fails the check if the
 * same counter differs in each run. Returns the largest count of the first run. */
static uint64_t try_select(struct check_context *context, struct group *group, uint64_t select, uint32_t mask,
			   uint64_t run_ns)
{
	bool (*find)(const struct group *, uint32_t, unsigned *, unsigned *) = group->rise ? find_rising : find_odd;
	uint64_t most = count_alike(context, group, select, mask, run_ns);
	unsigned odd = 0, other = 0, again = 0;

	if (!find(group, mask, &odd, &other))
		return most;
	do {
		run_ns = min_u64(run_ns * LONGER, LONGEST_NS);
		count_alike(context, group, select, mask, run_ns);
		if (!find(group, mask, &again, &other) || again != odd || !check_going(context))
			return most;
	} while (run_ns < LONGEST_NS);
	fail_got(context, &group->counters[odd].select, group->counts[other], group->counts[odd],
		 "with 0x%llx in it, it counts otherwise than counter %u", (unsigned long long)select,
		 group->counters[other].number);
	return most;
}

/* ---- events -------------------------------------------------------------------------------------------- */

static uint32_t key_of(const struct event *event)
{
	return (event->code & MASK(0, CODE_BITS)) | ((uint32_t)(event->umask << CODE_BITS) & KEY_MASK);
}

/* Counts the bit pairs that this event is the first to tell apart. A bit that no event had outweighs all pairs. */
static unsigned gain_of(const struct group *group, const struct event *event)
{
	uint32_t key = key_of(event);
	unsigned gain = 0;

	for (unsigned i = 0; i < group->count; i++) {
		if (!(event->counters & BIT(group->counters[i].number)))
			continue;
		for (uint32_t bits = key; bits; bits &= bits - 1) {
			uint32_t open = ~key & ~group->apart[i][__builtin_ctz(bits)];

			gain += count_bits(open) + (open & NEVER ? 1000 : 0);
		}
	}
	return gain;
}

/* Returns the untried event of several counters that tells the most new pairs apart, or NULL if none tells any. Marks
 * it as tried. */
static const struct event *choose_event(const struct group *group, uint64_t tried[])
{
	const struct box_type *type = group->counters[0].box.type;
	unsigned best = 0, most = 0;

	for (unsigned i = 0; i < type->event_count && i < MOST_TRIED; i++) {
		const struct event *event = &type->events[i];
		unsigned gain;

		if (tried[i / 64] & BIT(i % 64) || event->flags & (EVENT_FIXED | EVENT_TALLY) ||
		    !(event->counters & (event->counters - 1u)))
			continue;
		gain = gain_of(group, event);
		if (gain > most) {
			most = gain;
			best = i;
		}
	}
	tried[best / 64] |= BIT(best % 64);
	return most ? &type->events[best] : NULL;
}

/* True if most counting cycles met a threshold above one: a counter that compares only with one counts less. */
static bool adds_several(const struct group *group, uint32_t mask)
{
	uint64_t any = 0, several = 0;

	for (unsigned i = 0; i < group->count; i++) {
		if (!(mask & BIT(group->counters[i].number)))
			continue;
		if (rank_of(group, i))
			several = max_u64(several, group->counts[i]);
		else
			any = group->counts[i];
	}
	return several >= LEAST && several > any / 3 * 2;
}

/* Counts an event with different thresholds on the counters in `mask`: a higher one must not count more. Counter
 * `number` gets the lowest; callers vary it. For the first event that adds several in a cycle, each counter gets it in
 * turn. */
static void try_ladder(struct check_context *context, struct group *group, const struct event *event, uint32_t mask,
		       uint64_t select, unsigned number)
{
	const struct field *threshold = layout_field(group->counters[0].select.row->layout, FIELD_THRESHOLD);

	if (!group->climbs || !threshold || event->max_increment == 1 || event->flags & EVENT_CLOCK)
		return;
	group->rise = BIT(threshold->low);
	group->first = number % group->count;
	select |= group->at_least;
	group->leader |= group->leader ? group->at_least : 0;
	try_select(context, group, select, mask, RUN_NS);
	if (mask & ~group->several && adds_several(group, mask)) {
		group->several |= mask;
		for (group->first = 0; group->first < group->count; group->first++)
			if (group->first != number % group->count)
				try_select(context, group, select, mask, RUN_NS);
	}
	group->rise = 0;
}

/* Thresholds need an event that adds several in a cycle, while the events tried so far may add only one. If no source
 * tells how much an event adds, one event of each code is tried, spread over the whole list. */
static void seek_several(struct check_context *context, struct group *group)
{
	const struct box_type *type = group->counters[0].box.type;
	uint64_t empties = layout_bits(group->counters[0].select.row->layout, FIELD_TALLY_RESET);
	uint64_t codes[MASK(0, 8) / 64 + 1] = {0}, select;
	unsigned left = LADDERS;

	for (unsigned i = 0; i < type->event_count && left && check_going(context); i++) {
		const struct event *event = &type->events[i * SPREAD % type->event_count];
		unsigned code = event->code & MASK(0, 8);

		if (event->max_increment == 1 || event->flags & (EVENT_FIXED | EVENT_CLOCK) ||
		    !(event->counters & (event->counters - 1u)) || !(event->counters & ~group->several) ||
		    codes[code / 64] & BIT(code % 64) ||
		    !event_row_select(context, &group->counters[0].box, event, &select))
			continue;
		codes[code / 64] |= BIT(code % 64);
		group->empties = event->flags & EVENT_TALLY ? empties : 0;
		try_ladder(context, group, event, event->counters, select, left--);
	}
	group->empties = 0;
}

/* Counters that follow counter 0's event, which only it can count, compare it with thresholds of their own. */
static void follow_several(struct check_context *context, struct group *group)
{
	const struct box_type *type = group->counters[0].box.type;
	const struct register_layout *layout = group->counters[0].select.row->layout;
	const struct event *follower = NULL;
	unsigned left = LEADERS;
	uint64_t select = layout_bits(layout, FIELD_ALWAYS);

	for (unsigned i = 0; type->pairs && type->pairs->follower && i < type->event_count; i++)
		if (type->events[i].code == type->pairs->follower)
			follower = &type->events[i];
	if (!follower)
		return;
	select |= (uint64_t)follower->code << layout_field(layout, FIELD_EVENT)->low;
	for (unsigned i = 0;
	     i < type->event_count && left && follower->counters & ~group->several && check_going(context); i++) {
		const struct event *event = &type->events[i];

		if (event->counters != BIT(0) || !(event->flags & EVENT_MULTI) || needs_filter(type, event) ||
		    !event_row_select(context, &group->counters[0].box, event, &group->leader))
			continue;
		try_ladder(context, group, event, follower->counters | BIT(0), select, left--);
	}
	group->leader = 0;
}

/* Returns how many events happened. */
static unsigned try_events(struct check_context *context, struct group *group)
{
	uint64_t tried[MOST_TRIED / 64] = {0}, select, most;
	const struct event *event;
	unsigned happened = 0, left = group->working ? WORKED : EVENTS, least = group->working ? LEAST_LINES : LEAST;

	while (left && check_going(context) && (event = choose_event(group, tried))) {
		if (!event_row_select(context, &group->counters[0].box, event, &select))
			continue;
		left--;
		most = try_select(context, group, select, event->counters, RUN_NS);
		if (most && most < least)
			most = try_select(context, group, select, event->counters, RARE_NS);
		if (most < least)
			continue;

		for (unsigned i = 0; i < group->count; i++)
			for (uint32_t bits = key_of(event); event->counters & BIT(group->counters[i].number) && bits;
			     bits &= bits - 1)
				group->apart[i][__builtin_ctz(bits)] |= ~key_of(event);

		if (!group->working)
			try_ladder(context, group, event, event->counters, select, happened);
		happened++;
	}
	return happened;
}

/* ---- threshold, invert, edges -------------------------------------------------------------------------- */

/* If a counter with a select can count a clock, the `modifiers` of its box test more. */
static bool wants_modifiers(const struct machine *machine, const struct box_type *type)
{
	const struct register_row *row = box_row_of_role(type, ROLE_SELECT);

	return machine->processor->described && !has_clock(type, (uint32_t)MASK(0, type->counters)) &&
	       layout_field(row->layout, FIELD_THRESHOLD) && layout_field(row->layout, FIELD_INVERT) &&
	       layout_field(row->layout, FIELD_EDGE);
}

/* Returns the counters that use the first counter's event. */
static uint32_t counters_of_event(const struct check_context *context, const struct group *group, uint64_t event)
{
	uint32_t mask = 0;

	for (unsigned i = 0; i < group->count; i++)
		if (!is_unlisted(context, &group->counters[i]) && event_of(context, &group->counters[i]) == event)
			mask |= BIT(group->counters[i].number);
	return mask;
}

/* Tries each threshold bit alone and inverted, and the edges of a condition that is always true. A threshold that no
 * cycle meets, inverted, counts all cycles and gives the length of the runs. Returns how many ways were tried. */
static unsigned try_modifiers(struct check_context *context, struct group *group)
{
	const struct register_layout *layout = group->counters[0].select.row->layout;
	const struct field *threshold = layout_field(layout, FIELD_THRESHOLD);
	uint64_t event = event_of(context, &group->counters[0]), run_ns = SHORTEST_NS;
	uint64_t invert = layout_bits(layout, FIELD_INVERT);
	uint64_t every = event | invert | BIT(threshold->low + threshold->width - 1);
	uint32_t mask = counters_of_event(context, group, event);

	if (!(mask & (mask - 1)))
		return 0;
	while (count_alike(context, group, every, mask, run_ns) < LEAST)
		if ((run_ns *= 8) >= LONGEST_NS || !check_going(context))
			return 0;
	for (unsigned bit = 0; bit < threshold->width; bit++) {
		try_select(context, group, event | BIT(threshold->low + bit), mask, run_ns);
		try_select(context, group, event | BIT(threshold->low + bit) | invert, mask, run_ns);
	}
	try_select(context, group, every | layout_bits(layout, FIELD_EDGE), mask, run_ns);
	return 2 * threshold->width + 1;
}

/* ---- the check ----------------------------------------------------------------------------------------- */

/* If a counter differs on an event that advances all, the counter is broken, not its select. */
static bool count_as_one(struct check_context *context, struct group *group, const struct stimulus *stimulus)
{
	unsigned odd = 0, other = 0;

	count_alike(context, group, stimulus->select, stimulus->siblings, 2 * stimulus->window_ns);
	return !find_odd(group, stimulus->siblings, &odd, &other);
}

void run_selects(struct check_context *context)
{
	struct counter first = counter_of(&context->target.place->box, 0);
	struct threshold_rule rule = {0, INVERT_BELOW};
	struct stimulus stimulus;
	struct group group;
	bool climbs;
	unsigned happened, ways = 0;

	if (!stimulus_find(context, &first, &stimulus))
		return;
	climbs = !threshold_is_open(context, &first) || threshold_find(context, &first.box, &rule);
	if (!gather(context, &group) || !count_as_one(context, &group, &stimulus)) {
		check_skip(context, "its counters do not count alike what advances them: see `counts`");
		return;
	}
	group.climbs = climbs;
	group.at_least = rule.invert == INVERT_SWAPPED ? layout_bits(first.select.row->layout, FIELD_INVERT) : 0;
	happened = try_events(context, &group);
	group.working = !happened;
	if (group.working)
		happened = try_events(context, &group);
	group.working = false;
	if (happened) {
		seek_several(context, &group);
		follow_several(context, &group);
	}
	if (wants_modifiers(context->machine, first.box.type))
		ways = try_modifiers(context, &group);
	if (happened || ways)
		check_pass(context, "%u events and %u thresholds count alike on its %u counters", happened, ways,
			   group.count);
	else
		check_skip(context, "no two of its counters count the same event, or none happens");
}

/* True if two counters share an event without filter registers and with a code, or if events are not listed. */
bool has_siblings(const struct machine *machine, const struct check_target *target)
{
	const struct box_type *type = target->place->box.type;
	bool any = !type->event_count && machine->processor->described;

	for (unsigned i = 0; i < type->event_count && !any; i++)
		any = key_of(&type->events[i]) && type->events[i].counters & (type->events[i].counters - 1u) &&
		      !(type->events[i].flags & (EVENT_FIXED | EVENT_TALLY)) && !needs_filter(type, &type->events[i]);
	return any && control_scope(machine, type) != CONTROL_BY_CPU && box_counters(&target->place->box) > 1 &&
	       box_row_of_role(type, ROLE_SELECT);
}
