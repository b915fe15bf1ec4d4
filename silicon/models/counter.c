/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/models/counter.h"

#define NS_PER_S UINT64_C(1000000000)

uint64_t model_ticks(uint64_t rate, uint64_t t)
{
	return rate * (t / NS_PER_S) + rate * (t % NS_PER_S) / NS_PER_S;
}

/* Returns the ticks of all sources until `t`. A source may tick always, or only within bursts, or only between them. */
static uint64_t ticks(const struct model_counter *counter, uint64_t t)
{
	const struct model_run *run = &counter->run;
	const struct model_bursts *bursts = &run->bursts;
	uint64_t sum = 0;

	for (unsigned i = 0; i < run->sources; i++) {
		uint64_t active = t;

		if ((run->inside | run->outside) & BIT(i)) {
			active = t / bursts->period * bursts->length + min_u64(t % bursts->period, bursts->length);
			active = run->inside & BIT(i) ? active : t - active;
		}
		sum += model_ticks(run->rate[i], active);
	}
	return sum;
}

/* Returns the counts of `made` ticks, with every |slip|-th counted twice (slip > 0) or lost (slip < 0). */
static uint64_t slipped(int slip, uint64_t made)
{
	if (!slip)
		return made;
	return slip < 0 ? made - made / (uint64_t)-slip : made + made / (uint64_t)slip;
}

/* Returns the fewest ticks that make `wanted` counts; `wanted` is not 0. */
static uint64_t unslipped(int slip, uint64_t wanted)
{
	if (!slip)
		return wanted;
	return slip < 0 ? wanted + (wanted - 1) / (uint64_t)(-slip - 1) : wanted - wanted / (uint64_t)(slip + 1);
}

/* Returns the counts that the counter has made of all ticks of its sources until `t`. */
static uint64_t made(const struct model_counter *counter, uint64_t t)
{
	return slipped(counter->slip, ticks(counter, t));
}

static uint64_t counted(const struct model_counter *counter, uint64_t t)
{
	if (!counter->run.running)
		return 0;
	return counter->factor * (made(counter, t) - made(counter, counter->since));
}

uint64_t model_counter_value(const struct model_counter *counter, uint64_t t)
{
	uint64_t more = counted(counter, t);

	if (counter->run.down)
		more = -more;
	return (counter->base + more) & MASK(0, counter->width);
}

bool model_counter_moved(const struct model_counter *counter, uint64_t t)
{
	return counter->moved || counted(counter, t);
}

/* Returns the time in ns for `count` ticks at `rate` per second, rounded down. Uses two steps, because the sum of many
 * rates times 10^9 does not fit. */
static uint64_t span(uint64_t count, uint64_t rate)
{
	uint64_t seconds = count / rate, rest = count % rate * 1000000;

	if (seconds >= MODEL_NEVER / NS_PER_S)
		return MODEL_NEVER;
	return seconds * NS_PER_S + rest / rate * 1000 + rest % rate * 1000 / rate;
}

static uint64_t later(uint64_t t, uint64_t by)
{
	return t < MODEL_NEVER - 1 && by < MODEL_NEVER - 1 - t ? t + by : MODEL_NEVER - 1;
}

/* Returns a time in which at least `count` ticks are made, or MODEL_NEVER if they never are: by sources that always
 * tick; if there are none, by those that tick in bursts, or by those that tick between bursts. */
static uint64_t longest_span(const struct model_run *run, uint64_t count)
{
	uint64_t always = 0, inside = 0, outside = 0, rate, part, needed;

	for (unsigned i = 0; i < run->sources; i++)
		*(run->inside & BIT(i) ? &inside : run->outside & BIT(i) ? &outside : &always) += run->rate[i];
	if (always)
		return span(count, always);
	rate = inside ? inside : outside;
	part = inside ? run->bursts.length : run->bursts.period - run->bursts.length;
	if (!rate || !part)
		return MODEL_NEVER;
	needed = span(count, rate) / part + 2;
	return needed < MODEL_NEVER / run->bursts.period ? needed * run->bursts.period : MODEL_NEVER;
}

/* Returns the first time at which `need` more have been counted. Each source is less than one tick away from its
 * straight line, which bounds the search from both sides. */
static uint64_t time_of(const struct model_counter *counter, uint64_t need)
{
	uint64_t start = ticks(counter, counter->since), rate = 0, low, high;
	unsigned sources = counter->run.sources;

	need = unslipped(counter->slip, slipped(counter->slip, start) + need) - start;

	for (unsigned i = 0; i < sources; i++)
		rate += counter->run.rate[i];
	if (!rate)
		return MODEL_NEVER;
	low = span(need > sources ? need - sources : 0, rate);
	if (low >= MODEL_NEVER - 1 - counter->since)
		return MODEL_NEVER;
	low += counter->since;
	high = later(counter->since, later(longest_span(&counter->run, need + sources), 1));
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

/* Returns the counts until the counter signals its next overflow. */
static uint64_t distance(const struct model_counter *counter)
{
	uint64_t end = BIT(counter->width) + (uint64_t)(int64_t)counter->shift;

	if (counter->run.down)
		return counter->base + 1;
	if (counter->carried)
		return (uint64_t)counter->shift - counter->base;
	if (counter->ahead && counter->base < BIT(counter->width) - counter->ahead)
		return BIT(counter->width) - counter->ahead - counter->base;
	return counter->base < end ? end - counter->base : BIT(counter->width);
}

static void find_overflow(struct model_counter *counter)
{
	counter->overflow_at = MODEL_NEVER;
	if (counter->run.running && counter->factor)
		counter->overflow_at = time_of(counter, (distance(counter) + counter->factor - 1) / counter->factor);
}

/* Takes over `more` counts. Returns the carries. */
static uint64_t take_counts(struct model_counter *counter, uint64_t more)
{
	uint64_t base = counter->base, sum = base + more;

	if (!more)
		return 0;
	counter->moved = true;
	if (counter->run.down) {
		counter->carried = false;
		counter->base = (base - more) & MASK(0, counter->width);
		return more > base ? 1 + ((more - base - 1) >> counter->width) : 0;
	}
	counter->base = sum & MASK(0, counter->width);
	counter->carried = (counter->carried || sum >> counter->width) && (int64_t)counter->base < counter->shift;
	return sum >> counter->width;
}

static uint64_t settle_counter(struct model_counter *counter, uint64_t t)
{
	uint64_t more = counted(counter, t);

	counter->since = t;
	return take_counts(counter, more);
}

uint64_t model_counter_fold(struct model_counter *counter, uint64_t t)
{
	uint64_t carries = settle_counter(counter, t);

	find_overflow(counter);
	return carries;
}

void model_counter_set(struct model_counter *counter, uint64_t t, uint64_t value)
{
	counter->base = value & MASK(0, counter->width);
	counter->since = t;
	counter->moved = false;
	counter->carried = false;
	find_overflow(counter);
}

uint64_t model_counter_add(struct model_counter *counter, uint64_t t, uint64_t count)
{
	uint64_t carries = settle_counter(counter, t), left = distance(counter), more;

	more = slipped(counter->slip, counter->added + count) - slipped(counter->slip, counter->added);
	more *= counter->factor;
	counter->added += count;
	carries += take_counts(counter, more);
	find_overflow(counter);
	if (more >= left)
		counter->overflow_at = t;
	return carries;
}

uint64_t model_counter_run(struct model_counter *counter, uint64_t t, const struct model_run *run)
{
	uint64_t carries = settle_counter(counter, t);

	counter->run.running = run->running;
	counter->run.down = run->down;
	counter->run.sources = run->sources;
	counter->run.inside = run->inside;
	counter->run.outside = run->outside;
	counter->run.bursts = run->bursts;
	for (unsigned i = 0; i < run->sources; i++)
		counter->run.rate[i] = run->rate[i];
	find_overflow(counter);
	return carries;
}
