/* SPDX-License-Identifier: BSD-2-Clause */
/* Lists what a scenario may set. */
#include "lib/memory.h"
#include "silicon/models/lines.h"
#include "silicon/models/model.h"

/* Describes a number that every part's scenario may set, or, after those, a setting of the part's own. */
static void describe(const struct model *model, unsigned index, struct silicon_setting *setting)
{
	const struct model_part *part = model->part;
	struct text name = TEXT_OVER(setting->name);
	uint64_t threads = 1;

	if (index >= MODEL_NUMBERS) {
		const struct model_setting *own = &part->setting[index - MODEL_NUMBERS];

		*setting = (struct silicon_setting){.words = own->words, .lowest = own->minimum, .most = own->maximum};
		text_string(&name, own->name);
		return;
	}
	*setting = (struct silicon_setting){.lowest = model_numbers[index].lowest, .most = model_numbers[index].most};
	text_string(&name, model_numbers[index].name);
	for (unsigned i = 0; i < part->settings; i++)
		if (!strcmp(part->setting[i].name, "threads"))
			threads = max_u64(part->setting[i].maximum, 1);
	if (index == MODEL_NUMBER_SOCKETS)
		setting->most = part->sockets;
	if (index == MODEL_NUMBER_CORES)
		setting->most = part->most_cores * threads;
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
	unsigned left = event->subs; /* bits from the one that is named on */

	*setting = (struct silicon_setting){.most = MODEL_RATE_LIMIT, .clock = event->flags & MODEL_CLOCKED};
	text_format(&name, "rate.%s*.%s%s", type->name, type->ports ? "port*." : "", event->name);
	if (event->choices) {
		name_choices(event, sub, &name);
		return;
	}
	while (sub--)
		left &= left - 1;
	if (left)
		text_format(&name, ".0x%x", left & -left);
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

bool model_next_setting(const struct model *model, struct silicon_setting_cursor *cursor,
			struct silicon_setting *setting)
{
	const struct model_part *part = model->part;

	if (cursor->setting < MODEL_NUMBERS + part->settings) {
		describe(model, cursor->setting++, setting);
		return true;
	}
	for (; cursor->box < model->boxes; cursor->box++, cursor->event = 0) {
		const struct model_type *type = model->unit[cursor->box].type;
		const struct model_event *event;
		unsigned first = 0;

		/* One rate applies to all boxes of a type, and is listed with the first. */
		while (model->unit[first].type != type)
			first++;
		while (first == cursor->box && (event = event_at(type, cursor->event))) {
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
