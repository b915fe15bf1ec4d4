/* SPDX-License-Identifier: BSD-2-Clause */
#include "checks/imc/stuck.h"

#define LOW_BITS       5     /* bits that must have been 0 and 1 before a counter is sound */
#define JUDGED         10    /* bits that are judged by how the bits below them move */
#define VOTES          36    /* changes in which a bit stayed the same: by chance one in 2^36 */
#define TURNS          8     /* upward ones among these, and as many downward ones */
#define UNEVEN         2     /* a steady rate moves the bits below a bit the other way by less */
#define ROOMY          4     /* factor from the common divisor of all steps to large steps */
#define LEAST_STEP     64    /* size of steps of which one count more or less matters */
#define PAIRS          4     /* steps of one size, to exclude chance */
#define SIZES          24    /* sizes of steps, so that they are not all even by chance */
#define SIZE_WEIGHT    10000 /* of a size, shared by the steps of that size */

/* A leap: its lowest bit, its factor to later counts, and the least number of later changes. The first posting after a
 * pause may add up to 16 bits, and the next one carry into bit 16. */
#define LEAP_PRESCALED 17
#define LEAP_OTHERS    34
#define LEAP_EXCESS    8
#define LEAP_CHANGES   6
#define LEAP_LATER     40 /* width of counts, and below of microseconds, that can be multiplied */
#define LEAP_PASSED    29

static uint64_t value_at(const struct readings *readings, uint32_t i)
{
	return readings->values[(size_t)i * readings->stride];
}

/* Returns the first reading after a change, or `count` if there is none. */
static uint32_t first_change(const struct readings *readings)
{
	uint32_t i = 1;

	while (i < readings->count && value_at(readings, i) == value_at(readings, i - 1))
		i++;
	return i < readings->count ? i : readings->count;
}

uint64_t stuck_wait(uint32_t reading, uint64_t unit_ns)
{
	return unit_ns * (100 + reading * 5 % 8 * 100 + reading * 37 % 101) +
	       (uint64_t)reading * reading * 7919 % unit_ns;
}

bool stuck_is_still(const struct readings *readings)
{
	return first_change(readings) == readings->count;
}

/* The lowest bit of a counter that may move in even steps need not change. */
bool stuck_is_sound(const struct readings *readings)
{
	uint64_t ones = 0, zeros = 0, low = MASK(0, LOW_BITS);

	if (!readings->prescaled)
		low &= ~BIT(0);
	for (uint32_t i = first_change(readings); i < readings->count; i++) {
		ones |= value_at(readings, i);
		zeros |= ~value_at(readings, i);
	}
	return (ones & zeros & low) == low;
}

/* ---- leaps ------------------------------------------------------------------------------------------- */

static unsigned highest_bit(uint64_t value)
{
	unsigned bit = 0;

	while (value >>= 1)
		bit++;
	return bit;
}

static bool is_set_from(const struct readings *readings, uint32_t first, unsigned bit)
{
	for (uint32_t i = first; i < readings->count; i++)
		if (!(value_at(readings, i) >> bit & 1))
			return false;
	return true;
}

/* Returns the counts that a first run of this length should add at most: its time at the later rate, plus the largest
 * later step. UINT64_MAX if too little came later. */
static uint64_t expected_of(const struct readings *readings, uint32_t first)
{
	uint64_t most = 0, began = readings->at[first].time_ns / 1000, ended = began, last;
	uint64_t passed = began - readings->at[0].time_ns / 1000 + 1, later;
	unsigned changes = 0;

	last = value_at(readings, first);
	for (uint32_t i = first + 1; i < readings->count; i++) {
		uint64_t step = value_at(readings, i) - last;

		if (!step)
			continue;
		changes++;
		most = step > most ? step : most;
		last = value_at(readings, i);
		ended = readings->at[i].time_ns / 1000;
	}
	later = last - value_at(readings, first);
	if (changes < LEAP_CHANGES || later >> LEAP_LATER || passed >> LEAP_PASSED)
		return UINT64_MAX;
	return (later / 64 + 1) * passed / ((ended - began) / 64 + 1) + most;
}

/* Finds a bit that is always 1 and so appears with the first posting, as if the counter had made 2^bit counts at
 * once. */
static bool find_leap(const struct readings *readings, uint32_t first, struct stuck_bit *found)
{
	uint64_t before = value_at(readings, first - 1), leap = value_at(readings, first) - before;
	unsigned bit = highest_bit(leap);

	if (bit < (readings->prescaled ? LEAP_PRESCALED : LEAP_OTHERS) || before >> bit & 1 ||
	    !is_set_from(readings, first, bit) || leap / LEAP_EXCESS <= expected_of(readings, first))
		return false;
	*found = (struct stuck_bit){(uint8_t)bit, 1};
	return true;
}

/* ---- bits that stay as they are while those around them change ---------------------------------------- */

/* Judges changes of at least 2^bit in which the bit stayed the same. With equal steps a bit may stay for long, but only
 * while the bits below it move slowly in one direction, except at new starts. */
static bool find_constant(const struct readings *readings, uint32_t first, unsigned bit)
{
	uint64_t below = MASK(0, bit), mark = value_at(readings, first), turn = bit > UNEVEN ? UNEVEN : bit - 1;
	unsigned votes = 0, up = 0, down = 0;

	for (uint32_t i = first + 1; i < readings->count; i++) {
		uint64_t value = value_at(readings, i);

		if (value < mark || value - mark < BIT(bit))
			continue;
		if ((value ^ mark) >> bit & 1)
			return false;
		votes++;
		up += (value & below) > (mark & below) + turn;
		down += (value & below) + turn < (mark & below);
		mark = value;
	}
	return votes >= VOTES && up >= TURNS && down >= TURNS;
}

static uint64_t step_at(const struct readings *readings, uint32_t i)
{
	return value_at(readings, i) - value_at(readings, i - 1);
}

/* True for the first step since the last new start: it may be any part of a usual step. */
static bool is_new_start(const struct readings *readings, uint32_t i)
{
	uint32_t j = i - i % STUCK_RESTART;

	for (j = j ? j : 1; j < i; j++)
		if (step_at(readings, j))
			return false;
	return true;
}

/* Properties of the steps after the first, without those of new starts. */
struct steps {
	uint64_t common;  /* the greatest common divisor of the steps */
	uint32_t at_once; /* the smallest of the steps' most additions */
	unsigned changes;
	bool even; /* all steps are even, including those of new starts */
};

static struct steps steps_of(const struct readings *readings, uint32_t first)
{
	struct steps steps = {.at_once = UINT32_MAX, .even = true};

	for (uint32_t i = first + 1; i < readings->count; i++) {
		uint64_t step = step_at(readings, i);

		steps.even &= !(step & 1);
		if (!step || is_new_start(readings, i))
			continue;
		steps.changes++;
		steps.common = common_divisor_u64(steps.common, step);
		if (readings->at[i].steps < steps.at_once)
			steps.at_once = readings->at[i].steps;
	}
	return steps;
}

/* Counts the steps that are `more` larger than this one, without those of new starts. */
static unsigned count_alike(const struct readings *readings, uint32_t i, uint64_t more)
{
	unsigned alike = 0;

	for (uint32_t j = 1; j < readings->count; j++)
		alike += step_at(readings, j) == step_at(readings, i) + more && !is_new_start(readings, j);
	return alike;
}

/* True if even steps prove a stuck bit. They do not if each step is some multiple of one addition: then none is much
 * larger than the common divisor, and a step of a given number of additions varies by at most one. Many sizes of steps,
 * or sizes that differ by two, exclude that. */
static bool are_roomy(const struct readings *readings, uint32_t first, const struct steps *steps)
{
	unsigned roomy = 0, uneven = 0;
	uint64_t sizes = 0;

	for (uint32_t i = first + 1; i < readings->count; i++) {
		uint64_t step = step_at(readings, i);

		if (!step || is_new_start(readings, i))
			continue;
		roomy += step / readings->at[i].steps >= ROOMY * steps->common;
		uneven += count_alike(readings, i, 0) >= PAIRS && count_alike(readings, i, 2) >= PAIRS;
		sizes += SIZE_WEIGHT / count_alike(readings, i, 0);
	}
	return 2 * roomy >= steps->changes && (uneven || sizes >= SIZES * SIZE_WEIGHT);
}

static bool has_whole_start(const struct readings *readings, uint32_t first, uint64_t step)
{
	for (uint32_t i = first + 1; i < readings->count; i++)
		if (step_at(readings, i) && is_new_start(readings, i) && step_at(readings, i) % step == 0)
			return true;
	return false;
}

/* A lowest bit that is always 1 rounds each sum up, so that steps of slightly above 265 all become 266. The very first
 * step, which makes the sum odd, then differs from these by one. Steps of slightly below 266 begin so, too, but do it
 * again after each new start. */
static bool starts_odd(const struct readings *readings, uint32_t first, const struct steps *steps)
{
	uint64_t begin = step_at(readings, first);

	for (uint32_t k = 1; k <= steps->at_once && steps->common / k >= LEAST_STEP; k++) {
		uint64_t step = steps->common / k;

		if (steps->common % k || step % 2 || step <= 2 * (uint64_t)steps->at_once)
			continue;
		if ((begin % step == 1 || begin % step == step - 1) && has_whole_start(readings, first, step))
			return true;
	}
	return false;
}

/* The lowest bit has no bits below it, but if it is stuck, all steps are even. */
static bool find_lowest(const struct readings *readings, uint32_t first)
{
	struct steps steps = steps_of(readings, first);

	return readings->prescaled && steps.even && steps.changes >= VOTES &&
	       (are_roomy(readings, first, &steps) || starts_odd(readings, first, &steps));
}

bool stuck_find(const struct readings *readings, struct stuck_bit *found)
{
	uint32_t first = first_change(readings);

	if (first == readings->count)
		return false;
	if (find_leap(readings, first, found))
		return true;
	for (unsigned bit = 0; bit < JUDGED; bit++) {
		if (bit ? !find_constant(readings, first, bit) : !find_lowest(readings, first))
			continue;
		*found = (struct stuck_bit){(uint8_t)bit, value_at(readings, first) >> bit & 1};
		return true;
	}
	return false;
}
