/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/record/post_mortem.h"

#include "lib/memory.h"
#include "lib/text.h"

static bool is_printable(struct slice line)
{
	for (size_t i = 0; i < line.length; i++)
		if (line.at[i] < ' ' || line.at[i] > '~')
			return false;
	return true;
}

static void post_mortem_keep(char *storage, struct slice text)
{
	struct text kept = text_over(storage, POST_MORTEM_TEXT);

	text_bytes(&kept, text.at, text.length);
}

static void begin(struct post_mortem *run, char *storage, struct slice text)
{
	post_mortem_keep(storage, text);
	run->end = POST_MORTEM_ELSEWHERE;
	run->listed = 0;
}

/* ---- one function for each kind of line, which gets what stands behind its first word -------------------- */

static void take_command(struct post_mortem *run, struct slice text)
{
	begin(run, run->command, text);
	run->check[0] = run->step[0] = run->access[0] = 0;
}

static void take_check(struct post_mortem *run, struct slice text)
{
	begin(run, run->check, text);
	run->access[0] = 0;
}

static void take_step(struct post_mortem *run, struct slice text)
{
	begin(run, run->step, text);
	run->access[0] = 0;
}

static void take_later(struct post_mortem *run, struct slice text)
{
	post_mortem_keep(run->only, text);
	run->listed++;
}

static void take_window(struct post_mortem *run, struct slice text)
{
	(void)text;
	run->end = POST_MORTEM_IN_WINDOW;
}

static void take_outcome(struct post_mortem *run, struct slice text)
{
	(void)text;
	run->end = POST_MORTEM_ELSEWHERE;
}

static void take_full(struct post_mortem *run, struct slice text)
{
	(void)text;
	run->end = POST_MORTEM_ELSEWHERE;
	run->full = true;
}

static void take_paced(struct post_mortem *run, struct slice text)
{
	(void)text;
	run->paced = true;
}

static void take_end(struct post_mortem *run, struct slice text)
{
	(void)text;
	run->end = POST_MORTEM_ENDED;
}

static const struct {
	const char *word;
	void (*take)(struct post_mortem *run, struct slice text);
} kinds[] = {
	{"command", take_command}, {"check", take_check},   {"step", take_step},
	{"later", take_later},     {"window", take_window}, {"came", take_outcome},
	{"end", take_end},         {"paced", take_paced},   {"full", take_full},
};

static void take_line(struct post_mortem *run, struct slice line)
{
	struct slice rest = line, word = slice_cut(&rest, ' ');

	if (slice_is(word, "read") || slice_is(word, "write")) {
		post_mortem_keep(run->access, line);
		run->end = POST_MORTEM_AT_ACCESS;
		return;
	}
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (slice_is(word, kinds[i].word))
			kinds[i].take(run, rest.at ? rest : (struct slice){line.at, 0});
}

void post_mortem_read(struct slice journal, struct post_mortem *run)
{
	struct slice rest = journal, line;

	memset(run, 0, sizeof(*run));
	line = slice_cut(&rest, '\n');
	if (!rest.at || !slice_starts(line, "uncork ") || !is_printable(line))
		return;
	run->end = POST_MORTEM_ELSEWHERE;
	for (;;) {
		line = slice_cut(&rest, '\n');
		if (!rest.at)
			return;
		if (is_printable(line))
			take_line(run, line);
	}
}

/* ---- the report ---------------------------------------------------------------------------------------- */

static void say_where(const struct post_mortem *run, struct text *line)
{
	if (run->end == POST_MORTEM_AT_ACCESS)
		text_format(line, "at %s", run->access);
	else if (run->end == POST_MORTEM_IN_WINDOW && run->listed == 1)
		text_format(line, "in a measurement, perhaps at %s", run->only);
	else if (run->end == POST_MORTEM_IN_WINDOW)
		text_string(line, "in a measurement");
	else if (run->access[0])
		text_format(line, "after %s", run->access);
	else
		text_string(line, "between accesses");
	if (run->end == POST_MORTEM_IN_WINDOW && run->listed > 1)
		text_format(line, ", perhaps at one of %u accesses that its journal lists", run->listed);
	if (run->full)
		text_string(line, "; its journal was full, and first accesses behind that are not in it");
	else if (run->paced && run->end != POST_MORTEM_AT_ACCESS)
		text_string(line, ", or soon after");
}

void post_mortem_report(const struct post_mortem *run, struct output *output)
{
	struct record record;

	if (run->end == POST_MORTEM_ENDED)
		return;
	if (run->end == POST_MORTEM_UNREADABLE) {
		record_note(output, "the journal of the last run cannot be read");
		return;
	}
	record_begin(&record, output, "last_run");
	say_where(run, record_compose(&record, "stopped"));
	if (run->check[0])
		record_text(&record, "check", run->check);
	if (run->command[0])
		record_text(&record, "command", run->command);
	if (run->step[0])
		record_text(&record, "step", run->step);
	record_end(&record);
}
