/* SPDX-License-Identifier: BSD-2-Clause */
/* Every event of every list by its numbers, as perf writes them and as a register value: both mean what the name means,
 * and the canonical string of numbers is the name again. */
#include "core/event/encode.h"
#include "lib/parse.h"
#include "lib/text.h"
#include "tests/unit/support/unit.h"

/* What events need to be given that have no value of their own. */
static const char *const given[] = {"",
				    ":nf=0x1",
				    ":ff=0x1",
				    ":opc=0x182",
				    ":opc=0x182:nf=0x1",
				    ":state=0x1f:nf=0x1",
				    ":lo_addr=0x1:hi_addr=0x1:opc=0x1"};

/* Strings of which numbers have another name, or none: globs. */
static const char *const apart[][2] = {
	{"*::RETRIES:FVID", "the field that tells it from ALL was not found"},
	{"*::UNC_C_LLC_LOOKUP:*STATE_*", "a number of the filter's is shown as it is"},
	{"ivbep_unc_irp::*", "IRP0 and IRP1 have the same numbers: a counter must be named to tell which"},
	{"hswep_unc_irp::*", "IRP0 and IRP1, again"},
	{"bdx_unc_irp::*", "IRP0 and IRP1, again"},
	{"knl::LLC_*", "the architecture's name of what L2_REQUESTS is"},
	{"knl::UNHALTED_CORE_CYCLES", "the same of CPU_CLK_UNHALTED:THREAD_P, but a fixed counter has this"},
	{"knl::INST_RETIRED:ANY_P", "the same of INSTRUCTION_RETIRED, which a fixed counter has"},
	{"knl::PAGE_WALKS:*WALKS*", "edges of what CYCLES are, by their numbers"},
	{"knl::OFFCORE_RESPONSE_?:*", "umasks in a register of their own have no numbers"},
};

enum spelling { PERF, RAW };

/* ---- strings ----------------------------------------------------------------------------------------- */

static void put_box(const struct event_config *config, enum spelling spelling, struct text *text)
{
	text_string(text, spelling == PERF ? config->type->perf : config->type->name);
	if (config->type->instances > 1)
		text_string(text, spelling == PERF ? "_0" : "0");
}

static uint64_t value_of(const struct field *field, uint64_t value)
{
	return (value & field_mask(field)) >> field->low;
}

/* What perf calls by a field's name: of the umask the bits above it as well. */
static uint64_t number_of(const struct register_layout *layout, const struct field *field, uint64_t select)
{
	const struct field *above = layout_field(layout, FIELD_UMASK_ABOVE);
	uint64_t value = value_of(field, select);

	return field->kind == FIELD_UMASK && above ? value | value_of(above, select) << field->width : value;
}

/* "/event=0x15,umask=0x1" */
static void put_select(const struct register_layout *layout, uint64_t select, struct text *text)
{
	const struct field *event = layout_field(layout, FIELD_EVENT), *above = layout_field(layout, FIELD_CODE_ABOVE);
	uint64_t code = value_of(event, select) | (above ? value_of(above, select) << event->width : 0);

	text_format(text, "/%s=0x%llx", event->perf ? event->perf : "event", (unsigned long long)code);
	for (unsigned i = 0; i < layout->field_count; i++) {
		const struct field *field = &layout->fields[i];
		const char *name = field->perf ? field->perf : field->kind == FIELD_UMASK ? "umask" : NULL;

		if (name && field != event && field->kind != FIELD_CODE_ABOVE && number_of(layout, field, select))
			text_format(text, ",%s=0x%llx", name, (unsigned long long)number_of(layout, field, select));
	}
}

/* Whether it is the enable of other filters, which is set when they are. */
static bool is_gate(const struct box_type *type, const struct register_row *row)
{
	for (unsigned i = 0; i < type->filter_register_count; i++)
		if (type->filter_registers[i].gate && &type->registers[type->filter_registers[i].gate - 1] == row)
			return true;
	return false;
}

/* A filter register, whole or by its fields. False: it has no spelling. */
static bool put_filter(const struct box_type *type, const struct encoded *filter, enum spelling spelling,
		       struct text *text)
{
	const struct filter_register *filter_register = box_filter_register(type, filter->row);
	const char *before = spelling == PERF ? "," : ":";

	if (filter_register && filter_register->modifier) {
		text_format(text, "%s%s=0x%llx", before, filter_register->modifier, (unsigned long long)filter->value);
		return true;
	}
	for (unsigned i = 0; i < filter->row->layout->field_count; i++) {
		const struct field *field = &filter->row->layout->fields[i];
		const char *name = spelling == PERF ? field->perf : field->modifier;
		uint64_t value = value_of(field, filter->value);

		/* One that is to be given may have the value 0. */
		if (value && !name)
			return false;
		if (value)
			text_format(text, "%s%s=0x%llx", before, name, (unsigned long long)value);
	}
	return true;
}

static bool spell(const struct encoding *encoding, enum spelling spelling, struct text *text)
{
	const struct box_type *type = encoding->config.type;
	unsigned counters = encoding->config.counters & ~(unsigned)EVENT_FIXED_MASK;

	put_box(&encoding->config, spelling, text);
	if (spelling == PERF)
		put_select(encoding->registers[0].row->layout, encoding->registers[0].value, text);
	else
		text_format(text, ":0x%llx", (unsigned long long)encoding->config.select);
	for (unsigned i = 1; i < encoding->count; i++)
		if (!is_gate(type, encoding->registers[i].row) &&
		    !put_filter(type, &encoding->registers[i], spelling, text))
			return false;
	/* Where each counter has codes of its own. */
	if (count_bits(counters) == 1 && type->counters > 1)
		for (unsigned i = 0; i < type->counters; i++)
			if (counters >> i & 1)
				text_format(text, "%scounter=%u", spelling == PERF ? "," : ":", i);
	if (spelling == PERF)
		text_char(text, '/');
	return !text->truncated;
}

/* ---- what they mean ---------------------------------------------------------------------------------- */

static bool same(const struct encoding *a, const struct encoding *b)
{
	if (a->count != b->count || a->config.counters != b->config.counters)
		return false;
	for (unsigned i = 0; i < a->count; i++)
		if (a->registers[i].row != b->registers[i].row || a->registers[i].index != b->registers[i].index ||
		    a->registers[i].value != b->registers[i].value)
			return false;
	return true;
}

static void canonical_of(const struct encoding *encoding, char bytes[256])
{
	struct text text = text_over(bytes, 256);

	event_canonical(&encoding->config, 0, &text);
}

static bool is_apart(const char *name)
{
	for (unsigned i = 0; i < ARRAY_SIZE(apart); i++)
		if (glob_match(slice_of(apart[i][0]), name))
			return true;
	return false;
}

/* True if the list has another name for the same thing: a number is then called by either. */
static bool has_twin(const struct encoding *encoding)
{
	const struct box_type *type = encoding->config.type;
	const struct event *own = encoding->config.event;
	unsigned twins = 0;

	for (unsigned i = 0; own && i < type->event_count; i++) {
		const struct event *other = &type->events[i];

		twins += other->code == own->code && other->umask == own->umask && other->counters == own->counters &&
			 other->requirements == own->requirements && !((other->flags ^ own->flags) & EVENT_FIXED);
	}
	return twins > 1;
}

static void check_spelling(const struct processor *processor, const struct encoding *named, enum spelling spelling,
			   unsigned *count)
{
	char bytes[512], canonical[256], name[256];
	struct text text = TEXT_OVER(bytes);
	struct diagnostic diagnostic;
	struct encoding numbered;

	canonical_of(named, name);
	if (is_apart(name))
		return;
	if (!spell(named, spelling, &text))
		fail_msg("%s has no numbers", name);
	if (!encode_event(processor, slice_of(bytes), &numbered, &diagnostic))
		fail_msg("%s (%s): %s; %s", bytes, name, diagnostic.reason, diagnostic.hint);
	if (!same(named, &numbered))
		fail_msg("%s is not %s", bytes, name);
	canonical_of(&numbered, canonical);
	if (!has_twin(named))
		assert_string_equal(canonical, name);
	else if (!encode_event(processor, slice_of(canonical), &numbered, &diagnostic) || !same(named, &numbered))
		fail_msg("%s is called %s", name, canonical);
	(*count)++;
}

static bool encode_row(const struct processor *processor, const struct box_type *type, const struct event *event,
		       struct encoding *encoding)
{
	char bytes[256];
	struct diagnostic diagnostic;

	for (unsigned i = 0; i < ARRAY_SIZE(given); i++) {
		struct text text = TEXT_OVER(bytes);

		text_format(&text, "%s%s::", type->pmu, type->instances > 1 ? "0" : "");
		event_row_name(processor, event, &text);
		text_string(&text, given[i]);
		if (encode_event(processor, slice_of(bytes), encoding, &diagnostic))
			return true;
	}
	return false;
}

static unsigned check_processor(const struct processor *processor)
{
	unsigned count = 0;

	for (unsigned i = 0; i < processor->type_count; i++)
		for (unsigned j = 0; j < processor->types[i]->event_count; j++) {
			const struct event *event = &processor->types[i]->events[j];
			struct encoding encoding;

			if (!(event->counters & ~EVENT_FIXED_MASK) ||
			    !encode_row(processor, processor->types[i], event, &encoding))
				continue;
			check_spelling(processor, &encoding, PERF, &count);
			check_spelling(processor, &encoding, RAW, &count);
		}
	return count;
}

TEST(numbers_mean_what_names_mean)
{
	for (const struct processor *const *at = processors; *at; at++)
		assert_true(check_processor(*at) > 900);
}
