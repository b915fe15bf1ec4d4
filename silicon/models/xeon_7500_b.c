/* SPDX-License-Identifier: BSD-2-Clause */
/* What counters of a B-Box count: packets that match. */
#include "silicon/models/xeon_7500.h"

/* What a match event compares. */
enum { ADDRESS = 1, MESSAGE = 2, OPCODE = 4, OUTPUT = 8 };

/* The bits of MATCH and MASK that an event compares: 323535 p.45. */
static uint64_t compared_bits(unsigned filter)
{
	uint64_t bits = 0;

	if (filter & ADDRESS)
		bits |= MASK(0, 44);
	if (filter & MESSAGE)
		bits |= filter & OUTPUT ? MASK(48, 4) : MASK(44, 4);
	if (filter & OPCODE)
		bits |= filter & OUTPUT ? MASK(56, 4) : MASK(52, 4);
	return bits;
}

/* Encodes a packet as in MATCH, on input as well as on output. */
static uint64_t word_of(const struct xeon_7500_packet *packet)
{
	return (uint64_t)packet->opcode << 56 | (uint64_t)packet->opcode << 52 | (uint64_t)packet->class << 48 |
	       (uint64_t)packet->class << 44 | packet->address >> 6;
}

static void count_packets(const struct model_sight *sight, struct model_meaning *meaning)
{
	const struct model *model = sight->model;
	uint64_t match = model_companion(sight, meaning, B_MATCH, 0);
	uint64_t mask = model_companion(sight, meaning, B_MASK, 0);
	uint64_t compared = compared_bits(meaning->event->filter);
	const struct flow_burst *burst = model->burst;
	unsigned kinds = 0;

	compared &= model->setting[SET_B_MASK] == MASK_IGNORES ? ~mask : mask;
	if (model->box[model->counter[sight->counter].box].quirks & QUIRK_FILTERS_OPEN)
		compared = 0;
	if (burst) {
		/* A line on its way to memory: HOM0 with RdData, RdInvOwn or WbMtoI. The outgoing packet is unknown. */
		uint8_t opcode = burst->is & FLOW_READ ? 0x2 : burst->is & FLOW_OWN ? 0x4 : 0xc;
		struct xeon_7500_packet packet = {.opcode = opcode, .address = burst->flow->address};

		if (!(meaning->event->filter & OUTPUT))
			model_add_rate(meaning, !((word_of(&packet) ^ match) & compared));
		return;
	}
	for (unsigned i = 0; i < XEON_7500_PACKETS; i++)
		if (!((word_of(&model_xeon_7500_packets[i]) ^ match) & compared))
			kinds |= 1u << i;
	model_xeon_7500_add_packets(sight, meaning, meaning->event, 0, kinds);
}

void model_xeon_7500_mean_b(const struct model_sight *sight, struct model_meaning *meaning)
{
	const struct model_event *event = model_select_event(sight, meaning, sight->selection.event);

	if (!event)
		return;
	if (event->flags & MODEL_FILTERED)
		count_packets(sight, meaning);
	else
		model_add_leaf(sight, meaning, event, &(struct model_leaf){0});
}
