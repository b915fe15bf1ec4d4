/* SPDX-License-Identifier: BSD-2-Clause */
/* The M-Box: what its companions make of an event, and the modes of its counters. */
#include "lib/basic.h"
#include "tests/unit/support/model_bench.h"
#include "tests/unit/support/unit.h"

#define DSP(n)    (M_BASE(n) + 5)
#define ISS(n)    (M_BASE(n) + 6)
#define MAP(n)    (M_BASE(n) + 7)
#define THR(n)    (M_BASE(n) + 8)
#define PGT(n)    (M_BASE(n) + 9)
#define PLD(n)    (M_BASE(n) + 10)
#define FVC(n)    (M_BASE(n) + 11)

#define M_EN      BIT(0)
#define M_PMI     BIT(1)
#define M_DOWN    BIT(2)
#define M_WRAP    BIT(6)
#define M_FLAG    BIT(7)
#define M_STORE   BIT(4)
#define INC(code) ((uint64_t)(code) << 9 | M_WRAP | M_EN)
#define SET(code) ((uint64_t)(code) << 19 | M_FLAG | M_WRAP | M_EN)

#define CYCLES    0x1b
#define DRAM_CMD  0x0a
#define REFRESH   0x06

TEST(test_fill_states_are_chosen_by_dsp)
{
	struct bench *bench = bench_make(1, "rate.mbox0.DSP_FILL.RDQ_FULL = 1001\n"
					    "rate.mbox0.DSP_FILL.WRQ_EMPTY = 1008\n"
					    "rate.mbox0.CYCLES_DSP_FILL.WRQ_EMPTY = 2008\n");

	put(bench, DSP(0), 1 << 7);
	assert_int_equal(second_of(bench, M_BASE(0), INC(0)), 1001);
	put(bench, DSP(0), 8 << 7);
	assert_int_equal(second_of(bench, M_BASE(0), INC(0)), 1008);
	assert_int_equal(second_of(bench, M_BASE(0), SET(0)), 2008);
	expect_clean(bench);
	put(bench, DSP(0), 9 << 7); /* two values OR-ed together */
	assert_int_equal(second_of(bench, M_BASE(0), INC(0)), 0);
	expect_violation(bench, "dsp[10:7] = 0x9 means nothing");
	bench_free(bench);
}

TEST(test_every_mode_is_the_sum_of_the_modes)
{
	struct bench *bench = bench_make(1, "rate.mbox1.DRAM_CMD.RAS.TRDOFF = 1\n"
					    "rate.mbox1.DRAM_CMD.RAS.RDPRIO = 20\n"
					    "rate.mbox1.DRAM_CMD.RAS.WRPRIO = 300\n"
					    "rate.mbox1.DRAM_CMD.RAS.ADAPTIVE = 4000\n"
					    "rate.mbox1.DRAM_CMD.MRS = 4003\n"
					    "rate.mbox1.DRAM_CMD.CAS_WR_CLS.ANY = 7\n");
	static const unsigned counts[] = {1, 20, 300, 4000};

	put(bench, PLD(1), 2 << 8);
	put(bench, ISS(1), 3 << 7);
	assert_int_equal(second_of(bench, M_BASE(1), INC(DRAM_CMD)), 4321);
	put(bench, PLD(1), 2 << 8 | 1);
	for (unsigned i = 0; i < 4; i++) {
		put(bench, ISS(1), i << 7);
		assert_int_equal(second_of(bench, M_BASE(1), INC(DRAM_CMD)), counts[i]);
	}
	put(bench, PLD(1), 7 << 8); /* a rate for all modes is divided among them */
	assert_int_equal(second_of(bench, M_BASE(1), INC(DRAM_CMD)), 4003);
	put(bench, PLD(1), 7 << 8 | 1);
	assert_int_equal(second_of(bench, M_BASE(1), INC(DRAM_CMD)), 1000);
	put(bench, PLD(1), 6 << 8);
	assert_int_equal(second_of(bench, M_BASE(1), INC(DRAM_CMD)), 7);
	expect_clean(bench);
	put(bench, PLD(1), 6 << 8 | 1);
	put(bench, ISS(1), 4 << 7);
	second_of(bench, M_BASE(1), INC(DRAM_CMD));
	expect_violation(bench, "iss[9:7] = 0x4 means nothing");
	put(bench, PLD(1), 8 << 8);
	second_of(bench, M_BASE(1), INC(DRAM_CMD));
	expect_violation(bench, "pld[12:8] = 0x8 means nothing");
	bench_free(bench);
}

TEST(test_thermal_trips)
{
	struct bench *bench = bench_make(1, "rate.mbox0.THERM_TRP_UP.DIMM1_GT_LO = 5\n"
					    "rate.mbox0.THERM_TRP_DN.ALL_LT_LO = 803\n");

	put(bench, THR(0), 1 << 7 | 2 << 4 | 2 << 9);
	assert_int_equal(second_of(bench, M_BASE(0), INC(4)), 5);
	put(bench, THR(0), 3 << 7 | 1 << 3); /* the down condition is 0 */
	assert_int_equal(second_of(bench, M_BASE(0), INC(5)), 803);
	put(bench, THR(0), 2 << 4);
	assert_int_equal(second_of(bench, M_BASE(0), INC(5)), 100);
	expect_clean(bench);
	bench_free(bench);
}

/* ---- ZDP_CTL_FVC --------------------------------------------------------------------------------- */

#define FVC_RATES                                                                              \
	"rate.mbox0.FVC_EV0.BBOX_CMDS.READS = 5000\nrate.mbox0.FVC_EV2.BBOX_CMDS.V2F = 5003\n" \
	"rate.mbox0.FVC_EV1.BBOX_RSP.SPEC_ACK = 6004\nrate.mbox0.FVC_EV3.FAST_RESET = 4000\n"

/* Composes the register; `wider` is the E7's extra bit of fvid. */
static uint64_t fvc(unsigned wider, const unsigned events[4], unsigned response, unsigned command)
{
	uint64_t value = 0x15 | (uint64_t)response << (8 + wider) | (uint64_t)command << (5 + wider);

	for (unsigned i = 0; i < 4; i++)
		value |= (uint64_t)events[i] << (11 + 3 * i + wider);
	return value;
}

static void check_slots(const char *machine, unsigned wider)
{
	static const unsigned events[4] = {4, 5, 6, 5};
	struct bench *bench = bench_of(machine, 1, FVC_RATES);

	put(bench, FVC(0), fvc(wider, events, 4, 3));
	for (unsigned i = 0; i < 4; i++)
		set_any(bench, M_BASE(0), i, INC(0x0d + i), 0);
	start(bench, 0);
	go(bench, 1000000000);
	assert_int_equal(get(bench, CTR(M_BASE(0), 0)), 4000);
	assert_int_equal(get(bench, CTR(M_BASE(0), 1)), 5003);
	assert_int_equal(get(bench, CTR(M_BASE(0), 2)), 6004);
	assert_int_equal(get(bench, CTR(M_BASE(0), 3)), 5003);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_fvc_has_four_slots_and_shared_fields)
{
	check_slots("xeon-7500", 0);
	check_slots("xeon-e7", 1);
}

TEST(test_fvc_of_the_other_part_counts_something_else)
{
	static const unsigned events[4] = {5, 0, 0, 0};
	struct bench *bench = bench_of("xeon-e7", 1, FVC_RATES);

	put(bench, FVC(0), fvc(0, events, 0, 0));
	assert_int_not_equal(second_of(bench, M_BASE(0), INC(0x0d)), 5000);
	put(bench, FVC(0), BIT(24)); /* pbox_init_err is there, but not on the 7500 */
	expect_clean(bench);
	bench_free(bench);
	bench = bench_make(1, "");
	put(bench, FVC(0), BIT(24));
	expect_violation(bench, "mbox0.zdp_ctl_fvc msr 0xcab = 0x1000000: bits 0x1000000 must");
	bench_free(bench);
}

TEST(test_response_6_is_reserved)
{
	static const unsigned events[4] = {6, 6, 6, 6};
	struct bench *bench = bench_make(1, "");

	put(bench, FVC(0), fvc(0, events, 6, 0));
	assert_int_equal(second_of(bench, M_BASE(0), INC(0x0e)), 0);
	expect_violation(bench, "zdp_ctl_fvc.resp = 0x6 means nothing");
	bench_free(bench);
}

TEST(test_queued_commands_depend_on_map)
{
	struct bench *bench = bench_make(1, "rate.mbox0.BCMD_SCHEDQ_OCCUPANCY.MERGE = 3200\n"
					    "rate.mbox0.BCMD_SCHEDQ_OCCUPANCY.F2B = 32\n");
	uint64_t sum = 0;

	put(bench, MAP(0), 2 << 5);
	assert_int_equal(second_of(bench, M_BASE(0), SET(6)), 3200);
	put(bench, MAP(0), 2 << 5 | 31);
	assert_int_equal(second_of(bench, M_BASE(0), SET(6)), 6300);
	for (unsigned i = 0; i < 8; i++) {
		put(bench, MAP(0), i << 5);
		sum += second_of(bench, M_BASE(0), SET(6));
	}
	put(bench, MAP(0), 8 << 5);
	assert_int_equal(second_of(bench, M_BASE(0), SET(6)), sum);
	expect_clean(bench);
	put(bench, MAP(0), 9 << 5);
	second_of(bench, M_BASE(0), SET(6));
	expect_violation(bench, "map.command = 0x9");
	bench_free(bench);
	bench = bench_of("xeon-e7", 1, "rate.mbox0.BCMD_SCHEDQ_OCCUPANCY.MERGE = 3200\n");
	put(bench, MAP(0), 2 << 6 | 32);
	assert_int_equal(second_of(bench, M_BASE(0), SET(6)), 6400);
	expect_clean(bench);
	bench_free(bench);
}

/* ---- companions and running counters ------------------------------------------------------------------ */

TEST(test_companion_of_a_counting_counter)
{
	struct bench *bench = bench_make(1, "");

	put(bench, FVC(0), 5 << 11);
	set_any(bench, M_BASE(0), 3, INC(0x0d), 0);
	set_any(bench, M_BASE(0), 4, INC(REFRESH), 0);
	start(bench, 0);
	put(bench, FVC(0), 5 << 11); /* no change */
	put(bench, DSP(0), 1 << 7);  /* not used by what runs */
	put(bench, FVC(1), 1 << 11); /* another box */
	expect_clean(bench);
	put(bench, FVC(0), 5 << 11 | 1 << 5);
	expect_violation(bench, "mbox0.zdp_ctl_fvc msr 0xcab = 0x2820: changed while counter 3");
	stop(bench);
	put(bench, FVC(0), 6 << 11);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_what_starts_late_is_looked_at_too)
{
	struct bench *bench = bench_make(1, "");

	start(bench, 0);
	put(bench, M_BASE(0), 1);
	put(bench, SEL(M_BASE(0), 0), INC(0)); /* DSP is 0 */
	expect_violation(bench,
			 "mbox0.ctl0 msr 0xcb0 = 0x41: lets the counter of mbox0.ctl0 count, but dsp[10:7] = 0x0");
	bench_free(bench);
}

/* ---- modes --------------------------------------------------------------------------------------------- */

TEST(test_counts_down)
{
	struct bench *bench = bench_make(1, "rate.mbox0.REFRESH = 1000000\n");

	set_any(bench, M_BASE(0), 2, INC(REFRESH) | M_DOWN | M_PMI, 10);
	start(bench, FRZ_ALL | CORE(0));
	go(bench, 10000);
	assert_int_equal(get(bench, CTR(M_BASE(0), 2)), 0);
	assert_int_equal(bench->pmis, 0);
	assert_int_equal(silicon_next_event(bench->silicon), 11000);
	go(bench, 5000);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(get(bench, CTR(M_BASE(0), 2)), TOP - 1);
	assert_int_equal(get(bench, STATUS(M_BASE(0))), BIT(2));
	assert_int_equal(get(bench, U_STATUS), ST_PMI | OV_S0);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_without_wrap_mode_it_stops)
{
	struct bench *bench = bench_make(1, "rate.mbox0.REFRESH = 1000000\n");

	set_any(bench, M_BASE(0), 0, REFRESH << 9 | M_EN, TOP - 10);
	set_any(bench, M_BASE(0), 1, INC(REFRESH), TOP - 10);
	start(bench, 0);
	go(bench, 15000);
	assert_int_equal(get(bench, CTR(M_BASE(0), 0)), 0);
	assert_int_equal(get(bench, CTR(M_BASE(0), 1)), 5);
	put(bench, OVF(M_BASE(0)), 3);
	go(bench, 3000);
	assert_int_equal(get(bench, CTR(M_BASE(0), 0)), 3);
	assert_int_equal(get(bench, CTR(M_BASE(0), 1)), 8);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_conditional_counting)
{
	struct bench *bench = bench_make(1, "rate.clock = 1000000\nrate.mbox0.REFRESH = 8000\n"
					    "rate.mbox0.CYCLES_RETRYQ_MFULL = 250000\n");

	assert_int_equal(second_of(bench, M_BASE(0), SET(3)), 250000);
	assert_int_equal(second_of(bench, M_BASE(0), SET(3) | INC(REFRESH) | M_STORE), 2000);
	assert_int_equal(second_of(bench, M_BASE(0), SET(3) | INC(CYCLES) | M_STORE), 250000);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_modes_that_make_no_sense)
{
	static const struct {
		uint64_t select;
		const char *rule;
	} bad[] = {
		{INC(REFRESH) | 2 << 2, "count_mode 2"},
		{INC(REFRESH) | 3 << 2, "count_mode 3"},
		{INC(REFRESH) | 2 << 4, "storage_mode 2"},
		{INC(REFRESH) | 1 << 4, "storage_mode 1 without flag_mode"},
		{INC(REFRESH) | 1 << 19, "set_flag_sel needs flag_mode"},
		{SET(3) | INC(REFRESH), "need storage_mode 1"},
		{SET(2), "event 0x22 is none"},
		{INC(0x1e), "event 0x1e is none"},
		{INC(REFRESH) | 1 << 8, "bits 0x100 must be written as 0"},
		{INC(REFRESH) | 1 << 14, "bits 0x4000 must be written as 0"},
		{INC(REFRESH) | 1 << 22, "bits 0x400000 must be written as 0"},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
		struct bench *bench = bench_make(1, "");

		put(bench, SEL(M_BASE(1), 5), bad[i].select);
		expect_violation(bench, bad[i].rule);
		bench_free(bench);
	}
}

/* ---- the rest ------------------------------------------------------------------------------------------- */

TEST(test_address_filter)
{
	static const struct {
		const char *scenario;
		uint64_t mask, count;
	} cases[] = {
		{"", 0, 64000},
		{"", 3 << 5, 16000},
		{"mbox.mask = ignore\n", 0x7ffffff & ~MASK(3, 3), 8000},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
		char scenario[200];
		struct bench *bench;

		snprintf(scenario, sizeof(scenario),
			 "rate.mbox0.DRAM_CMD.RAS.TRDOFF = 64000\nrate.mbox0.REFRESH = 5\n%s", cases[i].scenario);
		bench = bench_make(1, scenario);
		put(bench, PLD(0), 2 << 8 | 1);
		put(bench, M_FILTER(0) + 1, 0x12345678);
		put(bench, M_FILTER(0) + 2, cases[i].mask);
		assert_int_equal(second_of(bench, M_BASE(0), INC(DRAM_CMD)), 64000);
		put(bench, M_FILTER(0), BIT(63));
		assert_int_equal(second_of(bench, M_BASE(0), INC(DRAM_CMD)), cases[i].count);
		assert_int_equal(second_of(bench, M_BASE(0), INC(REFRESH)), 5);
		expect_clean(bench);
		put(bench, M_FILTER(0) + 2, 0);
		expect_violation(bench, "mbox0.addr_mask msr 0xe56 = 0x0: written while bit 63 of");
		bench_free(bench);
	}
}

TEST(test_timestamp_runs_freely)
{
	struct bench *bench = bench_make(1, "rate.clock = 1000000\n");

	assert_int_equal(get(bench, M_BASE(1) + 4), 0);
	go(bench, 12345678);
	assert_int_equal(get(bench, M_BASE(1) + 4), 12345);
	go(bench, 65536000);
	assert_int_equal(get(bench, M_BASE(1) + 4), 12345);
	put(bench, M_BASE(1) + 4, 0);
	expect_violation(bench, "mbox1.timestamp_unit msr 0xce4 = 0x0: it runs freely");
	assert_int_equal(get(bench, M_BASE(1) + 4), 12345);
	silicon_leave(bench->silicon, bench->now);
	expect_clean(bench);
	bench_free(bench);
}
