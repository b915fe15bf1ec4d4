/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/core_pmu.h"

#include "core/event/table.h"
#include "core/hardware/bus.h"

#include "boxes/core-pmu.h"

bool core_pmu_has(const struct box_type *type)
{
	return type->scope == BOX_OF_THREAD && !type->postings;
}

static uint8_t bits_of(uint32_t word, unsigned low, unsigned width)
{
	return (uint8_t)(word >> low & MASK(0, width));
}

/* Number of counters before the first gap of a bitmap. No table has those after it (Clearwater Forest: fixed 4 to
 * 6). */
static uint8_t without_gap(uint32_t bitmap)
{
	uint8_t count = 0;

	while (count < 32 && bitmap >> count & 1)
		count++;
	return count;
}

/* Version 2 added fixed counters; version 3 added counting for all threads of a core. */
struct core_pmu core_pmu_of(const struct core_pmu_leaf *leaf)
{
	uint8_t version = bits_of(leaf->eax, 0, 8);
	struct core_pmu pmu = {
		.version = version,
		.counters = bits_of(leaf->eax, 8, 8),
		.counter_bits = bits_of(leaf->eax, 16, 8),
		.event_bits = bits_of(leaf->eax, 24, 8),
		.missing_events = bits_of(leaf->ebx, 0, 8),
		.lbr_switch_is_dead = bits_of(leaf->more_features, 19, 1),
		.no_any_thread = version < 3 || bits_of(leaf->edx, 15, 1),
		.has_capabilities = bits_of(leaf->features, 15, 1),
	};

	/* Bitmaps of counters in leaf 0x23 are preferred to the numbers of leaf 0xA, which may be too small (Linux,
	 * arch/x86/events/intel/core.c). */
	bool has_bitmaps =
		leaf->last_subleaf >= 1 && bits_of(leaf->yet_more_features, 8, 1) && bits_of(leaf->bitmaps, 1, 1);

	if (version < 2)
		return pmu;
	pmu.fixed_bits = bits_of(leaf->edx, 5, 8);
	if (has_bitmaps) {
		pmu.counters = without_gap(leaf->general);
		pmu.fixed_counters = without_gap(leaf->fixed);
		return pmu;
	}
	pmu.fixed_counters = bits_of(leaf->edx, 0, 5);
	/* From version 5 on, ECX may list fixed counters that the number does not include. */
	if (version >= 5)
		pmu.fixed_counters = (uint8_t)max_u64(pmu.fixed_counters, without_gap(leaf->ecx));
	return pmu;
}

static bool read_msr(const struct machine *machine, uint32_t cpu, uint32_t address, uint64_t *value)
{
	const struct location where = machine_msr(machine, cpu, address);
	struct accessed accessed = bus_read(machine->hw, &where);

	*value = accessed.value;
	return accessed.outcome == OUTCOME_OK;
}

/* Features that any processor reports as unavailable. A feature must exist on all processors, because it is used on
 * all. */
static uint64_t unavailable(const struct machine *machine)
{
	uint64_t bits = 0, value;

	for (uint32_t i = 0; i < machine->cpu_count; i++)
		if (machine->cpus[i].usable)
			bits |= read_msr(machine, i, CORE_PMU_MISC_ENABLE, &value) ? value : ~UINT64_C(0);
	return bits;
}

void core_pmu_ask(struct machine *machine)
{
	struct core_pmu *pmu = &machine->core_pmu;
	uint32_t cpu = machine_bootstrap_cpu(machine);
	uint64_t can = 0, value, lacks;

	if (!pmu->version)
		return;
	if (pmu->has_capabilities && !read_msr(machine, cpu, CORE_PMU_CAPABILITIES, &can))
		can = 0;
	lacks = unavailable(machine);
	pmu->full_width = can & CORE_PMU_FULL_WIDTH;
	pmu->metrics = can & CORE_PMU_HAS_METRICS && pmu->fixed_counters > CORE_PMU_SLOTS;
	pmu->off = read_msr(machine, cpu, CORE_PMU_MISC_ENABLE, &value) && !(value & CORE_PMU_AVAILABLE);
	pmu->lacks = (uint8_t)((pmu->has_capabilities ? 0 : BOX_LACKS_CAPABILITIES) |
			       (can & CORE_PMU_SMM_FREEZE ? 0 : BOX_LACKS_SMM_FREEZE) |
			       (lacks & CORE_PMU_NO_BTS ? BOX_LACKS_BTS : 0) |
			       (lacks & CORE_PMU_NO_PEBS ? BOX_LACKS_PEBS : 0) |
			       (core_pmu_streamlined(pmu) ? 0 : BOX_LACKS_STATUS_BITS) |
			       (pmu->no_any_thread ? BOX_LACKS_ANY_THREAD : 0) |
			       (pmu->lbr_switch_is_dead ? BOX_LACKS_LBR_SWITCH : 0) |
			       (pmu->metrics ? 0 : BOX_LACKS_METRICS));
	if (core_pmu_streamlined(pmu) || (machine->processor && machine->processor->pmi_shows))
		machine->hw->unmask = UNMASK_LAST;
}

/* Version 2 added global control and fixed counters. */
const char *core_pmu_missing(const struct machine *machine)
{
	if (!machine->core_pmu.version)
		return "CPUID leaf 0xa is empty";
	if (machine->core_pmu.off)
		return "IA32_MISC_ENABLE says that performance monitoring is off";
	return machine->core_pmu.version < 2 ? "core PMU of version 1: no global control" : NULL;
}

static bool can_show(const struct machine *machine, enum quirk_kind kind)
{
	switch (kind) {
	case QUIRK_LEAKS:
	case QUIRK_MISCOUNTS:
	case QUIRK_REPEATS: return machine_has_siblings(machine);
	case QUIRK_FORGETS:
	case QUIRK_RUNS_ON: return !machine_has_siblings(machine);
	default: return true;
	}
}

const struct counter_quirk *core_pmu_quirk(const struct machine *machine, const struct box_type *type,
					   enum quirk_kind kind)
{
	for (const struct counter_quirk *quirk = type->quirks; quirk && quirk->kind; quirk++)
		if (quirk->kind == kind && can_show(machine, kind))
			return quirk;
	return NULL;
}

/* Erratum AAJ91, with Linux's workaround: unlisted events count for a moment, without event-based sampling. */
bool core_pmu_prime(const struct machine *machine, const struct box *box, core_pmu_write *write, void *context)
{
	static const uint64_t priming[] = {0x4300b5, 0x4300d2, 0x4300b1, 0x4300b1};
	unsigned count = (unsigned)min_u64(core_pmu_counters(machine, box->type), ARRAY_SIZE(priming));
	const struct register_row *control = box_row_of_role(box->type, ROLE_CONTROL);
	const struct register_row *select = box_row_of_role(box->type, ROLE_SELECT);

	if (!core_pmu_quirk(machine, box->type, QUIRK_UNPRIMED))
		return false;
	write(context, box_row_of_role(box->type, ROLE_OTHER), 0, 0);
	write(context, box_row_of_role(box->type, ROLE_CLEAR), 0, MASK(0, count));
	for (unsigned i = 0; i < count; i++) {
		write(context, select, i, priming[i]);
		write(context, box_row_of_role(box->type, ROLE_COUNTER), i, 0);
	}
	write(context, control, 0, MASK(0, count));
	write(context, control, 0, 0);
	for (unsigned i = 0; i < count; i++)
		write(context, select, i, 0);
	return true;
}

uint8_t core_pmu_enables(const struct machine *machine)
{
	return (uint8_t)min_u64(machine->core_pmu.counters, EVENT_FIXED_FIRST);
}

/* A counter that does not read back cannot be restored, so it is not used. */
unsigned core_pmu_counters(const struct machine *machine, const struct box_type *type)
{
	const struct counter_quirk *forgets;

	if (!core_pmu_has(type) || !machine->core_pmu.version)
		return type->counters;
	forgets = core_pmu_quirk(machine, type, QUIRK_FORGETS);
	return (unsigned)min_u64(core_pmu_enables(machine), forgets ? forgets->from : EVENT_FIXED_FIRST);
}

unsigned core_pmu_fixed_counters(const struct machine *machine, const struct box_type *type)
{
	if (!core_pmu_has(type) || !machine->core_pmu.version)
		return type->fixed_counters;
	return (unsigned)min_u64(machine->core_pmu.fixed_counters, type->fixed_counters);
}

unsigned core_pmu_bits(const struct machine *machine, bool fixed)
{
	return fixed ? machine->core_pmu.fixed_bits : machine->core_pmu.counter_bits;
}

uint16_t core_pmu_allowed(const struct machine *machine, const struct box_type *type, uint16_t counters)
{
	if (!core_pmu_has(type))
		return counters;
	return (uint16_t)(event_counters_at_most(type, counters) &
			  (MASK(0, core_pmu_counters(machine, type)) |
			   MASK(EVENT_FIXED_FIRST, core_pmu_fixed_counters(machine, type))));
}

bool core_pmu_lacks_event(const struct core_pmu *pmu, uint64_t select)
{
	for (unsigned i = 0; i < CORE_PMU_EVENTS; i++)
		if ((select & CORE_PMU_CODE) == core_pmu_events[i])
			return i < pmu->event_bits && pmu->missing_events & BIT(i);
	return false;
}

bool core_pmu_accepts(const struct machine *machine, const struct event_config *config, struct text *diagnostic)
{
	const struct field *any;

	if (!core_pmu_has(config->type))
		return true;
	any = layout_field(box_row_of_role(config->type, ROLE_SELECT)->layout, FIELD_ANY_THREAD);
	if (core_pmu_lacks_event(&machine->core_pmu, config->select)) {
		text_format(diagnostic, "this processor does not have the event, according to CPUID leaf 0xa");
		return false;
	}
	if (any && config->select & field_mask(any) && machine->core_pmu.no_any_thread) {
		text_string(diagnostic,
			    "this processor cannot count other threads' events, according to CPUID leaf 0xa");
		return false;
	}
	return true;
}
