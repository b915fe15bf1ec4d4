/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/ppc64/agent.h"

#include "arch/ppc64/cpu.h"
#include "arch/ppc64/opal.h"
#include "arch/ppc64/ppc64.h"

#define STACK_BYTES   32768
#define ARRIVAL_NS    UINT64_C(20000000000)
#define PATIENCE_NS   UINT64_C(8000000000)
#define NAP_TICKS     (512 * 1000) /* of the decrementer: about a millisecond */
#define FRAME_BYTES   64
#define DOORBELL_TYPE 5 /* to the hypervisor; Power ISA 3.0B book III, "Processor control" */

/* What head.S gives the processor that is started now. */
struct processor_start {
	uint8_t *stack;
	uint64_t r13;
	struct hardware_thread *thread;
	uint8_t *exception_stack;
};
extern struct processor_start ppc64_starting;
struct processor_start ppc64_starting;

static void tick_in(struct hardware_thread *self, uint32_t ticks)
{
	self->next_tick = ticks;
	cpu_write_spr(SPR_DEC, ticks);
}

static void sleep_a_while(struct hardware_thread *self)
{
	tick_in(self, NAP_TICKS);
	asm volatile(".long 0x7c00003c" : : : "memory"); /* wait for an interrupt */
}

/* A doorbell may ring between the look and the sleep; the decrementer ends that sleep, too. It goes on ticking, as the
 * first tick may come before the sleep as well. */
static void __attribute__((noreturn)) agent_serve(struct hardware_thread *self)
{
	for (;;) {
		hw_work *work = __atomic_load_n(&self->work, __ATOMIC_ACQUIRE);

		if (!work) {
			sleep_a_while(self);
			continue;
		}
		tick_in(self, DECREMENTER_MOST);
		work(self->work_context);
		__atomic_store_n(&self->work, NULL, __ATOMIC_RELEASE);
	}
}

void processor_started(void)
{
	struct hardware_thread *self = ppc64_starting.thread;

	thread_is(self, ppc64_starting.exception_stack);
	/* Left as skiboot's idle loop had it, it keeps the decrementer from ending a `wait` in QEMU, which takes the
	 * conditions of `stop` (exit criterion, LPCR) for those of `wait` too. */
	cpu_write_spr(SPR_PSSCR, 0);
	vectors_use(self);
	cpu_interrupts(true);
	__atomic_store_n(&self->here, true, __ATOMIC_RELEASE);
	agent_serve(self);
}

enum outcome agent_start(struct hardware_thread *thread, struct arena *arena, int64_t *result)
{
	uint8_t *stack = arena_take(arena, 1, STACK_BYTES);
	uint8_t *exceptions = arena_take(arena, EXCEPTION_LEVELS, EXCEPTION_STACK_BYTES);
	uint64_t deadline = cpu_now_ns() + ARRIVAL_NS;

	if (!stack || !exceptions)
		return OUTCOME_ABSENT;
	ppc64_starting = (struct processor_start){
		.stack = stack + STACK_BYTES - FRAME_BYTES,
		.r13 = (uint64_t)thread + CANARY_DISTANCE,
		.thread = thread,
		.exception_stack = exceptions,
	};
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	*result = opal_call(OPAL_START_CPU, thread->pir, (uint64_t)entry_secondary, 0, 0, 0);
	if (*result != OPAL_SUCCESS)
		return OUTCOME_FAULT;
	for (bool late = false; !__atomic_load_n(&thread->here, __ATOMIC_ACQUIRE); late = cpu_now_ns() > deadline) {
		if (late)
			return OUTCOME_TIMEOUT;
		cpu_relax();
	}
	return OUTCOME_OK;
}

static void wake(const struct hardware_thread *thread)
{
	uint64_t message = (uint64_t)DOORBELL_TYPE << 27 | thread->pir;

	asm volatile("sync; .long 0x7c00019c | %0 << 11" : : "r"(message) : "memory"); /* msgsnd */
}

bool agent_send(struct hardware_thread *thread, hw_work *work, void *context)
{
	if (!thread->here || thread->lost || __atomic_load_n(&thread->work, __ATOMIC_ACQUIRE))
		return false;
	thread->work_context = context;
	__atomic_store_n(&thread->work, work, __ATOMIC_RELEASE);
	wake(thread);
	return true;
}

bool agent_await(struct hardware_thread *thread)
{
	uint64_t deadline = cpu_now_ns() + PATIENCE_NS;

	/* Late at the look before, and not there at this one: this processor may have stood still in between. */
	for (bool late = false; __atomic_load_n(&thread->work, __ATOMIC_ACQUIRE); late = cpu_now_ns() > deadline) {
		if (late) {
			thread->lost = true;
			return false;
		}
		cpu_relax();
	}
	return true;
}
