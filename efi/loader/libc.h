/* SPDX-License-Identifier: BSD-2-Clause */
/* The few functions of a C library that liblzma refers to. */
#ifndef EFI_LOADER_LIBC_H
#define EFI_LOADER_LIBC_H

#include "lib/basic.h"

/* What the base of FS must point to while a hosted library runs: its functions that guard their stack
 * look there for the canary. */
extern const void *const libc_thread;

/* Always NULL: there is no heap. */
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void free(void *piece);

/* Does not return. */
_Noreturn void __stack_chk_fail(void);

#endif
