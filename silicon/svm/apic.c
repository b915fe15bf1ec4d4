/* SPDX-License-Identifier: BSD-2-Clause */
/* The local APIC. Three registers are virtual, because QEMU's counterpart does nothing (the PMI entry of
 * the LVT) or must not be used (NMI, INIT and STARTUP by the ICR: an INIT would take the processor away
 * from under us). All others are the real ones of the processor that asks. */
#include "silicon/svm/log.h"
#include "silicon/svm/svm.h"

/* clang-format off */
#define APIC_ID                  0x020u
#define APIC_LDR                 0x0d0u
#define APIC_TPR                 0x080u
#define APIC_EOI                 0x0b0u
#define APIC_DFR                 0x0e0u
#define APIC_SVR                 0x0f0u
#define   SVR_RESET              0xffu
#define   SVR_ENABLED            0x1ffu
#define APIC_ISR                 0x100u
#define APIC_IRR                 0x200u
#define APIC_STRIDE              0x10u
#define APIC_LVT_FIRST           0x320u
#define APIC_LVT_LAST            0x370u
#define APIC_TIMER_COUNT         0x380u
#define APIC_ICR_LOW             0x300u
#define   ICR_VECTOR             MASK(0, 8)
#define   ICR_PENDING            BIT(12)
#define   ICR_ASSERT             BIT(14)
#define APIC_ICR_HIGH            0x310u
#define APIC_LVT_PMI             0x340u
#define   LVT_MASKED             BIT(16)
#define   LVT_PMI_WRITABLE       0x107ffu /* mask, delivery mode, vector */
#define   LVT_MODE(entry)        ((unsigned)((entry) >> 8 & 7))
/* clang-format on */

void svm_take_interrupt(void);

#define APIC_BASE_ADDRESS  MASK(12, 40)
#define APIC_BASE_EXPECTED UINT64_C(0xfee00000)

static uint32_t real_read(const struct cpu *cpu, uint32_t offset)
{
	return mmio_read32(cpu->hypervisor->apic_base + offset);
}

static void real_write(const struct cpu *cpu, uint32_t offset, uint32_t value)
{
	mmio_write32(cpu->hypervisor->apic_base + offset, value);
}

void apic_send(const struct cpu *from, uint32_t apic_id, uint32_t command)
{
	real_write(from, APIC_ICR_HIGH, apic_id << 24);
	real_write(from, APIC_ICR_LOW, command);
}

void apic_send_deferred(struct cpu *from)
{
	for (unsigned i = 0; i < from->deferred_count; i++)
		apic_send(from, from->deferred[i].apic_id, from->deferred[i].command);
	from->deferred_count = 0;
}

static void defer(struct cpu *from, const struct cpu *target, uint64_t command)
{
	if (from->deferred_count == MAX_DEFERRED)
		apic_send_deferred(from);
	from->deferred[from->deferred_count].apic_id = target->apic_id;
	from->deferred[from->deferred_count++].command = (uint32_t)command;
}

/* The real ICR delivers fixed PMIs, so that request, priority, IF, TPR, service and EOI are those of the
 * APIC itself. As in hardware the entry is masked by the delivery. */
void apic_pmi(struct cpu *from, struct cpu *target)
{
	struct hypervisor *hypervisor = from->hypervisor;
	uint32_t entry = target->lvt_pmi;

	if (entry & LVT_MASKED) {
		hypervisor->pmis_masked++;
		return;
	}
	target->lvt_pmi = entry | LVT_MASKED;
	hypervisor->pmis_delivered++;
	if (LVT_MODE(entry) == MODE_FIXED) {
		defer(from, target, ICR_ASSERT | (entry & ICR_VECTOR));
	} else if (LVT_MODE(entry) == MODE_NMI) {
		target->nmi_pending = true;
		if (target != from)
			defer(from, target, ICR_ASSERT | MODE_NMI << 8);
	} else {
		hypervisor->violations++;
		log_line("violation", "PMI entry 0x%x of the local APIC: delivery mode %u", entry, LVT_MODE(entry));
	}
}

static uint32_t read_register(struct cpu *cpu, uint32_t offset)
{
	switch (offset) {
	case APIC_LVT_PMI: return cpu->lvt_pmi;
	case APIC_ICR_LOW: return cpu->icr_low;
	case APIC_ICR_HIGH: return cpu->icr_high;
	default: return real_read(cpu, offset);
	}
}

static void write_command(struct cpu *cpu, uint32_t value)
{
	cpu->icr_low = value & ~(uint32_t)ICR_PENDING;
	switch (ICR_MODE(value)) {
	case MODE_NMI:
	case MODE_INIT:
	case MODE_STARTUP: smp_command(cpu, value); break;
	default: real_write(cpu, APIC_ICR_HIGH, cpu->icr_high); real_write(cpu, APIC_ICR_LOW, value);
	}
}

/* What the registers of logical destinations hold. */
static void note_logical_id(struct cpu *cpu)
{
	cpu->logical_destination = real_read(cpu, APIC_LDR);
	cpu->destination_format = real_read(cpu, APIC_DFR);
}

static void write_register(struct cpu *cpu, uint32_t offset, uint32_t value)
{
	switch (offset) {
	case APIC_LVT_PMI: cpu->lvt_pmi = value & LVT_PMI_WRITABLE; break;
	case APIC_ICR_LOW: write_command(cpu, value); break;
	case APIC_ICR_HIGH: cpu->icr_high = value & 0xff000000; break;
	case APIC_LDR:
	case APIC_DFR:
		real_write(cpu, offset, value);
		note_logical_id(cpu);
		break;
	default: real_write(cpu, offset, value);
	}
}

/* Registers are 32 bits wide, on 16-byte boundaries. Narrower reads get their part of it. */
static uint64_t trap_read(struct cpu *cpu, uint64_t address, unsigned bytes)
{
	uint32_t offset = address & 0xffc;

	if (bytes > 4 || (address & 3) + bytes > 4)
		log_assert("read of %u bytes of the local APIC at 0x%lx", bytes, address);
	return read_register(cpu, offset) >> 8 * (address & 3);
}

static void trap_write(struct cpu *cpu, uint64_t address, unsigned bytes, uint64_t value)
{
	if (bytes != 4 || (address & 0xf))
		log_assert("write of %u bytes to the local APIC at 0x%lx", bytes, address);
	write_register(cpu, address & 0xff0, (uint32_t)value);
}

void apic_setup(struct hypervisor *hypervisor)
{
	struct trap trap = {.read = trap_read, .write = trap_write};

	hypervisor->apic_base = msr_read(MSR_APIC_BASE) & APIC_BASE_ADDRESS;
	if (hypervisor->apic_base != APIC_BASE_EXPECTED)
		log_assert("local APIC at 0x%lx", hypervisor->apic_base);
	trap.first = hypervisor->apic_base;
	trap.last = trap.first + PAGE_BYTES - 1;
	paging_trap(hypervisor, &trap);
}

/* Whether any of the 256 bits from `offset` on is set. */
static bool has_bits(const struct cpu *cpu, uint32_t offset)
{
	uint32_t bits = 0;

	for (uint32_t i = 0; i < 8; i++)
		bits |= real_read(cpu, offset + i * APIC_STRIDE);
	return bits;
}

/* Nothing is requested or in service after INIT. Only an APIC that is enabled can be rid of requests, and
 * only by taking them. */
static void drop_interrupts(const struct cpu *cpu)
{
	real_write(cpu, APIC_SVR, SVR_ENABLED);
	for (unsigned i = 0; i < 512 && (has_bits(cpu, APIC_IRR) || has_bits(cpu, APIC_ISR)); i++) {
		svm_take_interrupt();
		real_write(cpu, APIC_EOI, 0);
	}
	real_write(cpu, APIC_SVR, SVR_RESET);
}

void apic_reset(struct cpu *cpu)
{
	for (uint32_t offset = APIC_LVT_FIRST; offset <= APIC_LVT_LAST; offset += APIC_STRIDE)
		real_write(cpu, offset, LVT_MASKED);
	real_write(cpu, APIC_TIMER_COUNT, 0);
	real_write(cpu, APIC_TPR, 0);
	real_write(cpu, APIC_DFR, UINT32_MAX);
	real_write(cpu, APIC_LDR, 0);
	drop_interrupts(cpu);
	cpu->lvt_pmi = LVT_MASKED;
	cpu->icr_low = cpu->icr_high = 0;
	note_logical_id(cpu);
}

void apic_take_over(struct cpu *cpu)
{
	if (real_read(cpu, APIC_ID) >> 24 != cpu->apic_id)
		log_assert("processor %u finds itself on the local APIC of %u", cpu->apic_id,
			   real_read(cpu, APIC_ID) >> 24);
	cpu->lvt_pmi = LVT_MASKED;
	note_logical_id(cpu);
	real_write(cpu, APIC_LVT_PMI, LVT_MASKED);
}
