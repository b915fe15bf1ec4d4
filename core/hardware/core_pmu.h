/* SPDX-License-Identifier: BSD-2-Clause */
/* The core PMU of this machine by CPUID and IA32_PERF_CAPABILITIES. The processor's tables give only the maximum. */
#ifndef CORE_CORE_PMU_H
#define CORE_CORE_PMU_H

#include "core/event/event.h"
#include "core/hardware/machine.h"

/* True for boxes that are the core PMU of a logical processor. */
bool core_pmu_has(const struct box_type *type);

/* Values of CPUID. The last three, of leaf 0x23, are valid only if the two members before them show that the leaf exists. */
struct core_pmu_leaf {
	uint32_t eax, ebx, ecx, edx; /* leaf 0xA */
	uint32_t features;           /* leaf 1 ECX */
	uint32_t more_features;      /* leaf 7 EDX */
	uint32_t last_subleaf;       /* leaf 7 EAX: last subleaf of leaf 7 */
	uint32_t yet_more_features;  /* leaf 7, subleaf 1, EAX */
	uint32_t bitmaps;            /* leaf 0x23 EAX: bit i: it has subleaf i */
	uint32_t general, fixed;     /* leaf 0x23, subleaf 1, EAX and EBX: a bit for each counter */
};
struct core_pmu core_pmu_of(const struct core_pmu_leaf *leaf);

/* Adds to machine->core_pmu the properties that CPUID does not give: full-width writes to counters, and whether the PMU may be used
 * at all. Also sets when the entry for PMIs is unmasked (hw->unmask). Needs machine->hw. */
void core_pmu_ask(struct machine *machine);

/* From version 4 on, a freeze by hardware does not clear the enables: it sets a status bit, until software clears that bit (SDM,
 * architectural performance monitoring version 4). */
static inline bool core_pmu_streamlined(const struct core_pmu *pmu)
{
	return pmu->version >= 4;
}

/* The reason why the machine has no usable core PMU; NULL if it has one. */
const char *core_pmu_missing(const struct machine *machine);

/* Number of general and of fixed counters of a box in this machine. */
unsigned core_pmu_counters(const struct machine *machine, const struct box_type *type);
unsigned core_pmu_fixed_counters(const struct machine *machine, const struct box_type *type);

/* Number of general counters that have bits in the global registers. */
uint8_t core_pmu_enables(const struct machine *machine);

/* The published erratum of the box's type of this kind that applies to this machine, given its threads on or off; NULL: none. */
const struct counter_quirk *core_pmu_quirk(const struct machine *machine, const struct box_type *type,
					   enum quirk_kind kind);

/* Makes the writes that a box's general counters need before their selects are written, in order. The box's control must be 0. True
 * if it made any: the selects are then 0. */
typedef void core_pmu_write(void *context, const struct register_row *row, unsigned index, uint64_t value);
bool core_pmu_prime(const struct machine *machine, const struct box *box, core_pmu_write *write, void *context);

/* Width of a counter in bits. */
unsigned core_pmu_bits(const struct machine *machine, bool fixed);

/* The counters of this machine among event_counters_at_most(type, counters); masks as in event_config.counters. */
uint16_t core_pmu_allowed(const struct machine *machine, const struct box_type *type, uint16_t counters);

/* True if CPUID says that this processor lacks the architectural event with the event code and umask of `select`. */
bool core_pmu_lacks_event(const struct core_pmu *pmu, uint64_t select);

/* False, with the reason, if the processor reports that it lacks something that the configuration needs. */
MUST_CHECK bool core_pmu_accepts(const struct machine *machine, const struct event_config *config,
				 struct text *diagnostic);

#endif
