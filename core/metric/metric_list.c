/* SPDX-License-Identifier: BSD-2-Clause */
/* Lists metrics. */
#include "core/metric/metric_set.h"

static const char *string_of(const struct metric_table *table, uint16_t offset)
{
	return table->strings + offset;
}

/* Lists the events of a formula. */
static void put_events(const struct processor *processor, struct slice formula, struct text *text)
{
	struct metric_formula parsed;
	struct diagnostic diagnostic;

	if (!metric_parse(formula, &parsed, &diagnostic))
		return;
	for (unsigned i = 0; i < parsed.event_count; i++) {
		struct slice event = parsed.events[i];
		struct event_config config;

		if (slice_is(event, "clock"))
			event = slice_of(processor->clock_event);
		text_format(text, "%s%.*s", i ? "," : "", (int)event.length, event.at);
		if (event_parse(processor, event, &config, &diagnostic) && config.event && config.event->scale_bits)
			text_format(text, " (counts of %u)", 1u << config.event->scale_bits);
	}
}

static void list_metric(const struct processor *processor, const struct metric *metric, struct output *output)
{
	const struct metric_table *table = processor->metrics;
	const char *formula = string_of(table, metric->formula);
	struct record record;

	record_begin(&record, output, "metric_type");
	record_text(&record, "metric", string_of(table, metric->name));
	record_text(&record, "unit", string_of(table, metric->unit));
	record_text(&record, "scope", string_of(table, metric->scope));
	record_text(&record, "formula", formula);
	put_events(processor, slice_of(formula), record_compose(&record, "events"));
	record_text(&record, "description", string_of(table, metric->description));
	record_text(&record, "source", string_of(table, metric->source));
	record_end(&record);
}

bool metrics_list(const struct processor *processor, struct slice glob, struct output *output)
{
	const struct metric_table *table = processor->metrics;
	bool any = false;

	for (unsigned i = 0; table && i < table->count; i++) {
		const struct metric *metric = &table->metrics[i];

		if (glob.at && !glob_match(glob, string_of(table, metric->name)))
			continue;
		list_metric(processor, metric, output);
		any = true;
	}
	if (!any)
		metric_refuse(processor, glob.at ? glob : slice_of("*"), output);
	return any;
}
