/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/command/list_posted.h"

#define LINE_SIZE   512
#define NUMBER_SIZE 32

static const char *const scopes[] = {
	[BOX_OF_SOCKET] = "each socket",
	[BOX_OF_CORE] = "each core",
	[BOX_OF_THREAD] = "each thread",
};

void list_posted_box(struct output *output, const struct box_type *type)
{
	char bytes[LINE_SIZE];
	struct text text = TEXT_OVER(bytes);
	const struct record_pair pairs[] = {
		{"name", type->name, 0},
		{"title", type->title, 0},
		{"pmu", type->pmu, 0},
		{"perf", type->perf, 0},
		{"scope", scopes[type->scope], 0},
		{"events", NULL, type->event_count},
		{"counter_bits", NULL, type->counter_bits},
		{"region_bytes", NULL, type->region_bytes},
		{NULL, NULL, 0},
	};

	text_format(&text, "%s: %s, %u events posted to %u KiB of memory for %s\n  perf %s, Linux %s", type->name,
		    type->title, type->event_count, type->region_bytes / 1024, scopes[type->scope], type->perf,
		    type->pmu);
	record_item(output, "box_type", pairs, bytes);
}

/* "256", "0.5"; "-" if there is none. */
static void put_scale(const struct posting *posting, struct text *text)
{
	uint64_t whole = posting->scale, unit = 1;

	if (!posting->scale) {
		text_char(text, '-');
		return;
	}
	for (unsigned i = 0; i < posting->decimals; i++) {
		whole /= 10;
		unit *= 10;
	}
	text_format(text, "%llu", (unsigned long long)whole);
	if (posting->decimals)
		text_format(text, ".%0*llu", posting->decimals, (unsigned long long)(posting->scale % unit));
}

/* "same", "0x1d8", "none"; "-" where the table alone says where it is. */
static void put_posted_at(const struct box_type *type, const struct posting *posting, struct text *text)
{
	if (type->scope != BOX_OF_SOCKET)
		text_char(text, '-');
	else if (posting->posted_at == posting->offset)
		text_string(text, "same");
	else if (posting->posted_at == POSTED_NOWHERE)
		text_string(text, "none");
	else
		text_format(text, "0x%x", posting->posted_at);
}

void list_posted_event(struct output *output, const struct processor *processor, const struct box_type *type,
		       const struct event *event)
{
	const struct posting *posting = &type->postings[event - type->events];
	const char *name = processor_string(processor, event->name);
	char bytes[LINE_SIZE], offset_bytes[NUMBER_SIZE], scale_bytes[NUMBER_SIZE], at_bytes[NUMBER_SIZE];
	struct text text = TEXT_OVER(bytes), offset = TEXT_OVER(offset_bytes), scale = TEXT_OVER(scale_bytes),
		    at = TEXT_OVER(at_bytes);
	const struct record_pair pairs[] = {
		{"box", type->name, 0},
		{"event", name, 0},
		{"offset", offset_bytes, 0},
		{"scale", scale_bytes, 0},
		{"unit", posting->unit ? posting->unit : "-", 0},
		{"posted_at", at_bytes, 0},
		{"description", posting->description, 0},
		{NULL, NULL, 0},
	};

	text_format(&offset, "0x%x", posting->offset);
	put_scale(posting, &scale);
	put_posted_at(type, posting, &at);
	text_format(&text, "  %-40s %-10s", name, offset_bytes);
	text_format(&text, " %s%-6s", posting->scale ? "x" : "", scale_bytes);
	text_format(&text, " %s %s", posting->unit ? posting->unit : "", posting->description);
	if (posting->posted_at != posting->offset)
		text_format(&text, " [microcode: %s]", at_bytes);
	record_item(output, "event", pairs, bytes);
}
