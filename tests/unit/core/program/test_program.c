/* SPDX-License-Identifier: BSD-2-Clause */
/* Register programs, what the flight recorder keeps of them, and the arena they live in. */
#include "core/hardware/flight.h"
#include "core/program/program.h"
#include "tests/unit/support/fake_uncore.h"
#include "tests/unit/support/unit.h"

static struct location at(uint64_t address)
{
	return (struct location){.space = SPACE_MSR, .width_bits = 64, .address = address};
}

TEST(operations_run_in_order_with_slots)
{
	struct operation capacity[4];
	struct program program = program_over("t", capacity, 4);
	uint64_t slots[2] = {0};
	struct program_result result;

	*fake_at(0, POD0 + FILTER) = 0xabcd;
	program_read(&program, at(POD0 + FILTER), 1);
	program_write(&program, at(POD1 + FILTER), 0x11);
	program_write_slot(&program, at(POD0 + FILTER), 0x1000, 1, 0xff);
	program_check(&program, at(POD0 + FILTER), 0x10cd, 0xffff);
	result = program_run(&program, &fake.hw, slots);
	assert_int_equal(result.outcome, OUTCOME_OK);
	assert_int_equal(result.accesses, 4);
	assert_int_equal(slots[1], 0xabcd);
	assert_int_equal(slots[0], 0);
	assert_int_equal(*fake_at(0, POD0 + FILTER), 0x10cd);
	assert_int_equal(*fake_at(0, POD1 + FILTER), 0x11);
}

TEST(a_guard_skips_without_access)
{
	struct operation capacity[2];
	struct program program = program_over("t", capacity, 2);
	uint64_t slots[2] = {0x4, 0};
	struct operation *operation;

	operation = program_write(&program, at(POD0 + FILTER), 1);
	operation->guard = 0;
	operation->guard_mask = 0x3;
	operation = program_write(&program, at(POD1 + FILTER), 1);
	operation->guard = 0;
	operation->guard_mask = 0x6;
	assert_int_equal(program_run(&program, &fake.hw, slots).accesses, 1);
	assert_int_equal(*fake_at(0, POD0 + FILTER), 0);
	assert_int_equal(*fake_at(0, POD1 + FILTER), 1);
}

TEST(running_stops_at_the_first_failure)
{
	struct operation capacity[3];
	struct program program = program_over("t", capacity, 3);
	uint64_t slots[1] = {77};
	struct program_result result;

	fake.fault_at = POD0 + FILTER;
	program_write(&program, at(POD1 + FILTER), 5);
	program_read(&program, at(POD0 + FILTER), 0);
	program_write(&program, at(POD1 + FILTER), 6);
	result = program_run(&program, &fake.hw, slots);
	assert_int_equal(result.outcome, OUTCOME_FAULT);
	assert_int_equal(result.stopped_at, 1);
	assert_int_equal(slots[0], 77);
	assert_int_equal(*fake_at(0, POD1 + FILTER), 5);
	result = program_run_all(&program, &fake.hw, slots);
	assert_int_equal(result.outcome, OUTCOME_FAULT);
	assert_int_equal(result.stopped_at, 1);
	assert_int_equal(result.accesses, 3);
	assert_int_equal(*fake_at(0, POD1 + FILTER), 6);
}

TEST(a_failed_check_is_dropped_and_says_what_it_got)
{
	struct operation capacity[1];
	struct program program = program_over("t", capacity, 1);
	struct program_result result;

	*fake_at(0, POD0 + FILTER) = 0xf5;
	program_check(&program, at(POD0 + FILTER), 0x04, 0x0f);
	result = program_run(&program, &fake.hw, NULL);
	assert_int_equal(result.outcome, OUTCOME_DROPPED);
	assert_int_equal(result.got, 0xf5);
}

static struct location on_socket(uint16_t socket, uint64_t address)
{
	struct location where = at(address);

	where.socket = socket;
	return where;
}

TEST(each_socket_is_given_its_part_in_one_go)
{
	struct operation capacity[5];
	struct program program = program_over("t", capacity, 5);
	uint64_t slots[2] = {0};

	fake.machine.socket_count = 2;
	program_write(&program, on_socket(0, POD0 + FILTER), 1);
	program_write(&program, on_socket(1, POD0 + FILTER), 2);
	program_read(&program, on_socket(1, POD0 + FILTER), 1);
	program_write(&program, on_socket(1, POD1 + FILTER), 4);
	program_read(&program, on_socket(0, POD0 + FILTER), 0);
	memset(fake.sent, 0, sizeof(fake.sent));
	assert_int_equal(program_run(&program, &fake.hw, slots).accesses, 5);
	assert_int_equal(fake.sent[0], 2);
	assert_int_equal(fake.sent[1], 1);
	assert_int_equal(slots[0], 1);
	assert_int_equal(slots[1], 2);
	assert_int_equal(*fake_at(1, POD1 + FILTER), 4);
}

TEST(a_socket_that_does_not_answer_is_passed_over_when_restoring)
{
	struct operation capacity[3];
	struct program program = program_over("t", capacity, 3);
	struct program_result result;

	fake.machine.socket_count = 2;
	fake.silent_cpu = 1;
	program_write(&program, on_socket(0, POD0 + FILTER), 1);
	program_write(&program, on_socket(1, POD0 + FILTER), 2);
	program_write(&program, on_socket(0, POD1 + FILTER), 3);
	result = program_run(&program, &fake.hw, NULL);
	assert_int_equal(result.outcome, OUTCOME_TIMEOUT);
	assert_int_equal(result.stopped_at, 1);
	assert_int_equal(*fake_at(0, POD1 + FILTER), 0);
	result = program_run_all(&program, &fake.hw, NULL);
	assert_int_equal(result.outcome, OUTCOME_TIMEOUT);
	assert_int_equal(result.stopped_at, 1);
	assert_int_equal(*fake_at(0, POD1 + FILTER), 3);
}

TEST(a_full_program_is_never_run)
{
	struct operation capacity[1];
	struct program program = program_over("t", capacity, 1);

	program_write(&program, at(POD0 + FILTER), 1);
	assert_non_null(program_write(&program, at(POD1 + FILTER), 1));
	assert_true(program.overflowed);
	assert_int_equal(program.count, 1);
	fake.accesses = 0;
	assert_int_not_equal(program_run(&program, &fake.hw, NULL).outcome, OUTCOME_OK);
	assert_int_equal(fake.accesses, 0);
}

/* What the flight recorder says of the access under way, seen from inside that access. */
static struct flight_access seen;

static enum outcome look_at_recorder(struct hw *hw, const struct location *where, uint64_t value)
{
	(void)hw;
	(void)where;
	(void)value;
	seen = *flight_under_way(0);
	return OUTCOME_OK;
}

TEST(the_recorder_knows_an_access_before_it_is_made)
{
	struct operation capacity[1];
	struct program program = program_over("t", capacity, 1);
	const struct flight_access *latest;

	fake.hw.write = look_at_recorder;
	program_write(&program, at(0x123), 0x77);
	assert_int_equal(program_run(&program, &fake.hw, NULL).outcome, OUTCOME_OK);
	latest = flight_before(UINT64_MAX);
	assert_int_equal(seen.outcome, OUTCOME_COUNT);
	assert_int_equal(seen.number, latest->number);
	assert_int_equal(latest->outcome, OUTCOME_OK);
	assert_int_equal(latest->where.address, 0x123);
	assert_int_equal(latest->value, 0x77);
	assert_true(latest->write);
	assert_null(flight_under_way(0));
}

static void record(uint32_t cpu, uint64_t value)
{
	struct location where = at(value);

	flight_end(cpu, flight_begin(cpu, &where, false, 0), OUTCOME_OK, value);
}

/* Of all processors together in the order in which the accesses were begun. */
TEST(the_recorder_keeps_the_latest)
{
	static struct flight flights[2];
	const struct flight_access *access;
	uint64_t number = UINT64_MAX;

	flight_start(flights, 2);
	for (uint64_t i = 0; i < 3 * FLIGHT_ACCESSES; i++)
		record(i % 2, i);
	for (unsigned age = 0; age < FLIGHT_ACCESSES; age++) {
		access = flight_before(number);
		assert_int_equal(access->value, 3 * FLIGHT_ACCESSES - 1 - age);
		number = access->number;
	}
}

/* A handler's accesses, however many, leave the one that they came between as it was. */
TEST(accesses_nest)
{
	static struct flight flights[1];
	const struct location outer = at(0xdd0);
	struct flight_access *access;
	uint64_t progress, number;

	flight_start(flights, 1);
	assert_null(flight_under_way(0));
	access = flight_begin(0, &outer, true, 1);
	number = flight_under_way(0)->number;
	progress = flight_progress(0);
	for (uint64_t i = 0; i < 3 * FLIGHT_ACCESSES; i++)
		record(0, i);
	assert_int_not_equal(flight_progress(0), progress);
	assert_int_equal(flight_under_way(0)->number, number);
	assert_int_equal(flight_under_way(0)->where.address, 0xdd0);
	flight_end(0, access, OUTCOME_FAULT, 1);
	assert_null(flight_under_way(0));
	assert_int_equal(flight_outcome(0), OUTCOME_FAULT);
}

TEST(the_arena_aligns_zeroes_and_gives_back)
{
	uint8_t *bytes = (uint8_t *)fake_memory;
	struct arena arena = {.at = bytes + 1, .size = 100};
	size_t mark;
	uint8_t *first, *second;

	memset(bytes, 0xff, 128);
	first = arena_take(&arena, 3, 5);
	assert_int_equal((uintptr_t)first % 16, 0);
	for (unsigned i = 0; i < 15; i++)
		assert_int_equal(first[i], 0);
	mark = arena_mark(&arena);
	second = arena_take(&arena, 1, 16);
	assert_true(second >= first + 15);
	assert_null(arena_take(&arena, 1, 64));
	assert_null(arena_take(&arena, SIZE_MAX / 2, 4));
	arena_release(&arena, mark);
	assert_ptr_equal(arena_take(&arena, 1, 16), second);
}

TEST(names_of_spaces_can_be_read_back)
{
	for (unsigned i = 0; i < SPACE_COUNT; i++)
		assert_int_equal(space_by_name(space_name((enum space)i)), i);
	assert_int_equal(space_by_name("MSR "), SPACE_COUNT);
	assert_string_equal(outcome_name(OUTCOME_ALL_ONES), "all-ones");
	assert_string_equal(outcome_name(OUTCOME_COUNT), "unfinished");
}

BEFORE_EACH(fake_set_up)
