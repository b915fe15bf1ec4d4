/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of what a record says, and their order. Scripts depend on both: what is added comes behind. */
#include "core/record/record_form.h"
#include "lib/text.h"

void pair_string(struct line *line, const struct pair_form *form, const char *name, const char *value)
{
	form->string(line, name, slice_of(value ? value : "-"));
}

unsigned evidence_values(const struct check_evidence *evidence, struct evidence_value values[EVIDENCE_VALUES])
{
	const struct evidence_value got = {"got", evidence->got};
	const uint64_t difference = evidence->expected ^ evidence->got;

	if (evidence->outcome != OUTCOME_OK)
		return 0;
	if (!difference) {
		values[0] = got;
		return 1;
	}
	values[0] = (struct evidence_value){"expected", evidence->expected};
	values[1] = got;
	values[2] = (struct evidence_value){"xor", difference};
	return EVIDENCE_VALUES;
}

/* Of a measurement that has several intervals. */
static void pairs_interval(struct line *line, const struct pair_form *form, uint32_t interval, uint64_t at_ns)
{
	if (!at_ns)
		return;
	form->number(line, "interval", interval);
	form->number(line, "at_ns", at_ns);
}

void pairs_count(struct line *line, const struct pair_form *form, const struct count_record *count)
{
	if (count->sockets)
		form->number(line, "sockets", count->sockets);
	else
		form->number(line, "socket", count->socket);
	pair_string(line, form, "box", count->box);
	if (count->cpu)
		form->number(line, "cpu", count->cpu - 1u);
	pair_string(line, form, "event", count->event);
	form->number(line, "value", count->value);
	pair_string(line, form, "unit", count->unit);
	form->number(line, "time_ns", count->time_ns);
	pairs_interval(line, form, count->interval, count->at_ns);
}

void pairs_metric(struct line *line, const struct pair_form *form, const struct metric_record *metric)
{
	form->number(line, "socket", metric->socket);
	if (metric->box)
		pair_string(line, form, "box", metric->box);
	pair_string(line, form, "metric", metric->metric);
	form->ratio(line, "value", metric->value);
	pair_string(line, form, "unit", metric->unit);
	form->number(line, "time_ns", metric->time_ns);
	pairs_interval(line, form, metric->interval, metric->at_ns);
}

const char *sample_pmi(const struct sample_record *sample)
{
	if (sample->posted)
		return "none";
	if (sample->lost)
		return "lost";
	return sample->native ? "native" : "proxy";
}

void pairs_sample_head(struct line *line, const struct pair_form *form, const struct sample_record *sample)
{
	form->number(line, "seq", sample->seq);
	form->number(line, "cpu", sample->cpu);
	form->number(line, "tsc", sample->ticks);
	form->hex(line, "ip", sample->ip);
	if (sample->symbol)
		pair_string(line, form, "symbol", sample->symbol);
	pair_string(line, form, "pmi", sample_pmi(sample));
}

void pairs_sample_tail(struct line *line, const struct pair_form *form, const struct sample_record *sample)
{
	form->number(line, "socket", sample->socket);
	if (!sample->posted)
		pair_string(line, form, "freeze", sample->frozen_by_hardware ? "hardware" : "software");
	form->number(line, "skew_ns", sample->skew_ns);
}

void pairs_location(struct line *line, const struct pair_form *form, const struct location *where)
{
	pair_string(line, form, "space", space_name(where->space));
	form->hex(line, "address", where->address);
	form->number(line, "socket", where->socket);
}

void pairs_item(struct line *line, const struct pair_form *form, const struct record_pair *pairs)
{
	for (; pairs->name; pairs++) {
		if (pairs->string)
			pair_string(line, form, pairs->name, pairs->string);
		else
			form->number(line, pairs->name, pairs->number);
	}
}

/* The register's name without its socket, which has a pair of its own. */
static void place_name(const struct machine *machine, const struct location *where, struct text *text)
{
	const struct register_row *row;
	struct box box;
	unsigned index;

	if (machine_register(machine, where, &box, &row, &index))
		box_register_name(&box, row, index, text);
	else
		location_text(where, text);
}

void pairs_operation(struct line *line, const struct pair_form *form, const struct operation_record *record)
{
	const struct operation *operation = record->operation;
	bool value = operation->kind != OPERATION_READ && operation->kind != OPERATION_TICKS;
	bool slot = !value || operation->kind == OPERATION_WRITE_SLOT;
	bool mask = operation->kind == OPERATION_CHECK || operation->kind == OPERATION_WRITE_SLOT;
	char bytes[64];
	struct text name = TEXT_OVER(bytes);

	place_name(record->machine, &operation->where, &name);
	pair_string(line, form, "program", record->program);
	pair_string(line, form, "operation", operation_name(operation));
	pair_string(line, form, "register", bytes);
	pairs_location(line, form, &operation->where);
	form->number(line, "width", location_bits(&operation->where));
	if (value)
		form->hex(line, "value", operation->value);
	if (mask)
		form->hex(line, "mask", operation->mask);
	if (slot)
		form->number(line, "slot", operation->slot);
	if (operation->guard == NO_GUARD)
		return;
	form->number(line, "guard_slot", operation->guard);
	form->hex(line, "guard_mask", operation->guard_mask);
}

void pairs_complaint(struct line *line, const struct pair_form *form, const struct complaint *complaint,
		     struct slice string)
{
	form->string(line, "event", string);
	form->number(line, "column", complaint->column);
	form->number(line, "length", complaint->length);
	pair_string(line, form, "reason", complaint->reason);
	pair_string(line, form, "hint", complaint->hint);
}

void pairs_end(struct line *line, const struct pair_form *form, const struct output *output)
{
	pair_string(line, form, "result", verdict_name(output->verdict));
	form->number(line, "passed", output->passed);
	form->number(line, "failed", output->failed);
	form->number(line, "skipped", output->skipped);
}
