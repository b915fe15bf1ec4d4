/* SPDX-License-Identifier: BSD-2-Clause */
#include "checks/lib/ends.h"

#define SLACK      8  /* counts around the wrap within which an overflow may be signalled early or late */
#define SHORT_OF   32 /* a run towards the wrap stops before it by this part of its counts */
#define SHIFT_STEP 3
#define LAST_SHIFT 12
#define FIRST_NS   1000 /* the shortest pause */

uint64_t ending_below(uint64_t mask, uint64_t counts)
{
	return (mask + 1 - counts) & mask;
}

void ending_expect_behind(struct check_context *context, const struct check_register *reg, uint64_t mask,
			  uint64_t value)
{
	if (value >= mask / 4 && value + SLACK <= mask)
		fail_got(context, reg, 0, value, "its overflow shows %llu counts before its end",
			 (unsigned long long)ending_below(mask, value));
}

static uint64_t value_of(struct check_context *context, const struct ending *ending)
{
	return ending->counter ? counter_value(context, ending->counter) : check_read(context, &ending->count);
}

static void run(struct check_context *context, const struct endings *endings, uint64_t pause_ns)
{
	if (endings->core)
		core_start(context, &endings->core->core, endings->core->bits);
	else
		start(context, 0);
	if (pause_ns)
		check_pause(context, pause_ns);
	if (endings->core)
		core_stop(context, &endings->core->core);
	else
		stop(context);
}

uint64_t endings_measure(struct check_context *context, struct endings *endings, uint64_t pause_ns)
{
	uint64_t least = UINT64_MAX;

	endings->pause_ns = pause_ns;
	for (unsigned i = 0; i < endings->count; i++)
		check_write(context, &endings->of[i].count, 0);
	run(context, endings, pause_ns);
	for (unsigned i = 0; i < endings->count; i++) {
		endings->of[i].counts = value_of(context, &endings->of[i]);
		if (endings->of[i].meant)
			least = min_u64(least, endings->of[i].counts);
	}
	return least;
}

void endings_reach(struct check_context *context, struct endings *endings, uint64_t counts, uint64_t longest_ns)
{
	uint64_t pause_ns = 0;

	while (endings_measure(context, endings, pause_ns) <= counts && pause_ns < longest_ns && check_going(context))
		pause_ns = pause_ns ? min_u64(2 * pause_ns, longest_ns) : min_u64(FIRST_NS, longest_ns);
}

/* Loads the counter `counts` below its wrap if possible, else with 0. True if it is below its wrap. */
static bool place(struct check_context *context, struct ending *ending, uint64_t counts)
{
	ending->placed = ending->meant && counts <= ending->farthest;
	check_write(context, &ending->count, ending->placed ? ending_below(ending->mask, counts) : 0);
	return ending->placed;
}

/* Judges stopped counters. `late`: also judges overflow bits that are missing. */
static void judge(struct check_context *context, struct endings *endings, bool late)
{
	uint64_t status = 0;

	for (unsigned i = 0; i < endings->count && check_going(context); i++) {
		const struct ending *ending = &endings->of[i];
		uint64_t value;

		if (!ending->meant)
			continue;
		if (!i || !endings->of[i - 1].meant || ending->shows.row != endings->of[i - 1].shows.row)
			status = check_read(context, &ending->shows);
		if (!late && !(status & ending->bit))
			continue;
		value = value_of(context, ending);
		if (status & ending->bit)
			ending_expect_behind(context, &ending->count, ending->mask, value);
		else if (ending->placed && ending->due && value < ending->mask / 4 && value >= SLACK)
			fail_got(context, &ending->count, ending->mask, value,
				 "it is %llu counts past its end, and no overflow shows", (unsigned long long)value);
	}
	endings->clear(context, endings);
}

void endings_pass(struct check_context *context, struct endings *endings, uint64_t counts, uint64_t pause_ns)
{
	unsigned placed = 0;

	for (unsigned i = 0; i < endings->count; i++)
		placed += place(context, &endings->of[i], counts);
	if (!placed)
		return;
	run(context, endings, pause_ns);
	judge(context, endings, false);
}

/* Each run begins about where the previous one stopped, so that an overflow is found however early it is. */
void endings_approach(struct check_context *context, struct endings *endings, uint64_t longest_ns, uint64_t nearest)
{
	for (unsigned shift = 0; shift <= LAST_SHIFT && check_going(context); shift += SHIFT_STEP) {
		(void)endings_measure(context, endings, longest_ns >> shift);
		for (unsigned i = 0; i < endings->count; i++) {
			struct ending *ending = &endings->of[i];

			(void)place(context, ending, ending->counts + ending->counts / SHORT_OF + nearest);
		}
		run(context, endings, endings->pause_ns);
		judge(context, endings, true);
	}
}

void endings_land(struct check_context *context, struct endings *endings, int64_t behind)
{
	for (unsigned i = 0; i < endings->count; i++) {
		struct ending *ending = &endings->of[i];
		int64_t distance = (int64_t)min_u64(ending->counts, INT32_MAX) - behind;

		/* From nearer the overflow could be missed: it may be signalled one count early. */
		if (distance < PRELOAD_DISTANCE)
			distance = endings->careful ? INT64_MAX : PRELOAD_DISTANCE;
		(void)place(context, ending, (uint64_t)distance);
	}
	run(context, endings, endings->pause_ns);
	judge(context, endings, true);
}
