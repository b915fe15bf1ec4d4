/* SPDX-License-Identifier: BSD-2-Clause */
/* What counters of cores count. OFFCORE_RESPONSE_n: requests that leave a tile, by request and by who answers. Bits of
 * MSR_OFFCORE_RSP_n: libpfm4, and perfmon's matrix for the far DDR (bit 32) and the own tile. */
#include "silicon/models/knights_landing.h"

#define ANY_REQUEST  BIT(15)
#define ANY_RESPONSE BIT(16)
#define OUTSTANDING  BIT(38)
#define RESPONSES    MASK(16, 22)

/* Request bits in the order of the choice in the sheet. */
static const uint8_t requests[] = {0, 1, 2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14};

/* Responses: the supplier, and how its snoop ended. The own tile is not snooped. */
enum { NO_SNOOP = 0xff };
static const struct {
	uint8_t supplier, snoop;
} responses[] = {
	{25, NO_SNOOP}, {26, NO_SNOOP}, {27, NO_SNOOP}, {28, NO_SNOOP}, {19, 35}, {20, 35}, {19, 36},
	{22, 35},       {22, 36},       {21, 31},       {22, 32},       {23, 31}, {24, 32}, {17, 37},
};

static bool answers(uint64_t rsp, unsigned response)
{
	unsigned snoop = responses[response].snoop;

	if (rsp & (ANY_RESPONSE | OUTSTANDING))
		return true;
	return rsp >> responses[response].supplier & 1 && (snoop == NO_SNOOP || rsp >> snoop & 1);
}

/* Returns the requests of one kind in a second, by all threads that count. */
static uint64_t rate_of(const struct model_sight *sight, const struct model_event *event, uint64_t rsp,
			unsigned request, unsigned box)
{
	uint64_t rate = 0;

	for (unsigned i = 0; i < ARRAY_SIZE(responses); i++)
		if (answers(rsp, i))
			rate += model_rate_in(sight, box, event,
					      &(struct model_leaf){.a = (uint8_t)(request + 1), .b = (uint8_t)(i + 1)});
	return rate;
}

/* The rules of the average-latency mode. */
static void check_outstanding(const struct model_sight *sight, struct model_meaning *meaning, uint64_t rsp)
{
	const struct model_selection *selection = &sight->selection;

	if (sight->model->counter[sight->counter].number)
		model_wrong(meaning, MODEL_WRONG_COMPANION, "OUTSTANDING is counted by counter 0 alone (perfmon, SDM)");
	if (rsp & RESPONSES)
		model_wrong(meaning, MODEL_WRONG_COMPANION, "OUTSTANDING goes with no response (0x%llx)",
			    (unsigned long long)(rsp & RESPONSES));
	if (selection->threshold || selection->edge || selection->invert)
		model_wrong(meaning, MODEL_WRONG_COMPANION,
			    "OUTSTANDING goes with no threshold, edge detection or inversion");
}

void model_knl_add_offcore(const struct model_sight *sight, struct model_meaning *meaning, unsigned first,
			   unsigned threads)
{
	const struct model *model = sight->model;
	unsigned index = sight->selection.event == 0x01b7 ? 0 : 1;
	uint64_t rsp = model_companion(sight, meaning, index ? KNL_RSP1 : KNL_RSP0, 0);

	if (rsp & OUTSTANDING) {
		check_outstanding(sight, meaning, rsp);
		if (model->counter[sight->counter].number)
			return;
	}
	for (unsigned i = 0; i < ARRAY_SIZE(requests); i++) {
		uint64_t rate = 0;

		if (!(rsp & (ANY_REQUEST | BIT(requests[i]))))
			continue;
		for (unsigned box = first; box < first + threads; box++)
			rate += rate_of(sight, meaning->event, rsp, i, box);
		if (rsp & OUTSTANDING) /* the cycles that a request takes */
			rate *= model->setting[SET_LATENCY] + model->setting[SET_LATENCY_STEP] * i;
		model_add_rate(meaning, min_u64(rate, MODEL_CLOCK_LIMIT));
	}
}

void model_knl_mean_core(const struct model_sight *sight, struct model_meaning *meaning)
{
	model_core_mean(sight, meaning, model_knl_add_offcore);
}
