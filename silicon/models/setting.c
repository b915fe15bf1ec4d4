/* SPDX-License-Identifier: BSD-2-Clause */
/* Lists what a scenario may set. */
#include "lib/memory.h"
#include "silicon/models/model.h"

/* Settings of every part. They come before the part's own. */
enum {
	SETTING_SOCKETS,
	SETTING_CORES,
	SETTING_CLOCK,
	SETTING_IDLE,
	SETTING_SMIS,
	SETTING_NUMBERED,
	SETTING_MICROCODE,
	SETTING_BURSTS_PERIOD,
	SETTING_BURSTS_LENGTH,
	SETTING_DELAYS,
	SETTINGS_OF_ALL = SETTING_DELAYS + MODEL_DELAYS
};

static uint64_t most_threads(const struct model_part *part)
{
	for (unsigned i = 0; i < part->settings; i++)
		if (!strcmp(part->setting[i].name, "threads"))
			return part->setting[i].maximum;
	return 1;
}

static void describe(const struct model *model, unsigned index, struct silicon_setting *setting)
{
	const struct model_part *part = model->part;
	const struct silicon_setting of_all[SETTING_DELAYS] = {
		[SETTING_SOCKETS] = {.name = "sockets", .lowest = 1, .most = part->sockets},
		[SETTING_CORES] = {.name = "cores",
				   .lowest = 1,
				   .most = part->most_cores * max_u64(most_threads(part), 1)},
		[SETTING_CLOCK] = {.name = "rate.clock", .lowest = MODEL_CLOCK_LEAST, .most = MODEL_CLOCK_LIMIT},
		[SETTING_IDLE] = {.name = "idle", .lowest = 0, .most = 1},
		[SETTING_SMIS] = {.name = "smis", .lowest = 0, .most = MODEL_SMI_LIMIT},
		[SETTING_NUMBERED] = {.name = "numbered", .lowest = 0, .most = 1},
		[SETTING_BURSTS_PERIOD] = {.name = "bursts.period", .lowest = 0, .most = MODEL_BURSTS_LIMIT},
		[SETTING_BURSTS_LENGTH] = {.name = "bursts.length", .lowest = 1, .most = MODEL_BURSTS_LIMIT},
		[SETTING_MICROCODE] = {.name = "microcode", .lowest = 0, .most = UINT32_MAX},
	};
	const struct model_setting *own = &part->setting[index < SETTINGS_OF_ALL ? 0 : index - SETTINGS_OF_ALL];
	struct text name = TEXT_OVER(setting->name);

	if (index < SETTING_DELAYS) {
		*setting = of_all[index];
		return;
	}
	if (index < SETTINGS_OF_ALL) {
		*setting = (struct silicon_setting){.most = MODEL_DELAY_LIMIT};
		text_string(&name, model_delay_names[index - SETTING_DELAYS]);
		return;
	}
	*setting = (struct silicon_setting){.words = own->words, .lowest = own->minimum, .most = own->maximum};
	text_string(&name, own->name);
}

/* ---- rates ---------------------------------------------------------------------------------------- */

/* Counts the names of an event's rates: one for each bit of its umask, or value of its first choice. */
static unsigned count_subs(const struct model_event *event)
{
	struct slice names, name;
	unsigned count = 0, value;

	if (!event->choices)
		return event->subs ? (unsigned)__builtin_popcount(event->subs) : 1;
	names = slice_of(event->choice[0].names);
	while (model_next_name(&names, &name, &value))
		count++;
	return count;
}

static void name_bit(const struct model_event *event, unsigned sub, struct text *text)
{
	unsigned left = event->subs;

	while (sub--)
		left &= left - 1;
	if (left)
		text_format(text, ".0x%x", left & -left);
}

/* Writes value `sub` of the first choice, and the first value of each other required choice. */
static void name_choices(const struct model_event *event, unsigned sub, struct text *text)
{
	struct slice names = slice_of(event->choice[0].names), name;
	unsigned picked, value;

	for (unsigned i = 0; i <= sub && model_next_name(&names, &name, &picked); i++)
		continue;
	text_format(text, ".%.*s", (int)name.length, name.at);
	for (unsigned i = 1; i < event->choices; i++) {
		const struct model_choice *choice = &event->choice[i];
		struct slice others = slice_of(choice->names);

		if (choice->every || choice->may_lack || (choice->when && choice->when != picked + 1u))
			continue;
		if (model_next_name(&others, &name, &value))
			text_format(text, ".%.*s", (int)name.length, name.at);
	}
}

static void describe_rate(const struct model_type *type, const struct model_event *event, unsigned sub,
			  struct silicon_setting *setting)
{
	struct text name = TEXT_OVER(setting->name);

	*setting = (struct silicon_setting){.most = MODEL_RATE_LIMIT, .clock = event->flags & MODEL_CLOCKED};
	text_format(&name, "rate.%s*.%s%s", type->name, type->ports ? "port*." : "", event->name);
	if (event->choices)
		name_choices(event, sub, &name);
	else
		name_bit(event, sub, &name);
}

/* Returns event number `index` of a box's type; NULL after the last one. */
static const struct model_event *event_at(const struct model_type *type, unsigned index)
{
	for (const struct model_event_list *list = type->events; list; list = list->also) {
		if (index < list->count)
			return &list->row[index];
		index -= list->count;
	}
	return NULL;
}

/* True for the first box of a type: one rate applies to all of them, and is listed with the first. */
static bool is_first_of_type(const struct model *model, unsigned box)
{
	for (unsigned i = 0; i < box; i++)
		if (model->unit[i].type == model->unit[box].type)
			return false;
	return true;
}

bool model_next_setting(const struct model *model, struct silicon_setting_cursor *cursor,
			struct silicon_setting *setting)
{
	const struct model_part *part = model->part;

	if (cursor->setting < SETTINGS_OF_ALL + part->settings) {
		describe(model, cursor->setting++, setting);
		return true;
	}
	for (; cursor->box < model->boxes; cursor->box++, cursor->event = 0) {
		const struct model_type *type = model->unit[cursor->box].type;
		const struct model_event *event;

		while (is_first_of_type(model, cursor->box) && (event = event_at(type, cursor->event))) {
			if (cursor->sub < count_subs(event)) {
				describe_rate(type, event, cursor->sub++, setting);
				return true;
			}
			cursor->event++;
			cursor->sub = 0;
		}
	}
	return false;
}
