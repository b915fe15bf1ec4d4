/* SPDX-License-Identifier: BSD-2-Clause */
/* One JSON object a line. */
#include "core/record/record_form.h"

/* JSON allows any character but quotes, backslashes and controls. Bytes beyond ASCII are written as
 * the characters of Latin-1 so that the line is valid whatever a name contains. */
static void put_escaped(struct line *line, unsigned char c)
{
	if (c == '"' || c == '\\') {
		line_char(line, '\\');
		line_char(line, (char)c);
	} else if (c >= ' ' && c < 0x7f) {
		line_char(line, (char)c);
	} else {
		line_format(line, "\\u%04x", c);
	}
}

static void put_string(struct line *line, struct slice string)
{
	line_char(line, '"');
	for (size_t i = 0; i < string.length; i++)
		put_escaped(line, (unsigned char)string.at[i]);
	line_char(line, '"');
}

/* ,"name": */
static void put_name(struct line *line, const char *name)
{
	line_char(line, ',');
	put_string(line, slice_of(name));
	line_char(line, ':');
}

static void add_string(struct line *line, const char *name, struct slice value)
{
	put_name(line, name);
	put_string(line, value);
}

static void add_number(struct line *line, const char *name, uint64_t value)
{
	put_name(line, name);
	line_format(line, "%llu", (unsigned long long)value);
}

/* Hexadecimal numbers are strings: JSON has no other way to write them. */
static void add_hex(struct line *line, const char *name, uint64_t value)
{
	put_name(line, name);
	line_char(line, '"');
	line_hex(line, value, 0);
	line_char(line, '"');
}

static void add_ratio(struct line *line, const char *name, struct ratio value)
{
	put_name(line, name);
	line_ratio(line, value, "null");
}

static const struct pair_form pairs = {add_string, add_number, add_hex, add_ratio};

static struct line open_record(struct output *output, const char *kind)
{
	struct line line = line_start(output);

	line_string(&line, "{\"record\":");
	put_string(&line, slice_of(kind));
	return line;
}

static void close_record(struct line *line)
{
	line_char(line, '}');
	line_end(line);
}

static void json_count(struct output *output, const struct count_record *count)
{
	struct line line = open_record(output, count_kind(count));

	pairs_count(&line, &pairs, count);
	close_record(&line);
}

static void json_metric(struct output *output, const struct metric_record *metric)
{
	struct line line = open_record(output, "metric");

	pairs_metric(&line, &pairs, metric);
	close_record(&line);
}

static void add_overflows(struct line *line, const struct sample_record *sample)
{
	put_name(line, "overflow");
	line_char(line, '[');
	for (unsigned i = 0; i < sample->overflow_count; i++) {
		if (i)
			line_char(line, ',');
		put_string(line, slice_of(sample->overflow[i]));
	}
	line_char(line, ']');
}

static void add_values(struct line *line, const struct sample_record *sample)
{
	put_name(line, "values");
	line_char(line, '{');
	for (unsigned i = 0; i < sample->value_count; i++) {
		if (i)
			line_char(line, ',');
		put_string(line, slice_of(sample->values[i].event));
		line_format(line, ":%llu", (unsigned long long)sample->values[i].value);
	}
	line_char(line, '}');
}

static void json_sample(struct output *output, const struct sample_record *sample)
{
	struct line line = open_record(output, "sample");

	pairs_sample_head(&line, &pairs, sample);
	add_overflows(&line, sample);
	add_values(&line, sample);
	pairs_sample_tail(&line, &pairs, sample);
	close_record(&line);
}

static void json_plan(struct output *output, uint32_t checks)
{
	struct line line = open_record(output, "plan");

	add_number(&line, "checks", checks);
	close_record(&line);
}

static void add_evidence_values(struct line *line, const struct check_evidence *evidence)
{
	struct evidence_value values[EVIDENCE_VALUES];
	unsigned count = evidence_values(evidence, values);

	if (!count)
		pair_string(line, &pairs, "got", outcome_name((enum outcome)evidence->outcome));
	for (unsigned i = 0; i < count; i++)
		add_hex(line, values[i].name, values[i].value);
}

static void json_check(struct output *output, const struct check_record *check)
{
	const struct check_evidence *evidence = check->evidence;
	struct line line = open_record(output, "check");

	pair_string(&line, &pairs, "id", check->id);
	pair_string(&line, &pairs, "result", check_result_name(check->result));
	pair_string(&line, &pairs, "message", check->message);
	if (evidence) {
		pair_string(&line, &pairs, "box", evidence->box);
		pair_string(&line, &pairs, "register", evidence->reg);
		pairs_location(&line, &pairs, &evidence->where);
		add_evidence_values(&line, evidence);
		pair_string(&line, &pairs, "fact", evidence->fact);
		if (evidence->fact_of)
			pair_string(&line, &pairs, "fact_of", evidence->fact_of);
		if (evidence->advice)
			pair_string(&line, &pairs, "advice", evidence->advice);
	}
	close_record(&line);
}

static void json_item(struct output *output, const char *kind, const struct record_pair *item, const char *text)
{
	struct line line = open_record(output, kind);

	(void)text;
	pairs_item(&line, &pairs, item);
	close_record(&line);
}

static void json_operation(struct output *output, const struct operation_record *record)
{
	struct line line = open_record(output, "operation");

	pairs_operation(&line, &pairs, record);
	close_record(&line);
}

static void json_note(struct output *output, const char *message)
{
	struct line line = open_record(output, "note");

	pair_string(&line, &pairs, "message", message);
	close_record(&line);
}

static void json_error(struct output *output, enum verdict verdict, const char *message)
{
	struct line line = open_record(output, "error");

	pair_string(&line, &pairs, "result", verdict_name(verdict));
	pair_string(&line, &pairs, "message", message);
	close_record(&line);
}

static void json_complaint(struct output *output, const struct complaint *complaint, struct slice string)
{
	struct line line = open_record(output, "complaint");

	pairs_complaint(&line, &pairs, complaint, string);
	close_record(&line);
}

static void json_end(struct output *output)
{
	struct line line = open_record(output, "end");

	pairs_end(&line, &pairs, output);
	close_record(&line);
}

const struct form form_json = {.count = json_count,
			       .metric = json_metric,
			       .sample = json_sample,
			       .plan = json_plan,
			       .check = json_check,
			       .item = json_item,
			       .operation = json_operation,
			       .note = json_note,
			       .error = json_error,
			       .complaint = json_complaint,
			       .end = json_end};
