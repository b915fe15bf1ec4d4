/* SPDX-License-Identifier: BSD-2-Clause */
/* What records mean for the verdict; how they look is each form's business. */
#include "core/record/record.h"

#include "core/record/record_form.h"
#include "lib/text.h"

static const struct form *const forms[] = {
	[FORM_TEXT] = &form_text, [FORM_JSON] = &form_json, [FORM_KTAP] = &form_ktap};

static const struct form *form_of(const struct output *output)
{
	return forms[output->form];
}

static void worsen(struct output *output, enum verdict verdict)
{
	if (output->verdict < verdict)
		output->verdict = (uint8_t)verdict;
}

static bool form_by_name(struct slice name, struct form_choice *choice)
{
	static const char *const names[] = {[FORM_TEXT] = "text", [FORM_JSON] = "json", [FORM_KTAP] = "ktap"};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (!slice_is(name, names[i]))
			continue;
		choice->form = (uint8_t)i;
		choice->given = true;
		return true;
	}
	return false;
}

bool form_choice_read(struct slice value, struct form_choice *choice)
{
	*choice = (struct form_choice){.form = FORM_TEXT};
	while (value.at) {
		struct slice name = slice_cut(&value, ',');

		if (slice_is(name, "framed") && !choice->framed)
			choice->framed = true;
		else if (choice->given || !form_by_name(name, choice))
			return false;
	}
	return true;
}

const char *verdict_name(enum verdict verdict)
{
	static const char *const names[] = {[VERDICT_PASS] = "pass",
					    [VERDICT_FAIL] = "fail",
					    [VERDICT_ERROR] = "error",
					    [VERDICT_TIMEOUT] = "timeout",
					    [VERDICT_CRASH] = "crash"};

	return names[verdict];
}

void output_start(struct output *output, void (*write)(void *, const char *, size_t), void *context,
		  enum record_form form)
{
	*output = (struct output){.write = write, .context = context};
	output_form(output, form);
}

void output_form(struct output *output, enum record_form form)
{
	output->form = (uint8_t)form;
	output->end_form = (uint8_t)form;
}

/* ---- a record, in the console's form and, if records are kept, as JSON beside it --------------------- */

typedef void say_record(const struct form *form, struct output *output, const void *record);

static void emit(struct output *output, enum record_kind kind, say_record *say, const void *record)
{
	struct output kept = *output;

	say(form_of(output), output, record);
	output->last_kind = (uint8_t)kind;
	if (!output->keep)
		return;
	kept.write = output->keep;
	kept.context = output->keep_context;
	say(&form_json, &kept, record);
}

static void say_count(const struct form *form, struct output *output, const void *record)
{
	form->count(output, record);
}

static void say_metric(const struct form *form, struct output *output, const void *record)
{
	form->metric(output, record);
}

static void say_sample(const struct form *form, struct output *output, const void *record)
{
	form->sample(output, record);
}

static void say_plan(const struct form *form, struct output *output, const void *record)
{
	const uint32_t *checks = record;

	form->plan(output, *checks);
}

static void say_check(const struct form *form, struct output *output, const void *record)
{
	form->check(output, record);
}

struct item {
	const char *kind;
	const struct record_pair *pairs;
	const char *text;
};

static void say_item(const struct form *form, struct output *output, const void *record)
{
	const struct item *item = record;

	form->item(output, item->kind, item->pairs, item->text);
}

static void say_operation(const struct form *form, struct output *output, const void *record)
{
	form->operation(output, record);
}

struct remark {
	const char *message;
	enum verdict verdict;
};

static void say_note(const struct form *form, struct output *output, const void *record)
{
	const struct remark *remark = record;

	form->note(output, remark->message);
}

static void say_error(const struct form *form, struct output *output, const void *record)
{
	const struct remark *remark = record;

	form->error(output, remark->verdict, remark->message);
}

struct refusal {
	const struct complaint *complaint;
	struct slice string;
};

static void say_complaint(const struct form *form, struct output *output, const void *record)
{
	const struct refusal *refusal = record;

	form->complaint(output, refusal->complaint, refusal->string);
}

static void say_end(const struct form *form, struct output *output, const void *record)
{
	(void)record;
	form->end(output);
}

/* ---- records -------------------------------------------------------------------------------------------- */

void record_count(struct output *output, const struct count_record *count)
{
	output->results++;
	emit(output, KIND_COUNT, say_count, count);
}

void record_metric(struct output *output, const struct metric_record *metric)
{
	output->results++;
	emit(output, KIND_METRIC, say_metric, metric);
}

void record_sample(struct output *output, const struct sample_record *sample)
{
	output->results++;
	emit(output, KIND_SAMPLE, say_sample, sample);
}

void record_plan(struct output *output, uint32_t checks)
{
	output->planned += checks;
	output->check_number = 0;
	emit(output, (enum record_kind)output->last_kind, say_plan, &checks);
	if (!checks)
		record_error(output, VERDICT_ERROR, "no checks to run");
}

void record_check(struct output *output, const char *id, enum check_result result, const char *message,
		  const struct check_evidence *evidence)
{
	struct check_record check = {id, message ? message : "", evidence, result};

	output->check_number++;
	switch (result) {
	case CHECK_PASS: output->passed++; break;
	case CHECK_SKIP: output->skipped++; break;
	case CHECK_FAIL:
		output->failed++;
		worsen(output, VERDICT_FAIL);
		break;
	}
	if (result != CHECK_SKIP)
		output->results++;
	emit(output, KIND_CHECK, say_check, &check);
}

void record_item(struct output *output, const char *kind, const struct record_pair *pairs, const char *text)
{
	struct item item = {kind, pairs, text};

	emit(output, KIND_ITEM, say_item, &item);
}

void record_operation(struct output *output, const struct machine *machine, const char *program,
		      const struct operation *operation)
{
	struct operation_record record = {machine, program, operation};

	emit(output, KIND_OPERATION, say_operation, &record);
}

/* Room for the longest remark; a longer one is marked as cut. */
#define MESSAGE_SIZE 512

static void write_message(struct text *text, const char *format, va_list arguments)
{
	static const char cut[] = " [...]";

	text->size -= sizeof(cut) - 1;
	text_format_list(text, format, arguments);
	text->size += sizeof(cut) - 1;
	if (text->truncated)
		text_string(text, cut);
}

void record_note(struct output *output, const char *format, ...)
{
	char message[MESSAGE_SIZE];
	struct text text = TEXT_OVER(message);
	struct remark remark = {message, VERDICT_PASS};
	va_list arguments;

	va_start(arguments, format);
	write_message(&text, format, arguments);
	va_end(arguments);
	emit(output, KIND_REMARK, say_note, &remark);
}

void record_error(struct output *output, enum verdict verdict, const char *format, ...)
{
	char message[MESSAGE_SIZE];
	struct text text = TEXT_OVER(message);
	struct remark remark = {message, verdict};
	va_list arguments;

	va_start(arguments, format);
	write_message(&text, format, arguments);
	va_end(arguments);
	worsen(output, verdict);
	emit(output, KIND_REMARK, say_error, &remark);
}

void record_complaint(struct output *output, const struct complaint *complaint, struct slice string)
{
	struct refusal refusal = {complaint, string};

	worsen(output, VERDICT_ERROR);
	emit(output, KIND_REMARK, say_complaint, &refusal);
}

/* A check that was promised and never reported must not look like one that passed. */
static void account_for_plan(struct output *output)
{
	uint32_t ran = output->passed + output->failed + output->skipped;

	if (output->planned > ran) {
		uint32_t missing = output->planned - ran;

		output->failed += missing;
		record_error(output, VERDICT_FAIL, "%u of %u planned checks did not run", missing, output->planned);
		return;
	}
	if (output->planned && output->skipped == output->planned)
		record_error(output, VERDICT_ERROR, "all %u checks were skipped: nothing was tested", output->planned);
}

enum verdict record_end(struct output *output)
{
	output->form = output->end_form;
	account_for_plan(output);
	emit(output, KIND_NONE, say_end, NULL);
	return output->verdict;
}
