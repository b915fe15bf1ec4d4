/* SPDX-License-Identifier: BSD-2-Clause */
/* Device memory in uncork's page tables: always uncached. Firmware maps memory one to one, but it need not map devices
 * that it does not use, and it may map them as cacheable. */
#ifndef ARCH_X86_MAPPING_H
#define ARCH_X86_MAPPING_H

#include "lib/basic.h"

#define MAPPING_PAGE_BYTES (UINT64_C(2) << 20) /* bytes of one mapping */
#define MAPPING_PAGES      2048                /* room: enough for two units of each page of a long table */

/* Makes uncork's root of page tables: a copy of the executing CPU's root, whose lower tables stay the firmware's, with
 * one entry of uncork's. */
void mapping_open(void);

/* Loads that root on the executing CPU. Returns the argument for mapping_leave on the same CPU. Returns 0 and does
 * nothing if the CPU's mode differs from that of the CPU that made the root, or has no memory type "uncached". */
MUST_CHECK uint64_t mapping_enter(void);
void mapping_leave(uint64_t before);

/* Linear address of device memory, for CPUs that use uncork's root; 0 if there is no room or no such physical address.
 * Maps the page if needed. Callable on any CPU at any time, also in interrupt context. */
uint64_t mapping_of(uint64_t physical);

#endif
