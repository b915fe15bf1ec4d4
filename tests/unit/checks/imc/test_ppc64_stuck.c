/* SPDX-License-Identifier: BSD-2-Clause */
/* Stuck bits are found in counters that are posted at regular times, and in those stopped at any; sound counters are
 * never blamed, be their rate what it may: even steps, slow drifts, bursts, readers that are late. */
#include "checks/imc/stuck.h"
#include "tests/unit/support/unit.h"

#define COUNT   128
#define MS      UINT64_C(1000000)
#define HALF_MS (MS / 2)

static uint64_t random_state;

static uint64_t chance(uint64_t below)
{
	random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (random_state >> 33) % below;
}

/* How a counter is posted and read. */
struct manner {
	uint64_t rate;     /* a second */
	uint64_t base;     /* what it holds at the start */
	uint64_t interval; /* ns between postings; 0: it is stopped to be read */
	uint64_t late;     /* a reader is late by up to so many ns */
	bool prescaled;
};

/* Whoever posts: what is in memory, when the counting last began, and what of it is posted. */
struct engine {
	const struct manner *manner;
	uint64_t ones, zeros; /* bits that are always so */
	uint64_t sum, began, posted_until, posted;
};

static uint64_t values[COUNT];
static struct reading at[COUNT];

static void post(struct engine *engine, uint64_t time)
{
	uint64_t ns = time - engine->began;
	uint64_t made = (uint64_t)((unsigned __int128)engine->manner->rate * ns / (1000 * MS));

	if (made != engine->posted)
		engine->sum = ((engine->sum + made - engine->posted) | engine->ones) & ~engine->zeros;
	engine->posted = made;
	engine->posted_until = time;
}

/* All postings until then; where no bit is stuck the last one says it all. */
static void post_until(struct engine *engine, uint64_t now)
{
	uint64_t interval = engine->manner->interval, last = now - now % interval;

	if (engine->ones || engine->zeros)
		for (uint64_t t = engine->posted_until; t < last; t += interval)
			post(engine, t - t % interval + interval);
	if (last > engine->posted_until)
		post(engine, last);
}

static void restart(struct engine *engine, uint64_t now)
{
	engine->began = now;
	engine->posted = 0;
	engine->posted_until = now;
}

static void read_posted(struct engine *engine, unsigned i, uint64_t *now)
{
	uint64_t before = *now;

	if (i % STUCK_RESTART == 0)
		restart(engine, *now += HALF_MS - *now % HALF_MS);
	*now += stuck_wait(i, MS / 100) + chance(engine->manner->late + 1);
	post_until(engine, *now);
	at[i].steps = (uint32_t)((*now - before) / engine->manner->interval) + 2;
}

static void read_stopped(struct engine *engine, unsigned i, uint64_t *now)
{
	restart(engine, *now);
	*now += stuck_wait(i, MS / 500) + chance(engine->manner->late + 1);
	post(engine, *now);
	at[i].steps = 1;
}

static struct readings count(const struct manner *manner, uint64_t ones, uint64_t zeros)
{
	struct engine engine = {manner, ones, zeros, .sum = manner->base};
	uint64_t now = 0;

	values[0] = engine.sum;
	at[0] = (struct reading){0, 1};
	for (unsigned i = 1; i < COUNT; i++) {
		if (manner->interval)
			read_posted(&engine, i, &now);
		else
			read_stopped(&engine, i, &now);
		values[i] = engine.sum;
		at[i].time_ns = now;
	}
	return (struct readings){at, values, 1, COUNT, manner->prescaled};
}

static void expect_found(const struct manner *manner, unsigned bit, unsigned level)
{
	struct readings readings = count(manner, level ? BIT(bit) : 0, level ? 0 : BIT(bit));
	struct stuck_bit stuck = {0};

	assert_true(stuck_find(&readings, &stuck));
	assert_int_equal(stuck.bit, bit);
	assert_int_equal(stuck.level, level);
}

static void expect_nothing(const struct readings *readings)
{
	struct stuck_bit stuck;

	assert_false(stuck_find(readings, &stuck));
}

static bool is_found(const struct manner *manner, unsigned bit, unsigned level)
{
	struct readings readings = count(manner, level ? BIT(bit) : 0, level ? 0 : BIT(bit));
	struct stuck_bit stuck;

	return stuck_find(&readings, &stuck) && stuck.bit == bit && stuck.level == level;
}

/* Rates of virtual silicon, of all units that are prescaled. What is added to by 120 and a little each time, and cannot
 * show odd numbers, is as if it was added to by 120; nearly the same of bit 4 and of a few that cannot show even ones. */
TEST(test_bits_are_found)
{
	struct manner manner = {.interval = MS, .late = MS, .prescaled = true};
	unsigned unknown[3] = {0};

	for (unsigned k = 16; k < 255; k++) {
		manner.rate = k * 5003 * (64 + 5 * (k % 3)) / 64;
		expect_found(&manner, 20, 1);
		expect_found(&manner, 40, 1);
		unknown[2] += manner.rate / 1000 % 2 && !is_found(&manner, 0, 0);
		unknown[0] += !is_found(&manner, 4, 0);
		unknown[1] += !is_found(&manner, 0, 1);
	}
	for (unsigned i = 0; i < 3; i++)
		assert_in_range(unknown[i], 0, 12);
}

TEST(test_bits_of_counters_stopped_at_any_time)
{
	struct manner manner = {.late = 50000, .prescaled = true};

	for (unsigned k = 64; k < 1085; k += 3) {
		manner.rate = k * 1009;
		expect_found(&manner, 4, 0);
		expect_found(&manner, 20, 1);
		expect_found(&manner, 40, 1);
		expect_found(&manner, 0, 0);
		expect_found(&manner, 0, 1);
	}
}

/* Where each event counts, they may come in pairs, and a burst may come first. */
TEST(test_what_every_event_may_do)
{
	struct manner manner = {.rate = 503201, .interval = 12 * MS};
	struct readings readings = count(&manner, 0, 1);

	expect_nothing(&readings);
	readings = count(&manner, BIT(20), 0);
	expect_nothing(&readings);
	expect_found(&manner, 40, 1);
	manner.interval = 4 * MS;
	expect_found(&manner, 4, 0);
}

static void expect_sound(const struct manner *manner)
{
	struct readings readings = count(manner, 0, 0);

	expect_nothing(&readings);
}

/* Each rate there can be, of the round ones all: steps that are even, multiples of anything, or nearly so. */
TEST(test_steady_rates_are_sound)
{
	static const uint64_t intervals[] = {0, 2000, 500000, MS, 4 * MS, 12 * MS};

	for (unsigned n = 0; n < 6000; n++) {
		struct manner manner = {
			.base = n % 3 ? chance(1u << 30) << chance(30) : 0,
			.interval = intervals[chance(6)],
			.late = chance(4) ? chance(8 * MS) : 0,
			.prescaled = n & 1,
		};
		uint64_t round = chance(2) ? 1000 : 125, power = BIT(chance(20));

		manner.rate = chance(2) ? round * power * (1 + chance(8)) : chance(1000000001);
		if (chance(2))
			manner.rate += chance(100);
		if (manner.rate > 1000000000)
			manner.rate = 1000000000;
		if (!manner.interval)
			manner.late += 50000;
		expect_sound(&manner);
	}
}

TEST(test_a_late_reader_blames_nobody)
{
	for (unsigned n = 0; n < 1000; n++) {
		struct manner manner = {
			.rate = 1000 * (1 + chance(5000)),
			.interval = n & 1 ? MS : 500000,
			.late = 400 * MS,
			.prescaled = true,
		};

		expect_sound(&manner);
	}
}

/* Steps without any rule, small and great, pairs of events and bursts included. */
TEST(test_restless_counters_are_sound)
{
	for (unsigned n = 0; n < 4000; n++) {
		uint64_t unit = n & 1 ? 1 : BIT(chance(8)), most = BIT(1 + chance(16));
		struct manner manner = {.prescaled = n & 1};
		struct readings readings = {at, values, 1, COUNT, manner.prescaled};
		struct stuck_bit stuck;

		values[0] = chance(1u << 30) << chance(20);
		for (unsigned i = 1; i < COUNT; i++) {
			bool burst = !manner.prescaled && !chance(20);

			values[i] = values[i - 1] + unit * chance(most) * (burst ? 1000 : 1);
			at[i] = (struct reading){i * MS, 1};
		}
		assert_false(stuck_find(&readings, &stuck));
	}
}

TEST(test_what_stands_still)
{
	struct manner manner = {.base = 77, .prescaled = true};
	struct readings readings = count(&manner, 0, 0);

	assert_true(stuck_is_still(&readings));
	expect_nothing(&readings);
	readings.count = 1;
	assert_true(stuck_is_still(&readings));
	manner.rate = 1234567;
	readings = count(&manner, 0, 0);
	assert_false(stuck_is_still(&readings));
	assert_true(stuck_is_sound(&readings));
	readings = count(&manner, 0, BIT(4));
	assert_false(stuck_is_sound(&readings));
}
