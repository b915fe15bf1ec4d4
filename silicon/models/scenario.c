/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/models/lines.h"
#include "silicon/models/work.h"

static bool bad_number(struct text *error, struct slice name, uint64_t low, uint64_t high)
{
	text_format(error, "%.*s: a number from %llu to %llu is needed", lines_shown(name), name.at,
		    (unsigned long long)low, (unsigned long long)high);
	return false;
}

static bool read_limited(struct slice text, uint64_t low, uint64_t high, uint64_t *value)
{
	uint64_t number;

	if (!parse_u64(text, &number) || number < low || number > high)
		return false;
	*value = number;
	return true;
}

/* ---- values ---------------------------------------------------------------------------------- */

static bool read_rate(struct model *model, struct slice name, struct slice value, struct text *error)
{
	struct slice rest = name;
	uint64_t hz;

	slice_cut(&rest, '.');
	if (slice_is(rest, "clock")) {
		if (!read_limited(value, MODEL_CLOCK_LEAST, MODEL_CLOCK_LIMIT, &model->clock))
			return bad_number(error, name, MODEL_CLOCK_LEAST, MODEL_CLOCK_LIMIT);
		return true;
	}
	if (!read_limited(value, 0, MODEL_RATE_LIMIT, &hz))
		return bad_number(error, name, 0, MODEL_RATE_LIMIT);
	return model_set_rate(model, rest, hz, error);
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

static bool read_setting(struct model *model, unsigned index, struct slice value, struct text *error)
{
	const struct model_setting *setting = &model->part->setting[index];

	model->given |= BIT(index);
	if (!setting->words) {
		if (read_limited(value, setting->minimum, setting->maximum, &model->setting[index]))
			return true;
		return bad_number(error, slice_of(setting->name), setting->minimum, setting->maximum);
	}
	if (read_word(setting, value, &model->setting[index]))
		return true;
	text_format(error, "%s: one of these is needed: %s", setting->name, setting->words);
	return false;
}

/* ---- lines -------------------------------------------------------------------------------------- */

static bool read_small(struct slice name, struct slice value, uint64_t low, uint64_t high, unsigned *result,
		       struct text *error)
{
	uint64_t number;

	if (!read_limited(value, low, high, &number))
		return bad_number(error, name, low, high);
	*result = (unsigned)number;
	return true;
}

bool model_set_size(struct model *model, struct slice name, struct slice value, bool *known, struct text *error)
{
	*known = true;
	if (slice_is(name, "sockets"))
		return read_small(name, value, 1, MODEL_SOCKETS, &model->sockets, error);
	if (slice_is(name, "cores"))
		return read_small(name, value, 1, SILICON_CORES, &model->cores, error);
	if (slice_is(name, "function"))
		return model_count_function(model, error);
	for (unsigned i = 0; i < model->part->settings; i++)
		if (slice_is(name, model->part->setting[i].name))
			return read_setting(model, i, value, error);
	*known = false;
	return true;
}

bool model_set(struct model *model, struct slice name, struct slice value, bool *known, struct text *error)
{
	*known = true;
	if (slice_is(name, "idle"))
		return read_small(name, value, 0, 1, &model->idle, error);
	if (slice_is(name, "background")) {
		if (!read_limited(value, 0, MODEL_BACKGROUND, &model->background))
			return bad_number(error, name, 0, MODEL_BACKGROUND);
		model->others_lines = model->background;
		return true;
	}
	if (slice_is(name, "bursts.period"))
		return read_limited(value, 0, MODEL_BURSTS_LIMIT, &model->bursts.period) ||
		       bad_number(error, name, 0, MODEL_BURSTS_LIMIT);
	if (slice_is(name, "bursts.length"))
		return read_limited(value, 1, MODEL_BURSTS_LIMIT, &model->bursts.length) ||
		       bad_number(error, name, 1, MODEL_BURSTS_LIMIT);
	if (slice_is(name, "numbered"))
		return read_small(name, value, 0, 1, &model->numbered, error);
	if (slice_is(name, "microcode"))
		return read_limited(value, 0, UINT32_MAX, &model->microcode) || bad_number(error, name, 0, UINT32_MAX);
	if (slice_is(name, "smis"))
		return read_small(name, value, 0, MODEL_SMI_LIMIT, &model->smis, error);
	for (unsigned i = 0; i < MODEL_DELAYS; i++) {
		if (!slice_is(name, model_delay_names[i]))
			continue;
		if (read_limited(value, 0, MODEL_DELAY_LIMIT, &model->delay[i]))
			return true;
		return bad_number(error, name, 0, MODEL_DELAY_LIMIT);
	}
	if (slice_starts(name, "rate."))
		return read_rate(model, name, value, error);
	if (slice_is(name, "function"))
		return model_add_function(model, value, error);
	if (slice_starts(name, "buses."))
		return model_set_buses(model, name, value, error);
	if (model->part->discovery && slice_starts(name, "discovery.table"))
		return model_set_table(model, name, value, error);
	return work_set(model, name, value, known, error);
}
