/* SPDX-License-Identifier: BSD-2-Clause */
/* What counters of an S-Box count: packets that match, and events. */
#include "silicon/models/xeon_7500.h"

#define MM_ENABLE    BIT(63) /* Linux, LIKWID */
#define MASK_HOME    BIT(0)  /* 323535 p.63: in masks, a set bit means "ignore" */
#define ADDRESS_LOW  1       /* 38:1 stand for physical address bits 43:6 */
#define ADDRESS_BITS 38

/* True if the packet matches. Opcode, class and response 0 in MATCH mean any. The places of these fields are not known,
 * so only the scenario gives a meaning to values other than 0. */
static bool is_matching(uint64_t address, unsigned home, uint64_t match, uint64_t mask)
{
	uint64_t wanted = match >> ADDRESS_LOW & MASK(0, ADDRESS_BITS);
	uint64_t compared = ~(mask >> ADDRESS_LOW) & MASK(0, ADDRESS_BITS);

	return !((address >> 6 ^ wanted) & compared) && (mask & MASK_HOME || !home);
}

static void count_packets(const struct model_sight *sight, struct model_meaning *meaning)
{
	const struct model *model = sight->model;
	uint64_t mm_cfg = model_companion(sight, meaning, S_MM_CFG, 0);
	uint64_t match = model_companion(sight, meaning, S_MATCH, 0);
	uint64_t mask = model_companion(sight, meaning, S_MASK, 0);
	const struct flow_burst *burst = model->burst;
	bool open = model->box[model->counter[sight->counter].box].quirks & QUIRK_FILTERS_OPEN;
	bool opaque = match && model->setting[SET_S_MATCH] == S_MATCH_OPAQUE;
	unsigned kinds = 0;

	if (!(mm_cfg & MM_ENABLE)) {
		model_wrong(meaning, MODEL_WRONG_COMPANION, "bit 63 of mm_cfg is 0: the filter is off (323535 p.61)");
		return;
	}
	if (burst) {
		/* A line requested from another socket goes to the R-Box. */
		if ((burst->is & (FLOW_REMOTE | FLOW_WRITE)) == FLOW_REMOTE)
			model_add_rate(meaning, open || (!opaque && is_matching(burst->flow->address, burst->home_node,
										match, mask)));
		return;
	}
	for (unsigned i = 0; i < XEON_7500_PACKETS; i++) {
		const struct xeon_7500_packet *packet = &model_xeon_7500_packets[i];

		if (open || is_matching(packet->address, packet->home, match, mask))
			kinds |= 1u << i;
	}
	if (opaque && !open)
		kinds = 1u << XEON_7500_OPAQUE;
	model_xeon_7500_add_packets(sight, meaning, meaning->event, 0, kinds);
}

void model_xeon_7500_mean_s(const struct model_sight *sight, struct model_meaning *meaning)
{
	unsigned code = sight->selection.event;

	if (code) {
		model_mean_umask(sight, meaning);
		return;
	}
	model_select_event(sight, meaning, code);
	if (sight->selection.umask)
		model_wrong(meaning, MODEL_WRONG_SELECT, "umask bits 0x%x mean nothing with event %s",
			    sight->selection.umask, meaning->event->name);
	count_packets(sight, meaning);
}
