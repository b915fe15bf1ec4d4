/* SPDX-License-Identifier: BSD-2-Clause */
/* Descriptors of our own: the firmware's, and a task state segment, which names the stacks of exceptions that may come on any stack, one
 * that has overflowed included. Intel SDM vol. 3A, "Task management in 64-bit mode", "Interrupt stack table". */
#ifndef ARCH_X86_SEGMENTS_H
#define ARCH_X86_SEGMENTS_H

#include "pc/instructions.h"

/* Each has one of STACK_BYTES; the numbers are those of the interrupt stack table. */
enum segments_stack { SEGMENTS_NMI = 1, SEGMENTS_DOUBLE_FAULT, SEGMENTS_MACHINE_CHECK };
#define SEGMENTS_STACKS      3
#define SEGMENTS_STACK_BYTES 16384 /* a crash report takes 7.5 KiB */

#define SEGMENTS_THEIRS      64 /* descriptors; no firmware has more than a dozen */

/* Descriptors of one processor, and what the firmware had loaded. */
struct segments {
	uint64_t table[SEGMENTS_THEIRS + 4];
	struct {
		uint32_t unused;
		uint64_t stacks[3], unused_too, interrupt_stacks[7], unused_as_well;
		uint16_t unused_last, io_map;
	} __attribute__((packed)) task;
	struct descriptor_register before;
	uint16_t task_before;
};

/* Loads descriptors and task of ours on the executing processor. `stacks` are SEGMENTS_STACKS of SEGMENTS_STACK_BYTES. */
void segments_enter(struct segments *own, uint8_t *stacks);

/* Loads what was loaded before. A task register that was empty, or whose task is not described
 * any more, cannot be put back: it is left as after a reset but for its selector. */
void segments_leave(struct segments *own);

#endif
