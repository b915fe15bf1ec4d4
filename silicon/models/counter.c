/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/models/counter.h"

#define NS_PER_S UINT64_C(1000000000)

static uint64_t ticks_of(uint64_t rate, uint64_t t)
{
	return rate * (t / NS_PER_S) + rate * (t % NS_PER_S) / NS_PER_S;
}

static uint64_t ticks(const struct model_counter *counter, uint64_t t)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < counter->sources; i++)
		sum += ticks_of(counter->rate[i], t);
	return sum;
}

static uint64_t counted(const struct model_counter *counter, uint64_t t)
{
	if (!counter->running)
		return 0;
	return counter->factor * (ticks(counter, t) - ticks(counter, counter->since));
}

uint64_t model_counter_value(const struct model_counter *counter, uint64_t t)
{
	return (counter->base + counted(counter, t)) & MASK(0, counter->width);
}

bool model_counter_moved(const struct model_counter *counter, uint64_t t)
{
	return counter->moved || counted(counter, t);
}

/* The time in ns that `count` ticks at `rate` per second take, rounded down. */
static uint64_t span(uint64_t count, uint64_t rate)
{
	uint64_t seconds = count / rate;

	if (seconds >= MODEL_NEVER / NS_PER_S)
		return MODEL_NEVER;
	return seconds * NS_PER_S + count % rate * NS_PER_S / rate;
}

static uint64_t later(uint64_t t, uint64_t by)
{
	return t < MODEL_NEVER - 1 && by < MODEL_NEVER - 1 - t ? t + by : MODEL_NEVER - 1;
}

/* The first time at which `need` more ticks have been made. Each source is less than one tick away
 * from its straight line, which bounds the search from both sides. */
static uint64_t time_of(const struct model_counter *counter, uint64_t need)
{
	uint64_t start = ticks(counter, counter->since), rate = 0, low, high;

	for (unsigned i = 0; i < counter->sources; i++)
		rate += counter->rate[i];
	if (!rate)
		return MODEL_NEVER;
	low = span(need > counter->sources ? need - counter->sources : 0, rate);
	if (low >= MODEL_NEVER - 1 - counter->since)
		return MODEL_NEVER;
	low += counter->since;
	high = later(counter->since, later(span(need + counter->sources, rate), 1));
	if (ticks(counter, high) - start < need)
		return MODEL_NEVER;
	while (high - low > 1) {
		uint64_t middle = low + (high - low) / 2;

		if (ticks(counter, middle) - start < need)
			low = middle;
		else
			high = middle;
	}
	return high;
}

static void find_overflow(struct model_counter *counter)
{
	uint64_t room = BIT(counter->width) - counter->base;

	counter->overflow_at = MODEL_NEVER;
	if (counter->running && counter->factor)
		counter->overflow_at =
			time_of(counter, (room + counter->factor - 1) / counter->factor);
}

static uint64_t settle(struct model_counter *counter, uint64_t t)
{
	uint64_t more = counted(counter, t), sum = counter->base + more;

	counter->moved |= more != 0;
	counter->base = sum & MASK(0, counter->width);
	counter->since = t;
	return sum >> counter->width;
}

uint64_t model_counter_fold(struct model_counter *counter, uint64_t t)
{
	uint64_t carries = settle(counter, t);

	find_overflow(counter);
	return carries;
}

void model_counter_set(struct model_counter *counter, uint64_t t, uint64_t value)
{
	counter->base = value & MASK(0, counter->width);
	counter->since = t;
	counter->moved = false;
	find_overflow(counter);
}

uint64_t model_counter_run(struct model_counter *counter, uint64_t t, bool running,
			   const uint64_t *rate, unsigned sources)
{
	uint64_t carries = settle(counter, t);

	counter->running = running;
	counter->sources = (uint8_t)sources;
	for (unsigned i = 0; i < sources; i++)
		counter->rate[i] = rate[i];
	find_overflow(counter);
	return carries;
}
