/* SPDX-License-Identifier: BSD-2-Clause */
/* UEFI's services for the self-test, and the exit from them. */
#ifndef SILICON_SELFTEST_SERVICES_H
#define SILICON_SELFTEST_SERVICES_H

#include <efi.h>

#include "silicon/selftest/processor.h"

/* Finds all processors, the calling one first. False if there are too many, or the firmware reports an error. */
MUST_CHECK bool services_open(EFI_HANDLE image, EFI_SYSTEM_TABLE *system);

/* Copies the load options as ASCII, cut to `size` bytes with the terminator. */
void services_options(char *options, size_t size);

/* Returns zeroed pages below `limit`, which stay allocated after the exit from boot services; NULL if there are none. */
void *services_pages(size_t pages, uint64_t limit);

/* Run `work` on all other processors at the same time, or on one, and return when it is done. Other processors then have their own
 * IDT, and interrupts off. False if the firmware reports an error. */
MUST_CHECK bool services_run_all(void (*work)(struct processor *me));
MUST_CHECK bool services_run_one(struct processor *processor, void (*work)(struct processor *me));

/* Exits from boot services. False if the firmware refuses. */
MUST_CHECK bool services_exit(void);
/* Overwrites the memory that was free or belonged to boot services, and returns the number of bytes. Call it after services_exit;
 * code and stack must not be in that memory. */
uint64_t services_wipe(void);

#endif
