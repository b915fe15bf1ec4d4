/* SPDX-License-Identifier: BSD-2-Clause */
/* The local APIC. Three registers are virtual, because QEMU's either does nothing (the PMI entry of the LVT) or must
 * not be used (NMI, INIT and STARTUP by the ICR: an INIT would take the processor away from the hypervisor). All others
 * are the real ones of the accessing processor. An APIC that is on stays in the firmware's mode: with IDs above 254
 * that is x2APIC, whose registers are MSRs (Intel SDM volume 3, section 10.12). */
#include "silicon/svm/log.h"
#include "silicon/svm/svm.h"

/* clang-format off */
#define APIC_ID                  0x020u
#define APIC_LDR                 0x0d0u
#define APIC_TPR                 0x080u
#define APIC_PPR                 0x0a0u
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
#define APIC_TIMER_INITIAL       0x380u
#define APIC_TIMER_COUNT         0x390u
#define APIC_ICR_LOW             0x300u
#define   ICR_VECTOR             MASK(0, 8)
#define   ICR_PENDING            BIT(12)
#define   ICR_ASSERT             BIT(14)
#define APIC_ICR_HIGH            0x310u
#define APIC_ERROR_STATUS        0x280u
#define APIC_TIMER_DIVIDE        0x3e0u
#define APIC_SELF_IPI            0x3f0u
#define APIC_LVT_PMI             0x340u
#define APIC_LVT_LINT0           0x350u
#define   LVT_EXTERNAL           0x700u /* from the 8259s */
#define   LVT_PMI_WRITABLE       0x107ffu /* mask, delivery mode, vector */
#define   LVT_MASKED             BIT(16)
#define   LVT_WRITTEN            0x7efffu /* without the states of delivery and request */
#define   LVT_MODE(entry)        ((unsigned)((entry) >> 8 & 7))
/* clang-format on */

void svm_take_interrupt(void);

#define APIC_BASE_EXPECTED UINT64_C(0xfee00000)

/* In x2APIC mode an MSR stands for each 16 bytes of the page. */
#define X2_MSR(offset)     (MSR_X2APIC + (offset) / APIC_STRIDE)
#define X2_ICR_WRITABLE    0xccfffu /* of the lower half, which has no delivery state */

static uint32_t real_read(const struct cpu *cpu, uint32_t offset)
{
	if (cpu->hypervisor->x2apic)
		return (uint32_t)msr_read(X2_MSR(offset));
	return mmio_read32(cpu->hypervisor->apic_base + offset);
}

static void real_write(const struct cpu *cpu, uint32_t offset, uint32_t value)
{
	if (cpu->hypervisor->x2apic)
		msr_write(X2_MSR(offset), value);
	else
		mmio_write32(cpu->hypervisor->apic_base + offset, value);
}

/* `destination` has the format of the ICR's upper half. */
static void real_command(const struct cpu *from, uint32_t destination, uint32_t command)
{
	if (from->hypervisor->x2apic) {
		/* The write is not ordered after earlier stores, which the target must see. */
		__atomic_thread_fence(__ATOMIC_SEQ_CST);
		msr_write(X2_MSR(APIC_ICR_LOW), (uint64_t)destination << 32 | command);
		return;
	}
	real_write(from, APIC_ICR_HIGH, destination);
	real_write(from, APIC_ICR_LOW, command);
}

void apic_send(const struct cpu *from, uint32_t apic_id, uint32_t command)
{
	real_command(from, from->hypervisor->x2apic ? apic_id : apic_id << 24, command);
}

void apic_send_deferred(struct cpu *from)
{
	for (unsigned i = 0; i < from->deferred_count; i++) {
		struct cpu *target = from->deferred[i].target;

		apic_send(from, target->apic_id, from->deferred[i].command);
		__atomic_fetch_sub(&target->awaited, 1, __ATOMIC_RELEASE);
	}
	from->deferred_count = 0;
}

/* The host may delay the sending processor for any time. */
void apic_await_deferred(const struct cpu *cpu)
{
	while (__atomic_load_n(&cpu->awaited, __ATOMIC_ACQUIRE))
		cpu_relax();
}

static void defer(struct cpu *from, struct cpu *target, uint64_t command)
{
	if (from->deferred_count == MAX_DEFERRED)
		apic_send_deferred(from);
	from->deferred[from->deferred_count].target = target;
	from->deferred[from->deferred_count++].command = (uint32_t)command;
	__atomic_fetch_add(&target->awaited, 1, __ATOMIC_RELAXED);
}

/* The real ICR delivers fixed PMIs, so that request, priority, IF, TPR, service and EOI are those of the real APIC. As
 * in hardware, the delivery masks the entry. */
void apic_pmi(struct cpu *from, struct cpu *target)
{
	struct hypervisor *hypervisor = from->hypervisor;
	uint32_t entry = target->lvt_pmi;

	if (entry & LVT_MASKED) {
		hypervisor->pmis_masked++;
		return;
	}
	target->lvt_pmi = entry | LVT_MASKED;
	target->entry_kept = silicon_keeps_entry(hypervisor->silicon, target->socket, target->number);
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

/* LVT registers also have status bits, which are not compared. A firmware that wakes processors by INIT chooses its own
 * spurious vector and leaves its timer running. */
const struct apic_kept apic_kept[LEAVING_APIC] = {
	{"the task priority of its local APIC", APIC_TPR, UINT32_MAX, UINT32_MAX},
	{"the spurious vector of its local APIC", APIC_SVR, UINT32_MAX, SVR_ENABLED & ~SVR_RESET},
	{"the timer entry of its local APIC", 0x320, LVT_WRITTEN, UINT32_MAX},
	{"the thermal entry of its local APIC", 0x330, LVT_WRITTEN, UINT32_MAX},
	{"LINT0 of its local APIC", APIC_LVT_LINT0, LVT_WRITTEN, UINT32_MAX},
	{"LINT1 of its local APIC", 0x360, LVT_WRITTEN, UINT32_MAX},
	{"the error entry of its local APIC", APIC_LVT_LAST, LVT_WRITTEN, UINT32_MAX},
	{"the timer's initial count of its local APIC", APIC_TIMER_INITIAL, UINT32_MAX, 0},
	{"the timer's divisor of its local APIC", APIC_TIMER_DIVIDE, UINT32_MAX, UINT32_MAX},
};

void apic_note(const struct cpu *cpu, uint32_t values[LEAVING_APIC])
{
	for (unsigned i = 0; i < LEAVING_APIC; i++)
		values[i] = real_read(cpu, apic_kept[i].offset) & apic_kept[i].mask;
}

/* Keeps the contents of the registers for logical destinations. */
static void note_logical_id(struct cpu *cpu)
{
	cpu->logical_destination = real_read(cpu, APIC_LDR);
	if (!cpu->hypervisor->x2apic)
		cpu->destination_format = real_read(cpu, APIC_DFR);
}

/* Unmasking the entry may let an overflow that is still set raise another PMI. */
static void write_pmi_entry(struct cpu *cpu, uint32_t value)
{
	struct silicon *silicon = cpu->hypervisor->silicon;
	bool opened = cpu->lvt_pmi & LVT_MASKED && !(value & LVT_MASKED);

	if (cpu->entry_kept)
		return;
	cpu->lvt_pmi = value & LVT_PMI_WRITABLE;
	if (!opened || !silicon_pmis_come_again(silicon))
		return;
	(void)svm_bus_enter(cpu);
	if (silicon_asks_again(silicon, cpu->socket, cpu->number))
		apic_pmi(cpu, cpu);
	svm_bus_leave(cpu);
}

static void write_register(struct cpu *cpu, uint32_t offset, uint32_t value)
{
	switch (offset) {
	case APIC_LVT_PMI: write_pmi_entry(cpu, value); break;
	case APIC_ICR_LOW:
		cpu->icr_low = value & ~(uint32_t)ICR_PENDING;
		if (ICR_MODE(value) == MODE_NMI || ICR_MODE(value) == MODE_INIT || ICR_MODE(value) == MODE_STARTUP)
			smp_command(cpu, value);
		else
			real_command(cpu, cpu->icr_high, value);
		break;
	case APIC_ICR_HIGH: cpu->icr_high = value & 0xff000000; break;
	case APIC_LDR:
	case APIC_DFR:
		real_write(cpu, offset, value);
		note_logical_id(cpu);
		break;
	case APIC_EOI: real_write(cpu, offset, value); break;
	default: real_write(cpu, offset, value); apic_note(cpu, cpu->apic_now);
	}
}

/* Registers are 32 bits wide, on 16-byte boundaries. Narrower reads return their part. No register answers while the
 * local APIC is off or in x2APIC mode. */
static uint64_t trap_read(struct cpu *cpu, uint64_t address, unsigned bytes)
{
	uint32_t offset = address & 0xffc;

	if (cpu->hypervisor->x2apic || cpu->apic_off)
		return UINT64_MAX;
	if (bytes > 4 || (address & 3) + bytes > 4)
		log_assert("read of %u bytes of the local APIC at 0x%lx", bytes, address);
	return read_register(cpu, offset) >> 8 * (address & 3);
}

static void trap_write(struct cpu *cpu, uint64_t address, unsigned bytes, uint64_t value)
{
	if (cpu->hypervisor->x2apic || cpu->apic_off)
		return;
	if (bytes != 4 || (address & 0xf))
		log_assert("write of %u bytes to the local APIC at 0x%lx", bytes, address);
	write_register(cpu, address & 0xff0, (uint32_t)value);
}

/* ---- the registers as MSRs --------------------------------------------------------------------------- */

/* Registers of all versions; the first and the last of each row. */
static const struct x2_register {
	uint16_t first, last;
	bool readable, writable;
	bool zero; /* only 0 may be written */
} x2_registers[] = {
	{APIC_ID, APIC_ID + APIC_STRIDE, true, false, false}, /* and the version */
	{APIC_TPR, APIC_TPR, true, true, false},
	{APIC_PPR, APIC_PPR, true, false, false},
	{APIC_EOI, APIC_EOI, false, true, true},
	{APIC_LDR, APIC_LDR, true, false, false},
	{APIC_SVR, APIC_SVR, true, true, false},
	{APIC_ISR, APIC_ERROR_STATUS - APIC_STRIDE, true, false, false}, /* ISR, TMR, IRR */
	{APIC_ERROR_STATUS, APIC_ERROR_STATUS, true, true, true},
	{APIC_ICR_LOW, APIC_ICR_LOW, true, true, false},
	{APIC_LVT_FIRST, APIC_LVT_LAST, true, true, false},
	{APIC_TIMER_INITIAL, APIC_TIMER_INITIAL, true, true, false},
	{APIC_TIMER_COUNT, APIC_TIMER_COUNT, true, false, false},
	{APIC_TIMER_DIVIDE, APIC_TIMER_DIVIDE, true, true, false},
	{APIC_SELF_IPI, APIC_SELF_IPI, false, true, false},
};

/* The row of a register; NULL if there is none. */
static const struct x2_register *x2_register_at(uint32_t offset)
{
	for (unsigned i = 0; i < ARRAY_SIZE(x2_registers); i++)
		if (offset >= x2_registers[i].first && offset <= x2_registers[i].last)
			return &x2_registers[i];
	return NULL;
}

bool apic_read_msr(struct cpu *cpu, uint32_t msr, uint64_t *value)
{
	uint32_t offset = (msr - MSR_X2APIC) * APIC_STRIDE;
	const struct x2_register *at = x2_register_at(offset);

	if (!cpu->hypervisor->x2apic || cpu->apic_off || !at || !at->readable)
		return false;
	*value = read_register(cpu, offset);
	if (offset == APIC_ICR_LOW)
		*value |= (uint64_t)cpu->icr_high << 32;
	return true;
}

bool apic_write_msr(struct cpu *cpu, uint32_t msr, uint64_t value)
{
	uint32_t offset = (msr - MSR_X2APIC) * APIC_STRIDE;
	const struct x2_register *at = x2_register_at(offset);

	if (!cpu->hypervisor->x2apic || cpu->apic_off || !at || !at->writable || (at->zero && value))
		return false;
	/* The upper half of the ICR is its destination; that of all other registers is reserved. */
	if (offset == APIC_ICR_LOW && ((uint32_t)value & ~X2_ICR_WRITABLE))
		return false;
	if (offset != APIC_ICR_LOW && value > UINT32_MAX)
		return false;
	if (offset == APIC_ICR_LOW)
		cpu->icr_high = (uint32_t)(value >> 32);
	write_register(cpu, offset, (uint32_t)value);
	return true;
}

/* ---- start and INIT ---------------------------------------------------------------------------------- */

void apic_setup(struct hypervisor *hypervisor)
{
	struct trap trap = {.read = trap_read, .write = trap_write};

	hypervisor->apic_base = msr_read(MSR_APIC_BASE) & APIC_BASE_ADDRESS;
	hypervisor->x2apic = msr_read(MSR_APIC_BASE) & APIC_BASE_X2APIC;
	if (hypervisor->apic_base != APIC_BASE_EXPECTED)
		log_assert("local APIC at 0x%lx", hypervisor->apic_base);
	trap.first = hypervisor->apic_base;
	trap.last = trap.first + PAGE_BYTES - 1;
	paging_trap(hypervisor, &trap);
}

/* True if any of the 256 bits from `offset` on is set. */
static bool has_bits(const struct cpu *cpu, uint32_t offset)
{
	uint32_t bits = 0;

	for (uint32_t i = 0; i < 8; i++)
		bits |= real_read(cpu, offset + i * APIC_STRIDE);
	return bits;
}

/* INIT keeps the mode, and thus also the logical ID, which depends on the ID. */
void apic_reset(struct cpu *cpu)
{
	for (uint32_t offset = APIC_LVT_FIRST; offset <= APIC_LVT_LAST; offset += APIC_STRIDE)
		real_write(cpu, offset, LVT_MASKED);
	real_write(cpu, APIC_TIMER_INITIAL, 0);
	real_write(cpu, APIC_TPR, 0);
	if (!cpu->hypervisor->x2apic) {
		real_write(cpu, APIC_DFR, UINT32_MAX);
		real_write(cpu, APIC_LDR, 0);
	}

	/* INIT leaves no interrupt requested or in service. Requests can only be removed by taking them with the APIC enabled. */
	real_write(cpu, APIC_SVR, SVR_ENABLED);
	for (unsigned i = 0; i < 512 && (has_bits(cpu, APIC_IRR) || has_bits(cpu, APIC_ISR)); i++) {
		svm_take_interrupt();
		real_write(cpu, APIC_EOI, 0);
	}
	real_write(cpu, APIC_SVR, SVR_RESET);

	cpu->lvt_pmi = LVT_MASKED;
	cpu->entry_kept = false;
	cpu->icr_low = cpu->icr_high = 0;
	cpu->was_reset = true;
	note_logical_id(cpu);
	apic_note(cpu, cpu->apic_now);
}

/* ---- switching off and on ------------------------------------------------------------------------------ */

uint64_t apic_read_base(const struct cpu *cpu)
{
	uint64_t base = msr_read(MSR_APIC_BASE);

	return cpu->apic_off ? base & ~(APIC_BASE_ENABLED | APIC_BASE_X2APIC) : base;
}

/* Intel SDM volume 3, sections 10.4.3 and 10.4.7.1. An APIC that is off acts as if it were missing; the boot
 * processor's line from the interrupt controller bypasses it. When it is on again, it is as after a reset. The real
 * APIC stays on: QEMU's could not be enabled again, and kicks use it. */
static void switch_apic(struct cpu *cpu, bool on)
{
	apic_reset(cpu);
	cpu->apic_off = !on;
	if (!on && cpu == cpu->hypervisor->cpus)
		real_write(cpu, APIC_LVT_LINT0, LVT_EXTERNAL);
}

/* Intel SDM volume 3, section 10.12.5: from off, only xAPIC mode is possible; from x2APIC mode, only off. */
bool apic_write_base(struct cpu *cpu, uint64_t value)
{
	const uint64_t modes = APIC_BASE_ENABLED | APIC_BASE_X2APIC;
	uint64_t mode = value & modes, now = apic_read_base(cpu);

	if (value & ~(APIC_BASE_ADDRESS | APIC_BASE_BOOT | modes))
		return false;
	if (mode && mode != (now & modes) && (now & modes || mode != APIC_BASE_ENABLED))
		return false;
	if ((value ^ now) & APIC_BASE_ADDRESS || (mode == APIC_BASE_ENABLED && cpu->hypervisor->x2apic))
		log_assert(
			"processor %u has moved its local APIC, or its mode differs from the firmware's: 0x%lx at rip=0x%lx",
			cpu->apic_id, value, cpu->vmcb->rip);
	if (mode != (now & modes))
		switch_apic(cpu, mode);
	return true;
}

void apic_take_over(struct cpu *cpu)
{
	bool x2 = msr_read(MSR_APIC_BASE) & APIC_BASE_X2APIC;
	uint32_t id;

	if (x2 != cpu->hypervisor->x2apic)
		log_assert("the local APIC of processor %u is in another mode than the boot processor's", cpu->apic_id);
	id = x2 ? real_read(cpu, APIC_ID) : real_read(cpu, APIC_ID) >> 24;
	if (id != cpu->apic_id)
		log_assert("processor %u reads the APIC ID of processor %u", cpu->apic_id, id);
	cpu->lvt_pmi = LVT_MASKED;
	note_logical_id(cpu);
	real_write(cpu, APIC_LVT_PMI, LVT_MASKED);
}
