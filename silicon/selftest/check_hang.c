/* SPDX-License-Identifier: BSD-2-Clause */
/* An access that never completes stops only the processor that makes it; time continues. */
#include "silicon/selftest/alone.h"
#include "silicon/selftest/checks.h"
#include "silicon/selftest/uncore.h"

#define LONG_PERIOD 10000000 /* 100 ms: by then no processor exits any more */
#define LONG_SPIN   (UINT64_C(200) * 1000 * 1000)

static struct processor *boot_processor(void)
{
	return machine.processor[0];
}

/* The result is the number of completed accesses. */
static void access_for_ever(struct processor *me)
{
	for (me->result = 0;; me->result++)
		(void)msr_read(C0_GLOBAL_CTL);
}

/* A PMI arrives although this processor does not exit: the alarm delivers it. */
static void expect_time_continues(struct processor *me)
{
	uint64_t before = me->pmis;

	me->entry = LVT_PMI;
	apic_write(APIC_LVT_PMI, LVT_PMI);
	uncore_start(LONG_PERIOD, BIT(me->core));
	expect("a PMI arrives", spin_for(&me->pmis, before + 1));
	expect_equal("PMIs", me->pmis - before, 1);
	uncore_stop();
	me->entry = LVT_MASKED;
	apic_write(APIC_LVT_PMI, LVT_MASKED);
}

static void expect_stopped(struct processor *stopped)
{
	uint64_t nmis = stopped->nmis, wakes = stopped->wakes;

	apic_command(stopped->apic_id, ICR_NMI);
	apic_command(stopped->apic_id, ICR_FIXED | VECTOR_WAKE);
	spin(LONG_SPIN);
	expect_equal("completed accesses", stopped->result, HANG_ACCESSES);
	expect_equal("NMIs that the stopped processor took", stopped->nmis - nmis, 0);
	expect_equal("interrupts that the stopped processor took", stopped->wakes - wakes, 0);
}

void check_hang_of_another(void)
{
	struct processor *other = machine.processor[machine.count - 1];

	alone_work(other, access_for_ever);
	expect("the processor makes its first accesses", wait_for(&other->result, HANG_ACCESSES));
	spin(LONG_SPIN); /* time for the access that hangs */
	expect_stopped(other);
	expect_time_continues(processor_self());
	expect_stopped(other);
}

/* Runs on another processor, which reports from then on: the boot processor has the alarm. */
void check_hang_of_boot_processor(void)
{
	struct processor *stopped = boot_processor();
	uint64_t nmis = stopped->nmis;

	expect("the boot processor makes an access", wait_for(&stopped->works, 1));
	spin(LONG_SPIN);
	expect_time_continues(processor_self());
	apic_command(stopped->apic_id, ICR_NMI);
	spin(LONG_SPIN);
	expect_equal("NMIs that the boot processor took", stopped->nmis - nmis, 0);
	expect_equal("completed accesses", stopped->works_done, 0);
}
