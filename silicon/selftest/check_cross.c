/* SPDX-License-Identifier: BSD-2-Clause */
/* Commands of the local APIC and PMIs between processors that this program has started. */
#include "silicon/selftest/alone.h"
#include "silicon/selftest/checks.h"
#include "silicon/selftest/uncore.h"

#define CR0_AFTER_INIT   0x60000010
#define PERIOD           1000
#define CPUID_1_EDX_APIC BIT(9)
#define STAY_SPIN        (UINT64_C(1000) * 1000)
#define ACROSS_PERIOD    100000 /* 1 ms */
#define STORM_PERIOD     1      /* expires before the handler that starts it ends */
#define STORM_PMIS       2000
#define DFR_FLAT         0xffffffff
#define DFR_CLUSTER      0x0fffffff
#define ALL_CLUSTERS     0xf0

uint64_t check_many_pmis;

/* ---- INIT and STARTUP --------------------------------------------------------------------------------- */

static uint64_t starts(void)
{
	uint64_t sum = 0;

	for (unsigned i = 1; i < machine.count; i++)
		sum += machine.processor[i]->started;
	return sum;
}

/* Starts all others, or one, and expects each to arrive once, in the state after INIT. */
static void start_processors(struct processor *only)
{
	uint64_t before[MAX_PROCESSORS];

	for (unsigned i = 1; i < machine.count; i++)
		before[i] = machine.processor[i]->started;
	alone_start(only ? only->apic_id : 0, only ? 0 : ICR_TO_OTHERS);
	for (unsigned i = 1; i < machine.count; i++) {
		struct processor *processor = machine.processor[i];
		bool chosen = !only || processor == only;

		expect("the processor starts", wait_for(&processor->started, before[i] + chosen));
		expect_equal("starts", processor->started - before[i], chosen);
		if (chosen)
			expect_equal("PMI entry after INIT", processor->result, LVT_MASKED);
	}
	expect_equal("EDX, the signature", alone_wake_state()->signature, cpuid(1, 0).eax);
	expect_equal("CR0", alone_wake_state()->cr0, CR0_AFTER_INIT);
}

void check_started(void)
{
	start_processors(NULL);
	expect_equal("starts by the code at the vector", alone_wake_state()->count, machine.count - 1);
}

static void spin_for_ever(struct processor *me)
{
	me->entry = LVT_PMI;
	apic_write(APIC_LVT_PMI, LVT_PMI);
	interrupts_off();
	me->result = 1;
	for (;;)
		spin(UINT32_MAX);
}

/* INIT reaches processors that neither exit nor take interrupts. */
void check_started_again(void)
{
	for (unsigned i = 1; i < machine.count; i++) {
		machine.processor[i]->result = 0;
		alone_work(machine.processor[i], spin_for_ever);
		expect("the processor spins", wait_for(&machine.processor[i]->result, 1));
	}
	start_processors(NULL);
}

void check_started_one_by_one(void)
{
	uint64_t before = starts();

	for (unsigned i = 1; i < machine.count; i++)
		start_processors(machine.processor[i]);
	/* STARTUP without INIT starts no processor. */
	apic_command(0, ICR_STARTUP | ICR_TO_OTHERS);
	expect_equal("starts", starts() - before, machine.count - 1);
}

/* ---- local APICs that are switched off ------------------------------------------------------------------ */

static void switch_off(void)
{
	uint64_t base = msr_read(MSR_APIC_BASE), off = base & ~APIC_BASE_ENABLED;

	expect_equal("switching off", try_wrmsr(MSR_APIC_BASE, off), 0);
	expect_equal("the base", msr_read(MSR_APIC_BASE), off);
	expect_equal("CPUID's bit of it", cpuid(1, 0).edx & CPUID_1_EDX_APIC, 0);
	expect_equal("x2APIC from off", try_wrmsr(MSR_APIC_BASE, base | APIC_BASE_X2APIC), TRAP_PROTECTION);
	expect_equal("x2APIC alone", try_wrmsr(MSR_APIC_BASE, off | APIC_BASE_X2APIC), TRAP_PROTECTION);
	apic_write(APIC_SVR, SVR_ENABLED);
	expect_equal("the page", apic_read(APIC_SVR), UINT32_MAX);
}

static void switch_on(void)
{
	expect_equal("switching on", try_wrmsr(MSR_APIC_BASE, msr_read(MSR_APIC_BASE) | APIC_BASE_ENABLED), 0);
	expect_equal("CPUID's bit of it", cpuid(1, 0).edx & CPUID_1_EDX_APIC, CPUID_1_EDX_APIC);
	expect_equal("spurious vector", apic_read(APIC_SVR), SVR_RESET);
	expect_equal("PMI entry", apic_read(APIC_LVT_PMI), LVT_MASKED);
	expect_equal("the timer's entry", apic_read(APIC_LVT_TIMER), LVT_MASKED);
	expect_equal("LINT0 entry", apic_read(APIC_LVT_LINT0), LVT_MASKED);
	apic_write(APIC_SVR, SVR_ENABLED);
}

/* After off and on, the APIC is as after a reset and has lost pending interrupts. */
void check_apic_off(void)
{
	struct processor *me = processor_self();
	uint64_t before = me->wakes, found, value;

	interrupts_off();
	apic_write(APIC_LVT_PMI, LVT_PMI);
	apic_command(me->apic_id, ICR_FIXED | VECTOR_WAKE);
	switch_off();

	/* The task priority is also a register of the processor: CR8 works without a local APIC. */
	__asm__ volatile("mov %%cr8, %0" : "=r"(found));
	__asm__ volatile("mov %1, %%cr8; mov %%cr8, %0" : "=r"(value) : "r"(found ^ 5));
	expect_equal("the task priority", value, found ^ 5);
	expect_equal("the page", apic_read(APIC_TASK_PRIORITY), UINT32_MAX);
	__asm__ volatile("mov %0, %%cr8" : : "r"(found));
	switch_on();
	interrupts_on();
	expect_equal("interrupts of before", me->wakes - before, 0);
	apic_command(me->apic_id, ICR_FIXED | VECTOR_WAKE);
	expect("one of after", wait_for(&me->wakes, before + 1));
}

static volatile uint64_t is_off, shall_be_on;

static void stay_off(struct processor *me)
{
	(void)me;
	switch_off();
	is_off++;
	while (!shall_be_on)
		cpu_relax();
	switch_on();
}

/* While the APIC is off, neither an IPI nor an NMI reaches its processor. */
void check_apic_off_of_another(void)
{
	struct processor *other = machine.processor[1];
	uint64_t nmis = other->nmis, wakes;

	is_off = shall_be_on = 0;
	alone_work(other, stay_off);
	expect("the processor switches its APIC off", wait_for(&is_off, 1));
	wakes = other->wakes;
	apic_command(other->apic_id, ICR_NMI);
	apic_command(other->apic_id, ICR_FIXED | VECTOR_WAKE);
	spin(STAY_SPIN);
	shall_be_on = 1;
	expect("the processor switches its APIC on", alone_wait(other));
	expect_equal("NMIs", other->nmis - nmis, 0);
	expect_equal("interrupts", other->wakes - wakes, 0);
}

/* ---- IPIs and NMIs --------------------------------------------------------------------------------------- */

void check_ipis(void)
{
	for (unsigned i = 0; i < machine.count; i++) {
		struct processor *to = machine.processor[i];
		uint64_t before = to->wakes;

		apic_command(to->apic_id, ICR_FIXED | VECTOR_WAKE);
		expect("the IPI arrives", wait_for(&to->wakes, before + 1));
		expect_equal("IPIs", to->wakes - before, 1);
	}
}

/* Sends an NMI and expects it on exactly the processors of `mask` (bit i: machine.processor[i]). */
static void send_nmi(uint32_t to, uint32_t command, unsigned mask)
{
	uint64_t before[MAX_PROCESSORS];

	for (unsigned i = 0; i < machine.count; i++)
		before[i] = machine.processor[i]->nmis;
	apic_command(to, ICR_NMI | command);
	for (unsigned i = 0; i < machine.count; i++)
		if (mask >> i & 1)
			expect("the NMI arrives", wait_for(&machine.processor[i]->nmis, before[i] + 1));
	for (unsigned i = 0; i < machine.count; i++)
		expect_equal("NMIs", machine.processor[i]->nmis - before[i], mask >> i & 1);
}

void check_nmis(void)
{
	for (unsigned i = 1; i < machine.count; i++)
		send_nmi(machine.processor[i]->apic_id, 0, 1u << i);
	send_nmi(0, ICR_TO_OTHERS, (unsigned)MASK(1, machine.count - 1));
}

static volatile uint32_t wanted_format;

/* In cluster mode, processor i is number i % 4 of cluster i / 4. */
static void set_logical_id(struct processor *me)
{
	unsigned i = 0;

	while (machine.processor[i] != me)
		i++;
	apic_write(APIC_DFR, wanted_format);
	apic_write(APIC_LDR, wanted_format == DFR_FLAT ? 1u << (24 + i) : i / 4 << 28 | 1u << (24 + i % 4));
}

static void set_logical_ids(uint32_t format)
{
	wanted_format = format;
	set_logical_id(machine.processor[0]);
	for (unsigned i = 1; i < machine.count; i++) {
		alone_work(machine.processor[i], set_logical_id);
		expect("the processor sets its logical ID", alone_wait(machine.processor[i]));
	}
}

void check_nmis_logical(void)
{
	unsigned others = (unsigned)MASK(1, machine.count - 1);

	set_logical_ids(DFR_FLAT);
	for (unsigned i = 1; i < machine.count; i++)
		send_nmi(1u << i, ICR_LOGICAL, 1u << i);
	send_nmi(others, ICR_LOGICAL, others);
	set_logical_ids(DFR_CLUSTER);
	for (unsigned i = 1; i < machine.count; i++)
		send_nmi(i / 4 << 4 | 1u << i % 4, ICR_LOGICAL, 1u << i);
	send_nmi(ALL_CLUSTERS | 2, ICR_LOGICAL, others & 0x22);
	set_logical_ids(DFR_FLAT);
}

/* ---- PMIs ------------------------------------------------------------------------------------------------ */

static volatile uint64_t wanted_cores;
static volatile uint32_t wanted_entry;
static volatile uint64_t wanted_count;
static volatile uint32_t wanted_period;

static void send_pmi(struct processor *me)
{
	(void)me;
	uncore_start(wanted_period, wanted_cores);
}

static void stop(struct processor *me)
{
	(void)me;
	uncore_stop();
}

/* Runs the work on this or another processor and waits until it is done. */
static void do_on(struct processor *processor, void (*work)(struct processor *me))
{
	if (processor == processor_self()) {
		work(processor);
		return;
	}
	alone_work(processor, work);
	expect("the other processor does its work", alone_wait(processor));
}

static void set_entry(struct processor *me)
{
	me->entry = wanted_entry;
	apic_write(APIC_LVT_PMI, me->entry);
}

static void set_entries(uint32_t entry)
{
	wanted_entry = entry;
	for (unsigned i = 0; i < machine.count; i++)
		do_on(machine.processor[i], set_entry);
}

static void stop_all(void)
{
	for (unsigned i = 0; i < machine.sockets; i++)
		do_on(processor_at(i, 0), stop);
	set_entries(LVT_MASKED);
}

enum { CAME_EARLY = 1, CAME, CAME_NOT };

static void spin_for_pmi(struct processor *me)
{
	volatile uint64_t *count = me->entry == LVT_NMI ? &me->nmi_pmis : &me->pmis;

	if (*count >= wanted_count)
		me->result = CAME_EARLY;
	else
		me->result = spin_for(count, wanted_count) ? CAME : CAME_NOT;
}

static uint64_t pmis_of(const struct processor *processor)
{
	return processor->entry == LVT_NMI ? processor->nmi_pmis : processor->pmis;
}

/* Sends a PMI to another processor of the socket, which spins without exits. On a busy host the spin may begin too
 * late; then this is repeated with more time. */
static void send_across(struct processor *from, struct processor *to)
{
	wanted_cores = BIT(to->core);
	for (wanted_period = ACROSS_PERIOD; wanted_period < 1000 * ACROSS_PERIOD; wanted_period *= 4) {
		wanted_count = pmis_of(to) + 1;
		do_on(from, send_pmi);
		do_on(to, spin_for_pmi);
		expect_equal("PMIs", pmis_of(to), wanted_count);
		if (to->result != CAME_EARLY)
			break;
	}
	expect_equal("the PMI arrived during the spin", to->result, CAME);
}

static void send_between_all(uint32_t entry)
{
	set_entries(entry);
	for (unsigned i = 0; i < machine.count; i++)
		for (unsigned j = 0; j < machine.count; j++)
			if (i != j && machine.processor[i]->socket == machine.processor[j]->socket)
				send_across(machine.processor[i], machine.processor[j]);
	stop_all();
}

void check_pmi_across(void)
{
	send_between_all(LVT_PMI);
}

void check_pmi_nmi_across(void)
{
	send_between_all(LVT_NMI);
}

/* With one request to all cores of a socket, each of them takes the PMI, and no core of another socket does. */
void check_pmi_to_all(void)
{
	uint64_t before[MAX_PROCESSORS];

	set_entries(LVT_PMI);
	for (unsigned socket = 0; socket < machine.sockets; socket++) {
		for (unsigned i = 0; i < machine.count; i++)
			before[i] = machine.processor[i]->pmis;
		wanted_cores = MASK(0, machine.cores[socket]);
		wanted_period = PERIOD;
		do_on(processor_at(socket, 0), send_pmi);
		for (unsigned i = 0; i < machine.count; i++) {
			struct processor *to = machine.processor[i];
			bool concerned = to->socket == socket;

			expect("the PMI arrives", wait_for(&to->pmis, before[i] + concerned));
			expect_equal("PMIs", to->pmis - before[i], concerned);
		}
	}
	stop_all();
}

/* ---- many PMIs --------------------------------------------------------------------------------------------- */

static volatile uint64_t wanted_pmis;

static void begin_many(struct processor *me)
{
	uncore_start_many(wanted_period, BIT(me->core), wanted_pmis - 1, true);
}

static uint64_t taken(void)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < machine.count; i++)
		sum += machine.processor[i]->pmis + machine.processor[i]->nmi_pmis;
	return sum;
}

/* All sockets at the same time; each sends its PMIs to its cores in turn. */
static void make_many(uint32_t entry, uint32_t period, uint64_t pmis)
{
	uint64_t before = taken(), armed = uncore_armed(), done[MAX_SOCKETS];

	set_entries(entry);
	wanted_period = period;
	wanted_pmis = pmis / machine.sockets;
	for (unsigned i = 0; i < machine.sockets; i++)
		done[i] = *uncore_done(i);
	for (unsigned i = machine.sockets; i--;)
		do_on(processor_at(i, 0), begin_many);
	for (unsigned i = 0; i < machine.sockets; i++)
		expect("all PMIs of a socket arrive", halt_for(uncore_done(i), done[i] + wanted_pmis));
	stop_all();
	expect_equal("requests", uncore_armed() - armed, wanted_pmis * machine.sockets);
	expect_equal("PMIs", taken() - before, wanted_pmis * machine.sockets);
}

/* Requests come back to back: none is lost, and the program makes progress. */
void check_storm(void)
{
	make_many(LVT_PMI, STORM_PERIOD, STORM_PMIS);
	make_many(LVT_NMI, STORM_PERIOD, STORM_PMIS);
}

void check_many(void)
{
	make_many(LVT_PMI, PERIOD, check_many_pmis);
}
