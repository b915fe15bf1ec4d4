/* SPDX-License-Identifier: BSD-2-Clause */
/* What all drivers of a Xeon E5-2600 share. */
#include "silicon/models/xeon_e5_2600.h"

bool model_e5_passes_all(const struct model_sight *sight)
{
	const struct model *model = sight->model;

	return model->box[model->counter[sight->counter].box].quirks & QUIRK_FILTERS_OPEN;
}

void model_e5_add(const struct model_sight *sight, struct model_meaning *meaning, const struct model_event *event)
{
	unsigned umask = sight->selection.umask & event->subs;

	if (event->filter == E5_ONE_SUB && count_bits(umask) > 1)
		model_wrong(meaning, MODEL_WRONG_SELECT, "event %s can follow one message class at a time (p.123)",
			    event->name);
	if (event->filter == E5_REJECTED_ALONE && umask & 2 && umask != 2)
		model_wrong(meaning, MODEL_WRONG_SELECT, "IRQ_REJECTED of %s goes with no other sub-event",
			    event->name);
	model_add_umask(sight, meaning, event);
}

void model_e5_check_shape(const struct model_sight *sight, struct model_meaning *meaning)
{
	const struct model_selection *selection = &sight->selection;

	if ((selection->invert || selection->edge) && !selection->threshold)
		model_wrong(meaning, MODEL_WRONG_SELECT, "%s needs a threshold other than 0 (p.21)",
			    selection->edge ? "edge_det" : "invert");
}

unsigned model_e5_extra_code(const struct model_sight *sight, struct model_sight *split)
{
	*split = *sight;
	split->selection.event &= 0xff;
	split->selection.umask = sight->selection.event >> 8;
	return split->selection.event | (sight->select & E5_SELECT_EXTRA ? 0x100u : 0);
}

/* A umask below 16 selects a bank, 16 selects all banks, and each higher one a group of four consecutive banks. */
static void add_banks(const struct model_sight *sight, struct model_meaning *meaning, const struct model_event *event)
{
	enum { BANKS = 16, GROUP = 4, GROUPS = BANKS / GROUP };
	unsigned umask = sight->selection.umask, first = umask, count = 1;

	if (umask > BANKS + GROUPS) {
		model_wrong(meaning, MODEL_WRONG_SELECT, "umask 0x%x of %s means nothing", umask, event->name);
		return;
	}
	if (umask >= BANKS) {
		first = umask == BANKS ? 0 : (umask - BANKS - 1) * GROUP;
		count = umask == BANKS ? BANKS : GROUP;
	}
	for (unsigned i = first; i < first + count; i++)
		model_add_leaf(sight, meaning, event, &(struct model_leaf){.a = (uint8_t)(i + 1)});
}

void model_e5_mean(const struct model_sight *sight, struct model_meaning *meaning)
{
	unsigned box = sight->model->counter[sight->counter].box;
	const struct model_event_list *known = sight->model->unit[box].type->events;
	struct model_sight split;

	/* Counters are enabled first, then given an event (p.17). */
	if (!sight->selection.event && !model_find_event(known, 0, 0))
		return;
	meaning->event = model_find_whole(sight, meaning, &split);
	if (!meaning->event)
		return;
	if (meaning->event->filter == E5_BANKS)
		add_banks(&split, meaning, meaning->event);
	else
		model_e5_add(&split, meaning, meaning->event);
	model_e5_check_shape(sight, meaning);
}
