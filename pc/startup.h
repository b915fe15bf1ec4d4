/* SPDX-License-Identifier: BSD-2-Clause */
/* Start of CPUs without firmware: the pages below 1 MiB in which they begin. The caller sends them there. For C and
 * assembly. */
#ifndef PC_STARTUP_H
#define PC_STARTUP_H

/* Words of the first page, after the code. */
#define STARTUP_WORDS       0x200
#define STARTUP_SEGMENTS    0x200
#define STARTUP_CR0         0x218
#define STARTUP_CR3         0x220
#define STARTUP_CR4         0x228
#define STARTUP_EFER        0x230
#define STARTUP_TABLE       0x238
#define STARTUP_FAR         0x240
#define STARTUP_THEIR_TABLE 0x248
#define STARTUP_CODE        0x258
#define STARTUP_DATA        0x25c
#define STARTUP_TICKET      0x260
#define STARTUP_COUNT       0x264
#define STARTUP_STACKS      0x268
#define STARTUP_STACK_BYTES 0x270
#define STARTUP_FUNCTION    0x278
#define STARTUP_ARGUMENT    0x280

#ifndef __ASSEMBLER__

#include "pc/paging.h"

struct startup {
	void (*function)(void *argument); /* run by each CPU; a CPU that returns sleeps in the page forever */
	void *argument;
	void *stacks; /* `count` stacks of `stack_bytes` each; a CPU without a stack sleeps at once */
	uint64_t stack_bytes;
	uint32_t count;
};

/* STARTUP_BYTES in whole pages from STARTUP_FROM on: code, and page tables that allow its execution. */
#define STARTUP_BYTES ((1 + PAGING_COPY_PAGES) * UINT64_C(4096))
#define STARTUP_FROM  0x1000 /* the BIOS's own data are below */
#define STARTUP_END   0xa0000

/* Fills in the pages. A CPU that starts there comes to `function` with the caller's mappings, segments and mode, with
 * interrupts off and no interrupt descriptor table. The pages must not change while any CPU may be in them. */
void startup_fill(void *page, const struct startup *startup);

/* Commands for the local APIC's ICR (Intel SDM vol. 3A, "Issuing interprocessor interrupts"). STARTUP is sent twice,
 * with the least waits that the manual requires. */
#define STARTUP_ICR_INIT          0x4500u
#define STARTUP_ICR_STARTUP(page) (0x4600u | (uint32_t)((uintptr_t)(page) >> 12))
#define STARTUP_AFTER_INIT_US     10000
#define STARTUP_AFTER_STARTUP_US  200

#endif
#endif
