/* SPDX-License-Identifier: BSD-2-Clause */
/* The CHA (caching and home agent): events and filters. */
#include "silicon/models/knights_landing.h"

/* Filter 0: the thread that select bit 19 asks for, and states of the snoop filter (LIKWID). */
#define FILTER0_CORE(value)      ((unsigned)((value) >> 3 & 0x3f))
#define FILTER0_THREAD(value)    ((unsigned)((value)&7))
#define FILTER0_STATE_LOW        18

/* Filter 1: Linux; the near memory and C6 bits LIKWID alone. */
#define FILTER1_REMOTE           BIT(0)
#define FILTER1_LOCAL            BIT(1)
#define FILTER1_ALL_OPCODES      BIT(3)
#define FILTER1_NEAR             BIT(4)
#define FILTER1_NOT_NEAR         BIT(5)
#define FILTER1_OPCODE(value, n) ((unsigned)((value) >> (9 + 10 * (n)) & 0x3ff))
#define FILTER1_SPECIAL          MASK(29, 3)

/* clang-format off */
/* What a look into the snoop filter is for (umask bits 1, 2 and 3; bit 4: all), and the state it finds. */
static const struct model_choice lookups[] = {
	{.names = "DATA_READ=0 WRITE=1 REMOTE_SNOOP=2", .every = "ANY"},
	{.names = "S=0 E=1 H=2", .every = "ALL"},
};
enum { LOOKUPS = 3, STATES = 3 };

/* From which queue an entry of the TOR comes (umask bits 0 to 3), whether it hits (bit 4) or misses (bit 5), and
 * what it is: these kinds are the model's own. */
static const struct model_choice tor[] = {
	{.names = "IRQ_HIT=0 EVICT_HIT=1 PRQ_HIT=2 IPQ_HIT=3 IRQ_MISS=4 EVICT_MISS=5 PRQ_MISS=6 IPQ_MISS=7",
	 .every = "ALL"},
	{.names = "LOCAL_NEAR=0 LOCAL_FAR=1 REMOTE_NEAR=2 NONCOHERENT=3", .every = "ANY"},
};
static const struct {
	uint64_t where; /* bits of filter 1 of which both must be set */
	uint16_t opcode;
	uint64_t special; /* and, if any of these is set there, one of its own */
} kinds[] = {
	{FILTER1_LOCAL | FILTER1_NEAR, 0x182, 0},
	{FILTER1_LOCAL | FILTER1_NOT_NEAR, 0x201, 0},
	{FILTER1_REMOTE | FILTER1_NEAR, 0x182, BIT(31)},
	{FILTER1_LOCAL | FILTER1_NOT_NEAR, 0x1e7, BIT(30)},
};

enum { LOOKUP = 1, TOR = 2 };
enum { STATE = 8, QUEUE = 4 };

#define QUEUES      "IRQ IRQ_REJ IPQ PRQ PRQ_REJ"
#define NETWORKS    "AD_REQ_VN0 AD_RSP_VN0 BL_RSP_VN0 BL_WB_VN0 BL_NCB_VN0 BL_NCS_VN0 AK_NON_UPI IV_NON_UPI"
#define REASONS     "ANY_REJECT SF_VICTIM SF_WAY ALLOW_SNP PA_MATCH"
#define TARGETS     "TGR0 TGR1 TGR2 TGR3 TGR4 TGR5 TGR6 TGR7"
#define TARGETS_EXT "TGR8 ANY_OF_TGR0_THRU_TGR7"
#define AGENTS      "AD_AG0 AK_AG0 BL_AG0 IV_AG0 AD_AG1 AK_AG1 BL_AG1"
#define RINGS       "AD AK BL IV"
#define VERTICAL    "UP_EVEN UP_ODD DN_EVEN DN_ODD"
#define HORIZONTAL  "LEFT_EVEN LEFT_ODD RIGHT_EVEN RIGHT_ODD"
#define GATES       "AD_BNC AK_BNC BL_BNC IV_BNC AD_CRD BL_CRD"

#define ROW(code_, subs_, increment_, run_, name_, sub_names_)                              \
	{                                                                                   \
		.code = (code_), .subs = (subs_), .increment = (increment_), .run = (run_), \
		.name = (name_), .sub_names = (sub_names_)                                  \
	}

/* Codes, umasks and counters: libpfm4, perfmon and, for 0x1f, LIKWID; of the vertical rings perfmon's umasks, which
 * libpfm4 has one bit too low; 0xa5 as both have it, LIKWID otherwise. Increments and runs are the model's. */
static const struct model_event events[] = {
	{.code = 0x00, .increment = 1, .run = STATE, .flags = MODEL_CLOCKED, .name = "U_CLOCKTICKS"},
	{.code = 0x11, .subs = 0x37, .increment = QUEUE, .run = STATE, .counters = BIT(0), .name = "INGRESS_OCCUPANCY",
	 .sub_names = QUEUES},
	ROW(0x13, 0x37, 1, 1, "INGRESS_INSERTS", QUEUES),
	ROW(0x14, 0x1d, 1, STATE, "INGRESS_INT_STARVED", "IRQ IPQ ISMQ PRQ"),
	ROW(0x18, 0xff, 1, 1, "INGRESS_RETRY_IRQ0_REJECT", NETWORKS),
	ROW(0x19, 0xe9, 1, 1, "INGRESS_RETRY_IRQ01_REJECT", REASONS),
	{.code = 0x1f, .increment = QUEUE, .run = STATE, .counters = BIT(0), .name = "COUNTER0_OCCUPANCY"},
	ROW(0x20, 0xff, 1, 1, "INGRESS_RETRY_PRQ0_REJECT", NETWORKS),
	ROW(0x21, 0xe9, 1, 1, "INGRESS_RETRY_PRQ1_REJECT", REASONS),
	ROW(0x22, 0xff, 1, 1, "INGRESS_RETRY_IPQ0_REJECT", NETWORKS),
	ROW(0x23, 0xe9, 1, 1, "INGRESS_RETRY_IPQ1_REJECT", REASONS),
	ROW(0x24, 0xff, 1, 1, "INGRESS_RETRY_ISMQ0_REJECT", NETWORKS),
	ROW(0x2a, 0xff, 1, 1, "INGRESS_RETRY_REQ_Q0_RETRY", NETWORKS),
	ROW(0x2b, 0xe9, 1, 1, "INGRESS_RETRY_REQ_Q1_RETRY", REASONS),
	ROW(0x2c, 0xff, 1, 1, "INGRESS_RETRY_ISMQ0_RETRY", NETWORKS),
	ROW(0x2e, 0xff, 1, 1, "INGRESS_RETRY_OTHER0_RETRY", NETWORKS),
	ROW(0x2f, 0xe9, 1, 1, "INGRESS_RETRY_OTHER1_RETRY", REASONS),
	{.code = 0x34, .increment = 1, .run = 1, .flags = MODEL_FILTERED, .filter = LOOKUP, .choice = lookups,
	 .choices = ARRAY_SIZE(lookups), .name = "SF_LOOKUP"},
	{.code = 0x35, .increment = 1, .run = 1, .flags = MODEL_FILTERED, .filter = TOR, .choice = tor,
	 .choices = ARRAY_SIZE(tor), .name = "TOR_INSERTS"},
	{.code = 0x36, .increment = QUEUE, .run = STATE, .counters = BIT(0), .flags = MODEL_FILTERED, .filter = TOR,
	 .choice = tor, .choices = ARRAY_SIZE(tor), .name = "TOR_OCCUPANCY"},
	ROW(0x37, 0xaf, 1, 1, "CACHE_LINES_VICTIMIZED", "M_STATE E_STATE S_STATE F_STATE LOCAL REMOTE"),
	ROW(0x39, 0x3b, 1, 1, "MISC", "RSPI_WAS_FSE WC_ALIASING RFO_HIT_S CV0_PREF_VIC CV0_PREF_MISS"),
	ROW(0x80, 0xff, 1, 1, "AG0_AD_CRD_ACQUIRED", TARGETS),
	ROW(0x81, 0x03, 1, 1, "AG0_AD_CRD_ACQUIRED_EXT", TARGETS_EXT),
	ROW(0x82, 0xff, QUEUE, STATE, "AG0_AD_CRD_OCCUPANCY", TARGETS),
	ROW(0x83, 0x03, QUEUE, STATE, "AG0_AD_CRD_OCCUPANCY_EXT", TARGETS_EXT),
	ROW(0x84, 0xff, 1, 1, "AG1_AD_CRD_ACQUIRED", TARGETS),
	ROW(0x85, 0x03, 1, 1, "AG1_AD_CRD_ACQUIRED_EXT", TARGETS_EXT),
	ROW(0x86, 0xff, QUEUE, STATE, "AG1_AD_CRD_OCCUPANCY", TARGETS),
	ROW(0x87, 0x03, QUEUE, STATE, "AG1_AD_CRD_OCCUPANCY_EXT", TARGETS_EXT),
	ROW(0x88, 0xff, 1, 1, "AG0_BL_CRD_ACQUIRED", TARGETS),
	ROW(0x89, 0x03, 1, 1, "AG0_BL_CRD_ACQUIRED_EXT", TARGETS_EXT),
	ROW(0x8a, 0xff, QUEUE, STATE, "AG0_BL_CRD_OCCUPANCY", TARGETS),
	ROW(0x8b, 0x03, QUEUE, STATE, "AG0_BL_CRD_OCCUPANCY_EXT", TARGETS_EXT),
	ROW(0x8c, 0xff, 1, 1, "AG1_BL_CRD_ACQUIRED", TARGETS),
	ROW(0x8d, 0x03, 1, 1, "AG1_BL_CRD_ACQUIRED_EXT", TARGETS_EXT),
	ROW(0x8e, 0xff, QUEUE, STATE, "AG1_BL_CRD_OCCUPANCY", TARGETS),
	ROW(0x8f, 0x03, QUEUE, STATE, "AG1_BL_CRD_OCCUPANCY_EXT", TARGETS_EXT),
	ROW(0x90, 0x7f, QUEUE, STATE, "EGRESS_VERT_OCCUPANCY", AGENTS),
	ROW(0x91, 0x7f, 1, 1, "EGRESS_VERT_INSERTS", AGENTS),
	ROW(0x92, 0x7f, 1, STATE, "EGRESS_VERT_CYCLES_FULL", AGENTS),
	ROW(0x93, 0x7f, 1, STATE, "EGRESS_VERT_CYCLES_NE", AGENTS),
	ROW(0x94, 0x0f, QUEUE, STATE, "EGRESS_HORZ_OCCUPANCY", RINGS),
	ROW(0x95, 0x0f, 1, 1, "EGRESS_HORZ_INSERTS", RINGS),
	ROW(0x96, 0x0f, 1, STATE, "EGRESS_HORZ_CYCLES_FULL", RINGS),
	ROW(0x97, 0x0f, 1, STATE, "EGRESS_HORZ_CYCLES_NE", RINGS),
	ROW(0x98, 0x7f, 1, 1, "EGRESS_VERT_NACK", AGENTS),
	ROW(0x99, 0x0f, 1, 1, "EGRESS_HORZ_NACK", RINGS),
	ROW(0x9a, 0x7f, 1, STATE, "EGRESS_VERT_STARVED", AGENTS),
	ROW(0x9b, 0x0f, 1, STATE, "EGRESS_HORZ_STARVED", RINGS),
	ROW(0x9c, 0x7f, 1, 1, "EGRESS_VERT_ADS_USED", AGENTS),
	ROW(0x9d, 0x0f, 1, 1, "EGRESS_HORZ_ADS_USED", RINGS),
	ROW(0x9e, 0x7f, 1, 1, "EGRESS_VERT_BYPASS", AGENTS),
	ROW(0x9f, 0x0f, 1, 1, "EGRESS_HORZ_BYPASS", RINGS),
	ROW(0xa0, 0x0f, 1, 1, "RING_BOUNCES_VERT", RINGS),
	ROW(0xa1, 0x0f, 1, 1, "RING_BOUNCES_HORZ", RINGS),
	ROW(0xa2, 0x0f, 1, STATE, "RING_SINK_STARVED_VERT", RINGS),
	ROW(0xa3, 0x0f, 1, STATE, "RING_SINK_STARVED_HORZ", RINGS),
	ROW(0xa4, 0x00, 1, STATE, "RING_SRC_THRT", NULL),
	ROW(0x0a5, 0x00, 1, 1, "FAST_ASSERTED.VERT", NULL),
	ROW(0x1a5, 0x00, 1, 1, "FAST_ASSERTED.HORZ", NULL),
	ROW(0xa6, 0x0f, 1, STATE, "VERT_RING_AD_IN_USE", VERTICAL),
	ROW(0xa7, 0x0f, 1, STATE, "HORZ_RING_AD_IN_USE", HORIZONTAL),
	ROW(0xa8, 0x0f, 1, STATE, "VERT_RING_AK_IN_USE", VERTICAL),
	ROW(0xa9, 0x0f, 1, STATE, "HORZ_RING_AK_IN_USE", HORIZONTAL),
	ROW(0xaa, 0x0f, 1, STATE, "VERT_RING_BL_IN_USE", VERTICAL),
	ROW(0xab, 0x0f, 1, STATE, "HORZ_RING_BL_IN_USE", HORIZONTAL),
	ROW(0xac, 0x05, 1, STATE, "VERT_RING_IV_IN_USE", "UP DN"),
	ROW(0xad, 0x05, 1, STATE, "HORZ_RING_IV_IN_USE", "LEFT RIGHT"),
	ROW(0xae, 0x05, 1, 1, "EGRESS_ORDERING", "IV_SNP_GO_UP IV_SNP_GO_DN"),
	ROW(0xb0, 0x5f, QUEUE, STATE, "TG_INGRESS_OCCUPANCY", GATES),
	ROW(0xb1, 0x5f, 1, 1, "TG_INGRESS_INSERTS", GATES),
	ROW(0xb2, 0x5f, 1, 1, "TG_INGRESS_BYPASS", GATES),
	ROW(0xb3, 0xdf, 1, STATE, "TG_INGRESS_CRD_STARVED", "AD_BNC AK_BNC BL_BNC IV_BNC AD_CRD BL_CRD IVF"),
	ROW(0xb4, 0x55, 1, STATE, "TG_INGRESS_BUSY_STARVED", "AD_BNC BL_BNC AD_CRD BL_CRD"),
	{.code = 0xc0, .increment = 1, .run = STATE, .flags = MODEL_CLOCKED, .name = "CLOCK"},
	ROW(0xd0, 0xff, 1, STATE, "AG0_STALL_NO_CRD_EGRESS_HORZ_AD", TARGETS),
	ROW(0xd1, 0x03, 1, STATE, "AG0_STALL_NO_CRD_EGRESS_HORZ_AD_EXT", TARGETS_EXT),
	ROW(0xd2, 0xff, 1, STATE, "AG1_STALL_NO_CRD_EGRESS_HORZ_AD", TARGETS),
	ROW(0xd3, 0x03, 1, STATE, "AG1_STALL_NO_CRD_EGRESS_HORZ_AD_EXT", TARGETS_EXT),
	ROW(0xd4, 0xff, 1, STATE, "AG0_STALL_NO_CRD_EGRESS_HORZ_BL", TARGETS),
	ROW(0xd5, 0x03, 1, STATE, "AG0_STALL_NO_CRD_EGRESS_HORZ_BL_EXT", TARGETS_EXT),
	ROW(0xd6, 0xff, 1, STATE, "AG1_STALL_NO_CRD_EGRESS_HORZ_BL", TARGETS),
	ROW(0xd7, 0x03, 1, STATE, "AG1_STALL_NO_CRD_EGRESS_HORZ_BL_EXT", TARGETS_EXT),
};
const struct model_event_list model_knl_cha_events = {events, ARRAY_SIZE(events), NULL};
/* clang-format on */

/* ---- filters --------------------------------------------------------------------------------------- */

static bool passes_all(const struct model_sight *sight)
{
	const struct model *model = sight->model;

	return model->box[model->counter[sight->counter].box].quirks.filters_open;
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

/* Every thread of the machine has an equal part in everything; of others there is nothing. */
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
	if (meaning->event->filter == LOOKUP)
		add_lookups(&split, meaning);
	else if (meaning->event->filter == TOR)
		add_entries(&split, meaning);
	else
		model_add_umask(&split, meaning, meaning->event);
	if (sight->select & KNL_UNCORE_THREAD)
		choose_thread(sight, meaning);
}
