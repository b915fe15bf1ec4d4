/* SPDX-License-Identifier: BSD-2-Clause */
/* Single instructions of an x86-64 processor. None of these faults on a processor with long mode, except rdmsr and
 * wrmsr of a missing register: see access.h for those. */
#ifndef ARCH_X86_CPU_H
#define ARCH_X86_CPU_H

#include "pc/instructions.h"

#define RFLAGS_IF       BIT(9)
#define CR4_FIVE_LEVELS BIT(12)
#define CR4_CET         BIT(23) /* shadow stacks, and checked branch targets: Intel SDM vol. 1, chapter 17 */

/* Reads the counter after all earlier instructions, because access order is judged by it. Intel SDM vol. 2B, RDTSC. */
static inline uint64_t cpu_ticks(void)
{
	uint32_t low, high;

	__asm__ volatile("lfence; rdtsc" : "=a"(low), "=d"(high) : : "memory");
	return (uint64_t)high << 32 | low;
}

static inline void cpu_pause(void)
{
	__asm__ volatile("pause" : : : "memory");
}

/* Writes back and invalidates the caches of this CPU and those it shares. Serializing; takes milliseconds. */
static inline void cpu_flush_caches(void)
{
	__asm__ volatile("wbinvd" : : : "memory");
}

/* Orders memory accesses: earlier writes are visible to others, and earlier reads are complete, before later
 * instructions. */
static inline void cpu_fence(void)
{
	__asm__ volatile("mfence; lfence" : : : "memory");
}

/* Enables interrupts and waits for one. A pending interrupt ends the wait, because interrupts are enabled only after
 * the next instruction. */
static inline void cpu_sleep(void)
{
	__asm__ volatile("sti; hlt" : : : "memory");
}

static inline void __attribute__((noreturn)) cpu_stop(void)
{
	for (;;)
		__asm__ volatile("cli; hlt" : : : "memory");
}

/* Disables interrupts; returns the flags as they were. */
static inline uint64_t cpu_disable_interrupts(void)
{
	uint64_t flags;

	__asm__ volatile("pushfq; popq %0; cli" : "=r"(flags) : : "memory");
	return flags;
}

/* Enables interrupts for at least two instructions, so that a pending one is taken. */
static inline void cpu_enable_interrupts(void)
{
	__asm__ volatile("sti; nop; nop" : : : "memory");
}

/* Restores `flags`, as cpu_disable_interrupts returned them. */
static inline void cpu_restore_interrupts(uint64_t flags)
{
	if (flags & RFLAGS_IF)
		cpu_enable_interrupts();
}

static inline uint16_t cpu_code_segment(void)
{
	uint16_t selector;

	__asm__("movw %%cs, %0" : "=r"(selector));
	return selector;
}

static inline uint64_t cpu_cr0(void)
{
	uint64_t value;

	__asm__ volatile("movq %%cr0, %0" : "=r"(value));
	return value;
}

static inline uint64_t cpu_cr2(void)
{
	uint64_t value;

	__asm__ volatile("movq %%cr2, %0" : "=r"(value));
	return value;
}

static inline uint64_t cpu_cr3(void)
{
	uint64_t value;

	__asm__ volatile("movq %%cr3, %0" : "=r"(value));
	return value;
}

/* Loads a root of page tables. Loading the present value flushes the processor's translations. */
static inline void cpu_set_cr3(uint64_t value)
{
	__asm__ volatile("movq %0, %%cr3" : : "r"(value) : "memory");
}

static inline uint64_t cpu_cr4(void)
{
	uint64_t value;

	__asm__ volatile("movq %%cr4, %0" : "=r"(value));
	return value;
}

static inline void cpu_set_cr4(uint64_t value)
{
	__asm__ volatile("movq %0, %%cr4" : : "r"(value) : "memory");
}

/* Switch CET off and on again: a shadow stack does not know the returns to fix-ups. Call both in one function, because
 * calls in between leave nothing on the shadow stack. The first returns true if CET was on. */
static inline __attribute__((always_inline)) bool cpu_disable_cet(void)
{
	uint64_t before = cpu_cr4();

	if (before & CR4_CET)
		cpu_set_cr4(before & ~CR4_CET);
	return before & CR4_CET;
}

static inline __attribute__((always_inline)) void cpu_restore_cet(bool on)
{
	if (on)
		cpu_set_cr4(cpu_cr4() | CR4_CET);
}

#endif
