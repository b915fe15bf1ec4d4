/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/svm/processors.h"

uint32_t processor_own_apic_id(void)
{
	/* Leaf 0x0b has the whole ID. */
	if (cpuid(0, 0).eax >= 0xb && cpuid(0xb, 0).ebx)
		return cpuid(0xb, 0).edx;
	return cpuid(1, 0).ebx >> 24;
}

/* Derives the socket from the APIC ID (Intel SDM volume 2, CPUID leaf 0x0b). */
void processor_place(struct cpu *cpu, uint32_t apic_id)
{
	cpu->apic_id = apic_id;
	if (cpuid(0, 0).eax < 0xb || !cpuid(0xb, 0).ebx)
		return;
	cpu->socket = (uint16_t)(apic_id >> (cpuid(0xb, 1).eax & 0x1f));
}

void processors_count(struct hypervisor *hypervisor)
{
	for (unsigned i = 0; i < hypervisor->cpu_count; i++) {
		struct cpu *cpu = &hypervisor->cpus[i];

		cpu->number = 0;
		for (unsigned j = 0; j < hypervisor->cpu_count; j++)
			cpu->number +=
				hypervisor->cpus[j].socket == cpu->socket && hypervisor->cpus[j].apic_id < cpu->apic_id;
		hypervisor->extent.sockets = (unsigned)max_u64(hypervisor->extent.sockets, cpu->socket + 1u);
		hypervisor->extent.processors = (unsigned)max_u64(hypervisor->extent.processors, cpu->number + 1u);
	}
}

void processor_launch_own(struct hypervisor *hypervisor)
{
	for (unsigned i = 1; i < hypervisor->cpu_count; i++)
		if (hypervisor->cpus[i].apic_id == processor_own_apic_id())
			cpu_launch(&hypervisor->cpus[i]);
}

bool processors_run(const struct hypervisor *hypervisor)
{
	for (unsigned i = 1; i < hypervisor->cpu_count; i++)
		if (!hypervisor->cpus[i].running)
			return false;
	return true;
}
