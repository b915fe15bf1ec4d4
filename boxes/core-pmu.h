/* SPDX-License-Identifier: BSD-2-Clause */
/* The architectural core PMU of Intel's processors, versions 2 to 5: what the tables of several of them share.
 * Each logical processor has one of its own. How many counters there are, and of how many bits, CPUID leaf 0xA
 * says; tables say what events may use.
 *
 * Source: "SDM" is Intel's manual, volume 3, architectural performance monitoring. */
#ifndef BOXES_CORE_PMU_H
#define BOXES_CORE_PMU_H

#include "boxes/box.h"

/* IA32_PERF_CAPABILITIES, its bit that says that counters take all their bits at `wide`, and the one that says that
 * IA32_DEBUGCTL has one to stop counters in system management mode. To be read only if CPUID leaf 1 ECX bit 15 is
 * set. */
#define CORE_PMU_CAPABILITIES 0x345
#define CORE_PMU_FULL_WIDTH   BIT(13)
#define CORE_PMU_SMM_FREEZE   BIT(12)

/* IA32_MISC_ENABLE, its bit without which performance monitoring is not available, and those of what is not
 * available if they are set. */
#define CORE_PMU_MISC_ENABLE  0x1a0
#define CORE_PMU_AVAILABLE    BIT(7)
#define CORE_PMU_NO_BTS       BIT(11)
#define CORE_PMU_NO_PEBS      BIT(12)

/* Event and umask of the events that CPUID leaf 0xA EBX tells of: a bit each, set if the event is missing. */
#define CORE_PMU_EVENTS       7
#define CORE_PMU_CODE         MASK(0, 16)
extern const uint16_t core_pmu_events[CORE_PMU_EVENTS];

/* What the select of a general counter means for fixed counter `number`, in IA32_FIXED_CTR_CTRL; its bit there that
 * lets an overflow ask for a PMI, and all of its bits. Edge, invert and threshold have no counterpart. */
uint64_t core_pmu_fixed_value(uint64_t select, unsigned number);
uint64_t core_pmu_fixed_pmi(unsigned number);
uint64_t core_pmu_fixed_bits(unsigned number);

/* IA32_FIXED_CTR_CTRL 38DH, IA32_DEBUGCTL 1D9H, IA32_MISC_ENABLE 1A0H, IA32_PERF_CAPABILITIES 345H. */
extern const struct register_layout core_pmu_fixed_select, core_pmu_freeze;
extern const struct register_layout core_pmu_available, core_pmu_capabilities;

/* A bit of the status that came with version 4. */
#define CORE_PMU_V4_FIELD(KIND, NAME, LOW, ACCESS)                                                         \
	{                                                                                                  \
		.name = (NAME), .low = (LOW), .width = 1, .access = ACCESS_##ACCESS, .kind = FIELD_##KIND, \
		.needs = BOX_LACKS_STATUS_BITS                                                             \
	}

/* The bit of IA32_PERFEVTSELx by which a counter counts for all threads of the core. */
#define CORE_PMU_ANY_THREAD                                                                                           \
	{                                                                                                             \
		.name = "any", .low = 21, .width = 1, .access = ACCESS_RW, .kind = FIELD_ANY_THREAD, .modifier = "t", \
		.perf = "any", .needs = BOX_LACKS_ANY_THREAD                                                          \
	}

/* Fields of IA32_PERF_GLOBAL_CTRL 38FH, IA32_PERF_GLOBAL_STATUS 38EH and IA32_PERF_GLOBAL_OVF_CTRL 390H, from
 * version 4 on IA32_PERF_GLOBAL_STATUS_RESET, of a processor with N general counters. */
#define CORE_PMU_CONTROL_FIELDS(N) \
	FIELD_OF(COUNT_ENABLES, "en_pmc", 0, N, RW), FIELD_OF(FIXED_ENABLE, "en_fixed", 32, 3, RW)
#define CORE_PMU_STATUS_FIELDS(N)                                                                                      \
	FIELD_OF(OVERFLOWS, "ov_pmc", 0, N, RO), FIELD_OF(FIXED_OVERFLOW, "ov_fixed", 32, 3, RO),                      \
		CORE_PMU_V4_FIELD(OTHER, "trace_topa", 55, RO), CORE_PMU_V4_FIELD(BRANCHES_FROZEN, "lbr_frz", 58, RO), \
		CORE_PMU_V4_FIELD(FROZEN, "ctr_frz", 59, RO), CORE_PMU_V4_FIELD(OTHER, "asci", 60, RO),                \
		FIELD("ov_uncore", 61, 1, RO), FIELD("ov_buffer", 62, 1, RO), FIELD("cond_chgd", 63, 1, RO)
#define CORE_PMU_CLEAR_FIELDS(N)                                                                                      \
	FIELD_OF(OVERFLOWS, "clr_pmc", 0, N, W1_TO), FIELD_OF(FIXED_OVERFLOW, "clr_fixed", 32, 3, W1_TO),             \
		CORE_PMU_V4_FIELD(OTHER, "clr_trace_topa", 55, W1_TO),                                                \
		CORE_PMU_V4_FIELD(BRANCHES_FROZEN, "clr_lbr_frz", 58, W1_TO),                                         \
		CORE_PMU_V4_FIELD(FROZEN, "clr_ctr_frz", 59, W1_TO), CORE_PMU_V4_FIELD(OTHER, "clr_asci", 60, W1_TO), \
		FIELD("clr_uncore", 61, 1, W1_TO), FIELD("clr_buffer", 62, 1, W1_TO), FIELD("clr_cond", 63, 1, W1_TO)

/* How far IA32_A_PMC0 4C1H is behind IA32_PMC0 C1H: register_layout.wide. */
#define CORE_PMU_WIDE 0x400

extern const struct box_instance core_pmu_instance;

/* The core PMU of processors that have no table of core events of their own: libpfm4's "ix86arch", the events of
 * core_pmu_events. Everything but the events, which are a processor's because their names are:
 *
 *   const struct box_type ix86arch_core = {
 *           IX86ARCH_CORE, .events = xeon_e5_2600_core_events, .event_count = CORE_PMU_EVENTS};
 */
#define IX86ARCH_CORE                                                                                                \
	.name = "core", .pmu = "ix86arch", .perf = "cpu", .title = "performance counters of a logical processor",    \
	.instance_table = &core_pmu_instance, .registers = ix86arch_registers, .register_count = IX86ARCH_REGISTERS, \
	.instances = 1, .scope = BOX_OF_THREAD, .space = SPACE_MSR, .counters = IX86ARCH_COUNTERS,                   \
	.fixed_counters = 3, .counter_bits = 48, .perf_aliases = core_pmu_aliases

#define IX86ARCH_COUNTERS  4 /* with two logical processors to a core */
#define IX86ARCH_REGISTERS 10
extern const struct register_row ix86arch_registers[IX86ARCH_REGISTERS];
/* perf's names of the architecture's events, as Linux shows them below cpu/events; not ref-cycles, which Linux gives a code of
 * its own invention. */
extern const struct perf_alias core_pmu_aliases[];

#endif
