/* SPDX-License-Identifier: BSD-2-Clause */
/* The hidden thread. It runs the model, so that memory changes while the firmware runs. Between two turns it sleeps
 * until its decrementer wakes it, and leaves the host to the firmware's threads. */
#include "silicon/opal/opal.h"

#define PARK_LIMIT   (2 * (uint64_t)IMC_TIMEBASE_HZ)
#define TICKS_PER_MS (IMC_TIMEBASE_HZ / 1000)
#define SLEEP_LEAST  1000 /* ticks; a shorter sleep is not worth it */
#define CPU_IN_OPAL  0    /* a thread's state as given by QUERY_CPU */

static unsigned char locked;
static bool started;
static volatile bool parking;

void opal_lock(void)
{
	while (__atomic_test_and_set(&locked, __ATOMIC_ACQUIRE))
		;
}

void opal_unlock(void)
{
	__atomic_clear(&locked, __ATOMIC_RELEASE);
}

bool opal_worker_runs(void)
{
	return started;
}

void opal_start_worker(void)
{
	int64_t code;

	if (started)
		return;
	parking = false;
	code = opal_call(OPAL_START_CPU, opal_machine.model_pir, (uintptr_t)opal_arrival, 0, 0, 0);
	if (code != OPAL_SUCCESS)
		opal_give_up("assert", "the hidden thread 0x%x does not start: %lld", opal_machine.model_pir,
			     (long long)code);
	started = true;
}

static bool is_in_opal(uint32_t pir)
{
	uint8_t state = 0xff;

	return opal_call(OPAL_QUERY_CPU, pir, (uintptr_t)&state, 0, 0, 0) == OPAL_SUCCESS && state == CPU_IN_OPAL;
}

/* The caller holds the lock: the thread may wait for it, but is not in the model. */
void opal_park_worker(void)
{
	uint64_t start = opal_time();

	if (!started)
		return;
	parking = true;
	while (!is_in_opal(opal_machine.model_pir))
		if (opal_time() - start > PARK_LIMIT)
			opal_give_up("assert", "the hidden thread 0x%x does not return to OPAL",
				     opal_machine.model_pir);
	started = false;
}

/* Takes the lock. Returns false while another thread, which holds the lock, waits for this one to park. */
static bool lock_unless_parked(void)
{
	while (__atomic_test_and_set(&locked, __ATOMIC_ACQUIRE))
		if (parking)
			return false;
	return true;
}

void opal_work(void)
{
	while (!parking && lock_unless_parked()) {
		uint64_t next, now, ticks;

		imc_advance(opal_machine.imc, opal_time());
		next = imc_next(opal_machine.imc);
		opal_unlock();

		/* `stop` with PSSCR 0 loses no state and continues after the instruction when the decrementer expires,
		 * even with interrupts off. */
		now = opal_time();
		ticks = next > now ? min_u64(next - now, TICKS_PER_MS) : 0;
		ticks = max_u64(ticks, opal_machine.surroundings.late_model * TICKS_PER_MS);
		if (ticks >= SLEEP_LEAST)
			asm volatile("mtspr 22, %0\n\tmtspr 855, %1\n\tstop\n\t" ::"r"(ticks), "r"(0) : "memory");
	}
	opal_call(OPAL_RETURN_CPU, 0, 0, 0, 0, 0);
	while (true)
		;
}
