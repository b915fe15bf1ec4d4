/* SPDX-License-Identifier: BSD-2-Clause */
/* The M-Box: registers, companions and events. Addresses: Linux uncore_nhmex.c, LIKWID registers.h,
 * EDK II NehalemMsr.h. Fields of select and counter: 323535 p.112, p.113; of ZDP_CTL_FVC: Intel PCM,
 * Linux and 323535 p.127; of the other companions: LIKWID, DSP also p.123 and MAP p.131. */
#include "silicon/models/xeon_7500.h"

enum {
	GLOBAL_CTL,
	STATUS,
	OVF_CTL,
	CTL,
	CTR,
	TIMESTAMP,
	DSP,
	ISS,
	MAP,
	THR,
	PGT,
	PLD,
	FVC,
	MM_CFG,
	ADDR_MATCH,
	ADDR_MASK
};
_Static_assert((int)ADDR_MASK < (int)MODEL_BANKS, "room for banks");

#define MM_ENABLE BIT(63)

#define FLAG_MODE BIT(7)

static const struct model_layout select = {
	.enable = 0,
	.pmi = 1,
	.edge = MODEL_NO_BIT,
	.invert = MODEL_NO_BIT,
	.event_low = 9,
	.event_bits = 5,
	.umask_low = MODEL_NO_BIT,
	.threshold_low = MODEL_NO_BIT,
	.reset_tally = MODEL_NO_BIT,
	.mode_low = 2,
	.wrap = 6,
	.more = FLAG_MODE | BIT(4),
};

/* Fields of the select that only this box has. */
#define STORAGE_MODE(value) ((unsigned)((value) >> 4) & 3)
#define FLAG_SEL(value)     ((unsigned)((value) >> 19) & 7)

/* The same registers, their fields `wider` bits wider or higher where they hold an FVID. */
/* clang-format off */
#define BANKS(wider)                                                                               \
	[GLOBAL_CTL] = {.name = "global_ctl", .role = MODEL_GLOBAL_CTL, .count = 1, .offset = 0,   \
	 .bits = 32, .writable = MASK(0, 6), .zero = ~MASK(0, 6), .source = "323535 p.112"},       \
	[STATUS] = {.name = "status", .role = MODEL_STATUS, .count = 1, .offset = 1, .bits = 32,   \
	 .source = "323535 p.112"},                                                                \
	[OVF_CTL] = {.name = "ovf_ctl", .role = MODEL_OVF_CTL, .count = 1, .offset = 2,            \
	 .bits = 32, .writable = MASK(0, 6), .zero = ~MASK(0, 6), .source = "323535 p.112"},       \
	[CTL] = {.name = "ctl", .role = MODEL_SELECT, .count = 6, .stride = 2, .numbered = true,   \
	 .offset = 0x10, .bits = 64, .writable = MASK(19, 3) | MASK(9, 5) | MASK(0, 8),            \
	 .zero = MASK(61, 2) | MASK(22, 3) | MASK(14, 5) | BIT(8), .layout = &select,              \
	 .source = "323535 p.113"},                                                                \
	[CTR] = {.name = "ctr", .role = MODEL_COUNTER, .count = 6, .stride = 2, .numbered = true,  \
	 .offset = 0x11, .bits = 64, .writable = COUNTER_BITS, .zero = ~COUNTER_BITS,              \
	 .source = "323535 p.113"},                                                                \
	[TIMESTAMP] = {.name = "timestamp_unit", .role = MODEL_TICKER, .count = 1, .offset = 4,    \
	 .bits = 64, .width = 16, .source = "323535 p.113"},                                       \
	[DSP] = {.name = "dsp", .role = MODEL_COMPANION, .count = 1, .offset = 5, .bits = 64,      \
	 .writable = MASK(7, 4), .zero = ~MASK(7, 4), .source = "323535 p.123"},                   \
	[ISS] = {.name = "iss", .role = MODEL_COMPANION, .count = 1, .offset = 6, .bits = 64,      \
	 .writable = MASK(0, 11), .zero = ~MASK(0, 11), .start_undocumented = true, .source = "LIKWID"},                       \
	[MAP] = {.name = "map", .role = MODEL_COMPANION, .count = 1, .offset = 7, .bits = 64,      \
	 .writable = MASK(0, 9 + (wider)), .zero = ~MASK(0, 9 + (wider)),                          \
	 .source = "323535 p.131"},                                                                \
	[THR] = {.name = "msc_thr", .role = MODEL_COMPANION, .count = 1, .offset = 8, .bits = 64,  \
	 .writable = MASK(3, 8), .zero = ~MASK(3, 8), .start_undocumented = true, .source = "LIKWID"},                         \
	[PGT] = {.name = "pgt", .role = MODEL_COMPANION, .count = 1, .offset = 9, .bits = 64,      \
	 .writable = BIT(11) | BIT(6) | BIT(0), .zero = ~(BIT(11) | BIT(6) | BIT(0)),              \
	 .start_undocumented = true, .source = "LIKWID"},                                                                      \
	[PLD] = {.name = "pld", .role = MODEL_COMPANION, .count = 1, .offset = 10, .bits = 64,     \
	 .writable = MASK(16, 8) | MASK(7, 6) | BIT(0),                                            \
	 .zero = ~(MASK(16, 8) | MASK(7, 6) | BIT(0)), .start_undocumented = true, .source = "LIKWID"},                        \
	[FVC] = {.name = "zdp_ctl_fvc", .role = MODEL_COMPANION, .count = 1, .offset = 11,         \
	 .bits = 64, .writable = MASK(0, 24 + (wider)), .zero = ~MASK(0, 24 + (wider)),            \
	 .source = "323535 p.127"},                                                                \
	[MM_CFG] = {.name = "mm_cfg", .role = MODEL_COMPANION, .count = 1, .base = 1,              \
	 .offset = 0, .bits = 64, .writable = MM_ENABLE, .zero = ~MM_ENABLE, .start_undocumented = true, .source = "Linux"},   \
	[ADDR_MATCH] = {.name = "addr_match", .role = MODEL_COMPANION, .count = 1, .base = 1,      \
	 .offset = 1, .bits = 64, .lock = 1 + MM_CFG, .lock_bit = 63,                              \
	 .writable = MASK(0, 34), .zero = ~MASK(0, 34), .start_undocumented = true, .source = "Linux"},                        \
	[ADDR_MASK] = {.name = "addr_mask", .role = MODEL_COMPANION, .count = 1, .base = 1,        \
	 .offset = 2, .bits = 64, .lock = 1 + MM_CFG, .lock_bit = 63,                              \
	 .writable = MASK(0, 27), .zero = ~MASK(0, 27), .start_undocumented = true, .source = "Linux"}

static const struct model_bank banks[] = {BANKS(0)};
static const struct model_bank e7_banks[] = {BANKS(1)};

enum field {
	FILL_STATE,
	FRAME_TYPE,
	SCHED_MODE,
	PLD_MODE,
	MAP_COMMAND,
	MAP_FVID,
	TRIP_UP,
	TRIP_DOWN,
	DIMM,
	ALL_DIMMS,
	TRANSITION,
	PAGE_STATE,
	BY_MODE,
	COMMAND,
	BY_FVID,
	EVENT_0,
	EVENT_1,
	EVENT_2,
	EVENT_3,
	RESPONSE,
	BCMD
};

/* What is shifted or widened is so by a bit on the E7, where an FVID has one more. */
static const struct model_field fields[] = {
	[FILL_STATE]  = {DSP, 7, 4, false, false, "dsp[10:7]"},
	[FRAME_TYPE]  = {ISS, 0, 4, false, false, "iss[3:0]"},
	[SCHED_MODE]  = {ISS, 4, 3, false, false, "iss[6:4]"},
	[PLD_MODE]    = {ISS, 7, 3, false, false, "iss[9:7]"},
	[MAP_COMMAND] = {MAP, 5, 4, true, false, "map.command"},
	[MAP_FVID]    = {MAP, 0, 5, false, true, "map.fvid"},
	[TRIP_UP]     = {THR, 7, 2, false, false, "msc_thr[8:7]"},
	[TRIP_DOWN]   = {THR, 9, 2, false, false, "msc_thr[10:9]"},
	[DIMM]        = {THR, 4, 3, false, false, "msc_thr[6:4]"},
	[ALL_DIMMS]   = {THR, 3, 1, false, false, "msc_thr[3]"},
	[TRANSITION]  = {PGT, 0, 1, false, false, "pgt[0]"},
	[PAGE_STATE]  = {PGT, 6, 1, false, false, "pgt[6]"},
	[BY_MODE]     = {PLD, 0, 1, false, false, "pld[0]"},
	[COMMAND]     = {PLD, 8, 5, false, false, "pld[12:8]"},
	[BY_FVID]     = {PLD, 7, 1, false, false, "pld[7]"},
	[EVENT_0]     = {FVC, 11, 3, true, false, "zdp_ctl_fvc.evnt0"},
	[EVENT_1]     = {FVC, 14, 3, true, false, "zdp_ctl_fvc.evnt1"},
	[EVENT_2]     = {FVC, 17, 3, true, false, "zdp_ctl_fvc.evnt2"},
	[EVENT_3]     = {FVC, 20, 3, true, false, "zdp_ctl_fvc.evnt3"},
	[RESPONSE]    = {FVC, 8, 3, true, false, "zdp_ctl_fvc.resp"},
	[BCMD]        = {FVC, 5, 3, true, false, "zdp_ctl_fvc.bcmd"},
};

/* ---- events --------------------------------------------------------------------------------------- */

#define CHOOSE(names_, field_) {.names = (names_), .field = (field_), .every_field = MODEL_NO_FIELD}
#define BCMDS "READS=0 WRITES=1 MERGE=2 V2F=3 V2V=4 F2V=5 F2B=6 SPRWR=7"
#define TRIPS "GT_MID_RISE=3 GT_MID_FALL=2 GT_LO=1 LT_LO=0"

/* Which value of dimm_sel is which DIMM is unverified: each is taken for one, named as LIKWID does. */
#define DIMMS "DIMM0=1 DIMM1=2 DIMM2=3 DIMM3=4 SEL0=0 SEL5=5 SEL6=6 SEL7=7"
#define EVERY_DIMM {.names = DIMMS, .every = "ALL", .field = DIMM, .every_field = ALL_DIMMS, .every_value = 1}

static const struct model_choice fill_states[] = {
	CHOOSE("RDQ_FULL=1 WRQ_FULL=2 RDQ_EMPTY=4 WRQ_EMPTY=8", FILL_STATE)};
static const struct model_choice trips_up[] = {CHOOSE(TRIPS, TRIP_UP), EVERY_DIMM};
static const struct model_choice trips_down[] = {CHOOSE(TRIPS, TRIP_DOWN), EVERY_DIMM};
static const struct model_choice frames[] = {
	CHOOSE("3CMD=0 WDAT=1 SYNC=2 CHNL=3 NOP=8 1CMD=12", FRAME_TYPE)};
static const struct model_choice commands[] = {
	CHOOSE("ILLEGAL=0 PREALL=1 RAS=2 CAS_RD_OPN=3 CAS_WR_OPN=4 CAS_RD_CLS=5 CAS_WR_CLS=6 MRS=7 RFR=9 ENSR=10 EXSR=11 NOP=12 TRKL=16 PRE=17 SYNC=18 CKE_HI=20 CKE_LO=21 SOFT_RST=23 WR_CFG=28 RD_CFG=29 ZQCAL=30", COMMAND),
	{.names = "TRDOFF=0 RDPRIO=1 WRPRIO=2 ADAPTIVE=3", .every = "ANY", .field = PLD_MODE,
	 .every_field = BY_MODE, .every_value = 0}};
static const struct model_choice retries[] = {CHOOSE("ALL=0 FVID=1", BY_FVID)};
static const struct model_choice transitions[] = {CHOOSE("OPN2CLS=0 CLS2OPN=1", TRANSITION)};
static const struct model_choice sched_modes[] = {
	CHOOSE("TRADEOFF=0 RDPRIO=1 WRPRIO=2 ADAPTIVE=3", SCHED_MODE)};
static const struct model_choice page_states[] = {CHOOSE("CLOSED=0 OPEN=1", PAGE_STATE)};
static const struct model_choice queued[] = {
	{.names = BCMDS, .every = "ALL", .field = MAP_COMMAND, .every_field = MAP_COMMAND,
	 .every_value = 8}};

#define FVC_CHOICES(event_)                                                                        \
	{CHOOSE("SMI_CRC_ERR=0 MEM_ECC_ERR=1 POISON_TXN=2 ALERT_FRAMES=3 FAST_RESET=4 "            \
		"BBOX_CMDS=5 BBOX_RSP=6 SMI_NB_TRIG=7", event_),                                   \
	 {.names = BCMDS, .field = BCMD, .every_field = MODEL_NO_FIELD, .when = 1 + 5},            \
	 {.names = "ACK=0 RETRY=1 COR=2 UNCOR=3 SPEC_ACK=4 SPR_ACK=5 SPR_UNCOR=7",                 \
	  .field = RESPONSE, .every_field = MODEL_NO_FIELD, .when = 1 + 6}}
static const struct model_choice fvc_0[] = FVC_CHOICES(EVENT_0);
static const struct model_choice fvc_1[] = FVC_CHOICES(EVENT_1);
static const struct model_choice fvc_2[] = FVC_CHOICES(EVENT_2);
static const struct model_choice fvc_3[] = FVC_CHOICES(EVENT_3);

enum { STATE = 8, SECONDARY = 0x20, FVC_KEY = 0x0d };

#define ROW(code_, run_, name_)                                                                    \
	{.code = (code_), .increment = 1, .run = (run_), .name = (name_), .sub_names = ""}
#define BY(code_, run_, name_, choice_)                                                            \
	{.code = (code_), .increment = 1, .run = (run_), .name = (name_), .choice = (choice_),     \
	 .choices = ARRAY_SIZE(choice_)}
#define SLOT(code_, name_, choice_)                                                                \
	{.code = (code_), .increment = 1, .run = 1, .name = (name_), .choice = (choice_),          \
	 .choices = ARRAY_SIZE(choice_), .key = FVC_KEY}

/* Codes: inc_sel, and, from SECONDARY on, set_flag_sel. LIKWID; those of p.123 to p.131 also 323535. The
 * four slots of ZDP_CTL_FVC count the same things. */
static const struct model_event events[] = {
	BY(0x00, 1, "DSP_FILL", fill_states),
	ROW(0x01, STATE, "CYCLES_MFULL"),
	ROW(0x02, 1, "RETRY_MFULL"),
	ROW(0x03, 1, "RETRY_STARVE"),
	BY(0x04, 1, "THERM_TRP_UP", trips_up),
	BY(0x05, 1, "THERM_TRP_DN", trips_down),
	ROW(0x06, 1, "REFRESH"),
	ROW(0x07, 1, "REFRESH_CONFLICT"),
	ROW(0x08, 1, "SCHED_MODE_CHANGES"),
	BY(0x09, 1, "FRM_TYPE", frames),
	{.code = 0x0a, .increment = 1, .run = 1, .name = "DRAM_CMD", .choice = commands,
	 .choices = ARRAY_SIZE(commands), .flags = MODEL_FILTERED},
	{.code = 0x0b, .increment = 1, .run = 1, .name = "RETRIES", .choice = retries,
	 .choices = ARRAY_SIZE(retries), .flags = MODEL_FILTERED},
	ROW(0x0c, 1, "MA_PAR_ERR"),
	SLOT(0x0d, "FVC_EV0", fvc_0),
	SLOT(0x0e, "FVC_EV1", fvc_1),
	SLOT(0x0f, "FVC_EV2", fvc_2),
	SLOT(0x10, "FVC_EV3", fvc_3),
	ROW(0x11, 1, "PATROL_TXNS"),
	ROW(0x12, 1, "TRANS_CMDS"),
	ROW(0x13, 1, "PAGE_MISS"),
	ROW(0x14, 1, "PAGE_HIT"),
	ROW(0x15, 1, "PAGE_EMPTY"),
	BY(0x16, 1, "PGT_PAGE_EV", transitions),
	ROW(0x17, 1, "MULTICAS"),
	ROW(0x18, 1, "FVID_RACE"),
	ROW(0x19, 1, "TT_CMD_CONFLICT"),
	ROW(0x1a, 1, "BBOX_CMDS_ALL"),
	{.code = 0x1b, .increment = 1, .run = 1, .name = "CYCLES", .sub_names = "",
	 .flags = MODEL_CLOCKED},
	ROW(0x1c, STATE, "SCHED_INFLIGHT_CMDS"),
	ROW(0x1d, STATE, "INFLIGHT_CMDS"),
	BY(SECONDARY + 0, STATE, "CYCLES_DSP_FILL", fill_states),
	BY(SECONDARY + 1, STATE, "CYCLES_SCHED_MODE", sched_modes),
	ROW(SECONDARY + 3, STATE, "CYCLES_RETRYQ_MFULL"),
	ROW(SECONDARY + 4, STATE, "CYCLES_RETRYQ_STARVED"),
	BY(SECONDARY + 5, STATE, "CYCLES_PGT_STATE", page_states),
	{.code = SECONDARY + 6, .increment = 1, .run = STATE, .name = "BCMD_SCHEDQ_OCCUPANCY",
	 .choice = queued, .choices = ARRAY_SIZE(queued), .scale = 1 + MAP_FVID},
};
/* clang-format on */

static const struct model_event_list list = {events, ARRAY_SIZE(events), NULL};

/* ---- what a counter counts ------------------------------------------------------------------------ */

/* Addresses are spread evenly: of a filter that compares n of their bits, one in 2^n passes, whatever
 * the value. Which form of address is meant was not found. */
static void filter(const struct model_sight *sight, struct model_meaning *meaning)
{
	const struct model *model = sight->model;
	unsigned compared;
	uint64_t mask;

	if (!(model_companion(sight, meaning, MM_CFG, 0) & MM_ENABLE) ||
	    model->box[model->counter[sight->counter].box].quirks.filters_open)
		return;
	model_companion(sight, meaning, ADDR_MATCH, 0);
	mask = model_companion(sight, meaning, ADDR_MASK, 0) & MASK(0, 27);
	compared = count_bits(model->setting[SET_M_MASK] == MASK_IGNORES ? ~mask & MASK(0, 27) : mask);
	for (unsigned i = 0; i < meaning->run.sources; i++)
		meaning->run.rate[i] >>= model->burst && compared ? 63 : compared;
}

static const struct model_event *add_event_mbox(const struct model_sight *sight, struct model_meaning *meaning,
						unsigned code)
{
	const struct model_event *event = model_select_event(sight, meaning, code);

	if (!event)
		return NULL;
	if (event->choices)
		model_add_choices(sight, meaning, event);
	else
		model_add_leaf(sight, meaning, event, &(struct model_leaf){0});
	if (event->flags & MODEL_FILTERED)
		filter(sight, meaning);
	return event;
}

/* Counts an event only in that part of the time in which the flag is set. */
static void add_conditional(const struct model_sight *sight, struct model_meaning *meaning)
{
	uint64_t clock = sight->model->clock, flagged = 0, millionths;
	struct model_run *run = &meaning->run;

	add_event_mbox(sight, meaning, SECONDARY + FLAG_SEL(sight->select));
	for (unsigned i = 0; i < run->sources; i++)
		flagged += run->rate[i];
	millionths = min_u64(flagged, clock) * 1000000 / clock;
	run->sources = 0;
	add_event_mbox(sight, meaning, sight->selection.event);
	for (unsigned i = 0; i < run->sources; i++)
		run->rate[i] = run->rate[i] * millionths / 1000000;
}

/* 323535 p.113: modes that the field table has, but that need something it lacks. */
static void check_modes(const struct model_sight *sight, struct model_meaning *meaning)
{
	unsigned storage = STORAGE_MODE(sight->select), mode = sight->selection.mode;
	bool flagged = sight->select & FLAG_MODE;

	if (mode == 2)
		model_wrong(meaning, MODEL_WRONG_SELECT,
			    "count_mode 2 counts down by dec_sel, which no field holds (323535 p.113)");
	if (mode == 3)
		model_wrong(meaning, MODEL_WRONG_SELECT, "count_mode 3 is none (323535 p.113)");
	if (storage > 1)
		model_wrong(meaning, MODEL_WRONG_SELECT, "storage_mode %u is none (323535 p.113)", storage);
	if (storage == 1 && !flagged)
		model_wrong(meaning, MODEL_WRONG_SELECT,
			    "storage_mode 1 without flag_mode: no flag is ever set (323535 p.113)");
	if (FLAG_SEL(sight->select) && !flagged)
		model_wrong(meaning, MODEL_WRONG_SELECT, "set_flag_sel needs flag_mode (323535 p.113)");
	if (flagged && sight->selection.event && !storage)
		model_wrong(meaning, MODEL_WRONG_SELECT,
			    "inc_sel and set_flag_sel together need storage_mode 1 (323535 p.113)");
}

static void mean(const struct model_sight *sight, struct model_meaning *meaning)
{
	bool flagged = sight->select & FLAG_MODE;

	check_modes(sight, meaning);
	if (!flagged && STORAGE_MODE(sight->select) == 1)
		return;
	if (!flagged)
		add_event_mbox(sight, meaning, sight->selection.event);
	else if (!sight->selection.event)
		add_event_mbox(sight, meaning, SECONDARY + FLAG_SEL(sight->select));
	else if (STORAGE_MODE(sight->select) == 1)
		add_conditional(sight, meaning);
	else
		add_event_mbox(sight, meaning, sight->selection.event);
}

const struct model_type model_xeon_7500_mbox = {
	.name = "mbox",
	.has = XEON_7500_HAS | MODEL_HAS_FILTER,
	.bank = banks,
	.banks = ARRAY_SIZE(banks),
	.events = &list,
	.field = fields,
	.mean = mean,
};

const struct model_type model_xeon_e7_mbox = {
	.name = "mbox",
	.has = XEON_7500_HAS | MODEL_HAS_FILTER,
	.bank = e7_banks,
	.banks = ARRAY_SIZE(e7_banks),
	.events = &list,
	.field = fields,
	.shift = 1,
	.mean = mean,
};
