/* SPDX-License-Identifier: BSD-2-Clause */
/* Records of measurements, and of programs' operations. Scripts depend on the fields and their order, so new fields are
 * added at the end. */
#include "core/program/program.h"
#include "core/record/record.h"

/* For measurements with several intervals. */
static void add_interval(struct record *record, uint32_t interval, uint64_t at_ns)
{
	if (!at_ns)
		return;
	record_u64(record, "interval", interval);
	record_u64(record, "at_ns", at_ns);
}

static void add_boxes(struct record *record, struct boxes_counted counted)
{
	if (counted.boxes == counted.of)
		return;
	record_u64(record, "boxes", counted.boxes);
	record_u64(record, "of", counted.of);
}

/* Millions a second, with three decimals. A value too large for 64 bits when scaled loses low bits that are not
 * shown. */
static void rate_text(uint64_t value, uint64_t ns, struct text *text)
{
	const uint64_t scale = 1000000;
	uint64_t thousands;

	if (!ns) {
		text_char(text, '-');
		return;
	}
	thousands = value <= UINT64_MAX / scale ? value * scale / ns : value / max_u64(ns / scale, 1);
	text_format(text, "%llu.%03u M/s", (unsigned long long)(thousands / 1000), (unsigned)(thousands % 1000));
}

void record_count(struct output *output, const struct count_record *count)
{
	struct record record;

	output->results++;
	record_begin(&record, output, count->sockets ? "total" : "count");
	record_u64(&record, count->sockets ? "sockets" : "socket", count->sockets ? count->sockets : count->socket);
	record_text(&record, "box", count->box);
	if (count->cpu)
		record_u64(&record, "cpu", count->cpu - 1u);
	record_text(&record, "event", count->event);
	record_u64(&record, "value", count->value);
	record_text(&record, "unit", count->unit);
	record_u64(&record, "time_ns", count->time_ns);
	add_interval(&record, count->interval, count->at_ns);
	add_boxes(&record, count->counted);
	if (count->modulo)
		record_u64(&record, "modulo", count->modulo);
	if (count->framed) {
		record_u64(&record, "postings", count->postings);
		record_u64(&record, "within_ns", count->within_ns);
	}
	record_aside(&record);
	rate_text(count->value, count->time_ns, record_compose(&record, "rate"));
	record_end(&record);
}

void record_smis(struct output *output, uint32_t cpu, uint64_t smis, uint32_t interval, uint64_t at_ns)
{
	struct record record;

	if (!smis)
		return;
	record_begin(&record, output, "smis");
	record_u64(&record, "cpu", cpu);
	record_u64(&record, "smis", smis);
	add_interval(&record, interval, at_ns);
	record_end(&record);
}

void record_timing(struct output *output, const struct timing_record *timing)
{
	struct record record;

	record_begin(&record, output, "timing");
	record_u64(&record, "socket", timing->socket);
	record_u64(&record, "time_ns", timing->time_ns);
	record_u64(&record, "within_ns", timing->within_ns);
	add_interval(&record, timing->interval, timing->at_ns);
	record_end(&record);
}

void record_metric(struct output *output, const struct metric_record *metric)
{
	struct record record;

	output->results++;
	record_begin(&record, output, "metric");
	record_u64(&record, "socket", metric->socket);
	if (metric->box)
		record_text(&record, "box", metric->box);
	record_text(&record, "metric", metric->metric);
	record_ratio(&record, "value", metric->value);
	record_text(&record, "unit", metric->unit);
	record_u64(&record, "time_ns", metric->time_ns);
	add_interval(&record, metric->interval, metric->at_ns);
	if (metric->contradict_count) {
		record_ratio(&record, "impossible", metric->impossible);
		record_values(&record, "contradict", metric->contradict, metric->contradict_count);
	}
	add_boxes(&record, metric->counted);
	if (metric->unequal)
		record_text(&record, "reason", "sums over different boxes");
	else if (metric->doubt)
		record_text(&record, "reason", metric->doubt);
	record_aside(&record);
	record_text(&record, "whose", metric->box ? metric->box : "socket");
	record_end(&record);
}

void record_sample(struct output *output, const struct sample_record *sample)
{
	const char *pmi = sample->native ? "native" : "proxy";
	struct record record;

	if (sample->lost)
		pmi = "lost";
	if (sample->posted)
		pmi = "none";

	output->results++;
	record_begin(&record, output, "sample");
	record_u64(&record, "seq", sample->seq);
	record_u64(&record, "cpu", sample->cpu);
	record_u64(&record, "tsc", sample->ticks);
	record_hex(&record, "ip", sample->ip);
	if (sample->symbol)
		record_text(&record, "symbol", sample->symbol);
	record_text(&record, "pmi", pmi);
	record_names(&record, "overflow", sample->overflow, sample->overflow_count);
	record_values(&record, "values", sample->values, sample->value_count);
	record_u64(&record, "socket", sample->socket);
	if (!sample->posted)
		record_text(&record, "freeze", sample->frozen_by_hardware ? "hardware" : "software");
	record_u64(&record, "skew_ns", sample->skew_ns);
	record_aside(&record);
	record_text(&record, "stopped", sample->frozen_by_hardware ? "frozen by hardware" : "stopped by software");
	record_end(&record);
}

/* The register's name without the socket, which has its own field. */
static void register_text(const struct machine *machine, const struct location *where, struct text *text)
{
	const struct register_row *row;
	struct box box;
	unsigned index;

	if (machine_register(machine, where, &box, &row, &index))
		box_register_name(&box, row, index, text);
	else
		location_text(where, text);
}

static void effect_text(const struct operation *operation, struct text *text)
{
	unsigned long long value = operation->value, mask = operation->mask;

	switch ((enum operation_kind)operation->kind) {
	case OPERATION_READ:
	case OPERATION_TICKS: text_format(text, "-> slot %u", operation->slot); break;
	case OPERATION_WRITE: text_format(text, "0x%016llx", value); break;
	case OPERATION_WRITE_SLOT:
		text_format(text, "0x%016llx | slot %u & 0x%llx", value, operation->slot, mask);
		break;
	case OPERATION_CHECK: text_format(text, "0x%016llx under mask 0x%llx", value, mask); break;
	}
	if (operation->guard != NO_GUARD)
		text_format(text, "  if slot %u & 0x%llx", operation->guard, (unsigned long long)operation->guard_mask);
}

void record_operation(struct output *output, const struct machine *machine, const char *program,
		      const struct operation *operation)
{
	static const char *const names[] = {[OPERATION_READ] = "read",
					    [OPERATION_WRITE] = "write",
					    [OPERATION_WRITE_SLOT] = "write",
					    [OPERATION_CHECK] = "check",
					    [OPERATION_TICKS] = "ticks"};
	bool value = operation->kind != OPERATION_READ && operation->kind != OPERATION_TICKS;
	struct record record;

	record_begin(&record, output, "operation");
	record_text(&record, "program", program);
	/* A check that is repeated until it holds is "await". */
	record_text(&record, "operation", operation->patient ? "await" : names[operation->kind]);
	register_text(machine, &operation->where, record_compose(&record, "register"));
	record_location(&record, &operation->where);
	record_u64(&record, "width", location_bits(&operation->where));
	if (value)
		record_hex(&record, "value", operation->value);
	if (operation->kind == OPERATION_CHECK || operation->kind == OPERATION_WRITE_SLOT)
		record_hex(&record, "mask", operation->mask);
	if (!value || operation->kind == OPERATION_WRITE_SLOT)
		record_u64(&record, "slot", operation->slot);
	if (operation->guard != NO_GUARD) {
		record_u64(&record, "guard_slot", operation->guard);
		record_hex(&record, "guard_mask", operation->guard_mask);
	}
	record_aside(&record);
	machine_register_name(machine, &operation->where, record_compose(&record, "name"));
	location_text(&operation->where, record_compose(&record, "place"));
	effect_text(operation, record_compose(&record, "effect"));
	record_end(&record);
}
