/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/models/scenario.h"

#include "silicon/models/model.h"

/* How much of a hostile word an error repeats. */
static int shown(struct slice slice)
{
	return (int)min_u64(slice.length, 48);
}

static bool bad_number(struct text *error, struct slice name, uint64_t low, uint64_t high)
{
	text_format(error, "%.*s: a number from %llu to %llu is needed", shown(name), name.at,
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

static bool read_rate(struct silicon *silicon, struct slice name, struct slice value,
		      struct text *error)
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

static bool read_setting(struct silicon *silicon, unsigned index, struct slice value,
			 struct text *error)
{
	const struct model_setting *setting = &silicon->part->setting[index];

	if (!setting->words) {
		if (read_number(value, setting->minimum, setting->maximum,
				&silicon->setting[index]))
			return true;
		return bad_number(error, slice_of(setting->name), setting->minimum,
				  setting->maximum);
	}
	if (read_word(setting, value, &silicon->setting[index]))
		return true;
	text_format(error, "%s: one of these is needed: %s", setting->name, setting->words);
	return false;
}

/* ---- lines -------------------------------------------------------------------------------------- */

static bool read_small(struct slice name, struct slice value, uint64_t high, unsigned *result,
		       struct text *error)
{
	uint64_t number;

	if (!read_number(value, 1, high, &number))
		return bad_number(error, name, 1, high);
	*result = (unsigned)number;
	return true;
}

static bool unknown_name(const struct silicon *silicon, struct slice name, struct text *error)
{
	text_format(error, "unknown name \"%.*s\": known are sockets cores rate.* fault",
		    shown(name), name.at);
	for (unsigned i = 0; i < silicon->part->settings; i++)
		text_format(error, " %s", silicon->part->setting[i].name);
	return false;
}

static bool read_entry(struct silicon *silicon, struct slice name, struct slice value,
		       struct text *error)
{
	if (slice_is(name, "fault"))
		return model_break(silicon, value, error);
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

static bool read_line(struct silicon *silicon, struct slice line, struct text *error)
{
	struct slice value = slice_cut(&line, '#'), name;

	if (value.length && value.at[value.length - 1] == '\r')
		value.length--;
	value = slice_trim(value);
	if (!value.length)
		return true;
	name = slice_trim(slice_cut(&value, '='));
	if (!value.at) {
		text_format(error, "\"%.*s\": name = value is needed", shown(name), name.at);
		return false;
	}
	return read_entry(silicon, name, slice_trim(value), error);
}

bool model_read_scenario(struct silicon *silicon, struct slice text, struct text *error)
{
	char reason[640];
	struct text why = TEXT_OVER(reason);

	for (unsigned number = 1; text.at; number++) {
		if (read_line(silicon, slice_cut(&text, '\n'), &why))
			continue;
		text_format(error, "scenario line %u: %s", number, reason);
		return false;
	}
	return true;
}
