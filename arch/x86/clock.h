/* SPDX-License-Identifier: BSD-2-Clause */
/* Time from the time-stamp counter. How fast it runs is measured (calibrate.c).
 *
 * Why this counter and not a timer whose rate is known: it is read without leaving the processor,
 * 0.02 us against 1 us and more, and it is the time that samples carry. It is monotone on every
 * part of interest; clock_now still never goes back. In an emulator it may follow the host's clock and
 * the timers another one: the calibration ties the two together at start-up, and drift after that is
 * the host's. */
#ifndef ARCH_X86_CLOCK_H
#define ARCH_X86_CLOCK_H

#include "arch/x86/acpi.h"
#include "core/hardware/clock.h"

/* Measures the time-stamp counter twice against the ACPI timer, else the HPET, else the interval timer, else `stall_us`,
 * whose accuracy is unknown. Takes about 50 ms, more where a busy host lets no two measurements agree. A reference that
 * never says the same again is a warning, and the next one is asked. Where there is none, nor a figure of CPUID, *by is NULL.
 * CPUID leaf 0x15, where the processor has it, gives the exact figure if the measurement agrees; if it does not, that is
 * a warning and the measurement counts. *by is then what the rate is known by, in words. */
struct x86_boot;
struct warnings;
struct cpu_identity;
struct clock clock_calibrate(const struct x86_boot *boot, const struct acpi *acpi, const struct cpu_identity *identity,
			     struct warnings *warnings, const char **by);

#endif
