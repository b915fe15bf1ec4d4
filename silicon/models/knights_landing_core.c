/* SPDX-License-Identifier: BSD-2-Clause */
/* The PMU of a core (one logical processor): events. */
#include "silicon/models/knights_landing.h"

/* clang-format off */
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
	    "L1_MISS_LOADS L2_HIT_LOADS L2_MISS_LOADS DTLB_MISS_LOADS UTLB_MISS_LOADS HITM ALL_LOADS ALL_STORES"),
	ROW(0x0005, 0x03, WALK, 5000000, "PAGE_WALKS", "D_SIDE I_SIDE"),
	ROW(0x412e, 0x00, 1, 6000000, "L2_REQUESTS.MISS", NULL),
	ROW(0x4f2e, 0x00, 1, 31000000, "L2_REQUESTS.REFERENCE", NULL),
	ROW(0x0030, 0x00, 1, 700000, "L2_REQUESTS_REJECT", NULL),
	ROW(0x0031, 0x00, 1, 900000, "CORE_REJECT_L2Q", NULL),
	{.code = 0x003c, .increment = 1, .run = STATE, .flags = MODEL_CLOCKED,
	 .name = "CPU_CLK_UNHALTED.THREAD_P"},
	{.code = 0x013c, .increment = 1, .run = STATE, .setting = 1 + CORE_REFERENCE_CLOCK,
	 .name = "CPU_CLK_UNHALTED.REF"},
	ROW(0x003e, 0x04, 1, 800000, "L2_PREFETCHER", "ALLOC_XQ"),
	ROW(0x0080, 0x03, 1, 20000000, "ICACHE", "HIT MISSES"),
	ROW(0x0086, 0x04, STATE, 11000000, "FETCH_STALL", "ICACHE_FILL_PENDING_CYCLES"),
	ROW(0x00b0, 0x0f, 1, 1000000, "OFFCORE_REQUESTS", "SUB0 SUB1 SUB2 SUB3"),
	OFFCORE(0x01b7),
	OFFCORE(0x02b7),
	{.code = 0x00c0, .increment = 2, .run = 1, .base = 400000000, .flags = MODEL_OF_RUNNING,
	 .name = "INST_RETIRED"},
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
const struct model_event_list model_knl_core_events = {events, ARRAY_SIZE(events), NULL};
/* clang-format on */

void model_knl_mean_core(const struct model_sight *sight, struct model_meaning *meaning)
{
	model_core_mean(sight, meaning, model_knl_add_offcore);
}
