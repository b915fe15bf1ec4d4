/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/ppc64/agent.h"

#include "arch/ppc64/cpu.h"
#include "arch/ppc64/opal.h"
#include "arch/ppc64/ppc64.h"

#define STACK_BYTES   32768
#define BELL_NS       UINT64_C(100000000)
#define PATIENCE_NS   UINT64_C(8000000000)
#define NAP_TICKS     (512 * 1000) /* of the decrementer: about a millisecond */
#define FRAME_BYTES   64
#define DOORBELL_TYPE 5 /* to the hypervisor; Power ISA 3.0B book III, "Processor control" */

/* Data that an arriving processor needs. head.S searches for its PIR and relies on the size and the first three
 * members. */
struct arrival {
	uint64_t pir;
	uint8_t *stack;
	uint64_t r13;
	struct hardware_thread *thread;
	uint8_t *exception_stack;
};
_Static_assert(sizeof(struct arrival) == 40, "head.S steps over it");

/* All processors that were started. head.S reads both words. */
extern struct arrivals {
	struct arrival *list;
	uint64_t count;
} ppc64_arrivals;
struct arrivals ppc64_arrivals;

static void tick_in(struct hardware_thread *self, uint32_t ticks)
{
	self->next_tick = ticks;
	cpu_write_spr(SPR_DEC, ticks);
}

/* The decrementer may wake this thread before the work's doorbell rings. That doorbell must not count as an interrupt
 * during the work. */
static void hear_doorbell(struct hardware_thread *self)
{
	uint64_t deadline = cpu_now_ns() + BELL_NS;

	while (self->doorbells_taken == self->doorbells_heard && cpu_now_ns() < deadline)
		cpu_relax();
	self->doorbells_heard = self->doorbells_taken;
}

/* A doorbell may ring between the test and the sleep; then the decrementer ends the sleep. It is reloaded at each tick,
 * because a tick may also come before the sleep. */
static void __attribute__((noreturn)) agent_serve(struct hardware_thread *self)
{
	for (;;) {
		hw_work *work = __atomic_load_n(&self->work, __ATOMIC_ACQUIRE);

		if (!work) {
			tick_in(self, NAP_TICKS);
			asm volatile(".long 0x7c00003c" : : : "memory"); /* wait for an interrupt */
			continue;
		}
		tick_in(self, DECREMENTER_MOST);
		hear_doorbell(self);
		work(self->work_context);
		__atomic_store_n(&self->work, NULL, __ATOMIC_RELEASE);
	}
}

void processor_started(const struct arrival *arrival)
{
	struct hardware_thread *self = arrival->thread;

	thread_is(self, arrival->exception_stack);
	/* skiboot's idle loop leaves a value in it with which the decrementer does not end a `wait` in QEMU: QEMU
	 * applies the conditions of `stop` (exit criterion, LPCR) to `wait`, too. */
	cpu_write_spr(SPR_PSSCR, 0);
	vectors_use(self);
	cpu_interrupts(true);
	__atomic_store_n(&self->here, true, __ATOMIC_RELEASE);
	agent_serve(self);
}

bool agent_expect(uint32_t count, struct arena *arena)
{
	ppc64_arrivals.list = arena_take(arena, count, sizeof(*ppc64_arrivals.list));
	return ppc64_arrivals.list;
}

enum outcome agent_start(struct hardware_thread *thread, struct arena *arena, int64_t *result)
{
	uint8_t *stack = arena_take(arena, 1, STACK_BYTES);
	uint8_t *exceptions = arena_take(arena, EXCEPTION_LEVELS, EXCEPTION_STACK_BYTES);

	if (!stack || !exceptions)
		return OUTCOME_ABSENT;
	ppc64_arrivals.list[ppc64_arrivals.count] = (struct arrival){
		.pir = thread->pir,
		.stack = stack + STACK_BYTES - FRAME_BYTES,
		.r13 = (uint64_t)thread + CANARY_DISTANCE,
		.thread = thread,
		.exception_stack = exceptions,
	};
	__atomic_store_n(&ppc64_arrivals.count, ppc64_arrivals.count + 1, __ATOMIC_SEQ_CST);
	*result = opal_call(OPAL_START_CPU, thread->pir, (uint64_t)entry_secondary, 0, 0, 0);
	return *result == OPAL_SUCCESS ? OUTCOME_OK : OUTCOME_FAULT;
}

bool agent_arrives(const struct hardware_thread *thread, uint64_t deadline_ns)
{
	for (bool late = false; !__atomic_load_n(&thread->here, __ATOMIC_ACQUIRE); late = cpu_now_ns() > deadline_ns) {
		if (late)
			return false;
		cpu_relax();
	}
	return true;
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

	/* Late in the previous round and still busy in this one: this CPU may itself have been delayed between the
	 * two. */
	for (bool late = false; __atomic_load_n(&thread->work, __ATOMIC_ACQUIRE); late = cpu_now_ns() > deadline) {
		if (late) {
			thread->lost = true;
			return false;
		}
		cpu_relax();
	}
	return true;
}
