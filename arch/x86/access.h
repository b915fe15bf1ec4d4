/* SPDX-License-Identifier: BSD-2-Clause */
/* Accesses that may fault. They work while our exception gates are in place (idt.h), in a window or
 * not, in interrupt context too. */
#ifndef ARCH_X86_ACCESS_H
#define ARCH_X86_ACCESS_H

#include "arch/x86/fixup.h"
#include "core/hardware/machine.h"

#define GUARD_FAULT BIT(8) /* in `fault`, with the exception's vector in bits 7:0 */

struct guarded {
	uint64_t value; /* 0 after a fault and after a write */
	uint64_t fault; /* 0, or GUARD_FAULT and the vector */
};

/* guarded.S. Addresses are linear; the firmware maps memory one to one. Of what is stored the low bits count. */
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

/* Functions of struct hw, which must be that of a struct platform (platform.h): one access by the executing processor.
 * MSRs are always moved as 64 bits: RDMSR knows nothing else, and bits that should not be there shall be seen.
 * Configuration space goes through the machine's `ecam`. A page fault means that nothing is mapped there:
 * OUTCOME_ABSENT. Device memory that reads all ones has nothing in it: OUTCOME_ALL_ONES. What belongs to the same box as platform.stuck is OUTCOME_TIMEOUT. */
MUST_CHECK enum outcome access_read(struct hw *hw, const struct location *where, uint64_t *value);
MUST_CHECK enum outcome access_write(struct hw *hw, const struct location *where, uint64_t value);

/* Copies memory that may not be there; false if any of it is not. For ACPI: struct acpi_memory. */
MUST_CHECK bool access_copy(void *context, uint64_t physical, void *to, size_t bytes);

#endif
