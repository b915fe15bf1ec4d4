/* SPDX-License-Identifier: BSD-2-Clause */
/* State outside the model that a program must restore before it returns to firmware: each processor's descriptor
 * tables, control registers, page attributes and local APIC, and the masks of the two 8259. */
#include "lib/memory.h"
#include "silicon/svm/log.h"
#include "silicon/svm/svm.h"

#define PIC_FIRST       0x21 /* interrupt masks; IBM PC/AT Technical Reference */
#define PIC_SECOND      0xa1

/* Bits of CR4 that are compared even after an INIT. Firmware may set other bits when it wakes a processor; programs
 * change these. */
#define CR4_MCE         BIT(6)
#define CR4_FIVE_LEVELS BIT(12)
#define CR4_CET         BIT(23)

/* 8 bytes each. A descriptor table's limit is the upper half of the 8 bytes before its base. */
static const struct {
	const char *name;
	size_t at;           /* offset in the VMCB */
	uint64_t after_init; /* bits that are compared even after an INIT */
} kept[] = {
	{"the limit of its global descriptor table, in bits 63:32,", offsetof(struct vmcb, gdtr), UINT64_MAX},
	{"the base of its global descriptor table", offsetof(struct vmcb, gdtr.base), UINT64_MAX},
	{"the limit of its interrupt descriptor table, in bits 63:32,", offsetof(struct vmcb, idtr), UINT64_MAX},
	{"the base of its interrupt descriptor table", offsetof(struct vmcb, idtr.base), UINT64_MAX},
	{"CR0", offsetof(struct vmcb, cr0), UINT64_MAX},
	{"CR3", offsetof(struct vmcb, cr3), UINT64_MAX},
	{"CR4", offsetof(struct vmcb, cr4), CR4_MCE | CR4_FIVE_LEVELS | CR4_CET},
	{"EFER", offsetof(struct vmcb, efer), UINT64_MAX},
	{"PAT", offsetof(struct vmcb, pat), UINT64_MAX},
};
_Static_assert(ARRAY_SIZE(kept) == LEAVING_REGISTERS, "struct cpu has them");

static uint64_t value_of(const struct cpu *cpu, unsigned number)
{
	uint64_t value;

	memcpy(&value, (const uint8_t *)cpu->vmcb + kept[number].at, sizeof(value));
	return value;
}

static uint16_t legacy_masks(void)
{
	return (uint16_t)(port_read8(PIC_FIRST) | port_read8(PIC_SECOND) << 8);
}

void found_note(struct cpu *cpu)
{
	for (unsigned i = 0; i < ARRAY_SIZE(kept); i++)
		cpu->found[i] = value_of(cpu, i);
	apic_note(cpu, cpu->apic_found);
	apic_note(cpu, cpu->apic_now);
	if (cpu == cpu->hypervisor->cpus)
		cpu->hypervisor->legacy_found = legacy_masks();
}

static void name(struct hypervisor *hypervisor, const struct left *left)
{
	if (left->now == left->found)
		return;
	hypervisor->violations += !left->excused;
	log_line(left->excused ? "log" : "violation", "processor %u leaving with %s = 0x%lx, at the start 0x%lx: %s",
		 left->apic_id, left->name, left->now, left->found,
		 left->excused ? "because of a failure" : "everything must be left as it was found");
}

static void check_registers(struct hypervisor *hypervisor, const struct cpu *cpu)
{
	for (unsigned i = 0; i < ARRAY_SIZE(kept); i++) {
		uint64_t mask = cpu->was_reset ? kept[i].after_init : UINT64_MAX;

		name(hypervisor,
		     &(struct left){kept[i].name, cpu->apic_id, cpu->found[i] & mask, value_of(cpu, i) & mask, false});
	}
	for (unsigned i = 0; i < LEAVING_APIC; i++) {
		uint32_t mask = cpu->was_reset ? apic_kept[i].after_init : UINT32_MAX;

		name(hypervisor, &(struct left){apic_kept[i].name, cpu->apic_id, cpu->apic_found[i] & mask,
						cpu->apic_now[i] & mask, false});
	}
}

/* A program that has failed does not return to firmware. */
void found_check(struct cpu *from, bool failed)
{
	struct hypervisor *hypervisor = from->hypervisor;
	bool minds = silicon_minds_leaving(hypervisor->silicon) && !hypervisor->left;
	bool returns = hypervisor->returns && !failed;

	if (!minds)
		return;
	/* All processors have left the guest, so their VMCBs are current. */
	stale_all(from);
	for (unsigned i = 0; i < hypervisor->cpu_count; i++) {
		const struct cpu *cpu = &hypervisor->cpus[i];

		if (!cpu->running)
			continue;
		name(hypervisor, &(struct left){"the PMI entry of its local APIC", cpu->apic_id, ENTRY_AT_START,
						cpu->lvt_pmi, failed || cpu->entry_kept});
		if (returns)
			check_registers(hypervisor, cpu);
	}
	if (returns)
		name(hypervisor, &(struct left){"the masks of the 8259s", hypervisor->cpus->apic_id,
						hypervisor->legacy_found, legacy_masks(), false});
}
