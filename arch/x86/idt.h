/* SPDX-License-Identifier: BSD-2-Clause */
/* uncork's interrupt descriptor table: a copy of the firmware's with all exception gates replaced. It stays loaded as
 * long as the program runs, not only in windows: so fix-ups work everywhere at no cost per access, and a crash in a
 * command is reported like one in a measurement, where the firmware's handlers would hang. The firmware's own
 * interrupts still use the copied gates. */
#ifndef ARCH_X86_IDT_H
#define ARCH_X86_IDT_H

#include "arch/x86/segments.h"

/* Makes uncork's table from the firmware's, which the CPU has loaded, and loads it with uncork's segments. Returns true
 * if it was not loaded yet: only then must the caller remove it. */
bool idt_install(void);

/* For the CPU that installed uncork's table: idt_remove loads the firmware's table and segments, if uncork's are
 * loaded; idt_return loads uncork's again. */
bool idt_remove(void);
void idt_return(uint32_t cpu);

/* Loads uncork's table on this CPU, which has number `cpu` from now on, and returns the previous one. The number is
 * kept in the table's limit: all CPUs share one table whose end no access reaches, and only the limit tells CPUs apart
 * without an access outside the CPU. */
struct descriptor_register idt_enter(uint32_t cpu);

/* Loads the descriptor that idt_enter returned. */
void idt_leave(struct descriptor_register before);

/* Number of this CPU; 0 until it has one; IDT_NO_CPU if uncork's table is not loaded. */
#define IDT_NO_CPU   UINT32_MAX
#define IDT_CPUS_MAX 0xf000
uint32_t idt_cpu(void);

/* Sets a vector of uncork's table to an interrupt gate that leads to `entry` (of stubs.S). */
void idt_set(uint8_t vector, const void *entry);

extern const uint8_t trap_stubs[] __attribute__((visibility("hidden")));
extern const uint8_t trap_pmi[] __attribute__((visibility("hidden")));
extern const uint8_t trap_wake[] __attribute__((visibility("hidden")));
extern const uint8_t trap_spurious[] __attribute__((visibility("hidden")));

#endif
