/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/models/power9_scenario.h"

#include "silicon/models/power9_state.h"

int imc_shown(struct slice slice)
{
	return (int)min_u64(slice.length, 48);
}

/* ---- boxes ------------------------------------------------------------------------------------------------- */

struct imc_box imc_parse_box(struct slice name)
{
	struct imc_box box = {name, IMC_EVERY};
	struct slice digits;

	while (box.kind.length && box.kind.at[box.kind.length - 1] >= '0' &&
	       box.kind.at[box.kind.length - 1] <= '9')
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

static struct imc_counter *nest_counter(struct imc *imc, const struct imc_box *box, unsigned slot,
					unsigned *cursor)
{
	while (*cursor < imc->chips) {
		unsigned index = (*cursor)++;

		if (imc_box_is(box, index))
			return &imc->chip[index].counter[slot];
	}
	return NULL;
}

static struct imc_counter *core_counter(struct imc *imc, const struct imc_box *box, unsigned slot,
					unsigned *cursor)
{
	while (*cursor < imc->cores) {
		struct imc_core *core = &imc->core[(*cursor)++];

		if (imc_box_is(box, core->number & 0x3f))
			return &core->counter[slot];
	}
	return NULL;
}

static struct imc_counter *thread_counter(struct imc *imc, const struct imc_box *box, unsigned slot,
					  unsigned *cursor)
{
	while (*cursor < imc->threads) {
		struct imc_thread *thread = &imc->thread[(*cursor)++];

		if (imc_box_is(box, thread->pir & 0xff))
			return &thread->counter[slot];
	}
	return NULL;
}

struct imc_counter *imc_next_counter(struct imc *imc, const struct imc_box *box, uint64_t offset,
				     unsigned *cursor)
{
	static const struct {
		const char *kind;
		const struct imc_slots *const *slots;
		struct imc_counter *(*next)(struct imc *imc, const struct imc_box *box,
					    unsigned slot, unsigned *cursor);
	} kinds[] = {
		{"nest",   &imc_nest_slots,   nest_counter  },
		{"core",   &imc_core_slots,   core_counter  },
		{"thread", &imc_thread_slots, thread_counter}
        };

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		unsigned slot = imc_slot(*kinds[i].slots, offset);

		if (slice_is(box->kind, kinds[i].kind) && slot != IMC_NONE)
			return kinds[i].next(imc, box, slot, cursor);
	}
	return NULL;
}

/* ---- rates ------------------------------------------------------------------------------------------------- */

/* What a rate is about: a box, and an offset in it. */
struct aim {
	struct imc_box box;
	uint64_t offset;
};

static const char *kind_of(enum imc_type type)
{
	switch (type) {
	case IMC_NEST: return "nest";
	case IMC_CORE: return "core";
	case IMC_THREAD: return "thread";
	default: return "";
	}
}

static bool find_named(struct imc *imc, struct slice pmu, struct slice event, struct aim *aim)
{
	enum imc_type type;
	uint32_t offset;

	if (!imc->owner.find_event ||
	    !imc->owner.find_event(imc->owner.context, pmu, event, &type, &offset))
		return false;
	*aim = (struct aim){
		{slice_of(kind_of(type)), IMC_EVERY},
                offset
        };
	return true;
}

static bool set_rate(struct imc *imc, struct slice name, uint64_t rate, struct text *error)
{
	struct slice event = name, pmu = slice_cut(&event, '.');
	struct imc_counter *counter;
	struct aim aim = {.box = imc_parse_box(pmu)};
	unsigned cursor = 0;
	bool found = false;

	if (!parse_u64(event, &aim.offset) && !find_named(imc, pmu, event, &aim)) {
		text_format(error, "rate: %.*s has no event %.*s", imc_shown(pmu), pmu.at,
			    imc_shown(event), event.at ? event.at : "");
		return false;
	}
	while ((counter = imc_next_counter(imc, &aim.box, aim.offset, &cursor))) {
		counter->rate = rate;
		found = true;
	}
	if (!found)
		text_format(error, "rate: nothing is posted at %.*s", imc_shown(name), name.at);
	imc->rates += found;
	return found;
}

/* ---- settings ---------------------------------------------------------------------------------------------- */

struct setting {
	const char *name;
	uint64_t minimum, maximum;
	size_t place; /* of a uint64_t in struct imc */
};

#define PLACE(member) offsetof(struct imc, member)
static const struct setting settings[] = {
	{"nest.available", 0,    UINT64_MAX,      PLACE(available)   },
	{"core.period",    1000, IMC_TIMEBASE_HZ, PLACE(core_period) },
	{"trace.period",   64,   IMC_TIMEBASE_HZ, PLACE(trace_period)},
	{"trace.code",     0,    UINT64_MAX,      PLACE(code)        },
	{"trace.span",     4,    1 << 30,         PLACE(code_bytes)  },
};

static bool read_number(struct slice name, struct slice text, const struct setting *range,
			uint64_t *value, struct text *error)
{
	uint64_t number;

	if (parse_u64(text, &number) && number >= range->minimum && number <= range->maximum) {
		*value = number;
		return true;
	}
	text_format(error, "%.*s: a number from %llu to %llu is needed", imc_shown(name), name.at,
		    (unsigned long long)range->minimum, (unsigned long long)range->maximum);
	return false;
}

static bool unknown_name(struct slice name, struct text *error)
{
	text_format(error, "unknown name \"%.*s\": known are rate.* fault", imc_shown(name),
		    name.at);
	for (size_t i = 0; i < ARRAY_SIZE(settings); i++)
		text_format(error, " %s", settings[i].name);
	return false;
}

static bool read_entry(struct imc *imc, struct slice name, struct slice value, struct text *error)
{
	static const struct setting rates = {.maximum = IMC_RATE_LIMIT};
	struct slice rest = name;
	uint64_t rate;

	if (slice_is(name, "fault"))
		return imc_break(imc, value, error);
	if (slice_starts(name, "rate.")) {
		slice_cut(&rest, '.');
		return read_number(name, value, &rates, &rate, error) &&
		       set_rate(imc, rest, rate, error);
	}
	for (size_t i = 0; i < ARRAY_SIZE(settings); i++)
		if (slice_is(name, settings[i].name))
			return read_number(name, value, &settings[i],
					   (uint64_t *)((char *)imc + settings[i].place), error);
	return unknown_name(name, error);
}

/* ---- lines ------------------------------------------------------------------------------------------------- */

static bool read_line(struct imc *imc, struct slice line, struct text *error)
{
	struct slice value = slice_cut(&line, '#'), name;

	if (value.length && value.at[value.length - 1] == '\r')
		value.length--;
	value = slice_trim(value);
	if (!value.length)
		return true;
	name = slice_trim(slice_cut(&value, '='));
	if (!value.at) {
		text_format(error, "\"%.*s\": name = value is needed", imc_shown(name), name.at);
		return false;
	}
	return read_entry(imc, name, slice_trim(value), error);
}

bool imc_read_scenario(struct imc *imc, struct slice text, struct text *error)
{
	char reason[480];
	struct text why = TEXT_OVER(reason);

	for (unsigned number = 1; text.at; number++) {
		if (read_line(imc, slice_cut(&text, '\n'), &why))
			continue;
		text_format(error, "scenario line %u: %s", number, reason);
		return false;
	}
	return true;
}
