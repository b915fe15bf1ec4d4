/* SPDX-License-Identifier: BSD-2-Clause */
/* Interrupts and exceptions: the vectors are uncork's from entry on. Power ISA 3.0B book III, chapter 6. */
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
#define VECTOR_VIRTUALIZATION 0xea0 /* hypervisor virtualization: external interrupts, if POWER9 is set so */

/* State at an interrupt; exception.S knows the offsets. */
struct trap_frame {
	uint64_t gpr[32];
	uint64_t nip, msr; /* address and MSR to return to */
	uint64_t lr, ctr, xer, cr;
	uint64_t dar, dsisr;
	uint64_t srr0, srr1, hsrr0, hsrr1;
	uint64_t vector;
};

#define EXCEPTION_STACK_BYTES 8192 /* bytes of one level */
#define EXCEPTION_LEVELS      4

/* Data of one CPU. r13 points CANARY_DISTANCE after its start, HSPRG0 to its start; exception.S and vectors.c know
 * the first offsets. */
struct hardware_thread {
	uint64_t canary;
	uint64_t unused;
	uint64_t saved_r4, saved_r5, saved_ctr; /* 0x10, 0x18, 0x20 */
	uint64_t handler;                       /* 0x28: exception_entry */
	uint64_t exception_stack;               /* 0x30: top of the next level */
	uint32_t index;                         /* into machine.cpus */
	uint32_t pir;
	volatile uint64_t ticks_taken;     /* decrementer interrupts */
	volatile uint64_t doorbells_taken; /* doorbells */
	volatile uint64_t others_taken;    /* all other interrupts that it returned from */
	volatile uint32_t last_other;      /* vector of the latest other interrupt */
	volatile uint32_t maintained;      /* hypervisor maintenance interrupts that OPAL has handled */
	volatile uint32_t next_tick;       /* reload value of the decrementer */
	uint8_t *stack;                    /* top */
	/* Current work: see agent.h. */
	void (*volatile work)(void *context);
	void *volatile work_context;
	struct thread_state state;         /* read back when exceptions could be taken */
	volatile uint64_t doorbells_heard; /* number before the latest work: see agent.c */
	volatile bool here;                /* it runs uncork's code */
	volatile bool lost;                /* it did not answer and gets no more work */
	bool fused;                        /* its core shares a node of the device tree with another one */
};

/* The executing CPU. */
struct hardware_thread *thread_here(void);

/* Lets this CPU use `thread`, with the exception stack at `stack` (EXCEPTION_LEVELS levels). */
void thread_is(struct hardware_thread *thread, uint8_t *stack);

/* Writes all vectors. */
void vectors_install(void);

/* Sets the registers that the executing CPU needs for interrupts, so that machine checks are reported and do not stop
 * the machine, and reads them back. */
void vectors_use(struct hardware_thread *self);

/* Reads the registers of the executing CPU. */
struct thread_state thread_state_now(void);

/* Handles an interrupt other than the decrementer's. Returns true if it was handled and the interrupted code
 * continues. */
MUST_CHECK bool interrupt_take(struct hardware_thread *thread, struct trap_frame *frame);

/* Called by exception.S with interrupts off. */
void exception_taken(struct trap_frame *frame);

/* Handler of unexpected exceptions; set at start-up. */
extern void (*exception_unexpected)(const struct trap_frame *frame);

#define DECREMENTER_MOST 0x7fffffff

#endif
