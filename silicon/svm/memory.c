/* SPDX-License-Identifier: BSD-2-Clause */
/* The model's device memory. Its pages are not present for the guest, so the model answers each access. */
#include "silicon/svm/svm.h"

/* Reads all ones, like a bus, if the model does not answer. */
static uint64_t memory_read(struct cpu *cpu, uint64_t address, unsigned bytes)
{
	uint64_t value = MASK(0, 8 * bytes);

	if (svm_bus_read(cpu, SILICON_MMIO, address, bytes, &value) != SILICON_OK)
		return MASK(0, 8 * bytes);
	return value;
}

static void memory_write(struct cpu *cpu, uint64_t address, unsigned bytes, uint64_t value)
{
	/* A failed memory write is not visible to a processor. */
	(void)svm_bus_write(cpu, SILICON_MMIO, address, bytes, value);
}

void memory_setup(struct hypervisor *hypervisor)
{
	uint64_t first, last;

	for (unsigned i = 0; silicon_memory_range(hypervisor->silicon, i, &first, &last); i++)
		paging_trap(hypervisor, &(struct trap){first, last, memory_read, memory_write});
}
