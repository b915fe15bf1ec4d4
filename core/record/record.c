/* SPDX-License-Identifier: BSD-2-Clause */
/* Collects records, passes them on in the chosen form, and derives the verdict from them. */
#include "core/record/record.h"

#include "core/record/record_form.h"
#include "lib/memory.h"

typedef void write_record(struct output *output, const struct record *record);

static const struct {
	const char *name;
	write_record *write;
} forms[] = {
	[FORM_TEXT] = {"text", record_as_text},
	[FORM_JSON] = {"json", record_as_json},
	[FORM_KTAP] = {"ktap", record_as_ktap},
};

bool form_choice_read(struct slice value, struct form_choice *choice)
{
	*choice = (struct form_choice){.form = FORM_TEXT};
	while (value.at) {
		struct slice name = slice_cut(&value, ',');
		size_t form = 0;

		if (slice_is(name, "framed") && !choice->framed) {
			choice->framed = true;
			continue;
		}
		while (form < ARRAY_SIZE(forms) && !slice_is(name, forms[form].name))
			form++;
		if (choice->given || form == ARRAY_SIZE(forms))
			return false;
		choice->form = (uint8_t)form;
		choice->given = true;
	}
	return true;
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

/* ---- a record -------------------------------------------------------------------------------------------- */

static const char cut[] = " [...]";

void record_begin(struct record *record, struct output *output, const char *kind)
{
	record->output = output;
	record->kind = kind;
	record->field_count = 0;
	record->aside = record->composing = false;
	record->used = 0;
}

/* Ends the text that is being composed, if any. */
static void close_text(struct record *record)
{
	struct text *text = &record->text;

	if (!record->composing)
		return;
	record->composing = false;
	text->size += sizeof(cut) - 1;
	if (text->truncated)
		text_string(text, cut);
	record->used += text->length + 1;
}

static struct record_field *add_field(struct record *record, const char *name, enum record_type type)
{
	struct record_field *field = &record->fields[record->field_count];

	close_text(record);
	if (record->field_count < RECORD_FIELDS)
		record->field_count++;
	else
		field[-1] = (struct record_field){.name = "cut", .text = "more fields than there is room for"};
	*field = (struct record_field){.name = name, .type = (uint8_t)type, .aside = record->aside};
	return field;
}

void record_text(struct record *record, const char *name, const char *text)
{
	add_field(record, name, RECORD_TEXT)->text = text ? text : "-";
}

void record_u64(struct record *record, const char *name, uint64_t number)
{
	add_field(record, name, RECORD_NUMBER)->number = number;
}

void record_hex(struct record *record, const char *name, uint64_t number)
{
	add_field(record, name, RECORD_HEX)->number = number;
}

void record_ratio(struct record *record, const char *name, struct ratio ratio)
{
	add_field(record, name, RECORD_RATIO)->ratio = ratio;
}

void record_names(struct record *record, const char *name, const char *const *names, unsigned count)
{
	struct record_field *field = add_field(record, name, RECORD_NAMES);

	field->names = names;
	field->count = (uint16_t)count;
}

void record_values(struct record *record, const char *name, const struct sample_value *values, unsigned count)
{
	struct record_field *field = add_field(record, name, RECORD_VALUES);

	field->values = values;
	field->count = (uint16_t)count;
}

/* Space for the mark of a cut text is reserved. */
struct text *record_compose(struct record *record, const char *name)
{
	struct record_field *field = add_field(record, name, RECORD_TEXT);
	size_t capacity = sizeof(record->bytes) - record->used;

	if (capacity < sizeof(cut)) {
		field->text = cut + 1;
		record->text = text_over(record->bytes + sizeof(record->bytes) - 1, 1);
		return &record->text;
	}
	record->text = text_over(record->bytes + record->used, capacity - (sizeof(cut) - 1));
	record->composing = true;
	field->text = record->text.at;
	return &record->text;
}

static void compose_list(struct record *record, const char *name, const char *format, va_list arguments)
{
	text_format_list(record_compose(record, name), format, arguments);
}

void record_format(struct record *record, const char *name, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	compose_list(record, name, format, arguments);
	va_end(arguments);
}

void record_location(struct record *record, const struct location *where)
{
	record_text(record, "space", space_name(where->space));
	record_hex(record, "address", where->address);
	record_u64(record, "socket", where->socket);
}

void record_aside(struct record *record)
{
	record->aside = true;
}

const struct record_field *record_find(const struct record *record, const char *name)
{
	for (unsigned i = 0; i < record->field_count; i++)
		if (!strcmp(record->fields[i].name, name))
			return &record->fields[i];
	return NULL;
}

const char *record_text_of(const struct record *record, const char *name)
{
	const struct record_field *field = record_find(record, name);

	return field && field->type == RECORD_TEXT ? field->text : "";
}

static bool is_for_programs(const struct record *record)
{
	return record->field_count && !record->fields[0].aside;
}

static bool is_of_note(const struct record *record)
{
	static const char *const kinds[] = {"error", "complaint", "last_run", "denied", "power", "error_bank", "end"};

	if (!strcmp(record->kind, "check"))
		return !strcmp(record_text_of(record, "result"), "fail");
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (!strcmp(record->kind, kinds[i]))
			return true;
	return false;
}

/* Writes the record to the console in the current form and, if results are kept, as JSON to the results file. */
void record_end(struct record *record)
{
	struct output *output = record->output;
	struct output kept = *output;

	close_text(record);
	output->matters = is_of_note(record);
	if (output->form == FORM_TEXT || is_for_programs(record))
		forms[output->form].write(output, record);
	output->matters = false;
	if (!output->keep || !is_for_programs(record))
		return;
	kept.write = output->keep;
	kept.context = output->keep_context;
	record_as_json(&kept, record);
}

/* ---- remarks --------------------------------------------------------------------------------------------- */

void record_prose(struct output *output, const char *text)
{
	struct record record;

	record_begin(&record, output, "prose");
	record_aside(&record);
	record_text(&record, "text", text);
	record_end(&record);
}

void record_note(struct output *output, const char *format, ...)
{
	struct record record;
	va_list arguments;

	record_begin(&record, output, "note");
	va_start(arguments, format);
	compose_list(&record, "message", format, arguments);
	va_end(arguments);
	record_end(&record);
}

static void worsen(struct output *output, enum verdict verdict)
{
	if (output->verdict < verdict)
		output->verdict = (uint8_t)verdict;
}

/* Worsens the verdict for a reason other than a check. */
static void worsen_elsewhere(struct output *output, enum verdict verdict)
{
	output->elsewhere |= verdict != VERDICT_PASS;
	worsen(output, verdict);
}

void record_error(struct output *output, enum verdict verdict, const char *format, ...)
{
	static const char *const words[] = {[VERDICT_PASS] = "note:  ",
					    [VERDICT_FAIL] = "failed: ",
					    [VERDICT_ERROR] = "error: ",
					    [VERDICT_TIMEOUT] = "timeout: ",
					    [VERDICT_CRASH] = "crash: "};
	struct record record;
	va_list arguments;

	worsen_elsewhere(output, verdict);
	record_begin(&record, output, "error");
	record_text(&record, "result", verdict_name(verdict));
	va_start(arguments, format);
	compose_list(&record, "message", format, arguments);
	va_end(arguments);
	record_aside(&record);
	record_text(&record, "word", words[verdict]);
	record_end(&record);
}

void record_diagnostic(struct output *output, const struct diagnostic *diagnostic, struct slice string)
{
	struct record record;

	worsen_elsewhere(output, VERDICT_ERROR);
	record_begin(&record, output, "complaint");
	record_format(&record, "event", "%.*s", (int)string.length, string.at);
	record_u64(&record, "column", diagnostic->column);
	record_u64(&record, "length", diagnostic->length);
	record_text(&record, "reason", diagnostic->reason);
	record_text(&record, "hint", diagnostic->hint);
	record_aside(&record);
	diagnostic_text(diagnostic, string, record_compose(&record, "text"));
	record_end(&record);
}

/* ---- checks, and the verdict ------------------------------------------------------------------------------ */

const char *verdict_name(enum verdict verdict)
{
	static const char *const names[] = {[VERDICT_PASS] = "pass",
					    [VERDICT_FAIL] = "fail",
					    [VERDICT_ERROR] = "error",
					    [VERDICT_TIMEOUT] = "timeout",
					    [VERDICT_CRASH] = "crash"};

	return names[verdict];
}

void record_plan(struct output *output, uint32_t checks)
{
	struct record record;

	output->planned += checks;
	record_begin(&record, output, "plan");
	record_u64(&record, "checks", checks);
	record_aside(&record);
	record_text(&record, "plural", checks == 1 ? "" : "s");
	record_end(&record);
	if (!checks)
		record_error(output, VERDICT_ERROR, "no checks to run");
}

/* A hypervisor may hide hardware: that must be ruled out before a part is blamed. */
static void add_advice(struct record *record, const struct check_evidence *evidence)
{
	if (!evidence->hypervisor || !*evidence->hypervisor) {
		if (evidence->advice)
			record_text(record, "advice", evidence->advice);
		return;
	}
	text_format(
		record_compose(record, "advice"),
		"run this on the board itself first: the hypervisor %s is in between, and may hide what is there%s%s",
		evidence->hypervisor, evidence->advice ? "; then: " : "", evidence->advice ? evidence->advice : "");
	record_text(record, "hypervisor", evidence->hypervisor);
}

/* If both values are equal, the message explains the failure and only `got` is shown. */
static void add_evidence(struct record *record, const struct check_evidence *evidence)
{
	const uint64_t difference = evidence->expected ^ evidence->got;

	record_text(record, "box", evidence->box);
	record_text(record, "register", evidence->reg);
	record_location(record, &evidence->where);
	if (evidence->outcome != OUTCOME_OK) {
		record_text(record, "got", outcome_name((enum outcome)evidence->outcome));
	} else {
		if (difference)
			record_hex(record, "expected", evidence->expected);
		record_hex(record, "got", evidence->got);
		if (difference)
			record_hex(record, "xor", difference);
	}
	record_text(record, "fact", evidence->fact);
	if (evidence->fact_of)
		record_text(record, "fact_of", evidence->fact_of);
	add_advice(record, evidence);
	record_aside(record);
	location_text(&evidence->where, record_compose(record, "place"));
}

void record_check(struct output *output, const char *id, enum check_result result, const char *message,
		  const struct check_evidence *evidence, const char *because)
{
	static const struct {
		const char *name, *word;
	} results[] = {[CHECK_PASS] = {"pass", "PASS"},
		       [CHECK_FAIL] = {"fail", "FAIL"},
		       [CHECK_SKIP] = {"skip", "SKIP"},
		       [CHECK_UNTESTED] = {"untested", "UNTESTED"}};
	struct record record;

	output->results += result == CHECK_PASS || result == CHECK_FAIL;
	output->passed += result == CHECK_PASS;
	output->skipped += result == CHECK_SKIP;
	output->untested += result == CHECK_UNTESTED;
	output->failed += result == CHECK_FAIL;
	if (result == CHECK_FAIL)
		worsen(output, VERDICT_FAIL);

	record_begin(&record, output, "check");
	record_text(&record, "id", id);
	record_text(&record, "result", results[result].name);
	record_text(&record, "message", message ? message : "");
	if (because)
		record_text(&record, "because", because);
	if (evidence)
		add_evidence(&record, evidence);
	record_aside(&record);
	if (result == CHECK_FAIL || output->every_check)
		record_text(&record, "word", results[result].word);
	record_end(&record);
}

void output_lacks(struct output *output, const char *what)
{
	struct text text = {.at = output->lacks, .size = sizeof(output->lacks), .length = strlen(output->lacks)};

	text_format(&text, text.length ? ", %s" : "%s", what);
}

enum verdict output_end(struct output *output)
{
	uint32_t without = output->skipped + output->untested, ran = output->passed + output->failed + without;
	const char *remark = "";
	struct record record;

	output->form = output->end_form;
	/* A planned check that was not reported must not look like one that passed. */
	if (output->planned > ran) {
		output->failed += output->planned - ran;
		record_error(output, VERDICT_FAIL, "%u of %u planned checks did not run", output->planned - ran,
			     output->planned);
	} else if (output->planned && without == output->planned) {
		record_error(output, VERDICT_ERROR, "all %u checks were %s: nothing was tested", output->planned,
			     output->skipped ? "skipped" : "kept from being tested");
	}

	if (output->verdict == VERDICT_PASS && !output->planned)
		remark = " (done, no checks were asked for)";
	else if (output->verdict > VERDICT_FAIL || (output->verdict == VERDICT_FAIL && !output->failed))
		remark = " (see above)";

	record_begin(&record, output, "end");
	record_text(&record, "result", verdict_name(output->verdict));
	record_u64(&record, "passed", output->passed);
	record_u64(&record, "failed", output->failed);
	record_u64(&record, "skipped", output->skipped);
	if (output->untested)
		record_u64(&record, "untested", output->untested);
	if (output->lacks[0])
		record_text(&record, "lacks", output->lacks);
	record_aside(&record);
	record_text(&record, "remark", output->lacks[0] ? "" : remark);
	record_end(&record);
	return output->verdict;
}
