/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/selftest/processor.h"

#include "silicon/selftest/report.h"
#include "silicon/selftest/uncore.h"

#define GATE_BYTES   16 /* of code in traps.S */
#define EXCEPTIONS   32
#define GATE_PRESENT (UINT64_C(0x8e) << 40)              /* interrupt gate */
#define WAIT_TICKS   (UINT64_C(20) * 1000 * 1000 * 1000) /* without any change */
#define WAKE_CYCLES  100000000                           /* 0.1 s on QEMU's APIC */
#define SPIN_TRIES   (UINT64_C(2) * 1000 * 1000 * 1000)

extern const uint8_t trap_gates[], try_first[], try_last[], try_failed[];
void trap_taken(struct frame *frame);

struct machine machine;

uint32_t processor_own_apic_id(void)
{
	return cpuid(1, 0).ebx >> 24;
}

struct processor *processor_by_id(uint32_t apic_id)
{
	for (unsigned i = 0; i < machine.count; i++)
		if (machine.processor[i]->apic_id == apic_id)
			return machine.processor[i];
	return NULL;
}

struct processor *processor_at(unsigned socket, unsigned core)
{
	for (unsigned i = 0; i < machine.count; i++)
		if (machine.processor[i]->socket == socket && machine.processor[i]->core == core)
			return machine.processor[i];
	return NULL;
}

/* Intel SDM volume 2, CPUID leaf 0x0b: subleaf 1 gives the number of APIC ID bits below the package's. The code assumes
 * one thread a core. */
bool processor_add(struct processor *at, uint32_t apic_id)
{
	unsigned shift = cpuid(0xb, 1).eax & 0x1f;
	unsigned socket = apic_id >> shift, core = apic_id & ((1u << shift) - 1);

	if (machine.count == MAX_PROCESSORS || socket >= MAX_SOCKETS || core != machine.cores[socket])
		return false;
	at->apic_id = apic_id;
	at->socket = (uint16_t)socket;
	at->core = (uint16_t)core;
	machine.cores[socket]++;
	machine.processor[machine.count++] = at;
	if (machine.sockets <= socket)
		machine.sockets = socket + 1;
	return true;
}

/* ---- gates ------------------------------------------------------------------------------------- */

static void set_gate(struct processor *me, unsigned vector, unsigned gate, uint16_t cs)
{
	uint64_t entry = (uintptr_t)trap_gates + gate * GATE_BYTES;

	me->idt[2 * vector] = (entry & 0xffff) | (uint64_t)cs << 16 | GATE_PRESENT | (entry & 0xffff0000) << 32;
	me->idt[2 * vector + 1] = entry >> 32;
}

void processor_enter(struct processor *me, const struct table_register *old)
{
	const uint64_t *gates = (const uint64_t *)(uintptr_t)old->base;
	struct table_register own = {sizeof(me->idt) - 1, (uintptr_t)me->idt};
	uint16_t cs;

	__asm__ volatile("mov %%cs, %0" : "=r"(cs));
	for (unsigned i = 0; i < ARRAY_SIZE(me->idt); i++)
		me->idt[i] = old->limit && 8 * i < old->limit ? gates[i] : 0;
	for (unsigned i = 0; i < EXCEPTIONS; i++)
		set_gate(me, i, i, cs);
	set_gate(me, VECTOR_PMI, EXCEPTIONS, cs);
	set_gate(me, VECTOR_WAKE, EXCEPTIONS + 1, cs);
	__asm__ volatile("lidt %0" : : "m"(own));
}

struct processor *processor_self(void)
{
	struct table_register idtr;

	__asm__ volatile("sidt %0" : "=m"(idtr));
	return (struct processor *)(uintptr_t)idtr.base;
}

/* ---- interrupts ----------------------------------------------------------------------------------- */

static void processor_take_pmi(struct processor *me)
{
	if (me->look) {
		me->entry_seen = apic_read(APIC_LVT_PMI);
		me->in_service_seen = apic_bit(APIC_ISR, VECTOR_PMI);
	}
	apic_write(APIC_LVT_PMI, me->entry);
	me->pmis++;
	uncore_continue(me->socket);
	apic_write(APIC_EOI, 0);
}

static void take_nmi(struct processor *me, struct frame *frame)
{
	bool is_pmi = me->entry == LVT_NMI && apic_read(APIC_LVT_PMI) == (LVT_MASKED | LVT_NMI);

	me->nmi_depth++;
	if (me->nmi_depth_most < me->nmi_depth)
		me->nmi_depth_most = me->nmi_depth;
	if (is_pmi) {
		apic_write(APIC_LVT_PMI, me->entry);
		uncore_continue(me->socket);
		spin(me->dwell);
		me->nmi_pmis++;
	}
	for (; me->again; me->again--)
		apic_command(0, ICR_NMI | ICR_TO_SELF);
	if (me->trace)
		frame->rflags |= RFLAGS_TF;
	me->nmis++;
	me->nmi_depth--;
}

/* Takes the trap of a program that steps through itself. Software must clear DR6.BS, which marks this trap. */
static void take_trace(struct processor *me)
{
	uint64_t dr6;

	__asm__ volatile("mov %%dr6, %0" : "=r"(dr6));
	me->traces += dr6 >> 14 & 1;
	__asm__ volatile("mov %0, %%dr6" : : "r"(dr6 & ~BIT(14)));
}

static bool is_attempt(const struct frame *frame)
{
	return frame->rip >= (uintptr_t)try_first && frame->rip < (uintptr_t)try_last;
}

void trap_taken(struct frame *frame)
{
	struct processor *me = processor_self();

	switch (frame->vector) {
	case VECTOR_PMI: processor_take_pmi(me); return;
	case TRAP_NMI: take_nmi(me, frame); return;
	case TRAP_DEBUG: take_trace(me); return;
	case VECTOR_WAKE:
		me->wakes++;
		apic_write(APIC_EOI, 0);
		return;
	default: break;
	}
	if (!is_attempt(frame))
		report_crash("crash: exception %lu on processor %u: rip=0x%lx (%p+0x%lx) error=0x%lx", frame->vector,
			     me->apic_id, frame->rip, (const void *)trap_gates, frame->rip - (uintptr_t)trap_gates,
			     frame->error);
	me->caught_rip = frame->rip;
	frame->rax = frame->vector;
	frame->rip = (uintptr_t)try_failed;
}

/* ---- local APIC, waiting --------------------------------------------------------------------------- */

void apic_command(uint32_t to, uint32_t command)
{
	apic_write(APIC_ICR_HIGH, to << 24);
	apic_write(APIC_ICR_LOW, command);
}

bool apic_bit(uint32_t registers, unsigned vector)
{
	return apic_read(registers + vector / 32 * 0x10) >> vector % 32 & 1;
}

void spin(uint64_t count)
{
	if (count)
		__asm__ volatile("1: dec %0; jnz 1b" : "+r"(count) : : "cc");
}

bool wait_for(volatile uint64_t *count, uint64_t wanted)
{
	uint64_t since = tsc_read(), last = *count;

	while (*count < wanted && tsc_read() - since < WAIT_TICKS) {
		if (*count != last)
			since = tsc_read();
		last = *count;
		cpu_relax();
	}
	return *count >= wanted;
}

bool halt_for(volatile uint64_t *count, uint64_t wanted)
{
	uint64_t since = tsc_read(), last = *count;

	apic_write(APIC_TIMER_DIVIDE, DIVIDE_BY_1);
	apic_write(APIC_LVT_TIMER, LVT_PERIODIC | VECTOR_WAKE);
	apic_write(APIC_TIMER_COUNT, WAKE_CYCLES);
	interrupts_off();
	while (*count < wanted && tsc_read() - since < WAIT_TICKS) {
		if (*count != last)
			since = tsc_read();
		last = *count;
		__asm__ volatile("sti; hlt; cli" : : : "memory");
	}
	interrupts_on();
	apic_write(APIC_LVT_TIMER, LVT_MASKED);
	return *count >= wanted;
}

bool spin_for(volatile uint64_t *count, uint64_t wanted)
{
	for (uint64_t i = 0; *count < wanted && i < SPIN_TRIES; i++)
		;
	return *count >= wanted;
}
