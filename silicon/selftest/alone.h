/* SPDX-License-Identifier: BSD-2-Clause */
/* The machine without its firmware: own tables, own stacks, other processors started by ourselves. */
#ifndef SILICON_SELFTEST_ALONE_H
#define SILICON_SELFTEST_ALONE_H

/* Offsets of the data after wake.S's code, for both sides. */
#define WAKE_CODE_BYTES 256
#define WAKE_SIGNATURE  (WAKE_CODE_BYTES + 0) /* EDX and CR0 as the last one found them */
#define WAKE_CR0        (WAKE_CODE_BYTES + 4)
#define WAKE_COUNT      (WAKE_CODE_BYTES + 8) /* how many came */
#define WAKE_CR3        (WAKE_CODE_BYTES + 12)
#define WAKE_GDTR       (WAKE_CODE_BYTES + 16) /* 6 bytes */
#define WAKE_TARGET     (WAKE_CODE_BYTES + 24) /* far pointer to the 64-bit part, 6 bytes */
#define WAKE_STACKS     (WAKE_CODE_BYTES + 32)
#define WAKE_ENTRY      (WAKE_CODE_BYTES + 40)
#define WAKE_BYTES      (WAKE_CODE_BYTES + 48)
#define WAKE_STACK_SIZE 16384

#define ALONE_CODE      0x08
#define ALONE_DATA      0x10

#ifndef __ASSEMBLER__
#include "silicon/selftest/processor.h"

/* Takes the memory for what follows. False if there is none. Needs boot services. */
MUST_CHECK bool alone_prepare(void);
/* Loads its own page tables, GDT, IDT and stack, and continues in `next` with interrupts off. */
void alone_begin(void (*next)(void)) __attribute__((noreturn));

/* What processors find when they start. */
struct wake_state {
	volatile uint32_t signature, cr0, count;
};
const struct wake_state *alone_wake_state(void);

/* INIT and two STARTUPs to the destination and shorthand in `to` and `command`. */
void alone_start(uint32_t to, uint32_t shorthand);

/* Runs `work` on another processor, which sleeps otherwise. alone_wait waits for its end; false after a long
 * while. */
void alone_work(struct processor *processor, void (*work)(struct processor *me));
MUST_CHECK bool alone_wait(struct processor *processor);
#endif
#endif
