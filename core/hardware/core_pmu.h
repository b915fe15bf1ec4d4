/* SPDX-License-Identifier: BSD-2-Clause */
/* What CPUID and IA32_PERF_CAPABILITIES say of the core PMU, where the tables of a processor say what there may
 * be at most. */
#ifndef CORE_CORE_PMU_H
#define CORE_CORE_PMU_H

#include "core/event/event.h"
#include "core/hardware/machine.h"

/* True for boxes that are the core PMU of a logical processor. */
bool core_pmu_has(const struct box_type *type);

/* What CPUID says. The last three, of leaf 0x23, mean something only where the two before them say that the leaf is there. */
struct core_pmu_leaf {
	uint32_t eax, ebx, ecx, edx; /* leaf 0xA */
	uint32_t features;           /* leaf 1 ECX */
	uint32_t more_features;      /* leaf 7 EDX */
	uint32_t last_subleaf;       /* leaf 7 EAX: of features */
	uint32_t yet_more_features;  /* leaf 7, subleaf 1, EAX */
	uint32_t bitmaps;            /* leaf 0x23 EAX: which subleaves it has */
	uint32_t general, fixed;     /* leaf 0x23, subleaf 1, EAX and EBX: a bit for each counter */
};
struct core_pmu core_pmu_of(const struct core_pmu_leaf *leaf);

/* Reads what is not in CPUID: whether counters take writes of full width, and whether they may be used at all; and says when the
 * entry of PMIs is opened. Needs machine->hw. */
void core_pmu_ask(struct machine *machine);

/* From version 4 on hardware that freezes counters leaves their enables alone, and says so in the status, until software clears that
 * (SDM, architectural performance monitoring version 4). */
static inline bool core_pmu_streamlined(const struct core_pmu *pmu)
{
	return pmu->version >= 4;
}

/* Why the machine has no core PMU that could be used; NULL if it has. */
const char *core_pmu_missing(const struct machine *machine);

/* General and fixed counters of a box in this machine. */
unsigned core_pmu_counters(const struct machine *machine, const struct box_type *type);
unsigned core_pmu_fixed_counters(const struct machine *machine, const struct box_type *type);

/* General counters that its global registers have bits for. */
uint8_t core_pmu_enables(const struct machine *machine);

/* What a published erratum of the box's type does in this machine, with its threads on or off; NULL: none does that. */
const struct counter_quirk *core_pmu_quirk(const struct machine *machine, const struct box_type *type,
					   enum quirk_kind kind);

/* Makes the writes, in their order, that a box's general counters need before their selects are written, its control being 0. True if it has
 * made some: the selects are then 0. */
typedef void core_pmu_write(void *context, const struct register_row *row, unsigned index, uint64_t value);
bool core_pmu_prime(const struct machine *machine, const struct box *box, core_pmu_write *write, void *context);

/* The bits of a counter. */
unsigned core_pmu_bits(const struct machine *machine, bool fixed);

/* Which counters of this machine may count what `counters` of the type may, both as event_config.counters has them. */
uint16_t core_pmu_allowed(const struct machine *machine, const struct box_type *type, uint16_t counters);

/* True if CPUID says that this processor lacks the architecture's event of that event and umask. */
bool core_pmu_lacks_event(const struct core_pmu *pmu, uint64_t select);

/* False, with the reason, if the processor says that it lacks what the configuration needs. */
MUST_CHECK bool core_pmu_accepts(const struct machine *machine, const struct event_config *config,
				 struct text *diagnostic);

#endif
