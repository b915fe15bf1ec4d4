/* SPDX-License-Identifier: BSD-2-Clause */
/* CPUID, decoded from raw leaves, so that the leaves of any machine can be replayed. Leaf numbers and fields: Intel SDM
 * vol. 2A, CPUID. */
#ifndef ARCH_X86_CPUID_H
#define ARCH_X86_CPUID_H

#include "core/hardware/machine.h"

struct cpuid_leaf {
	uint32_t eax, ebx, ecx, edx;
};

/* Executes CPUID, or looks it up. */
typedef struct cpuid_leaf cpuid_reader(void *context, uint32_t leaf, uint32_t subleaf);

struct cpu_identity {
	char vendor[13];
	char brand[49];      /* without leading blanks; empty if there is none */
	char hypervisor[13]; /* hypervisor's name: leaf 1, ECX bit 31, and leaf 0x40000000; empty: no hypervisor */
	uint16_t family, model;
	uint8_t stepping;
	struct core_pmu core_pmu;
	uint32_t apic_id; /* of the processor that executed it */
	/* Fields of an APIC ID, from the top: package, core, thread. */
	uint8_t thread_bits;
	uint8_t package_shift;
	bool machine_checks;       /* it has machine checks and banks: leaf 1, EDX bits 7 and 14 */
	uint64_t ticks_per_second; /* of the time-stamp counter, from leaf 0x15; 0 if not given */
};

void cpuid_identify(struct cpu_identity *identity, cpuid_reader *read, void *context);

/* The instruction itself. */
cpuid_reader cpuid_execute;

/* APIC ID of the executing CPU. */
uint32_t cpuid_apic_id(cpuid_reader *read, void *context);

#endif
