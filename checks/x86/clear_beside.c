/* SPDX-License-Identifier: BSD-2-Clause */
/* Clearing the overflow of a box leaves those of other boxes, and the summary above until nothing below it is left. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#include "lib/memory.h"

#define WAITS 64

/* Counters that overflow in one interval: two of the check's own box; one of a box with the same summary, if there is one; and one of a
 * box with another. */
enum { OWN, BESIDE, SHARING, APART, MEMBERS };
struct party {
	struct counter counters[MEMBERS];
	struct stimulus stimuli[MEMBERS];
	bool there[MEMBERS];
	bool shared;    /* the bit above is that of other boxes, too */
	uint64_t stale; /* bits of the status above that show although everything was cleared */
};

/* A summary goes neither with the first overflow of the box that is cleared, nor stays when its last is. */
static const uint8_t orders[][MEMBERS] = {{OWN, BESIDE, SHARING, APART}, {SHARING, APART, BESIDE, OWN}};

/* True if the documents name exactly one bit under which the box shows; other boxes take no part. */
static bool has_one_summary(const struct counter *counter)
{
	return counter->status.row && count_bits(summary_of(counter)) == 1;
}

static bool join(struct check_context *context, struct party *party, unsigned member, const struct counter *counter)
{
	party->counters[member] = *counter;
	party->there[member] = stimulus_try(context, counter, &party->stimuli[member]);
	return party->there[member];
}

static bool is_in_one_box(const struct check_context *context, const struct counter *a, const struct counter *b)
{
	return check_box_index(context, &a->box) == check_box_index(context, &b->box);
}

/* Returns the counter's possible place in the party; MEMBERS: none. */
static unsigned member_of(const struct check_context *context, const struct party *party, const struct counter *counter)
{
	const struct counter *own = &party->counters[OWN];

	if (is_in_one_box(context, counter, own))
		return counter->number == own->number ? MEMBERS : BESIDE;
	if (is_control_box(context->machine, &counter->box) || !has_one_summary(counter))
		return MEMBERS;
	return summary_of(counter) == summary_of(own) ? SHARING : APART;
}

static void find_others(struct check_context *context, struct party *party)
{
	struct counter_walk walk = {0};
	struct counter counter;

	while (next_counter(context, &walk, &counter)) {
		unsigned member = member_of(context, party, &counter);

		party->shared |= member == SHARING;
		if (member != MEMBERS && !party->there[member])
			join(context, party, member, &counter);
	}
}

static bool have_overflowed(struct check_context *context, const struct party *party)
{
	for (unsigned i = 0; i < MEMBERS; i++)
		if (party->there[i] && !counter_overflowed(context, &party->counters[i]))
			return false;
	return true;
}

/* What does not clear is for the `clear` checks of its counter to say. */
static void leave_stale(struct check_context *context, struct party *party)
{
	struct check_register status = check_socket_status(context);

	party->stale = check_read(context, &status);
	if (!party->shared)
		party->stale &= ~summary_of(&party->counters[OWN]);
	for (unsigned i = 0; i < MEMBERS; i++)
		party->there[i] = party->there[i] && !counter_overflowed(context, &party->counters[i]);
	if (!party->there[OWN] && check_going(context))
		check_skip(context, "its overflow does not clear: see `clear`");
}

/* False, with the check's verdict given, if not all have; their own checks say which. */
static bool overflow_party(struct check_context *context, struct party *party)
{
	uint64_t window_ns = 0;
	unsigned waits = 0;

	for (unsigned i = 0; i < MEMBERS; i++)
		if (party->there[i])
			quiet_box(context, &party->counters[i].box);
	check_clear_overflows(context);
	leave_stale(context, party);
	for (unsigned i = 0; i < MEMBERS; i++) {
		const struct counter *counter = &party->counters[i];

		if (!party->there[i])
			continue;
		counter_prepare(context, counter, party->stimuli[i].select, overflow_preload(counter));
		window_ns = max_u64(window_ns, party->stimuli[i].window_ns);
	}
	start(context, 0);
	do
		check_pause(context, window_ns);
	while (check_going(context) && !have_overflowed(context, party) && ++waits < WAITS);
	stop(context);
	if (waits == WAITS && check_going(context))
		check_skip(context, "not all of them overflow, or show it: see `overflow`");
	return check_going(context);
}

/* Fails unless the members that are not cleared show above, and nothing else does. */
static void expect_summary(struct check_context *context, const struct party *party, const bool left[MEMBERS])
{
	struct check_register status = check_socket_status(context);
	uint64_t all = 0, expected = 0, got;

	for (unsigned i = 0; i < MEMBERS; i++) {
		all |= party->there[i] ? summary_of(&party->counters[i]) : 0;
		expected |= left[i] ? summary_of(&party->counters[i]) : 0;
	}
	all &= ~party->stale;
	expected &= all;
	got = check_read(context, &status) & all;
	expect_got(context, &status, expected, got,
		   expected & ~got ? "an overflow below it is left, and it shows none"
				   : "no overflow below it is left, and it shows one");
}

/* Values of each counter and status when a member is cleared. */
struct holding {
	uint64_t counts[MEMBERS], statuses[MEMBERS];
};

static void read_holding(struct check_context *context, const struct party *party, struct holding *holding)
{
	for (unsigned i = 0; i < MEMBERS; i++) {
		if (!party->there[i])
			continue;
		holding->counts[i] = check_read(context, &party->counters[i].count);
		holding->statuses[i] = check_read(context, &party->counters[i].status);
	}
}

/* The status above all boxes follows them: expect_summary looks at it. What becomes of other boxes as they are cleared themselves is for
 * their own checks to say. */
static void expect_holding(struct check_context *context, const struct party *party, const struct holding *holding,
			   unsigned cleared)
{
	for (unsigned i = 0; i < MEMBERS; i++) {
		if (!party->there[i] || (i == cleared && i >= SHARING))
			continue;
		if (!is_control_box(context->machine, &party->counters[i].box))
			expect_value(context, &party->counters[i].status, holding->statuses[i],
				     "clearing one overflow changed what is shown of others");
		expect_value(context, &party->counters[i].count, holding->counts[i],
			     "clearing an overflow changed what a counter holds");
	}
}

static void clear_member(struct check_context *context, const struct party *party, unsigned member,
			 struct holding *holding)
{
	const struct counter *counter = &party->counters[member];

	check_write(context, &counter->clear, counter->overflow);
	for (unsigned i = 0; i < MEMBERS; i++)
		if (party->there[i] && is_in_one_box(context, counter, &party->counters[i]))
			holding->statuses[i] &= ~counter->overflow;
}

static void clear_one_by_one(struct check_context *context, const struct party *party, const uint8_t order[MEMBERS])
{
	struct holding holding = {{0}, {0}};
	bool left[MEMBERS];

	memcpy(left, party->there, sizeof(left));
	expect_summary(context, party, left);
	read_holding(context, party, &holding);
	for (unsigned i = 0; i < MEMBERS && check_going(context); i++) {
		if (!party->there[order[i]])
			continue;
		clear_member(context, party, order[i], &holding);
		left[order[i]] = order[i] >= SHARING && counter_overflowed(context, &party->counters[order[i]]);
		expect_holding(context, party, &holding, order[i]);
		read_holding(context, party, &holding);
		expect_summary(context, party, left);
	}
}

void run_clear_beside(struct check_context *context)
{
	struct counter own = counter_of(&context->target.place->box, 0);
	struct stimulus stimulus;
	struct party party = {.there = {false}};

	if (!stimulus_find(context, &own, &stimulus))
		return;
	join(context, &party, OWN, &own);
	find_others(context, &party);
	for (unsigned i = 0; i < ARRAY_SIZE(orders) && check_going(context); i++)
		if (overflow_party(context, &party))
			clear_one_by_one(context, &party, orders[i]);
	check_pass(context, "clears its own alone, %s",
		   party.there[SHARING] ? "and the summary waits for the other" : "and the summary follows");
}

bool shows_beside_others(const struct machine *machine, const struct check_target *target)
{
	const struct box *box = &target->place->box;
	struct counter own = counter_of(box, 0);

	return control_global(machine) && control_global(machine)->latches &&
	       control_scope(machine, box->type) == CONTROL_BY_SOCKET && box_counters(box) && has_one_summary(&own);
}
