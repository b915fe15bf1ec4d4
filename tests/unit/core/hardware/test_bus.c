/* SPDX-License-Identifier: BSD-2-Clause */
/* Registers that no single access reaches: whatever changes between the accesses, a value is read that the
 * register really had, and what is written arrives whole. */
#include "core/hardware/bus.h"
#include "core/hardware/flight.h"
#include "core/program/program.h"
#include "tests/unit/support/unit.h"

#define LOW  UINT64_C(0x7f701a0)
#define HIGH (LOW + 4)

/* A counter that takes a step before each access, and who looked at it in which order. */
static struct {
	struct hw hw;
	uint64_t value, step;
	unsigned carries; /* steps that are still to come */
	char order[32];
	unsigned accesses;
	enum outcome high_outcome;
} played;

static void note(char what, const struct location *where)
{
	assert_int_equal(where->width_bits, 32);
	assert_int_equal(where->halves, HALVES_NONE);
	assert_true(where->address == LOW || where->address == HIGH);
	played.order[played.accesses++] = what;
	if (played.carries) {
		played.carries--;
		played.value += played.step;
	}
}

static enum outcome play_read(struct hw *hw, const struct location *where, uint64_t *value)
{
	(void)hw;
	note(where->address == LOW ? 'l' : 'h', where);
	if (where->address == HIGH && played.high_outcome != OUTCOME_OK)
		return played.high_outcome;
	*value = where->address == LOW ? played.value & UINT32_MAX : played.value >> 32;
	return OUTCOME_OK;
}

static enum outcome play_write(struct hw *hw, const struct location *where, uint64_t value)
{
	unsigned shift = where->address == LOW ? 0 : 32;

	(void)hw;
	assert_false(value >> 32);
	note(where->address == LOW ? 'L' : 'H', where);
	played.value = (played.value & ~(MASK(0, 32) << shift)) | value << shift;
	return OUTCOME_OK;
}

static int start(void **state)
{
	(void)state;
	memset(&played, 0, sizeof(played));
	played.hw = (struct hw){.read = play_read, .write = play_write};
	return 0;
}

static struct location counter(enum halves halves)
{
	return (struct location){.space = SPACE_PCI, .width_bits = 32, .halves = (uint8_t)halves, .address = LOW};
}

static struct accessed read(enum halves halves)
{
	struct location where = counter(halves);

	played.accesses = 0;
	memset(played.order, 0, sizeof(played.order));
	return bus_read_here(&played.hw, 0, &where);
}

TEST(what_stands_still_is_read_in_two)
{
	struct accessed access;

	played.value = UINT64_C(0xfedc12345678);
	access = read(HALVES_STILL);
	assert_int_equal(access.outcome, OUTCOME_OK);
	assert_int_equal(access.value, UINT64_C(0xfedc12345678));
	assert_int_equal(access.made, 2);
	assert_string_equal(played.order, "lh");
}

/* A carry between any two accesses: what is read is what was there at some moment in between. */
TEST(what_moves_is_read_as_it_was_at_some_moment)
{
	for (unsigned carries = 1; carries <= 4; carries++) {
		struct accessed access;

		(void)start(NULL);
		played.value = UINT64_C(0x4ffffffff);
		played.step = 1;
		played.carries = carries;
		access = read(HALVES_LIVE);
		assert_int_equal(access.outcome, OUTCOME_OK);
		assert_in_range(access.value, UINT64_C(0x4ffffffff), UINT64_C(0x4ffffffff) + carries);
	}
	(void)start(NULL);
	played.value = UINT64_C(0x4fffffffe);
	played.step = 1;
	played.carries = 2; /* the second one after the low half was read: high, low, high, low, high */
	assert_int_equal(read(HALVES_LIVE).value, UINT64_C(0x500000000));
	assert_string_equal(played.order, "hlhlh");
}

TEST(what_does_not_change_costs_three)
{
	struct accessed access;

	played.value = 0x12345;
	access = read(HALVES_LIVE);
	assert_int_equal(access.value, 0x12345);
	assert_int_equal(access.made, 3);
	assert_string_equal(played.order, "hlh");
}

/* What was written, in order. */
static uint64_t written[8];

static enum outcome note_write(struct hw *hw, const struct location *where, uint64_t value)
{
	(void)hw;
	assert_int_equal(where->width_bits, 64);
	written[played.accesses++] = value;
	return OUTCOME_OK;
}

TEST(bits_are_set_one_after_the_other)
{
	struct location where = {.space = SPACE_MSR, .width_bits = 64, .bit_by_bit = true, .address = 0x720};
	struct accessed access;

	played.hw.write = note_write;
	access = bus_write_here(&played.hw, 0, &where, 0x10103);
	assert_int_equal(access.outcome, OUTCOME_OK);
	assert_int_equal(access.made, 4);
	assert_int_equal(bus_writes(&where, 0x10103), 4);
	assert_int_equal(written[0], 0x10000);
	assert_int_equal(written[1], 0x10100);
	assert_int_equal(written[2], 0x10102);
	assert_int_equal(written[3], 0x10103);
	played.accesses = 0;
	access = bus_write_here(&played.hw, 0, &where, 0);
	assert_int_equal(access.made, 1);
	assert_int_equal(bus_writes(&where, 0), 1);
	assert_int_equal(written[0], 0);
}

TEST(what_never_holds_still_is_given_up)
{
	struct accessed access;

	played.step = UINT64_C(1) << 32;
	played.carries = UINT32_MAX;
	access = read(HALVES_LIVE);
	assert_int_equal(access.outcome, OUTCOME_TIMEOUT);
	assert_in_range(access.made, 3, 20);
}

TEST(a_half_that_fails_fails_the_whole)
{
	played.high_outcome = OUTCOME_ALL_ONES;
	assert_int_equal(read(HALVES_STILL).outcome, OUTCOME_ALL_ONES);
	assert_int_equal(read(HALVES_LIVE).outcome, OUTCOME_ALL_ONES);
	assert_string_equal(played.order, "h");
}

TEST(both_halves_are_written_low_first)
{
	struct location where = counter(HALVES_LIVE);
	struct accessed access = {0};

	access = bus_write_here(&played.hw, 0, &where, UINT64_C(0xabc12345678));
	assert_int_equal(access.outcome, OUTCOME_OK);
	assert_int_equal(access.made, 2);
	assert_int_equal(played.value, UINT64_C(0xabc12345678));
	assert_string_equal(played.order, "LH");
}

/* The low half of a select has its event. */
TEST(the_low_half_of_what_stands_is_written_last)
{
	struct location where = counter(HALVES_STILL);
	struct accessed access = bus_write_here(&played.hw, 0, &where, UINT64_C(0xabc12345678));

	assert_int_equal(access.outcome, OUTCOME_OK);
	assert_int_equal(access.made, 2);
	assert_int_equal(played.value, UINT64_C(0xabc12345678));
	assert_string_equal(played.order, "HL");
}

TEST(programs_count_what_they_make)
{
	struct operation room[4];
	struct program program = program_over("t", room, 4);

	program_read(&program, counter(HALVES_STILL), 0);
	program_read(&program, counter(HALVES_LIVE), 0);
	program_write(&program, counter(HALVES_LIVE), 0);
	program_write(&program, counter(HALVES_STILL), 0);
	assert_int_equal(program_accesses(&program), 2 + 3 + 2 + 2);
}

TEST(each_half_has_its_entry_in_the_flight_recorder)
{
	const struct flight_access *access;

	played.value = UINT64_C(0x500000007);
	(void)read(HALVES_STILL);
	access = flight_before(UINT64_MAX);
	assert_int_equal(access->where.address, HIGH);
	assert_int_equal(access->value, 5);
	access = flight_before(access->number);
	assert_int_equal(access->where.address, LOW);
	assert_int_equal(access->value, 7);
}

BEFORE_EACH(start)
