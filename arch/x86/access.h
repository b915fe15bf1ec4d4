/* SPDX-License-Identifier: BSD-2-Clause */
/* Accesses that may fault. They work while uncork's exception gates are loaded (idt.h), inside and outside windows,
 * also in interrupt context. */
#ifndef ARCH_X86_ACCESS_H
#define ARCH_X86_ACCESS_H

#include "arch/x86/fixup.h"
#include "core/hardware/machine.h"

#define GUARD_FAULT BIT(8) /* in `fault`, with the exception's vector in bits 7:0 */

struct guarded {
	uint64_t value; /* 0 after a fault and after a write */
	uint64_t fault; /* 0, or GUARD_FAULT and the vector */
};

/* guarded.S. Addresses are linear; the firmware maps memory one to one. A store uses the low bits of `value`. */
MUST_CHECK struct guarded guarded_rdmsr(uint32_t msr);
MUST_CHECK struct guarded guarded_rdpmc(uint32_t counter);
MUST_CHECK struct guarded guarded_wrmsr(uint32_t msr, uint64_t value);
MUST_CHECK struct guarded guarded_load8(uint64_t address);
MUST_CHECK struct guarded guarded_load16(uint64_t address);
MUST_CHECK struct guarded guarded_load32(uint64_t address);
MUST_CHECK struct guarded guarded_load64(uint64_t address);
MUST_CHECK struct guarded guarded_store8(uint64_t address, uint64_t value);
MUST_CHECK struct guarded guarded_store16(uint64_t address, uint64_t value);
MUST_CHECK struct guarded guarded_store32(uint64_t address, uint64_t value);
MUST_CHECK struct guarded guarded_store64(uint64_t address, uint64_t value);
extern const struct fixup fixup_table[] __attribute__((visibility("hidden")));
extern const struct fixup fixup_table_end[] __attribute__((visibility("hidden")));

/* Functions of struct hw, for the struct hw of a struct platform (platform.h): one access by the executing CPU. MSRs
 * are always accessed with 64 bits: RDMSR has no other width, and unexpected bits must be seen. Configuration space
 * goes through the machine's `ecam`. OUTCOME_ABSENT: a page fault, so nothing is mapped there. OUTCOME_ALL_ONES: device
 * memory that reads all ones, so no device answers. OUTCOME_TIMEOUT: the register belongs to the same box as
 * platform.stuck. */
MUST_CHECK enum outcome access_read(struct hw *hw, const struct location *where, uint64_t *value);
MUST_CHECK enum outcome access_write(struct hw *hw, const struct location *where, uint64_t value);

/* Copies memory that may be missing. Returns false if any of it is missing. A reader for struct acpi_memory. */
MUST_CHECK bool access_copy(void *context, uint64_t physical, void *to, size_t bytes);

#endif
