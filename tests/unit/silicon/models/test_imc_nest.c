/* SPDX-License-Identifier: BSD-2-Clause */
/* The nest microcode of the virtual POWER9: what it posts when, and how it is commanded. */
#include "tests/unit/support/imc_bench.h"
#include "tests/unit/support/unit.h"

#define MCS01  0xc8
#define XLINK0 0x118
#define NTL0   0x228
#define PHB0   0x338
#define PHB2   0x378
#define MBA0   0x448
#define ALINK3 0x5f8
#define CAPP1  0x708
#define TOD    0x748
#define SPEED  0x3fc10
#define MODE   0x3fc20
#define ROUND  (4 * MS)

/* As imc_scenario.h says, for what is posted singly. */
static uint64_t rate(unsigned offset, unsigned chip)
{
	return (37 * (offset / 8) % 239 + 16) * UINT64_C(5003) * (64 + 5 * chip) / 64;
}

static void run(struct bench *bench, uint32_t pir)
{
	assert_int_equal(start(bench, OPAL_NEST, pir), IMC_SUCCESS);
	go(bench, 0);
}

TEST(test_starts_paused)
{
	struct bench *bench = bench_open("");

	assert_int_equal(nest_word(bench, 0, STATUS), 2);
	go(bench, 20 * MS);
	for (unsigned offset = 0; offset < 0x770; offset += 8)
		assert_int_equal(nest_word(bench, 0, offset), 0);
	bench_end(bench, 0);
}

/* OPAL writes the command; the microcode executes it when it is called next, and takes it back. */
TEST(test_command_takes_its_time)
{
	struct bench *bench = bench_open("");

	go(bench, 100);
	assert_int_equal(start(bench, OPAL_NEST, 0), IMC_SUCCESS);
	assert_int_equal(nest_word(bench, 0, COMMAND), 1);
	assert_int_equal(nest_word(bench, 0, STATUS), 2);
	go(bench, MS);
	assert_int_equal(nest_word(bench, 0, COMMAND), 0);
	assert_int_equal(nest_word(bench, 0, STATUS), 1);
	assert_int_equal(nest_word(bench, 1, STATUS), 2);
	stop(bench, OPAL_NEST, 1);
	assert_int_equal(nest_word(bench, 0, COMMAND), 2);
	go(bench, MS);
	assert_int_equal(nest_word(bench, 0, STATUS), 2);
	imc_leave(bench->imc, bench->now);
	bench_end(bench, 0);
}

/* A second, which ends with a call of the microcode. */
TEST(test_every_unit_has_its_rate)
{
	static const unsigned singles[] = {8, 0x40, 0x48, 0x78, 0x80, MCS01, 0x100, XLINK0, 0x210, ALINK3, CAPP1};
	struct bench *bench = bench_open("");

	run(bench, 0x800);
	go(bench, SECOND);
	for (size_t i = 0; i < ARRAY_SIZE(singles); i++) {
		uint64_t count = nest_word(bench, 1, singles[i]), full = rate(singles[i], 1);

		assert_true(count <= full && count + full / 200 >= full);
	}
	assert_int_equal(nest_word(bench, 0, 8), 0);
	stop(bench, OPAL_NEST, 0x804);
	bench_end(bench, 0);
}

TEST(test_groups_keep_their_schedule)
{
	struct bench *bench = bench_open("");

	run(bench, 0);
	go(bench, 10 * ROUND);
	assert_int_equal(nest_word(bench, 0, 0x000), 40);
	assert_int_equal(nest_word(bench, 0, 0x108), 40);
	assert_int_equal(nest_word(bench, 0, 0x110), 40);
	assert_int_equal(nest_word(bench, 0, 0x220), 40);
	assert_int_equal(nest_word(bench, 0, 0x330), 10);
	assert_int_equal(nest_word(bench, 0, 0x438), 10);
	assert_int_equal(nest_word(bench, 0, 0x440), 10);
	/* The pass of the last group increments the head of the one before. */
	assert_int_equal(nest_word(bench, 0, 0x550), 20);
	assert_int_equal(nest_word(bench, 0, 0x658), 10);
	assert_int_equal(nest_word(bench, 0, 0x660), 0);
	assert_int_equal(nest_word(bench, 0, 0x768), 10);
	assert_true(nest_word(bench, 0, TOD) > 9 * ROUND && nest_word(bench, 0, TOD) <= 10 * ROUND);
	stop(bench, OPAL_NEST, 0);
	bench_end(bench, 0);
}

/* Host bridges come in thirds, and lose what comes before their first pass, as memory buffers do. */
TEST(test_differences_begin_late)
{
	struct bench *bench =
		bench_open("rate.nest.0x338 = 1000000\nrate.nest.0x378 = 1000000\nrate.nest.0x448 = 1000000\n"
			   "rate.nest.0x458 = 700");

	run(bench, 0);
	go(bench, 3 * ROUND);
	assert_int_equal(nest_word(bench, 0, PHB0), 0);
	go(bench, ROUND);
	assert_int_equal(nest_word(bench, 0, PHB0), 12000);
	assert_int_equal(nest_word(bench, 0, PHB2), 0);
	assert_int_equal(nest_word(bench, 0, MBA0), 12000);
	go(bench, ROUND);
	assert_int_equal(nest_word(bench, 0, PHB2), 12000);
	assert_int_equal(nest_word(bench, 0, MBA0 + 16) % 2, 0);
	assert_int_equal(nest_word(bench, 0, MBA0 + 16), 2 * (6 - 0));
	stop(bench, OPAL_NEST, 0);
	bench_end(bench, 0);
}

/* A pause keeps the microcode from reading, not the hardware from counting: the first pass behind it adds the pause. */
TEST(test_a_pause_is_no_gate)
{
	struct bench *bench = bench_open("rate.nest.0xc8 = 1000000\nrate.nest.0x448 = 1000000");
	uint64_t first, buffer;

	run(bench, 0);
	go(bench, 10 * MS);
	stop(bench, OPAL_NEST, 0);
	go(bench, 10 * MS);
	first = nest_word(bench, 0, MCS01);
	buffer = nest_word(bench, 0, MBA0);
	assert_int_equal(first, 9500);
	go(bench, 40 * MS);
	assert_int_equal(nest_word(bench, 0, MCS01), first);
	run(bench, 0);
	go(bench, 10 * MS);
	assert_in_range(nest_word(bench, 0, MCS01), first + 59000, first + 61000);
	assert_in_range(nest_word(bench, 0, MBA0), buffer + 4000, buffer + 8000);
	stop(bench, OPAL_NEST, 0);
	bench_end(bench, 0);
}

/* The hardware's counters have 16 bits. */
TEST(test_residue_is_no_more_than_hardware_holds)
{
	struct bench *bench = bench_open("rate.nest.0xc8 = 1000000");

	go(bench, SECOND);
	run(bench, 0);
	go(bench, MS);
	assert_in_range(nest_word(bench, 0, MCS01), (1000000 & 0xffff) - 1000, (1000000 & 0xffff) + 2000);
	stop(bench, OPAL_NEST, 0);
	bench_end(bench, 0);
}

TEST(test_skips_post_nothing)
{
	struct bench *bench = bench_open("fault = nest.skips=50");
	uint64_t heads;

	run(bench, 0);
	go(bench, 100 * MS);
	heads = nest_word(bench, 0, 0);
	go(bench, 49 * MS);
	assert_int_equal(nest_word(bench, 0, 0), heads);
	assert_int_equal(nest_word(bench, 0, STATUS), 1);
	go(bench, 3 * MS);
	assert_true(nest_word(bench, 0, 0) > heads);
	stop(bench, OPAL_NEST, 0);
	bench_end(bench, 0);
}

/* What is posted is 0 again, a command that waits is lost, and the status says nothing of it. */
TEST(test_restarts_lose_counts_and_a_command)
{
	struct bench *bench = bench_open("fault = nest.restarts=50");

	run(bench, 0);
	go(bench, 49 * MS);
	assert_true(nest_word(bench, 0, 0) > 40);
	go(bench, MS - 1);
	stop(bench, OPAL_NEST, 0);
	go(bench, MS);
	assert_true(nest_word(bench, 0, 0) <= 2);
	assert_int_equal(nest_word(bench, 0, COMMAND), 0);
	assert_int_equal(nest_word(bench, 0, STATUS), 1);
	stop(bench, OPAL_NEST, 0);
	go(bench, MS);
	assert_int_equal(nest_word(bench, 0, STATUS), 2);
	bench_end(bench, 0);
}

/* However seldom the owner looks, nothing is lost and nothing is counted twice. */
TEST(test_late_owner_loses_nothing)
{
	struct bench *often = bench_open(""), *seldom = bench_open("");

	run(often, 0);
	run(seldom, 0);
	for (unsigned i = 0; i < 3000; i++)
		go(often, MS / 3);
	go(seldom, 3000 * (MS / 3));
	for (unsigned offset = 8; offset < 0x330; offset += 8)
		if (offset != 0x108 && offset != 0x110 && offset != 0x218 && offset != 0x220 && offset != 0x328)
			assert_int_equal(nest_word(often, 0, offset), nest_word(seldom, 0, offset));
	stop(often, OPAL_NEST, 0);
	stop(seldom, OPAL_NEST, 0);
	bench_end(often, 0);
	bench_end(seldom, 0);
}

TEST(test_time_does_not_go_back)
{
	struct bench *bench = bench_open("rate.nest.0xc8 = 1000000");
	uint64_t count;

	run(bench, 0);
	go(bench, 10 * MS);
	count = nest_word(bench, 0, MCS01);
	imc_advance(bench->imc, MS);
	stop(bench, OPAL_NEST, 0);
	assert_int_equal(nest_word(bench, 0, MCS01), count);
	assert_int_equal(imc_next(bench->imc) > 10 * MS, true);
	init(bench, OPAL_CORE, MEMORY_BASE, 0);
	start(bench, OPAL_CORE, 0);
	go(bench, 10 * MS);
	count = memory_word(bench, MEMORY_BASE + 0x18);
	bench->now -= 5 * MS;
	stop(bench, OPAL_CORE, 0);
	assert_int_equal(memory_word(bench, MEMORY_BASE + 0x18), count);
	bench_end(bench, 0);
}

TEST(test_absent_units_post_nothing)
{
	struct bench *bench = bench_open("nest.available = 0xFFFF8073F007E000");

	assert_int_equal(nest_word(bench, 0, 0x3fc18), UINT64_C(0xFFFF8073F007E000));
	run(bench, 0);
	go(bench, 20 * MS);
	assert_true(nest_word(bench, 0, MCS01) > 0 && nest_word(bench, 0, NTL0) > 0);
	assert_int_equal(nest_word(bench, 0, 0x1d8), 0); /* nx */
	assert_int_equal(nest_word(bench, 0, ALINK3), 0);
	assert_int_equal(nest_word(bench, 0, CAPP1), 0);
	stop(bench, OPAL_NEST, 0);
	bench_end(bench, 0);
}

TEST(test_hands_off_the_control_block)
{
	struct bench *bench = bench_open("");

	put_word(bench->region[0] + COMMAND, 1);
	go(bench, MS);
	assert_violation(bench, 0, "command 1");
	assert_int_equal(nest_word(bench, 0, STATUS), 1);
	put_word(bench->region[0] + SPEED, 12);
	go(bench, MS);
	assert_violation(bench, 1, "speed 12");
	assert_int_equal(nest_word(bench, 0, STATUS), 3);
	put_word(bench->region[0] + SPEED, 0);
	put_word(bench->region[0] + MODE, 2);
	go(bench, MS);
	assert_int_equal(nest_word(bench, 0, STATUS), 4);
	bench_end(bench, 3);
}

TEST(test_clear_and_restart)
{
	struct bench *bench = bench_open("");

	run(bench, 0);
	go(bench, 20 * MS);
	put_word(bench->region[0] + COMMAND, 3);
	go(bench, MS / 2);
	assert_true(nest_word(bench, 0, 0) <= 1);
	assert_int_equal(nest_word(bench, 0, STATUS), 1);
	bench_end(bench, 1);
}

TEST(test_left_running)
{
	struct bench *bench = bench_open("");

	run(bench, 0x800);
	imc_leave(bench->imc, bench->now);
	assert_violation(bench, 0, "nest1: left running");
	bench_end(bench, 1);
}

TEST(test_calls_answer_as_skiboot_does)
{
	struct bench *bench = bench_open("");

	assert_int_equal(init(bench, OPAL_NEST, 3, 0x7fff), IMC_SUCCESS);
	assert_int_equal(start(bench, OPAL_NEST, 0x7fff), IMC_PARAMETER);
	assert_int_equal(stop(bench, OPAL_NEST, 8), IMC_PARAMETER);
	assert_int_equal(init(bench, 0, 0, 0x7fff), IMC_SUCCESS);
	assert_int_equal(start(bench, 4, 0), IMC_SUCCESS);
	assert_int_equal(start(bench, 4, 0x7fff), IMC_PARAMETER);
	assert_int_equal(stop(bench, UINT64_MAX, 0x804), IMC_SUCCESS);
	bench_end(bench, 0);
}
