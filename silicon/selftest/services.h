/* SPDX-License-Identifier: BSD-2-Clause */
/* What the self-test asks of UEFI, and leaving it. */
#ifndef SILICON_SELFTEST_SERVICES_H
#define SILICON_SELFTEST_SERVICES_H

#include <efi.h>

#include "silicon/selftest/processor.h"

/* Finds all processors, the caller first. False if the firmware contradicts itself. */
MUST_CHECK bool services_open(EFI_HANDLE image, EFI_SYSTEM_TABLE *system);

/* The load options as ASCII. */
void services_options(char *options, size_t size);

/* Pages below `limit` that survive the firmware; NULL. */
void *services_pages(size_t pages, uint64_t limit);

/* Runs `work` on all other processors at the same time, or on one; returns when they are done.
 * Other processors have their own IDT loaded and interrupts off. False if the firmware reports an error. */
MUST_CHECK bool services_run_all(void (*work)(struct processor *me));
MUST_CHECK bool services_run_one(struct processor *processor, void (*work)(struct processor *me));

/* Leaves boot services. False if the firmware refuses. */
MUST_CHECK bool services_exit(void);
/* Overwrites all memory that was the firmware's or free; returns the number of bytes. Only from code and
 * stack in memory of ours, after services_exit. */
uint64_t services_wipe(void);

#endif
