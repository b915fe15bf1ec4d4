/* SPDX-License-Identifier: BSD-2-Clause */
/* From APIC ids to sockets, cores and threads. Pure. */
#ifndef ARCH_X86_TOPOLOGY_H
#define ARCH_X86_TOPOLOGY_H

#include "arch/x86/cpuid.h"

/* Adds an id to the list if it is not there: the processor we run on exists whatever ACPI says. With a
 * full list it takes the last place. Returns the new count. `capacity` is at least 1. */
uint16_t topology_with(uint32_t *apic_ids, uint16_t count, uint16_t capacity, uint32_t id);

/* Describes `count` processors, in the order of the list. The one that `identity` was read on is the
 * bootstrap processor, and the only one known to be usable. Returns the number of sockets, which are
 * numbered in order of APIC id. */
uint16_t topology_fill(struct cpu *cpus, const uint32_t *apic_ids, uint16_t count, const struct cpu_identity *identity);

#endif
