/* SPDX-License-Identifier: BSD-2-Clause */
/* Events of an M-Box's counters: chosen by the select and companion registers; one event may set a flag for another. */
#include "silicon/models/xeon_7500.h"

#define MM_ENABLE BIT(63)

#define FLAG_MODE BIT(7)

enum { SECONDARY = 0x20 }; /* codes of events that set a flag begin here */

/* Fields of the select that only this box has. */
#define STORAGE_MODE(value) ((unsigned)((value) >> 4) & 3)
#define FLAG_SEL(value)     ((unsigned)((value) >> 19) & 7)

/* ---- what a counter counts ------------------------------------------------------------------------ */

/* Addresses are spread evenly: a filter that compares n of their bits lets one in 2^n pass, whatever the value. Sources
 * do not say which form of address is meant. */
static void filter(const struct model_sight *sight, struct model_meaning *meaning)
{
	const struct model *model = sight->model;
	unsigned compared;
	uint64_t mask;

	if (!(model_companion(sight, meaning, M_MM_CFG, 0) & MM_ENABLE) ||
	    model->box[model->counter[sight->counter].box].quirks & QUIRK_FILTERS_OPEN)
		return;
	model_companion(sight, meaning, M_ADDR_MATCH, 0);
	mask = model_companion(sight, meaning, M_ADDR_MASK, 0) & MASK(0, 27);
	compared = count_bits(model->setting[SET_M_MASK] == MASK_IGNORES ? ~mask & MASK(0, 27) : mask);
	for (unsigned i = 0; i < meaning->run.sources; i++)
		meaning->run.rate[i] >>= model->burst && compared ? 63 : compared;
}

static const struct model_event *add_event_mbox(const struct model_sight *sight, struct model_meaning *meaning,
						unsigned code)
{
	const struct model_event *event = model_select_event(sight, meaning, code);

	if (!event)
		return NULL;
	if (event->choices)
		model_add_choices(sight, meaning, event);
	else
		model_add_leaf(sight, meaning, event, &(struct model_leaf){0});
	if (event->flags & MODEL_FILTERED)
		filter(sight, meaning);
	return event;
}

/* Counts an event only while the flag is set. */
static void add_conditional(const struct model_sight *sight, struct model_meaning *meaning)
{
	uint64_t clock = sight->model->clock, flagged = 0, millionths;
	struct model_run *run = &meaning->run;

	add_event_mbox(sight, meaning, SECONDARY + FLAG_SEL(sight->select));
	for (unsigned i = 0; i < run->sources; i++)
		flagged += run->rate[i];
	millionths = min_u64(flagged, clock) * 1000000 / clock;
	run->sources = 0;
	meaning->flag = meaning->event;
	add_event_mbox(sight, meaning, sight->selection.event);
	for (unsigned i = 0; i < run->sources; i++)
		run->rate[i] = run->rate[i] * millionths / 1000000;
}

/* 323535 p.113: modes in the field table that need something which it lacks. */
static void check_modes(const struct model_sight *sight, struct model_meaning *meaning)
{
	unsigned storage = STORAGE_MODE(sight->select), mode = sight->selection.mode;
	bool flagged = sight->select & FLAG_MODE;

	if (mode == 2)
		model_wrong(meaning, MODEL_WRONG_SELECT,
			    "count_mode 2 counts down by dec_sel, which no field holds (323535 p.113)");
	if (mode == 3)
		model_wrong(meaning, MODEL_WRONG_SELECT, "count_mode 3 is none (323535 p.113)");
	if (storage > 1)
		model_wrong(meaning, MODEL_WRONG_SELECT, "storage_mode %u is none (323535 p.113)", storage);
	if (storage == 1 && !flagged)
		model_wrong(meaning, MODEL_WRONG_SELECT,
			    "storage_mode 1 without flag_mode: no flag is ever set (323535 p.113)");
	if (FLAG_SEL(sight->select) && !flagged)
		model_wrong(meaning, MODEL_WRONG_SELECT, "set_flag_sel needs flag_mode (323535 p.113)");
	if (flagged && sight->selection.event && !storage)
		model_wrong(meaning, MODEL_WRONG_SELECT,
			    "inc_sel and set_flag_sel together need storage_mode 1 (323535 p.113)");
}

void model_xeon_7500_mean_m(const struct model_sight *sight, struct model_meaning *meaning)
{
	bool flagged = sight->select & FLAG_MODE;

	check_modes(sight, meaning);
	if (!flagged && STORAGE_MODE(sight->select) == 1)
		return;
	if (!flagged)
		add_event_mbox(sight, meaning, sight->selection.event);
	else if (!sight->selection.event)
		add_event_mbox(sight, meaning, SECONDARY + FLAG_SEL(sight->select));
	else if (STORAGE_MODE(sight->select) == 1)
		add_conditional(sight, meaning);
	else
		add_event_mbox(sight, meaning, sight->selection.event);
}
