/* SPDX-License-Identifier: BSD-2-Clause */
/* The architectural core PMU of Intel's processors, versions 2 to 6: definitions that several tables share.
 * Each logical processor has its own PMU. CPUID leaf 0xA has the number and width of its counters; sheets have
 * the counters that events may use (boxes/core-pmu.sheet).
 *
 * Source: "SDM" is Intel's manual, volume 3, architectural performance monitoring. */
#ifndef BOXES_CORE_PMU_H
#define BOXES_CORE_PMU_H

#include "boxes/box.h"

/* IA32_PERF_CAPABILITIES; its bit that is set if counters take all their bits at `wide`; its bit that is set if
 * IA32_DEBUGCTL can stop counters in system management mode. Readable only if CPUID leaf 1 ECX bit 15 is set. */
#define CORE_PMU_CAPABILITIES   0x345
#define CORE_PMU_FULL_WIDTH     BIT(13)
#define CORE_PMU_SMM_FREEZE     BIT(12)

/* The fixed counter of slots, IA32_PERF_METRICS, which divides them, the bit of IA32_PERF_CAPABILITIES that says that
 * it is there, and its enable in IA32_PERF_GLOBAL_CTRL. */
#define CORE_PMU_SLOTS          3
#define CORE_PMU_METRICS        0x329
#define CORE_PMU_HAS_METRICS    BIT(15)
#define CORE_PMU_METRICS_ENABLE BIT(48)

/* From this version on each general counter has four addresses more: the counter at full width, its select, and two of
 * reloads and event-based sampling; likewise each fixed counter, without a select (Linux,
 * arch/x86/include/asm/msr-index.h, MSR_IA32_PMC_V6_*). */
#define CORE_PMU_OTHER_VERSION  6
#define CORE_PMU_OTHER_GENERAL  0x1900
#define CORE_PMU_OTHER_FIXED    0x1980
#define CORE_PMU_OTHER_STRIDE   4
#define CORE_PMU_OTHER_SELECT   1

/* IA32_MISC_ENABLE; its bit that is set if performance monitoring is available; its bits that are set if BTS or
 * PEBS is not available. */
#define CORE_PMU_MISC_ENABLE    0x1a0
#define CORE_PMU_AVAILABLE      BIT(7)
#define CORE_PMU_NO_BTS         BIT(11)
#define CORE_PMU_NO_PEBS        BIT(12)

/* Event and umask of the events in CPUID leaf 0xA EBX, one bit each, set if the event is missing. */
#define CORE_PMU_EVENTS         7
#define CORE_PMU_CODE           MASK(0, 16)
extern const uint16_t core_pmu_events[CORE_PMU_EVENTS];

/* Converts the select of a general counter to the bits of fixed counter `number` in IA32_FIXED_CTR_CTRL (edge, invert
 * and threshold have no counterpart). core_pmu_fixed_pmi: its bit that enables PMIs at overflows; ..._bits: all its
 * bits. */
uint64_t core_pmu_fixed_value(uint64_t select, unsigned number);
uint64_t core_pmu_fixed_pmi(unsigned number);
uint64_t core_pmu_fixed_bits(unsigned number);

#endif
