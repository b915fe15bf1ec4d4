/* SPDX-License-Identifier: BSD-2-Clause */
/* Other processors, by the firmware's MP services. Each use is an INIT and two STARTUPs. */
#include "silicon/selftest/checks.h"
#include "silicon/selftest/services.h"
#include "silicon/selftest/uncore.h"

#define ROUNDS 3
#define PERIOD 1000
#define MARK   0x100000000

static void count_start(struct processor *me)
{
	me->started++;
	me->result = processor_own_apic_id();
}

void check_all_processors(void)
{
	for (unsigned round = 1; round <= ROUNDS; round++) {
		expect("the firmware reports no error", services_run_all(count_start));
		for (unsigned i = 1; i < machine.count; i++) {
			expect_equal("starts", machine.processor[i]->started, round);
			expect_equal("APIC id", machine.processor[i]->result, machine.processor[i]->apic_id);
		}
	}
}

void check_each_processor(void)
{
	for (unsigned i = 1; i < machine.count; i++) {
		uint64_t before = machine.processor[i]->started;

		expect("the firmware reports no error", services_run_one(machine.processor[i], count_start));
		expect_equal("starts", machine.processor[i]->started - before, 1);
	}
}

static void write_mark(struct processor *me)
{
	msr_write(U_CTR, MARK + me->socket);
}

static void read_mark(struct processor *me)
{
	me->result = msr_read(U_CTR);
}

static void stop(struct processor *me)
{
	(void)me;
	uncore_stop();
}

/* Each socket has its own registers. All its processors see the same ones, whichever processor wrote them. */
void check_sockets_apart(void)
{
	for (unsigned writer = 0; writer < machine.sockets; writer++)
		expect("the last core writes",
		       services_run_one(processor_at(writer, machine.cores[writer] - 1), write_mark));
	expect("all others read", services_run_all(read_mark));
	read_mark(processor_self());
	for (unsigned i = 0; i < machine.count; i++)
		expect_equal("the mark that a processor reads", machine.processor[i]->result,
			     MARK + machine.processor[i]->socket);
	uncore_stop();
	for (unsigned socket = 1; socket < machine.sockets; socket++)
		expect("the firmware reports no error", services_run_one(processor_at(socket, 0), stop));
}

/* Takes one PMI as interrupt and one as NMI; bits 0 and 1 of the result show which arrived. */
static void take_own_pmis(struct processor *me)
{
	uint64_t pmis = me->pmis, nmis = me->nmi_pmis;

	me->entry = LVT_PMI;
	apic_write(APIC_LVT_PMI, me->entry);
	uncore_start(PERIOD, BIT(me->core));
	interrupts_on();
	me->result = spin_for(&me->pmis, pmis + 1);
	interrupts_off();
	me->entry = LVT_NMI;
	apic_write(APIC_LVT_PMI, me->entry);
	uncore_start(PERIOD, BIT(me->core));
	me->result |= spin_for(&me->nmi_pmis, nmis + 1) ? 2 : 0;
	uncore_stop();
}

void check_pmi_of_each(void)
{
	for (unsigned i = 1; i < machine.count; i++) {
		expect("the firmware reports no error", services_run_one(machine.processor[i], take_own_pmis));
		expect_equal("PMIs that arrived", machine.processor[i]->result, 3);
	}
}

static void send_to_boot_processor(struct processor *me)
{
	volatile uint64_t *pmis = &machine.processor[0]->pmis;
	uint64_t before = *pmis;

	uncore_start(PERIOD, BIT(machine.processor[0]->core));
	me->result = wait_for(pmis, before + 1);
	uncore_stop();
}

/* The PMI arrives while the firmware waits for the other processor. */
void check_pmi_to_boot_processor(void)
{
	struct processor *me = processor_self(), *other = processor_at(me->socket, me->core + 1u);
	uint64_t before = me->pmis;

	me->entry = LVT_PMI;
	apic_write(APIC_LVT_PMI, me->entry);
	expect("the firmware reports no error", services_run_one(other, send_to_boot_processor));
	expect_equal("PMIs", me->pmis - before, 1);
	me->entry = LVT_MASKED;
	apic_write(APIC_LVT_PMI, me->entry);
}
