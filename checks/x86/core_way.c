/* SPDX-License-Identifier: BSD-2-Clause */
/* The overflow of a core counter comes with its step from all ones to 0, neither before nor after it.
 *
 * All counters of the processor are looked at together: past each power of two below the end, which is where a carry that is taken for
 * another shows; over all that they count in two milliseconds before it; and standing still some counts before and after it. */
#include "checks/lib/core.h"
#include "checks/lib/ends.h"
#include "checks/x86/all.h"

#define BEFORE      64 /* counts before a power of two */
#define SHORTEST_NS 1000
#define LONGEST_NS  UINT64_C(2000000)
#define LAST_BITS   17
#define FASTER      16 /* times that a run may be longer than the one before */
#define SHORT_OF    32 /* a run ends this part of what it counts before the end */
#define SHIFT_STEP  3
#define LAST_SHIFT  12
#define TRIES       4                 /* of which the soonest freeze of a counter is judged */
#define LATE        64                /* counts that a freeze by one counter may come later than by another */
#define GRAINS      8                 /* cycles by which a clock's reading may be off */
#define FREEZE_NS   UINT64_C(2000000) /* in which one comes, or else each counter is far after its end */

struct group {
	struct core_group all;
	uint64_t run_ns; /* in which each of them counts more than BEFORE, and none more than `most` */
	uint64_t most;
	uint64_t pause_ns, counts[CORE_COUNTERS]; /* what each counts in a run with that pause */
	bool ended; /* one was stopped after its end, as happens if the machine is held up: its PMI is due */
};

/* Where writes reach 31 bits and a sign alone, a counter cannot be brought farther from its end. */
static bool can_hold(const struct group *group, const struct core_counter *counter, uint64_t counts)
{
	uint64_t lost = counter->mask & ~box_writable(&group->all.core.box, counter->count.row);

	return counts <= counter->mask && (!lost || counts <= BIT(31));
}

/* Puts back to 0 what shows. */
static void clear_group(struct check_context *context, const struct group *group)
{
	if (check_read(context, &group->all.core.status) & group->all.bits)
		check_write(context, &group->all.core.clear, group->all.bits);
}

/* Fails if a counter whose overflow shows stands before its end. */
static void expect_ended(struct check_context *context, const struct group *group, uint64_t shown)
{
	for (unsigned i = 0; i < group->all.count; i++) {
		const struct core_counter *counter = &group->all.counters[i];

		if (shown & counter->bit)
			ending_expect_behind(context, &counter->count, counter->mask,
					     check_read(context, &counter->count));
	}
}

/* ---- past powers of two ------------------------------------------------------------------------------- */

/* False, with a skip, if one of them hardly advances. */
static bool find_run(struct check_context *context, struct group *group)
{
	uint64_t least = 0;

	group->most = 0;
	group->run_ns = SHORTEST_NS / 2;
	while (least <= BEFORE && group->run_ns < LONGEST_NS && check_going(context)) {
		group->run_ns *= 2;
		least = UINT64_MAX;
		for (unsigned i = 0; i < group->all.count; i++)
			check_write(context, &group->all.counters[i].count, 0);
		core_start(context, &group->all.core, group->all.bits);
		check_pause(context, group->run_ns);
		core_stop(context, &group->all.core);
		for (unsigned i = 0; i < group->all.count; i++) {
			uint64_t count = check_read(context, &group->all.counters[i].count);

			least = min_u64(least, count);
			group->most = max_u64(group->most, count);
		}
	}
	if (least <= BEFORE)
		check_skip(context, "one of the counters hardly advances: see their `counts` checks");
	return check_going(context);
}

static void pass_power(struct check_context *context, struct group *group, unsigned bits)
{
	const uint64_t counts = BIT(bits) + BEFORE;
	uint64_t shown, running = 0;

	for (unsigned i = 0; i < group->all.count; i++) {
		const struct core_counter *counter = &group->all.counters[i];

		if (!can_hold(group, counter, counts))
			continue;
		check_write(context, &counter->count, ending_below(counter->mask, counts));
		running |= counter->bit;
	}
	if (!running)
		return;
	core_start(context, &group->all.core, running);
	check_pause(context, group->run_ns);
	core_stop(context, &group->all.core);
	shown = check_read(context, &group->all.core.status) & group->all.bits;
	expect_ended(context, group, shown);
	group->ended |= shown != 0;
	if (shown)
		check_write(context, &group->all.core.clear, shown);
}

/* Far from the end, no PMI either. */
static void expect_no_pmis(struct check_context *context, const struct group *group)
{
	if (context->watch.count && !group->ended)
		fail_got(context, &group->all.core.control, 0, context->watch.count,
			 "%u PMIs came before any counter was at its end", context->watch.count);
	check_watch_close(context);
}

static void pass_powers(struct check_context *context, struct group *group)
{
	if (!check_watch_open(context, group->all.core.box.cpu - 1u))
		return;
	core_load_all(context, &group->all.core, true);
	if (!find_run(context, group))
		return;
	/* A counter that is many times as fast as another must not get from there to its end. */
	for (unsigned bits = count_bits(group->all.counters[0].mask);
	     bits-- > LAST_BITS + 1 && BIT(bits) / FASTER > group->most;)
		pass_power(context, group, bits);
	expect_no_pmis(context, group);
}

/* ---- at the end ----------------------------------------------------------------------------------------- */

/* Lets the counters in `running` count for `pause_ns`, if it is not 0. */
static void run(struct check_context *context, const struct group *group, uint64_t running, uint64_t pause_ns)
{
	core_start(context, &group->all.core, running);
	if (pause_ns)
		check_pause(context, pause_ns);
	core_stop(context, &group->all.core);
}

/* Finds what each counts in such a run, from 0 on. Returns the least. */
static uint64_t measure(struct check_context *context, struct group *group, uint64_t pause_ns)
{
	uint64_t least = UINT64_MAX;

	group->pause_ns = pause_ns;
	for (unsigned i = 0; i < group->all.count; i++)
		check_write(context, &group->all.counters[i].count, 0);
	run(context, group, group->all.bits, pause_ns);
	for (unsigned i = 0; i < group->all.count; i++) {
		group->counts[i] = check_read(context, &group->all.counters[i].count);
		least = min_u64(least, group->counts[i]);
	}
	return least;
}

/* Stops each counter about `behind` counts after its end (below 0: before it) and a part of what it counts before that, if it can get there
 * by counting. `part`: 0, or one in how many. */
static void land(struct check_context *context, const struct group *group, int64_t behind, unsigned part)
{
	uint64_t running = 0, status;

	for (unsigned i = 0; i < group->all.count; i++) {
		const struct core_counter *counter = &group->all.counters[i];
		uint64_t counts = group->counts[i] + (part ? group->counts[i] / part : 0);

		if ((int64_t)counts <= behind || !can_hold(group, counter, counts - (uint64_t)behind))
			continue;
		check_write(context, &counter->count, ending_below(counter->mask, counts - (uint64_t)behind));
		running |= counter->bit;
	}
	run(context, group, running, group->pause_ns);
	status = check_read(context, &group->all.core.status);
	for (unsigned i = 0; i < group->all.count; i++) {
		const struct core_counter *counter = &group->all.counters[i];

		if (running & counter->bit)
			ending_judge(context, &counter->count, counter->mask, check_read(context, &counter->count),
				     status & counter->bit, true);
	}
	clear_group(context, group);
}

/* Each run goes from as far below the end as it counts to shortly before it, and begins where the one before it came to: an overflow
 * that shows too soon is found by how far, whatever that is. */
static void approach(struct check_context *context, struct group *group, int64_t nearest)
{
	for (unsigned shift = 0; shift <= LAST_SHIFT && check_going(context); shift += SHIFT_STEP) {
		(void)measure(context, group, LONGEST_NS >> shift);
		land(context, group, nearest, SHORT_OF);
	}
}

/* ---- by the freeze -------------------------------------------------------------------------------------- */

/* Counts of a counter after its end until hardware stopped it, all its counts, and those of a reference clock. */
struct freeze {
	uint64_t behind, counts, cycles;
};

/* Lets hardware stop the counter, `distance` counts before its end at first, by its overflow, far from any other's end. False if it does not
 * stop, or stops before its end, which fails. */
static bool freeze_once(struct check_context *context, const struct group *group, const struct core_counter *counter,
			const struct core_counter *clock, uint64_t distance, struct freeze *freeze)
{
	const struct expectation overflowed = {&group->all.core.status, counter->bit, counter->bit};
	const struct expectation stopped = {&group->all.core.control, UINT64_MAX, 0};

	check_write(context, &clock->count, 0);
	check_write(context, &counter->count, ending_below(counter->mask, distance));
	core_start(context, &group->all.core, counter->bit | clock->bit);
	if (distance > PRELOAD_DISTANCE)
		check_pause(context, group->pause_ns);
	if (!wait_for(context, &overflowed, CORE_BOUND_NS) || !wait_for(context, &stopped, FREEZE_NS))
		return false;
	freeze->cycles = check_read(context, &clock->count);
	freeze->behind = check_read(context, &counter->count);
	ending_expect_behind(context, &counter->count, counter->mask, freeze->behind);
	freeze->counts = distance + freeze->behind;
	check_write(context, &group->all.core.clear, counter->bit);
	return check_going(context);
}

/* The soonest of some. One comes from far, to show an overflow that is early. `counts` 0: there is none. */
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

/* A counter that is stopped by its own overflow stands as far after its end as the freeze takes. That is a property of
 * the processor: where the freeze by one counter comes later than by another, the overflow does. */
static void compare_freezes(struct check_context *context, const struct group *group)
{
	uint64_t kept = check_read(context, &group->all.core.freeze), soonest = UINT64_MAX;
	struct freeze freezes[CORE_COUNTERS];

	check_write(context, &group->all.core.freeze, kept | group->all.core.freeze_bit);
	for (unsigned i = 0; i < group->all.count; i++) {
		freezes[i] = find_freeze(context, group, &group->all.counters[i], group->counts[i] / 2);
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
	const struct counter_quirk *sticks = core_pmu_quirk(context->machine, group.all.core.box.type, QUIRK_STICKS);

	const int64_t *landing = sticks ? careful : landings;
	unsigned count = sticks ? ARRAY_SIZE(careful) : ARRAY_SIZE(landings);

	pass_powers(context, &group);
	core_load_all(context, &group.all.core, false);
	approach(context, &group, landing[0]);
	for (uint64_t pause_ns = 0; measure(context, &group, pause_ns) <= (uint64_t)landing[count - 1] &&
				    pause_ns < LONGEST_NS && check_going(context);)
		pause_ns = pause_ns ? 2 * pause_ns : SHORTEST_NS;
	for (unsigned i = 0; i < count && check_going(context); i++)
		land(context, &group, landing[i], 0);
	if (sticks && !group.all.core.frozen) /* else software would stop what stands at its end */
		compare_freezes(context, &group);
	check_pass(context, "%u counters overflow at their ends, neither before nor after", group.all.count);
}
