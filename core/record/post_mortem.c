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

/* Keeps the newest suspects. */
static void add_suspect(struct post_mortem *run, const struct location *where)
{
	unsigned at = 0;

	while (at < run->suspect_count &&
	       (run->suspects[at].space != where->space || run->suspects[at].address != where->address))
		at++;
	if (at == SUSPECTS)
		at = 0;
	if (at < run->suspect_count)
		memmove(&run->suspects[at], &run->suspects[at + 1],
			(--run->suspect_count - at) * sizeof(*run->suspects));
	run->suspects[run->suspect_count++] = *where;
}

/* The first word of a line says what it is about. */
static void take_line(struct post_mortem *run, struct slice line)
{
	struct slice rest = line, word = slice_cut(&rest, ' ');
	struct slice text = rest.at ? rest : (struct slice){line.at, 0};
	bool command = slice_is(word, "command"), check = slice_is(word, "check"), step = slice_is(word, "step");
	bool full = slice_is(word, "full"), prompt = slice_is(word, "prompt");
	struct location where;

	if (slice_is(word, "read") || slice_is(word, "write")) {
		post_mortem_keep(run->access, line);
		run->end = POST_MORTEM_AT_ACCESS;
	} else if (command || check || step) {
		char *storage = command ? run->command : run->step;

		if (check)
			storage = run->check;
		post_mortem_keep(storage, text);
		if (command)
			run->check[0] = run->step[0] = 0;
		run->access[0] = 0;
		run->listed = 0;
		run->end = POST_MORTEM_ELSEWHERE;
	} else if (slice_is(word, "later")) {
		post_mortem_keep(run->only, text);
		run->listed++;
	} else if (slice_is(word, "window")) {
		run->end = POST_MORTEM_IN_WINDOW;
	} else if (slice_is(word, "came") || full) {
		run->full |= full;
		run->end = POST_MORTEM_ELSEWHERE;
	} else if (slice_is(word, "paced")) {
		run->paced = true;
	} else if (slice_is(word, "end") || prompt) {
		/* At a prompt the run waited for the user, who may have switched the machine off. */
		if (prompt)
			run->access[0] = 0;
		run->end = POST_MORTEM_ENDED;
	} else if (slice_is(word, "denied") && location_read(text, &where)) {
		add_suspect(run, &where);
	}
}

/* Parses "read msr 0x702 on cpu 0" or "write cbox0.ctr0 (msr 0xd16) = 0x1 on cpu 0". */
static bool read_access(const char *access, struct location *where)
{
	struct slice rest = slice_of(access), name = rest, space, address;

	(void)slice_cut(&name, '(');
	if (name.at)
		return location_read(slice_cut(&name, ')'), where);
	(void)slice_cut(&rest, ' ');
	space = slice_cut(&rest, ' ');
	if (!rest.at)
		return false;
	address = slice_cut(&rest, ' ');
	return location_read(slice_between(space.at, address.at + address.length), where);
}

void post_mortem_read(struct slice journal, struct post_mortem *run)
{
	struct slice rest = journal, line = slice_cut(&rest, '\n');
	struct location where;

	memset(run, 0, sizeof(*run));
	if (!rest.at || !slice_starts(line, "uncork ") || !is_printable(line))
		return;
	run->end = POST_MORTEM_ELSEWHERE;
	for (line = slice_cut(&rest, '\n'); rest.at; line = slice_cut(&rest, '\n'))
		if (is_printable(line))
			take_line(run, line);

	/* The suspect is the journal's last access if it did not return, or if its check, command or measurement did not
	 * end. Accesses that are not in the journal may have followed its last one. */
	if (run->end == POST_MORTEM_ENDED || (run->full && run->end != POST_MORTEM_AT_ACCESS))
		return;
	run->has_suspect =
		read_access(run->end == POST_MORTEM_IN_WINDOW && run->listed ? run->only : run->access, &where);
	if (run->has_suspect)
		add_suspect(run, &where);
}

/* ---- denied registers ------------------------------------------------------------------------------------ */

void post_mortem_deny(struct post_mortem *run)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < run->suspect_count; i++) {
		const struct location *where = &run->suspects[i];
		const struct deny_rule rule = {.space = where->space, .first = where->address, .last = where->address};

		if (deny_add_below(&rule) && deny_covers(where, 0))
			run->suspects[kept++] = *where;
		else
			run->has_suspect &= i + 1u < run->suspect_count;
	}
	run->suspect_count = (uint8_t)kept;
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
		text_string(line, "; its journal lacks some first accesses");
	else if (run->paced && run->end != POST_MORTEM_AT_ACCESS)
		text_string(line, ", or soon after");
}

static void report_end(const struct post_mortem *run, struct output *output)
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

void post_mortem_report(const struct post_mortem *run, struct output *output)
{
	report_end(run, output);
	for (unsigned i = 0; i < run->suspect_count; i++) {
		bool last_run = run->has_suspect && i + 1u == run->suspect_count;
		struct record record;

		record_begin(&record, output, "denied");
		location_text(&run->suspects[i], record_compose(&record, "about"));
		record_text(&record, "because",
			    last_run ? "the last run stopped there" : "an earlier run stopped there");
		record_end(&record);
	}
}
