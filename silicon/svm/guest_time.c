/* SPDX-License-Identifier: BSD-2-Clause */
/* Time that stops while the hypervisor works. With QEMU's -icount the time-stamp counter is the number of instructions of all
 * processors, including the hypervisor's, times a fixed number of nanoseconds. If the scenario counts instructions (`icount`), the
 * model's time is the guest's alone: the time in which at least one processor was in the guest, plus the time in which all slept.
 * The instructions of one processor between two exits are counted exactly only while the others sleep or wait. */
#include "silicon/silicon.h"
#include "silicon/svm/svm.h"

/* Number of instructions in svm_enter from its first RDTSC to the guest's first instruction, and from the exit to its
 * second RDTSC. */
#define ENTRY_INSTRUCTIONS 23
#define EXIT_INSTRUCTIONS  17
/* An alarm rings at least this many instructions from now, which is long enough to enter the guest; otherwise the guest
 * would make no progress. */
#define ALARM_INSTRUCTIONS 2000

void guest_time_setup(struct hypervisor *hypervisor)
{
	hypervisor->guest_time.instruction_ns = silicon_instruction_ns(hypervisor->silicon);
}

/* Start of the time in which a processor has been in the guest. Returns false if none is in the guest and any is awake. */
static bool runs_since(const struct hypervisor *hypervisor, uint64_t *since)
{
	uint64_t earliest = UINT64_MAX;
	bool asleep = true;

	for (unsigned i = 0; i < hypervisor->cpu_count; i++) {
		const struct cpu *cpu = &hypervisor->cpus[i];

		if (cpu->entered_tsc)
			earliest = min_u64(earliest, cpu->entered_tsc + ENTRY_INSTRUCTIONS *
										hypervisor->guest_time.instruction_ns);
		asleep &= !cpu->running || cpu->asleep;
	}
	*since = asleep ? 0 : earliest;
	return asleep || earliest != UINT64_MAX;
}

/* Advances the guest's time to time stamp `tsc`. The caller holds the lock. */
static void advance_to(struct hypervisor *hypervisor, uint64_t tsc)
{
	struct guest_time *time = &hypervisor->guest_time;
	uint64_t since;

	if (!runs_since(hypervisor, &since))
		return;
	since = max_u64(since, time->counted_tsc);
	if (tsc > since)
		time->ns += tsc - since;
	time->counted_tsc = max_u64(time->counted_tsc, tsc);
}

void guest_time_exit(struct cpu *cpu)
{
	struct hypervisor *hypervisor = cpu->hypervisor;

	if (!hypervisor->guest_time.instruction_ns)
		return;
	lock_take(&hypervisor->lock);
	advance_to(hypervisor, cpu->exited_tsc - EXIT_INSTRUCTIONS * hypervisor->guest_time.instruction_ns);
	cpu->entered_tsc = 0;
	lock_give(&hypervisor->lock);
}

void guest_time_sleep(struct cpu *cpu, bool asleep)
{
	struct hypervisor *hypervisor = cpu->hypervisor;
	uint64_t now;

	if (!hypervisor->guest_time.instruction_ns)
		return;
	lock_take(&hypervisor->lock);
	now = tsc_read();
	advance_to(hypervisor, now);
	hypervisor->guest_time.counted_tsc = max_u64(hypervisor->guest_time.counted_tsc, asleep ? now : 0);
	cpu->asleep = asleep;
	lock_give(&hypervisor->lock);
}

void guest_time_retire(struct cpu *cpu)
{
	struct hypervisor *hypervisor = cpu->hypervisor;

	if (!hypervisor->guest_time.instruction_ns)
		return;
	lock_take(&hypervisor->lock);
	hypervisor->guest_time.ns += hypervisor->guest_time.instruction_ns;
	lock_give(&hypervisor->lock);
}

uint64_t guest_time_now(struct hypervisor *hypervisor, uint64_t machine_ns)
{
	if (!hypervisor->guest_time.instruction_ns)
		return machine_ns;
	advance_to(hypervisor, tsc_read());
	return hypervisor->guest_time.ns;
}

uint64_t guest_time_alarm(const struct hypervisor *hypervisor, uint64_t at_ns)
{
	const struct guest_time *time = &hypervisor->guest_time;
	uint64_t left_ns;

	if (!time->instruction_ns || at_ns == UINT64_MAX)
		return at_ns;
	left_ns = at_ns > time->ns ? at_ns - time->ns : 0;
	return hpet_now(&hypervisor->clock) + max_u64(left_ns, ALARM_INSTRUCTIONS * time->instruction_ns);
}
