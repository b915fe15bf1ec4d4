/* SPDX-License-Identifier: BSD-2-Clause */
/* Our interrupt descriptor table: a copy of the firmware's in which all exceptions are ours. It stays
 * loaded for as long as the program runs, not only in windows: fix-ups then work everywhere at no
 * cost per access, and a crash in a command is reported like one in a measurement, where the
 * firmware's handlers would hang. The firmware's own interrupts still use the copied gates. */
#ifndef ARCH_X86_IDT_H
#define ARCH_X86_IDT_H

#include "arch/x86/segments.h"

/* Makes our table from the one that this processor has loaded, the firmware's, and loads it, with segments of ours. Returns true
 * if it was not loaded yet: then, and only then, the caller is the one to remove it. */
bool idt_install(void);

/* Loads the firmware's table and segments again, if ours are loaded, and ours once more: for the processor that has installed ours. */
bool idt_remove(void);
void idt_return(uint32_t cpu);

/* Loads our table on this processor, which has number `cpu` from now on; returns what was loaded. The
 * number is kept in the table's limit: one table serves all processors, no access ever gets to its
 * end, and the limit is the one thing that tells processors apart without leaving the processor. */
struct descriptor_register idt_enter(uint32_t cpu);

/* Loads what idt_enter returned. */
void idt_leave(struct descriptor_register before);

/* The number that this processor was given, and 0 before it was given one. IDT_NO_CPU if our table is
 * not loaded. */
#define IDT_NO_CPU   UINT32_MAX
#define IDT_CPUS_MAX 0xf000
uint32_t idt_cpu(void);

/* Puts an interrupt gate to `entry` (of stubs.S) at a vector of our table. */
void idt_set(uint8_t vector, const void *entry);

extern const uint8_t trap_stubs[] __attribute__((visibility("hidden")));
extern const uint8_t trap_pmi[] __attribute__((visibility("hidden")));
extern const uint8_t trap_wake[] __attribute__((visibility("hidden")));
extern const uint8_t trap_spurious[] __attribute__((visibility("hidden")));

#endif
