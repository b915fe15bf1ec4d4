/* SPDX-License-Identifier: BSD-2-Clause */
/* Discards translations of memory that was removed from the guest, on all processors.
 *
 * The removing processor marks each other one, then tests whether that one is in the guest. The other one notes that it
 * is in the guest, then tests its mark. Each writes before it reads, and as XCHG is a full fence (Intel SDM volume 3,
 * section 8.2.3.9), neither reads before its write is visible to all. So at least one sees the other's write: either
 * the mark is seen and translations are discarded at this entry, or the guest is seen and must be left, and the mark is
 * seen at the next entry. With the other order on either side, or a missing fence, both writes may be missed.
 *
 * The mark is tested and cleared in one operation; otherwise a mark set in between would be lost. The entry discards
 * translations of the tables as they were when the mark was cleared, or later. */
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

void stale_all(struct cpu *from)
{
	for (unsigned i = 0; i < from->hypervisor->cpu_count; i++) {
		struct cpu *cpu = &from->hypervisor->cpus[i];
		uint64_t passes;

		(void)__atomic_exchange_n(&cpu->stale, true, __ATOMIC_SEQ_CST);
		passes = __atomic_load_n(&cpu->passes, __ATOMIC_ACQUIRE);
		if (cpu == from || !cpu->running || !(passes & 1))
			continue;
		cpu_kick(from, cpu);
		while (__atomic_load_n(&cpu->passes, __ATOMIC_ACQUIRE) == passes)
			cpu_relax();
	}
}
