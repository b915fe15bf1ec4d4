/* SPDX-License-Identifier: BSD-2-Clause */
/* Sockets, cores and threads, from APIC IDs. Pure. */
#ifndef ARCH_X86_TOPOLOGY_H
#define ARCH_X86_TOPOLOGY_H

#include "arch/x86/cpuid.h"

/* Adds an ID to the list if it is missing: the executing CPU exists even if ACPI does not list it. In a full list it
 * replaces the last ID. Returns the new count. `capacity` is at least 1. */
uint16_t topology_with(uint32_t *apic_ids, uint16_t count, uint16_t capacity, uint32_t id);

/* Describes `count` CPUs in the order of the list. The CPU that `identity` was read on is the bootstrap processor, and
 * the only one known to be usable. Returns the number of sockets, which are numbered in order of APIC ID. */
uint16_t topology_fill(struct cpu *cpus, const uint32_t *apic_ids, uint16_t count, const struct cpu_identity *identity);

#endif
