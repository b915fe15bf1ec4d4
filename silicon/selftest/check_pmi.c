/* SPDX-License-Identifier: BSD-2-Clause */
/* PMIs of the socket's uncore to the processor that requested them. */
#include "silicon/selftest/checks.h"
#include "silicon/selftest/processor.h"
#include "silicon/selftest/uncore.h"

/* The scenario makes an event every 10 ns. */
#define PERIOD      1000
#define LONG_PERIOD 100000
#define HALT_CYCLES 20000000 /* 20 ms on QEMU's APIC; the overflow occurs in the first */
#define CHAIN       10
#define ABSENT_CORE 7
#define HALTS_MOST  10000
/* Time given to a PMI that must not arrive, much longer than PERIOD. */
#define LONG_SPIN   (UINT64_C(40) * 1000 * 1000)
#define NESTED      4
#define DWELL       (UINT64_C(1000) * 1000)

static uint64_t own_core(void)
{
	return BIT(processor_self()->core);
}

/* Sets the PMI's entry in the LVT and for the handlers. */
static void set_entry(struct processor *me, uint32_t entry)
{
	me->entry = entry;
	apic_write(APIC_LVT_PMI, entry);
}

static void end(struct processor *me)
{
	uncore_stop();
	set_entry(me, LVT_MASKED);
}

/* The PMI arrives although the program does not exit. Its delivery masks the entry, as in hardware, and its bit is in
 * service until the EOI. */
void check_pmi_fixed(void)
{
	struct processor *me = processor_self();
	uint64_t before = me->pmis;

	set_entry(me, LVT_PMI);
	me->look = true;
	uncore_start(PERIOD, own_core());
	expect("the PMI arrives", spin_for(&me->pmis, before + 1));
	me->look = false;
	expect_equal("entry in the handler", me->entry_seen, LVT_MASKED | LVT_PMI);
	expect("in service in the handler", me->in_service_seen);
	expect("not in service after the EOI", !apic_bit(APIC_ISR, VECTOR_PMI));
	spin(LONG_SPIN);
	expect_equal("PMIs", me->pmis - before, 1);
	expect_equal("status", msr_read(U_GLOBAL_STATUS), U_STATUS_OV_U | U_STATUS_PMI);
	expect_equal("frozen", msr_read(U_GLOBAL_CTL) & U_CTL_EN_ALL, 0);
	end(me);
}

void check_pmi_chain(void)
{
	struct processor *me = processor_self();
	uint64_t before = me->pmis;

	set_entry(me, LVT_PMI);
	uncore_start_many(PERIOD, own_core(), CHAIN - 1, false);
	expect("all PMIs arrive", spin_for(&me->pmis, before + CHAIN));
	expect_equal("PMIs", me->pmis - before, CHAIN);
	end(me);
}

/* The PMI waits in the IRR, as in a real APIC, until interrupts are enabled. */
void check_pmi_interrupts_off(void)
{
	struct processor *me = processor_self();
	uint64_t before = me->pmis;

	set_entry(me, LVT_PMI);
	interrupts_off();
	uncore_start(PERIOD, own_core());
	spin(LONG_SPIN);
	expect_equal("PMIs with interrupts off", me->pmis - before, 0);
	expect("requested", apic_bit(APIC_IRR, VECTOR_PMI));
	expect_equal("entry", apic_read(APIC_LVT_PMI), LVT_MASKED | LVT_PMI);
	interrupts_on();
	expect("the PMI arrives afterwards", spin_for(&me->pmis, before + 1));
	end(me);
}

static void set_task_priority(uint64_t class)
{
	__asm__ volatile("mov %0, %%cr8" : : "r"(class) : "memory");
}

void check_pmi_task_priority(void)
{
	struct processor *me = processor_self();
	uint64_t before = me->pmis;

	set_entry(me, LVT_PMI);
	set_task_priority(15);
	uncore_start(PERIOD, own_core());
	spin(LONG_SPIN);
	expect_equal("PMIs below the task priority", me->pmis - before, 0);
	expect("requested", apic_bit(APIC_IRR, VECTOR_PMI));
	set_task_priority(0);
	expect("the PMI arrives afterwards", spin_for(&me->pmis, before + 1));
	end(me);
}

/* A masked entry delivers no PMI, not even later. */
void check_pmi_masked(void)
{
	struct processor *me = processor_self();
	uint64_t before = me->pmis;

	set_entry(me, LVT_MASKED | LVT_PMI);
	uncore_start(PERIOD, own_core());
	spin(LONG_SPIN);
	expect_equal("status", msr_read(U_GLOBAL_STATUS), U_STATUS_OV_U | U_STATUS_PMI);
	set_entry(me, LVT_PMI);
	spin(LONG_SPIN / 10);
	expect_equal("PMIs", me->pmis - before, 0);
	end(me);
}

void check_pmi_absent_core(void)
{
	struct processor *me = processor_self();
	uint64_t before = me->pmis;

	set_entry(me, LVT_PMI);
	uncore_start(PERIOD, BIT(ABSENT_CORE));
	spin(LONG_SPIN);
	expect_equal("PMIs", me->pmis - before, 0);
	expect_equal("entry", apic_read(APIC_LVT_PMI), LVT_PMI);
	end(me);
}

/* Other interrupts may end a HLT, too. */
void check_pmi_halted(void)
{
	struct processor *me = processor_self();
	uint64_t before = me->pmis;
	unsigned halts = 0;

	set_entry(me, LVT_PMI);
	interrupts_off();
	uncore_start(LONG_PERIOD, own_core());
	for (; me->pmis == before && halts < HALTS_MOST; halts++)
		__asm__ volatile("sti; hlt; cli" : : : "memory");
	interrupts_on();
	expect_equal("PMIs", me->pmis - before, 1);
	expect("the processor has halted", halts > 0);
	end(me);
}

/* An overflow with a masked PMI does not end a HLT: the timer's interrupt, much later, is the first that does. */
void check_halted_through_overflow(void)
{
	struct processor *me = processor_self();
	uint64_t before = me->wakes;

	set_entry(me, LVT_MASKED | LVT_PMI);
	apic_write(APIC_TIMER_DIVIDE, DIVIDE_BY_1);
	apic_write(APIC_LVT_TIMER, VECTOR_WAKE);
	interrupts_off();
	uncore_start(LONG_PERIOD, own_core());
	apic_write(APIC_TIMER_COUNT, HALT_CYCLES);
	__asm__ volatile("sti; hlt; cli" : : : "memory");
	expect_equal("interrupts after the HLT", me->wakes - before, 1);
	expect_equal("status", msr_read(U_GLOBAL_STATUS), U_STATUS_OV_U | U_STATUS_PMI);
	interrupts_on();
	apic_write(APIC_LVT_TIMER, LVT_MASKED);
	end(me);
}

/* An NMI arrives with interrupts off. */
void check_pmi_nmi(void)
{
	struct processor *me = processor_self();
	uint64_t before = me->nmis, pmis = me->nmi_pmis;

	set_entry(me, LVT_NMI);
	interrupts_off();
	uncore_start(PERIOD, own_core());
	expect("the NMI arrives", spin_for(&me->nmis, before + 1));
	interrupts_on();
	expect_equal("NMIs that are PMIs", me->nmi_pmis - pmis, 1);
	end(me);
}

/* The next PMI is due while the handler of the last one still runs, and must wait for its IRET. */
void check_pmi_nmi_nesting(void)
{
	struct processor *me = processor_self();
	uint64_t before = me->nmi_pmis;

	set_entry(me, LVT_NMI);
	me->nmi_depth_most = 0;
	me->dwell = DWELL;
	uncore_start_many(PERIOD, own_core(), NESTED - 1, false);
	expect("all PMIs arrive", spin_for(&me->nmi_pmis, before + NESTED));
	me->dwell = 0;
	expect_equal("handlers at a time", me->nmi_depth_most, 1);
	expect_equal("PMIs", me->nmi_pmis - before, NESTED);
	end(me);
}

/* The NMI is taken before the next instruction, by destination and by shorthand. */
void check_nmi_to_self(void)
{
	struct processor *me = processor_self();
	uint64_t before = me->nmis;

	apic_command(me->apic_id, ICR_NMI);
	expect_equal("NMIs", me->nmis - before, 1);
	apic_command(0, ICR_NMI | ICR_TO_SELF);
	expect_equal("NMIs", me->nmis - before, 2);
	expect_equal("lower half of the ICR", apic_read(APIC_ICR_LOW), ICR_NMI | ICR_TO_SELF);
}

/* NMIs that arrive while a handler runs become a single one after its IRET (Intel SDM volume 3, section 6.7.1). */
void check_nmis_in_handler(void)
{
	struct processor *me = processor_self();
	uint64_t before = me->nmis;

	me->nmi_depth_most = 0;
	me->again = NESTED;
	apic_command(0, ICR_NMI | ICR_TO_SELF);
	expect_equal("NMIs", me->nmis - before, 2);
	expect_equal("handlers at a time", me->nmi_depth_most, 1);
}
