/* SPDX-License-Identifier: BSD-2-Clause */
/* Time from the time-stamp counter, whose rate is measured (calibrate.c).
 *
 * Timers with a known rate are not used, because reading this counter takes 0.02 us and not 1 us or more, and samples
 * carry its time. It is monotonic on every supported processor; clock_now also never goes back. In an emulator it may
 * follow the host's clock while timers follow another clock: calibration relates the two at start-up, and later drift
 * is the host's. */
#ifndef ARCH_X86_CLOCK_H
#define ARCH_X86_CLOCK_H

#include "arch/x86/acpi.h"
#include "core/hardware/clock.h"

/* Measures the time-stamp counter twice with the ACPI timer, else the HPET, else the interval timer, else `stall_us`,
 * whose accuracy is unknown. Takes about 50 ms, more if a busy host keeps two measurements from agreeing. If no two
 * measurements with a reference agree, that is a warning, and the next reference is used. CPUID leaf 0x15, if the
 * processor has it, gives the exact rate if the measurement agrees; otherwise the measurement is used, with a warning.
 * *by names the source of the rate; NULL if neither a reference nor CPUID gives one. */
struct x86_boot;
struct warnings;
struct cpu_identity;
struct clock clock_calibrate(const struct x86_boot *boot, const struct acpi *acpi, const struct cpu_identity *identity,
			     struct warnings *warnings, const char **by);

#endif
