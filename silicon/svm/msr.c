/* SPDX-License-Identifier: BSD-2-Clause */
/* Model-specific registers: the model's, those that would reveal the hypervisor, and performance counters by RDPMC. */
#include "silicon/svm/guest.h"
#include "silicon/svm/log.h"
#include "silicon/svm/svm.h"

/* The permission map covers three ranges of 0x2000 registers, two bits each (AMD64 manual, volume 2, section 15.11).
 * All other registers always exit. */
#define MAP_RANGE 0x2000u
#define NO_RANGE  UINT32_MAX
static const uint32_t map_ranges[] = {0, 0xc0000000, 0xc0010000};

/* The position of an MSR's read bit in the map. */
static uint32_t map_bit(uint32_t msr)
{
	for (uint32_t i = 0; i < ARRAY_SIZE(map_ranges); i++)
		if (msr - map_ranges[i] < MAP_RANGE)
			return 2 * (i * MAP_RANGE + msr - map_ranges[i]);
	return NO_RANGE;
}

static void intercept(struct hypervisor *hypervisor, uint32_t msr)
{
	uint32_t bit = map_bit(msr);

	if (bit != NO_RANGE)
		hypervisor->msr_map[bit / 8] |= (uint8_t)(3 << bit % 8);
}

void msr_map_build(struct hypervisor *hypervisor)
{
	uint32_t first, last;

	intercept(hypervisor, MSR_APIC_BASE);
	intercept(hypervisor, MSR_EFER);
	intercept(hypervisor, MSR_PAT);
	intercept(hypervisor, MSR_VM_CR);
	intercept(hypervisor, MSR_VM_HSAVE_PA);
	intercept(hypervisor, MSR_MISC_ENABLE);
	for (uint32_t i = 0; i < MSR_X2APIC_COUNT; i++)
		intercept(hypervisor, MSR_X2APIC + i);
	for (unsigned i = 0; silicon_msr_range(hypervisor->silicon, i, &first, &last); i++)
		for (uint64_t msr = first; msr <= last; msr++)
			intercept(hypervisor, (uint32_t)msr);
}

/* Bits of IA32_MISC_ENABLE that are not the PMU's and that QEMU keeps: fast strings, thermal control, SpeedStep,
 * MONITOR, the limit of CPUID, xTPR, XD, turbo. */
#define MISC_ENABLE_WRITABLE \
	(BIT(0) | BIT(3) | BIT(16) | MISC_ENABLE_MONITOR | MISC_ENABLE_CPUID | BIT(23) | MISC_ENABLE_NO_XD | BIT(38))

static bool write_misc_enable(uint64_t value)
{
	uint64_t kept = msr_read(MSR_MISC_ENABLE) & ~MISC_ENABLE_WRITABLE;

	msr_write(MSR_MISC_ENABLE, kept | (value & MISC_ENABLE_WRITABLE));
	return true;
}

/* Reads a register outside the model: one of the above, or QEMU's if the map covers it; others do not exist. Returns
 * false for #GP. */
static bool read_other(struct cpu *cpu, uint32_t msr, uint64_t *value)
{
	if (msr == MSR_EFER) {
		*value = cpu->vmcb->efer & ~EFER_SVME;
		return true;
	}
	if (msr == MSR_APIC_BASE) {
		*value = apic_read_base(cpu);
		return true;
	}
	if (msr - MSR_X2APIC < MSR_X2APIC_COUNT)
		return apic_read_msr(cpu, msr, value);
	if (msr == MSR_VM_CR || msr == MSR_VM_HSAVE_PA || map_bit(msr) == NO_RANGE)
		return false;
	*value = msr_read(msr);
	return true;
}

static bool write_other(struct cpu *cpu, uint32_t msr, uint64_t value)
{
	struct vmcb *vmcb = cpu->vmcb;

	if (msr == MSR_EFER) {
		bool xd = !(msr_read(MSR_MISC_ENABLE) & MISC_ENABLE_NO_XD);
		uint64_t writable = EFER_SCE | EFER_LME | (xd ? EFER_NXE : 0);

		/* As if there were no SVM. LMA is read-only, and LME cannot change while paging is on. */
		if (value & ~(writable | EFER_LMA) || (vmcb->cr0 & CR0_PG && (value ^ vmcb->efer) & EFER_LME))
			return false;
		vmcb->efer = (value & writable) | EFER_SVME | (vmcb->efer & EFER_LMA);
		return true;
	}
	if (msr == MSR_APIC_BASE)
		return apic_write_base(cpu, value);
	if (msr == MSR_MISC_ENABLE)
		return write_misc_enable(value);
	if (msr - MSR_X2APIC < MSR_X2APIC_COUNT)
		return apic_write_msr(cpu, msr, value);
	if (msr == MSR_VM_CR || msr == MSR_VM_HSAVE_PA || map_bit(msr) == NO_RANGE)
		return false;
	/* The guest's value is in the VMCB, but QEMU has a single one. */
	if (msr == MSR_PAT)
		vmcb->pat = value;
	msr_write(msr, value);
	return true;
}

/* RDMSR and RDPMC return 64 bits in EDX:EAX. */
static void return_wide(struct cpu *cpu, uint64_t value)
{
	gpr_write(cpu, RAX, 4, value);
	gpr_write(cpu, RDX, 4, value >> 32);
}

void exit_msr(struct cpu *cpu)
{
	uint32_t msr = (uint32_t)cpu->gpr[RCX];
	uint64_t value = (uint32_t)cpu->gpr[RAX] | cpu->gpr[RDX] << 32;
	bool store = cpu->vmcb->exit_info_1 & 1, done;
	enum silicon_answer answer =
		store ? svm_bus_write(cpu, SILICON_MSR, msr, 8, value) : svm_bus_read(cpu, SILICON_MSR, msr, 8, &value);

	done = answer == SILICON_OK;
	if (answer == SILICON_NOT_MINE)
		done = store ? write_other(cpu, msr, value) : read_other(cpu, msr, &value);
	else if (done && msr == MSR_MISC_ENABLE && store)
		(void)write_misc_enable(value);
	else if (done && msr == MSR_MISC_ENABLE)
		value = (value & ~MISC_ENABLE_WRITABLE) | (msr_read(msr) & MISC_ENABLE_WRITABLE);
	if (!done) {
		cpu_raise(cpu, VECTOR_GP, 0);
		return;
	}
	if (!store)
		return_wide(cpu, value);
	cpu_skip(cpu, 2);
}

void exit_rdpmc(struct cpu *cpu)
{
	uint64_t value;

	if (svm_bus_read(cpu, SILICON_PMC, (uint32_t)cpu->gpr[RCX], 8, &value) != SILICON_OK) {
		cpu_raise(cpu, VECTOR_GP, 0);
		return;
	}
	return_wide(cpu, value);
	cpu_skip(cpu, 2);
}
