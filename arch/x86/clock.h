/* SPDX-License-Identifier: BSD-2-Clause */
/* Time from the time-stamp counter. The arithmetic is pure (clock.c); finding out how fast the
 * counter runs is not (calibrate.c).
 *
 * Why this counter and not a timer whose rate is known: it is read without leaving the processor,
 * 0.02 us against 1 us and more, and it is the time that samples carry. It is monotone on every
 * part of interest; clock_now still never goes back. In an emulator it may follow the host's clock and
 * the timers another one: the calibration ties the two together at start-up, and drift after that is
 * the host's. */
#ifndef ARCH_X86_CLOCK_H
#define ARCH_X86_CLOCK_H

#include "arch/x86/acpi.h"
#include "lib/basic.h"

struct clock {
	uint64_t ticks_per_second;
	uint64_t multiplier; /* nanoseconds a tick, times 2^32 */
	uint64_t last_ns;    /* what clock_now said last */
};

/* A clock of a known rate, 1 Hz to 1 THz. */
struct clock clock_of(uint64_t ticks_per_second);

/* Nanoseconds in a number of ticks; exact to 1 part in 10^9 and free of overflow for 500 years. */
uint64_t clock_ns(const struct clock *clock, uint64_t ticks);

/* The time at `ticks`, or the last answer if that was later. */
uint64_t clock_now(struct clock *clock, uint64_t ticks);

/* How far a counter of `bits` (1..64) went from `start` to `end`, at most one wrap between them. */
uint64_t counter_distance(uint64_t start, uint64_t end, unsigned bits);

/* Ticks per second, when `ticks` passed while a reference of `hz` advanced by `steps` (not 0). */
uint64_t clock_rate(uint64_t ticks, uint64_t steps, uint64_t hz);

/* Measures the time-stamp counter against the ACPI timer, else the HPET, else `stall_us`. Takes about
 * 50 ms. CPUID leaf 0x15, where the processor has it, gives the exact figure if the measurement agrees;
 * if it does not, that is a warning and the measurement counts. */
struct x86_boot;
struct warnings;
struct cpu_identity;
struct clock clock_calibrate(const struct x86_boot *boot, const struct acpi *acpi,
			     const struct cpu_identity *identity, struct warnings *warnings);

#endif
