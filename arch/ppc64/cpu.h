/* SPDX-License-Identifier: BSD-2-Clause */
/* Single instructions. Special-purpose registers: Power ISA 3.0B book III; LDBAR: skiboot and Linux, which write it
 * by number. */
#ifndef ARCH_PPC64_CPU_H
#define ARCH_PPC64_CPU_H

#include "arch/ppc64/state.h"

#define SPR_DSISR  18
#define SPR_DAR    19
#define SPR_DEC    22
#define SPR_TB     268
#define SPR_SPRG1  273
#define SPR_PVR    287
#define SPR_HSPRG0 304
#define SPR_LPCR   318
#define SPR_LDBAR  850
#define SPR_PSSCR  855 /* skiboot: 0x357 */
#define SPR_HID0   1008
#define SPR_PIR    1023

#define cpu_read_spr(number)                                                   \
	({                                                                     \
		uint64_t spr_value_;                                           \
		asm volatile("mfspr %0, %1" : "=r"(spr_value_) : "i"(number)); \
		spr_value_;                                                    \
	})
#define cpu_write_spr(number, value) asm volatile("mtspr %0, %1" : : "i"(number), "r"((uint64_t)(value)) : "memory")

static inline uint64_t cpu_ticks(void)
{
	return cpu_read_spr(SPR_TB);
}

static inline uint64_t cpu_msr(void)
{
	uint64_t value;

	asm volatile("mfmsr %0" : "=r"(value));
	return value;
}

/* Sets only MSR[EE] and MSR[RI]. */
static inline void cpu_interrupts(bool on)
{
	uint64_t value = on ? MSR_EE | MSR_RI : MSR_RI;

	asm volatile("mtmsrd %0, 1" : : "r"(value) : "memory");
}

/* Gives way to other threads of the core. */
static inline void cpu_relax(void)
{
	asm volatile("or 31, 31, 31; or 2, 2, 2" : : : "memory");
}

/* Nanoseconds of the time base, whose rate is set once. Before that, 512 MHz is used, the rate of every POWER9. Never
 * goes back. */
void cpu_set_timebase(uint64_t hertz);
uint64_t cpu_now_ns(void);

/* Lets time pass: for short waits in a loop. */
void cpu_pause_ns(uint64_t ns);

/* Accesses to a special-purpose register that may be missing. They return false if the instruction traps or leaves
 * its target unchanged, as QEMU does for numbers that it does not know. Only for registers that the program can
 * name. */
MUST_CHECK bool cpu_try_read_spr(unsigned number, uint64_t *value);
MUST_CHECK bool cpu_try_write_spr(unsigned number, uint64_t value);

/* Accesses of 1, 2, 4 or 8 bytes (big-endian in memory) that may trap. */
MUST_CHECK bool cpu_try_load(uint64_t address, unsigned bytes, uint64_t *value);
MUST_CHECK bool cpu_try_store(uint64_t address, unsigned bytes, uint64_t value);

#endif
