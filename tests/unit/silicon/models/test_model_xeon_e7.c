/* SPDX-License-Identifier: BSD-2-Clause */
/* What the Xeon E7 has that the Xeon 7500 lacks, and what it calls by other codes. */
#include "lib/basic.h"
#include "tests/unit/support/model_bench.h"
#include "tests/unit/support/unit.h"

static uint64_t count_on(const char *machine, uint32_t base, uint64_t select)
{
	struct bench *bench = bench_of(machine, 1,
				       "rate.sbox0.TO_RING_R2S_MSGQ_CYCLES_NE = 11\n"
				       "rate.sbox0.TO_RING_B2S_MSGQ_CYCLES_FULL = 22\n"
				       "rate.sbox0.TO_RING_B2S_MSGQ_CYCLES_NE = 33\n");
	uint64_t count = second_of(bench, base, select);

	expect_clean(bench);
	bench_free(bench);
	return count;
}

TEST(test_queues_of_the_s_box_have_other_codes)
{
	assert_int_equal(count_on("xeon-7500", 0xc40, EN | 0x2b), 22);
	assert_int_equal(count_on("xeon-7500", 0xc40, EN | 0x2c), 11);
	assert_int_equal(count_on("xeon-7500", 0xc40, EN | 0x2d), 33);
	assert_int_equal(count_on("xeon-e7", 0xc40, EN | 0x2b), 11);
	assert_int_equal(count_on("xeon-e7", 0xc40, EN | 0x2d), 22);
	assert_int_equal(count_on("xeon-e7", 0xc40, EN | 0x2e), 33);
	assert_true(count_on("xeon-e7", 0xc40, EN | 0x62) > 100000); /* the rest is the same */
}

TEST(test_c_boxes_are_in_five_pairs)
{
	struct bench *bench = bench_of("xeon-e7", 1,
				       "rate.sbox0.PKTS_SENT_DRS.CBOX4_9 = 44\n"
				       "rate.sbox0.PKTS_SENT_DRS.CBOX0_5 = 55\n");

	assert_int_equal(second_of(bench, 0xc40, EN | 0x1064), 44);
	assert_int_equal(second_of(bench, 0xc40, EN | 0x1164), 99);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_events_that_only_the_e7_has)
{
	static const struct {
		uint32_t address;
		uint64_t select;
	} more[] = {
		{U_SEL, EN | 0x05},
		{U_SEL, EN | 0x07},
		{0xc50, EN | 0x8b},
		{0xc50, EN | 0x90},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(more); i++) {
		struct bench *bench = bench_of("xeon-e7", 1, "");

		put(bench, more[i].address, more[i].select);
		expect_clean(bench);
		bench_free(bench);
		bench = bench_make(1, "");
		put(bench, more[i].address, more[i].select);
		expect_violation(bench, "is none of this box's");
		bench_free(bench);
	}
}

TEST(test_two_more_c_boxes)
{
	struct bench *bench = bench_of("xeon-e7", 1, "");
	char line[200];

	assert_int_equal(second_of(bench, 0xf40, EN | LLC_HITS_M), (100003ull * 0x16 + 50021) * (64 + 64) / 64);
	assert_int_equal(second_of(bench, 0xfc0, EN | LLC_HITS_M), (100003ull * 0x16 + 50021) * (64 + 72) / 64);
	silicon_banner(bench->silicon, line, sizeof(line));
	assert_non_null(strstr(line, "xeon-e7: 1 socket of 10 cores"));
	assert_non_null(strstr(line, "registers: 744"));
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_pmis_reach_the_cores_that_the_field_has_bits_for)
{
	struct bench *bench = bench_of("xeon-e7", 1, "rate.cbox9.MAF_ACK = 1000000\n");

	set_any(bench, 0xfc0, 0, EN | PMI_EN | MAF_ACK, TOP - 1);
	put(bench, U_CTL, EN_ALL | BIT(9)); /* a ninth core has no bit */
	expect_violation(bench, "bits 0x200 must be written as 0");
	put(bench, U_CTL, EN_ALL | CORE(7));
	go(bench, 1000);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(bench->pmi_cores[0], BIT(7));
	bench_free(bench);
}
