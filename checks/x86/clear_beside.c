/* SPDX-License-Identifier: BSD-2-Clause */
/* Clearing a box's overflow leaves those of other boxes, and the summary above until no overflow is left below it. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#define WAITS 64

/* Counters that overflow in one run: two of the check's own box; one of a box with the same summary, if any; one of a
 * box with another summary. */
enum { OWN, BESIDE, SHARING, APART, MEMBERS };
struct party {
	struct member {
		struct counter counter;
		struct stimulus stimulus;
		bool there, left;       /* `left`: its overflow is not cleared yet */
		uint64_t count, status; /* of the counter and of its box, before the next clear */
	} members[MEMBERS];
	bool shared;    /* other boxes use the same summary bit, too */
	uint64_t stale; /* bits of the status above that stay set although everything was cleared */
};

/* A summary must not clear with the box's first overflow, and must clear with its last. */
static const uint8_t orders[][MEMBERS] = {{OWN, BESIDE, SHARING, APART}, {SHARING, APART, BESIDE, OWN}};

/* True if the documents give exactly one summary bit for the box. Other boxes take no part. */
static bool has_one_summary(const struct counter *counter)
{
	return counter->status.row && count_bits(summary_of(counter)) == 1;
}

static bool join(struct check_context *context, struct party *party, unsigned member, const struct counter *counter)
{
	party->members[member].counter = *counter;
	party->members[member].there = stimulus_try(context, counter, &party->members[member].stimulus);
	return party->members[member].there;
}

static bool is_in_one_box(const struct check_context *context, const struct counter *a, const struct counter *b)
{
	return check_box_index(context, &a->box) == check_box_index(context, &b->box);
}

/* Returns the counter's possible role in the party; MEMBERS: none. */
static unsigned member_of(const struct check_context *context, const struct party *party, const struct counter *counter)
{
	const struct counter *own = &party->members[OWN].counter;

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
		if (member != MEMBERS && !party->members[member].there)
			join(context, party, member, &counter);
	}
}

/* Returns false, with the check's verdict given, if a counter does not overflow: its own checks report it. */
static bool overflow_party(struct check_context *context, struct party *party)
{
	uint64_t window_ns = 0;
	unsigned waits = 0;
	bool overflowed;
	struct check_register status = check_socket_status(context);

	for (unsigned i = 0; i < MEMBERS; i++)
		if (party->members[i].there)
			quiet_clear(context, &party->members[i].counter.box);

	/* Bits that do not clear are left to the `clear` checks of their counters. */
	party->stale = check_read(context, &status);
	if (!party->shared)
		party->stale &= ~summary_of(&party->members[OWN].counter);
	for (unsigned i = 0; i < MEMBERS; i++)
		party->members[i].there =
			party->members[i].there && !counter_overflowed(context, &party->members[i].counter);
	if (!party->members[OWN].there && check_going(context))
		check_skip(context, "its overflow does not clear: see `clear`");

	for (unsigned i = 0; i < MEMBERS; i++) {
		const struct counter *counter = &party->members[i].counter;

		if (!party->members[i].there)
			continue;
		counter_prepare(context, counter, party->members[i].stimulus.select, overflow_preload(counter));
		window_ns = max_u64(window_ns, party->members[i].stimulus.window_ns);
	}
	start(context, 0);
	do {
		check_pause(context, window_ns);
		overflowed = true;
		for (unsigned i = 0; i < MEMBERS && overflowed; i++)
			overflowed =
				!party->members[i].there || counter_overflowed(context, &party->members[i].counter);
	} while (check_going(context) && !overflowed && ++waits < WAITS);
	stop(context);
	if (waits == WAITS && check_going(context))
		check_skip(context, "not all of them overflow, or show it: see `overflow`");
	return check_going(context);
}

/* Fails unless exactly the members that are not cleared yet are reported above. */
static void expect_summary(struct check_context *context, const struct party *party)
{
	struct check_register status = check_socket_status(context);
	uint64_t all = 0, expected = 0, got;

	for (unsigned i = 0; i < MEMBERS; i++) {
		all |= party->members[i].there ? summary_of(&party->members[i].counter) : 0;
		expected |= party->members[i].left ? summary_of(&party->members[i].counter) : 0;
	}
	all &= ~party->stale;
	expected &= all;
	got = check_read(context, &status) & all;
	expect_got(context, &status, expected, got,
		   expected & ~got ? "an overflow below it is left, and it shows none"
				   : "no overflow below it is left, and it shows one");
}

static void read_members(struct check_context *context, struct party *party)
{
	for (struct member *member = party->members; member < party->members + MEMBERS; member++) {
		if (!member->there)
			continue;
		member->count = check_read(context, &member->counter.count);
		member->status = check_read(context, &member->counter.status);
	}
}

/* expect_summary() judges the status above all boxes. Their own checks judge how other boxes react to their own
 * clears. */
static void expect_unchanged(struct check_context *context, const struct party *party, unsigned cleared)
{
	for (unsigned i = 0; i < MEMBERS; i++) {
		const struct member *member = &party->members[i];

		if (!member->there || (i == cleared && i >= SHARING))
			continue;
		if (!is_control_box(context->machine, &member->counter.box))
			expect_value(context, &member->counter.status, member->status,
				     "clearing one overflow changed what is shown of others");
		expect_value(context, &member->counter.count, member->count,
			     "clearing an overflow changed what a counter holds");
	}
}

static void clear_one_by_one(struct check_context *context, struct party *party, const uint8_t order[MEMBERS])
{
	for (unsigned i = 0; i < MEMBERS; i++)
		party->members[i].left = party->members[i].there;
	expect_summary(context, party);
	read_members(context, party);
	for (unsigned i = 0; i < MEMBERS && check_going(context); i++) {
		struct member *cleared = &party->members[order[i]];
		const struct counter *counter = &cleared->counter;

		if (!cleared->there)
			continue;
		check_write(context, &counter->clear, counter->overflow);
		for (struct member *member = party->members; member < party->members + MEMBERS; member++)
			if (member->there && is_in_one_box(context, counter, &member->counter))
				member->status &= ~counter->overflow;
		cleared->left = order[i] >= SHARING && counter_overflowed(context, counter);
		expect_unchanged(context, party, order[i]);
		read_members(context, party);
		expect_summary(context, party);
	}
}

void run_clear_beside(struct check_context *context)
{
	struct counter own = counter_of(&context->target.place->box, 0);
	struct stimulus stimulus;
	struct party party = {.shared = false};

	if (!stimulus_find(context, &own, &stimulus))
		return;
	join(context, &party, OWN, &own);
	find_others(context, &party);
	for (unsigned i = 0; i < ARRAY_SIZE(orders) && check_going(context); i++)
		if (overflow_party(context, &party))
			clear_one_by_one(context, &party, orders[i]);
	check_pass(context, "clears its own alone, %s",
		   party.members[SHARING].there ? "and the summary waits for the other" : "and the summary follows");
}

bool shows_beside_others(const struct machine *machine, const struct check_target *target)
{
	const struct box *box = &target->place->box;
	struct counter own = counter_of(box, 0);

	return control_global(machine) && control_global(machine)->latches &&
	       control_scope(machine, box->type) == CONTROL_BY_SOCKET && box_counters(box) && has_one_summary(&own);
}
