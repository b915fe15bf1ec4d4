/* SPDX-License-Identifier: BSD-2-Clause */
/* Processors, played by threads, meet again and again: each meeting has one judge, who knows what all have brought. */
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "arch/x86/meeting.h"
#include "tests/unit/support/unit.h"

#define CPUS     3
#define MEETINGS 50
#define FOR_EVER BIT(58) /* ticks */

static struct meeting meeting = {.patience_ticks = FOR_EVER};
static unsigned judgements, wrong;
static volatile unsigned met[CPUS];

/* The processor whose turn it is brings a bit of its own, and the next one another. */
static unsigned brought_by(unsigned cpu, unsigned round)
{
	return round % CPUS == cpu ? 1u : (round + 1) % CPUS == cpu ? 1u << (1 + cpu) : 0;
}

static bool judge(unsigned brought)
{
	unsigned expected = 0;

	for (unsigned i = 0; i < CPUS; i++)
		expected |= brought_by(i, judgements);
	wrong += brought != expected;
	judgements++;
	return true;
}

static void *meet_often(void *number)
{
	unsigned cpu = *(unsigned *)number;

	for (unsigned round = 0; round < MEETINGS; round++) {
		wrong += !meeting_hold(&meeting, brought_by(cpu, round), CPUS, judge);
		met[cpu]++;
	}
	return NULL;
}

TEST(test_each_meeting_has_one_judge)
{
	pthread_t thread[CPUS];
	unsigned number[CPUS];

	for (unsigned i = 0; i < CPUS; i++) {
		number[i] = i;
		assert_int_equal(pthread_create(&thread[i], NULL, meet_often, &number[i]), 0);
	}
	for (unsigned i = 0; i < CPUS; i++)
		assert_int_equal(pthread_join(thread[i], NULL), 0);
	assert_int_equal(judgements, MEETINGS);
	assert_int_equal(meeting.judged, MEETINGS);
	assert_int_equal(wrong, 0);
}

/* ---- who comes late ---------------------------------------------------------------------------------------- */

static struct meeting late;
static unsigned heard[2];

static bool note_second(unsigned brought)
{
	heard[1] = brought;
	return true;
}

/* Another one comes while this judges. */
static bool note_first(unsigned brought)
{
	heard[0] = brought;
	assert_true(meeting_hold(&late, 2, 1, note_second));
	return false;
}

/* The first one goes on alone when it has waited. Who comes afterwards is none of its meeting: what that brings is heard. */
TEST(test_who_comes_late_meets_anew)
{
	assert_false(meeting_hold(&late, 1, 2, note_first));
	assert_int_equal(heard[0], 1);
	assert_int_equal(heard[1], 2);
	assert_int_equal(late.judged, 2);
	assert_true(late.over);
}
