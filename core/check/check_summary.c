/* SPDX-License-Identifier: BSD-2-Clause */
/* What people are told of checks that passed or were skipped: a line a box, a line a reason. A serial line of 115,200 baud
 * carries 11.5 KB a second, and each check's own line is up to a megabyte of passes that nobody reads. */
#include "core/check/check.h"

#include "lib/memory.h"

#define GROUPS   16 /* that are told apart; of others only the number is told */
#define PARTS    10 /* of a long run, at the end of each of which it is said how far it has come */
#define LONG_RUN 200

/* Checks that say the same. */
struct check_group {
	const char *word; /* "skipped", "answered by" */
	uint32_t count;
	char first[CHECK_ID_SIZE]; /* the check that said it first */
	char said[CHECK_MESSAGE_SIZE];
};

/* Results whose reason is told. */
static const char *const words[CHECK_RESULTS] = {[CHECK_SKIP] = "skipped", [CHECK_UNTESTED] = "untested"};

struct check_tally {
	uint32_t results[CHECK_RESULTS];
};

struct check_summary {
	struct check_tally *tallies; /* of each of machine->boxes, and behind them the machine's */
	struct check_group groups[GROUPS];
	uint32_t group_count, ungrouped;
	uint32_t planned, done;
};

bool check_summary_start(struct check_context *context, uint32_t planned)
{
	struct arena *arena = context->machine->arena;
	struct check_summary *summary = arena_take(arena, 1, sizeof(*summary));

	if (!summary)
		return false;
	*summary = (struct check_summary){.planned = planned};
	summary->tallies = arena_take(arena, context->machine->box_count + 1u, sizeof(*summary->tallies));
	context->summary = summary;
	return summary->tallies;
}

static struct check_group *group_of(struct check_summary *summary, const char *word, const char *said)
{
	for (unsigned i = 0; i < summary->group_count; i++)
		if (!strcmp(summary->groups[i].word, word) && !strcmp(summary->groups[i].said, said))
			return &summary->groups[i];
	return NULL;
}

static void add_to_group(struct check_context *context, const char *word, const char *said)
{
	struct check_summary *summary = context->summary;
	struct check_group *group = group_of(summary, word, said);
	struct text text;

	if (!group && summary->group_count == GROUPS) {
		summary->ungrouped++;
		return;
	}
	if (!group) {
		group = &summary->groups[summary->group_count++];
		*group = (struct check_group){.word = word};
		text = TEXT_OVER(group->first);
		check_id(context->machine, &context->target, &text);
		text = TEXT_OVER(group->said);
		text_string(&text, said);
	}
	group->count++;
}

/* Counted in checks, so that it says the same however fast they are. */
static void say_progress(struct check_context *context)
{
	struct check_summary *summary = context->summary;
	uint64_t done = summary->done++, planned = summary->planned;
	char bytes[80];
	struct text text = TEXT_OVER(bytes);

	if (context->output->every_check || planned < LONG_RUN || summary->done == planned ||
	    done * PARTS / planned == summary->done * PARTS / planned)
		return;
	text_format(&text, "%u of %u checks done", summary->done, summary->planned);
	record_prose(context->output, bytes);
}

void check_summary_add(struct check_context *context)
{
	const struct machine *machine = context->machine;
	const struct machine_box *place = context->target.place;
	struct check_tally *tally = &context->summary->tallies[place ? place - machine->boxes : machine->box_count];

	tally->results[context->result]++;
	if (words[context->result])
		add_to_group(context, words[context->result], context->message);
	say_progress(context);
}

void check_summary_answer(struct check_context *context, const char *said)
{
	add_to_group(context, "answered by", said);
}

static void say_tally(const struct check_context *context, const struct machine_box *place,
		      const struct check_tally *tally)
{
	char bytes[120], name[BOX_NAME_SIZE] = "machine";
	struct text text = TEXT_OVER(bytes);

	if (place)
		box_name(&place->box, name);
	if (place && place->box.socket)
		text_format(&text, "socket%u.", place->box.socket);
	text_format(&text, "%s  %u passed", name, tally->results[CHECK_PASS]);
	if (tally->results[CHECK_FAIL])
		text_format(&text, ", %u failed", tally->results[CHECK_FAIL]);
	for (unsigned i = 0; i < CHECK_RESULTS; i++)
		if (words[i] && tally->results[i])
			text_format(&text, ", %u %s", tally->results[i], words[i]);
	record_prose(context->output, bytes);
}

static bool says_something(const struct check_tally *tally)
{
	uint32_t sum = 0;

	for (unsigned i = 0; i < CHECK_RESULTS; i++)
		sum += tally->results[i];
	return sum;
}

static void say_group(const struct check_context *context, const struct check_group *group)
{
	char bytes[CHECK_ID_SIZE + CHECK_MESSAGE_SIZE + 40];
	struct text text = TEXT_OVER(bytes);

	text_format(&text, "%s %u, as %s: %s", group->word, group->count, group->first, group->said);
	record_prose(context->output, bytes);
}

void check_summary_report(const struct check_context *context)
{
	const struct check_summary *summary = context->summary;
	const struct machine *machine = context->machine;
	char bytes[80];
	struct text text = TEXT_OVER(bytes);

	if (context->output->every_check)
		return;
	for (unsigned i = 0; i <= machine->box_count; i++)
		if (says_something(&summary->tallies[i]))
			say_tally(context, i < machine->box_count ? &machine->boxes[i] : NULL, &summary->tallies[i]);
	for (unsigned i = 0; i < summary->group_count; i++)
		say_group(context, &summary->groups[i]);
	if (!summary->ungrouped)
		return;
	text_format(&text, "and %u that say something else: `test -v` shows each", summary->ungrouped);
	record_prose(context->output, bytes);
}
