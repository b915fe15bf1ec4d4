/* SPDX-License-Identifier: BSD-2-Clause */
/* The counter that is computed instead of stepped, against one that is stepped. */
#include "silicon/models/counter.h"
#include "tests/unit/support/unit.h"

/* Ticks of one source by t, without any trick. */
static uint64_t slow_ticks(uint64_t rate, uint64_t t)
{
	return (uint64_t)((unsigned __int128)rate * t / 1000000000u);
}

static struct model_counter running(uint64_t t, uint64_t value, const uint64_t *rate, unsigned sources)
{
	struct model_counter counter = {.width = 48, .factor = 1};
	struct model_run run = {.running = true, .sources = (uint8_t)sources};

	for (unsigned i = 0; i < sources; i++)
		run.rate[i] = rate[i];
	model_counter_set(&counter, t, value);
	model_counter_run(&counter, t, &run);
	return counter;
}

/* How much of the time until t is in bursts, stepped. */
static uint64_t slow_inside(const struct model_bursts *bursts, uint64_t t)
{
	uint64_t inside = 0;

	for (uint64_t i = 0; i < t; i++)
		inside += i % bursts->period < bursts->length;
	return inside;
}

TEST(test_source_ticks_in_its_part_of_the_time)
{
	static const struct model_bursts bursts[] = {{1000, 100}, {1000, 999}, {77, 1}, {2, 1}};
	const uint64_t inside = 70000000, outside = 1300000000;

	for (unsigned i = 0; i < ARRAY_SIZE(bursts); i++) {
		struct model_counter counter = {.width = 48, .factor = 1};
		const struct model_run run = {.rate = {inside, outside, 333333333},
					      .sources = 3,
					      .running = true,
					      .inside = BIT(0),
					      .outside = BIT(1),
					      .bursts = bursts[i]};

		model_counter_run(&counter, 0, &run);
		for (uint64_t t = 0; t < 10000; t += 37)
			assert_int_equal(model_counter_value(&counter, t),
					 slow_ticks(inside, slow_inside(&bursts[i], t)) +
						 slow_ticks(outside, t - slow_inside(&bursts[i], t)) +
						 slow_ticks(333333333, t));
	}
}

TEST(test_overflow_in_a_burst_comes_in_time)
{
	static const struct model_bursts bursts[] = {{1000, 100}, {20000000, 1}, {1000, 999}, {2, 1}};

	for (unsigned i = 0; i < ARRAY_SIZE(bursts); i++) {
		for (uint64_t part = 1; part <= 2; part++) {
			struct model_counter counter = {.width = 48, .factor = 1};
			const struct model_run run = {.rate = {2300000000},
						      .sources = 1,
						      .running = true,
						      .inside = part & 1,
						      .outside = part >> 1,
						      .bursts = bursts[i]};

			model_counter_set(&counter, 12345, BIT(48) - 1000);
			model_counter_run(&counter, 12345, &run);
			assert_true(counter.overflow_at < MODEL_NEVER);
			assert_true(model_counter_value(&counter, counter.overflow_at) < BIT(47));
			assert_true(model_counter_value(&counter, counter.overflow_at - 1) >= BIT(48) - 1000);
		}
	}
}

TEST(test_value_is_exact)
{
	static const uint64_t rates[] = {1, 3, 999999999, 1000000000, 1000000007, MODEL_CLOCK_LIMIT};
	static const uint64_t times[] = {0, 1, 999999999, 1000000000, 123456789012345, 1u << 31};

	for (unsigned i = 0; i < ARRAY_SIZE(rates); i++) {
		for (unsigned j = 0; j < ARRAY_SIZE(times); j++) {
			struct model_counter counter = running(77, 5, &rates[i], 1);
			uint64_t t = times[j] + 77;

			assert_int_equal(model_counter_value(&counter, t),
					 (5 + slow_ticks(rates[i], t) - slow_ticks(rates[i], 77)) & MASK(0, 48));
		}
	}
}

TEST(test_sum_of_sources_is_the_sum)
{
	static const uint64_t rates[] = {333333333, 777777, 1, 2300000000};

	for (uint64_t t = 1000; t < 5000000000; t = t * 7 / 3) {
		struct model_counter all = running(1000, 0, rates, 4);
		uint64_t sum = 0;

		for (unsigned i = 0; i < 4; i++) {
			struct model_counter one = running(1000, 0, &rates[i], 1);

			sum += model_counter_value(&one, t);
		}
		assert_int_equal(model_counter_value(&all, t), sum);
	}
}

/* At the time found the counter has just wrapped; one nanosecond before it had not. */
static void check_overflow_time(uint64_t t, uint64_t need, const uint64_t *rate, unsigned sources)
{
	struct model_counter counter = running(t, BIT(48) - need, rate, sources);
	uint64_t at = counter.overflow_at;

	assert_true(at > t && at < MODEL_NEVER);
	assert_true(model_counter_value(&counter, at) < BIT(47));
	assert_true(model_counter_value(&counter, at - 1) >= BIT(48) - need);
	assert_int_equal(model_counter_fold(&counter, at), 1);
	assert_true(counter.overflow_at > at);
}

TEST(test_overflow_time_is_the_first)
{
	static const uint64_t rates[] = {1000003, 2300000000, 7, 999999999, 5, 6, 2299999999, 11};
	static const uint64_t needs[] = {1, 2, 3, 1000, 123456, 4000000000};

	for (unsigned i = 0; i < ARRAY_SIZE(needs); i++)
		for (unsigned first = 0; first < 8; first++)
			for (unsigned sources = 1; sources <= 8 - first; sources++)
				check_overflow_time(first * 314159265, needs[i], rates + first, sources);
}

TEST(test_never_overflows)
{
	uint64_t slow = 1, none = 0;
	struct model_counter counter = running(0, 0, &none, 1);

	assert_int_equal(counter.overflow_at, MODEL_NEVER);
	counter = running(0, 0, &slow, 1); /* 2^48 seconds: beyond the end of time */
	assert_int_equal(counter.overflow_at, MODEL_NEVER);
	counter = running(0, 0, &slow, 0);
	assert_int_equal(counter.overflow_at, MODEL_NEVER);
	counter = running(MODEL_NEVER - 2, BIT(48) - 1, &slow, 1);
	assert_int_equal(counter.overflow_at, MODEL_NEVER);
}

TEST(test_stopped_counter_stands)
{
	uint64_t rate = 1000000;
	struct model_counter counter = running(0, 10, &rate, 1);

	model_counter_run(&counter, 5000000, &(struct model_run){0});
	assert_int_equal(model_counter_value(&counter, 5000000), 5010);
	assert_int_equal(model_counter_value(&counter, 900000000000), 5010);
	assert_int_equal(counter.overflow_at, MODEL_NEVER);
}

TEST(test_width_and_factor)
{
	const struct model_run run = {.rate = {1000000000}, .sources = 1, .running = true}; /* one a nanosecond */
	struct model_counter counter = {.width = 8, .factor = 3};

	model_counter_set(&counter, 0, 0x1ff); /* does not fit: 0xff */
	model_counter_run(&counter, 0, &run);
	assert_int_equal(counter.overflow_at, 1);
	assert_int_equal(model_counter_value(&counter, 1), 2);
	assert_int_equal(model_counter_fold(&counter, 1), 1);
	assert_int_equal(counter.overflow_at, 1 + (254 + 2) / 3);
	assert_int_equal(model_counter_fold(&counter, 1001), (2 + 3000) / 256);
}

TEST(test_down)
{
	const struct model_run run = {.rate = {1000000000, 500000000}, .sources = 2, .running = true, .down = true};
	struct model_counter counter = {.width = 48, .factor = 1};

	model_counter_set(&counter, 0, 5);
	model_counter_run(&counter, 0, &run);
	assert_int_equal(model_counter_value(&counter, 2), 2);
	assert_int_equal(counter.overflow_at, 4);
	assert_int_equal(model_counter_value(&counter, 4), BIT(48) - 1);
	assert_int_equal(model_counter_fold(&counter, 4), 1);
	assert_int_equal(model_counter_value(&counter, 6), BIT(48) - 4);
	assert_true(counter.overflow_at > 100000000000000);
}

/* When a counter signals its first and its second overflow, one count a nanosecond from BIT(4) - 3 on. */
static void check_shift(int32_t shift, uint64_t first, uint64_t second)
{
	const struct model_run run = {.rate = {1000000000}, .sources = 1, .running = true};
	struct model_counter counter = {.width = 4, .factor = 1, .shift = shift};

	model_counter_set(&counter, 0, 13);
	model_counter_run(&counter, 0, &run);
	for (uint64_t t = 1; t < first; t++) {
		model_counter_fold(&counter, t); /* being looked at changes nothing */
		assert_int_equal(counter.overflow_at, first);
	}
	model_counter_fold(&counter, first);
	for (uint64_t t = first; t < second; t++) {
		assert_int_equal(counter.overflow_at, second);
		model_counter_fold(&counter, t);
	}
}

TEST(test_overflow_can_be_signalled_early_or_late)
{
	struct model_counter counter = {.width = 4, .factor = 1, .shift = 1};
	const struct model_run run = {.rate = {1000000000}, .sources = 1, .running = true};

	check_shift(0, 3, 19);
	check_shift(-1, 2, 18);
	check_shift(1, 4, 20);
	check_shift(5, 8, 24);
	model_counter_run(&counter, 0, &run); /* that it starts at 0 is no carry */
	assert_int_equal(counter.overflow_at, 17);
}

TEST(test_overflow_may_be_signalled_ahead_too)
{
	const struct model_run run = {.rate = {1000000000}, .sources = 1, .running = true};
	struct model_counter counter = {.width = 4, .factor = 1, .ahead = 6};

	model_counter_set(&counter, 0, 2);
	model_counter_run(&counter, 0, &run);
	assert_int_equal(counter.overflow_at, 8); /* at 10 */
	model_counter_fold(&counter, 8);
	assert_int_equal(counter.overflow_at, 14);
	model_counter_fold(&counter, 14);
	assert_int_equal(counter.overflow_at, 24);
}

TEST(test_moved_says_whether_it_counted)
{
	uint64_t rate = 1000;
	struct model_counter counter = running(0, 7, &rate, 1);

	assert_false(model_counter_moved(&counter, 999999));
	assert_true(model_counter_moved(&counter, 1000000));
	model_counter_fold(&counter, 1500000);
	assert_true(model_counter_moved(&counter, 1500000));
	model_counter_set(&counter, 1600000, 7);
	assert_false(model_counter_moved(&counter, 1600000));
}
