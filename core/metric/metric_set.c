/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/metric/metric_set.h"

#include "lib/memory.h"
#include "lib/nearest.h"

void metric_refuse(const struct processor *processor, struct slice name, struct output *output)
{
	const struct metric_table *table = processor->metrics;
	struct nearest nearest = nearest_to(name);
	char bytes[NEAREST_NAMES * NEAREST_BYTES + 32];
	struct text hint = TEXT_OVER(bytes);

	if (!table) {
		record_error(output, VERDICT_ERROR, "%s has no metrics", processor->name);
		return;
	}
	for (unsigned i = 0; i < table->count; i++)
		nearest_offer(&nearest, metric_string(table, table->metrics[i].name));
	nearest_put(&nearest, &hint);
	record_error(output, VERDICT_ERROR, "no metric '%.*s' (list -m shows all)%s%s", (int)min_u64(name.length, 60),
		     name.at, hint.length ? ": " : "", bytes);
}

/* ---- events ---------------------------------------------------------------------------------------- */

static bool metric_add_events(struct metric_use *use, struct measure *measure)
{
	const struct processor *processor = measure->machine->processor;

	for (unsigned i = 0; i < use->formula.event_count; i++) {
		struct slice event = use->formula.events[i];

		if (slice_is(event, "clock"))
			event = slice_of(processor->clock_event);
		use->events[i] = measure_event(measure, event);
		if (!use->events[i])
			return false;
	}
	return true;
}

static bool add_metric(struct metric_set *set, const struct metric *metric)
{
	struct measure *measure = set->measure;
	const struct processor *processor = measure->machine->processor;
	const char *scope = metric_string(processor->metrics, metric->scope);
	struct slice formula = slice_of(metric_string(processor->metrics, metric->formula));
	struct metric_use *use = set->uses + set->count;
	struct diagnostic diagnostic;

	if (set->count == METRIC_SET_SIZE) {
		record_error(measure->output, VERDICT_ERROR, "at most %u metrics at a time", METRIC_SET_SIZE);
		return false;
	}
	use->metric = metric;
	use->scope = NULL;
	for (unsigned i = 0; i < processor->type_count; i++)
		if (!strcmp(scope, processor->types[i]->name))
			use->scope = processor->types[i];
	if (!metric_parse(formula, &use->formula, &diagnostic)) {
		record_diagnostic(measure->output, &diagnostic, formula);
		return false;
	}
	set->count++;
	return metric_add_events(use, measure);
}

/* Adds all metrics of this name: one for each scope. */
static bool add_metrics(struct metric_set *set, struct slice name)
{
	const struct processor *processor = set->measure->machine->processor;
	const struct metric_table *table = processor->metrics;
	bool any = false;

	for (unsigned i = 0; table && i < table->count; i++) {
		if (!slice_is_no_case(name, metric_string(table, table->metrics[i].name)))
			continue;
		any = true;
		if (!add_metric(set, &table->metrics[i]))
			return false;
	}
	if (!any)
		metric_refuse(processor, name, set->measure->output);
	return any;
}

bool metrics_add(struct metric_set *set, struct slice list)
{
	bool good = true;

	if (!set->uses)
		set->uses = arena_take(set->measure->machine->arena, METRIC_SET_SIZE, sizeof(*set->uses));
	if (!set->uses) {
		record_error(set->measure->output, VERDICT_ERROR, "out of memory");
		return false;
	}
	while (good && list.at)
		good = add_metrics(set, slice_trim(slice_cut(&list, ',')));
	return good;
}

/* ---- values ---------------------------------------------------------------------------------------- */

/* Count of an event on a socket or, if it is an event of the scope's boxes, on one instance. Unknown if no counter
 * counted it. */
static struct ratio counted(const struct metric_use *use, const struct metric_reading *moment,
			    const struct event_config *event, const struct box *box, const char **doubt)
{
	const struct session *session = moment->counts->session;
	unsigned scale = event->event ? event->event->scale_bits : 0;
	struct ratio sum = {0};

	for (unsigned i = 0; i < session->counter_count; i++) {
		const struct session_counter *counter = &session->counters[i];
		struct ratio count = ratio_of(moment->counts->values[i] << scale);

		if (counter->config != event || counter->box.socket != box->socket ||
		    (event->type == use->scope && counter->box.instance != box->instance))
			continue;
		if (counts_distrust(moment->counts, i))
			*doubt = counts_distrust(moment->counts, i);
		else if (moment->counts->modulo[i] && !*doubt)
			*doubt = "a counter was read too late";
		sum = ratio_known(sum) ? ratio_add(sum, count) : count;
	}
	return sum;
}

#define CANONICAL_SIZE 192 /* of an event's canonical form */

void metrics_report(const struct metric_set *set)
{
	for (unsigned i = 0; i < set->count; i++)
		if (set->uses[i].refuted[0])
			record_error(set->measure->output, VERDICT_FAIL,
				     "%s, which is impossible: the counts of its events contradict each other",
				     set->uses[i].refuted);
}

/* The boxes that a metric's sums include, each once. */
static struct boxes_counted boxes_of(const struct metric_set *set, const struct metric_use *use, const struct box *box,
				     uint8_t missing[METRIC_EVENTS])
{
	struct boxes_counted sum = {0};

	for (unsigned i = 0; i < use->formula.event_count; i++) {
		const struct event_config *event = use->events[i];
		struct boxes_counted counted;
		unsigned alike = 0;

		missing[i] = 0;
		if (event->type == use->scope)
			continue;
		while (use->events[alike]->type != event->type || use->events[alike]->instance != event->instance)
			alike++;
		counted = measure_boxes(set->measure, event, box->socket);
		if (counted.boxes != counted.of)
			missing[i] = (uint8_t)(1 + alike);
		if (alike == i) {
			sum.boxes += counted.boxes;
			sum.of += counted.of;
		}
	}
	return sum;
}

static void record_judged(const struct metric_set *set, struct metric_use *use,
			  const struct ratio counts[METRIC_EVENTS], const struct box *box, struct metric_record *record)
{
	struct metric_judgement judgement = metric_judge(&use->formula, record->unit, counts, record->time_ns);
	char names[METRIC_EVENTS][CANONICAL_SIZE];
	struct sample_value values[METRIC_EVENTS];

	record->value = judgement.value;
	if (judgement.contradicting) {
		record->impossible = judgement.value;
		record->value = (struct ratio){0};
		record->contradict = values;
	}
	for (unsigned i = 0; i < use->formula.event_count; i++) {
		const struct event_config *event = use->events[i];
		struct text name = text_over(names[i], CANONICAL_SIZE);

		if (!(judgement.contradicting & BIT(i)))
			continue;
		event_canonical(event, event->type == use->scope ? box->instance : EVENT_EVERY_INSTANCE, &name);
		values[record->contradict_count++] = (struct sample_value){name.at, counts[i].top / counts[i].bottom};
	}
	record_metric(set->measure->output, record);

	/* The first contradiction of each metric is kept for metrics_report. */
	if (judgement.certain && !use->refuted[0]) {
		struct text text = TEXT_OVER(use->refuted);

		text_format(&text, "%s of %s, socket %u, is ", record->metric, record->box ? record->box : "the socket",
			    record->socket);
		ratio_text(record->impossible, 3, &text);
		text_format(&text, " %s", record->unit);
	}
}

static void record_one(const struct metric_set *set, struct metric_use *use, const struct metric_reading *moment,
		       const struct box *box)
{
	const struct metric_table *table = set->measure->machine->processor->metrics;
	struct ratio events[METRIC_EVENTS];
	uint8_t missing[METRIC_EVENTS];
	char name[BOX_NAME_SIZE] = "";
	struct metric_record record = {
		.socket = box->socket,
		.box = use->scope ? name : NULL,
		.metric = metric_string(table, use->metric->name),
		.unit = metric_string(table, use->metric->unit),
		.time_ns = moment->time_ns,
		.interval = moment->interval,
		.at_ns = moment->at_ns,
	};
	bool any = false;

	for (unsigned i = 0; i < use->formula.event_count; i++) {
		events[i] = counted(use, moment, use->events[i], box, &record.doubt);
		any |= ratio_known(events[i]) && (!use->scope || use->events[i]->type == use->scope);
	}
	if (!any)
		return;
	if (use->scope)
		box_name(box, name);
	record.counted = boxes_of(set, use, box, missing);
	record.unequal = metric_is_unequal(&use->formula, missing);
	if (record.unequal || record.doubt)
		record_metric(set->measure->output, &record);
	else
		record_judged(set, use, events, box, &record);
}

void metrics_record(const struct metric_set *set, const struct metric_reading *moment)
{
	const struct machine *machine = set->measure->machine;

	for (unsigned i = 0; i < set->count; i++) {
		struct metric_use *use = &set->uses[i];

		for (unsigned box = 0; use->scope && box < machine->box_count; box++)
			if (machine->boxes[box].box.type == use->scope)
				record_one(set, use, moment, &machine->boxes[box].box);
		for (uint16_t socket = 0; !use->scope && socket < machine->socket_count; socket++)
			record_one(set, use, moment, &(struct box){.socket = socket});
	}
}
