/* SPDX-License-Identifier: BSD-2-Clause */
/* The S- and B-Box: filters with their opposite masks, occupancy tallies, events of one counter alone. */
#include "lib/basic.h"
#include "tests/unit/support/model_bench.h"
#include "tests/unit/support/unit.h"

#define PROG_EV    EN /* event 0, umask 0 */
#define RESET_OCC  BIT(17)
#define IGNORE_ALL MASK(0, 39)
#define B_EN       BIT(0)
#define B_EV(code) (B_EN | (uint64_t)(code) << 1)

/* One rate a digit, so that a sum names what it is made of. */
#define KINDS(event)                                                                                            \
	"rate." event ".RDDATA = 1\nrate." event ".RDCODE = 10\nrate." event ".RDINVOWN = 100\n"                \
	"rate." event ".NCRD = 1000\nrate." event ".NCWR = 10000\nrate." event ".SNPDATA = 100000\nrate." event \
	".SNPINVOWN = 1000000\nrate." event ".RSPFWD = 2\nrate." event ".DATAC_M = 20\nrate." event             \
	".DATAC_E = 200\nrate." event ".WBIDATA = 2000\nrate." event ".RDDATA_FAR = 20000\n"
#define EVERYTHING 1133333

/* ---- S: MATCH and MASK ------------------------------------------------------------------------------ */

static uint64_t s_count(struct bench *bench, uint64_t match, uint64_t mask)
{
	put(bench, S_FILTER(0), 0);
	put(bench, S_FILTER(0) + 1, match);
	put(bench, S_FILTER(0) + 2, mask);
	put(bench, S_FILTER(0), BIT(63));
	return second_of(bench, S_BASE(0), PROG_EV);
}

TEST(test_s_mask_bits_that_are_set_ignore)
{
	struct bench *bench = bench_make(1, KINDS("sbox0.TO_R_PROG_EV"));

	assert_int_equal(s_count(bench, 0, IGNORE_ALL), EVERYTHING);
	assert_int_equal(s_count(bench, 0, 0), 0);
	assert_int_equal(s_count(bench, 0, IGNORE_ALL & ~BIT(0)), 11000); /* home node 0 */
	/* Address bits 43:32 compared with 0: what lies above 4 GiB does not pass. */
	assert_int_equal(s_count(bench, 0, IGNORE_ALL & ~MASK(27, 12)), 11000);
	assert_int_equal(s_count(bench, 0, IGNORE_ALL & ~BIT(1)), 103212); /* bit 6 is 0 */
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_s_match_is_opaque_or_an_address)
{
	const uint64_t match = 0x1234567840 >> 6 << 1, mask = 1;
	struct bench *bench = bench_make(1, KINDS("sbox0.TO_R_PROG_EV") "rate.sbox0.TO_R_PROG_EV.OPAQUE = 77\n");

	assert_int_equal(s_count(bench, match, mask), 77);
	expect_clean(bench);
	bench_free(bench);
	bench = bench_make(1, KINDS("sbox0.TO_R_PROG_EV") "sbox.match = address\n");
	assert_int_equal(s_count(bench, match, mask), 1 + 20);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_s_match_is_locked_by_mm_cfg)
{
	struct bench *bench = bench_make(1, "");

	for (unsigned n = 0; n < 2; n++) {
		struct silicon_access match = bench_access(0, S_FILTER(n) + 1);
		struct silicon_access mask = bench_access(0, S_FILTER(n) + 2);

		put(bench, S_FILTER(n) + 1, 5);
		put(bench, S_FILTER(n) + 2, 6);
		put(bench, S_FILTER(n), BIT(63));
		assert_int_equal(silicon_write(bench->silicon, 0, &match, 7), SILICON_FAULT);
		assert_int_equal(silicon_write(bench->silicon, 0, &mask, 7), SILICON_FAULT);
		assert_int_equal(get(bench, S_FILTER(n) + 1), 5);
		assert_int_equal(get(bench, S_FILTER(n) + 2), 6);
		put(bench, S_FILTER(n), 0);
		put(bench, S_FILTER(n) + 1, 7);
		assert_int_equal(get(bench, S_FILTER(n) + 1), 7);
	}
	expect_clean(bench);
	put(bench, S_FILTER(0), 1);
	expect_violation(bench, "sbox0.mm_cfg msr 0xe48 = 0x1: bits 0x1 must be written as 0");
	put(bench, S_FILTER(0) + 2, BIT(63));
	expect_violation(bench, "sbox0.mask msr 0xe4a");
	put(bench, S_FILTER(0) + 2, MASK(39, 24)); /* ignored */
	assert_int_equal(get(bench, S_FILTER(0) + 2), 0);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_s_filter_must_be_on)
{
	struct bench *bench = bench_make(1, "");

	put(bench, S_FILTER(0) + 2, IGNORE_ALL);
	assert_int_equal(second_of(bench, S_BASE(0), PROG_EV), 0);
	expect_violation(bench, "bit 63 of mm_cfg is 0: the filter is off");
	put(bench, S_FILTER(0), BIT(63));
	set_any(bench, S_BASE(0), 3, PROG_EV, 0);
	start(bench, 0);
	put(bench, S_FILTER(0), 0);
	expect_violation(bench, "sbox0.mm_cfg msr 0xe48 = 0x0: changed while counter 3");
	put(bench, SEL(S_BASE(1), 0), PROG_EV | 0x100);
	expect_violation(bench, "umask bits 0x1 mean nothing with event TO_R_PROG_EV");
	bench_free(bench);
}

/* ---- S: tallies ------------------------------------------------------------------------------------------ */

#define SNP_OCCUPANCY 0x0au
#define HOM_OCCUPANCY 0x07u
#define S_RATES                                                             \
	"rate.clock = 1000000\nrate.sbox0.TO_R_SNP_MSGQ_OCCUPANCY = 3200\n" \
	"rate.sbox0.TO_R_B_HOM_MSGQ_OCCUPANCY.RBOX = 64\n"                  \
	"rate.sbox0.TO_R_B_HOM_MSGQ_OCCUPANCY.BBOX = 6400\n"

TEST(test_tallies_must_be_reset)
{
	struct bench *bench = bench_make(1, S_RATES);

	assert_int_equal(second_of(bench, S_BASE(0), EN | SNP_OCCUPANCY), 1003200);
	expect_violation(bench, "lets the counter of sbox0.ctl0 count, but the tally of TO_R_SNP");
	put(bench, SEL(S_BASE(0), 0), EN | RESET_OCC | SNP_OCCUPANCY);
	assert_int_equal(second_of(bench, S_BASE(0), EN | SNP_OCCUPANCY), 3200);
	assert_int_equal(second_of(bench, S_BASE(0), EN | SNP_OCCUPANCY), 3200);
	expect_clean(bench);
	assert_int_equal(second_of(bench, S_BASE(0), EN | 0x100 | HOM_OCCUPANCY), 1000064);
	expect_violation(bench, "the tally of TO_R_B_HOM_MSGQ_OCCUPANCY was not reset");
	put(bench, SEL(S_BASE(0), 0), RESET_OCC | 0x300 | HOM_OCCUPANCY);
	assert_int_equal(second_of(bench, S_BASE(0), EN | 0x300 | HOM_OCCUPANCY), 6464);
	expect_clean(bench);
	assert_int_equal(second_of(bench, S_BASE(0), EN | RESET_OCC | 0x300 | HOM_OCCUPANCY), 0);
	expect_violation(bench, "reset_occ_cnt holds the tally of");
	bench_free(bench);
}

TEST(test_each_counter_has_its_own_tally)
{
	struct bench *bench = bench_make(1, S_RATES);

	put(bench, SEL(S_BASE(0), 1), RESET_OCC | SNP_OCCUPANCY);
	second_of(bench, S_BASE(0), EN | SNP_OCCUPANCY);
	expect_violation(bench, "sbox0.ctl0");
	bench_free(bench);
}

TEST(test_s_thresholds_see_occupancies)
{
	struct bench *bench = bench_make(1, S_RATES);

	put(bench, SEL(S_BASE(0), 0), RESET_OCC | SNP_OCCUPANCY);
	assert_int_equal(second_of(bench, S_BASE(0), EN | 32ull << 24 | SNP_OCCUPANCY), 100);
	assert_int_equal(second_of(bench, S_BASE(0), EN | 33ull << 24 | SNP_OCCUPANCY), 0);
	put(bench, SEL(S_BASE(0), 0), EN | EDGE | SNP_OCCUPANCY);
	expect_violation(bench, "edge_detect with TO_R_SNP_MSGQ_OCCUPANCY");
	bench_free(bench);
}

/* ---- B --------------------------------------------------------------------------------------------------- */

static uint64_t b_count(struct bench *bench, unsigned counter, uint64_t code)
{
	uint64_t count;

	set_any(bench, B_BASE(1), counter, B_EV(code), 0);
	start(bench, 0);
	go(bench, 1000000000);
	stop(bench);
	count = get(bench, CTR(B_BASE(1), counter));
	put(bench, SEL(B_BASE(1), counter), 0);
	put(bench, B_BASE(1), 0);
	return count;
}

/* The fields of the B-Box's MATCH and MASK. */
#define OPC_OUT(value) ((uint64_t)(value) << 56)
#define OPC_IN(value)  ((uint64_t)(value) << 52)
#define MSG_OUT(value) ((uint64_t)(value) << 48)
#define MSG_IN(value)  ((uint64_t)(value) << 44)
#define LINE(address)  ((uint64_t)(address) >> 6)

TEST(test_b_events_compare_their_fields)
{
	struct bench *bench = bench_make(1, KINDS("bbox1.MSG_IN_MATCH") "rate.bbox1.OPCODE_OUT_MATCH.NCRD = 500\n"
									"rate.bbox1.OPCODE_OUT_MATCH.SNPDATA = 600\n");

	put(bench, B_FILTER(1), OPC_OUT(0) | OPC_IN(2) | MSG_OUT(3) | MSG_IN(0xe) | LINE(0x1234567840));
	put(bench, B_FILTER(1) + 1, MASK(0, 60));
	assert_int_equal(b_count(bench, 0, 0x01), 20);     /* class and address */
	assert_int_equal(b_count(bench, 0, 0x02), 1);      /* opcode and address */
	assert_int_equal(b_count(bench, 0, 0x03), 0);      /* all three */
	assert_int_equal(b_count(bench, 1, 0x01), 2220);   /* class */
	assert_int_equal(b_count(bench, 1, 0x03), 120001); /* opcode */
	assert_int_equal(b_count(bench, 2, 0x04), 21);     /* address */
	put(bench, B_FILTER(1) + 1, OPC_OUT(0xf) | MSG_OUT(0xf));
	assert_int_equal(b_count(bench, 1, 0x05), EVERYTHING);
	put(bench, B_FILTER(1), OPC_OUT(2) | MSG_OUT(3));
	assert_int_equal(b_count(bench, 1, 0x06), 600);
	put(bench, B_FILTER(1), MSG_OUT(4));
	put(bench, B_FILTER(1) + 1, MSG_OUT(0xf));
	assert_int_equal(b_count(bench, 1, 0x02), 500);
	expect_clean(bench);
	put(bench, B_FILTER(1), BIT(60));
	expect_violation(bench, "bbox1.match msr 0xe4d = 0x1000000000000000: bits");
	bench_free(bench);
}

TEST(test_b_mask_may_mean_the_opposite)
{
	struct bench *bench = bench_make(1, KINDS("bbox1.MSG_IN_MATCH") "bbox.mask = ignore\n");

	put(bench, B_FILTER(1), MSG_IN(0xe));
	assert_int_equal(b_count(bench, 1, 0x01), 2220);
	put(bench, B_FILTER(1) + 1, MSG_IN(0xf));
	assert_int_equal(b_count(bench, 1, 0x01), EVERYTHING);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_b_occupancies_come_by_the_accumulator)
{
	struct bench *bench = bench_make(1, "rate.bbox1.TF_IOH = 256000\n"
					    "rate.bbox1.IMT_VALID_OCCUPANCY = 32031\n"
					    "rate.bbox1.DRSQ_OCCUPANCY = 999\n");

	assert_int_equal(b_count(bench, 0, 0x0b), 1000);
	assert_int_equal(b_count(bench, 0, 0x07), 1000);
	assert_int_equal(b_count(bench, 0, 0x09), 999);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_b_codes_mean_something_else_in_each_counter)
{
	struct bench *bench = bench_make(1, "rate.bbox1.0x17 = 10\nrate.bbox1.0x117 = 11\n"
					    "rate.bbox1.CONFLICTS = 13\n");

	assert_int_equal(b_count(bench, 0, 0x17), 10);
	assert_int_equal(b_count(bench, 1, 0x17), 11);
	assert_int_equal(b_count(bench, 3, 0x17), 13);
	expect_clean(bench);
	put(bench, SEL(B_BASE(1), 2), B_EV(0x17));
	expect_violation(bench, "cannot be counted by this counter");
	put(bench, SEL(B_BASE(1), 2), B_EV(0x08));
	expect_violation(bench, "event 0x8 is none of this box's");
	put(bench, SEL(B_BASE(1), 2), BIT(50) | B_EV(0x07));
	expect_violation(bench, "bits 0x4000000000000 must be written as 0 (323535 p.44)");
	bench_free(bench);
}
