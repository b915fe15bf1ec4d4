/* SPDX-License-Identifier: BSD-2-Clause */
/* A counter counts what its siblings count. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"
#include "core/event/event.h"

#define LONG_NS UINT64_C(10000000) /* long against the time of an access */
#define LONGER  64                 /* windows in a long run; a usual run has 2 */

/* Prepares the counter under test, which comes first, and its siblings, which can count the same. */
static void prepare(struct check_context *context, struct together *together)
{
	for (unsigned i = 0; i < together->count; i++)
		together->of[i].from = START_VALUE;
	together_prepare_as_read(context, together);
}

/* Returns the count that most siblings agree on. With a single sibling, either of the two may be wrong. */
static uint64_t agreed(const struct together *tally)
{
	unsigned best_votes = 0;
	uint64_t best = 0;

	for (unsigned i = 1; i < tally->count; i++) {
		unsigned votes = 0;

		for (unsigned k = 1; k < tally->count; k++)
			votes += tally->of[k].counts == tally->of[i].counts;
		if (votes > best_votes) {
			best_votes = votes;
			best = tally->of[i].counts;
		}
	}
	return best;
}

static bool is_one_apart(const struct together *tally)
{
	uint64_t expected = agreed(tally), got = tally->of[0].counts;

	return got == expected + 1 || got + 1 == expected;
}

/* If hardware starts a box's counters one by one, or on two clocks, one may always stay one count ahead. */
static bool is_count_apart(struct check_context *context, struct together *tally, const struct stimulus *stimulus)
{
	struct together longer = *tally;

	if (!tally->of[0].counts || !is_one_apart(tally))
		return false;
	prepare(context, &longer);
	together_run(context, &longer, stimulus->window_ns * LONGER);
	if (agreed(&longer) != longer.of[0].counts && !is_one_apart(&longer))
		return false;
	check_pass(context, "%llu counts, one apart from its %u siblings, and no more in %u times as long",
		   (unsigned long long)tally->of[0].counts, tally->count - 1, LONGER / 2);
	check_answer_to(context, "siblings", "a count apart", "exact");
	return true;
}

static void judge_counter_counts(struct check_context *context, const struct together *tally)
{
	uint64_t expected = agreed(tally), got = tally->of[0].counts;

	if (!got && !expected)
		check_skip(context, "its event has stopped: neither it nor its siblings count");
	else if (got == expected)
		check_pass(context, "%llu counts, as its %u siblings", (unsigned long long)got, tally->count - 1);
	else
		fail_got(context, &tally->of[0].counter.count, expected, got,
			 got ? "counts otherwise than its siblings on the same event"
			     : "dead: its siblings advance on this event");
}

/* If no register starts them together, compares each sibling by nested reads while both run. */
static void judge_apart(struct check_context *context, struct together *tally)
{
	const struct counter *counter = &tally->of[0].counter;
	uint64_t got = 0;

	prepare(context, tally);
	start(context, 0);
	for (unsigned i = 1; i < tally->count && check_going(context); i++) {
		struct nested nested = nested_count(context, counter, &tally->of[i].counter, LONG_NS);

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
	struct together tally;

	if (!stimulus_find(context, &counter, &stimulus))
		return;
	tally = (struct together){.of = {{.counter = counter, .select = stimulus.select}}, .count = 1};
	together_add_siblings(context, &tally, &counter, &stimulus);
	quiet_box(context, &counter.box);
	if (tally.count > 1 && starts_alone(context, &counter)) {
		judge_apart(context, &tally);
		return;
	}
	prepare(context, &tally);
	together_run(context, &tally, stimulus.window_ns * 2);
	if (tally.count > 1 && is_count_apart(context, &tally, &stimulus))
		return;
	if (tally.count > 1)
		judge_counter_counts(context, &tally);
	else if (tally.of[0].counts)
		check_pass(context, "%llu counts; no sibling to compare with", (unsigned long long)tally.of[0].counts);
	else
		fail_got(context, &counter.count, STIMULUS_LEAST, 0, "it advanced before, and does not now");
}

/* ---- how often is known, whatever the machine does ------------------------------------------------------ */

#define RUN_NS UINT64_C(20000)

/* The counter under test, and another counter of its box, which counts the clock. */
struct pair {
	struct counter tested, every;
	uint64_t cycles;
};

static void judge_known(struct check_context *context, const struct known_count *known, const struct pair *pair,
			const struct event_config *config, uint64_t got, uint64_t every)
{
	/* The register to blame: the filter, if the event has one, else the select. */
	struct check_register filter = {.box = pair->tested.box, .row = config->settings[0].row};
	const struct check_register *reg = config->setting_count ? &filter : &pair->tested.select;

	if (!check_going(context))
		return;
	if (every <= 2)
		check_skip(context, "the clock next to it does not advance: see `modifiers`");
	else if (known->every ? got >= every / 2 : got <= 2)
		return;
	else if (known->late)
		check_skip(context, "its filter takes effect with the next change of frequency: none came");
	else
		fail_got(context, reg, known->every ? every : 0, got, "%s must count %s", known->event,
			 known->every ? "every cycle" : "nothing");
}

static void try_known(struct check_context *context, const struct known_count *known, const struct pair *pair)
{
	struct together both = {.count = 2};
	struct event_config config;

	if (!parse_event(context, known->event, &config) || !(config.counters & BIT(pair->tested.number)))
		return;
	quiet_box(context, &pair->tested.box);
	for (unsigned i = 0; i < config.setting_count; i++) {
		struct check_register reg = {.box = pair->tested.box, .row = config.settings[i].row};

		check_write(context, &reg, config.settings[i].value);
	}
	both.of[0] = (struct counting){pair->tested, config.select, START_VALUE, 0};
	both.of[1] = (struct counting){pair->every, pair->cycles, START_VALUE, 0};
	together_prepare(context, &both);
	together_run(context, &both, RUN_NS);
	judge_known(context, known, pair, &config, both.of[0].counts, both.of[1].counts);
}

void run_known_counts(struct check_context *context)
{
	const struct box_type *type = context->target.place->box.type;
	const struct known_count *known;
	struct pair pair = {.tested = counter_of_target(context)};
	unsigned i = 0;

	if (!find_clock_beside(context, &pair.tested, &pair.every, &pair.cycles)) {
		check_skip(context, "no other counter of this box counts its clock");
		return;
	}
	for (; (known = check_known_count(context->machine, type, i)) && check_going(context); i++)
		try_known(context, known, &pair);
	check_pass(context, "%u events", i);
}

/* True if the counter can count one of these events. */
bool has_known_counts(const struct machine *machine, const struct check_target *target)
{
	const struct known_count *known;
	struct event_config config;
	struct diagnostic diagnostic;

	if (target->counter >= box_counters(&target->place->box))
		return false;
	for (unsigned i = 0; (known = check_known_count(machine, target->place->box.type, i)); i++)
		if (!event_parse(machine->processor, slice_of(known->event), &config, &diagnostic) ||
		    config.counters & BIT(target->counter))
			return true;
	return false;
}
