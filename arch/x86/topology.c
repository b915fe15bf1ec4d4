/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/x86/topology.h"

uint16_t topology_with(uint32_t *apic_ids, uint16_t count, uint16_t capacity, uint32_t id)
{
	for (uint16_t i = 0; i < count; i++)
		if (apic_ids[i] == id)
			return count;
	if (count == capacity)
		count--;
	apic_ids[count] = id;
	return (uint16_t)(count + 1);
}

/* True for the first CPU of its package in the list. */
static bool first_of_package(const uint32_t *apic_ids, uint16_t index, unsigned shift)
{
	for (uint16_t i = 0; i < index; i++)
		if (apic_ids[i] >> shift == apic_ids[index] >> shift)
			return false;
	return true;
}

/* Number of packages with an ID below `package`. */
static uint16_t packages_below(const uint32_t *apic_ids, uint16_t count, unsigned shift, uint64_t package)
{
	uint16_t below = 0;

	for (uint16_t i = 0; i < count; i++)
		if (apic_ids[i] >> shift < package && first_of_package(apic_ids, i, shift))
			below++;
	return below;
}

uint16_t topology_fill(struct cpu *cpus, const uint32_t *apic_ids, uint16_t count, const struct cpu_identity *identity)
{
	unsigned shift = identity->package_shift;

	for (uint16_t i = 0; i < count; i++) {
		uint32_t id = apic_ids[i];
		uint32_t within = id & (uint32_t)(BIT(shift) - 1);
		bool ours = id == identity->apic_id;

		cpus[i] = (struct cpu){
			.apic_id = id,
			.socket = packages_below(apic_ids, count, shift, id >> shift),
			.core = (uint16_t)(within >> identity->thread_bits),
			.thread = (uint16_t)(id & (uint32_t)(BIT(identity->thread_bits) - 1)),
			.bootstrap = ours,
			.usable = ours,
		};
	}
	return packages_below(apic_ids, count, shift, UINT64_MAX);
}
