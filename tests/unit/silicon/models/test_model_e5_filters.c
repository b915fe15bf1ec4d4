/* SPDX-License-Identifier: BSD-2-Clause */
/* What the filters of the virtual Xeon E5-2600 let through: C-Box, PCU, home agent, QPI. */
#include "tests/unit/support/e5_bench.h"
#include "tests/unit/support/unit.h"

#define OPC(x)     ((uint64_t)(x) << 23)
#define STATE(x)   ((uint64_t)(x) << 18)
#define NID(x)     ((uint64_t)(x) << 10)
#define ANY_STATE  STATE(0x1f)
#define OCC_SEL(x) ((uint64_t)(x) << 14)
#define OCC_INVERT BIT(30)
#define OCC_EDGE   BIT(31)

static uint64_t filtered(struct bench *bench, uint64_t filter, unsigned i, uint64_t select)
{
	uint64_t count;

	put(bench, CBOX_FILTER(0), filter);
	count = cbox_second(bench, 0, i, select);
	put(bench, CBOX_FILTER(0), 0);
	return count;
}

TEST(test_state)
{
	struct bench *bench = e5("");
	uint64_t kinds = 0, states = 0;

	for (unsigned i = 1; i <= 5; i++)
		states += usual(0x34, 1, i, 1, 0);
	for (unsigned i = 1; i <= 3; i++)
		kinds += usual(0x34, i, 4, 1, 0);
	assert_int_equal(filtered(bench, ANY_STATE, 0, 0x0334), states);
	for (unsigned i = 0; i < 5; i++)
		assert_int_equal(filtered(bench, STATE(1 << i), 1, 0x0534), usual(0x34, 2, i + 1, 1, 0));
	assert_int_equal(filtered(bench, STATE(8), 0, 0x0934), usual(0x34, 3, 4, 1, 0));
	assert_int_equal(filtered(bench, STATE(8) | NID(1), 0, 0x4134), kinds);
	expect_clean(bench);
	assert_int_equal(filtered(bench, 0, 0, 0x0334), 0);
	expect_violation(bench, "state is 0");
	bench_free(bench);
}

TEST(test_opcode)
{
	struct bench *bench = e5("");
	uint64_t misses = 0, all = usual(0x36, 20, 1, 20, 0) + usual(0x36, 21, 1, 20, 0);

	for (unsigned i = 1; i <= 19; i++) {
		misses += usual(0x35, i, 2, 1, 0);
		all += usual(0x36, i, 1, 20, 0) + usual(0x36, i, 2, 20, 0);
	}
	assert_int_equal(filtered(bench, OPC(0x180), 0, 0x0135), usual(0x35, 1, 1, 1, 0) + usual(0x35, 1, 2, 1, 0));
	assert_int_equal(filtered(bench, OPC(0x182), 1, 0x0335), usual(0x35, 3, 2, 1, 0));
	assert_int_equal(filtered(bench, OPC(0x1e6), 0, 0x0336), usual(0x36, 19, 2, 20, 0));
	assert_int_equal(filtered(bench, 0, 0, 0x0435), usual(0x35, 20, 1, 1, 0));
	assert_int_equal(filtered(bench, 0, 0, 0x1035), usual(0x35, 21, 1, 1, 0));
	assert_int_equal(filtered(bench, 0, 0, 0x0a35), misses);
	assert_int_equal(filtered(bench, 0, 0, 0x0836), all);
	expect_clean(bench);
	assert_int_equal(filtered(bench, OPC(0x183), 0, 0x0135), 0);
	expect_violation(bench, "no request has the filter's opcode 0x183");
	bench_free(bench);
}

/* Node n is the target of n + 1 parts of everything. */
TEST(test_node)
{
	struct bench *bench = e5("sockets = 2\nrate.cbox0.LLC_VICTIMS.M_STATE = 3000000\n"
				 "rate.cbox0.TOR_INSERTS.EVICTION = 6000000");

	e5_bus = 0x7f;
	assert_int_equal(filtered(bench, NID(1), 0, 0x4137), 1000000);
	assert_int_equal(filtered(bench, NID(2), 0, 0x4137), 2000000);
	assert_int_equal(filtered(bench, NID(0xff), 0, 0x4137), 3000000);
	assert_int_equal(filtered(bench, NID(0xfc), 0, 0x4137), 0);
	assert_int_equal(filtered(bench, NID(2), 0, 0x4435), 4000000);
	assert_int_equal(filtered(bench, 0, 0, 0x0137), 3000000);
	expect_clean(bench);
	assert_int_equal(filtered(bench, 0, 0, 0x4137), 0);
	expect_violation(bench, "nid is 0");
	e5_bus = 255;
	bench_free(bench);
}

TEST(test_thread)
{
	struct bench *bench = e5("cores = 4\nthreads = 2\nrate.cbox0.RING_BOUNCES.AK_CORE = 5000");

	for (unsigned tid = 0; tid < 4; tid++)
		assert_int_equal(filtered(bench, tid, 0, TID_EN | 0x0205), 1000);
	assert_int_equal(filtered(bench, 4, 0, TID_EN | 0x0205), 0);
	assert_int_equal(filtered(bench, 0x10, 0, TID_EN | 0x0205), 1000);
	assert_int_equal(filtered(bench, 3, 0, 0x0205), 5000);
	expect_clean(bench);
	filtered(bench, 0x1f, 0, TID_EN | 0x0205);
	expect_violation(bench, "tid 0x1f is reserved");
	bench_free(bench);
}

/* Counter 1 sees what counter 0 adds up, through a threshold of its own. */
TEST(test_counter0_occupancy)
{
	struct bench *bench = e5("rate.cbox2.RxR_OCCUPANCY.IPQ = 200000000");

	put(bench, CBOX_BOX(2), FROZEN);
	put(bench, CBOX_CTL(2, 0), EN | 0x0411);
	put(bench, CBOX_CTL(2, 1), EN | 0x1f);
	put(bench, CBOX_CTL(2, 2), EN | THRESH(1) | 0x1f);
	put(bench, CBOX_CTL(2, 3), EN | EDGE | THRESH(1) | 0x1f);
	put(bench, CBOX_BOX(2), RUN);
	go(bench, SECOND);
	put(bench, CBOX_BOX(2), FROZEN);
	assert_int_equal(get(bench, CBOX_CTR(2, 0)), 200000000);
	assert_int_equal(get(bench, CBOX_CTR(2, 1)), 200000000);
	assert_int_equal(get(bench, CBOX_CTR(2, 2)), 10000000);
	assert_int_equal(get(bench, CBOX_CTR(2, 3)), 10000000 / 8);
	expect_clean(bench);
	put(bench, CBOX_CTL(2, 0), EN);
	put(bench, CBOX_BOX(2), RUN);
	assert_int_equal(bench->violations, 3);
	assert_non_null(strstr(bench->violation, "no occupancy"));
	bench_free(bench);
}

/* ---- PCU ------------------------------------------------------------------------------------------------ */

static uint64_t banded(struct bench *bench, uint64_t filter, uint64_t select)
{
	uint64_t count;

	put(bench, PCU_FILTER, filter);
	count = pcu_second(bench, 2, select);
	put(bench, PCU_FILTER, 0);
	return count;
}

TEST(test_bands)
{
	struct bench *bench = e5("frequency = 30\nfrequency.low = 20\nfrequency.share = 250");

	assert_int_equal(banded(bench, 20, 0x0b), PCLK);
	assert_int_equal(banded(bench, 21, 0x0b), PCLK / 4);
	assert_int_equal(banded(bench, 30, 0x0b), PCLK / 4);
	assert_int_equal(banded(bench, 31, 0x0b), 0);
	for (unsigned i = 0; i < 4; i++) {
		assert_int_equal(banded(bench, 0xffffffff & ~MASK(8 * i, 8), 0x0b + i), PCLK);
		assert_int_equal(banded(bench, UINT64_C(31) << 8 * i, 0x0b + i), 0);
	}
	assert_int_equal(banded(bench, 25, INVERT | THRESH(1) | 0x0b), PCLK / 4 * 3);
	expect_clean(bench);
	bench_free(bench);
}

/* The six worked examples of p.77. */
TEST(test_occupancy)
{
	struct bench *bench = e5("rate.pcu.POWER_STATE_OCCUPANCY.CORES_C0 = 1600000000\n"
				 "rate.pcu.POWER_STATE_OCCUPANCY.CORES_C6 = 8000\n"
				 "rate.pcu.VOLT_TRANS_CYCLES_CHANGE = 80000000\n"
				 "frequency = 27\nfrequency.low = 12\nfrequency.share = 600");
	uint64_t active = 200000000;

	assert_int_equal(pcu_second(bench, 0, 0x03), 80000000);
	assert_int_equal(pcu_second(bench, 0, 0x80 | OCC_SEL(1)), 8 * active);
	assert_int_equal(pcu_second(bench, 1, 0x80 | OCC_SEL(3)), 8000);
	assert_int_equal(pcu_second(bench, 1, 0x80 | OCC_SEL(1) | THRESH(5)), active);
	assert_int_equal(pcu_second(bench, 1, 0x80 | OCC_SEL(1) | THRESH(9)), 0);
	assert_int_equal(pcu_second(bench, 2, 0x80 | OCC_SEL(1) | THRESH(5) | OCC_EDGE), active / 8);
	assert_int_equal(pcu_second(bench, 3, 0x83 | OCC_SEL(1) | THRESH(5)), active / 10);
	put(bench, PCU_FILTER, 20);
	assert_int_equal(pcu_second(bench, 0, 0x8b | OCC_SEL(1) | THRESH(4) | INVERT | OCC_INVERT),
			 (PCLK - active) / 10 * 4);
	put(bench, PCU_FILTER, 0);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_occupancy_rules)
{
	static const struct {
		uint64_t select;
		const char *why;
	} bad[] = {
		{0x80, "occ_sel 0"},
		{0x80 | OCC_SEL(1) | OCC_EDGE, "need a threshold"},
		{0x80 | OCC_SEL(1) | THRESH(1) | EDGE, "there is none"},
		{0x83 | OCC_SEL(1) | THRESH(1) | EDGE, "no defined effect"},
		{0x03 | OCC_SEL(1), "occ_sel means nothing"},
		{0x03 | THRESH(1) | OCC_INVERT, "mean nothing without"},
		{0x03 | INVERT, "needs a threshold"},
		{0xff | OCC_SEL(1), "none of this box"},
	};
	struct bench *bench = e5("");

	for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
		put(bench, PCU_CTL(0), EN | bad[i].select);
		expect_violation(bench, bad[i].why);
		put(bench, PCU_CTL(0), 0);
	}
	bench_free(bench);
}

/* ---- home agent ------------------------------------------------------------------------------------------- */

static uint64_t matched(struct bench *bench, uint64_t address, unsigned opcode)
{
	uint64_t count;

	pci_put(bench, HA, 0x40, address & 0xffffffc0);
	pci_put(bench, HA, 0x44, address >> 32);
	pci_put(bench, HA, 0x48, opcode);
	count = pci_second(bench, HA, 1, 0x0320);
	pci_put(bench, HA, 0x40, 0);
	pci_put(bench, HA, 0x44, 0);
	pci_put(bench, HA, 0x48, 0);
	return count;
}

TEST(test_address_match)
{
	struct bench *bench = e5("rate.ha.ADDR_OPC_MATCH.RDCODE = 12345");

	assert_int_equal(matched(bench, 0, 0), usual(0x0320, 1, 0, 1, 0));
	assert_int_equal(matched(bench, 0x12345000, 1), 12345);
	assert_int_equal(matched(bench, 0x12345fc0, 1), 12345);
	assert_int_equal(matched(bench, 0x12346000, 1), 0);
	assert_int_equal(matched(bench, 0x3f0012345000, 1), 0);
	assert_int_equal(matched(bench, 0x3f0012345000, 2), usual(0x0320, 4, 0, 1, 0));
	assert_int_equal(matched(bench, 0x12345000, 0x10), usual(0x0320, 8, 0, 1, 0));
	expect_clean(bench);
	bench_free(bench);
}

/* ---- QPI -------------------------------------------------------------------------------------------------- */

#define CTO_COUNT (EXTRA | 0x38)

static uint64_t packets(struct bench *bench, unsigned port, uint32_t match0, uint32_t mask0, uint32_t match1,
			uint32_t mask1)
{
	const uint32_t values[] = {match0, match1, mask0, mask1};
	static const uint16_t offsets[] = {0x228, 0x22c, 0x238, 0x23c};
	uint64_t count;

	for (unsigned i = 0; i < 4; i++)
		pci_put(bench, 8 + port, 6, offsets[i], values[i]);
	count = pci_second(bench, 8 + port, 2, 3, CTO_COUNT);
	for (unsigned i = 0; i < 4; i++)
		pci_put(bench, 8 + port, 6, offsets[i], 0);
	return count;
}

static uint64_t kinds(unsigned first, unsigned last, unsigned port)
{
	uint64_t sum = 0;

	for (unsigned i = first; i <= last; i++)
		sum += usual(0x138, i + 1, 0, 2, port);
	return sum;
}

/* The worked values of pp. 93-94. */
TEST(test_packet_match)
{
	struct bench *bench = e5("");

	assert_int_equal(packets(bench, 0, 0, 0, 0, 0), kinds(0, 19, 0));
	assert_int_equal(packets(bench, 1, 0x1c00, 0x1f80, 0, 0), kinds(0, 6, 1));
	assert_int_equal(packets(bench, 0, 0x1c00, 0x1fe0, 8 << 16, 0xf << 16), kinds(0, 0, 0));
	assert_int_equal(packets(bench, 0, 0x1c00, 0x1fe0, 4 << 16, 0xf << 16), kinds(1, 1, 0));
	assert_int_equal(packets(bench, 0, 0x1c00, 0x1fe0, 1 << 16, 0xf << 16), kinds(2, 2, 0));
	assert_int_equal(packets(bench, 0, 0x1c40, 0x1fe0, 4 << 16, 0xf << 16), kinds(3, 3, 0));
	assert_int_equal(packets(bench, 0, 0x1c20, 0x1fe0, 1 << 16, 0xf << 16), kinds(6, 6, 0));
	assert_int_equal(packets(bench, 1, 0x1ca0, 0x1fe0, 0, 0), kinds(8, 8, 1));
	assert_int_equal(packets(bench, 0, 0x1c00, 0x1e00, 0, 0), kinds(0, 10, 0));
	assert_int_equal(packets(bench, 0, 0x1d00, 0x1f00, 0, 0), kinds(10, 10, 0));
	assert_int_equal(packets(bench, 0, 0x1800, 0x1e00, 0, 0), kinds(11, 13, 0));
	assert_int_equal(packets(bench, 0, 0x1900, 0x1f00, 0, 0), kinds(12, 13, 0));
	assert_int_equal(packets(bench, 0, 0x1900, 0x1f80, 0, 0), kinds(12, 12, 0));
	assert_int_equal(packets(bench, 0, 0x1c00 | 1 << 13, 0x3ff80, 0, 0), kinds(1, 1, 0) + kinds(3, 3, 0));
	assert_int_equal(packets(bench, 0, 0x80001c00, 0x80001f80, 2, 0xf), kinds(2, 2, 0));
	expect_clean(bench);
	bench_free(bench);
}

/* What counters depend on must not change under them; a filter of another port may. */
TEST(test_changes_under_way)
{
	struct bench *bench = e5("");

	put(bench, CBOX_FILTER(0), ANY_STATE);
	put(bench, CBOX_CTL(0, 0), EN | 0x0334);
	put(bench, CBOX_CTL(1, 0), EN | 0x0102);
	put(bench, CBOX_FILTER(1), ANY_STATE);
	expect_clean(bench);
	put(bench, CBOX_FILTER(0), STATE(1));
	expect_violation(bench, "changed while counter 0");
	pci_put(bench, QPI0, PCI_CTL(1), EN | CTO_COUNT);
	pci_put(bench, QPI1_MATCH, 0x238, 0x1e00);
	expect_clean(bench);
	pci_put(bench, QPI0_MATCH, 0x238, 0x1e00);
	expect_violation(bench, "changed while counter 1");
	pci_put(bench, HA, PCI_CTL(3), EN | 0x0320);
	pci_put(bench, HA, 0x48, 1);
	expect_violation(bench, "changed while counter 3");
	put(bench, PCU_CTL(2), EN | 0x0c);
	put(bench, PCU_FILTER, 1);
	expect_violation(bench, "changed while counter 2");
	bench_free(bench);
}

TEST(test_broken_filters)
{
	struct bench *bench = e5("fault = cbox0.filter.ignored\nfault = pcu.filter.ignored\n"
				 "fault = ha.filter.ignored\nfault = qpi1.filter.ignored");
	uint64_t all = 0, requests = 0;

	for (unsigned i = 1; i <= 5; i++)
		all += usual(0x34, 1, i, 1, 0);
	for (unsigned i = 1; i <= 8; i++)
		requests += usual(0x0320, i, 0, 1, 0);
	assert_int_equal(filtered(bench, STATE(1), 0, 0x0334), all);
	assert_int_equal(banded(bench, 255, 0x0b), PCLK);
	assert_int_equal(matched(bench, 0x12345000, 1), requests);
	assert_int_equal(packets(bench, 1, 0x1c00, 0x1fe0, 0, 0), kinds(0, 19, 1));
	assert_int_equal(packets(bench, 0, 0x1c80, 0x1fe0, 0, 0), kinds(7, 7, 0));
	expect_clean(bench);
	bench_free(bench);
}
