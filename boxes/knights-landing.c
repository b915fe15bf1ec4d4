/* SPDX-License-Identifier: BSD-2-Clause */
/* Intel Knights Landing (Xeon Phi x200, 06_57H): the core PMU, and what the processor is.
 *
 * Sources: "SDM" is volume 3 of Intel's manual, the sections on architectural performance monitoring, on
 * Silvermont and on the Xeon Phi. "Linux" is events/intel/core.c and events/intel/uncore_snbep.c of Linux 6.1.
 * "perfmon" is knightslanding_matrix.json and its neighbours, V16. "LIKWID" is its registers.h. "libpfm4" is
 * version 4.13. "CPUID" is what leaf 0AH of published dumps of 7210 and 7290 says. */
#include "boxes/knights-landing.h"
#include "boxes/core-pmu.h"
#include "boxes/table.h"

/* clang-format off */

/* IA32_PERFEVTSELx 186H, 187H */
static const struct field select_fields[] = {
	[KNIGHTS_LANDING_CORE_CTL_EVENT] = FIELD_OF(EVENT, "event", 0, 8, RW),
	[KNIGHTS_LANDING_CORE_CTL_UMASK] = FIELD_OF(UMASK, "umask", 8, 8, RW),
	[KNIGHTS_LANDING_CORE_CTL_EDGE]  = MODIFIER(EDGE,       "edge",  18, 1, "e", "edge"),
	[KNIGHTS_LANDING_CORE_CTL_CMASK] = MODIFIER(THRESHOLD,  "cmask", 24, 8, "c", "cmask"),
	MODIFIER(PRIVILEGE,  "usr",   16, 1, "u", "usr"),
	MODIFIER(PRIVILEGE,  "os",    17, 1, "k", "os"),
	RSV(19, 1), /* pin control */
	FIELD_OF(PMI,    "int", 20, 1, RW),
	CORE_PMU_ANY_THREAD,
	FIELD_OF(ENABLE, "en",  22, 1, RW),
	MODIFIER(INVERT,     "inv",   23, 1, "i", "inv"),
};
static const struct register_layout select_layout = {
	.title = "IA32_PERFEVTSEL", .source = "SDM, version 3",
	FIELDS(select_fields), .width_bits = 64,
};

/* IA32_PMCx C1H, C2H; IA32_FIXED_CTRx 309H to 30BH */
static const struct field counter_fields[] = {
	FIELD("count", 0, 40, RW),
};
static const struct register_layout counter = {
	.title = "IA32_PMC", .source = "40 bits: CPUID",
	FIELDS(counter_fields), .width_bits = 64, .wide = CORE_PMU_WIDE,
};
static const struct register_layout fixed_counter = {
	.title = "IA32_FIXED_CTR", .source = "40 bits: CPUID",
	FIELDS(counter_fields), .width_bits = 64,
};

/* MSR_OFFCORE_RSP_0 1A6H, _1 1A7H. The holes are those of Linux's masks 799FFBB6E7H and 399FFBFFE7H; whether
 * hardware faults on them is not known. */
static const struct field rsp_0_fields[] = {
	[KNIGHTS_LANDING_CORE_RSP_0_REQUEST]     = FIELD_OF(UMASK, "request",  0, 16, RW),
	[KNIGHTS_LANDING_CORE_RSP_0_RESPONSE]    = FIELD_OF(UMASK, "response", 16, 22, RW),
	[KNIGHTS_LANDING_CORE_RSP_0_OUTSTANDING] = FIELD("outstanding", 38, 1, RW),
};
static const struct register_layout rsp_0 = {
	.title = "OFFCORE_RSP_0", .source = "perfmon; holes: Linux",
	FIELDS(rsp_0_fields), .width_bits = 64, .holes = MASK(0, 39) & ~UINT64_C(0x799ffbb6e7),
};
static const struct field rsp_1_fields[] = {
	[KNIGHTS_LANDING_CORE_RSP_1_REQUEST]  = FIELD_OF(UMASK, "request",  0, 16, RW),
	[KNIGHTS_LANDING_CORE_RSP_1_RESPONSE] = FIELD_OF(UMASK, "response", 16, 22, RW),
};
static const struct register_layout rsp_1 = {
	.title = "OFFCORE_RSP_1", .source = "perfmon; holes: Linux",
	FIELDS(rsp_1_fields), .width_bits = 64, .holes = MASK(0, 38) & ~UINT64_C(0x399ffbffe7),
};

/* IA32_PERF_GLOBAL_CTRL 38FH. Its value after reset was not found: it is written before it is relied on. */
static const struct field control_fields[] = {CORE_PMU_CONTROL_FIELDS(2)};
static const struct register_layout control = {
	.title = "IA32_PERF_GLOBAL_CTRL", .source = "SDM, version 3",
	FIELDS(control_fields), .width_bits = 64,
};

/* IA32_PERF_GLOBAL_STATUS 38EH */
static const struct field status_fields[] = {CORE_PMU_STATUS_FIELDS(2)};
static const struct register_layout status = {
	.title = "IA32_PERF_GLOBAL_STATUS", .source = "SDM, version 3",
	FIELDS(status_fields), .width_bits = 64,
};

/* IA32_PERF_GLOBAL_OVF_CTRL 390H; what it reads was not found. */
static const struct field clear_fields[] = {CORE_PMU_CLEAR_FIELDS(2)};
static const struct register_layout clear = {
	.title = "IA32_PERF_GLOBAL_OVF_CTRL", .source = "SDM, version 3",
	FIELDS(clear_fields), .width_bits = 64,
};

/* IA32_PEBS_ENABLE 3F1H: counter 0 alone. */
static const struct field pebs_fields[] = {
	{.name = "pebs_en0", .low = 0, .width = 1, .access = ACCESS_RW, .needs = BOX_LACKS_PEBS},
};
static const struct register_layout pebs = {
	.title = "IA32_PEBS_ENABLE", .source = "Linux, SDM",
	FIELDS(pebs_fields), .width_bits = 64,
};

/* IA32_DS_AREA 600H: where PEBS and BTS store. An address, so that the bits from 47 on are alike. */
static const struct field store_fields[] = {
	FIELD("address", 0, 64, RW),
};
static const struct register_layout store = {
	.title = "IA32_DS_AREA", .source = "SDM",
	FIELDS(store_fields), .width_bits = 64, .joint = MASK(47, 17),
};

/* All of a logical processor's own. */
static const struct register_row core_registers[] = {
	[KNIGHTS_LANDING_CORE_CTL]   = ROW("ctl",   select_layout, SELECT,  0, 2, 1, 0x186),
	[KNIGHTS_LANDING_CORE_CTR]   = ROW("ctr",   counter,       COUNTER, 0, 2, 1, 0x0c1),
	[KNIGHTS_LANDING_CORE_RSP_0] = ROW("rsp_0", rsp_0,         FILTER,  0, 1, 0, 0x1a6),
	[KNIGHTS_LANDING_CORE_RSP_1] = ROW("rsp_1", rsp_1,         FILTER,  0, 1, 0, 0x1a7),
	ROW("fixed_ctr",    fixed_counter, FIXED_COUNTER, 0, 3, 1, 0x309),
	ROW("fixed_ctl",    core_pmu_fixed_select, FIXED_SELECT, 0, 1, 0, 0x38d),
	ROW("status",       status,        STATUS,        0, 1, 0, 0x38e),
	ROW("global_ctl",   control,       CONTROL,       0, 1, 0, 0x38f),
	ROW("ovf_ctl",      clear,         CLEAR,         0, 1, 0, 0x390),
	ROW("debugctl",     core_pmu_freeze, PMI_FREEZE,  0, 1, 0, 0x1d9),
	ROW("misc_enable",  core_pmu_available, AVAILABLE, 0, 1, 0, CORE_PMU_MISC_ENABLE),
	ROW("perf_capabilities", core_pmu_capabilities, CAPABILITIES, 0, 1, 0, CORE_PMU_CAPABILITIES),
	ROW("pebs_enable",  pebs,          OTHER,         0, 1, 0, 0x3f1),
	ROW("ds_area",      store,         OTHER,         0, 1, 0, 0x600),
};

/* OUTSTANDING with requests, and ANY_RESPONSE with the same (SDM, perfmon). */
static const struct latency core_latency = {
	.sum = KNIGHTS_LANDING_CORE_RSP_0, .count = KNIGHTS_LANDING_CORE_RSP_1,
	.mark = BIT(38), .requests = MASK(0, 16), .answers = BIT(16),
};
static const struct event_pairs core_pairs = {.latency = &core_latency};

/* Two counters, although the libpfm4 page of this processor says four: CPUID. */
const struct box_type knights_landing_core = {
	.name           = "core",
	.pmu            = "knl",
	.perf           = "cpu",
	.perf_aliases   = core_pmu_aliases,
	.title          = "performance counters of a logical processor",
	.instance_table         = &core_pmu_instance,
	.registers      = core_registers,
	.register_count = ARRAY_SIZE(core_registers),
	.events         = knights_landing_core_events,
	.event_count    = ARRAY_SIZE(knights_landing_core_events),
	.requirements   = knights_landing_requirements,
	.instances      = 1,
	.space          = SPACE_MSR,
	.counters       = 2,
	.fixed_counters = 3,
	.counter_bits   = 40,
	.scope          = BOX_OF_THREAD,
	.pairs          = &core_pairs,
	.library_note   = "refuses e without c; hardware counts edges of any occurrence then, and so do we. Takes i without c, which hardware ignores and we refuse. Locks e and c of PAGE_WALKS:CYCLES, for no reason",
};

/* ---- an event for every counter ------------------------------------------------------------------ */

/* Lists shorter than a box has counters begin anew. */
static const char full_events[] =
	"core::UNHALTED_CORE_CYCLES,core::INSTRUCTION_RETIRED,core::UNHALTED_REFERENCE_CYCLES,"
	"core::LLC_REFERENCES,core::LLC_MISSES,"
	"cha*::UNC_H_CLOCK,cha*::UNC_H_SF_LOOKUP:ANY,cha*::UNC_H_TOR_INSERTS:IRQ,cha*::UNC_H_MISC:RFO_HIT_S,"
	"edc_uclk*::UNC_E_U_CLOCKTICKS,edc_uclk*::UNC_E_EDC_ACCESS:HIT_CLEAN,"
	"edc_uclk*::UNC_E_EDC_ACCESS:MISS_CLEAN,edc_uclk*::UNC_E_EDC_ACCESS:MISS_DIRTY,"
	"edc_eclk*::UNC_E_E_CLOCKTICKS,edc_eclk*::UNC_E_RPQ_INSERTS,edc_eclk*::UNC_E_WPQ_INSERTS,"
	"edc_eclk*::UNC_E_E_CLOCKTICKS,"
	"imc_uclk*::UNC_M_U_CLOCKTICKS,imc_uclk*::UNC_M_U_CLOCKTICKS,imc_uclk*::UNC_M_U_CLOCKTICKS,"
	"imc_uclk*::UNC_M_U_CLOCKTICKS,"
	"imc*::UNC_M_D_CLOCKTICKS,imc*::UNC_M_CAS_COUNT:RD,imc*::UNC_M_CAS_COUNT:WR,imc*::UNC_M_CAS_COUNT:ALL,"
	"m2pcie::UNC_M2P_INGRESS_CYCLES_NE:ALL,m2pcie::UNC_M2P_EGRESS_CYCLES_NE:AD_0,"
	"m2pcie::UNC_M2P_EGRESS_INSERTS:AD_0,m2pcie::UNC_M2P_EGRESS_CYCLES_FULL:AD_0";

/* ---- what the documents leave open --------------------------------------------------------------- */

static const uint64_t response_masks[] = {0x799ffbb6e7};
static const struct assumption response_bits = {
	.name = "core.rsp_0",
	.candidates = response_masks, .candidate_count = ARRAY_SIZE(response_masks),
	.ground = "the bits that Linux lets users set; what hardware does with others was not found",
};
CONFIRMED(response_bits, knights_landing);

static const struct assumption lone_freeze = {
	.name = ASSUMED_LONE_FREEZE, .answer = "freezes",
	.ground = "Linux lets the boxes of the memory go with 0 in their controls, and stops them with bit 8 alone",
};
CONFIRMED(lone_freeze, knights_landing);

static const struct assumption *const assumptions[] = {
	ASSUMED(response_bits, knights_landing), ASSUMED(lone_freeze, knights_landing), NULL,
};

/* All boxes share one bus, which is found by looking at all of them. */
static const struct base_finder finders[] = {{.way = BASE_BY_LOOKING, .vendor = 0x8086}};

static const struct box_type *const types[] = {
	&knights_landing_core, &knights_landing_cha, &knights_landing_edc_uclk, &knights_landing_edc_eclk,
	&knights_landing_imc_uclk, &knights_landing_imc, &knights_landing_m2pcie, &knights_landing_irp,
	&knights_landing_ubox, &knights_landing_pcu, &knights_landing_global,
};

const struct processor knights_landing = {
	.name           = "knights-landing",
	.title          = "Intel Xeon Phi x200 (Knights Landing)",
	.vendor         = "GenuineIntel",
	.family         = 6,
	.model          = 0x57,
	.types          = types,
	.type_count     = ARRAY_SIZE(types),
	.pmu_start      = "knl_unc_",
	.assumptions    = assumptions,
	.finders        = finders,
	.resets_unknown = true,
	.strings        = knights_landing_strings,
	.words          = knights_landing_words,
	.metrics        = &knights_landing_metrics,
	.default_events = "knl::INSTRUCTION_RETIRED,knl::UNHALTED_CORE_CYCLES",
	.full_events    = full_events,
	.prefetchers_off = 0x3, /* LIKWID's cpuFeatures and sysFeatures: bit 0 L1, bit 1 L2 */
	.clock_event    = "knl::UNHALTED_CORE_CYCLES",
};

/* clang-format on */
