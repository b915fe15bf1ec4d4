/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/models/scenario.h"

#include "silicon/models/lines.h"
#include "silicon/models/model.h"

static bool bad_number(struct text *error, struct slice name, uint64_t low, uint64_t high)
{
	text_format(error, "%.*s: a number from %llu to %llu is needed", lines_shown(name), name.at,
		    (unsigned long long)low, (unsigned long long)high);
	return false;
}

static bool read_number(struct slice text, uint64_t low, uint64_t high, uint64_t *value)
{
	uint64_t number;

	if (!parse_u64(text, &number) || number < low || number > high)
		return false;
	*value = number;
	return true;
}

/* ---- values ---------------------------------------------------------------------------------- */

static bool read_rate(struct silicon *silicon, struct slice name, struct slice value, struct text *error)
{
	struct slice rest = name;
	uint64_t hz;

	slice_cut(&rest, '.');
	if (slice_is(rest, "clock")) {
		if (!read_number(value, 1, MODEL_CLOCK_LIMIT, &silicon->clock))
			return bad_number(error, name, 1, MODEL_CLOCK_LIMIT);
		return true;
	}
	if (!read_number(value, 0, MODEL_RATE_LIMIT, &hz))
		return bad_number(error, name, 0, MODEL_RATE_LIMIT);
	return model_set_rate(silicon, rest, hz, error);
}

/* ---- settings ----------------------------------------------------------------------------------- */

static bool read_word(const struct model_setting *setting, struct slice value, uint64_t *result)
{
	struct slice words = slice_of(setting->words);

	for (unsigned i = 0; words.at; i++) {
		if (!model_same_word(value, slice_cut(&words, ' ')))
			continue;
		*result = i;
		return true;
	}
	return false;
}

static bool read_setting(struct silicon *silicon, unsigned index, struct slice value, struct text *error)
{
	const struct model_setting *setting = &silicon->part->setting[index];

	if (!setting->words) {
		if (read_number(value, setting->minimum, setting->maximum, &silicon->setting[index]))
			return true;
		return bad_number(error, slice_of(setting->name), setting->minimum, setting->maximum);
	}
	if (read_word(setting, value, &silicon->setting[index]))
		return true;
	text_format(error, "%s: one of these is needed: %s", setting->name, setting->words);
	return false;
}

/* ---- lines -------------------------------------------------------------------------------------- */

static bool read_small(struct slice name, struct slice value, uint64_t high, unsigned *result, struct text *error)
{
	uint64_t number;

	if (!read_number(value, 1, high, &number))
		return bad_number(error, name, 1, high);
	*result = (unsigned)number;
	return true;
}

static bool unknown_name(const struct silicon *silicon, struct slice name, struct text *error)
{
	text_format(error, "unknown name \"%.*s\": known are sockets cores rate.* fault", lines_shown(name), name.at);
	for (unsigned i = 0; i < silicon->part->settings; i++)
		text_format(error, " %s", silicon->part->setting[i].name);
	return false;
}

static bool read_entry(void *context, struct slice name, struct slice value, struct text *error)
{
	struct silicon *silicon = context;

	if (slice_is(name, "fault"))
		return true;
	if (slice_is(name, "sockets"))
		return read_small(name, value, MODEL_SOCKETS, &silicon->sockets, error);
	if (slice_is(name, "cores"))
		return read_small(name, value, MODEL_CORES, &silicon->cores, error);
	if (slice_starts(name, "rate."))
		return read_rate(silicon, name, value, error);
	for (unsigned i = 0; i < silicon->part->settings; i++)
		if (slice_is(name, silicon->part->setting[i].name))
			return read_setting(silicon, i, value, error);
	return unknown_name(silicon, name, error);
}

bool model_read_scenario(struct silicon *silicon, struct slice text, struct text *error)
{
	return lines_read(text, read_entry, silicon, error);
}

static bool read_fault(void *context, struct slice name, struct slice value, struct text *error)
{
	return !slice_is(name, "fault") || model_break(context, value, error);
}

bool model_read_faults(struct silicon *silicon, struct slice text, struct text *error)
{
	return lines_read(text, read_fault, silicon, error);
}
