/* SPDX-License-Identifier: BSD-2-Clause */
/* Records for people: aligned columns with units, sockets named only where there are several. */
#include "core/record/record_form.h"
#include "lib/text.h"

static void put_line(struct output *output, const char *prefix, struct slice text)
{
	struct line line = line_start(output);

	line_string(&line, prefix);
	line_slice(&line, text);
	line_end(&line);
}

/* A text of one or several lines; the later ones are indented by as much as the prefix takes. */
static void put_message(struct output *output, const char *prefix, const char *message)
{
	struct slice text;

	while (message_cut(&message, &text)) {
		put_line(output, prefix, text);
		if (*prefix)
			prefix = "       ";
	}
}

/* Columns of a count. */
enum {
	COUNT_BOX = 10,
	COUNT_VALUE_WIDTH = 17,
	COUNT_UNIT = 8,
	COUNT_RATE_WIDTH = 14,
	COUNT_TIME_WIDTH = 13,
	METRIC_VALUE_WIDTH = 21,
	METRIC_UNIT = 13
};

static void count_heading(struct output *output, bool intervals)
{
	struct line line = line_start(output);

	if (intervals)
		line_format(&line, "%*s  ", COUNT_TIME_WIDTH, "until");
	if (output->several_sockets)
		line_string(&line, "socket  ");
	line_format(&line, "%-*s%*s %-*s%*s%*s  event", COUNT_BOX, "box", COUNT_VALUE_WIDTH, "value", COUNT_UNIT,
		    "unit", COUNT_RATE_WIDTH, "rate", COUNT_TIME_WIDTH, "counted for");
	line_end(&line);
}

static void put_time(struct line *line, uint64_t ns)
{
	line_format(line, "%*llu.%03u ms", COUNT_TIME_WIDTH - 7, (unsigned long long)(ns / 1000000),
		    (unsigned)(ns / 1000 % 1000));
}

/* Millions a second, to three places. Values too large to be scaled in 64 bits lose low bits that a
 * rate does not show. */
static void put_rate(struct line *line, uint64_t value, uint64_t ns)
{
	const uint64_t scale = 1000000;
	uint64_t thousands;

	if (!ns) {
		line_format(line, "%*s", COUNT_RATE_WIDTH, "-");
		return;
	}
	thousands = value <= UINT64_MAX / scale ? value * scale / ns : value / max_u64(ns / scale, 1);
	line_format(line, "%*llu.%03u M/s", COUNT_RATE_WIDTH - 8, (unsigned long long)(thousands / 1000),
		    (unsigned)(thousands % 1000));
}

static void text_count(struct output *output, const struct count_record *count)
{
	struct line line = line_start(output);

	if (output->last_kind != KIND_COUNT)
		count_heading(output, count->at_ns);
	if (count->at_ns) {
		put_time(&line, count->at_ns);
		line_string(&line, "  ");
	}
	if (count->sockets)
		line_string(&line, "   all  ");
	else if (output->several_sockets)
		line_format(&line, "%6u  ", count->socket);
	line_format(&line, "%-*s%*llu %-*s", COUNT_BOX, count->box, COUNT_VALUE_WIDTH, (unsigned long long)count->value,
		    COUNT_UNIT, count->unit);
	put_rate(&line, count->value, count->time_ns);
	put_time(&line, count->time_ns);
	line_string(&line, "  ");
	line_string(&line, count->event);
	line_end(&line);
}

static void metric_heading(struct output *output, bool intervals)
{
	struct line line = line_start(output);

	if (intervals)
		line_format(&line, "%*s  ", COUNT_TIME_WIDTH, "until");
	if (output->several_sockets)
		line_string(&line, "socket  ");
	line_format(&line, "%-*s%*s %-*s%s", COUNT_BOX, "box", METRIC_VALUE_WIDTH, "value", METRIC_UNIT, "unit",
		    "metric");
	line_end(&line);
}

static void text_metric(struct output *output, const struct metric_record *metric)
{
	struct line line = line_start(output);
	char bytes[40];
	struct text value = TEXT_OVER(bytes);

	if (output->last_kind != KIND_METRIC)
		metric_heading(output, metric->at_ns);
	if (metric->at_ns) {
		put_time(&line, metric->at_ns);
		line_string(&line, "  ");
	}
	if (output->several_sockets)
		line_format(&line, "%6u  ", metric->socket);
	if (ratio_known(metric->value))
		ratio_text(metric->value, 3, &value);
	else
		text_string(&value, "n/a");
	line_format(&line, "%-*s%*s %-*s", COUNT_BOX, metric->box ? metric->box : "socket", METRIC_VALUE_WIDTH, bytes,
		    METRIC_UNIT, metric->unit);
	line_string(&line, metric->metric);
	line_end(&line);
}

static void sample_values(struct output *output, const struct sample_record *sample)
{
	for (unsigned i = 0; i < sample->value_count; i++) {
		struct line line = line_start(output);

		line_format(&line, "%20llu  ", (unsigned long long)sample->values[i].value);
		line_string(&line, sample->values[i].event);
		line_end(&line);
	}
}

static void sample_origin(struct line *line, const struct sample_record *sample)
{
	line_string(line, "  overflow");
	for (unsigned i = 0; i < sample->overflow_count; i++) {
		line_char(line, ' ');
		line_string(line, sample->overflow[i]);
	}
	if (!sample->overflow_count)
		line_string(line, " of no counter");
	line_format(line, "  (%s PMI, %s", sample_pmi(sample),
		    sample->frozen_by_hardware ? "frozen by hardware" : "stopped by software");
	if (sample->skew_ns)
		line_format(line, ", skew %llu ns", (unsigned long long)sample->skew_ns);
	line_string(line, ")");
}

static void text_sample(struct output *output, const struct sample_record *sample)
{
	struct line line = line_start(output);

	line_format(&line, "sample %-5llu", (unsigned long long)sample->seq);
	if (output->several_sockets)
		line_format(&line, " socket %u", sample->socket);
	line_format(&line, " cpu %u  ip ", sample->cpu);
	line_hex(&line, sample->ip, 0);
	if (sample->symbol)
		line_format(&line, " %s", sample->symbol);
	line_format(&line, "  %s %llu", sample->posted ? "tb" : "tsc", (unsigned long long)sample->ticks);
	if (!sample->posted)
		sample_origin(&line, sample);
	line_end(&line);
	sample_values(output, sample);
}

static void text_plan(struct output *output, uint32_t checks)
{
	struct line line = line_start(output);

	line_format(&line, "%u check%s", checks, checks == 1 ? "" : "s");
	line_end(&line);
}

/* "     expected 0x..." */
static struct line evidence_line(struct output *output, const char *name)
{
	struct line line = line_start(output);

	line_format(&line, "     %-9s", name);
	return line;
}

static void evidence_number(struct output *output, const char *name, uint64_t value)
{
	struct line line = evidence_line(output, name);

	line_hex(&line, value, 16);
	line_end(&line);
}

static void evidence_string(struct output *output, const char *name, const char *value)
{
	struct line line = evidence_line(output, name);

	line_string(&line, value ? value : "-");
	line_end(&line);
}

static void put_values(struct output *output, const struct check_evidence *evidence)
{
	struct evidence_value values[EVIDENCE_VALUES];
	unsigned count = evidence_values(evidence, values);

	if (!count)
		evidence_string(output, "got", outcome_name((enum outcome)evidence->outcome));
	for (unsigned i = 0; i < count; i++)
		evidence_number(output, values[i].name, values[i].value);
}

static void put_evidence(struct output *output, const struct check_evidence *evidence)
{
	struct line line;

	evidence_string(output, "box", evidence->box);
	evidence_string(output, "register", evidence->reg);
	line = evidence_line(output, "address");
	line_location(&line, &evidence->where);
	if (output->several_sockets)
		line_format(&line, ", socket %u", evidence->where.socket);
	line_end(&line);
	put_values(output, evidence);
	evidence_string(output, "fact", evidence->fact);
	if (evidence->fact_of)
		evidence_string(output, "fact_of", evidence->fact_of);
	if (evidence->advice)
		evidence_string(output, "advice", evidence->advice);
}

static void text_check(struct output *output, const struct check_record *check)
{
	static const char *const words[] = {[CHECK_PASS] = "PASS ", [CHECK_FAIL] = "FAIL ", [CHECK_SKIP] = "SKIP "};
	struct line line = line_start(output);

	line_string(&line, words[check->result]);
	line_string(&line, check->id);
	if (*check->message) {
		line_string(&line, ": ");
		line_string(&line, check->message);
	}
	line_end(&line);
	if (check->evidence)
		put_evidence(output, check->evidence);
}

static void item_pairs(struct output *output, const char *kind, const struct record_pair *pairs)
{
	struct line line = line_start(output);

	line_string(&line, kind);
	for (; pairs->name; pairs++) {
		line_char(&line, ' ');
		line_string(&line, pairs->name);
		line_char(&line, '=');
		if (pairs->string)
			line_string(&line, pairs->string);
		else
			line_format(&line, "%llu", (unsigned long long)pairs->number);
	}
	line_end(&line);
}

static void text_item(struct output *output, const char *kind, const struct record_pair *pairs, const char *text)
{
	if (text && *text)
		put_message(output, "", text);
	else if (text)
		put_line(output, "", slice_of(""));
	else
		item_pairs(output, kind, pairs);
}

static void operation_effect(struct line *line, const struct operation *operation)
{
	switch ((enum operation_kind)operation->kind) {
	case OPERATION_READ:
	case OPERATION_TICKS: line_format(line, "-> slot %u", operation->slot); break;
	case OPERATION_WRITE: line_hex(line, operation->value, 16); break;
	case OPERATION_WRITE_SLOT:
		line_hex(line, operation->value, 16);
		line_format(line, " | slot %u & ", operation->slot);
		line_hex(line, operation->mask, 0);
		break;
	case OPERATION_CHECK:
		line_hex(line, operation->value, 16);
		line_string(line, " under mask ");
		line_hex(line, operation->mask, 0);
		break;
	}
	if (operation->guard == NO_GUARD)
		return;
	line_format(line, "  if slot %u & ", operation->guard);
	line_hex(line, operation->guard_mask, 0);
}

static void text_operation(struct output *output, const struct operation_record *record)
{
	const struct operation *operation = record->operation;
	struct line line = line_start(output);

	line_string(&line, record->program);
	line_to(&line, 8);
	line_string(&line, operation_name(operation));
	line_to(&line, 14);
	line_register(&line, record->machine, &operation->where);
	line_to(&line, output->several_sockets ? 42 : 33);
	line_location(&line, &operation->where);
	line_to(&line, output->several_sockets ? 56 : 47);
	operation_effect(&line, operation);
	line_end(&line);
}

static void text_note(struct output *output, const char *message)
{
	put_message(output, "note:  ", message);
}

static void text_error(struct output *output, enum verdict verdict, const char *message)
{
	static const char *const words[] = {[VERDICT_PASS] = "note:  ",
					    [VERDICT_FAIL] = "failed: ",
					    [VERDICT_ERROR] = "error: ",
					    [VERDICT_TIMEOUT] = "timeout: ",
					    [VERDICT_CRASH] = "crash: "};

	put_message(output, words[verdict], message);
}

static void text_complaint(struct output *output, const struct complaint *complaint, struct slice string)
{
	char bytes[1024];
	struct text text = TEXT_OVER(bytes);

	complaint_text(complaint, string, &text);
	put_message(output, "error: ", bytes);
}

/* What the numbers of the end record do not say by themselves. */
static const char *end_remark(const struct output *output)
{
	if (output->verdict == VERDICT_PASS)
		return output->planned ? "" : " (no checks run)";
	return output->verdict == VERDICT_FAIL && output->failed ? "" : " (see above)";
}

static void text_end(struct output *output)
{
	struct line line = line_start(output);

	line_format(&line, "%s: %u passed, %u failed, %u skipped%s", verdict_name(output->verdict), output->passed,
		    output->failed, output->skipped, end_remark(output));
	line_end(&line);
}

const struct form form_text = {.count = text_count,
			       .metric = text_metric,
			       .sample = text_sample,
			       .plan = text_plan,
			       .check = text_check,
			       .item = text_item,
			       .operation = text_operation,
			       .note = text_note,
			       .error = text_error,
			       .complaint = text_complaint,
			       .end = text_end};
