/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds which cycles meet a threshold, plain and inverted: the guide's prose and its tables differ.
 *
 * Three counters count the same event, which adds at most one a cycle, in the same run: unmodified, with a threshold of
 * one, and with that inverted. Compared with the clock, their counts give the rule. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#include "core/event/event.h"

#define RUN_NS UINT64_C(200000)

/* A count, compared with those of the event and of the clock. */
enum amount { AMOUNT_NONE, AMOUNT_EVENT, AMOUNT_REST, AMOUNT_ODD };

static const char *const thresholds[] = {[THRESHOLD_AT_LEAST] = "at-least", [THRESHOLD_ABOVE] = "above"};
static const char *const inverts[] = {[INVERT_BELOW] = "below", [INVERT_SWAPPED] = "swapped", [INVERT_ABOVE] = "above"};

/* Amounts that count with a threshold of one, and with it inverted. */
static const struct {
	uint8_t plain, inverted; /* enum amount */
	struct threshold_rule rule;
} rules[] = {
	{AMOUNT_EVENT, AMOUNT_REST, {0, 0}}, {AMOUNT_REST, AMOUNT_EVENT, {0, 1}}, {AMOUNT_EVENT, AMOUNT_NONE, {0, 2}},
	{AMOUNT_NONE, AMOUNT_REST, {1, 0}},  {AMOUNT_REST, AMOUNT_NONE, {1, 1}},  {AMOUNT_NONE, AMOUNT_NONE, {1, 2}},
};

struct counts {
	uint64_t event, plain, inverted, clock;
};

static enum amount amount_of(uint64_t count, const struct counts *counts)
{
	uint64_t slack = counts->event / 8 + 2;

	if (count <= slack)
		return AMOUNT_NONE;
	if (count + slack >= counts->event && count <= counts->event + slack)
		return AMOUNT_EVENT;
	return count > counts->clock / 8 ? AMOUNT_REST : AMOUNT_ODD;
}

/* Finds an event that the first three counters can count, that adds at most one a cycle, and that advances. */
static bool find_event(struct check_context *context, const struct box *box, struct stimulus *stimulus)
{
	struct counter counter = counter_of(box, 0);

	return stimulus_slowest(context, &counter, stimulus) && stimulus->event &&
	       stimulus->event->max_increment <= 1 && (stimulus->event->counters & 7) == 7;
}

static uint64_t field_one(const struct counter *counter, enum field_kind kind)
{
	return BIT(layout_field(counter->select.row->layout, kind)->low);
}

/* The box's first three counters count the event in three ways; the fourth is the socket's fixed counter. */
enum { EVENT, PLAIN, INVERTED, CLOCK, MEMBERS };

static bool count_threshold(struct check_context *context, const struct box *box, const struct stimulus *stimulus,
			    struct counts *counts)
{
	struct together together = {.count = MEMBERS};
	struct counting *of = together.of;
	struct counter_walk walk = {0};
	uint64_t threshold, invert;

	do {
		if (!next_counter(context, &walk, &of[CLOCK].counter))
			return false;
	} while (!of[CLOCK].counter.fixed);
	for (unsigned i = EVENT; i < CLOCK; i++)
		of[i].counter = counter_of(box, i);
	threshold = field_one(&of[EVENT].counter, FIELD_THRESHOLD);
	invert = field_one(&of[EVENT].counter, FIELD_INVERT);
	of[EVENT].select = stimulus->select;
	of[PLAIN].select = stimulus->select | threshold;
	of[INVERTED].select = stimulus->select | threshold | invert;
	for (unsigned i = 0; i < MEMBERS; i++)
		of[i].from = START_VALUE;
	quiet_socket(context);
	together_prepare(context, &together);
	together_run(context, &together, RUN_NS);
	*counts = (struct counts){of[EVENT].counts, of[PLAIN].counts, of[INVERTED].counts, of[CLOCK].counts};
	return check_going(context);
}

/* Returns an index into rules, or their number if no rule explains the counts. */
static unsigned rule_of(const struct counts *counts)
{
	unsigned i = 0;

	while (i < ARRAY_SIZE(rules) && (rules[i].plain != amount_of(counts->plain, counts) ||
					 rules[i].inverted != amount_of(counts->inverted, counts)))
		i++;
	return i;
}

static bool look_at_thresholds(struct check_context *context, const struct box *box, struct counts *counts)
{
	struct stimulus stimulus;

	return find_event(context, box, &stimulus) && count_threshold(context, box, &stimulus, counts) &&
	       counts->event >= 16 && counts->event < counts->clock / 32;
}

/* ---- nothing passes at all ----------------------------------------------------------------------------- */

/* If only cycles above the threshold count, inverted or not, then no cycle meets a threshold of one for an event that
 * adds at most one. Broken thresholds look the same; an event that adds more distinguishes the two. */
enum belief { UNKNOWN, BELIEVED, REFUTED };

static enum belief believe_by(struct check_context *context, const struct box *box)
{
	struct counter counter = counter_of(box, 0);
	struct stimulus many;
	struct counts counts;
	unsigned rule;

	if (!stimulus_of_many(context, &counter, &many) || (many.event->counters & 7) != 7 ||
	    !look_at_thresholds(context, box, &counts))
		return UNKNOWN;
	rule = rule_of(&counts);
	if (rule == ARRAY_SIZE(rules) || rules[rule].plain != AMOUNT_NONE || rules[rule].inverted != AMOUNT_NONE)
		return REFUTED;
	if (!count_threshold(context, box, &many, &counts))
		return UNKNOWN;
	if (counts.plain || counts.inverted)
		return BELIEVED;
	return counts.event > counts.clock ? REFUTED : UNKNOWN;
}

static bool has_threshold(const struct machine *machine, const struct box *box)
{
	const struct register_row *row = box_row_of_role(box->type, ROLE_SELECT);

	return control_global(machine) && row && box_counters(box) >= 3 && layout_field(row->layout, FIELD_THRESHOLD) &&
	       layout_field(row->layout, FIELD_INVERT);
}

/* Not every box has such an event: the answer of one box that has it is taken for all. */
static enum belief believe(struct check_context *context, const struct box *box)
{
	enum belief belief = believe_by(context, box);

	const struct machine_box *place;
	unsigned walk = 0;

	while (belief == UNKNOWN && check_going(context) && (place = next_box(context, &walk)))
		if (has_threshold(context->machine, &place->box))
			belief = believe_by(context, &place->box);
	return belief;
}

/* ---- the verdict --------------------------------------------------------------------------------------- */

enum finding { FOUND_NOTHING, FOUND_RULE, FOUND_BROKEN };

/* Judges the counts of a box. Sets *rule to the rule's index. */
static enum finding find_rule(struct check_context *context, const struct box *box, struct counts *counts,
			      unsigned *rule)
{
	enum belief belief = BELIEVED;

	if (!look_at_thresholds(context, box, counts))
		return FOUND_NOTHING;
	*rule = rule_of(counts);
	if (*rule == ARRAY_SIZE(rules))
		return FOUND_BROKEN;
	if (rules[*rule].plain == AMOUNT_NONE && rules[*rule].inverted == AMOUNT_NONE)
		belief = believe(context, box);
	return belief == BELIEVED ? FOUND_RULE : belief == REFUTED ? FOUND_BROKEN : FOUND_NOTHING;
}

bool threshold_is_open(const struct check_context *context, const struct counter *counter)
{
	return control_global(context->machine) && layout_field(counter->select.row->layout, FIELD_INVERT) &&
	       check_cited(check_facts_of(context->machine), &check_hunt_threshold);
}

bool threshold_find(struct check_context *context, const struct box *box, struct threshold_rule *rule)
{
	struct threshold_note {
		struct threshold_rule rule;
		bool tried, found;
	} *note = check_note(context, "thresholds", context->machine->box_count * sizeof(*note));
	struct counts counts;
	unsigned i = 0;

	if (!note)
		return false;
	note += check_box_index(context, box);
	if (!note->tried) {
		note->found = find_rule(context, box, &counts, &i) == FOUND_RULE;
		note->rule = rules[note->found ? i : 0].rule;
		note->tried = check_going(context);
	}
	*rule = note->rule;
	return note->found && check_going(context);
}

void run_hunt_threshold(struct check_context *context)
{
	struct counts counts = {0};
	unsigned i = 0;
	enum finding finding = find_rule(context, &context->target.place->box, &counts, &i);

	if (!check_going(context))
		return;
	if (finding == FOUND_BROKEN) {
		struct check_register select = check_register_of(&context->target.place->box, ROLE_SELECT, 2);
		bool inverted = counts.plain == counts.event;

		fail_got(context, &select, inverted ? counts.clock - counts.event : counts.event,
			 inverted ? counts.inverted : counts.plain,
			 "of %llu cycles, %llu with the event, %llu pass and %llu inverted",
			 (unsigned long long)counts.clock, (unsigned long long)counts.event,
			 (unsigned long long)counts.plain, (unsigned long long)counts.inverted);
	} else if (finding == FOUND_RULE) {
		check_answer(context, ASSUMED_INVERT, inverts[rules[i].rule.invert]);
		check_answer(context, ASSUMED_THRESHOLD, thresholds[rules[i].rule.threshold]);
	} else if (counts.event) {
		check_skip(context, "nothing passes, and no event that adds more than one tells whether it could");
	} else {
		check_skip(context, "no event advances slowly enough to tell");
	}
}

/* True for boxes with enough counters and both fields. */
bool box_has_threshold(const struct machine *machine, const struct check_target *target)
{
	return has_threshold(machine, &target->place->box);
}
