/* SPDX-License-Identifier: BSD-2-Clause */
/* Lists metrics. */
#include "core/metric/metric_set.h"

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

bool metrics_list(const struct processor *processor, struct slice glob, struct output *output)
{
	const struct metric_table *table = processor->metrics;
	bool any = false;

	for (unsigned i = 0; table && i < table->count; i++) {
		const struct metric *metric = &table->metrics[i];
		const char *name = metric_string(table, metric->name), *formula = metric_string(table, metric->formula);
		struct record record;

		if (glob.at && !glob_match(glob, name))
			continue;
		any = true;
		record_begin(&record, output, "metric_type");
		record_text(&record, "metric", name);
		record_text(&record, "unit", metric_string(table, metric->unit));
		record_text(&record, "scope", metric_string(table, metric->scope));
		record_text(&record, "formula", formula);
		put_events(processor, slice_of(formula), record_compose(&record, "events"));
		record_text(&record, "description", metric_string(table, metric->description));
		record_text(&record, "source", metric_string(table, metric->source));
		record_end(&record);
	}
	if (!any)
		metric_refuse(processor, glob.at ? glob : slice_of("*"), output);
	return any;
}
