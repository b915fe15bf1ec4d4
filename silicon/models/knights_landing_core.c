/* SPDX-License-Identifier: BSD-2-Clause */
/* The PMU of a core (one logical processor): registers and events. Registers and their fields: SDM volume
 * 3, architectural performance monitoring version 3; MSR_OFFCORE_RSP_n: Linux, events/intel/core.c. */
#include "silicon/models/knights_landing.h"

#define SDM "SDM volume 3, performance monitoring"

/* All 16 bits of code and umask are taken for the event: many umasks are codes of their own. */
static const struct model_layout generic = {
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

#define FIXED(n)                                                                                  \
	{                                                                                         \
		.enable = 4 * (n), .pmi = 4 * (n) + 3, .edge = MODEL_NO_BIT,                      \
		.invert = MODEL_NO_BIT, .umask_low = MODEL_NO_BIT, .threshold_low = MODEL_NO_BIT, \
		.reset_tally = MODEL_NO_BIT, .mode_low = MODEL_NO_BIT, .wrap = MODEL_NO_BIT       \
	}
static const struct model_layout fixed[KNL_FIXED] = {FIXED(0), FIXED(1), FIXED(2)};

#define GENERIC_BITS  MASK(0, KNL_GENERIC)
#define FIXED_BITS    MASK(32, KNL_FIXED)
#define DEBUGCTL_BITS (MASK(0, 2) | MASK(6, 7) | KNL_DEBUGCTL_SMM)

/* Performance monitoring is there; branch trace store and PEBS are not. These bits cannot be written. */
#define MISC_FIXED    (BIT(7) | BIT(11) | BIT(12))

/* clang-format off */
static const struct model_bank banks[KNL_CORE_BANKS] = {
	[KNL_CTL] = {.name = "ctl", .role = MODEL_SELECT, .count = KNL_GENERIC, .stride = 1,
	 .numbered = true, .offset = 0x186, .bits = 64, .writable = MASK(0, 32) & ~KNL_SELECT_PC,
	 .zero = MASK(32, 32) | KNL_SELECT_PC, .layout = &generic, .source = SDM},
	[KNL_FIXED_CTL] = {.name = "fixed_ctl", .role = MODEL_SELECT, .count = 1, .offset = 0x38d,
	 .bits = 64, .number = KNL_FIRST_FIXED, .shared = KNL_FIXED, .writable = MASK(0, 12),
	 .zero = MASK(12, 52), .layout = fixed, .source = SDM},
	[KNL_CTR] = {.name = "ctr", .role = MODEL_COUNTER, .count = KNL_GENERIC, .stride = 1,
	 .numbered = true, .offset = 0x0c1, .bits = 64, .width = 40, .writable = ~UINT64_C(0),
	 .source = SDM},
	[KNL_FIXED_CTR] = {.name = "fixed_ctr", .role = MODEL_COUNTER, .count = KNL_FIXED,
	 .stride = 1, .numbered = true, .offset = 0x309, .bits = 64, .number = KNL_FIRST_FIXED,
	 .bit = 32, .width = 40, .writable = ~UINT64_C(0), .source = SDM},
	[KNL_FULL] = {.name = "full", .role = MODEL_WINDOW, .count = KNL_GENERIC, .stride = 1,
	 .numbered = true, .offset = 0x4c1, .bits = 64, .writable = ~UINT64_C(0), .source = SDM},
	[KNL_GLOBAL_CTL] = {.name = "global_ctl", .role = MODEL_GLOBAL_CTL, .count = 1,
	 .offset = 0x38f, .bits = 64, .writable = GENERIC_BITS | FIXED_BITS,
	 .zero = ~(GENERIC_BITS | FIXED_BITS), .reset = 0x3, .source = SDM},
	[KNL_STATUS] = {.name = "status", .role = MODEL_STATUS, .count = 1, .offset = 0x38e,
	 .bits = 64, .source = SDM},
	[KNL_OVF_CTL] = {.name = "ovf_ctl", .role = MODEL_OVF_CTL, .count = 1, .offset = 0x390,
	 .bits = 64, .writable = GENERIC_BITS | FIXED_BITS | MASK(61, 3),
	 .zero = ~(GENERIC_BITS | FIXED_BITS | MASK(61, 3)), .source = SDM},
	[KNL_RSP0] = {.name = "offcore_rsp0", .role = MODEL_COMPANION, .count = 1, .offset = 0x1a6,
	 .bits = 64, .writable = KNL_RSP0_BITS, .source = "Linux 6.1"},
	[KNL_RSP1] = {.name = "offcore_rsp1", .role = MODEL_COMPANION, .count = 1, .offset = 0x1a7,
	 .bits = 64, .writable = KNL_RSP1_BITS, .source = "Linux 6.1"},
	[KNL_DEBUGCTL] = {.name = "debugctl", .role = MODEL_STORE, .count = 1, .offset = 0x1d9,
	 .bits = 64, .writable = DEBUGCTL_BITS, .zero = ~DEBUGCTL_BITS, .source = SDM},
	[KNL_MISC_ENABLE] = {.name = "misc_enable", .role = MODEL_STORE, .count = 1,
	 .offset = 0x1a0, .bits = 64, .writable = ~MISC_FIXED, .reset = BIT(0) | MISC_FIXED,
	 .source = SDM},
	[KNL_CAPABILITIES] = {.name = "perf_capabilities", .role = MODEL_STORE, .count = 1,
	 .offset = 0x345, .bits = 64, .source = SDM},
	[KNL_PEBS_ENABLE] = {.name = "pebs_enable", .role = MODEL_STORE, .count = 1,
	 .offset = 0x3f1, .bits = 64, .writable = BIT(0), .zero = ~BIT(0), .source = "Linux 6.1"},
	[KNL_DS_AREA] = {.name = "ds_area", .role = MODEL_STORE, .count = 1, .offset = 0x600,
	 .bits = 64, .writable = ~UINT64_C(0), .source = SDM},
};

#define ROW(code_, subs_, run_, base_, name_, sub_names_)                                          \
	{.code = (code_), .subs = (subs_), .increment = 1, .run = (run_), .base = (base_),         \
	 .name = (name_), .sub_names = (sub_names_)}
#define STREAM(code_, subs_, increment_, base_, name_, sub_names_)                                 \
	{.code = (code_), .subs = (subs_), .increment = (increment_), .run = 1, .base = (base_),   \
	 .name = (name_), .sub_names = (sub_names_)}
#define OFFCORE(code_)                                                                             \
	{.code = (code_), .increment = 1, .run = 1, .key = 0xb7, .base = 2000,                     \
	 .flags = MODEL_FILTERED, .choice = model_knl_offcore_choices,                             \
	 .choices = KNL_OFFCORE_CHOICES, .name = "OFFCORE_RESPONSE"}

/* Codes and umasks: libpfm4 and perfmon's list V16, which agree but for CPU_CLK_UNHALTED (perfmon's and the
 * architecture's 0x3c/0x01 for reference cycles); L2_PREFETCHER: perfmon; OFFCORE_REQUESTS and X87, MUL, DIV of
 * UOPS_RETIRED: LIKWID. A core retires two instructions a cycle. Base rates, runs and the other increments are
 * the model's own. */
enum { STATE = 8, WALK = 25 };
static const struct model_event events[] = {
	ROW(0x0003, 0xff, 1, 40000, "RECYCLEQ",
	    "LD_BLOCK_ST_FORWARD LD_BLOCK_STD_NOTREADY ST_SPLITS LD_SPLITS LOCK STA_FULL ANY_LD ANY_ST"),
	STREAM(0x0004, 0xff, 2, 500000, "MEM_UOPS_RETIRED",
	    "L1_MISS_LOADS L2_HIT_LOADS L2_MISS_LOADS DTLB_MISS_LOADS UTLB_MISS_LOADS HITM ALL_LOADS "
	    "ALL_STORES"),
	ROW(0x0005, 0x03, WALK, 5000000, "PAGE_WALKS", "D_SIDE I_SIDE"),
	ROW(0x412e, 0x00, 1, 6000000, "L2_REQUESTS.MISS", NULL),
	ROW(0x4f2e, 0x00, 1, 31000000, "L2_REQUESTS.REFERENCE", NULL),
	ROW(0x0030, 0x00, 1, 700000, "L2_REQUESTS_REJECT", NULL),
	ROW(0x0031, 0x00, 1, 900000, "CORE_REJECT_L2Q", NULL),
	{.code = 0x003c, .increment = 1, .run = STATE, .flags = MODEL_CLOCKED,
	 .name = "CPU_CLK_UNHALTED.THREAD_P"},
	{.code = 0x013c, .increment = 1, .run = STATE, .setting = 1 + SET_REFERENCE_CLOCK,
	 .name = "CPU_CLK_UNHALTED.REF"},
	ROW(0x003e, 0x04, 1, 800000, "L2_PREFETCHER", "ALLOC_XQ"),
	ROW(0x0080, 0x03, 1, 20000000, "ICACHE", "HIT MISSES"),
	ROW(0x0086, 0x04, STATE, 11000000, "FETCH_STALL", "ICACHE_FILL_PENDING_CYCLES"),
	ROW(0x00b0, 0x0f, 1, 1000000, "OFFCORE_REQUESTS", "SUB0 SUB1 SUB2 SUB3"),
	OFFCORE(0x01b7),
	OFFCORE(0x02b7),
	STREAM(0x00c0, 0x00, 2, 400000000, "INST_RETIRED", NULL),
	STREAM(0x00c2, 0x7f, 2, 30000000, "UOPS_RETIRED", "MS X87 MUL DIV ALL SCALAR_SIMD PACKED_SIMD"),
	ROW(0x00c3, 0x0f, 1, 3000, "MACHINE_CLEARS", "SMC MEMORY_ORDERING FP_ASSIST ALL"),
	ROW(0x00c4, 0x00, 1, 120000000, "BR_INST_RETIRED.ANY", NULL),
	ROW(0x7ec4, 0x00, 1, 81000000, "BR_INST_RETIRED.JCC", NULL),
	ROW(0xfec4, 0x00, 1, 47000000, "BR_INST_RETIRED.TAKEN_JCC", NULL),
	ROW(0xf9c4, 0x00, 1, 13000000, "BR_INST_RETIRED.CALL", NULL),
	ROW(0xfdc4, 0x00, 1, 11000000, "BR_INST_RETIRED.REL_CALL", NULL),
	ROW(0xfbc4, 0x00, 1, 2000000, "BR_INST_RETIRED.IND_CALL", NULL),
	ROW(0xf7c4, 0x00, 1, 12900000, "BR_INST_RETIRED.RETURN", NULL),
	ROW(0xebc4, 0x00, 1, 3100000, "BR_INST_RETIRED.NON_RETURN_IND", NULL),
	ROW(0xbfc4, 0x00, 1, 41000, "BR_INST_RETIRED.FAR_BRANCH", NULL),
	ROW(0x00c5, 0x00, 1, 2400000, "BR_MISP_RETIRED.ANY", NULL),
	ROW(0x7ec5, 0x00, 1, 1900000, "BR_MISP_RETIRED.JCC", NULL),
	ROW(0xfec5, 0x00, 1, 1100000, "BR_MISP_RETIRED.TAKEN_JCC", NULL),
	ROW(0xf9c5, 0x00, 1, 210000, "BR_MISP_RETIRED.CALL", NULL),
	ROW(0xfdc5, 0x00, 1, 17000, "BR_MISP_RETIRED.REL_CALL", NULL),
	ROW(0xfbc5, 0x00, 1, 193000, "BR_MISP_RETIRED.IND_CALL", NULL),
	ROW(0xf7c5, 0x00, 1, 71000, "BR_MISP_RETIRED.RETURN", NULL),
	ROW(0xebc5, 0x00, 1, 307000, "BR_MISP_RETIRED.NON_RETURN_IND", NULL),
	ROW(0xbfc5, 0x00, 1, 5000, "BR_MISP_RETIRED.FAR_BRANCH", NULL),
	ROW(0x01ca, 0x00, STATE, 15000000, "NO_ALLOC_CYCLES.ROB_FULL", NULL),
	ROW(0x04ca, 0x00, STATE, 16000000, "NO_ALLOC_CYCLES.MISPREDICTS", NULL),
	ROW(0x20ca, 0x00, STATE, 17000000, "NO_ALLOC_CYCLES.RAT_STALL", NULL),
	ROW(0x90ca, 0x00, STATE, 52000000, "NO_ALLOC_CYCLES.NOT_DELIVERED", NULL),
	ROW(0x7fca, 0x00, STATE, 104000000, "NO_ALLOC_CYCLES.ALL", NULL),
	ROW(0x01cb, 0x00, STATE, 21000000, "RS_FULL_STALL.MEC", NULL),
	ROW(0x1fcb, 0x00, STATE, 64000000, "RS_FULL_STALL.ANY", NULL),
	ROW(0x00cd, 0x01, STATE, 9000000, "CYCLES_DIV_BUSY", "ALL"),
	ROW(0x00e6, 0x19, 1, 300000, "BACLEARS", "ALL RETURN COND"),
	ROW(0x00e7, 0x01, 1, 500000, "MS_DECODED", "ENTRY"),
};
static const struct model_event_list list = {events, ARRAY_SIZE(events), NULL};

/* What fixed counter 2 counts; no generic counter understands its code. */
static const struct model_event reference = {
	.code = 0x0300, .increment = 1, .run = STATE, .setting = 1 + SET_REFERENCE_CLOCK,
	.name = "CPU_CLK_UNHALTED.REF_TSC",
};

const struct model_type model_knl_core = {
	.name = "core", .per_core = true, .clock = 1 + SET_CORE_CLOCK, .spread = 1,
	.breaks = MODEL_BREAKS_ACCESS | MODEL_BREAKS_ENABLE | MODEL_BREAKS_FREEZE | MODEL_BREAKS_PMI |
		  MODEL_BREAKS_LATE,
	.bank = banks, .banks = ARRAY_SIZE(banks), .events = &list, .mean = model_knl_mean_core,
};
/* clang-format on */

/* ---- what counters count -------------------------------------------------------------------------- */

const struct model_event *model_knl_find(const struct model_sight *sight,
					 struct model_meaning *meaning, struct model_sight *split)
{
	const struct silicon *silicon = sight->silicon;
	const struct model_counter_place *place = &silicon->counter[sight->counter];
	const struct model_event_list *known = silicon->part->box[place->box].type->events;
	unsigned code = sight->selection.event;

	*split = *sight;
	if (model_find_event(known, code, place->number))
		return model_select_event(sight, meaning, code);
	split->selection.event = code & 0xff;
	split->selection.umask = code >> 8;
	return model_select_event(split, meaning, code & 0xff);
}

/* Adds an event, or those of its sub-events that are selected, up over the threads of a core. */
static void add_event(const struct model_sight *sight, struct model_meaning *meaning,
		      const struct model_event *event, unsigned first, unsigned threads)
{
	unsigned umask = sight->selection.umask;

	model_check_umask(sight, meaning, event);
	for (unsigned box = first; box < first + threads; box++) {
		if (!event->subs)
			model_add_rate(meaning,
				       model_rate_in(sight, box, event, &(struct model_leaf){0}));
		for (unsigned i = 0; i < 8; i++)
			if (event->subs & umask & BIT(i))
				model_add_rate(
					meaning,
					model_rate_in(sight, box, event,
						      &(struct model_leaf){.a = (uint8_t)(i + 1)}));
	}
}

static const struct model_event *fixed_event(unsigned index)
{
	static const uint16_t codes[] = {0x00c0, 0x003c};

	return index < ARRAY_SIZE(codes) ? model_find_event(&list, codes[index], 0) : &reference;
}

/* Whom a counter counts. */
struct scope {
	bool os, usr, any;
};

static struct scope scope_of(uint64_t select, unsigned number)
{
	unsigned field;

	if (number < KNL_GENERIC)
		return (struct scope){.os = select & KNL_SELECT_OS,
				      .usr = select & KNL_SELECT_USR,
				      .any = select & KNL_SELECT_ANY};
	field = KNL_FIXED_FIELD(select, number - KNL_FIRST_FIXED);
	return (struct scope){.os = field & KNL_FIXED_OS,
			      .usr = field & KNL_FIXED_USR,
			      .any = field & KNL_FIXED_ANY};
}

/* What is left of the rates at the privilege levels that count; the scenario says how much of the time is
 * spent above level 0. */
static void scale(const struct silicon *silicon, struct model_meaning *meaning, struct scope scope)
{
	uint64_t user = silicon->setting[SET_USER];
	uint64_t share = (scope.os ? 1000 - user : 0) + (scope.usr ? user : 0);

	for (unsigned i = 0; i < meaning->run.sources; i++)
		meaning->run.rate[i] = meaning->run.rate[i] / 1000 * share +
				       meaning->run.rate[i] % 1000 * share / 1000;
}

void model_knl_mean_core(const struct model_sight *sight, struct model_meaning *meaning)
{
	const struct silicon *silicon = sight->silicon;
	const struct model_counter_place *place = &silicon->counter[sight->counter];
	struct scope scope = scope_of(sight->select, place->number);
	unsigned threads = scope.any ? (unsigned)silicon->setting[SET_THREADS] : 1;
	unsigned first = place->box - (place->box - silicon->core_box) % threads;
	struct model_sight split = *sight;

	threads = (unsigned)min_u64(threads, silicon->core_box + silicon->cores - first);
	meaning->event = place->number < KNL_GENERIC ? model_knl_find(sight, meaning, &split)
						     : fixed_event(place->number - KNL_FIRST_FIXED);
	if (!meaning->event)
		return;
	if (meaning->event->flags & MODEL_FILTERED)
		model_knl_add_offcore(sight, meaning, first, threads);
	else
		add_event(&split, meaning, meaning->event, first, threads);
	scale(silicon, meaning, scope);
}
