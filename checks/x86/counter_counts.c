/* SPDX-License-Identifier: BSD-2-Clause */
/* A counter counts, and counts what its siblings count. */
#include "checks/lib/nested.h"
#include "checks/x86/all.h"

#define START_VALUE UINT64_C(0x1000)
#define LONG_NS     UINT64_C(10000000) /* against which the time of an access is short */
#define LONGER      64                 /* windows of a stimulus; as a rule 2 */

struct tally {
	struct counter counters[COUNTERS_MAX];
	uint64_t counts[COUNTERS_MAX];
	unsigned count;
};

static void add_tally(struct tally *tally, const struct counter *counter)
{
	tally->counters[tally->count++] = *counter;
}

/* The counter under test first, then the siblings that can count the same. */
static struct tally tally_of(const struct check_context *context, const struct counter *counter,
			     const struct stimulus *stimulus)
{
	struct tally tally = {.count = 0};

	add_tally(&tally, counter);
	for (unsigned i = 0; i < box_counters(&counter->box); i++) {
		struct counter sibling = counter_of(&counter->box, i);

		if (i != counter->number && !counter->fixed && (stimulus->siblings & BIT(i)) &&
		    counter_answers(context, &sibling))
			add_tally(&tally, &sibling);
	}
	return tally;
}

/* All of them are to count the same event. */
static void load_all_of(struct check_context *context, struct tally *tally, const struct stimulus *stimulus)
{
	for (unsigned i = 0; i < tally->count; i++) {
		const struct counter *counter = &tally->counters[i];

		counter_prepare(context, counter, stimulus->select, START_VALUE);
		tally->counts[i] = counter_value(context, counter);
	}
}

static void count_together(struct check_context *context, struct tally *tally, const struct stimulus *stimulus,
			   uint64_t window_ns)
{
	load_all_of(context, tally, stimulus);
	start(context, 0);
	check_pause(context, window_ns);
	stop(context);
	for (unsigned i = 0; i < tally->count; i++)
		tally->counts[i] = counter_advance(context, &tally->counters[i], tally->counts[i]);
}

/* The count that most siblings agree on. With one sibling it is that one's; no telling then which of
 * the two is right. */
static uint64_t agreed(const struct tally *tally)
{
	unsigned best_votes = 0;
	uint64_t best = 0;

	for (unsigned i = 1; i < tally->count; i++) {
		unsigned votes = 0;

		for (unsigned k = 1; k < tally->count; k++)
			votes += tally->counts[k] == tally->counts[i];
		if (votes > best_votes) {
			best_votes = votes;
			best = tally->counts[i];
		}
	}
	return best;
}

static bool is_one_apart(const struct tally *tally)
{
	uint64_t expected = agreed(tally), got = tally->counts[0];

	return got == expected + 1 || got + 1 == expected;
}

/* If hardware starts a box's counters one after the other, or across two clocks, one may stay one count ahead for any time. */
static bool is_count_apart(struct check_context *context, struct tally *tally, const struct stimulus *stimulus)
{
	struct tally longer = *tally;

	if (!tally->counts[0] || !is_one_apart(tally))
		return false;
	count_together(context, &longer, stimulus, stimulus->window_ns * LONGER);
	if (agreed(&longer) != longer.counts[0] && !is_one_apart(&longer))
		return false;
	check_pass(context, "%llu counts, one apart from its %u siblings, and no more in %u times as long",
		   (unsigned long long)tally->counts[0], tally->count - 1, LONGER / 2);
	check_answer_to(context, "siblings", "a count apart", "exact");
	return true;
}

static void judge_counter_counts(struct check_context *context, const struct tally *tally)
{
	uint64_t expected = agreed(tally), got = tally->counts[0];

	if (!got && !expected)
		check_skip(context, "its event has stopped: neither it nor its siblings count");
	else if (got == expected)
		check_pass(context, "%llu counts, as its %u siblings", (unsigned long long)got, tally->count - 1);
	else
		fail_got(context, &tally->counters[0].count, expected, got,
			 got ? "counts otherwise than its siblings on the same event"
			     : "dead: its siblings advance on this event");
}

/* Where no register starts them together, each sibling is compared while both run. */
static void judge_apart(struct check_context *context, struct tally *tally, const struct stimulus *stimulus)
{
	const struct counter *counter = &tally->counters[0];
	uint64_t got = 0;

	load_all_of(context, tally, stimulus);
	start(context, 0);
	for (unsigned i = 1; i < tally->count && check_going(context); i++) {
		struct nested nested = nested_count(context, counter, &tally->counters[i], LONG_NS);

		got = nested.outer_a;
		if (!nested_agree(&nested))
			fail_got(context, &counter->count, nested.inner_b, got,
				 "counts otherwise than its sibling on the same event");
	}
	stop(context);
	if (!got && check_going(context))
		check_skip(context, "its event has stopped: neither it nor its siblings count");
	check_pass(context, "%llu counts, as its %u siblings", (unsigned long long)got, tally->count - 1);
}

void run_counter_counts(struct check_context *context)
{
	struct counter counter = counter_of_target(context);
	struct stimulus stimulus;
	struct tally tally;

	if (!stimulus_find(context, &counter, &stimulus))
		return;
	tally = tally_of(context, &counter, &stimulus);
	quiet_box(context, &counter.box);
	if (tally.count > 1 && starts_alone(context, &counter)) {
		judge_apart(context, &tally, &stimulus);
		return;
	}
	count_together(context, &tally, &stimulus, stimulus.window_ns * 2);
	if (tally.count > 1 && is_count_apart(context, &tally, &stimulus))
		return;
	if (tally.count > 1)
		judge_counter_counts(context, &tally);
	else if (tally.counts[0])
		check_pass(context, "%llu counts; no sibling to compare with", (unsigned long long)tally.counts[0]);
	else
		fail_got(context, &counter.count, STIMULUS_LEAST, 0, "it advanced before, and does not now");
}
