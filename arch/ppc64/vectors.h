/* SPDX-License-Identifier: BSD-2-Clause */
/* Interrupts and exceptions: the vectors are ours from entry on. Power ISA 3.0B book III, chapter 6. */
#ifndef ARCH_PPC64_VECTORS_H
#define ARCH_PPC64_VECTORS_H

#include "arch/ppc64/state.h"

/* End of the low memory taken by the vectors and the routine after them. */
#define VECTORS_END           0x3000

#define VECTOR_SYSTEM_RESET   0x100
#define VECTOR_MACHINE_CHECK  0x200
#define VECTOR_EXTERNAL       0x500
#define VECTOR_PROGRAM        0x700
#define VECTOR_DECREMENTER    0x900
#define VECTOR_MAINTENANCE    0xe60 /* hypervisor maintenance */
#define VECTOR_DOORBELL       0xe80
#define VECTOR_VIRTUALIZATION 0xea0 /* hypervisor virtualization: external ones, as POWER9 can be set to take them */

/* State at an interrupt; exception.S knows the offsets. */
struct trap_frame {
	uint64_t gpr[32];
	uint64_t nip, msr; /* to return to */
	uint64_t lr, ctr, xer, cr;
	uint64_t dar, dsisr;
	uint64_t srr0, srr1, hsrr0, hsrr1;
	uint64_t vector;
};

#define EXCEPTION_STACK_BYTES 8192 /* of one level */
#define EXCEPTION_LEVELS      4

/* Data of one processor. r13 points CANARY_DISTANCE past its start, HSPRG0 at it; exception.S and
 * vectors.c know the first offsets. */
struct hardware_thread {
	uint64_t canary;
	uint64_t unused;
	uint64_t saved_r4, saved_r5, saved_ctr; /* 0x10, 0x18, 0x20 */
	uint64_t handler;                       /* 0x28: exception_entry */
	uint64_t exception_stack;               /* 0x30: top of the next level's */
	uint32_t index;                         /* into machine.cpus */
	uint32_t pir;
	volatile uint64_t ticks_taken;     /* decrementer interrupts */
	volatile uint64_t doorbells_taken; /* ... and those that woke it up */
	volatile uint64_t others_taken;    /* ... and all others that it returned from */
	volatile uint32_t last_other;      /* vector of the latest of those */
	volatile uint32_t maintained;      /* hypervisor maintenance interrupts that OPAL has handled */
	volatile uint32_t next_tick;       /* what the decrementer is set to when it has run down */
	uint8_t *stack;                    /* top */
	/* Work under way: see agent.h. */
	void (*volatile work)(void *context);
	void *volatile work_context;
	struct thread_state state;         /* as it was read back when exceptions could be taken */
	volatile uint64_t doorbells_heard; /* as of the latest work: see agent.c */
	volatile bool here;                /* it runs our code */
	volatile bool lost;                /* it did not answer, and nothing more is asked of it */
	bool fused;                        /* its core is one of two that share a node of the device tree */
};

/* The processor that executes this. */
struct hardware_thread *thread_here(void);

/* Lets this processor use `processor`, whose exception stack is `stack` (EXCEPTION_LEVELS levels). */
void thread_is(struct hardware_thread *thread, uint8_t *stack);

/* Writes all vectors. */
void vectors_install(void);

/* Sets what interrupts of the processor that executes this need, so that machine checks are reported, too, instead of
 * stopping the machine; and reads it back. */
void vectors_use(struct hardware_thread *self);

/* Reads the registers of the processor that executes this. */
struct thread_state thread_state_now(void);

/* Takes an interrupt that is not the decrementer's: true if it is handled, and the interrupted code continues. */
MUST_CHECK bool interrupt_take(struct hardware_thread *thread, struct trap_frame *frame);

/* Called by exception.S with interrupts off. */
void exception_taken(struct trap_frame *frame);

/* Handler of unexpected exceptions; set at start-up. */
extern void (*exception_unexpected)(const struct trap_frame *frame);

#define DECREMENTER_MOST 0x7fffffff

#endif
