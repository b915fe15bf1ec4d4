/* SPDX-License-Identifier: BSD-2-Clause */
/* Translations of memory that has been taken away from the guest, on all processors.
 *
 * The processor that has taken it away marks each other one, and then looks whether that one is in the guest. The other one says that
 * it is in the guest, and then looks for the mark. Either writes before it reads, and as XCHG is a full fence (Intel SDM
 * volume 3, section 8.2.3.9) neither reads before its write is seen by all. So at least one of the two sees the other's
 * write: the mark is found, and translations are forgotten at this entry; or the guest is found, and has to be left, and the mark is
 * found at the next entry. With either order turned round, or one fence left out, both may miss.
 *
 * The mark is taken and looked at in one, or one that is set in between would be lost: what is forgotten at the entry are
 * translations by tables as they were when the mark was taken, or later. */
#include "silicon/svm/svm.h"

bool stale_enter(struct cpu *cpu)
{
	__atomic_store_n(&cpu->passes, cpu->passes + 1, __ATOMIC_RELAXED);
	return __atomic_exchange_n(&cpu->stale, false, __ATOMIC_SEQ_CST);
}

void stale_leave(struct cpu *cpu)
{
	__atomic_store_n(&cpu->passes, cpu->passes + 1, __ATOMIC_RELEASE);
}

static void make_stale(struct cpu *from, struct cpu *cpu)
{
	uint64_t passes;

	(void)__atomic_exchange_n(&cpu->stale, true, __ATOMIC_SEQ_CST);
	passes = __atomic_load_n(&cpu->passes, __ATOMIC_ACQUIRE);
	if (cpu == from || !cpu->running || !(passes & 1))
		return;
	cpu_kick(from, cpu);
	while (__atomic_load_n(&cpu->passes, __ATOMIC_ACQUIRE) == passes)
		cpu_relax();
}

void stale_all(struct cpu *from)
{
	for (unsigned i = 0; i < from->hypervisor->cpu_count; i++)
		make_stale(from, &from->hypervisor->cpus[i]);
}
