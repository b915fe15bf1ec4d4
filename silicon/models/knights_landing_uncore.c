/* SPDX-License-Identifier: BSD-2-Clause */
/* What counters of the uncore count: the CHA (caching and home agent) by its filters, and the other boxes. */
#include "silicon/models/knights_landing.h"

/* Filter 0: the thread, if select bit 19 enables it, and states of the snoop filter (LIKWID). */
#define FILTER0_CORE(value)      ((unsigned)((value) >> 3 & 0x3f))
#define FILTER0_THREAD(value)    ((unsigned)((value)&7))
#define FILTER0_STATE_LOW        18

/* Filter 1: Linux; only LIKWID has the near memory and C6 bits. */
#define FILTER1_REMOTE           BIT(0)
#define FILTER1_LOCAL            BIT(1)
#define FILTER1_ALL_OPCODES      BIT(3)
#define FILTER1_NEAR             BIT(4)
#define FILTER1_NOT_NEAR         BIT(5)
#define FILTER1_OPCODE(value, n) ((unsigned)((value) >> (9 + 10 * (n)) & 0x3ff))
#define FILTER1_SPECIAL          MASK(29, 3)

enum { LOOKUPS = 3, STATES = 3 };

/* Kinds of entries of the TOR. */
static const struct {
	uint64_t where; /* bits of filter 1 that must both be set */
	uint16_t opcode;
	uint64_t special; /* if the filter sets any special bit, one of these must be set */
} kinds[] = {
	{FILTER1_LOCAL | FILTER1_NEAR, 0x182, 0},
	{FILTER1_LOCAL | FILTER1_NOT_NEAR, 0x201, 0},
	{FILTER1_REMOTE | FILTER1_NEAR, 0x182, BIT(31)},
	{FILTER1_LOCAL | FILTER1_NOT_NEAR, 0x1e7, BIT(30)},
};

/* ---- filters --------------------------------------------------------------------------------------- */

static bool passes_all(const struct model_sight *sight)
{
	const struct model *model = sight->model;

	return model->box[model->counter[sight->counter].box].quirks & QUIRK_FILTERS_OPEN;
}

static void add_lookups(const struct model_sight *sight, struct model_meaning *meaning)
{
	uint64_t states = model_companion(sight, meaning, KNL_CHA_FILTER0, 0) >> FILTER0_STATE_LOW;
	unsigned umask = sight->selection.umask;

	if (!(umask & 1) || umask & 0xe0)
		model_wrong(meaning, MODEL_WRONG_SELECT, "umask 0x%x of SF_LOOKUP means nothing", umask);
	for (unsigned i = 0; i < LOOKUPS; i++) {
		if (!(umask & (BIT(4) | BIT(1 + i))))
			continue;
		for (unsigned j = 0; j < STATES; j++)
			if (states >> j & 1 || passes_all(sight) || (sight->model->burst && states))
				model_add_leaf(sight, meaning, meaning->event,
					       &(struct model_leaf){.a = (uint8_t)(i + 1), .b = (uint8_t)(j + 1)});
	}
}

static bool is_kind(uint64_t filter, unsigned kind)
{
	unsigned opcode = kinds[kind].opcode;

	if ((filter & kinds[kind].where) != kinds[kind].where)
		return false;
	if (filter & FILTER1_SPECIAL && !(filter & kinds[kind].special))
		return false;
	return filter & FILTER1_ALL_OPCODES || FILTER1_OPCODE(filter, 0) == opcode ||
	       FILTER1_OPCODE(filter, 1) == opcode;
}

static void add_entries(const struct model_sight *sight, struct model_meaning *meaning)
{
	uint64_t filter = model_companion(sight, meaning, KNL_CHA_FILTER1, 0);
	unsigned umask = sight->selection.umask;

	if (umask & 0xc0 || !(umask & 0x30) || !(umask & 0x0f))
		model_wrong(meaning, MODEL_WRONG_SELECT, "umask 0x%x of %s means nothing", umask, meaning->event->name);
	for (unsigned i = 0; i < 8; i++) {
		if (!(umask >> i % 4 & 1) || !(umask >> (4 + i / 4) & 1))
			continue;
		for (unsigned j = 0; j < ARRAY_SIZE(kinds); j++)
			if (is_kind(filter, j) || passes_all(sight))
				model_add_leaf(sight, meaning, meaning->event,
					       &(struct model_leaf){.a = (uint8_t)(i + 1), .b = (uint8_t)(j + 1)});
	}
}

/* Every thread of the machine has an equal share of everything; other threads have none. */
static void choose_thread(const struct model_sight *sight, struct model_meaning *meaning)
{
	const struct model *model = sight->model;
	uint64_t filter = model_companion(sight, meaning, KNL_CHA_FILTER0, 0);
	uint64_t threads = model->setting[CORE_THREADS];
	bool there = FILTER0_THREAD(filter) < threads &&
		     FILTER0_CORE(filter) * threads + FILTER0_THREAD(filter) < model->cores;

	if (passes_all(sight))
		return;
	if (model->burst && there)
		there = FILTER0_CORE(filter) * threads + FILTER0_THREAD(filter) == model->burst->flow->core;
	for (unsigned i = 0; i < meaning->run.sources; i++)
		meaning->run.rate[i] = there && model->burst ? meaning->run.rate[i]
				       : there               ? meaning->run.rate[i] / model->cores
							     : 0;
}

void model_knl_mean_cha(const struct model_sight *sight, struct model_meaning *meaning)
{
	struct model_sight split;

	meaning->event = model_find_whole(sight, meaning, &split);
	if (!meaning->event)
		return;
	if (meaning->event->filter == KNL_LOOKUP)
		add_lookups(&split, meaning);
	else if (meaning->event->filter == KNL_TOR)
		add_entries(&split, meaning);
	else
		model_add_umask(&split, meaning, meaning->event);
	if (sight->select & KNL_UNCORE_THREAD)
		choose_thread(sight, meaning);
}

/* ---- the other boxes --------------------------------------------------------------------------------- */

void model_knl_mean_uncore(const struct model_sight *sight, struct model_meaning *meaning)
{
	struct model_sight split;

	meaning->event = model_find_whole(sight, meaning, &split);
	if (meaning->event)
		model_add_umask(&split, meaning, meaning->event);
}

/* UBox and PCU events are not known: none is wrong and none happens, but cycles without the event pass. */
void model_knl_mean_unlisted(const struct model_sight *sight, struct model_meaning *meaning)
{
	static const struct model_event unlisted = {.increment = 1, .run = 8, .name = "unlisted"};

	(void)sight;
	meaning->event = &unlisted;
	model_add_rate(meaning, 0);
}
