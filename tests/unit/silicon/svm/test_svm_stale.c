/* SPDX-License-Identifier: BSD-2-Clause */
/* Two processors, played by threads: one takes memory away again and again, the other enters the guest and leaves it. Page
 * tables are a number that grows; translations are the one that was read at the last flush. */
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

#include "silicon/svm/svm.h"
#include "tests/unit/support/unit.h"

#define ROUNDS 1000000
#define STAY   2 /* looks within the guest, unless it is kicked out */

static struct {
	struct hypervisor hypervisor;
	struct cpu cpus[2];
	uint64_t tables; /* as they are now */
	uint64_t gone;   /* nobody may go on with tables that are older */
	bool kicked, ended;
	uint64_t broken, flushes, kicks;
} act;

void cpu_kick(struct cpu *from, struct cpu *target)
{
	assert_ptr_equal(from, &act.cpus[0]);
	assert_ptr_equal(target, &act.cpus[1]);
	act.kicks++;
	__atomic_store_n(&act.kicked, true, __ATOMIC_RELEASE);
}

static void be_in_guest(uint64_t translations)
{
	for (unsigned i = 0; i < STAY && !__atomic_exchange_n(&act.kicked, false, __ATOMIC_ACQUIRE); i++)
		act.broken += translations < __atomic_load_n(&act.gone, __ATOMIC_ACQUIRE);
}

static void *run_guest(void *context)
{
	struct cpu *cpu = context;
	uint64_t translations = 0;

	while (!__atomic_load_n(&act.ended, __ATOMIC_ACQUIRE)) {
		if (stale_enter(cpu)) {
			translations = __atomic_load_n(&act.tables, __ATOMIC_ACQUIRE);
			act.flushes++;
		}
		be_in_guest(translations);
		stale_leave(cpu);
	}
	return NULL;
}

TEST(test_nobody_goes_on_with_what_is_gone)
{
	pthread_t other;

	act.hypervisor = (struct hypervisor){.cpus = act.cpus, .cpu_count = 2};
	for (unsigned i = 0; i < 2; i++)
		act.cpus[i] = (struct cpu){.hypervisor = &act.hypervisor, .running = true};
	assert_int_equal(pthread_create(&other, NULL, run_guest, &act.cpus[1]), 0);
	while (!__atomic_load_n(&act.cpus[1].passes, __ATOMIC_ACQUIRE))
		sched_yield();
	for (uint64_t i = 1; i <= ROUNDS; i++) {
		__atomic_store_n(&act.tables, i, __ATOMIC_RELEASE);
		stale_all(&act.cpus[0]);
		__atomic_store_n(&act.gone, i, __ATOMIC_RELEASE);
	}
	__atomic_store_n(&act.ended, true, __ATOMIC_RELEASE);
	assert_int_equal(pthread_join(other, NULL), 0);
	assert_int_equal(act.broken, 0);
	assert_true(act.cpus[0].stale);
	assert_in_range(act.flushes, 1, ROUNDS);
	assert_in_range(act.kicks, 0, ROUNDS);
}
