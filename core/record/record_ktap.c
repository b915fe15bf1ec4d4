/* SPDX-License-Identifier: BSD-2-Clause */
/* KTAP version 1: version, plan, one line for each check. All other records are diagnostics of name=value pairs; those
 * of a check precede its line, as KTAP requires.
 *
 * Any KTAP reader must reach the run's own verdict. Therefore the last test point stands for everything that is not a
 * check, so that a truncated log lacks a point, and a run with an error bails out. A document has one plan: at its
 * start if a single command has checks, else at its end. */
#include "core/record/record_form.h"
#include "lib/memory.h"

static void need_version(struct output *output)
{
	struct line line;

	if (output->ktap_state != KTAP_NOTHING)
		return;
	output->ktap_state = KTAP_VERSION;
	line = line_start(output);
	line_string(&line, "KTAP version 1");
	line_end(&line);
}

static struct line diagnostic(struct output *output)
{
	struct line line;

	need_version(output);
	line = line_start(output);
	line_char(&line, '#');
	return line;
}

/* ---- name=value ------------------------------------------------------------------------------------- */

/* Writes " name=". */
static void put_name(struct line *line, const char *name)
{
	line_char(line, ' ');
	line_string(line, name);
	line_char(line, '=');
}

/* Quotes a value that is empty, or contains blanks, quotes or backslashes. */
static void put_text(struct line *line, const char *name, struct slice value)
{
	bool quoted = !value.length;

	for (size_t i = 0; i < value.length; i++)
		quoted |= value.at[i] == ' ' || value.at[i] == '"' || value.at[i] == '\\';
	put_name(line, name);
	line_string(line, quoted ? "\"" : "");
	for (size_t i = 0; i < value.length; i++) {
		if (value.at[i] == '"' || value.at[i] == '\\')
			line_char(line, '\\');
		line_printable(line, value.at[i]);
	}
	line_string(line, quoted ? "\"" : "");
}

static void put_number(struct line *line, const char *name, uint64_t number)
{
	put_name(line, name);
	line_format(line, "%llu", (unsigned long long)number);
}

/* Lists become one pair for each element. */
static void put_pair(struct line *line, const struct record_field *field)
{
	switch ((enum record_type)field->type) {
	case RECORD_TEXT: put_text(line, field->name, slice_of(field->text)); break;
	case RECORD_NUMBER: put_number(line, field->name, field->number); break;
	case RECORD_HEX:
		put_name(line, field->name);
		line_format(line, "0x%llx", (unsigned long long)field->number);
		break;
	case RECORD_RATIO:
		put_name(line, field->name);
		line_ratio(line, field->ratio, 6, "n/a");
		break;
	case RECORD_NAMES:
		for (unsigned i = 0; i < field->count; i++)
			put_text(line, field->name, slice_of(field->names[i]));
		break;
	case RECORD_VALUES:
		for (unsigned i = 0; i < field->count; i++)
			put_number(line, field->values[i].event, field->values[i].value);
		break;
	}
}

/* ---- kinds of lines ----------------------------------------------------------------------------------- */

static void put_record(struct output *output, const struct record *record)
{
	struct line line = diagnostic(output);

	line_char(&line, ' ');
	line_string(&line, record->kind);
	for (unsigned i = 0; i < record->field_count; i++)
		if (!record->fields[i].aside)
			put_pair(&line, &record->fields[i]);
	line_end(&line);
}

/* Writes each line of a message as a diagnostic. */
static void put_message(struct output *output, const char *name, const char *message)
{
	struct slice rest = slice_of(message);

	while (rest.length) {
		struct line line = diagnostic(output);

		put_text(&line, name, slice_cut(&rest, '\n'));
		line_end(&line);
	}
}

/* The plan: all planned checks and the last test point. */
static void put_whole_plan(struct output *output)
{
	struct line line = line_start(output);

	output->ktap_state = KTAP_PLAN;
	line_format(&line, "1..%u", output->ktap_planned + 1);
	line_end(&line);
}

static void put_plan(struct output *output, const struct record *record)
{
	output->ktap_planned += (uint32_t)record_find(record, "checks")->number;
	put_record(output, record);
	if (output->one_plan && output->ktap_state == KTAP_VERSION)
		put_whole_plan(output);
}

static void put_check(struct output *output, const struct record *record)
{
	const char *result = record_text_of(record, "result");
	bool untested = !strcmp(result, "untested"), skip = untested || !strcmp(result, "skip");
	struct line line;

	/* The fields after ID and result, one in each line. */
	for (unsigned i = 2; i < record->field_count; i++) {
		const struct record_field *field = &record->fields[i];
		bool message = !strcmp(field->name, "message");

		if (field->aside || (message && (skip || !*field->text)))
			continue;
		line = diagnostic(output);
		put_pair(&line, field);
		line_end(&line);
	}

	line = line_start(output);
	line_format(&line, "%s %u ", !strcmp(result, "fail") ? "not ok" : "ok", ++output->ktap_points);
	line_string(&line, record_text_of(record, "id"));
	if (skip) {
		line_string(&line, untested ? " # SKIP untested: " : " # SKIP ");
		line_string(&line, record_text_of(record, "message"));
	}
	line_end(&line);
}

static void put_note(struct output *output, const struct record *record)
{
	put_message(output, "note", record_text_of(record, "message"));
}

static void put_error(struct output *output, const struct record *record)
{
	put_message(output, record_text_of(record, "result"), record_text_of(record, "message"));
}

/* The last test point, "run", stands for everything that is not a check. */
static void put_end(struct output *output, const struct record *record)
{
	struct line line;

	need_version(output);
	line = line_start(output);
	if (output->verdict > VERDICT_FAIL)
		line_format(&line, "Bail out! %s", verdict_name((enum verdict)output->verdict));
	else
		line_format(&line, "%s %u run", output->elsewhere ? "not ok" : "ok", ++output->ktap_points);
	line_end(&line);
	if (output->ktap_state != KTAP_PLAN)
		put_whole_plan(output);
	put_record(output, record);
}

/* Kinds that are not written as a diagnostic line. A listed check has no result and is not one of them. */
static const struct {
	const char *kind, *field;
	void (*put)(struct output *output, const struct record *record);
} exceptions[] = {
	{"plan", "checks", put_plan},    {"check", "result", put_check}, {"note", "message", put_note},
	{"error", "message", put_error}, {"end", "result", put_end},
};

void record_as_ktap(struct output *output, const struct record *record)
{
	for (size_t i = 0; i < ARRAY_SIZE(exceptions); i++)
		if (!strcmp(exceptions[i].kind, record->kind) && record_find(record, exceptions[i].field)) {
			exceptions[i].put(output, record);
			return;
		}
	put_record(output, record);
}
