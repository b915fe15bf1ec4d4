/* SPDX-License-Identifier: BSD-2-Clause */
/* KTAP version 1: version, plan, one line a check. Everything that is not a check is a diagnostic of
 * name=value pairs; those about a check stand before its line, as KTAP has it. */
#include "core/record/record_form.h"

static void put_line(struct output *output, const char *string)
{
	struct line line = line_start(output);

	line_string(&line, string);
	line_end(&line);
}

static void need_version(struct output *output)
{
	if (output->ktap_state != KTAP_NOTHING)
		return;
	output->ktap_state = KTAP_VERSION;
	put_line(output, "KTAP version 1");
}

static struct line diagnostic(struct output *output, const char *kind)
{
	struct line line;

	need_version(output);
	line = line_start(output);
	line_char(&line, '#');
	if (*kind)
		line_char(&line, ' ');
	line_string(&line, kind);
	return line;
}

static bool needs_quotes(struct slice value)
{
	for (size_t i = 0; i < value.length; i++)
		if (value.at[i] == ' ' || value.at[i] == '"' || value.at[i] == '\\')
			return true;
	return !value.length;
}

/* " name=" */
static void put_name(struct line *line, const char *name)
{
	line_char(line, ' ');
	line_string(line, name);
	line_char(line, '=');
}

static void add_string(struct line *line, const char *name, struct slice value)
{
	put_name(line, name);
	if (!needs_quotes(value)) {
		line_slice(line, value);
		return;
	}
	line_char(line, '"');
	for (size_t i = 0; i < value.length; i++) {
		if (value.at[i] == '"' || value.at[i] == '\\')
			line_char(line, '\\');
		line_slice(line, slice_between(value.at + i, value.at + i + 1));
	}
	line_char(line, '"');
}

static void add_number(struct line *line, const char *name, uint64_t value)
{
	put_name(line, name);
	line_format(line, "%llu", (unsigned long long)value);
}

static void add_hex(struct line *line, const char *name, uint64_t value)
{
	put_name(line, name);
	line_hex(line, value, 0);
}

static void add_ratio(struct line *line, const char *name, struct ratio value)
{
	put_name(line, name);
	line_ratio(line, value, "n/a");
}

static const struct pair_form pairs = {add_string, add_number, add_hex, add_ratio};

static void ktap_count(struct output *output, const struct count_record *count)
{
	struct line line = diagnostic(output, count_kind(count));

	pairs_count(&line, &pairs, count);
	line_end(&line);
}

static void ktap_metric(struct output *output, const struct metric_record *metric)
{
	struct line line = diagnostic(output, "metric");

	pairs_metric(&line, &pairs, metric);
	line_end(&line);
}

static void ktap_sample(struct output *output, const struct sample_record *sample)
{
	struct line line = diagnostic(output, "sample");

	pairs_sample_head(&line, &pairs, sample);
	for (unsigned i = 0; i < sample->overflow_count; i++)
		pair_string(&line, &pairs, "overflow", sample->overflow[i]);
	for (unsigned i = 0; i < sample->value_count; i++)
		add_number(&line, sample->values[i].event, sample->values[i].value);
	pairs_sample_tail(&line, &pairs, sample);
	line_end(&line);
}

/* Another plan starts another KTAP document. */
static void ktap_plan(struct output *output, uint32_t checks)
{
	struct line line;

	if (output->ktap_state == KTAP_PLAN)
		output->ktap_state = KTAP_NOTHING;
	need_version(output);
	output->ktap_state = KTAP_PLAN;
	line = line_start(output);
	line_format(&line, "1..%u", checks);
	line_end(&line);
}

static void evidence_string(struct output *output, const char *name, const char *value)
{
	struct line line = diagnostic(output, "");

	pair_string(&line, &pairs, name, value);
	line_end(&line);
}

static void evidence_hex(struct output *output, const char *name, uint64_t value)
{
	struct line line = diagnostic(output, "");

	add_hex(&line, name, value);
	line_end(&line);
}

static void evidence_number(struct output *output, const char *name, uint64_t value)
{
	struct line line = diagnostic(output, "");

	add_number(&line, name, value);
	line_end(&line);
}

static void put_values(struct output *output, const struct check_evidence *evidence)
{
	struct evidence_value values[EVIDENCE_VALUES];
	unsigned count = evidence_values(evidence, values);

	if (!count)
		evidence_string(output, "got", outcome_name((enum outcome)evidence->outcome));
	for (unsigned i = 0; i < count; i++)
		evidence_hex(output, values[i].name, values[i].value);
}

static void put_evidence(struct output *output, const struct check_evidence *evidence)
{
	evidence_string(output, "box", evidence->box);
	evidence_string(output, "register", evidence->reg);
	evidence_string(output, "space", space_name(evidence->where.space));
	evidence_hex(output, "address", evidence->where.address);
	evidence_number(output, "socket", evidence->where.socket);
	put_values(output, evidence);
	evidence_string(output, "fact", evidence->fact);
	if (evidence->fact_of)
		evidence_string(output, "fact_of", evidence->fact_of);
	if (evidence->advice)
		evidence_string(output, "advice", evidence->advice);
}

static void ktap_check(struct output *output, const struct check_record *check)
{
	struct line line;

	if (check->result != CHECK_SKIP && *check->message)
		evidence_string(output, "message", check->message);
	if (check->evidence)
		put_evidence(output, check->evidence);
	line = line_start(output);
	line_string(&line, check->result == CHECK_FAIL ? "not ok " : "ok ");
	line_format(&line, "%u ", output->check_number);
	line_string(&line, check->id);
	if (check->result == CHECK_SKIP) {
		line_string(&line, " # SKIP ");
		line_string(&line, check->message);
	}
	line_end(&line);
}

static void ktap_item(struct output *output, const char *kind, const struct record_pair *item, const char *text)
{
	struct line line = diagnostic(output, kind);

	(void)text;
	pairs_item(&line, &pairs, item);
	line_end(&line);
}

static void ktap_operation(struct output *output, const struct operation_record *record)
{
	struct line line = diagnostic(output, "operation");

	pairs_operation(&line, &pairs, record);
	line_end(&line);
}

static void put_messages(struct output *output, const char *name, const char *message)
{
	struct slice text;

	while (message_cut(&message, &text)) {
		struct line line = diagnostic(output, "");

		add_string(&line, name, text);
		line_end(&line);
	}
}

static void ktap_note(struct output *output, const char *message)
{
	put_messages(output, "note", message);
}

static void ktap_error(struct output *output, enum verdict verdict, const char *message)
{
	put_messages(output, verdict_name(verdict), message);
}

static void ktap_complaint(struct output *output, const struct complaint *complaint, struct slice string)
{
	struct line line = diagnostic(output, "complaint");

	pairs_complaint(&line, &pairs, complaint, string);
	line_end(&line);
}

static void ktap_end(struct output *output)
{
	struct line line;

	need_version(output);
	if (output->ktap_state == KTAP_VERSION)
		put_line(output, "1..0 # SKIP no checks were asked for");
	line = diagnostic(output, "end");
	pairs_end(&line, &pairs, output);
	line_end(&line);
}

const struct form form_ktap = {.count = ktap_count,
			       .metric = ktap_metric,
			       .sample = ktap_sample,
			       .plan = ktap_plan,
			       .check = ktap_check,
			       .item = ktap_item,
			       .operation = ktap_operation,
			       .note = ktap_note,
			       .error = ktap_error,
			       .complaint = ktap_complaint,
			       .end = ktap_end};
