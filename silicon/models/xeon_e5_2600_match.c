/* SPDX-License-Identifier: BSD-2-Clause */
/* The boxes of a Xeon E5-2600 that match passing traffic: the home agent by address and opcode (pp. 48-49), QPI link
 * layers by headers (pp. 90-94). */
#include "silicon/models/xeon_e5_2600.h"

/* ---- home agent ------------------------------------------------------------------------------------- */

/* Requests that the home agent gets. Opcodes: message class (v2 guide) and opcode. */
static const struct {
	uint64_t address;
	uint8_t opcode;
} request[] = {
	{0x0, 0x00},        {0x12345000, 0x01},     {0x12345000, 0x02}, {0x3f0012345000, 0x02},
	{0x12346000, 0x04}, {0x3f0012346000, 0x08}, {0x80000000, 0x0e}, {0x12345000, 0x10},
};

#define LOW_BITS   12 /* address bits that are not compared */
#define HIGH_SHIFT 32

/* The compared parts of a request, and 1 + the value of the second choice that counts it; 0: none. */
struct comparison {
	bool address, opcode;
	uint8_t ring;
};

static bool passes_request(const struct model_sight *sight, struct model_meaning *meaning, struct comparison what,
			   uint64_t address, uint64_t with)
{
	uint64_t low = model_companion(sight, meaning, E5_HA_ADDRESS0, 0);
	uint64_t high = model_companion(sight, meaning, E5_HA_ADDRESS1, 0);
	uint64_t opcode = model_companion(sight, meaning, E5_HA_OPCODE, 0);
	uint64_t page = (high << HIGH_SHIFT | low) >> LOW_BITS;
	uint64_t pages = (model_compared(sight, E5_HA_ADDRESS1, 0) << HIGH_SHIFT |
			  (uint32_t)model_compared(sight, E5_HA_ADDRESS0, 0)) >>
			 LOW_BITS;

	if (model_e5_passes_all(sight))
		return true;
	return (!what.address || !((address >> LOW_BITS ^ page) & pages)) &&
	       (!what.opcode || !((with ^ opcode) & model_compared(sight, E5_HA_OPCODE, 0)));
}

static void add_requests(const struct model_sight *sight, struct model_meaning *meaning, struct comparison what)
{
	const struct flow_burst *burst = sight->model->burst;
	uint64_t opcode;

	if (burst) {
		/* A line is read or written back by message class HOM0 (p.134): RdData, RdInvOwn, WbMtoI. No document says which
		 * ring it takes. */
		opcode = burst->is & FLOW_READ ? 0x02 : burst->is & FLOW_OWN ? 0x04 : 0x0c;
		model_add_rate(meaning,
			       what.ring < 2 && passes_request(sight, meaning, what, burst->flow->address, opcode));
	}
	for (unsigned i = 0; i < ARRAY_SIZE(request) && !burst; i++)
		if (passes_request(sight, meaning, what, request[i].address, request[i].opcode))
			model_add_leaf(sight, meaning, meaning->event,
				       &(struct model_leaf){.a = (uint8_t)(i + 1), .b = what.ring});
}

/* Umask bits 1:0 compare address and opcode; each of the others is for one ring, by opcode. */
static void add_subs(const struct model_sight *sight, struct model_meaning *meaning)
{
	unsigned umask = sight->selection.umask;

	model_check_umask(sight, meaning, meaning->event);
	if (umask & 3)
		add_requests(sight, meaning, (struct comparison){umask & 1, umask & 2, 1});
	for (unsigned i = 2; i <= 4; i++)
		if (umask >> i & 1)
			add_requests(sight, meaning, (struct comparison){false, true, (uint8_t)i});
}

void model_e5_mean_ha(const struct model_sight *sight, struct model_meaning *meaning)
{
	struct model_sight split;

	meaning->event = model_find_whole(sight, meaning, &split);
	if (!meaning->event)
		return;
	if (meaning->event->filter == E5_ADDRESS)
		add_requests(sight, meaning, (struct comparison){true, true, 0});
	else if (meaning->event->filter == E5_ADDRESS_SUBS)
		add_subs(&split, meaning);
	else
		model_e5_add(&split, meaning, meaning->event);
	model_e5_check_shape(sight, meaning);
}

/* ---- QPI -------------------------------------------------------------------------------------------- */

/* Packets on a port: message class, opcode, virtual network, destination and requester node, and kind of data delivery
 * (tables on pp. 90-94 and 134; message classes: v2 guide). */
static const struct {
	uint8_t class, opcode, network, destination, requester, delivery;
} packet[] = {
	{0xe, 0x0, 0, 0, 0x00, 8}, {0xe, 0x0, 1, 1, 0x01, 4}, {0xe, 0x0, 2, 2, 0x12, 1}, {0xe, 0x2, 0, 1, 0x03, 4},
	{0xe, 0x2, 1, 3, 0x10, 1}, {0xe, 0x1, 2, 0, 0x05, 4}, {0xe, 0x1, 0, 2, 0x11, 1}, {0xe, 0x4, 1, 1, 0x00, 0},
	{0xe, 0x5, 0, 0, 0x02, 0}, {0xe, 0x6, 2, 3, 0x01, 0}, {0xe, 0xb, 0, 1, 0x13, 0}, {0xc, 0x0, 0, 0, 0x00, 0},
	{0xc, 0x8, 1, 2, 0x01, 0}, {0xc, 0xc, 0, 1, 0x02, 0}, {0x4, 0x0, 0, 0, 0x01, 0}, {0x4, 0xc, 1, 1, 0x00, 0},
	{0x0, 0x1, 0, 1, 0x00, 0}, {0x0, 0x2, 2, 0, 0x11, 0}, {0x1, 0x0, 1, 2, 0x01, 0}, {0x3, 0x2, 0, 3, 0x10, 0},
};

static void add_packets(const struct model_sight *sight, struct model_meaning *meaning)
{
	const struct model *model = sight->model;
	unsigned box = model->counter[sight->counter].box;
	unsigned match = box + 1; /* the box with the port's match registers */
	uint64_t match0, match1, mask0, mask1;

	while (model_served(model, match) != box)
		match++;
	match0 = model_companion_of(sight, meaning, match, E5_QPI_MATCH0, 0);
	match1 = model_companion_of(sight, meaning, match, E5_QPI_MATCH1, 0);
	mask0 = model_companion_of(sight, meaning, match, E5_QPI_MASK0, 0);
	mask1 = model_companion_of(sight, meaning, match, E5_QPI_MASK1, 0);
	for (unsigned i = 0; i < ARRAY_SIZE(packet); i++) {
		/* The packet's fields as in MATCH0 and MATCH1. */
		uint64_t header0 = (uint64_t)(packet[i].requester >> 4) << 31 | (uint64_t)packet[i].destination << 13 |
				   (uint64_t)packet[i].class << 9 | (uint64_t)packet[i].opcode << 5 |
				   (uint64_t)packet[i].network << 3;
		uint64_t header1 = (uint64_t)packet[i].delivery << 16 | (packet[i].requester & 0xf);

		if (model_e5_passes_all(sight) || (!((header0 ^ match0) & mask0) && !((header1 ^ match1) & mask1)))
			model_add_leaf(sight, meaning, meaning->event, &(struct model_leaf){.a = (uint8_t)(i + 1)});
	}
}

void model_e5_mean_qpi(const struct model_sight *sight, struct model_meaning *meaning)
{
	struct model_sight split;
	unsigned code = model_e5_extra_code(sight, &split);
	const struct model_event *event = model_select_event(sight, meaning, code);

	if (!event)
		return;
	if (event->filter == E5_PACKET) {
		model_check_umask(&split, meaning, event);
		add_packets(sight, meaning);
	} else {
		model_e5_add(&split, meaning, event);
	}
	model_e5_check_shape(sight, meaning);
}
