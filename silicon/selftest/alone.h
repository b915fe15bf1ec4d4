/* SPDX-License-Identifier: BSD-2-Clause */
/* The machine without its firmware: own tables, own stacks, and other processors started by INIT and STARTUP. */
#ifndef SILICON_SELFTEST_ALONE_H
#define SILICON_SELFTEST_ALONE_H

/* Offsets of the data after wake.S's code. */
#define WAKE_CODE_BYTES 256
#define WAKE_SIGNATURE  (WAKE_CODE_BYTES + 0) /* EDX and CR0 at the start of the last processor */
#define WAKE_CR0        (WAKE_CODE_BYTES + 4)
#define WAKE_COUNT      (WAKE_CODE_BYTES + 8) /* number of processors that have started */
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

/* Allocates the memory for the functions below. False if there is none. Call it before the exit from boot services. */
MUST_CHECK bool alone_prepare(void);
/* Loads page tables, GDT, IDT and stack of its own, and continues in `next` with interrupts off. */
void alone_begin(void (*next)(void)) __attribute__((noreturn));

/* State at the start of processors: EDX and CR0 of the last one, and their number. */
struct wake_state {
	volatile uint32_t signature, cr0, count;
};
const struct wake_state *alone_wake_state(void);

/* Sends INIT and two STARTUPs; `to` is the destination, `shorthand` the ICR's shorthand or 0. */
void alone_start(uint32_t to, uint32_t shorthand);

/* Runs `work` on another processor, which otherwise sleeps. alone_wait waits for the end of that work; false if it takes too
 * long. */
void alone_work(struct processor *processor, void (*work)(struct processor *me));
MUST_CHECK bool alone_wait(struct processor *processor);
#endif
#endif
