/* SPDX-License-Identifier: BSD-2-Clause */
/* Single instructions of an x86-64 processor. None of these may fault on a processor that has long
 * mode, except rdmsr and wrmsr with a register that it lacks: see access.h for those. */
#ifndef ARCH_X86_CPU_H
#define ARCH_X86_CPU_H

#include "pc/instructions.h"

#define RFLAGS_IF       BIT(9)
#define CR4_FIVE_LEVELS BIT(12)
#define CR4_CET         BIT(23) /* shadow stacks, and branches to marked places alone: Intel SDM vol. 1, chapter 17 */

/* Read when all that stands before it is done: orders are judged by it. Intel SDM vol. 2B, RDTSC. */
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

/* Writes back and empties the caches of this processor and those that it shares. Serialising; takes milliseconds. */
static inline void cpu_flush_caches(void)
{
	__asm__ volatile("wbinvd" : : : "memory");
}

/* Everything written before is visible to others, and everything read before is read, before anything
 * that follows happens. */
static inline void cpu_fence(void)
{
	__asm__ volatile("mfence; lfence" : : : "memory");
}

/* Enables interrupts and waits for one; one that is pending already ends the wait, for interrupts are
 * enabled only after the instruction that follows. */
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

/* Loading what is there already makes the processor forget its translations. */
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

/* Landings of ours are no returns that a shadow stack knows. Both are for one function: returns in between are on none. True if it was on. */
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
