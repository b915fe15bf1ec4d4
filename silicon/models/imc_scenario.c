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

/* The target of a rate: a box, and an offset in it. */
struct aim {
	struct imc_box box;
	uint64_t offset;
};

static const char *kind_name(enum imc_type type)
{
	switch (type) {
	case IMC_NEST: return "nest";
	case IMC_CORE: return "core";
	case IMC_THREAD: return "thread";
	default: return "";
	}
}

static bool find_named(struct imc_model *imc, struct slice pmu, struct slice event, struct aim *aim)
{
	enum imc_type type;
	uint32_t offset;

	if (!imc->owner.find_event || !imc->owner.find_event(imc->owner.context, pmu, event, &type, &offset))
		return false;
	*aim = (struct aim){{slice_of(kind_name(type)), IMC_EVERY}, offset};
	return true;
}

static bool set_rate(struct imc_model *imc, struct slice name, uint64_t rate, struct text *error)
{
	struct slice event = name, pmu = slice_cut(&event, '.');
	struct imc_counter *counter;
	struct aim aim = {.box = imc_parse_box(pmu)};
	unsigned cursor = 0;
	bool found = false;

	if (!parse_u64(event, &aim.offset) && !find_named(imc, pmu, event, &aim)) {
		text_format(error, "rate: %.*s has no event %.*s", lines_shown(pmu), pmu.at, lines_shown(event),
			    event.at ? event.at : "");
		return false;
	}
	while ((counter = imc_next_counter(imc, &aim.box, aim.offset, &cursor))) {
		counter->rate = rate;
		found = true;
	}
	if (!found)
		text_format(error, "rate: nothing is posted at %.*s", lines_shown(name), name.at);
	imc->rates += found;
	return found;
}

/* ---- settings ---------------------------------------------------------------------------------------------- */

struct setting {
	const char *name;
	uint64_t minimum, maximum;
	size_t place; /* in struct imc_model's `setting` */
};

#define PLACE(member) ((offsetof(struct imc_model, member) - offsetof(struct imc_model, setting)) / sizeof(uint64_t))
static const struct setting settings[] = {
	{"nest.available", 0, UINT64_MAX, PLACE(available)},
	{"core.period", 1000, IMC_TIMEBASE_HZ, PLACE(core_period)},
	{"trace.period", 64, IMC_TIMEBASE_HZ, PLACE(trace_period)},
	{"engines.left", 0, UINT64_MAX, PLACE(left)},
	{"start.late", 0, 1, PLACE(late_start)},
	{"model.late", 0, 1000, PLACE(late_model)},
	{"core.bad", 0, 1, PLACE(bad_core)},
	{"load.silent", 0, UINT64_MAX, PLACE(silent_load)},
	{"load.late", 0, UINT64_MAX, PLACE(late_load)},
	{"trace.code", 0, UINT64_MAX, PLACE(code)},
	{"trace.span", 4, 1 << 30, PLACE(code_bytes)},
};

static bool read_setting_number(struct slice name, struct slice text, const struct setting *range, uint64_t *value,
				struct text *error)
{
	uint64_t number;

	if (parse_u64(text, &number) && number >= range->minimum && number <= range->maximum) {
		*value = number;
		return true;
	}
	text_format(error, "%.*s: a number from %llu to %llu is needed", lines_shown(name), name.at,
		    (unsigned long long)range->minimum, (unsigned long long)range->maximum);
	return false;
}

void imc_model_put_names(struct text *text)
{
	for (size_t i = 0; i < ARRAY_SIZE(settings); i++)
		text_format(text, " %s", settings[i].name);
}

bool imc_model_set(struct imc_model *imc, struct slice name, struct slice value, bool *known, struct text *error)
{
	static const struct setting rates = {.maximum = IMC_RATE_LIMIT};
	struct slice rest = name;
	uint64_t rate;

	*known = true;
	if (slice_starts(name, "rate.")) {
		slice_cut(&rest, '.');
		return read_setting_number(name, value, &rates, &rate, error) && set_rate(imc, rest, rate, error);
	}
	for (size_t i = 0; i < ARRAY_SIZE(settings); i++)
		if (slice_is(name, settings[i].name))
			return read_setting_number(name, value, &settings[i], &imc->setting[settings[i].place], error);
	*known = false;
	return true;
}
