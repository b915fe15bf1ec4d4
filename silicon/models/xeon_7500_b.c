/* SPDX-License-Identifier: BSD-2-Clause */
/* The B-Box: registers, events and its filter. Addresses: Linux uncore_nhmex.c, LIKWID registers.h,
 * EDK II NehalemMsr.h. Fields: 323535 p.43 to p.45. */
#include "silicon/models/xeon_7500.h"

enum { GLOBAL_CTL, STATUS, OVF_CTL, CTL, CTR, MATCH, MASK_REG };

static const struct model_layout select = {
	.enable = 0,
	.pmi = 20,
	.edge = MODEL_NO_BIT,
	.invert = MODEL_NO_BIT,
	.event_low = 1,
	.event_bits = 5,
	.umask_low = MODEL_NO_BIT,
	.threshold_low = MODEL_NO_BIT,
	.reset_tally = MODEL_NO_BIT,
	.mode_low = MODEL_NO_BIT,
	.wrap = MODEL_NO_BIT,
};

/* clang-format off */
static const struct model_bank banks[] = {
	[GLOBAL_CTL] = {.name = "global_ctl", .role = MODEL_GLOBAL_CTL, .count = 1, .offset = 0,
	 .bits = 32, .writable = MASK(0, 4), .zero = ~MASK(0, 4), .source = "323535 p.43"},
	[STATUS] = {.name = "status", .role = MODEL_STATUS, .count = 1, .offset = 1, .bits = 32,
	 .source = "323535 p.43"},
	[OVF_CTL] = {.name = "ovf_ctl", .role = MODEL_OVF_CTL, .count = 1, .offset = 2, .bits = 32,
	 .writable = MASK(0, 4), .zero = ~MASK(0, 4), .source = "323535 p.43"},
	[CTL] = {.name = "ctl", .role = MODEL_SELECT, .count = 4, .stride = 2, .numbered = true,
	 .offset = 0x10, .bits = 64, .writable = BIT(20) | MASK(0, 6),
	 .zero = MASK(61, 2) | BIT(50) | MASK(6, 14), .layout = &select, .source = "323535 p.44"},
	[CTR] = {.name = "ctr", .role = MODEL_COUNTER, .count = 4, .stride = 2, .numbered = true,
	 .offset = 0x11, .bits = 64, .writable = COUNTER_BITS, .zero = ~COUNTER_BITS,
	 .source = "323535 p.44"},
	[MATCH] = {.name = "match", .role = MODEL_COMPANION, .count = 1, .base = 1, .offset = 0,
	 .bits = 64, .writable = MASK(0, 60), .zero = MASK(60, 4), .source = "323535 p.45"},
	[MASK_REG] = {.name = "mask", .role = MODEL_COMPANION, .count = 1, .base = 1, .offset = 1,
	 .bits = 64, .writable = MASK(0, 60), .zero = MASK(60, 4), .source = "323535 p.45"},
};

static const struct model_choice packets[] = {
	{.names = XEON_7500_PACKET_NAMES, .every_field = MODEL_NO_FIELD},
};

/* What a match event compares. */
enum { ADDRESS = 1, MESSAGE = 2, OPCODE = 4, OUTPUT = 8 };

/* By keys, because codes repeat among counters: the counter from bit 8 on, and the code. All that match
 * on input count the same packets, and so do those on output. */
enum { INPUT_KEY = 0x20, OUTPUT_KEY = 0x21 };

#define ROW(counter_, code_, name_)                                                                \
	{.code = (code_), .increment = 1, .run = 1, .counters = 1 << (counter_), .name = (name_),  \
	 .sub_names = "", .key = (counter_) << 8 | (code_)}
#define PART(counter_, code_, granule_, name_)                                                     \
	{.code = (code_), .increment = 1, .run = 1, .counters = 1 << (counter_), .name = (name_),  \
	 .sub_names = "", .key = (counter_) << 8 | (code_), .granule = (granule_)}
#define MATCHING(counter_, code_, filter_, name_)                                                  \
	{.code = (code_), .increment = 1, .run = 1, .counters = 1 << (counter_), .name = (name_),  \
	 .key = (filter_) & OUTPUT ? OUTPUT_KEY : INPUT_KEY, .choice = packets, .choices = 1,      \
	 .flags = MODEL_FILTERED, .filter = (filter_)}

/* Codes: LIKWID; those of counter 3 and two of counter 2 also 323535. 323535 p.45, p.46: an accumulator of
 * 32 (IMT) or 256 (TF) entry-cycles stands before the counter; of the other queues its size is unknown,
 * and their rates are those of the accumulator's overflows. */
static const struct model_event events[] = {
	MATCHING(0, 0x01, MESSAGE | ADDRESS, "MSG_ADDR_IN_MATCH"),
	MATCHING(0, 0x02, OPCODE | ADDRESS, "OPCODE_ADDR_IN_MATCH"),
	MATCHING(0, 0x03, MESSAGE | OPCODE | ADDRESS, "MSG_OPCODE_ADDR_IN_MATCH"),
	PART(0, 0x04, 256, "TF_ALL"),
	PART(0, 0x05, 256, "TF_WR"),
	PART(0, 0x06, 256, "TF_INVITOE"),
	PART(0, 0x07, 32, "IMT_VALID_OCCUPANCY"),
	ROW(0, 0x09, "DRSQ_OCCUPANCY"),
	PART(0, 0x0b, 256, "TF_IOH"),
	PART(0, 0x0d, 256, "TF_IOH_WR"),
	PART(0, 0x0f, 256, "TF_IOH_INVITOE"),
	ROW(0, 0x12, "SNPOQ_OCCUPANCY"),
	ROW(0, 0x17, "DIRQ_OCCUPANCY"),
	PART(0, 0x1c, 256, "TF_IOH_NON_INVITOE_RD"),
	MATCHING(1, 0x01, MESSAGE, "MSG_IN_MATCH"),
	MATCHING(1, 0x02, MESSAGE | OUTPUT, "MSG_OUT_MATCH"),
	MATCHING(1, 0x03, OPCODE, "OPCODE_IN_MATCH"),
	MATCHING(1, 0x04, OPCODE | OUTPUT, "OPCODE_OUT_MATCH"),
	MATCHING(1, 0x05, MESSAGE | OPCODE, "MSG_OPCODE_IN_MATCH"),
	MATCHING(1, 0x06, MESSAGE | OPCODE | OUTPUT, "MSG_OPCODE_OUT_MATCH"),
	ROW(1, 0x07, "IMT_INSERTS_ALL"),
	ROW(1, 0x09, "DRSQ_INSERTS"),
	ROW(1, 0x0a, "IMT_INSERTS_IOH"),
	ROW(1, 0x0b, "IMT_INSERTS_NON_IOH"),
	ROW(1, 0x0c, "IMT_INSERTS_WR"),
	ROW(1, 0x0d, "IMT_INSERTS_IOH_WR"),
	ROW(1, 0x0e, "IMT_INSERTS_NON_IOH_WR"),
	ROW(1, 0x0f, "IMT_INSERTS_INVITOE"),
	ROW(1, 0x10, "IMT_INSERTS_IOH_INVITOE"),
	ROW(1, 0x12, "SNPOQ_INSERTS"),
	ROW(1, 0x17, "DIRQ_INSERTS"),
	ROW(1, 0x1c, "IMT_INSERTS_NON_IOH_INVITOE"),
	ROW(1, 0x1d, "IMT_INSERTS_RD"),
	ROW(1, 0x1f, "IMT_INSERTS_NON_IOH_RD"),
	ROW(2, 0x01, "MSGS_IN_NON_SNP"),
	ROW(2, 0x02, "MSGS_S_TO_B"),
	ROW(2, 0x03, "MSGS_B_TO_S"),
	MATCHING(2, 0x04, ADDRESS, "ADDR_IN_MATCH"),
	ROW(2, 0x07, "IMT_NE_CYCLES"),
	ROW(3, 0x02, "EARLY_ACK"),
	ROW(3, 0x06, "IMT_PREALLOC"),
	ROW(3, 0x0e, "COHQ_BYPASS"),
	ROW(3, 0x0f, "DEMAND_FETCH"),
	ROW(3, 0x12, "IMPLICIT_WBS"),
	ROW(3, 0x13, "COHQ_IMT_ALLOC_WAIT"),
	ROW(3, 0x14, "SBOX_VN0_UNAVAIL"),
	ROW(3, 0x15, "RBOX_VNA_UNAVAIL"),
	ROW(3, 0x16, "IMT_FULL"),
	ROW(3, 0x17, "CONFLICTS"),
	ROW(3, 0x19, "ACK_BEFORE_LAST_SNP"),
};
/* clang-format on */

static const struct model_event_list list = {events, ARRAY_SIZE(events), NULL};

/* ---- the filter ---------------------------------------------------------------------------------- */

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

/* A packet as MATCH would describe it, on input as well as on output. */
static uint64_t word_of(const struct xeon_7500_packet *packet)
{
	return (uint64_t)packet->opcode << 56 | (uint64_t)packet->opcode << 52 | (uint64_t)packet->class << 48 |
	       (uint64_t)packet->class << 44 | packet->address >> 6;
}

/* A line on its way to memory, as it comes in: HOM0, and RdData, RdInvOwn or WbMtoI. What goes out for it is not known. */
static struct xeon_7500_packet packet_of(const struct flow_burst *burst)
{
	uint8_t opcode = burst->is & FLOW_READ ? 0x2 : burst->is & FLOW_OWN ? 0x4 : 0xc;

	return (struct xeon_7500_packet){.opcode = opcode, .address = burst->flow->address};
}

static void count_line(const struct model_sight *sight, struct model_meaning *meaning, uint64_t match,
		       uint64_t compared)
{
	struct xeon_7500_packet packet = packet_of(sight->model->burst);

	if (!(meaning->event->filter & OUTPUT))
		model_add_rate(meaning, !((word_of(&packet) ^ match) & compared));
}

static void count_packets(const struct model_sight *sight, struct model_meaning *meaning)
{
	const struct model *model = sight->model;
	uint64_t match = model_companion(sight, meaning, MATCH, 0);
	uint64_t mask = model_companion(sight, meaning, MASK_REG, 0);
	uint64_t compared = compared_bits(meaning->event->filter);
	unsigned kinds = 0;

	compared &= model->setting[SET_B_MASK] == MASK_IGNORES ? ~mask : mask;
	if (model->box[model->counter[sight->counter].box].quirks.filters_open)
		compared = 0;
	if (model->burst) {
		count_line(sight, meaning, match, compared);
		return;
	}
	for (unsigned i = 0; i < XEON_7500_PACKETS; i++)
		if (!((word_of(&model_xeon_7500_packets[i]) ^ match) & compared))
			kinds |= 1u << i;
	model_xeon_7500_add_packets(sight, meaning, meaning->event, 0, kinds);
}

static void mean(const struct model_sight *sight, struct model_meaning *meaning)
{
	const struct model_event *event = model_select_event(sight, meaning, sight->selection.event);

	if (!event)
		return;
	if (event->flags & MODEL_FILTERED)
		count_packets(sight, meaning);
	else
		model_add_leaf(sight, meaning, event, &(struct model_leaf){0});
}

const struct model_type model_xeon_7500_bbox = {
	.name = "bbox",
	.has = XEON_7500_HAS | MODEL_HAS_FILTER,
	.bank = banks,
	.banks = ARRAY_SIZE(banks),
	.events = &list,
	.mean = mean,
};
