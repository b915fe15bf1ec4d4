/* SPDX-License-Identifier: BSD-2-Clause */
/* The privileged instructions that the hypervisor itself executes. */
#ifndef SILICON_SVM_X86_H
#define SILICON_SVM_X86_H

#include "pc/instructions.h"
#include "silicon/silicon.h"

struct table_register {
	uint16_t limit;
	uint64_t base;
} __attribute__((packed));

static inline struct silicon_cpuid cpuid(uint32_t leaf, uint32_t subleaf)
{
	struct silicon_cpuid r;

	__asm__ volatile("cpuid" : "=a"(r.eax), "=b"(r.ebx), "=c"(r.ecx), "=d"(r.edx) : "a"(leaf), "c"(subleaf));
	return r;
}

static inline uint64_t tsc_read(void)
{
	uint32_t low, high;

	__asm__ volatile("rdtsc" : "=a"(low), "=d"(high) : : "memory");
	return low | (uint64_t)high << 32;
}

/* Access device registers by physical address: all memory is mapped one to one. */
static inline uint32_t mmio_read32(uint64_t address)
{
	return *(volatile uint32_t *)(uintptr_t)address;
}

static inline void mmio_write32(uint64_t address, uint32_t value)
{
	*(volatile uint32_t *)(uintptr_t)address = value;
}

static inline void cpu_relax(void)
{
	__asm__ volatile("pause" : : : "memory");
}

static inline void __attribute__((noreturn)) halt_forever(void)
{
	for (;;)
		__asm__ volatile("cli; hlt");
}

/* Calls from a guest to the hypervisor. */
#define GUEST_CALL        UINT64_C(0x756e636f726b) /* RAX of VMMCALL, "uncork"; RCX is one of: */
#define GUEST_CALL_REPORT 0                        /* print the statistics */
#define GUEST_CALL_LEAVE  1                        /* the program has ended: judge it, print the statistics */
#define GUEST_CALL_ALONE  2                        /* the program never returns to the firmware */

static inline void guest_call(uint64_t function)
{
	__asm__ volatile("vmmcall" : : "a"(GUEST_CALL), "c"(function) : "memory");
}

#endif
