/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/command/list_posted.h"

static const char *const scopes[] = {
	[BOX_OF_SOCKET] = "each socket",
	[BOX_OF_CORE] = "each core",
	[BOX_OF_THREAD] = "each thread",
};

void list_posted_box(struct output *output, const struct box_type *type)
{
	struct record record;

	record_begin(&record, output, "box_type");
	record_text(&record, "name", type->name);
	record_text(&record, "title", type->title);
	record_text(&record, "pmu", type->pmu);
	record_text(&record, "perf", type->perf);
	record_text(&record, "scope", scopes[type->scope]);
	record_u64(&record, "events", type->event_count);
	record_u64(&record, "counter_bits", type->counter_bits);
	record_u64(&record, "region_bytes", type->region_bytes);
	record_aside(&record);
	record_format(&record, "kib", "%u", type->region_bytes / 1024);
	record_end(&record);
}

/* Writes "256" or "0.5"; "-" without a scale. */
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

/* Writes "same", "0x1d8" or "none"; "-" if no other source gives the place. */
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
	struct record record;

	record_begin(&record, output, "event");
	record_text(&record, "box", type->name);
	record_text(&record, "event", processor_string(processor, event->name));
	record_format(&record, "offset", "0x%x", posting->offset);
	put_scale(posting, record_compose(&record, "scale"));
	record_text(&record, "unit", posting->unit);
	put_posted_at(type, posting, record_compose(&record, "posted_at"));
	record_text(&record, "description", posting->description);
	record_aside(&record);
	record_text(&record, "times", posting->scale ? "x" : "");
	record_text(&record, "of", posting->unit ? posting->unit : "");
	record_u64(&record, "moved", posting->posted_at != posting->offset);
	record_end(&record);
}
