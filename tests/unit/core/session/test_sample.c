/* SPDX-License-Identifier: BSD-2-Clause */
/* Overflow sampling against hardware that behaves, and against hardware that does not. */
#include "core/session/sample.h"
#include "tests/unit/support/measure_fixture.h"
#include "tests/unit/support/unit.h"

#define MS UINT64_C(1000000)

static struct sampler sampler;

/* Compiled, window open, armed and counting. */
static void begin(uint8_t count, uint64_t period, uint64_t wanted)
{
	struct window window = {.handler = sampler_pmi, .context = &sampler, .cpu = 1, .acknowledges = true};

	assert_true(compile(count, period));
	assert_true(sampler_init(&sampler, &session, 1, wanted));
	assert_int_equal(fake.hw.window_open(&fake.hw, &window), OUTCOME_OK);
	assert_true(session_begin(&session));
	assert_true(sampler_start(&sampler));
}

static void finish(void)
{
	session_end(&session);
	fake.hw.window_close(&fake.hw);
	sampler_report(&sampler, &fake.output);
}

/* Lets time pass as the main loop does. */
static void pass(uint64_t ns)
{
	uint64_t until = fake.now + ns;

	while (fake.now < until && !sampler_stopped(&sampler)) {
		uint32_t pending = sampler_pending(&sampler);

		fake_wait(NULL, min_u64(until, fake.now + 5 * MS));
		if (sampler_pending(&sampler) == pending)
			assert_true(sampler_poll(&sampler));
	}
}

static struct sample_record next(void)
{
	struct sample_record record;

	assert_true(sampler_next(&sampler, &record));
	return record;
}

TEST(each_period_gives_one_named_sample)
{
	configs[0] = fake_config(&pod_type, BIT(1), 1);
	configs[1] = fake_config(&hub_type, 1, 1);
	fake.rate[HUB + COUNTER(0)] = 7;
	begin(2, 1000, 5);
	pass(100 * MS);
	assert_true(sampler_stopped(&sampler));
	assert_int_equal(sampler_pending(&sampler), 5);
	for (unsigned i = 1; i <= 5; i++) {
		struct sample_record record = next();

		assert_int_equal(record.seq, i);
		assert_int_equal(record.cpu, 1);
		assert_int_equal(record.ip, 0x1234);
		assert_true(record.native);
		assert_true(record.frozen_by_hardware);
		assert_int_equal(record.overflow_count, 1);
		assert_string_equal(record.overflow[0], "pod1.ctr0");
		assert_int_equal(record.value_count, 2);
		for (unsigned v = 0; v < 2; v++)
			assert_int_equal(record.values[v].value, session.counters[v].sampled ? 1000 : 7000);
	}
	finish();
	assert_int_equal(fake.output.verdict, VERDICT_PASS);
	assert_int_equal(fake.misuse, 0);
}

TEST(values_run_past_the_wrap_of_a_captured_counter)
{
	uint64_t sum = 0;

	configs[0] = fake_config(&pod_type, BIT(0), 1);
	configs[1] = fake_config(&hub_type, 1, 1);
	fake.rate[HUB + COUNTER(0)] = 100000; /* wraps each 11 microseconds; 17 a sample is less */
	begin(2, 7, 30);
	pass(100 * MS);
	for (unsigned i = 0; i < 30; i++) {
		struct sample_record record = next();

		for (unsigned v = 0; v < 2; v++)
			sum += session.counters[v].sampled ? 0 : record.values[v].value;
	}
	assert_int_equal(sum, 30 * 7 * 100000);
	finish();
}

TEST(a_fast_counter_overruns_and_nothing_is_lost)
{
	/* 300 events a microsecond: the overflow is seen up to 299 events late. */
	configs[0] = fake_config(&pod_type, BIT(0), 1);
	fake.rate[POD0 + COUNTER(0)] = 300;
	begin(1, 1000, 3);
	pass(100 * MS);
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(next().values[0].value, 1200);
	finish();
}

TEST(counters_that_overflow_together_are_all_named)
{
	struct sample_record record;

	configs[0] = fake_config(&pod_type, 3, 1);
	begin(1, 1000, 4);
	pass(100 * MS);
	record = next();
	assert_int_equal(record.overflow_count, 2);
	assert_string_equal(record.overflow[0], "pod0.ctr0");
	assert_string_equal(record.overflow[1], "pod1.ctr0");
	assert_int_equal(record.values[0].value, 1000);
	assert_int_equal(record.values[1].value, 1000);
	finish();
	/* The second PMI of each pair found nothing left, and that is as it must be. */
	assert_int_equal(sampler.spurious, 0);
	assert_int_equal(fake.output.verdict, VERDICT_PASS);
}

TEST(instances_of_unequal_speed_keep_their_own_intervals)
{
	uint64_t sums[2] = {0};
	unsigned named[2] = {0};

	configs[0] = fake_config(&pod_type, 3, 1);
	fake.rate[POD1 + COUNTER(0)] = 3;
	begin(1, 900, 40);
	pass(100 * MS);
	for (unsigned i = 0; i < 40; i++) {
		struct sample_record record = next();

		for (unsigned o = 0; o < record.overflow_count; o++)
			named[record.overflow[o][3] - '0']++;
		sums[0] += record.values[0].value;
		sums[1] += record.values[1].value;
	}
	assert_int_equal(sums[1], 40 * 900);
	assert_int_equal(sums[0], 40 * 300);
	assert_int_equal(named[1], 40);
	assert_int_equal(named[0], 40 / 3);
	finish();
}

TEST(finding_who_overflowed_takes_one_access_a_level)
{
	configs[0] = fake_config(&clk_type, 1, 0);
	configs[1] = fake_config(&pod_type, 3, 1);
	assert_true(compile(2, 1000));
	session.slots[session.scopes[0].status_slot] = 0;
	*fake_at(0, CLK + STATUS) = BIT(4);
	fake.accesses = 0;
	assert_true(session_run(&session, &session.status));
	assert_int_equal(fake.accesses, 2);
}

TEST(a_full_ring_stops_the_counters_instead_of_losing_samples)
{
	configs[0] = fake_config(&pod_type, BIT(0), 1);
	begin(1, 100, 3 * SAMPLE_RING);
	for (unsigned batch = 0; batch < 3; batch++) {
		pass(1000 * MS);
		assert_true(sampler_stopped(&sampler));
		assert_int_equal(sampler_pending(&sampler), SAMPLE_RING);
		for (unsigned i = 0; i < SAMPLE_RING; i++)
			assert_int_equal(next().values[0].value, 100);
		assert_true(sampler_start(&sampler));
	}
	finish();
	assert_int_equal(sampler.sequence, 3 * SAMPLE_RING);
	assert_int_equal(sampler.dropped, 0);
}

TEST(a_pause_changes_no_interval)
{
	configs[0] = fake_config(&pod_type, BIT(0), 1);
	begin(1, 1000, 2);
	pass(400000);
	assert_true(sampler_pause(&sampler));
	fake_wait(NULL, fake.now + 50 * MS);
	assert_int_equal(sampler_pending(&sampler), 0);
	assert_true(sampler_start(&sampler));
	pass(10 * MS);
	assert_int_equal(next().values[0].value, 1000);
	assert_int_equal(next().values[0].value, 1000);
	finish();
	assert_int_equal(fake.output.verdict, VERDICT_PASS);
}

TEST(a_pmi_on_its_way_is_taken_before_the_pause_and_resumes_nothing)
{
	struct sample_record record;

	configs[0] = fake_config(&pod_type, BIT(0), 1);
	begin(1, 1000, 5);
	while (!fake.due)
		fake_step();
	assert_true(sampler_pause(&sampler));
	assert_int_equal(*fake_at(0, HUB + CONTROL) & HUB_GO, 0);
	record = next();
	assert_true(record.native);
	assert_true(record.frozen_by_hardware);
	assert_int_equal(record.values[0].value, 1000);
	assert_true(sampler_start(&sampler));
	pass(1200000);
	assert_int_equal(next().values[0].value, 1000);
	finish();
	assert_int_equal(fake.output.verdict, VERDICT_PASS);
}

/* Hardware stops the counters between the look of whoever pauses and the stop. */
TEST(an_overflow_amid_the_stop_of_a_pause_is_no_missing_freeze)
{
	struct sample_record record;

	configs[0] = fake_config(&pod_type, BIT(0), 1);
	begin(1, 1000, 5);
	while (*fake_at(0, POD0 + COUNTER(0)) != VALUE_MASK)
		fake_step();
	fake.slow = HUB + CONTROL;
	assert_true(sampler_pause(&sampler));
	fake.slow = 0;
	record = next();
	assert_true(record.native);
	assert_false(record.frozen_by_hardware);
	assert_int_equal(record.values[0].value, 1000);
	finish();
	assert_int_equal(fake.output.verdict, VERDICT_PASS);
}

TEST(a_lost_pmi_is_found_named_and_made_up_for)
{
	fake.lose_pmi = true;
	configs[0] = fake_config(&pod_type, BIT(1), 1);
	begin(1, 1000, 3);
	pass(1000 * MS);
	assert_int_equal(sampler_pending(&sampler), 3);
	for (unsigned i = 0; i < 3; i++) {
		struct sample_record record = next();

		assert_true(record.lost);
		assert_false(record.native);
		assert_true(record.frozen_by_hardware);
		assert_string_equal(record.overflow[0], "pod1.ctr0");
		assert_int_equal(record.values[0].value, 1000);
	}
	finish();
	assert_int_equal(fake.output.verdict, VERDICT_FAIL);
	assert_non_null(strstr(fake.said, "hub: 3 of 3 overflows raised no PMI"));
	assert_non_null(strstr(fake.said, "cores of its control"));
	assert_non_null(strstr(fake.said, "0x2000 of the processor's MSR 0x1d9 set or not"));
}

TEST(pmis_without_overflow_are_spurious)
{
	fake.spurious = 2;
	configs[0] = fake_config(&pod_type, BIT(0), 1);
	begin(1, 20000, 1);
	pass(100 * MS);
	assert_int_equal(next().values[0].value, 20000);
	finish();
	assert_int_equal(fake.output.verdict, VERDICT_FAIL);
	assert_non_null(strstr(fake.said, "2 of 3 PMIs came without an overflow"));
}

TEST(an_overflow_behind_the_look_at_the_status_is_not_passed_over)
{
	configs[0] = fake_config(&pod_type, BIT(0), 1);
	begin(1, 1000, 1);
	while (*fake_at(0, POD0 + COUNTER(0)) != VALUE_MASK)
		fake_step();
	fake.slow = HUB + STATUS;
	fake.spurious = 1;
	fake_wait(NULL, fake.now);
	assert_int_equal(*fake_at(0, POD0 + STATUS), 0);
	assert_int_equal(sampler_pending(&sampler), 1);
	assert_int_equal(next().values[0].value, 1000);
	fake.slow = 0;
	finish();
}

/* A line that is stuck interrupts at any moment. */
static void deliver_one(void)
{
	fake.due = 1;
	assert_true(fake_deliver());
}

TEST(pmis_outside_a_session_touch_nothing)
{
	struct window window = {.handler = sampler_pmi, .context = &sampler, .cpu = 1, .acknowledges = true};
	uint64_t writes;

	configs[0] = fake_config(&pod_type, BIT(0), 1);
	scatter_values();
	*fake_at(0, HUB + CONTROL) |= HUB_GO; /* somebody else's */
	remember();
	assert_true(compile(1, 1000));
	assert_true(sampler_init(&sampler, &session, 1, 5));
	assert_int_equal(fake.hw.window_open(&fake.hw, &window), OUTCOME_OK);
	writes = fake.writes;
	deliver_one();
	assert_int_equal(fake.writes, writes);
	assert_true(session_begin(&session));
	deliver_one();
	assert_false(*fake_at(0, HUB + CONTROL) & HUB_GO);
	assert_true(sampler_start(&sampler));
	assert_true(*fake_at(0, HUB + CONTROL) & HUB_GO);
	assert_true(sampler_pause(&sampler));
	session_end(&session);
	writes = fake.writes;
	deliver_one();
	assert_int_equal(fake.writes, writes);
	assert_as_found();
	finish();
	assert_int_equal(sampler.spurious, 3);
}

TEST(no_more_samples_are_taken_than_wanted)
{
	configs[0] = fake_config(&pod_type, BIT(0), 1);
	begin(1, 1000, 2);
	pass(100 * MS);
	assert_int_equal(sampler_taken(&sampler), 2);
	assert_true(session_run(&session, &session.resume)); /* by a start that an earlier PMI overtook */
	fake_wait(NULL, fake.now + 5 * MS);
	assert_int_equal(sampler_taken(&sampler), 2);
	assert_true(sampler_pause(&sampler));
	finish();
}

TEST(a_freeze_that_did_not_happen_is_told)
{
	struct sample_record record;

	fake.ignore_freeze = true;
	configs[0] = fake_config(&pod_type, BIT(0), 1);
	begin(1, 1000, 2);
	pass(100 * MS);
	record = next();
	assert_true(record.native);
	assert_false(record.frozen_by_hardware);
	assert_int_equal(record.values[0].value, 1000);
	next();
	finish();
	assert_int_equal(fake.output.verdict, VERDICT_FAIL);
	assert_non_null(strstr(fake.said, "2 of 2 PMIs came with the counters still running"));
}

TEST(a_status_that_sticks_ends_the_run)
{
	fake.sticky = POD0 + STATUS;
	configs[0] = fake_config(&pod_type, BIT(0), 1);
	begin(1, 1000, 5);
	fake_wait(NULL, fake.now + 2 * MS);
	assert_true(sampler_stopped(&sampler));
	assert_false(sampler_start(&sampler));
	finish();
	assert_false(session_report(&session, &fake.output));
	assert_non_null(strstr(fake.said, "ack: pod0.status"));
}

TEST(sampling_leaves_everything_as_found)
{
	scatter_values();
	remember();
	choose_all_kinds();
	begin(3, 1000, 1000);
	pass(5500000);
	assert_true(sampler_pause(&sampler));
	finish();
	assert_as_found();
}

BEFORE_EACH(fake_set_up)
