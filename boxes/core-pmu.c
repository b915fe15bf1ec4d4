/* SPDX-License-Identifier: BSD-2-Clause */
/* The architectural core PMU. Source: "SDM" is volume 3 of Intel's manual, architectural performance
 * monitoring. */
#include "boxes/core-pmu.h"
#include "boxes/table.h"

/* clang-format off */

const uint16_t core_pmu_events[CORE_PMU_EVENTS] = {
	0x003c, /* core cycles */
	0x00c0, /* instructions retired */
	0x013c, /* reference cycles */
	0x4f2e, /* last-level references */
	0x412e, /* last-level misses */
	0x00c4, /* branches retired */
	0x00c5, /* mispredicted branches retired */
};

/* IA32_FIXED_CTR_CTRL 38DH: four bits for each fixed counter */
#define ANY_FIELD(NAME, LOW) \
	{.name = (NAME), .low = (LOW), .width = 1, .access = ACCESS_RW, .needs = BOX_LACKS_ANY_THREAD}
static const struct field fixed_select_fields[] = {
	FIELD("en0", 0, 2, RW), ANY_FIELD("any0", 2),  FIELD("pmi0", 3,  1, RW),
	FIELD("en1", 4, 2, RW), ANY_FIELD("any1", 6),  FIELD("pmi1", 7,  1, RW),
	FIELD("en2", 8, 2, RW), ANY_FIELD("any2", 10), FIELD("pmi2", 11, 1, RW),
};
const struct register_layout core_pmu_fixed_select = {
	.title = "IA32_FIXED_CTR_CTRL", .source = "SDM, version 3",
	FIELDS(fixed_select_fields), .width_bits = 64,
};

/* IA32_DEBUGCTL 1D9H: what else it has is not of performance counters, and is kept. */
#define BTS_FIELD(NAME, LOW) {.name = (NAME), .low = (LOW), .width = 1, .access = ACCESS_RW, .needs = BOX_LACKS_BTS}
static const struct field freeze_fields[] = {
	{.name = "lbr", .low = 0, .width = 1, .access = ACCESS_RW, .needs = BOX_LACKS_LBR_SWITCH},
	FIELD("btf", 1, 1, RW),
	IG(2, 4),
	FIELD("tr", 6, 1, RW),
	BTS_FIELD("bts", 7), BTS_FIELD("btint", 8),
	BTS_FIELD("bts_off_os", 9), BTS_FIELD("bts_off_usr", 10),
	FIELD("freeze_lbrs_on_pmi", 11, 1, RW),
	FIELD_OF(FREEZE_ENABLE, "freeze_perfmon_on_pmi", 12, 1, RW),
	IG(13, 1),
	{.name = "freeze_while_smm", .low = 14, .width = 1, .access = ACCESS_RW, .needs = BOX_LACKS_SMM_FREEZE},
	IG(15, 49),
};
const struct register_layout core_pmu_freeze = {
	.title = "IA32_DEBUGCTL", .source = "SDM",
	FIELDS(freeze_fields), .width_bits = 64,
};

/* IA32_MISC_ENABLE 1A0H: the rest is not of performance counters. */
static const struct field available_fields[] = {
	FIELD("perfmon_available",  7,  1, RO),
	FIELD("bts_unavailable",    11, 1, RO),
	FIELD("pebs_unavailable",   12, 1, RO),
};
const struct register_layout core_pmu_available = {
	.title = "IA32_MISC_ENABLE", .source = "SDM",
	FIELDS(available_fields), .width_bits = 64,
};

/* IA32_PERF_CAPABILITIES 345H */
static const struct field capabilities_fields[] = {
	FIELD("lbr_format",       0,  6, RO),
	FIELD("pebs_trap",        6,  1, RO),
	FIELD("pebs_arch_regs",   7,  1, RO),
	FIELD("pebs_format",      8,  4, RO),
	FIELD("freeze_while_smm", 12, 1, RO),
	FIELD("fw_write",         13, 1, RO),
};
const struct register_layout core_pmu_capabilities = {
	.title = "IA32_PERF_CAPABILITIES", .source = "SDM",
	FIELDS(capabilities_fields), .width_bits = 64,
};

const struct box_instance core_pmu_instance = {.base = {0}};

/* ---- four bits of a fixed counter ------------------------------------------------------------------ */

#define SELECT_USER       BIT(16)
#define SELECT_SYSTEM     BIT(17)
#define SELECT_ANY_THREAD BIT(21)

#define FIXED_SYSTEM     BIT(0)
#define FIXED_USER       BIT(1)
#define FIXED_ANY_THREAD BIT(2)
#define FIXED_PMI        BIT(3)
#define FIXED_WIDTH      4

uint64_t core_pmu_fixed_value(uint64_t select, unsigned number)
{
	uint64_t bits = 0;

	if (select & SELECT_SYSTEM)
		bits |= FIXED_SYSTEM;
	if (select & SELECT_USER)
		bits |= FIXED_USER;
	if (select & SELECT_ANY_THREAD)
		bits |= FIXED_ANY_THREAD;
	return bits << FIXED_WIDTH * number;
}

uint64_t core_pmu_fixed_pmi(unsigned number)
{
	return FIXED_PMI << FIXED_WIDTH * number;
}

uint64_t core_pmu_fixed_bits(unsigned number)
{
	return MASK(FIXED_WIDTH * number, FIXED_WIDTH);
}

/* ---- processors without events of their own -------------------------------------------------------- */

/* IA32_PERFEVTSELx 186H to 189H */
static const struct field select_fields[] = {
	FIELD_OF(EVENT, "event", 0, 8, RW),
	FIELD_OF(UMASK, "umask", 8, 8, RW),
	MODIFIER(PRIVILEGE,  "usr",   16, 1, "u", "usr"),
	MODIFIER(PRIVILEGE,  "os",    17, 1, "k", "os"),
	MODIFIER(EDGE,       "edge",  18, 1, "e", "edge"),
	RSV(19, 1), /* pin control */
	FIELD_OF(PMI,    "int", 20, 1, RW),
	CORE_PMU_ANY_THREAD,
	FIELD_OF(ENABLE, "en",  22, 1, RW),
	MODIFIER(INVERT,     "inv",   23, 1, "i", "inv"),
	MODIFIER(THRESHOLD,  "cmask", 24, 8, "c", "cmask"),
};
static const struct register_layout select_layout = {
	.title = "IA32_PERFEVTSEL", .source = "SDM, version 3",
	FIELDS(select_fields), .width_bits = 64,
};

/* IA32_PMCx C1H to C4H, IA32_FIXED_CTRx 309H to 30BH */
static const struct field counter_fields[] = {
	FIELD("count", 0, 48, RW),
};
static const struct register_layout counter = {
	.title = "IA32_PMC", .source = "SDM; the width: CPUID",
	FIELDS(counter_fields), .width_bits = 64, .wide = CORE_PMU_WIDE,
};
static const struct register_layout fixed_counter = {
	.title = "IA32_FIXED_CTR", .source = "SDM; the width: CPUID",
	FIELDS(counter_fields), .width_bits = 64,
};

static const struct field control_fields[] = {CORE_PMU_CONTROL_FIELDS(IX86ARCH_COUNTERS)};
static const struct register_layout control = {
	.title = "IA32_PERF_GLOBAL_CTRL", .source = "SDM, version 3",
	FIELDS(control_fields), .width_bits = 64,
};
static const struct field status_fields[] = {CORE_PMU_STATUS_FIELDS(IX86ARCH_COUNTERS)};
static const struct register_layout status = {
	.title = "IA32_PERF_GLOBAL_STATUS", .source = "SDM, version 3",
	FIELDS(status_fields), .width_bits = 64,
};
static const struct field clear_fields[] = {CORE_PMU_CLEAR_FIELDS(IX86ARCH_COUNTERS)};
static const struct register_layout clear = {
	.title = "IA32_PERF_GLOBAL_OVF_CTRL", .source = "SDM, version 3",
	FIELDS(clear_fields), .width_bits = 64,
};

const struct register_row ix86arch_registers[IX86ARCH_REGISTERS] = {
	ROW("ctl",        select_layout,         SELECT,        0, IX86ARCH_COUNTERS, 1, 0x186),
	ROW("ctr",        counter,               COUNTER,       0, IX86ARCH_COUNTERS, 1, 0x0c1),
	ROW("fixed_ctr",  fixed_counter,         FIXED_COUNTER, 0, 3, 1, 0x309),
	ROW("fixed_ctl",  core_pmu_fixed_select, FIXED_SELECT,  0, 1, 0, 0x38d),
	ROW("status",     status,                STATUS,        0, 1, 0, 0x38e),
	ROW("global_ctl", control,               CONTROL,       0, 1, 0, 0x38f),
	ROW("ovf_ctl",    clear,                 CLEAR,         0, 1, 0, 0x390),
	ROW("debugctl",   core_pmu_freeze,       PMI_FREEZE,    0, 1, 0, 0x1d9),
	ROW("misc_enable", core_pmu_available,   AVAILABLE,     0, 1, 0, CORE_PMU_MISC_ENABLE),
	ROW("perf_capabilities", core_pmu_capabilities, CAPABILITIES, 0, 1, 0, CORE_PMU_CAPABILITIES),
};

/* clang-format on */

const struct perf_alias core_pmu_aliases[] = {
	{"cpu-cycles", "event=0x3c"},
	{"instructions", "event=0xc0"},
	{"bus-cycles", "event=0x3c,umask=0x01"},
	{"cache-references", "event=0x2e,umask=0x4f"},
	{"cache-misses", "event=0x2e,umask=0x41"},
	{"branch-instructions", "event=0xc4"},
	{"branch-misses", "event=0xc5"},
	{NULL, NULL},
};
