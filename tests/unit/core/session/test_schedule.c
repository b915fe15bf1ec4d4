/* SPDX-License-Identifier: BSD-2-Clause */
/* Events to counters: every event on a counter that may count it, no counter twice, and a schedule
 * whenever there is one. */
#include "core/session/schedule.h"
#include "lib/text.h"
#include "tests/unit/support/fake_uncore.h"
#include "tests/unit/support/unit.h"

static struct event_config configs[SCHEDULE_CONFIGS];
static struct schedule schedule;
static char words[512];

static bool make(uint8_t count)
{
	struct schedule_request request = {
		.machine = &fake.machine,
		.configs = configs,
		.config_count = count,
		.sockets = ~UINT64_C(0),
	};
	struct text text = TEXT_OVER(words);

	return schedule_make(&request, &schedule, &text);
}

/* A configuration of pod0 that only these counters count. */
static struct event_config picky(uint16_t counters)
{
	struct event_config config = fake_config(&pod_type, BIT(0), 1);

	config.counters = counters;
	return config;
}

static void assert_sound(uint8_t count)
{
	uint32_t used = 0, placed = 0;

	for (unsigned i = 0; i < schedule.count; i++) {
		const struct assignment *assignment = &schedule.assignments[i];

		assert_true(configs[assignment->config].counters & BIT(assignment->counter));
		assert_false(used & BIT(assignment->counter));
		used |= (uint32_t)BIT(assignment->counter);
		placed |= (uint32_t)BIT(assignment->config);
	}
	assert_int_equal(schedule.count, count);
	assert_int_equal(placed, BIT(count) - 1);
}

TEST(every_instance_meant_gets_a_counter)
{
	configs[0] = fake_config(&pod_type, 3, 1);
	configs[1] = fake_config(&clk_type, 1, 0);
	configs[2] = fake_config(&pod_type, BIT(1), 2);
	assert_true(make(3));
	assert_int_equal(schedule.count, 4);
	for (unsigned i = 0; i < schedule.count; i++) {
		const struct assignment *assignment = &schedule.assignments[i];

		assert_ptr_equal(assignment->box.type, configs[assignment->config].type);
		assert_int_equal(assignment->fixed, assignment->config == 1);
	}
}

TEST(flexible_events_make_room_for_picky_ones)
{
	configs[0] = picky(0xf);
	configs[1] = picky(0x3);
	configs[2] = picky(0x1);
	configs[3] = picky(0x6);
	assert_true(make(4));
	assert_sound(4);
}

TEST(a_chain_of_moves_is_found)
{
	/* All equally picky, so that only moving the earlier ones makes room for the last. */
	configs[0] = picky(0x3);
	configs[1] = picky(0x6);
	configs[2] = picky(0xc);
	configs[3] = picky(0x3);
	assert_true(make(4));
	assert_sound(4);
}

/* Whether a schedule exists, by trying everything. */
static bool exists(uint8_t count, uint8_t at, uint32_t used)
{
	if (at == count)
		return true;
	for (unsigned c = 0; c < 4; c++)
		if (configs[at].counters & BIT(c) && !(used & BIT(c)) &&
		    exists(count, (uint8_t)(at + 1), used | (uint32_t)BIT(c)))
			return true;
	return false;
}

TEST(a_schedule_is_found_whenever_there_is_one)
{
	for (unsigned code = 0; code < 15 * 15 * 15 * 15; code++) {
		unsigned rest = code;

		for (unsigned i = 0; i < 4; i++, rest /= 15)
			configs[i] = picky((uint16_t)(rest % 15 + 1));
		fake.arena.used = 1024;
		assert_int_equal(make(4), exists(4, 0, 0));
		if (exists(4, 0, 0))
			assert_sound(4);
	}
}

TEST(too_many_events_are_named)
{
	for (unsigned i = 0; i < 5; i++)
		configs[i] = fake_config(&pod_type, BIT(0), i ? 1 : 2);
	assert_false(make(5));
	assert_string_equal(words,
			    "pod0 has 4 counters and 5 events ask for one: STUFF, THINGS, THINGS, THINGS, THINGS");
}

TEST(events_that_crowd_few_counters_are_named)
{
	configs[0] = fake_config(&pod_type, BIT(1), 2);
	configs[1] = fake_config(&pod_type, BIT(1), 1);
	configs[2] = fake_config(&pod_type, BIT(1), 2);
	configs[3] = fake_config(&pod_type, BIT(1), 2);
	assert_false(make(4));
	assert_non_null(strstr(words, "pod1 can count 2 of these 3 events"));
	assert_non_null(strstr(words, "counter 0, 1"));
	assert_null(strstr(words, "THINGS"));
}

TEST(one_fixed_counter_serves_one_event)
{
	configs[0] = fake_config(&clk_type, 1, 0);
	configs[1] = fake_config(&clk_type, 1, 0);
	assert_false(make(2));
	assert_string_equal(words, "clk has one fixed counter and 2 events ask for it: TICKS, TICKS");
}

TEST(boxes_that_do_not_answer_get_nothing)
{
	fake.machine.boxes[0].state = BOX_NO_WRITE_BACK;
	configs[0] = fake_config(&pod_type, 3, 1);
	assert_true(make(1));
	assert_int_equal(schedule.count, 1);
	assert_int_equal(schedule.assignments[0].box.instance, 1);
	fake.machine.boxes[1].state = BOX_FAULTS;
	assert_false(make(1));
	assert_non_null(strstr(words, "none of these boxes"));
}

BEFORE_EACH(fake_set_up)
