/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/svm/processors.h"

uint32_t processor_own_apic_id(void)
{
	/* Leaf 0x0b has all of it. */
	if (cpuid(0, 0).eax >= 0xb && cpuid(0xb, 0).ebx)
		return cpuid(0xb, 0).edx;
	return cpuid(1, 0).ebx >> 24;
}

/* By the fields of the APIC id (Intel SDM volume 2, CPUID leaf 0x0b). */
void processor_place(struct cpu *cpu, uint32_t apic_id)
{
	unsigned thread_bits, package_shift;

	cpu->apic_id = apic_id;
	cpu->core = (uint16_t)apic_id;
	if (cpuid(0, 0).eax < 0xb || !cpuid(0xb, 0).ebx)
		return;
	thread_bits = cpuid(0xb, 0).eax & 0x1f;
	package_shift = cpuid(0xb, 1).eax & 0x1f;
	cpu->socket = (uint16_t)(apic_id >> package_shift);
	cpu->core = (uint16_t)((apic_id & (BIT(package_shift) - 1)) >> thread_bits);
}

void processors_count_sockets(struct hypervisor *hypervisor)
{
	for (unsigned i = 0; i < hypervisor->cpu_count; i++)
		if (hypervisor->sockets <= hypervisor->cpus[i].socket)
			hypervisor->sockets = hypervisor->cpus[i].socket + 1u;
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
