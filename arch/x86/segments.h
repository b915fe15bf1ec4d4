/* SPDX-License-Identifier: BSD-2-Clause */
/* uncork's descriptors: a copy of the firmware's, with a task state segment that gives stacks to exceptions that may
 * come on any stack, even on one that has overflowed. Intel SDM vol. 3A, "Task management in 64-bit mode", "Interrupt
 * stack table". */
#ifndef ARCH_X86_SEGMENTS_H
#define ARCH_X86_SEGMENTS_H

#include "pc/instructions.h"

/* Exceptions with their own stacks; the numbers are those of the interrupt stack table. */
enum segments_stack { SEGMENTS_NMI = 1, SEGMENTS_DOUBLE_FAULT, SEGMENTS_MACHINE_CHECK };
#define SEGMENTS_STACKS      3
#define SEGMENTS_STACK_BYTES 16384 /* a crash report takes 7.5 KiB */

#define SEGMENTS_THEIRS      64 /* descriptors; no firmware has more than a dozen */

/* Descriptors of one CPU, and the firmware's. */
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

/* Loads uncork's descriptors and task on the executing CPU. `stacks`: SEGMENTS_STACKS times SEGMENTS_STACK_BYTES. */
void segments_enter(struct segments *own, uint8_t *stacks);

/* Loads the previous descriptors and task. A task register that was empty, or whose descriptor is missing, cannot be
 * restored: it is left as after a reset, except for its selector. */
void segments_leave(struct segments *own);

#endif
