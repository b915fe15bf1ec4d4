/* SPDX-License-Identifier: BSD-2-Clause */
/* What metrics there are. */
#include "core/metric/metric_set.h"

static const char *string_of(const struct metric_table *table, uint16_t offset)
{
	return table->strings + offset;
}

/* The events of a formula, each once. */
static void put_events(const struct processor *processor, struct slice formula, struct text *text)
{
	struct metric_formula parsed;
	struct complaint complaint;

	if (!metric_parse(formula, &parsed, &complaint))
		return;
	for (unsigned i = 0; i < parsed.event_count; i++) {
		struct slice event = parsed.events[i];
		struct event_choice choice;

		if (slice_is(event, "clock"))
			event = slice_of(processor->clock_event);
		text_format(text, "%s%.*s", i ? "," : "", (int)event.length, event.at);
		if (event_parse(processor, event, &choice, &complaint) && choice.event && choice.event->scale_bits)
			text_format(text, " (counts of %u)", 1u << choice.event->scale_bits);
	}
}

static void list_one(const struct processor *processor, const struct metric *metric, struct output *output)
{
	const struct metric_table *table = processor->metrics;
	char events[320], line[640];
	struct text event_text = TEXT_OVER(events), text = TEXT_OVER(line);
	const struct record_pair pairs[] = {
		{.name = "metric", .string = string_of(table, metric->name)},
		{.name = "unit", .string = string_of(table, metric->unit)},
		{.name = "scope", .string = string_of(table, metric->scope)},
		{.name = "formula", .string = string_of(table, metric->formula)},
		{.name = "events", .string = events},
		{.name = "description", .string = string_of(table, metric->description)},
		{.name = "source", .string = string_of(table, metric->source)},
		{.name = NULL},
	};

	put_events(processor, slice_of(pairs[3].string), &event_text);
	text_format(&text, "%s: %s for each %s\n  %s (%s)\n  = %s\n  events %s", pairs[0].string, pairs[1].string,
		    pairs[2].string, pairs[5].string, pairs[6].string, pairs[3].string, events);
	record_item(output, "metric_type", pairs, line);
}

bool metrics_list(const struct processor *processor, struct slice glob, struct output *output)
{
	const struct metric_table *table = processor->metrics;
	bool any = false;

	for (unsigned i = 0; table && i < table->count; i++) {
		const struct metric *metric = &table->metrics[i];

		if (glob.at && !glob_match(glob, string_of(table, metric->name)))
			continue;
		list_one(processor, metric, output);
		any = true;
	}
	if (!any)
		metric_refuse(processor, glob.at ? glob : slice_of("*"), output);
	return any;
}
