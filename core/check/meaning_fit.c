/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/check/meaning_fit.h"

#include "lib/basic.h"

static int64_t median(int64_t *numbers, unsigned count)
{
	for (unsigned i = 1; i < count; i++) {
		int64_t number = numbers[i];
		unsigned at = i;

		for (; at && numbers[at - 1] > number; at--)
			numbers[at] = numbers[at - 1];
		numbers[at] = number;
	}
	return count % 2 ? numbers[count / 2] : (numbers[count / 2 - 1] + numbers[count / 2]) / 2;
}

static uint64_t square_root(uint64_t square)
{
	uint64_t root = 0;

	for (uint64_t bit = UINT64_C(1) << 31; bit; bit /= 2)
		if ((root + bit) * (root + bit) <= square)
			root += bit;
	return root;
}

/* In whole counts, with each distance limited to a billion. */
static uint64_t deviation(const int64_t *numbers, unsigned count)
{
	int64_t mean = 0;
	uint64_t squares = 0;

	for (unsigned i = 0; i < count; i++)
		mean += numbers[i];
	mean /= (int64_t)count;
	for (unsigned i = 0; i < count; i++) {
		uint64_t apart = (uint64_t)(numbers[i] > mean ? numbers[i] - mean : mean - numbers[i]);

		apart = min_u64(apart, 1000000000);
		squares += apart * apart / count;
	}
	return square_root(squares);
}

/* The part of a count that grows with time, estimated from the long and the short window without work. */
static int64_t by_time(const struct meaning_point *points, uint64_t time_ns)
{
	const struct meaning_point *brief = &points[MEANING_IDLE], *lasting = &points[MEANING_IDLE_LONG];
	int64_t more = (int64_t)(lasting->count - brief->count);

	if (lasting->time_ns <= brief->time_ns)
		return 0;
	/* Units of 64 ns prevent overflow, even for a billion counts in a hundred seconds. */
	return more * (int64_t)(time_ns / 64) / (int64_t)((lasting->time_ns - brief->time_ns) / 64 + 1);
}

/* A single run has no spread. Its time-dependent part is subtracted, and a failure is repeated with several runs, so it
 * is enough that this part is less than the lines. It is negative if the short window had more traffic than the long
 * one. */
static bool is_hidden(const struct meaning_fit *fit, const int64_t *idle, int64_t timed,
		      const struct meaning_report *report)
{
	if (report->repeats == 1 ? (uint64_t)(timed < 0 ? -timed : timed) > report->lines / 8
				 : deviation(idle, report->repeats) > report->lines / 100)
		return true;
	return fit->idle > 4 * report->lines;
}

struct meaning_fit meaning_fit(const struct meaning_point (*points)[MEANING_AMOUNTS],
			       const struct meaning_report *report)
{
	int64_t at[MEANING_IDLE_LONG], repeats[MEANING_REPEATS], slopes[MEANING_IDLE_LONG * MEANING_IDLE_LONG];
	struct meaning_fit fit = {.noise = 1};
	unsigned pairs = 0;

	for (unsigned a = 0; a < MEANING_IDLE_LONG; a++) {
		for (unsigned r = 0; r < report->repeats; r++)
			repeats[r] = (int64_t)points[r][a].count - by_time(points[r], points[r][a].time_ns);
		fit.noise = max_u64(fit.noise, deviation(repeats, report->repeats));
		at[a] = median(repeats, report->repeats);
	}
	/* The median of the slopes of all pairs of amounts: a single outlier does not matter. */
	for (unsigned a = 0; a < MEANING_IDLE_LONG; a++)
		for (unsigned b = 0; b < a; b++)
			slopes[pairs++] = (at[a] - at[b]) * MEANING_MILLION /
					  ((int64_t)report->lines * (meaning_times[a] - meaning_times[b]));
	fit.slope = median(slopes, pairs);
	fit.intercept = at[MEANING_IDLE];
	for (unsigned r = 0; r < report->repeats; r++)
		repeats[r] = (int64_t)points[r][MEANING_IDLE_LONG].count;
	fit.idle = (uint64_t)median(repeats, report->repeats);
	fit.hidden = is_hidden(&fit, repeats, by_time(points[0], points[0][MEANING_IDLE_LONG].time_ns), report);
	return fit;
}

bool meaning_near(const struct meaning_fit *fit, int64_t expected, int64_t whole, const struct meaning_report *report)
{
	int64_t allowed =
		whole / 1000 * MEANING_TOLERANCE + 3 * (int64_t)fit->noise * MEANING_MILLION / (int64_t)report->lines;
	int64_t apart = fit->slope - expected;

	return apart <= allowed && -apart <= allowed;
}
