/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/x86/meeting.h"

#include "arch/x86/cpu.h"

#define FOLLOWERS_PATIENCE 16

/* Fields of struct meeting.now. They are in one word, so that a CPU is counted, delivers its bits and gets the
 * meeting's number in one atomic step. */
#define CAME               MASK(0, 16)
#define BROUGHT_AT         16
#define BROUGHT            MASK(BROUGHT_AT, 8)
#define NUMBER_AT          32

static bool lead(struct meeting *meeting, uint64_t number, uint32_t expected, bool (*judge)(unsigned brought))
{
	uint64_t start = cpu_ticks(), met;
	bool good;

	while ((__atomic_load_n(&meeting->now, __ATOMIC_RELAXED) & CAME) < expected &&
	       cpu_ticks() - start < meeting->patience_ticks)
		cpu_pause();
	met = __atomic_exchange_n(&meeting->now, (number + 1) << NUMBER_AT, __ATOMIC_ACQ_REL);
	good = judge((unsigned)((met & BROUGHT) >> BROUGHT_AT));
	if (!good)
		__atomic_store_n(&meeting->over, true, __ATOMIC_RELAXED);
	(void)__atomic_add_fetch(&meeting->judged, 1, __ATOMIC_RELEASE);
	return good;
}

/* If the run cannot continue, the first CPU reports that and stops all others; they wait for that. */
static bool follow(const struct meeting *meeting, uint64_t number)
{
	uint64_t start = cpu_ticks();

	while (__atomic_load_n(&meeting->judged, __ATOMIC_ACQUIRE) <= number &&
	       cpu_ticks() - start < FOLLOWERS_PATIENCE * meeting->patience_ticks)
		cpu_pause();
	if (!__atomic_load_n(&meeting->over, __ATOMIC_RELAXED))
		return true;
	for (start = cpu_ticks(); cpu_ticks() - start < FOLLOWERS_PATIENCE * meeting->patience_ticks;)
		cpu_pause();
	return false;
}

bool meeting_hold(struct meeting *meeting, unsigned brought, uint32_t expected, bool (*judge)(unsigned brought))
{
	uint64_t found = __atomic_load_n(&meeting->now, __ATOMIC_RELAXED), next;

	do
		next = (found + 1) | (uint64_t)brought << BROUGHT_AT;
	while (!__atomic_compare_exchange_n(&meeting->now, &found, next, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));

	if (found & CAME)
		return follow(meeting, found >> NUMBER_AT);
	return lead(meeting, found >> NUMBER_AT, expected, judge);
}
