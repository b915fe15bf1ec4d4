/* SPDX-License-Identifier: BSD-2-Clause */
/* CPUID, decoded from raw leaves so that any machine's leaves can be replayed. Leaf numbers and
 * fields: Intel SDM vol. 2A, CPUID. */
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
	char hypervisor[13]; /* under which it runs: leaf 1, ECX bit 31, and leaf 0x40000000; empty: under none */
	uint16_t family, model;
	uint8_t stepping;
	struct core_pmu core_pmu;
	uint32_t apic_id; /* of the processor that executed it */
	/* An APIC id is, from the top: package, core, thread. */
	uint8_t thread_bits;
	uint8_t package_shift;
	bool machine_checks;       /* it takes them, and has banks: leaf 1, EDX bits 7 and 14 */
	uint64_t ticks_per_second; /* of the time-stamp counter, by leaf 0x15; 0 if it does not say */
};

void cpuid_identify(struct cpu_identity *identity, cpuid_reader *read, void *context);

/* The instruction itself. */
cpuid_reader cpuid_execute;

/* APIC id of the executing processor. */
uint32_t cpuid_apic_id(cpuid_reader *read, void *context);

#endif
