/* SPDX-License-Identifier: BSD-2-Clause */
/* What records mean for the verdict; how they look is each form's business. */
#include "core/record.h"

#include "core/record_form.h"
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
	static const char *const names[] = {
		[FORM_TEXT] = "text", [FORM_JSON] = "json", [FORM_KTAP] = "ktap"};

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

void record_count(struct output *output, const struct count_record *count)
{
	output->results++;
	form_of(output)->count(output, count);
	output->last_kind = KIND_COUNT;
}

void record_metric(struct output *output, const struct metric_record *metric)
{
	output->results++;
	form_of(output)->metric(output, metric);
	output->last_kind = KIND_METRIC;
}

void record_sample(struct output *output, const struct sample_record *sample)
{
	output->results++;
	form_of(output)->sample(output, sample);
	output->last_kind = KIND_SAMPLE;
}

void record_plan(struct output *output, uint32_t checks)
{
	output->planned += checks;
	output->check_number = 0;
	form_of(output)->plan(output, checks);
	if (!checks)
		record_error(output, VERDICT_ERROR, "no checks to run");
}

void record_check(struct output *output, const char *id, enum check_result result,
		  const char *message, const struct check_evidence *evidence)
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
	form_of(output)->check(output, &check);
	output->last_kind = KIND_CHECK;
}

void record_item(struct output *output, const char *kind, const struct record_pair *pairs,
		 const char *text)
{
	form_of(output)->item(output, kind, pairs, text);
	output->last_kind = KIND_ITEM;
}

void record_operation(struct output *output, const struct machine *machine, const char *program,
		      const struct operation *operation)
{
	struct operation_record record = {machine, program, operation};

	form_of(output)->operation(output, &record);
	output->last_kind = KIND_OPERATION;
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
	va_list arguments;

	va_start(arguments, format);
	write_message(&text, format, arguments);
	va_end(arguments);
	form_of(output)->note(output, message);
	output->last_kind = KIND_REMARK;
}

void record_error(struct output *output, enum verdict verdict, const char *format, ...)
{
	char message[MESSAGE_SIZE];
	struct text text = TEXT_OVER(message);
	va_list arguments;

	va_start(arguments, format);
	write_message(&text, format, arguments);
	va_end(arguments);
	worsen(output, verdict);
	form_of(output)->error(output, verdict, message);
	output->last_kind = KIND_REMARK;
}

void record_complaint(struct output *output, const struct complaint *complaint, struct slice string)
{
	worsen(output, VERDICT_ERROR);
	form_of(output)->complaint(output, complaint, string);
	output->last_kind = KIND_REMARK;
}

/* A check that was promised and never reported must not look like one that passed. */
static void account_for_plan(struct output *output)
{
	uint32_t ran = output->passed + output->failed + output->skipped;

	if (output->planned > ran) {
		uint32_t missing = output->planned - ran;

		output->failed += missing;
		record_error(output, VERDICT_FAIL, "%u of %u planned checks did not run", missing,
			     output->planned);
		return;
	}
	if (output->planned && output->skipped == output->planned)
		record_error(output, VERDICT_ERROR,
			     "all %u checks were skipped: nothing was tested", output->planned);
}

enum verdict record_end(struct output *output)
{
	output->form = output->end_form;
	account_for_plan(output);
	form_of(output)->end(output);
	return output->verdict;
}
