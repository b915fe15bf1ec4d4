/* SPDX-License-Identifier: BSD-2-Clause */
/* Reports checks that passed or were skipped: one line for boxes with equal results, one line for each reason. A serial
 * line at 115,200 baud carries 11.5 KB a second, and a line for each passed check would be up to a megabyte. Boxes with
 * equal results share a line, and so do equal sockets: a machine of 1,500 boxes fits on a screen. */
#include "core/check/check.h"

#include "lib/memory.h"

#define GROUPS   16 /* reported one by one; the others are only counted */
#define PARTS    10 /* progress reports of a long run */
#define LONG_RUN 200

/* Checks with the same reason. */
struct check_group {
	const char *word; /* "skipped", "answered by" */
	uint32_t count;
	char first[CHECK_ID_SIZE]; /* ID of the first of them */
	char said[CHECK_MESSAGE_SIZE];
};

/* Results that are reported with a reason. */
static const char *const words[CHECK_RESULTS] = {[CHECK_SKIP] = "skipped", [CHECK_UNTESTED] = "untested"};

struct check_tally {
	uint32_t results[CHECK_RESULTS];
};

struct check_summary {
	struct check_tally *tallies; /* one for each of machine->boxes, then one for the machine */
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

static struct check_group *summary_group_of(struct check_summary *summary, const char *word, const char *said)
{
	for (unsigned i = 0; i < summary->group_count; i++)
		if (!strcmp(summary->groups[i].word, word) && !strcmp(summary->groups[i].said, said))
			return &summary->groups[i];
	return NULL;
}

/* The message without the box's name, so that it is equal for boxes of one kind. */
static const char *without_name(const struct check_context *context, const char *said)
{
	const struct machine_box *place = context->target.place;
	char name[BOX_NAME_SIZE];
	size_t length;

	if (!place)
		return said;
	box_name(&place->box, name);
	length = strlen(name);
	return strlen(said) > length && !memcmp(said, name, length) && said[length] == ' ' ? said + length + 1 : said;
}

static void add_to_group(struct check_context *context, const char *word, const char *message)
{
	struct check_summary *summary = context->summary;
	const char *said = without_name(context, message);
	struct check_group *group = summary_group_of(summary, word, said);
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

/* Progress is measured in checks, so that it does not depend on their speed. */
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

/* Consecutive boxes of a socket, of one type and with equal tallies. */
struct check_run {
	uint32_t first, end; /* in machine->boxes */
};

static bool is_same(const struct check_summary *summary, uint32_t one, uint32_t other)
{
	return !memcmp(&summary->tallies[one], &summary->tallies[other], sizeof(struct check_tally));
}

static struct check_run run_from(const struct check_context *context, uint32_t first)
{
	const struct machine_box *boxes = context->machine->boxes;
	uint32_t end = first + 1;

	while (end < context->machine->box_count && boxes[end].box.socket == boxes[first].box.socket &&
	       boxes[end].box.type == boxes[first].box.type &&
	       box_own_number(&boxes[end].box) == box_own_number(&boxes[end - 1].box) + 1 &&
	       is_same(context->summary, first, end))
		end++;
	return (struct check_run){first, end};
}

static bool says_something(const struct check_tally *tally)
{
	uint32_t sum = 0;

	for (unsigned i = 0; i < CHECK_RESULTS; i++)
		sum += tally->results[i];
	return sum;
}

/* Writes a line for `first`, a box or the machine, and the boxes up to `last` with equal results. */
static void say_tally(const struct check_context *context, uint32_t first, uint32_t last)
{
	const struct machine *machine = context->machine;
	const struct check_tally *tally = &context->summary->tallies[first];
	char bytes[140], name[BOX_NAME_SIZE] = "machine";
	struct text text = TEXT_OVER(bytes);

	if (!says_something(tally))
		return;
	if (first < machine->box_count)
		box_name(&machine->boxes[first].box, name);
	if (first < machine->box_count && machine->boxes[first].box.socket)
		text_format(&text, "socket%u.", machine->boxes[first].box.socket);
	text_string(&text, name);
	if (last != first) {
		box_name(&machine->boxes[last].box, name);
		text_format(&text, " to %s", name);
	}
	text_format(&text, "  %u passed", tally->results[CHECK_PASS]);
	if (tally->results[CHECK_FAIL])
		text_format(&text, ", %u failed", tally->results[CHECK_FAIL]);
	for (unsigned i = 0; i < CHECK_RESULTS; i++)
		if (words[i] && tally->results[i])
			text_format(&text, ", %u %s", tally->results[i], words[i]);
	if (last != first)
		text_string(&text, " each");
	record_prose(context->output, bytes);
}

/* The boxes of a socket are adjacent. */
static struct check_run socket_from(const struct machine *machine, uint32_t first)
{
	uint32_t end = first + 1;

	while (end < machine->box_count && machine->boxes[end].box.socket == machine->boxes[first].box.socket)
		end++;
	return (struct check_run){first, end};
}

/* True if both sockets have the same boxes with equal results. */
static bool are_alike(const struct check_context *context, struct check_run one, struct check_run other)
{
	const struct machine_box *boxes = context->machine->boxes;

	if (one.end - one.first != other.end - other.first)
		return false;
	for (uint32_t i = 0; i < one.end - one.first; i++)
		if (boxes[one.first + i].box.type != boxes[other.first + i].box.type ||
		    !is_same(context->summary, one.first + i, other.first + i))
			return false;
	return true;
}

static void say_alike(const struct check_context *context, struct check_run said, struct check_run socket)
{
	const struct machine_box *boxes = context->machine->boxes;
	char bytes[60];
	struct text text = TEXT_OVER(bytes);

	for (uint32_t i = said.first; i < said.end; i++)
		if (says_something(&context->summary->tallies[i])) {
			text_format(&text, "socket%u  each box as on socket %u", boxes[socket.first].box.socket,
				    boxes[said.first].box.socket);
			record_prose(context->output, bytes);
			return;
		}
}

/* A socket with the same results as the one before gets a single line. */
static void say_sockets(const struct check_context *context)
{
	const struct machine *machine = context->machine;
	struct check_run said = {0, 0};

	for (struct check_run socket = {0, 0}; socket.end < machine->box_count;) {
		socket = socket_from(machine, socket.end);
		if (said.end && are_alike(context, said, socket)) {
			say_alike(context, said, socket);
			continue;
		}
		for (struct check_run run = {socket.first, socket.first}; run.end < socket.end;) {
			run = run_from(context, run.end);
			say_tally(context, run.first, run.end - 1);
		}
		said = socket;
	}
}

void check_summary_report(const struct check_context *context)
{
	const struct check_summary *summary = context->summary;
	const struct machine *machine = context->machine;
	char bytes[80];
	struct text text = TEXT_OVER(bytes);

	if (context->output->every_check)
		return;
	say_sockets(context);
	say_tally(context, machine->box_count, machine->box_count);
	for (unsigned i = 0; i < summary->group_count; i++) {
		const struct check_group *group = &summary->groups[i];
		char line[CHECK_ID_SIZE + CHECK_MESSAGE_SIZE + 40];
		struct text line_text = TEXT_OVER(line);

		text_format(&line_text, "%s %u, as %s: %s", group->word, group->count, group->first, group->said);
		record_prose(context->output, line);
	}
	if (!summary->ungrouped)
		return;
	text_format(&text, "and %u that say something else: `test -v` shows each", summary->ungrouped);
	record_prose(context->output, bytes);
}
