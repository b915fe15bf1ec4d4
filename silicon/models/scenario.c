/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/models/lines.h"
#include "silicon/models/work.h"

_Static_assert(MODEL_DELAYS == 3, "one number for each delay");

const struct lines_number model_numbers[] = {
	[MODEL_NUMBER_SOCKETS] = LINES_NUMBER("sockets", 1, MODEL_SOCKETS, struct model, sockets),
	[MODEL_NUMBER_CORES] = LINES_NUMBER("cores", 1, SILICON_CORES, struct model, cores),
	LINES_NUMBER("rate.clock", MODEL_CLOCK_LEAST, MODEL_CLOCK_LIMIT, struct model, clock),
	LINES_NUMBER("idle", 0, 1, struct model, idle),
	LINES_NUMBER("smis", 0, MODEL_SMI_LIMIT, struct model, smis),
	LINES_NUMBER("numbered", 0, 1, struct model, numbered),
	LINES_NUMBER("microcode", 0, UINT32_MAX, struct model, microcode),
	LINES_NUMBER("bursts.period", 0, MODEL_BURSTS_LIMIT, struct model, bursts.period),
	LINES_NUMBER("bursts.length", 1, MODEL_BURSTS_LIMIT, struct model, bursts.length),
	LINES_NUMBER("stop.delay", 0, MODEL_DELAY_LIMIT, struct model, delay[MODEL_DELAY_STOP]),
	LINES_NUMBER("status.delay", 0, MODEL_DELAY_LIMIT, struct model, delay[MODEL_DELAY_STATUS]),
	LINES_NUMBER("clear.delay", 0, MODEL_DELAY_LIMIT, struct model, delay[MODEL_DELAY_CLEAR]),
	{.name = NULL},
};
_Static_assert(ARRAY_SIZE(model_numbers) == MODEL_NUMBERS + 1, "all numbers and the end");

/* Takes a setting of the part's own: a word's index, or a number. */
static bool read_setting(struct model *model, unsigned index, struct slice value, struct text *error)
{
	const struct model_setting *setting = &model->part->setting[index];
	struct slice words;

	model->given |= BIT(index);
	if (!setting->words)
		return lines_parse(slice_of(setting->name), value, setting->minimum, setting->maximum,
				   &model->setting[index], error);

	words = slice_of(setting->words);
	for (unsigned i = 0; words.at; i++) {
		if (!model_same_word(value, slice_cut(&words, ' ')))
			continue;
		model->setting[index] = i;
		return true;
	}
	text_format(error, "%s: one of these is needed: %s", setting->name, setting->words);
	return false;
}

bool model_set_size(struct model *model, struct slice name, struct slice value, bool *known, struct text *error)
{
	const struct lines_number *number = lines_find(model_numbers, name);

	*known = true;
	if (number && number < &model_numbers[MODEL_SIZES])
		return lines_set(number, model, value, error);
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
	const struct lines_number *number = lines_find(model_numbers, name);
	struct slice rest = name;
	uint64_t hz;

	*known = true;
	if (number)
		return lines_set(number, model, value, error);
	if (slice_is(name, "background")) {
		if (!lines_parse(name, value, 0, MODEL_BACKGROUND, &model->background, error))
			return false;
		model->others_lines = model->background;
		return true;
	}
	if (slice_starts(name, "rate.")) {
		slice_cut(&rest, '.');
		return lines_parse(name, value, 0, MODEL_RATE_LIMIT, &hz, error) &&
		       model_set_rate(model, rest, hz, error);
	}
	if (slice_is(name, "function"))
		return model_add_function(model, value, error);
	if (slice_starts(name, "buses."))
		return model_set_buses(model, name, value, error);
	if (model->part->discovery && slice_starts(name, "discovery.table"))
		return model_set_table(model, name, value, error);
	return work_set(model, name, value, known, error);
}
