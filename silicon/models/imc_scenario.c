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

static struct imc_counter *nest_counter(struct imc_model *imc, const struct imc_box *box, unsigned slot,
					unsigned *cursor)
{
	while (*cursor < imc->chips) {
		unsigned index = (*cursor)++;

		if (imc_box_is(box, index))
			return &imc->chip[index].counter[slot];
	}
	return NULL;
}

static struct imc_counter *core_counter(struct imc_model *imc, const struct imc_box *box, unsigned slot,
					unsigned *cursor)
{
	while (*cursor < imc->cores) {
		struct imc_core *core = &imc->core[(*cursor)++];

		if (imc_box_is(box, core->number & 0x3f))
			return &core->counter[slot];
	}
	return NULL;
}

static struct imc_counter *thread_counter(struct imc_model *imc, const struct imc_box *box, unsigned slot,
					  unsigned *cursor)
{
	while (*cursor < imc->threads) {
		struct imc_thread *thread = &imc->thread[(*cursor)++];

		if (imc_box_is(box, thread->pir & 0xff))
			return &thread->counter[slot];
	}
	return NULL;
}

struct imc_counter *imc_next_counter(struct imc_model *imc, const struct imc_box *box, uint64_t offset,
				     unsigned *cursor)
{
	const struct {
		const char *kind;
		const struct imc_slots *slots;
		struct imc_counter *(*next)(struct imc_model *imc, const struct imc_box *box, unsigned slot,
					    unsigned *cursor);
	} kinds[] = {{"nest", &imc->nest_slots, nest_counter},
		     {"core", &imc->core_slots, core_counter},
		     {"thread", &imc->thread_slots, thread_counter}};

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		unsigned slot = imc_slot(kinds[i].slots, offset);

		if (slice_is(box->kind, kinds[i].kind) && slot != IMC_NONE)
			return kinds[i].next(imc, box, slot, cursor);
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
