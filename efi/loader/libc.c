/* SPDX-License-Identifier: BSD-2-Clause */
/* What liblzma, built for hosted programs, wants of a C library besides lib/memory.h. It is always given
 * an allocator, so that nothing here is called while all is well. */
#include "efi/loader/libc.h"

#define CANARY_AT 0x28 /* of the thread's block, by the ABI of x86-64 */

/* Of a thread's block no more is looked at than its canary. */
static uint64_t thread[CANARY_AT / sizeof(uint64_t) + 1] = {
	[CANARY_AT / sizeof(uint64_t)] = UINT64_C(0x0a00b5c3d6e7f819),
};

const void *const libc_thread = thread;

void *malloc(size_t size)
{
	(void)size;
	return NULL;
}

void *calloc(size_t count, size_t size)
{
	(void)count;
	(void)size;
	return NULL;
}

void free(void *piece)
{
	(void)piece;
}

/* The stack is not to be trusted any more; the firmware below reports an undefined instruction. */
void __stack_chk_fail(void)
{
	__builtin_trap();
}
