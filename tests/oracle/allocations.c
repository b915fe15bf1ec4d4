/* SPDX-License-Identifier: BSD-2-Clause */
/* The program's own malloc counts and passes on. Those that shared libraries call are these too, as the
 * program's symbols are found before those of the C library. */
#include "tests/oracle/allocations.h"

#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *memory, size_t size);

static uint64_t calls;

uint64_t allocations(void)
{
	return calls;
}

void *malloc(size_t size)
{
	calls++;
	return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	calls++;
	return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
	calls++;
	return __libc_realloc(memory, size);
}
