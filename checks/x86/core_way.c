/* SPDX-License-Identifier: BSD-2-Clause */
/* A core counter overflows exactly at its wrap, neither before nor after it.
 *
 * All counters of the processor run together: past each power of two below the wrap, where a wrong carry could be taken
 * for the overflow; over all that they count in two milliseconds before the wrap; and to a stop some counts before and
 * after it. */
#include "checks/lib/core.h"
#include "checks/lib/ends.h"
#include "checks/x86/all.h"

#define BEFORE      64 /* counts before a power of two */
#define SHORTEST_NS 1000
#define LONGEST_NS  UINT64_C(2000000)
#define LAST_BITS   17
#define FASTER      16                /* factor by which a run may be longer than the run before */
#define TRIES       4                 /* runs of which the earliest freeze is judged */
#define LATE        64                /* counts by which freezes of two counters may differ */
#define GRAINS      8                 /* cycles of error in a clock's reading */
#define FREEZE_NS   UINT64_C(2000000) /* bound for a freeze; by then a counter would be far past its wrap */

struct group {
	struct endings endings; /* first member: clear_group() casts a pointer to it to the group */
	struct core_group all;
	uint64_t run_ns; /* in which each counter counts more than BEFORE, and none more than `most` */
	uint64_t most;
	bool ended; /* a counter stopped after its wrap, as happens if the machine is held up: its PMI is due */
};

static void clear_group(struct check_context *context, struct endings *endings)
{
	struct group *group = (struct group *)endings;

	if (!(check_read(context, &group->all.core.status) & group->all.bits))
		return;
	group->ended = true;
	check_write(context, &group->all.core.clear, group->all.bits);
}

/* ---- past powers of two ------------------------------------------------------------------------------- */

/* Returns false, with a skip, if one of the counters hardly advances. */
static bool find_run(struct check_context *context, struct group *group)
{
	endings_reach(context, &group->endings, BEFORE, LONGEST_NS);
	group->run_ns = max_u64(group->endings.pause_ns, SHORTEST_NS);
	if (endings_measure(context, &group->endings, group->run_ns) <= BEFORE)
		check_skip(context, "one of the counters hardly advances: see their `counts` checks");
	group->most = 0;
	for (unsigned i = 0; i < group->all.count; i++)
		group->most = max_u64(group->most, group->endings.of[i].counts);
	return check_going(context);
}

static void pass_powers(struct check_context *context, struct group *group)
{
	if (!check_watch_open(context, group->all.core.box.cpu - 1u))
		return;
	core_load_all(context, &group->all.core, true);
	if (!find_run(context, group))
		return;
	/* A counter many times as fast as another must not get from there to its wrap. */
	for (unsigned bits = count_bits(group->all.counters[0].mask);
	     bits-- > LAST_BITS + 1 && BIT(bits) / FASTER > group->most;)
		endings_pass(context, &group->endings, BIT(bits) + BEFORE, group->run_ns);

	/* Far from the wrap, no PMI may come, either. */
	if (context->watch.count && !group->ended)
		fail_got(context, &group->all.core.control, 0, context->watch.count,
			 "%u PMIs came before any counter was at its end", context->watch.count);
	check_watch_close(context);
}

/* ---- by the freeze -------------------------------------------------------------------------------------- */

/* The counts after the wrap until hardware stopped the counter, all its counts, and those of a reference clock. */
struct freeze {
	uint64_t behind, counts, cycles;
};

/* Lets hardware stop the counter by its overflow, starting `distance` counts before its wrap, while no other counter is
 * near its wrap. Returns false if it does not stop, or fails the check if it stops before its wrap. */
static bool freeze_once(struct check_context *context, const struct group *group, const struct core_counter *counter,
			const struct core_counter *clock, uint64_t distance, struct freeze *freeze)
{
	const struct expectation overflowed = {&group->all.core.status, counter->bit, counter->bit};
	const struct expectation stopped = {&group->all.core.control, UINT64_MAX, 0};

	check_write(context, &clock->count, 0);
	check_write(context, &counter->count, ending_below(counter->mask, distance));
	core_start(context, &group->all.core, counter->bit | clock->bit);
	if (distance > PRELOAD_DISTANCE)
		check_pause(context, group->endings.pause_ns);
	if (!wait_for(context, &overflowed, CORE_BOUND_NS) || !wait_for(context, &stopped, FREEZE_NS))
		return false;
	freeze->cycles = check_read(context, &clock->count);
	freeze->behind = check_read(context, &counter->count);
	ending_expect_behind(context, &counter->count, counter->mask, freeze->behind);
	freeze->counts = distance + freeze->behind;
	check_write(context, &group->all.core.clear, counter->bit);
	return check_going(context);
}

/* Returns the earliest freeze of TRIES; the first run starts from `far`, to show early overflows. `counts` 0: none. */
static struct freeze find_freeze(struct check_context *context, const struct group *group,
				 const struct core_counter *counter, uint64_t far)
{
	const struct core_counter clock = core_clock_beside(context, &group->all.core, counter);
	struct freeze soonest = {0}, freeze;

	core_quiet(context, &group->all.core);
	core_load(context, &clock, &(struct core_load){.event = core_event_of(&clock)});
	core_load(context, counter, &(struct core_load){.event = core_event_of(counter), .pmi = true});
	for (unsigned i = 0;
	     i < TRIES && freeze_once(context, group, counter, &clock, i ? PRELOAD_DISTANCE : far, &freeze); i++)
		if (!i || freeze.behind < soonest.behind)
			soonest = freeze;
	return soonest;
}

/* A counter stopped by its own overflow has counted past its wrap for as long as the freeze takes. That time is the
 * same for all counters of a processor: where it is longer, the overflow comes late. */
static void compare_freezes(struct check_context *context, const struct group *group)
{
	uint64_t kept = check_read(context, &group->all.core.freeze), soonest = UINT64_MAX;
	struct freeze freezes[CORE_COUNTERS];

	check_write(context, &group->all.core.freeze, kept | group->all.core.freeze_bit);
	for (unsigned i = 0; i < group->all.count; i++) {
		freezes[i] = find_freeze(context, group, &group->all.counters[i], group->endings.of[i].counts / 2);
		if (freezes[i].counts)
			soonest = min_u64(soonest, freezes[i].behind * freezes[i].cycles / freezes[i].counts);
	}
	for (unsigned i = 0; i < group->all.count && check_going(context); i++) {
		const struct freeze *freeze = &freezes[i];
		uint64_t usual;

		if (!freeze->cycles)
			continue;
		usual = (soonest + soonest / GRAINS + GRAINS) * freeze->counts / freeze->cycles;
		if (freeze->behind > usual + LATE)
			fail_got(context, &group->all.counters[i].count, 0, freeze->behind,
				 "its PMI stops it %llu counts after its end; by other counters' PMIs it may be %llu",
				 (unsigned long long)freeze->behind, (unsigned long long)usual);
	}
	core_quiet(context, &group->all.core);
	check_write(context, &group->all.core.freeze, kept);
}

void run_core_way(struct check_context *context)
{
	static const int64_t landings[] = {-90, -48, -24, -12, 12, 24, 48, 90}, careful[] = {-2000, -1000, 1000, 2000};
	struct group group = {.all = core_group_of_target(context)};
	const struct counter_quirk *sticks;
	const int64_t *landing = landings;
	unsigned count = ARRAY_SIZE(landings);

	group.endings = (struct endings){.count = group.all.count, .core = &group.all, .clear = clear_group};
	for (unsigned i = 0; i < group.all.count; i++) {
		const struct core_counter *counter = &group.all.counters[i];
		bool whole = !(counter->mask & ~box_writable(&group.all.core.box, counter->count.row));

		/* If writes reach only 31 bits and a sign, a counter cannot be placed farther from its wrap. */
		group.endings.of[i] = (struct ending){
			.count = counter->count,
			.shows = group.all.core.status,
			.bit = counter->bit,
			.mask = counter->mask,
			.farthest = whole ? counter->mask : BIT(31),
			.meant = true,
			.due = true,
		};
	}

	sticks = core_pmu_quirk(context->machine, group.all.core.box.type, QUIRK_STICKS);
	if (sticks) {
		landing = careful;
		count = ARRAY_SIZE(careful);
	}
	group.endings.careful = sticks;
	pass_powers(context, &group);
	core_load_all(context, &group.all.core, false);
	endings_approach(context, &group.endings, LONGEST_NS, (uint64_t)-landing[0]);
	endings_reach(context, &group.endings, (uint64_t)landing[count - 1], LONGEST_NS);
	for (unsigned i = 0; i < count && check_going(context); i++)
		endings_land(context, &group.endings, landing[i]);
	if (sticks && !group.all.core.frozen) /* else software would have to stop a counter at its wrap */
		compare_freezes(context, &group);
	check_pass(context, "%u counters overflow at their ends, neither before nor after", group.all.count);
}
