/* SPDX-License-Identifier: BSD-2-Clause */
/* Reading a ring of trace records: order, wrap, torn records. */
#include "arch/ppc64/trace.h"
#include "tests/unit/support/unit.h"

#define RECORDS 8

static uint8_t ring[RECORDS * TRACE_RECORD_BYTES];

static void put_word(uint32_t record, unsigned word, uint64_t value)
{
	for (unsigned i = 0; i < 8; i++)
		ring[record * TRACE_RECORD_BYTES + word * 8 + i] = (uint8_t)(value >> (56 - 8 * i));
}

static void put_record(uint32_t record, uint64_t time)
{
	put_word(record, 0, time);
	put_word(record, 1, 0x20000000 + time);
	put_word(record, 2, 0x99);
	for (unsigned i = 0; i < TRACE_COUNTERS; i++)
		put_word(record, 3 + i, time * 10 + i);
	put_word(record, 7, time & MASK(0, 42));
}

static void clear(void)
{
	memset(ring, 0, sizeof(ring));
}

/* The times of all samples in order; returns how many. */
static unsigned read_times(const struct trace_view *view, uint64_t times[RECORDS])
{
	struct trace_sample sample;
	uint32_t at = 0;
	unsigned count = 0;

	while (trace_next(view, &at, &sample)) {
		assert_true(count < RECORDS);
		assert_int_equal(sample.ip, 0x20000000 + sample.time);
		assert_int_equal(sample.process, 0x99);
		assert_int_equal(sample.counters[3], sample.time * 10 + 3);
		times[count++] = sample.time;
	}
	return count;
}

static void expect_times(const struct trace_view *view, const uint64_t *expected, unsigned count)
{
	uint64_t times[RECORDS];

	assert_int_equal(read_times(view, times), count);
	for (unsigned i = 0; i < count; i++)
		assert_int_equal(times[i], expected[i]);
}

TEST(an_empty_ring_has_no_samples)
{
	struct trace_view view;

	clear();
	view = trace_view_of(ring, RECORDS);
	assert_int_equal(view.valid, 0);
	assert_int_equal(view.torn, 0);
	assert_false(view.full);
	assert_false(view.wrapped);
	expect_times(&view, NULL, 0);
}

TEST(samples_come_in_order)
{
	static const uint64_t times[] = {5, 6, 9};
	struct trace_view view;

	clear();
	for (unsigned i = 0; i < 3; i++)
		put_record(i, times[i]);
	view = trace_view_of(ring, RECORDS);
	assert_int_equal(view.valid, 3);
	assert_false(view.full);
	expect_times(&view, times, 3);
}

TEST(a_ring_that_wrapped_begins_behind_its_end)
{
	static const uint64_t expected[] = {4, 5, 6, 7, 8, 9, 10, 11};
	struct trace_view view;

	clear();
	for (unsigned i = 0; i < RECORDS; i++)
		put_record(i, i < 3 ? 9 + i : 1 + i);
	view = trace_view_of(ring, RECORDS);
	assert_true(view.wrapped);
	assert_true(view.full);
	assert_int_equal(view.first, 3);
	assert_int_equal(view.drops, 1);
	expect_times(&view, expected, RECORDS);
}

TEST(a_ring_just_filled_has_not_wrapped)
{
	struct trace_view view;

	clear();
	for (unsigned i = 0; i < RECORDS; i++)
		put_record(i, 100 + i);
	view = trace_view_of(ring, RECORDS);
	assert_true(view.full);
	assert_false(view.wrapped);
	assert_int_equal(view.first, 0);
}

TEST(places_before_the_first_record_are_counted)
{
	struct trace_view view;

	clear();
	view = trace_view_of(ring, RECORDS);
	assert_int_equal(view.lead, RECORDS);
	put_record(2, 5);
	put_record(4, 6);
	view = trace_view_of(ring, RECORDS);
	assert_int_equal(view.lead, 2);
	assert_int_equal(view.valid, 2);
	assert_false(view.wrapped);
	put_record(0, 4);
	view = trace_view_of(ring, RECORDS);
	assert_int_equal(view.lead, 0);
}

TEST(torn_records_are_counted_and_left_out)
{
	static const uint64_t expected[] = {10, 12};
	struct trace_view view;

	clear();
	put_record(0, 10);
	put_record(1, 11);
	put_word(1, 7, 12);
	put_record(2, 12);
	put_word(3, 1, 0x1234); /* no time at all */
	view = trace_view_of(ring, RECORDS);
	assert_int_equal(view.valid, 2);
	assert_int_equal(view.torn, 2);
	assert_false(view.wrapped);
	expect_times(&view, expected, 2);
}

TEST(only_42_bits_of_time_are_there_twice)
{
	struct trace_view view;

	clear();
	put_record(0, BIT(42) + 5);
	view = trace_view_of(ring, RECORDS);
	assert_int_equal(view.valid, 1);
	put_word(0, 7, BIT(42) + 5);
	view = trace_view_of(ring, RECORDS);
	assert_int_equal(view.valid, 0);
	assert_int_equal(view.torn, 1);
}

TEST(disorder_shows)
{
	struct trace_view view;

	clear();
	put_record(0, 10);
	put_record(1, 5);
	put_record(2, 20);
	put_record(3, 15);
	view = trace_view_of(ring, RECORDS);
	assert_int_equal(view.drops, 2);
	assert_int_equal(view.valid, 4);
}
