/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/models/imc_state.h"
#include "silicon/models/lines.h"

/* ---- boxes ------------------------------------------------------------------------------------------------- */

struct imc_box imc_parse_box(struct slice name)
{
	struct imc_box box = {name, IMC_EVERY};
	struct slice digits;

	while (box.kind.length && box.kind.at[box.kind.length - 1] >= '0' && box.kind.at[box.kind.length - 1] <= '9')
		box.kind.length--;
	digits = slice_between(name.at + box.kind.length, name.at + name.length);
	if (digits.length && !parse_u64(digits, &box.number))
		box.kind.length = 0;
	return box;
}

bool imc_box_is(const struct imc_box *box, uint64_t number)
{
	return box->number == IMC_EVERY || box->number == number;
}

struct imc_counter *imc_next_counter(struct imc_model *imc, const struct imc_box *box, uint64_t offset,
				     unsigned *cursor)
{
	bool nest = slice_is(box->kind, "nest"), core = slice_is(box->kind, "core");
	bool thread = slice_is(box->kind, "thread");
	unsigned slot = imc_slot(nest ? &imc->nest_slots : core ? &imc->core_slots : &imc->thread_slots, offset);
	unsigned count = nest ? imc->chips : core ? imc->cores : thread ? imc->threads : 0;

	while (slot != IMC_NONE && *cursor < count) {
		unsigned i = (*cursor)++;

		if (nest && imc_box_is(box, i))
			return &imc->chip[i].counter[slot];
		if (core && imc_box_is(box, imc->core[i].number & 0x3f))
			return &imc->core[i].counter[slot];
		if (thread && imc_box_is(box, imc->thread[i].pir & 0xff))
			return &imc->thread[i].counter[slot];
	}
	return NULL;
}

/* ---- rates ------------------------------------------------------------------------------------------------- */

/* Finds an event of the catalog by the names of its PMU and its own, if the owner knows the catalog. */
static bool find_named(struct imc_model *imc, struct slice pmu, struct slice event, struct imc_box *box,
		       uint64_t *offset)
{
	static const char *const kinds[] = {[IMC_THREAD] = "thread", [IMC_CORE] = "core", [IMC_NEST] = "nest"};
	enum imc_type type;
	uint32_t at;

	if (!imc->owner.find_event || !imc->owner.find_event(imc->owner.context, pmu, event, &type, &at))
		return false;
	*box = (struct imc_box){slice_of(type < ARRAY_SIZE(kinds) && kinds[type] ? kinds[type] : ""), IMC_EVERY};
	*offset = at;
	return true;
}

static bool set_rate(struct imc_model *imc, struct slice name, uint64_t rate, struct text *error)
{
	struct slice event = name, pmu = slice_cut(&event, '.');
	struct imc_counter *counter;
	struct imc_box box = imc_parse_box(pmu);
	uint64_t offset;
	unsigned cursor = 0;
	bool found = false;

	if (!parse_u64(event, &offset) && !find_named(imc, pmu, event, &box, &offset)) {
		text_format(error, "rate: %.*s has no event %.*s", lines_shown(pmu), pmu.at, lines_shown(event),
			    event.at ? event.at : "");
		return false;
	}
	while ((counter = imc_next_counter(imc, &box, offset, &cursor))) {
		counter->rate = rate;
		found = true;
	}
	if (!found)
		text_format(error, "rate: nothing is posted at %.*s", lines_shown(name), name.at);
	imc->rates += found;
	return found;
}

/* ---- lines ------------------------------------------------------------------------------------------------- */

static const struct lines_number numbers[] = {
	LINES_NUMBER("nest.available", 0, UINT64_MAX, struct imc_model, available),
	LINES_NUMBER("core.period", 1000, IMC_TIMEBASE_HZ, struct imc_model, core_period),
	LINES_NUMBER("trace.period", 64, IMC_TIMEBASE_HZ, struct imc_model, trace_period),
	LINES_NUMBER("engines.left", 0, UINT64_MAX, struct imc_model, left),
	LINES_NUMBER("start.late", 0, 1, struct imc_model, late_start),
	LINES_NUMBER("model.late", 0, 1000, struct imc_model, late_model),
	LINES_NUMBER("core.bad", 0, 1, struct imc_model, bad_core),
	LINES_NUMBER("load.silent", 0, UINT64_MAX, struct imc_model, silent_load),
	LINES_NUMBER("load.late", 0, UINT64_MAX, struct imc_model, late_load),
	LINES_NUMBER("trace.code", 0, UINT64_MAX, struct imc_model, code),
	LINES_NUMBER("trace.span", 4, 1 << 30, struct imc_model, code_bytes),
	{.name = NULL},
};

bool imc_model_set(struct imc_model *imc, struct slice name, struct slice value, struct text *error)
{
	const char *names[1 + ARRAY_SIZE(numbers)] = {"rate.*", "fault"}; /* and those of the table */
	const struct lines_number *number = lines_find(numbers, name);
	struct slice rest = name;
	uint64_t rate;

	if (number)
		return lines_set(number, imc, value, error);
	if (slice_starts(name, "rate.")) {
		slice_cut(&rest, '.');
		return lines_parse(name, value, 0, IMC_RATE_LIMIT, &rate, error) && set_rate(imc, rest, rate, error);
	}
	for (size_t i = 2; i < ARRAY_SIZE(names); i++)
		names[i] = numbers[i - 2].name;
	lines_put_unknown(name, names, ARRAY_SIZE(names), error);
	return false;
}
