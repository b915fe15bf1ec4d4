/* SPDX-License-Identifier: BSD-2-Clause */
/* INIT, STARTUP and NMI between processors, without a physical INIT, which would take the target out of guest mode
 * unnoticed. The sender sets a flag and kicks the target, which acts on it before its next entry. Intel SDM volume 3,
 * sections 9.1 (state after INIT) and 10.6 (ICR). */
#include "lib/memory.h"
#include "silicon/svm/log.h"
#include "silicon/svm/svm.h"

#define CR0_INIT           0x60000010u
#define DR6_INIT           0xffff0ff0u
#define DR7_INIT           0x400u
#define RFLAGS_INIT        2u
#define REAL_LIMIT         0xffffu
#define ATTRIBUTES_CODE    0x9bu
#define ATTRIBUTES_DATA    0x93u
#define ATTRIBUTES_LDT     0x82u
#define ATTRIBUTES_TSS     0x8bu

#define ICR_LOGICAL        BIT(11)
#define ICR_ASSERTED       BIT(14)
#define ICR_LEVEL          BIT(15)
#define ICR_SHORTHAND(low) ((low) >> 18 & 3)
#define ICR_BROADCAST      0xffu
#define ICR_BROADCAST_X2   UINT32_MAX
#define DFR_FLAT           0xfu /* bits 31:28; 0: clusters */
#define ALL_CLUSTERS       0xfu

enum shorthand { TO_DESTINATION, TO_SELF, TO_ALL, TO_OTHERS };

/* ---- the sender ------------------------------------------------------------------------------------ */

/* Intel SDM volume 3, section 10.6.2.2: one bit for each processor, or four in each of 15 clusters; section 10.12.10:
 * in x2APIC mode, 16 in each cluster. */
static bool has_logical_id(const struct cpu *cpu, uint32_t destination)
{
	uint32_t own = cpu->logical_destination >> 24, cluster = destination >> 4;

	if (cpu->hypervisor->x2apic)
		return cpu->logical_destination >> 16 == destination >> 16 &&
		       (cpu->logical_destination & destination & 0xffff);
	if (cpu->destination_format >> 28 == DFR_FLAT)
		return own & destination;
	return (cluster == own >> 4 || cluster == ALL_CLUSTERS) && (own & destination & 0xf);
}

static bool is_target(const struct cpu *from, const struct cpu *cpu, uint32_t command)
{
	bool x2 = from->hypervisor->x2apic;
	uint32_t destination = x2 ? from->icr_high : from->icr_high >> 24;

	switch (ICR_SHORTHAND(command)) {
	case TO_SELF: return cpu == from;
	case TO_ALL: return true;
	case TO_OTHERS: return cpu != from;
	default: break;
	}
	if (x2 && destination == ICR_BROADCAST_X2)
		return true;
	if (command & ICR_LOGICAL)
		return has_logical_id(cpu, destination);
	return (!x2 && destination == ICR_BROADCAST) || destination == cpu->apic_id;
}

/* Sets the flag. Returns false if nothing needs to be done. */
static bool note(struct cpu *target, uint32_t command)
{
	switch (ICR_MODE(command)) {
	case MODE_NMI: return target->nmi_pending = true;
	case MODE_INIT:
		if ((command & ICR_LEVEL) && !(command & ICR_ASSERTED))
			return false; /* de-assert */
		target->sipi_pending = false;
		return target->init_pending = true;
	default: /* STARTUP: when the second of the usual two comes, the target is already running */
		if (!target->init_pending && !target->waiting_for_sipi)
			return false;
		target->sipi_vector = (uint8_t)command;
		return target->sipi_pending = true;
	}
}

void smp_command(struct cpu *from, uint32_t command)
{
	struct hypervisor *hypervisor = from->hypervisor;

	lock_take(&hypervisor->lock);
	for (unsigned i = 0; i < hypervisor->cpu_count; i++) {
		struct cpu *target = &hypervisor->cpus[i];

		if (target->running && !target->apic_off && is_target(from, target, command) && note(target, command) &&
		    target != from)
			cpu_kick(from, target);
	}
	lock_give(&hypervisor->lock);
}

/* ---- the target ------------------------------------------------------------------------------------ */

/* The state after INIT. */
static void reset(struct cpu *cpu)
{
	const struct vmcb_segment data = {.attributes = ATTRIBUTES_DATA, .limit = REAL_LIMIT};
	struct vmcb *vmcb = cpu->vmcb;

	vmcb->es = vmcb->ss = vmcb->ds = vmcb->fs = vmcb->gs = data;
	vmcb->gdtr = vmcb->idtr = (struct vmcb_segment){.limit = REAL_LIMIT};
	vmcb->ldtr = (struct vmcb_segment){.attributes = ATTRIBUTES_LDT, .limit = REAL_LIMIT};
	vmcb->tr = (struct vmcb_segment){.attributes = ATTRIBUTES_TSS, .limit = REAL_LIMIT};
	memset(cpu->gpr, 0, sizeof(cpu->gpr));
	cpu->gpr[RDX] = guest_cpuid(cpu, 1, 0).eax;
	vmcb->cr0 = CR0_INIT;
	vmcb->cr2 = vmcb->cr3 = vmcb->cr4 = 0;
	vmcb->efer = EFER_SVME;
	vmcb->rflags = RFLAGS_INIT;
	vmcb->dr6 = DR6_INIT;
	vmcb->dr7 = DR7_INIT;
	vmcb->cpl = 0;
	vmcb->event = 0;
	vmcb->interrupt_shadow = 0;
	vmcb->intercepts &= ~INTERCEPT(EXIT_IRET);
	apic_reset(cpu);
}

/* Acts on the flags. Returns false if the processor must keep waiting. */
static bool accept(struct cpu *cpu)
{
	struct hypervisor *hypervisor = cpu->hypervisor;

	lock_take(&hypervisor->lock);
	if (cpu->init_pending) {
		cpu->init_pending = false;
		cpu->waiting_for_sipi = true;
		cpu->nmi_pending = cpu->nmi_blocked = cpu->halted = false;
		reset(cpu);
	}
	if (cpu->waiting_for_sipi && cpu->sipi_pending) {
		cpu->sipi_pending = false;
		cpu->waiting_for_sipi = false;
		cpu->vmcb->cs = (struct vmcb_segment){.selector = (uint16_t)(cpu->sipi_vector << 8),
						      .attributes = ATTRIBUTES_CODE,
						      .limit = REAL_LIMIT,
						      .base = (uint64_t)cpu->sipi_vector << 12};
		cpu->vmcb->rip = 0;
	}
	lock_give(&hypervisor->lock);
	return !cpu->waiting_for_sipi;
}

void smp_serve(struct cpu *cpu)
{
	if (!cpu->init_pending)
		return;
	/* A kick that comes after this check is pending when the wait begins, and ends it. It may also be the model's alarm. */
	while (!accept(cpu)) {
		svm_bus_poll(cpu);
		guest_time_sleep(cpu, true);
		svm_wait_nmi();
		guest_time_sleep(cpu, false);
	}
	svm_bus_poll(cpu);
}
