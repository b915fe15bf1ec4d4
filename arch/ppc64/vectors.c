/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/ppc64/vectors.h"

#include "arch/ppc64/cpu.h"
#include "arch/ppc64/guarded.h"
#include "arch/ppc64/ppc64.h"
#include "lib/memory.h"

#define COMMON_AT    0x2000 /* the routine that all vectors branch to */
#define FIRST_VECTOR 0x100
#define VECTOR_STEP  0x20 /* the smallest distance of two vectors */

extern char exception_common[], exception_common_end[], exception_entry[];

void (*exception_unexpected)(const struct trap_frame *frame);

struct hardware_thread *thread_here(void)
{
	return (struct hardware_thread *)cpu_read_spr(SPR_HSPRG0);
}

void thread_is(struct hardware_thread *thread, uint8_t *stack)
{
	thread->handler = (uint64_t)exception_entry;
	thread->next_tick = DECREMENTER_MOST;
	thread->exception_stack = (uint64_t)stack + (uint64_t)EXCEPTION_LEVELS * EXCEPTION_STACK_BYTES;
	cpu_write_spr(SPR_HSPRG0, thread);
	asm volatile("addi 13, %0, %1" : : "b"(thread), "i"(CANARY_DISTANCE) : "memory");
	cpu_write_spr(SPR_DEC, DECREMENTER_MOST);
}

/* ---- the vectors ------------------------------------------------------------------------------------ */

/* Encoded instructions; fields as in Power ISA book I. */
static void write_vector(volatile uint32_t *at, uint32_t vector)
{
	at[0] = 0x7c7143a6;                                              /* mtspr SPRG1, r3 */
	at[1] = 0x7c704aa6;                                              /* mfspr r3, HSPRG0 */
	at[2] = 0xf8830010;                                              /* std r4, 16(r3) */
	at[3] = 0x38800000 | vector;                                     /* li r4, vector */
	at[4] = 0x48000000 | ((COMMON_AT - (vector + 16)) & 0x03fffffc); /* b COMMON_AT */
}

void vectors_install(void)
{
	/* Hides the small address from the compiler, which would treat it as invalid. */
	uint64_t low = 0;
	volatile uint8_t *common;

	asm volatile("" : "+r"(low));
	for (uint32_t vector = FIRST_VECTOR; vector < COMMON_AT; vector += VECTOR_STEP)
		write_vector((volatile uint32_t *)(low + vector), vector);
	common = (volatile uint8_t *)(low + COMMON_AT);
	for (char *from = exception_common; from < exception_common_end; from++)
		*common++ = (uint8_t)*from;
	for (uint64_t line = low + FIRST_VECTOR; line < low + VECTORS_END; line += VECTOR_STEP)
		asm volatile("dcbst 0, %0; sync; icbi 0, %0" : : "r"(line) : "memory");
	asm volatile("sync; isync" : : : "memory");
}

/* Sets all of MSR. mtmsrd does not change ME; only a return from a hypervisor interrupt does (Power ISA 3.0B, book
 * III). Interrupts are off meanwhile, because they would overwrite HSRR0 and HSRR1. */
static void set_msr(uint64_t value)
{
	uint64_t next;

	asm volatile(
		"mtmsrd %2, 1; bcl 20, 31, 1f; 1: mflr %0; addi %0, %0, 2f - 1b; mtspr 314, %0; mtspr 315, %1; hrfid; 2:"
		: "=&b"(next)
		: "r"(value), "r"(UINT64_C(0))
		: "lr", "memory");
}

void vectors_use(struct hardware_thread *self)
{
	uint64_t lpcr = cpu_read_spr(SPR_LPCR), wanted = lpcr & ~(LPCR_LPES | LPCR_HDICE);

	if (wanted != lpcr) {
		cpu_write_spr(SPR_LPCR, wanted);
		asm volatile("isync" : : : "memory");
	}
	set_msr(cpu_msr() | MSR_ME | MSR_RI);
	self->state = thread_state_now();
}

struct thread_state thread_state_now(void)
{
	return (struct thread_state){
		.msr = cpu_msr(),
		.hid0 = cpu_read_spr(SPR_HID0),
		.lpcr = cpu_read_spr(SPR_LPCR),
		.hsprg0 = cpu_read_spr(SPR_HSPRG0),
		.pir = cpu_read_spr(SPR_PIR),
		.known = true,
	};
}

/* ---- taking them ------------------------------------------------------------------------------------ */

/* Interrupts that save their state in HSRR0 and HSRR1: hypervisor interrupts, and external ones as skiboot sets
 * LPCR[LPES]. */
static bool uses_hsrr(uint64_t vector)
{
	return vector == VECTOR_EXTERNAL || vector == 0x980 || vector == 0xf80 || (vector >= 0xe00 && vector < 0xf00);
}

void exception_taken(struct trap_frame *frame)
{
	struct hardware_thread *thread = thread_here();
	bool hypervisor = uses_hsrr(frame->vector);

	frame->nip = hypervisor ? frame->hsrr0 : frame->srr0;
	frame->msr = hypervisor ? frame->hsrr1 : frame->srr1;
	if (frame->vector == VECTOR_DECREMENTER) {
		cpu_write_spr(SPR_DEC, thread->next_tick);
		thread->ticks_taken++;
		return;
	}
	if (interrupt_take(thread, frame))
		return;
	if (frame->nip >= (uint64_t)guarded_start && frame->nip < (uint64_t)guarded_end) {
		frame->nip = (uint64_t)guarded_trapped;
		return;
	}
	if (exception_unexpected)
		exception_unexpected(frame);
	for (;;)
		cpu_relax();
}
