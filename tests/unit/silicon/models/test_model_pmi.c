/* SPDX-License-Identifier: BSD-2-Clause */
/* Overflow, freeze and PMI of the virtual Xeon 7500: in order of time, at the exact time, once. */
#include "lib/basic.h"
#include "tests/unit/support/model_bench.h"
#include "tests/unit/support/unit.h"

/* MAF_ACK makes one event a microsecond in every C-Box, PROCHOT and U2R_REQUESTS too. */
#define EVEN "rate.cbox*.MAF_ACK = 1000000\nrate.wbox.PROCHOT = 1000000\nrate.ubox.0x50 = 1000000\n"

/* Counter `i` of C-Box `n` overflows `us` microseconds after the start. */
static void arm_c(struct bench *bench, unsigned n, unsigned i, uint64_t us, uint64_t flags)
{
	set_c(bench, n, i, MAF_ACK | flags, TOP - us);
}

static struct silicon_statistics statistics_of(struct bench *bench)
{
	struct silicon_statistics statistics;

	silicon_statistics(bench->silicon, &statistics);
	return statistics;
}

/* ---- overflow bits -------------------------------------------------------------------------------- */

TEST(test_overflow_wraps_and_latches)
{
	struct bench *bench = bench_make(1, EVEN);

	arm_c(bench, 3, 5, 10, 0);
	start(bench, 0);
	go(bench, 9999);
	assert_int_equal(get(bench, C_STATUS(3)), 0);
	assert_int_equal(get(bench, C_CTR(3, 5)), TOP - 1);
	go(bench, 1);
	assert_int_equal(get(bench, C_STATUS(3)), BIT(5));
	assert_int_equal(get(bench, C_CTR(3, 5)), 0);
	go(bench, 7000);
	assert_int_equal(get(bench, C_CTR(3, 5)), 7);
	assert_int_equal(get(bench, U_CTL), EN_ALL); /* without pmi_en nothing freezes */
	assert_int_equal(get(bench, U_STATUS), OV_S0);
	assert_int_equal(bench->pmis, 0);
	assert_int_equal(statistics_of(bench).overflows, 1);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_each_box_reports_to_its_side)
{
	for (unsigned n = 0; n < 8; n++) {
		struct bench *bench = bench_make(1, EVEN);

		arm_c(bench, n, 0, 1, 0);
		start(bench, 0);
		go(bench, 1000);
		assert_int_equal(get(bench, U_STATUS), n < 4 ? OV_S0 : OV_S1);
		bench_free(bench);
	}
}

TEST(test_w_and_u_report_too)
{
	struct bench *bench = bench_make(1, EVEN "rate.clock = 1000000\n");

	put(bench, W_SEL(2), EN | 0x0002);
	put(bench, W_CTR(2), TOP - 5);
	put(bench, FIXED_CTL, 1);
	put(bench, FIXED_CTR, TOP - 6);
	put(bench, W_CTL, BIT(31) | BIT(2));
	put(bench, U_SEL, EN | 0x50);
	put(bench, U_CTR, TOP - 7);
	start(bench, 1);
	go(bench, 5000);
	assert_int_equal(get(bench, W_STATUS), BIT(2));
	assert_int_equal(get(bench, U_STATUS), OV_W);
	go(bench, 1000);
	assert_int_equal(get(bench, W_STATUS), BIT(31) | BIT(2));
	go(bench, 1000);
	assert_int_equal(get(bench, U_STATUS), OV_U | OV_W);
	put(bench, U_OVF, OV_U);
	assert_int_equal(get(bench, U_STATUS), OV_W);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_clearing_the_box_clears_upwards)
{
	struct bench *bench = bench_make(1, EVEN);

	arm_c(bench, 1, 0, 1, 0);
	arm_c(bench, 1, 4, 2, 0);
	arm_c(bench, 2, 0, 3, 0);
	arm_c(bench, 6, 0, 4, 0);
	start(bench, 0);
	go(bench, 10000);
	stop(bench);
	assert_int_equal(get(bench, U_STATUS), OV_S0 | OV_S1);
	put(bench, C_OVF(1), 0); /* zeros have no effect */
	assert_int_equal(get(bench, C_STATUS(1)), BIT(4) | BIT(0));
	put(bench, C_OVF(1), BIT(0));
	assert_int_equal(get(bench, C_STATUS(1)), BIT(4));
	assert_int_equal(get(bench, U_STATUS), OV_S0 | OV_S1);
	put(bench, C_OVF(1), BIT(4));
	assert_int_equal(get(bench, U_STATUS), OV_S0 | OV_S1); /* C2 is still there */
	put(bench, C_OVF(2), BIT(0));
	assert_int_equal(get(bench, U_STATUS), OV_S1);
	put(bench, C_OVF(6), BIT(0));
	assert_int_equal(get(bench, U_STATUS), 0);
	assert_int_equal(get(bench, C_OVF(6)), 0);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_summary_can_be_cleared_alone)
{
	struct bench *bench = bench_make(1, EVEN);

	arm_c(bench, 0, 0, 1, 0);
	start(bench, 0);
	go(bench, 1000);
	put(bench, U_OVF, OV_S0);
	assert_int_equal(get(bench, U_STATUS), 0);
	assert_int_equal(get(bench, C_STATUS(0)), 1);
	bench_free(bench);
}

TEST(test_cleared_bit_rises_again)
{
	struct bench *bench = bench_make(1, EVEN "fault = cbox0.ctr0.width=4\n");

	arm_c(bench, 0, 0, 1, 0);
	start(bench, 0);
	go(bench, 1000 + 16000 * 5); /* unnoticed: the bit is set already */
	put(bench, C_OVF(0), 1);
	assert_int_equal(get(bench, C_STATUS(0)), 0);
	assert_int_equal(statistics_of(bench).overflows, 6);
	go(bench, 15999);
	assert_int_equal(get(bench, C_STATUS(0)), 0);
	go(bench, 1);
	assert_int_equal(get(bench, C_STATUS(0)), 1);
	assert_int_equal(statistics_of(bench).overflows, 7);
	bench_free(bench);
}

/* ---- freeze ------------------------------------------------------------------------------------------ */

TEST(test_freeze_is_retroactive)
{
	struct bench *bench = bench_make(1, EVEN "rate.cbox7.LLC_HITS.M = 3000000\n");

	arm_c(bench, 0, 2, 100, PMI_EN);
	set_c(bench, 7, 0, LLC_HITS_M, 0);
	start(bench, FRZ_ALL);
	bench->now += 50000000; /* the owner was busy elsewhere */
	assert_int_equal(get(bench, C_CTR(7, 0)), 300);
	assert_int_equal(get(bench, C_CTR(0, 2)), 0);
	assert_int_equal(get(bench, U_CTL), FRZ_ALL); /* en_all is what drops */
	assert_int_equal(get(bench, U_STATUS), ST_PMI | OV_S0);
	assert_int_equal(bench->pmis, 0); /* pmi_core_sel is 0 */
	assert_int_equal(statistics_of(bench).pmis, 0);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_freeze_can_be_late)
{
	struct bench *bench = bench_make(1, EVEN "freeze.delay = 5000\n");

	arm_c(bench, 0, 0, 10, PMI_EN);
	start(bench, FRZ_ALL | CORE(0));
	go(bench, 10000);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(get(bench, U_CTL), EN_ALL | FRZ_ALL | CORE(0));
	assert_int_equal(silicon_next_event(bench->silicon), 15000);
	go(bench, 1000000);
	assert_int_equal(get(bench, U_CTL), FRZ_ALL | CORE(0));
	assert_int_equal(get(bench, C_CTR(0, 0)), 5);
	bench_free(bench);
}

TEST(test_stopping_cancels_a_late_freeze)
{
	struct bench *bench = bench_make(1, EVEN "freeze.delay = 5000\n");

	arm_c(bench, 0, 0, 10, PMI_EN);
	start(bench, FRZ_ALL);
	go(bench, 11000);
	stop(bench);
	put(bench, C_OVF(0), 1);
	start(bench, FRZ_ALL);
	go(bench, 100000);
	assert_int_equal(get(bench, U_CTL), EN_ALL | FRZ_ALL);
	bench_free(bench);
}

TEST(test_pmi_without_freeze)
{
	struct bench *bench = bench_make(1, EVEN);

	arm_c(bench, 4, 0, 10, PMI_EN);
	start(bench, CORE(3));
	go(bench, 20000);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(bench->pmi_cores[0], BIT(3));
	assert_int_equal(get(bench, U_CTL), EN_ALL | CORE(3));
	assert_int_equal(get(bench, C_CTR(4, 0)), 10);
	bench_free(bench);
}

/* ---- PMI --------------------------------------------------------------------------------------------- */

TEST(test_pmi_goes_to_the_selected_cores)
{
	for (unsigned cores = 1; cores < 256; cores += 23) {
		struct bench *bench = bench_make(1, EVEN);

		arm_c(bench, 0, 0, 1, PMI_EN);
		start(bench, FRZ_ALL | (uint64_t)cores << 1);
		go(bench, 1000);
		assert_int_equal(bench->pmis, 1);
		assert_int_equal(bench->pmi_cores[0], cores);
		bench_free(bench);
	}
}

TEST(test_no_pmi_for_cores_that_are_not_there)
{
	struct bench *bench = bench_make(1, EVEN "cores = 2\n");

	arm_c(bench, 0, 0, 1, PMI_EN);
	start(bench, FRZ_ALL | CORE(0) | CORE(7));
	go(bench, 1000);
	assert_int_equal(bench->pmi_cores[0], BIT(0));
	bench_free(bench);
}

TEST(test_simultaneous_overflows_make_one_pmi)
{
	struct bench *bench = bench_make(1, EVEN);

	arm_c(bench, 0, 0, 10, PMI_EN);
	arm_c(bench, 5, 3, 10, PMI_EN);
	arm_c(bench, 5, 4, 10, 0);
	start(bench, FRZ_ALL | CORE(1));
	go(bench, 1000000);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(get(bench, C_STATUS(0)), BIT(0));
	assert_int_equal(get(bench, C_STATUS(5)), BIT(3) | BIT(4));
	assert_int_equal(get(bench, U_STATUS), ST_PMI | OV_S0 | OV_S1);
	bench_free(bench);
}

TEST(test_sockets_interrupt_in_order_of_time)
{
	static const unsigned due_us[4] = {40, 10, 30, 20};
	struct bench *bench = bench_make(4, EVEN);

	for (unsigned i = 0; i < 4; i++) {
		write_on(bench, i, C_SEL(0, 0), EN | PMI_EN | MAF_ACK);
		write_on(bench, i, C_CTR(0, 0), TOP - due_us[i]);
		write_on(bench, i, C_CTL(0), 1);
		write_on(bench, i, U_CTL, EN_ALL | FRZ_ALL | CORE(i));
	}
	go(bench, 1000000);
	assert_int_equal(bench->pmis, 4);
	assert_int_equal(bench->pmi_socket[0], 1);
	assert_int_equal(bench->pmi_socket[1], 3);
	assert_int_equal(bench->pmi_socket[2], 2);
	assert_int_equal(bench->pmi_socket[3], 0);
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(bench->pmi_cores[i], BIT(bench->pmi_socket[i]));
	bench_free(bench);
}

TEST(test_next_pmi_needs_the_cause_cleared)
{
	struct bench *bench = bench_make(1, EVEN);

	arm_c(bench, 0, 0, 10, PMI_EN);
	arm_c(bench, 5, 0, 20, PMI_EN);
	arm_c(bench, 6, 0, 30, PMI_EN);
	arm_c(bench, 7, 0, 20, PMI_EN); /* never cleared, never a cause */
	start(bench, CORE(0));
	go(bench, 20000);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(get(bench, C_STATUS(5)), 1); /* latched, but not seen */
	assert_int_equal(bench->logs, 1);
	assert_int_equal(silicon_next_event(bench->silicon), UINT64_MAX);
	put(bench, C_OVF(5), 1); /* not the cause */
	assert_int_equal(silicon_next_event(bench->silicon), UINT64_MAX);
	put(bench, C_OVF(0), 1);
	assert_int_equal(silicon_next_event(bench->silicon), 30000);
	go(bench, 10000);
	assert_int_equal(bench->pmis, 2);
	bench_free(bench);
}

TEST(test_sampling_goes_on)
{
	struct bench *bench = bench_make(1, EVEN);

	arm_c(bench, 0, 0, 10, PMI_EN);
	for (unsigned i = 1; i <= 50; i++) {
		start(bench, FRZ_ALL | CORE(0));
		bench->now = silicon_next_event(bench->silicon);
		go(bench, 3333);
		assert_int_equal(bench->pmis, i);
		assert_int_equal(get(bench, U_CTL), FRZ_ALL | CORE(0));
		assert_int_equal(get(bench, C_CTR(0, 0)), 0);
		put(bench, C_OVF(0), 1);
		put(bench, U_OVF, ST_PMI);
		assert_int_equal(get(bench, U_STATUS), 0);
		put(bench, C_CTR(0, 0), TOP - 10);
	}
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_pmi_can_be_late)
{
	struct bench *bench = bench_make(1, EVEN "pmi.delay = 700\n");

	arm_c(bench, 0, 0, 10, PMI_EN);
	start(bench, FRZ_ALL | CORE(2));
	go(bench, 10500);
	assert_int_equal(bench->pmis, 0);
	assert_int_equal(get(bench, U_CTL), FRZ_ALL | CORE(2));
	assert_int_equal(silicon_next_event(bench->silicon), 10700);
	go(bench, 200);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(bench->pmi_cores[0], BIT(2));
	assert_int_equal(silicon_next_event(bench->silicon), UINT64_MAX);
	bench_free(bench);
}

TEST(test_fixed_counters_pmi_bit_is_the_scenarios)
{
	static const struct {
		const char *scenario;
		unsigned bit;
	} cases[] = {{"", 1}, {"fixed.pmi_bit = 2\n", 2}, {"fixed.pmi_bit = 20\n", 20}};
	static const unsigned bits[] = {1, 2, 20};

	for (unsigned i = 0; i < 9; i++) {
		struct bench *bench = bench_make(1, cases[i / 3].scenario);

		put(bench, FIXED_CTL, 1 | BIT(bits[i % 3]));
		put(bench, FIXED_CTR, TOP - 1000);
		put(bench, W_CTL, BIT(31));
		start(bench, FRZ_ALL | CORE(0));
		go(bench, 1000000);
		assert_int_equal(get(bench, W_STATUS), BIT(31));
		assert_int_equal(bench->pmis, cases[i / 3].bit == bits[i % 3]);
		expect_clean(bench);
		bench_free(bench);
	}
}

TEST(test_debugctl_may_be_needed)
{
	struct bench *bench = bench_make(1, EVEN "debugctl = needed\n");
	struct silicon_access access = bench_access(0, DEBUGCTL);

	access.core = 1;
	assert_int_equal(get(bench, DEBUGCTL), 0);
	assert_int_equal(silicon_write(bench->silicon, 0, &access, BIT(13)), SILICON_OK);
	arm_c(bench, 0, 0, 10, PMI_EN);
	start(bench, FRZ_ALL | CORE(0) | CORE(1));
	go(bench, 10000);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(bench->pmi_cores[0], BIT(1));
	assert_int_equal(bench->logs, 1);
	bench_free(bench);
}

TEST(test_assumed_bits_can_be_elsewhere)
{
	struct bench *bench = bench_make(1, EVEN "status.pmi_bit = 12\npmi_core_sel.width = 4\n");

	arm_c(bench, 0, 0, 1, PMI_EN);
	start(bench, CORE(7) | CORE(3));
	assert_int_equal(get(bench, U_CTL), EN_ALL | CORE(3));
	go(bench, 1000);
	assert_int_equal(bench->pmi_cores[0], BIT(3));
	assert_int_equal(get(bench, U_STATUS), BIT(12) | OV_S0);
	put(bench, U_OVF, BIT(12));
	assert_int_equal(get(bench, U_STATUS), OV_S0);
	bench_free(bench);
}

/* ---- the clock of the owner ------------------------------------------------------------------------- */

TEST(test_next_event_is_the_next_pmi)
{
	struct bench *bench = bench_make(1, EVEN);

	assert_int_equal(silicon_next_event(bench->silicon), UINT64_MAX);
	arm_c(bench, 0, 0, 10, 0);
	arm_c(bench, 1, 0, 30, PMI_EN);
	arm_c(bench, 1, 1, 20, PMI_EN);
	assert_int_equal(silicon_next_event(bench->silicon), UINT64_MAX);
	start(bench, FRZ_ALL | CORE(0));
	assert_int_equal(silicon_next_event(bench->silicon), 20000);
	go(bench, 19999);
	assert_int_equal(bench->pmis, 0);
	assert_int_equal(silicon_next_event(bench->silicon), 20000);
	go(bench, 1);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(silicon_next_event(bench->silicon), UINT64_MAX);
	bench_free(bench);
}

TEST(test_time_does_not_go_back)
{
	struct bench *bench = bench_make(1, EVEN);
	uint64_t value;

	arm_c(bench, 0, 0, 1000, 0);
	start(bench, 0);
	go(bench, 500000);
	value = get(bench, C_CTR(0, 0));
	bench->now = 100;
	assert_int_equal(get(bench, C_CTR(0, 0)), value);
	bench->now = UINT64_MAX;
	get(bench, C_CTR(0, 0));
	assert_int_equal(get(bench, C_STATUS(0)), 1);
	bench_free(bench);
}
