/* SPDX-License-Identifier: BSD-2-Clause */
/* Where the documents leave a choice, or contradict each other, the scenario decides; and the ways of an
 * overflow from every box to the U-Box. */
#include "lib/basic.h"
#include "tests/unit/support/model_bench.h"
#include "tests/unit/support/unit.h"

#define EVEN "rate.cbox*.MAF_ACK = 1000000\nrate.wbox.PROCHOT = 1000000\n"

static struct bench *read_as(const char *setting)
{
	char scenario[300];

	snprintf(scenario, sizeof(scenario), EVEN "%s\n", setting);
	return bench_make(1, scenario);
}

/* ---- overflow ------------------------------------------------------------------------------------------- */

/* When a counter preloaded with 2^48 - 10 interrupts and freezes, one event a microsecond. */
static void check_overflow(const char *setting, unsigned us, uint64_t frozen)
{
	struct bench *bench = read_as(setting);

	set_c(bench, 0, 0, MAF_ACK | PMI_EN, TOP - 10);
	start(bench, FRZ_ALL | CORE(0));
	assert_int_equal(silicon_next_event(bench->silicon), us * 1000);
	go(bench, 100000);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(get(bench, C_CTR(0, 0)), frozen);
	put(bench, C_OVF(0), 1);
	put(bench, U_OVF, ST_PMI);
	put(bench, C_CTR(0, 0), TOP - 1 - 10); /* as the B-, M- and W-Box texts preload */
	start(bench, FRZ_ALL | CORE(0));
	assert_int_equal(silicon_next_event(bench->silicon), 100000 + (us + 1) * 1000);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_when_an_overflow_is_signalled)
{
	check_overflow("", 10, 0);
	check_overflow("overflow = carry", 10, 0);
	check_overflow("overflow = early", 9, TOP - 1);
	check_overflow("overflow = late", 11, 1);
}

TEST(test_late_overflow_of_a_counter_from_0)
{
	struct bench *bench = read_as("overflow = late");

	set_c(bench, 0, 0, MAF_ACK, 0);
	start(bench, 0);
	go(bench, 5000000);
	assert_int_equal(get(bench, C_STATUS(0)), 0);
	assert_int_equal(get(bench, C_CTR(0, 0)), 5000);
	bench_free(bench);
}

/* ---- thresholds ------------------------------------------------------------------------------------------- */

/* What STARVED_EGRESS:IV, 1000 cycles of 8 in a million, counts with a threshold of 7, 8 and 9, then the
 * same with invert. */
static void check_thresholds(const char *settings, const uint64_t wanted[6])
{
	char scenario[200];

	snprintf(scenario, sizeof(scenario), "rate.clock = 1000000\nrate.cbox0.STARVED_EGRESS.IV = 8000\n%s", settings);
	for (unsigned i = 0; i < 6; i++) {
		struct bench *bench = bench_make(1, scenario);
		uint64_t select = EN | 0x800b | (7ull + i % 3) << 24 | (i / 3 ? INVERT : 0);

		assert_int_equal(second_of(bench, c_base[0], select), wanted[i]);
		expect_clean(bench);
		bench_free(bench);
	}
}

TEST(test_thresholds_and_inversion)
{
	enum { SOME = 1000, REST = 999000, ALL = 1000000 };

	check_thresholds("", (uint64_t[]){SOME, SOME, 0, REST, REST, ALL});
	check_thresholds("threshold = above\n", (uint64_t[]){SOME, 0, 0, REST, ALL, ALL});
	check_thresholds("invert = swapped\n", (uint64_t[]){REST, REST, ALL, SOME, SOME, 0});
	check_thresholds("threshold = above\ninvert = swapped\n", (uint64_t[]){REST, ALL, ALL, SOME, 0, 0});
	check_thresholds("invert = above\n", (uint64_t[]){SOME, SOME, 0, SOME, 0, 0});
}

TEST(test_edges_of_inverted_signals)
{
	static const struct {
		const char *setting;
		uint64_t select, count;
	} cases[] = {
		{"", 2ull << 24 | INVERT, 0},
		{"", 1ull << 24 | INVERT, 1000},
		{"threshold = above", 1ull << 24, 0},
		{"invert = swapped", 1ull << 24, 1000},
		{"invert = above", 1ull << 24 | INVERT, 0},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
		char setting[100];
		struct bench *bench;

		snprintf(setting, sizeof(setting), "rate.cbox0.TRANS_IPQ = 1000\n%s", cases[i].setting);
		bench = read_as(setting);
		assert_int_equal(second_of(bench, c_base[0], EN | EDGE | 0x1b | cases[i].select), cases[i].count);
		bench_free(bench);
	}
}

/* ---- the erratum ------------------------------------------------------------------------------------------ */

/* Whether a C, a W and the fixed counter read 0x1000000 too high after they counted to 0x5000000. */
static void check_erratum(const char *setting, bool c, bool w, bool fixed)
{
	struct bench *bench = read_as(setting);

	set_c(bench, 0, 0, MAF_ACK, 0x4fffffd);
	put(bench, W_SEL(0), EN | 0x0002);
	put(bench, W_CTR(0), 0x4fffffd);
	put(bench, FIXED_CTL, 1);
	put(bench, FIXED_CTR, 0x5000000 - 6000);
	put(bench, W_CTL, BIT(31) | 1);
	start(bench, 0);
	go(bench, 3000);
	assert_int_equal(get(bench, C_CTR(0, 0)), c ? 0x6000000 : 0x5000000);
	assert_int_equal(get(bench, W_CTR(0)), w ? 0x6000000 : 0x5000000);
	assert_int_equal(get(bench, FIXED_CTR), fixed ? 0x6000000 : 0x5000000);
	stop(bench);
	expect_clean(bench);
	put(bench, C_CTR(0, 0), 0xffffff);
	put(bench, W_CTR(0), 0xffffff);
	put(bench, FIXED_CTR, 0xffffff);
	assert_int_equal(bench->violations, (unsigned)w + fixed); /* of C nobody can know */
	bench_free(bench);
}

TEST(test_whom_the_erratum_hits)
{
	check_erratum("", false, true, true);
	check_erratum("erratum = wbox", false, true, true);
	check_erratum("erratum = fixed", false, false, true);
	check_erratum("erratum = all", true, true, true);
	check_erratum("erratum = none", false, false, false);
}

/* ---- status and PMI --------------------------------------------------------------------------------------- */

/* The bits above 3 of the U-Box's status after an overflow without PMI, one with, and one with freeze. */
static void check_cond(const char *setting, bool plain, bool pmi, bool frozen)
{
	const uint64_t cond = BIT(31);

	for (unsigned i = 0; i < 3; i++) {
		struct bench *bench = read_as(setting);
		bool expected = i == 0 ? plain : i == 1 ? pmi : frozen;

		set_c(bench, 0, 0, MAF_ACK | (i ? PMI_EN : 0), TOP - 10);
		start(bench, CORE(0) | (i == 2 ? FRZ_ALL : 0));
		go(bench, 10000);
		assert_int_equal(get(bench, U_STATUS), OV_S0 | (i ? ST_PMI : 0) | (expected ? cond : 0));
		put(bench, U_OVF, cond);
		assert_int_equal(get(bench, U_STATUS), OV_S0 | (i ? ST_PMI : 0));
		bench_free(bench);
	}
}

TEST(test_what_sets_the_condition_bit)
{
	check_cond("", false, false, false);
	check_cond("status.cond = overflow", true, true, true);
	check_cond("status.cond = pmi", false, true, true);
	check_cond("status.cond = freeze", false, false, true);
}

TEST(test_core_select_may_be_a_number)
{
	static const struct {
		const char *setting;
		uint64_t value, cores;
	} cases[] = {
		{"", 5, 5},
		{"pmi_core_sel.encoding = number", 5, BIT(5)},
		{"pmi_core_sel.encoding = number", 0, BIT(0)},
		{"pmi_core_sel.encoding = number", 0xff, 0},
		{"pmi_core_sel.width = 4", 0xf5, 5},
		{"pmi_core_sel.encoding = number\npmi_core_sel.width = 4", 0x17, BIT(7)},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
		struct bench *bench = read_as(cases[i].setting);

		set_c(bench, 0, 0, MAF_ACK | PMI_EN, TOP - 1);
		start(bench, FRZ_ALL | cases[i].value << 1);
		go(bench, 1000);
		assert_int_equal(bench->pmis, cases[i].cores != 0);
		assert_int_equal(bench->pmi_cores[0], cases[i].cores);
		bench_free(bench);
	}
}

/* ---- from every box to the U-Box ----------------------------------------------------------------------------- */

struct reporter {
	uint32_t base;
	unsigned counters;
	uint64_t select, pmi; /* of an event that comes every microsecond, and its pmi_en */
	uint32_t companion;   /* 0: none */
	uint64_t value, summary;
};

#define EVENTS                                                                      \
	"rate.cbox*.MAF_ACK = 1000000\nrate.wbox.PROCHOT = 1000000\n"               \
	"rate.sbox*.PKTS_SENT_SNP = 1000000\nrate.bbox*.TF_WR = 256000000\n"        \
	"rate.bbox*.IMT_INSERTS_WR = 1000000\nrate.bbox*.IMT_NE_CYCLES = 1000000\n" \
	"rate.bbox*.CONFLICTS = 1000000\nrate.mbox*.REFRESH = 1000000\n"            \
	"rate.rbox.port*.FLITS_SENT = 1000000\n"

static const struct reporter reporters[] = {
	{0xc80, 4, EN | 2, PMI_EN, 0, 0, OV_W},         {0xc40, 4, EN | 0x62, PMI_EN, 0, 0, OV_S0},
	{0xcc0, 4, EN | 0x62, PMI_EN, 0, 0, OV_S1},     {0xca0, 6, 6 << 9 | 0x41, BIT(1), 0, 0, OV_S0},
	{0xce0, 6, 6 << 9 | 0x41, BIT(1), 0, 0, OV_S1}, {0xe00, 8, 1, BIT(6), 0xe04, BIT(31), OV_S0},
	{0xe20, 8, 1, BIT(6), 0xe08, BIT(31), OV_S1},
};

static void check_counter(const struct reporter *box, unsigned counter)
{
	struct bench *bench = bench_make(1, EVENTS);

	if (box->companion)
		put(bench, box->companion, box->value);
	set_any(bench, box->base, counter, box->select | box->pmi, TOP - 10);
	start(bench, FRZ_ALL | CORE(3));
	assert_int_equal(silicon_next_event(bench->silicon), 10000);
	go(bench, 25000);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(get(bench, U_CTL), FRZ_ALL | CORE(3));
	assert_int_equal(get(bench, U_STATUS), box->summary | ST_PMI);
	assert_int_equal(get(bench, STATUS(box->base)), BIT(counter));
	put(bench, OVF(box->base), BIT(counter));
	assert_int_equal(get(bench, U_STATUS), ST_PMI);
	put(bench, U_OVF, ST_PMI);
	set_any(bench, box->base, counter, box->select, TOP - 10); /* without pmi_en: no more */
	start(bench, FRZ_ALL | CORE(3));
	go(bench, 25000);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(get(bench, CTR(box->base, counter)), 15);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_every_counter_reports)
{
	static const uint8_t b_codes[] = {0x05, 0x0c, 0x07, 0x17};

	for (unsigned i = 0; i < ARRAY_SIZE(reporters); i++)
		for (unsigned j = 0; j < reporters[i].counters; j++)
			check_counter(&reporters[i], j);
	for (unsigned i = 0; i < 8; i++) {
		const struct reporter box = {B_BASE(i / 4),        4, (uint64_t)b_codes[i % 4] << 1 | 1, PMI_EN, 0, 0,
					     i / 4 ? OV_S1 : OV_S0};

		check_counter(&box, i % 4);
	}
}

TEST(test_overflows_of_all_boxes_at_once)
{
	struct bench *bench = bench_make(1, EVENTS "erratum = none\n");

	for (unsigned i = 0; i < ARRAY_SIZE(reporters); i++) {
		const struct reporter *box = &reporters[i];

		if (box->companion)
			put(bench, box->companion, box->value);
		set_any(bench, box->base, box->counters - 1, box->select | box->pmi, TOP - 10);
	}
	start(bench, FRZ_ALL | CORE(0));
	go(bench, 30000);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(get(bench, U_STATUS), ST_PMI | OV_S0 | OV_S1 | OV_W);
	for (unsigned i = 0; i < ARRAY_SIZE(reporters); i++) {
		assert_int_equal(get(bench, STATUS(reporters[i].base)), BIT(reporters[i].counters - 1));
		assert_int_equal(get(bench, CTR(reporters[i].base, reporters[i].counters - 1)), 0);
	}
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_c8_and_c9_report_where_the_scenario_says)
{
	static const struct {
		const char *scenario;
		uint64_t c8, c9;
	} cases[] = {
		{EVENTS, OV_S0, OV_S1},
		{EVENTS "summary.cbox8 = s1\n", OV_S1, OV_S1},
		{EVENTS "summary.cbox9 = s0\n", OV_S0, OV_S0},
	};

	for (unsigned i = 0; i < 6; i++) {
		struct bench *bench = bench_of("xeon-e7", 1, cases[i / 2].scenario);
		uint32_t base = i % 2 ? 0xfc0 : 0xf40;

		set_any(bench, base, 5, EN | MAF_ACK, TOP - 10);
		start(bench, 0);
		go(bench, 10000);
		assert_int_equal(get(bench, U_STATUS), i % 2 ? cases[i / 2].c9 : cases[i / 2].c8);
		put(bench, OVF(base), BIT(5));
		assert_int_equal(get(bench, U_STATUS), 0);
		expect_clean(bench);
		bench_free(bench);
	}
}
