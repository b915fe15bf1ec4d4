/* SPDX-License-Identifier: BSD-2-Clause */
/* What the counters of a core count: the fields of their controls, and the levels and threads that they count. */
#include "silicon/models/core.h"

/* All 16 bits of code and umask are the event: many umasks have codes of their own. */
const struct model_layout model_core_generic = {
	.enable = 22,
	.pmi = 20,
	.edge = 18,
	.invert = 23,
	.event_bits = 16,
	.umask_low = MODEL_NO_BIT,
	.threshold_low = 24,
	.reset_tally = MODEL_NO_BIT,
	.mode_low = MODEL_NO_BIT,
	.wrap = MODEL_NO_BIT,
};

#define FIXED(n)                                                                                       \
	{                                                                                              \
		.enable = 4 * (n), .pmi = 4 * (n) + 3, .edge = MODEL_NO_BIT, .invert = MODEL_NO_BIT,   \
		.umask_low = MODEL_NO_BIT, .threshold_low = MODEL_NO_BIT, .reset_tally = MODEL_NO_BIT, \
		.mode_low = MODEL_NO_BIT, .wrap = MODEL_NO_BIT                                         \
	}
const struct model_layout model_core_fixed[CORE_FIXED] = {FIXED(0), FIXED(1), FIXED(2), FIXED(3)};

/* Event of fixed counter 2; no generic counter understands its code. */
static const struct model_event reference = {
	.code = 0x0300,
	.increment = 1,
	.run = 8,
	.setting = 1 + CORE_REFERENCE_CLOCK,
	.name = "CPU_CLK_UNHALTED.REF_TSC",
};

/* Event of fixed counter 3; no generic counter understands its code, either. */
enum { SLOTS_PER_CYCLE = 4 }; /* as many as instructions that retire; the model's own */
static const struct model_event slots = {
	.code = 0x0400,
	.increment = SLOTS_PER_CYCLE,
	.run = 1,
	.setting = 1 + CORE_CLOCK,
	.name = "TOPDOWN.SLOTS",
};

enum { INSTRUCTIONS = 0x00c0, BRANCHES = 0x00c4 }; /* codes */

static const struct model_event *fixed_event(const struct model *model, unsigned index)
{
	static const uint16_t codes[] = {0x00c0, 0x003c};
	const struct model_type *type = model->unit[model->core_box].type;

	if (index < ARRAY_SIZE(codes))
		return model_find_event(type->events, codes[index], 0);
	return index == 2 ? &reference : &slots;
}

/* Adds up an event, or its selected sub-events, over the threads of a core. */
static void add_event_core(const struct model_sight *sight, struct model_meaning *meaning,
			   const struct model_event *event, unsigned first, unsigned threads)
{
	unsigned umask = sight->selection.umask;

	model_check_umask(sight, meaning, event);
	for (unsigned box = first; box < first + threads; box++) {
		if (!event->subs)
			model_add_rate(meaning, model_rate_in(sight, box, event, &(struct model_leaf){0}));
		for (unsigned i = 0; i < 8; i++)
			if (event->subs & umask & BIT(i))
				model_add_rate(meaning, model_rate_in(sight, box, event,
								      &(struct model_leaf){.a = (uint8_t)(i + 1)}));
	}
}

/* Privilege levels and threads that a counter counts. */
struct scope {
	bool os, usr, any;
};

static struct scope selected_scope(uint64_t select, unsigned number)
{
	unsigned field;

	if (number < CORE_GENERIC)
		return (struct scope){.os = select & CORE_SELECT_OS,
				      .usr = select & CORE_SELECT_USR,
				      .any = select & CORE_SELECT_ANY};
	field = CORE_FIXED_FIELD(select, number - CORE_FIRST_FIXED);
	return (struct scope){
		.os = field & CORE_FIXED_OS, .usr = field & CORE_FIXED_USR, .any = field & CORE_FIXED_ANY};
}

/* A fixed counter that needs no enable counts at all levels if none is selected. */
static struct scope scope_of(const struct model_counter_place *place, uint64_t select)
{
	struct scope selected = selected_scope(select, place->number), scope = selected;

	if (place->quirks & COUNTER_SWAPPED_LEVELS)
		scope = (struct scope){.os = selected.usr, .usr = selected.os, .any = selected.any};
	if (place->quirks & COUNTER_EVERY_LEVEL || (place->quirks & COUNTER_UNENABLED && !selected.os && !selected.usr))
		scope.os = scope.usr = true;
	return scope;
}

/* Scales the rates to the privilege levels that count. The scenario sets the share of time above level 0; single
 * happenings are at level 0. */
static void scale(const struct model_sight *sight, struct model_meaning *meaning, struct scope scope)
{
	const struct model *model = sight->model;
	bool is_second = (model->counter[sight->counter].box - model->core_box) % 2;
	uint64_t user = model->burst ? 0 : model->setting[CORE_USER];
	uint64_t share = (scope.os ? 1000 - user : 0) + (scope.usr ? user : 0);

	if (model->core_erratum == CORE_COUNTS_FEW && meaning->event->code == INSTRUCTIONS)
		share -= share / 16;
	if (model->core_erratum == CORE_COUNTS_MANY && meaning->event->code == BRANCHES && is_second)
		share += share / 16;
	if (meaning->event == &slots)
		share *= SLOTS_PER_CYCLE;
	for (unsigned i = 0; i < meaning->run.sources; i++)
		meaning->run.rate[i] = meaning->run.rate[i] / 1000 * share + meaning->run.rate[i] % 1000 * share / 1000;
}

/* True if CPUID says that the processor does not have one of the architecture's events. */
static bool is_missing(const struct model *model, unsigned code)
{
	static const uint16_t codes[] = {0x003c, 0x00c0, 0x013c, 0x4f2e, 0x412e, 0x00c4, 0x00c5};

	for (unsigned i = 0; i < ARRAY_SIZE(codes); i++)
		if (codes[i] == code)
			return model->setting[CORE_MISSING] >> i & 1;
	return false;
}

static bool is_unprimed(const struct model_sight *sight)
{
	const struct model_counter_place *place = &sight->model->counter[sight->counter];

	return sight->model->socket[sight->socket].box[place->box].unprimed >> place->number & 1;
}

/* Counts the wrong event instead. */
static void mean_other(const struct model_sight *sight, struct model_meaning *meaning, unsigned box)
{
	meaning->event = fixed_event(sight->model, 1);
	if (is_unprimed(sight) && sight->model->counter[sight->counter].number % 2 == 0)
		add_event_core(sight, meaning, meaning->event, box, 1);
}

void model_core_mean(const struct model_sight *sight, struct model_meaning *meaning, model_core_adder *filtered)
{
	const struct model *model = sight->model;
	const struct model_counter_place *place = &model->counter[sight->counter];
	struct scope scope = scope_of(place, sight->select);
	unsigned threads = scope.any ? (unsigned)model->setting[CORE_THREADS] : 1;
	unsigned first = place->box - (place->box - model->core_box) % threads;
	struct model_sight split = *sight;
	bool generic = place->number < CORE_GENERIC, primes = model->core_primes && model_core_primes(sight->select);

	threads = (unsigned)min_u64(threads, model->core_box + model->cores - first);
	/* A counter that is being primed, or should have been primed, counts another event. */
	if (generic && (primes || is_unprimed(sight))) {
		mean_other(sight, meaning, place->box);
		return;
	}
	meaning->event = generic ? model_find_whole(sight, meaning, &split)
				 : fixed_event(model, place->number - CORE_FIRST_FIXED);
	if (!meaning->event)
		return;
	if (generic && is_missing(model, sight->selection.event)) {
		model_wrong(meaning, MODEL_WRONG_SELECT, "event 0x%x is not there: CPUID leaf 0x0a says so",
			    sight->selection.event);
		return;
	}
	if (meaning->event->flags & MODEL_FILTERED)
		filtered(sight, meaning, first, threads);
	else
		add_event_core(&split, meaning, meaning->event, first, threads);
	scale(sight, meaning, scope);
}

/* ---- the architecture's events ------------------------------------------------------------------------ */

enum { STATE = 8 }; /* cycles that a state lasts; the model's own */

/* clang-format off */
/* A core retires four instructions a cycle. */
static const struct model_event events[] = {
	{.code = 0x003c, .increment = 1, .run = STATE, .flags = MODEL_CLOCKED,
	 .name = "CPU_CLK_UNHALTED.THREAD_P"},
	{.code = 0x013c, .increment = 1, .run = STATE, .setting = 1 + CORE_REFERENCE_CLOCK,
	 .name = "CPU_CLK_UNHALTED.REF"},
	{.code = 0x00c0, .increment = 4, .run = 1, .base = 300000000, .flags = MODEL_OF_RUNNING,
	 .name = "INST_RETIRED"},
	{.code = 0x412e, .increment = 1, .run = 1, .base = 6000000, .name = "LLC_MISSES"},
	{.code = 0x4f2e, .increment = 1, .run = 1, .base = 31000000, .name = "LLC_REFERENCES"},
	{.code = 0x00c4, .increment = 1, .run = 1, .base = 120000000, .name = "BR_INST_RETIRED.ANY"},
	{.code = 0x00c5, .increment = 1, .run = 1, .base = 2400000, .name = "BR_MISP_RETIRED.ANY"},
};
/* clang-format on */
const struct model_event_list model_core_events = {events, ARRAY_SIZE(events), NULL};

void model_core_mean_events(const struct model_sight *sight, struct model_meaning *meaning)
{
	model_core_mean(sight, meaning, NULL);
}
