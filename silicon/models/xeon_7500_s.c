/* SPDX-License-Identifier: BSD-2-Clause */
/* The S-Box: registers, events and its filter. Addresses: Linux uncore_nhmex.c, LIKWID registers.h,
 * EDK II NehalemMsr.h; MM_CFG: Linux. Fields: 323535 p.59 to p.63. */
#include "silicon/models/xeon_7500.h"

enum { GLOBAL_CTL, STATUS, OVF_CTL, CTL, CTR, MM_CFG, MATCH, MASK_REG };

#define MM_ENABLE    BIT(63) /* Linux, LIKWID */
#define MASK_HOME    BIT(0)  /* 323535 p.63: of masks, a set bit means "ignore" */
#define ADDRESS_LOW  1       /* 38:1 stand for physical address bits 43:6 */
#define ADDRESS_BITS 38

static const struct model_layout select = {
	.enable = 22,
	.pmi = 20,
	.edge = 18,
	.invert = 23,
	.event_bits = 8,
	.umask_low = 8,
	.threshold_low = 24,
	.reset_tally = 17, /* inferred from sibling parts */
	.mode_low = MODEL_NO_BIT,
	.wrap = MODEL_NO_BIT,
};

/* clang-format off */
static const struct model_bank banks[] = {
	[GLOBAL_CTL] = {.name = "global_ctl", .role = MODEL_GLOBAL_CTL, .count = 1, .offset = 0,
	 .bits = 32, .writable = MASK(0, 4), .zero = ~MASK(0, 4), .source = "323535 p.59"},
	[STATUS] = {.name = "status", .role = MODEL_STATUS, .count = 1, .offset = 1, .bits = 32,
	 .source = "323535 p.60"},
	[OVF_CTL] = {.name = "ovf_ctl", .role = MODEL_OVF_CTL, .count = 1, .offset = 2, .bits = 32,
	 .writable = MASK(0, 4), .zero = ~MASK(0, 4), .source = "323535 p.60"},
	[CTL] = {.name = "ctl", .role = MODEL_SELECT, .count = 4, .stride = 2, .numbered = true,
	 .offset = 0x10, .bits = 64,
	 .writable = MASK(22, 10) | BIT(20) | MASK(17, 2) | MASK(0, 16),
	 .zero = MASK(61, 2) | BIT(19) | BIT(16), .layout = &select, .source = "323535 p.60"},
	[CTR] = {.name = "ctr", .role = MODEL_COUNTER, .count = 4, .stride = 2, .numbered = true,
	 .offset = 0x11, .bits = 64, .writable = COUNTER_BITS, .zero = ~COUNTER_BITS,
	 .source = "323535 p.60"},
	[MM_CFG] = {.name = "mm_cfg", .role = MODEL_COMPANION, .count = 1, .base = 1, .offset = 0,
	 .bits = 64, .writable = MM_ENABLE, .zero = ~MM_ENABLE, .source = "323535 p.61"},
	[MATCH] = {.name = "match", .role = MODEL_COMPANION, .count = 1, .base = 1, .offset = 1,
	 .bits = 64, .lock = 1 + MM_CFG, .lock_bit = 63, .lock_gp = true,
	 .writable = ~UINT64_C(0), .source = "323535 p.61"},
	[MASK_REG] = {.name = "mask", .role = MODEL_COMPANION, .count = 1, .base = 1, .offset = 2,
	 .bits = 64, .lock = 1 + MM_CFG, .lock_bit = 63, .lock_gp = true,
	 .writable = MASK(0, 39), .zero = BIT(63), .source = "323535 p.63"},
};

static const struct model_choice packets[] = {
	{.names = XEON_7500_PACKET_NAMES " OPAQUE=12", .every_field = MODEL_NO_FIELD},
};

#define ROW(code_, subs_, increment_, run_, flags_, name_, sub_names_)                             \
	{.code = (code_), .subs = (subs_), .increment = (increment_), .run = (run_),               \
	 .flags = (flags_), .name = (name_), .sub_names = (sub_names_)}
#define T MODEL_TALLIED
#define F MODEL_ONE_SUB

enum { STATE = 8 };

#define R_B   "RBOX BBOX"
#define CORES "CBOX0_4 CBOX1_5 CBOX2_6 CBOX3_7"
#define RINGS "AD_CW AD_CCW AK_CW AK_CCW BL_CW BL_CCW"

/* Codes and umasks: 323535 p.64 to p.80 and LIKWID. Increments: where the guide gives none, 1 is
 * assumed; that of 0x68, printed as 11, is the length of a packet, and packets come one a cycle. */
static const struct model_event events[] = {
	{.code = 0x00, .increment = 1, .run = 1, .flags = MODEL_FILTERED, .name = "TO_R_PROG_EV",
	 .choice = packets, .choices = 1},
	ROW(0x03, 0x03, 1, STATE, 0, "TO_R_B_HOM_MSGQ_CYCLES_FULL", R_B),
	ROW(0x06, 0x03, 1, STATE, 0, "TO_R_B_HOM_MSGQ_CYCLES_NE", R_B),
	ROW(0x07, 0x03, 64, STATE, T, "TO_R_B_HOM_MSGQ_OCCUPANCY", R_B),
	ROW(0x08, 0, 1, STATE, 0, "TO_R_SNP_MSGQ_CYCLES_FULL", ""),
	ROW(0x09, 0, 1, STATE, 0, "TO_R_SNP_MSGQ_CYCLES_NE", ""),
	ROW(0x0a, 0, 32, STATE, T, "TO_R_SNP_MSGQ_OCCUPANCY", ""),
	ROW(0x0b, 0, 1, STATE, 0, "TO_R_NDR_MSGQ_CYCLES_FULL", ""),
	ROW(0x0c, 0, 1, STATE, 0, "TO_R_NDR_MSGQ_CYCLES_NE", ""),
	ROW(0x0d, 0, 16, STATE, T, "TO_R_NDR_MSGQ_OCCUPANCY", ""),
	ROW(0x0e, 0x0f, 1, STATE, F, "TO_R_DRS_MSGQ_CYCLES_FULL", CORES),
	ROW(0x0f, 0x0f, 1, STATE, 0, "TO_R_DRS_MSGQ_CYCLES_NE", CORES),
	ROW(0x10, 0x0f, 16, STATE, T, "TO_R_DRS_MSGQ_OCCUPANCY", CORES),
	ROW(0x11, 0x0f, 1, STATE, F, "TO_R_NCB_MSGQ_CYCLES_FULL", CORES),
	ROW(0x12, 0x0f, 1, STATE, 0, "TO_R_NCB_MSGQ_CYCLES_NE", CORES),
	ROW(0x13, 0x0f, 8, STATE, T, "TO_R_NCB_MSGQ_OCCUPANCY", CORES),
	ROW(0x14, 0x0f, 1, STATE, F, "TO_R_NCS_MSGQ_CYCLES_FULL", CORES),
	ROW(0x15, 0x0f, 1, STATE, 0, "TO_R_NCS_MSGQ_CYCLES_NE", CORES),
	ROW(0x16, 0x0f, 16, STATE, T, "TO_R_NCS_MSGQ_OCCUPANCY", CORES),
	ROW(0x20, 0, 1, STATE, 0, "TO_RING_SNP_MSGQ_CYCLES_FULL", ""),
	ROW(0x21, 0, 1, STATE, 0, "TO_RING_NCB_MSGQ_CYCLES_FULL", ""),
	ROW(0x22, 0, 1, STATE, 0, "TO_RING_NCS_MSGQ_CYCLES_FULL", ""),
	ROW(0x23, 0, 1, STATE, 0, "TO_RING_SNP_MSGQ_CYCLES_NE", ""),
	ROW(0x24, 0, 1, STATE, 0, "TO_RING_NCB_MSGQ_CYCLES_NE", ""),
	ROW(0x25, 0, 1, STATE, 0, "TO_RING_NCS_MSGQ_CYCLES_NE", ""),
	ROW(0x26, 0x07, 36, STATE, T, "TO_RING_MSGQ_OCCUPANCY", "SNP NCS NCB"),
	ROW(0x27, 0, 1, STATE, 0, "TO_RING_NDR_MSGQ_CYCLES_FULL", ""),
	ROW(0x28, 0, 1, STATE, 0, "TO_RING_NDR_MSGQ_CYCLES_NE", ""),
	ROW(0x29, 0, 32, STATE, T, "TO_RING_NDR_MSGQ_OCCUPANCY", ""),
	ROW(0x2a, 0, 1, STATE, 0, "TO_RING_R2S_MSGQ_CYCLES_FULL", ""),
	ROW(0x2b, 0, 1, STATE, 0, "TO_RING_B2S_MSGQ_CYCLES_FULL", ""),
	ROW(0x2c, 0, 1, STATE, 0, "TO_RING_R2S_MSGQ_CYCLES_NE", ""),
	ROW(0x2d, 0, 1, STATE, 0, "TO_RING_B2S_MSGQ_CYCLES_NE", ""),
	ROW(0x2e, 0, 8, STATE, T, "TO_RING_R2S_MSGQ_OCCUPANCY", ""),
	ROW(0x2f, 0, 8, STATE, T, "TO_RING_B2S_MSGQ_OCCUPANCY", ""),
	ROW(0x30, 0, 1, 1, 0, "HALFLINE_BYPASS", ""),
	ROW(0x31, 0x03, 48, STATE, T, "REQ_TBL_OCCUPANCY", "LOCAL REMOTE"),
	ROW(0x40, 0x3f, 1, 1, 0, "EGRESS_BYPASS", RINGS),
	ROW(0x41, 0x3f, 1, 1, 0, "EGRESS_ARB_WINS", RINGS),
	ROW(0x42, 0x3f, 1, 1, 0, "EGRESS_ARB_LOSSES", RINGS),
	ROW(0x43, 0x3f, 1, STATE, 0, "EGRESS_STARVED", RINGS),
	ROW(0x50, 0, 1, 1, 0, "RBOX_HOM_BYPASS", ""),
	ROW(0x51, 0x03, 1, 1, 0, "RBOX_SNP_BYPASS", "SNP BIG_SNP"),
	ROW(0x52, 0, 1, STATE, 0, "S2B_HOM_BYPASS", ""),
	ROW(0x53, 0, 1, 1, 0, "B2S_DRS_BYPASS", ""),
	ROW(0x54, 0, 1, 1, 0, "BBOX_HOM_BYPASS", ""),
	ROW(0x60, 0x03, 1, 1, 0, "PKTS_SENT_HOM", R_B),
	ROW(0x62, 0, 1, 1, 0, "PKTS_SENT_SNP", ""),
	ROW(0x63, 0, 1, 1, 0, "PKTS_SENT_NDR", ""),
	ROW(0x64, 0x0f, 1, 1, 0, "PKTS_SENT_DRS", CORES),
	ROW(0x65, 0, 1, 1, 0, "FLITS_SENT_DRS", ""),
	ROW(0x66, 0x0f, 1, 1, 0, "PKTS_SENT_NCS", CORES),
	ROW(0x67, 0, 1, 1, 0, "FLITS_SENT_NCS", ""),
	ROW(0x68, 0x0f, 1, 1, 0, "PKTS_SENT_NCB", CORES),
	ROW(0x69, 0, 1, 1, 0, "FLITS_SENT_NCB", ""),
	ROW(0x6a, 0, 1, 1, 0, "RBOX_CREDIT_RETURNS", ""),
	ROW(0x6b, 0, 1, 1, 0, "BBOX_CREDIT_RETURNS", ""),
	ROW(0x6c, 0x03, 1, 1, 0, "TO_R_B_REQUESTS", "LOCAL REMOTE"),
	ROW(0x70, 0, 1, 1, 0, "PKTS_RCVD_NDR", ""),
	ROW(0x71, 0, 1, 1, 0, "PKTS_RCVD_SNP", ""),
	ROW(0x72, 0, 1, 1, 0, "PKTS_RCVD_DRS_FROM_R", ""),
	ROW(0x73, 0, 1, 1, 0, "PKTS_RCVD_DRS_FROM_B", ""),
	ROW(0x74, 0, 1, 1, 0, "PKTS_RCVD_NCS", ""),
	ROW(0x75, 0, 1, 1, 0, "PKTS_RCVD_NCB", ""),
	ROW(0x76, 0, 1, 1, 0, "RBOX_CREDITS", ""),
	ROW(0x77, 0, 1, 1, 0, "BBOX_CREDITS", ""),
	ROW(0x80, 0, 1, STATE, 0, "NO_CREDIT_HOM", ""),
	ROW(0x81, 0, 1, STATE, 0, "NO_CREDIT_SNP", ""),
	ROW(0x82, 0, 1, STATE, 0, "NO_CREDIT_DRS", ""),
	ROW(0x83, 0, 1, STATE, 0, "NO_CREDIT_NCS", ""),
	ROW(0x84, 0, 1, STATE, 0, "NO_CREDIT_NCB", ""),
	ROW(0x85, 0, 1, STATE, 0, "NO_CREDIT_NDR", ""),
	ROW(0x86, 0x03, 1, STATE, 0, "NO_CREDIT_VNA", R_B),
	ROW(0x87, 0, 1, STATE, 0, "NO_CREDIT_AD", ""),
	ROW(0x88, 0, 1, STATE, 0, "NO_CREDIT_AK", ""),
	ROW(0x89, 0, 1, STATE, 0, "NO_CREDIT_BL", ""),
	ROW(0x8a, 0, 1, STATE, 0, "NO_CREDIT_IPQ", ""),
};

/* Where LIKWID's list for Westmere-EX differs: its ten C-Boxes are in five pairs. */
#define E7_CORES "CBOX0_5 CBOX1_6 CBOX2_7 CBOX3_8 CBOX4_9"
static const struct model_event e7_events[] = {
	ROW(0x0e, 0x1f, 1, STATE, F, "TO_R_DRS_MSGQ_CYCLES_FULL", E7_CORES),
	ROW(0x0f, 0x1f, 1, STATE, 0, "TO_R_DRS_MSGQ_CYCLES_NE", E7_CORES),
	ROW(0x10, 0x1f, 16, STATE, T, "TO_R_DRS_MSGQ_OCCUPANCY", E7_CORES),
	ROW(0x11, 0x1f, 1, STATE, F, "TO_R_NCB_MSGQ_CYCLES_FULL", E7_CORES),
	ROW(0x12, 0x1f, 1, STATE, 0, "TO_R_NCB_MSGQ_CYCLES_NE", E7_CORES),
	ROW(0x13, 0x1f, 8, STATE, T, "TO_R_NCB_MSGQ_OCCUPANCY", E7_CORES),
	ROW(0x14, 0x1f, 1, STATE, F, "TO_R_NCS_MSGQ_CYCLES_FULL", E7_CORES),
	ROW(0x15, 0x1f, 1, STATE, 0, "TO_R_NCS_MSGQ_CYCLES_NE", E7_CORES),
	ROW(0x16, 0x1f, 16, STATE, T, "TO_R_NCS_MSGQ_OCCUPANCY", E7_CORES),
	ROW(0x2b, 0, 1, STATE, 0, "TO_RING_R2S_MSGQ_CYCLES_NE", ""),
	ROW(0x2c, 0, 8, STATE, T, "TO_RING_R2S_MSGQ_OCCUPANCY", ""),
	ROW(0x2d, 0, 1, STATE, 0, "TO_RING_B2S_MSGQ_CYCLES_FULL", ""),
	ROW(0x2e, 0, 1, STATE, 0, "TO_RING_B2S_MSGQ_CYCLES_NE", ""),
	ROW(0x64, 0x1f, 1, 1, 0, "PKTS_SENT_DRS", E7_CORES),
	ROW(0x66, 0x1f, 1, 1, 0, "PKTS_SENT_NCS", E7_CORES),
	ROW(0x68, 0x1f, 1, 1, 0, "PKTS_SENT_NCB", E7_CORES),
	ROW(0x8b, 0, 1, STATE, 0, "NO_CREDIT_LOC_NCS", ""),
	ROW(0x8c, 0x1f, 1, STATE, F, "TO_R_LOC_NCS_MSGQ_CYCLES_FULL", E7_CORES),
	ROW(0x8d, 0x1f, 1, STATE, 0, "TO_R_LOC_NCS_MSGQ_CYCLES_NE", E7_CORES),
	ROW(0x8e, 0x1f, 16, STATE, T, "TO_R_LOC_NCS_MSGQ_OCCUPANCY", E7_CORES),
	ROW(0x8f, 0, 1, 1, 0, "PKTS_RCVD_LOC_NCS", ""),
	ROW(0x90, 0, 1, 1, 0, "FLITS_SENT_LOC_NCS", ""),
};
/* clang-format on */

static const struct model_event_list list = {events, ARRAY_SIZE(events), NULL};
static const struct model_event_list e7_list = {e7_events, ARRAY_SIZE(e7_events), &list};

/* ---- the filter ---------------------------------------------------------------------------------- */

/* The packets that match. Of opcode, class and response in MATCH 0 means any; where MATCH has its
 * fields was not found, so that of a MATCH that is not 0 only the scenario can say what it means. */
static bool is_matching(uint64_t address, unsigned home, uint64_t match, uint64_t mask)
{
	uint64_t wanted = match >> ADDRESS_LOW & MASK(0, ADDRESS_BITS);
	uint64_t compared = ~(mask >> ADDRESS_LOW) & MASK(0, ADDRESS_BITS);

	return !((address >> 6 ^ wanted) & compared) && (mask & MASK_HOME || !home);
}

static unsigned matching(uint64_t match, uint64_t mask)
{
	unsigned kinds = 0;

	for (unsigned i = 0; i < XEON_7500_PACKETS; i++)
		if (is_matching(model_xeon_7500_packets[i].address, model_xeon_7500_packets[i].home, match, mask))
			kinds |= 1u << i;
	return kinds;
}

/* A line that is asked for in another socket goes to the R-Box. */
static void count_line(const struct model_sight *sight, struct model_meaning *meaning, uint64_t match, uint64_t mask)
{
	const struct model *model = sight->model;
	const struct flow_burst *burst = model->burst;
	bool open = model->box[model->counter[sight->counter].box].quirks.filters_open;
	bool opaque = match && model->setting[SET_S_MATCH] == S_MATCH_OPAQUE;

	if ((burst->is & (FLOW_REMOTE | FLOW_WRITE)) != FLOW_REMOTE)
		return;
	model_add_rate(meaning, open || (!opaque && is_matching(burst->flow->address, burst->home_node, match, mask)));
}

static void count_packets(const struct model_sight *sight, struct model_meaning *meaning)
{
	const struct model *model = sight->model;
	uint64_t mm_cfg = model_companion(sight, meaning, MM_CFG, 0);
	uint64_t match = model_companion(sight, meaning, MATCH, 0);
	uint64_t mask = model_companion(sight, meaning, MASK_REG, 0);
	unsigned kinds;

	if (!(mm_cfg & MM_ENABLE)) {
		model_wrong(meaning, MODEL_WRONG_COMPANION, "bit 63 of mm_cfg is 0: the filter is off (323535 p.61)");
		return;
	}
	if (model->burst) {
		count_line(sight, meaning, match, mask);
		return;
	}
	if (model->box[model->counter[sight->counter].box].quirks.filters_open)
		kinds = (1u << XEON_7500_PACKETS) - 1;
	else if (match && model->setting[SET_S_MATCH] == S_MATCH_OPAQUE)
		kinds = 1u << XEON_7500_OPAQUE;
	else
		kinds = matching(match, mask);
	model_xeon_7500_add_packets(sight, meaning, meaning->event, 0, kinds);
}

static void mean(const struct model_sight *sight, struct model_meaning *meaning)
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

const struct model_type model_xeon_7500_sbox = {
	.name = "sbox",
	.has = XEON_7500_HAS | MODEL_HAS_FILTER | MODEL_HAS_LOCK | MODEL_HAS_TALLY,
	.bank = banks,
	.banks = ARRAY_SIZE(banks),
	.events = &list,
	.mean = mean,
};

const struct model_type model_xeon_e7_sbox = {
	.name = "sbox",
	.has = XEON_7500_HAS | MODEL_HAS_FILTER | MODEL_HAS_LOCK | MODEL_HAS_TALLY,
	.bank = banks,
	.banks = ARRAY_SIZE(banks),
	.events = &e7_list,
	.mean = mean,
};
