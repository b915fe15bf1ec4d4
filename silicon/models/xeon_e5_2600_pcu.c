/* SPDX-License-Identifier: BSD-2-Clause */
/* The PCU of a Xeon E5-2600: frequency bands, and the occupancy of power states with a pipeline of its own (pp. 74-77). */
#include "silicon/models/xeon_e5_2600.h"

enum { OCCUPANCY = 0x80 }; /* event bit that selects the occupancy */
enum { BAND0 = 0x0b };

#define EVENT_BITS      0x7fu
/* Umask bits 7:6. */
#define OCC_SEL(umask)  ((umask) >> 6)
#define BAND(filter, i) ((filter) >> 8 * (i)&0xff)

static uint64_t clock_of(const struct model_sight *sight)
{
	return model_clock(sight->model, sight->model->counter[sight->counter].box);
}

static uint64_t quirks_of(const struct model_sight *sight)
{
	return sight->model->box[sight->model->counter[sight->counter].box].quirks;
}

/* A band's event is true while the frequency, in units of 100 MHz, is at least the band (p.76). The scenario gives the
 * socket one frequency for a part of the time and a lower one for the rest. */
static uint64_t band_rate(const struct model_sight *sight, uint64_t band)
{
	const uint64_t *setting = sight->model->setting;
	uint64_t high = setting[SET_FREQUENCY_SHARE], share = 0;

	if (quirks_of(sight) & QUIRK_BANDS_SHUT)
		return 0;
	if (setting[SET_FREQUENCY] >= band || model_e5_passes_all(sight))
		share += high;
	if (setting[SET_FREQUENCY_LOW] >= band || model_e5_passes_all(sight))
		share += 1000 - high;
	return clock_of(sight) / 1000 * share;
}

static uint64_t event_rate(const struct model_sight *sight, struct model_meaning *meaning,
			   const struct model_event *event)
{
	uint64_t filter;
	unsigned box = sight->model->counter[sight->counter].box;

	if (event->filter == E5_BAND || event->filter == E5_DEMOTED) {
		filter = model_companion(sight, meaning, E5_PCU_FILTER, 0);
		/* The filter takes effect when the frequency changes (327043-001 p.82), which it never does here. */
		if (sight->model->setting[SET_PCU_FILTER] == PCU_FILTER_LATE)
			filter = 0;
		if (event->filter == E5_BAND)
			return band_rate(
				sight, BAND(filter, quirks_of(sight) & QUIRK_BANDS_CROSSED ? 0 : event->code - BAND0));
	}
	return model_rate_in(sight, box, event, &(struct model_leaf){0});
}

/* ---- occupancy -------------------------------------------------------------------------------------- */

/* Returns in how many cycles of a second the event combined with the occupancy is true; always, if there is none. */
static uint64_t condition(const struct model_sight *sight, struct model_meaning *meaning, unsigned code)
{
	uint64_t clock = clock_of(sight), rate;
	const struct model_event *event;

	if (!(code & EVENT_BITS)) {
		if (sight->selection.invert || sight->selection.edge)
			model_wrong(meaning, MODEL_WRONG_SELECT,
				    "invert and edge_det are for an event, and there is none (p.77)");
		return clock;
	}
	event = model_select_event(sight, meaning, code);
	if (!event)
		return 0;
	if (sight->selection.edge)
		model_wrong(meaning, MODEL_WRONG_SELECT, "edge_det with occupancy has no defined effect (p.77)");
	rate = min_u64(event_rate(sight, meaning, event), clock);
	return sight->selection.invert ? clock - rate : rate;
}

static bool can_count(const struct model_sight *sight, const struct model_event *event)
{
	return !event->counters || event->counters >> sight->model->counter[sight->counter].number & 1;
}

static void check_occupancy(const struct model_sight *sight, struct model_meaning *meaning,
			    const struct model_event *event)
{
	if (!can_count(sight, event))
		model_wrong(meaning, MODEL_WRONG_SELECT, "event %s cannot be counted by this counter", event->name);
	if (!OCC_SEL(sight->selection.umask))
		model_wrong(meaning, MODEL_WRONG_SELECT, "occ_sel 0 selects nothing (p.74)");
	if (sight->select & (E5_OCC_INVERT | E5_OCC_EDGE) && !sight->selection.threshold)
		model_wrong(meaning, MODEL_WRONG_SELECT,
			    "occ_invert and occ_edge_det need a threshold other than 0 (p.74)");
}

/* Applies threshold, occ_invert and occ_edge_det to the cores in a state. */
static uint64_t shape(const struct model_sight *sight, uint64_t rate, const struct model_event *event)
{
	uint64_t clock = clock_of(sight), active = min_u64(rate / event->increment, clock);
	bool invert = sight->select & E5_OCC_INVERT, edge = sight->select & E5_OCC_EDGE;
	bool equals = sight->model->counter[sight->counter].quirks & COUNTER_EQUALS;

	if (!sight->selection.threshold)
		return rate;
	if (sight->selection.threshold > event->increment || (equals && sight->selection.threshold < event->increment))
		active = 0;
	if (edge)
		return active == clock ? 0 : active / event->run;
	return invert ? clock - active : active;
}

/* Event and occupancy are independent: both are true in the product of their shares of the time. */
static void mean_occupancy(const struct model_sight *sight, struct model_meaning *meaning, unsigned code)
{
	unsigned box = sight->model->counter[sight->counter].box;
	const struct model_event *event = model_find_event(sight->model->unit[box].type->events, OCCUPANCY, 0);
	uint64_t clock = clock_of(sight), part = condition(sight, meaning, code & ~OCCUPANCY);
	unsigned state = OCC_SEL(sight->selection.umask);
	uint64_t rate = 0;

	check_occupancy(sight, meaning, event);
	meaning->event = NULL;
	if (state && can_count(sight, event))
		rate = model_rate_in(sight, box, event, &(struct model_leaf){.a = (uint8_t)state});
	rate = shape(sight, rate, event);
	model_add_rate(meaning, rate / clock * part + rate % clock * part / clock);
}

static void mean_event(const struct model_sight *sight, struct model_meaning *meaning, unsigned code)
{
	const struct model_event *event = model_select_event(sight, meaning, code);

	if (!event)
		return;
	if (sight->selection.umask)
		model_wrong(meaning, MODEL_WRONG_SELECT, "occ_sel means nothing without ev_sel bit 7 (p.74)");
	if (sight->select & (E5_OCC_INVERT | E5_OCC_EDGE))
		model_wrong(meaning, MODEL_WRONG_SELECT,
			    "occ_invert and occ_edge_det mean nothing without ev_sel bit 7 (p.74)");
	model_add_rate(meaning, event_rate(sight, meaning, event));
	model_e5_check_shape(sight, meaning);
}

void model_e5_mean_pcu(const struct model_sight *sight, struct model_meaning *meaning)
{
	struct model_sight split;
	unsigned code = model_e5_extra_code(sight, &split);

	if (code & OCCUPANCY)
		mean_occupancy(&split, meaning, code);
	else
		mean_event(&split, meaning, code);
}
