/* SPDX-License-Identifier: BSD-2-Clause */
/* The R-Box: two halves, the redirect to the companions of four ports each, and those companions. */
#include "lib/basic.h"
#include "tests/unit/support/model_bench.h"
#include "tests/unit/support/unit.h"

#define R_EN           BIT(0)
#define R_PMI          BIT(6)
#define SOURCE(p, k)   (R_EN | (uint64_t)(6 * (p) + (k)) << 1) /* p: port of the half */

/* Companions by port, 0 to 7. */
#define IPERF(port, i) (0xe04u + (port) + 0x20u * (i))
#define QLX(port)      (((port) < 4 ? 0xe0cu : 0xe28u) + (port))
#define XBR(port, set) (((port) < 4 ? 0xe60u : 0xe70u) + 4 * (port) + 0x10u * (set))

#define TRIGGER        BIT(21)
#define FIRST_FLIT     (1 << 16)
#define ANY_FLIT       BIT(20)
#define CLASS(mc)      ((uint64_t)(mc) << 9)
#define OPCODE(opc)    ((uint64_t)(opc) << 5)

TEST(test_each_source_of_each_port)
{
	struct bench *bench = bench_make(1, "rate.rbox.port*.FLITS_SENT = 100\n"
					    "rate.rbox.port*.NULL_IDLE = 200\n"
					    "rate.rbox.port*.STARVING = 300\n"
					    "rate.rbox.port*.LOCAL_ARB_BID = 400\n"
					    "rate.rbox.port*.XBR_MATCH.RSPFWD = 500\n"
					    "rate.rbox.port*.XBR_MATCH.NCWR = 600\n"
					    "rate.rbox.port6.NULL_IDLE = 206\n"
					    "rate.rbox1.port7.STARVING = 307\n"
					    "rate.rbox0.port3.STARVING = 303\n");

	for (unsigned port = 0; port < 8; port++) {
		put(bench, IPERF(port, 0), BIT(31));
		put(bench, IPERF(port, 1), BIT(30));
		put(bench, QLX(port), 0xa | 1 << 8);
		put(bench, XBR(port, 0), TRIGGER | FIRST_FLIT);
		put(bench, XBR(port, 0) + 1, CLASS(1));
		put(bench, XBR(port, 0) + 2, CLASS(0xf));
		put(bench, XBR(port, 1), TRIGGER | FIRST_FLIT);
		put(bench, XBR(port, 1) + 1, CLASS(0xc));
		put(bench, XBR(port, 1) + 2, CLASS(0xf));
	}
	for (unsigned i = 0; i < 48; i++) {
		unsigned port = i / 6, k = i % 6;
		uint64_t wanted = 100 * (k + 1);

		wanted += k == 1 && port == 6 ? 6 : 0;
		wanted += k == 2 && (port == 3 || port == 7) ? port : 0;
		assert_int_equal(second_of(bench, R_BASE(port / 4), SOURCE(port % 4, k)), wanted);
	}
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_any_counter_of_the_half_takes_any_source)
{
	struct bench *bench = bench_make(1, "rate.rbox.port5.FLITS_SENT = 777\n");

	put(bench, IPERF(5, 1), BIT(31));
	for (unsigned i = 0; i < 8; i++)
		set_any(bench, R_BASE(1), i, SOURCE(1, 1), 0);
	start(bench, 0);
	go(bench, 1000000000);
	for (unsigned i = 0; i < 8; i++)
		assert_int_equal(get(bench, CTR(R_BASE(1), i)), 777);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_redirects_beyond_the_last_port)
{
	for (unsigned code = 0x17; code < 0x20; code++) {
		struct bench *bench = bench_make(1, "");

		put(bench, SEL(R_BASE(1), 7), R_EN | (uint64_t)code << 1);
		if (code == 0x17)
			expect_clean(bench);
		else
			expect_violation(bench, "is no source (323535 p.91)");
		bench_free(bench);
	}
}

/* ---- IPERF and QLX ---------------------------------------------------------------------------------- */

static uint64_t iperf(struct bench *bench, uint64_t value)
{
	put(bench, IPERF(2, 0), value);
	return second_of(bench, R_BASE(0), SOURCE(2, 0));
}

TEST(test_iperf_adds_up)
{
	struct bench *bench = bench_make(1, "rate.rbox.port2.NEW_PACKETS_RECV.VN0.DRS = 1\n"
					    "rate.rbox.port2.NEW_PACKETS_RECV.VN1.DRS = 20\n"
					    "rate.rbox.port2.NEW_PACKETS_RECV.VNA.DRS = 300\n"
					    "rate.rbox.port2.NEW_PACKETS_RECV.VN1.HOM = 4000\n"
					    "rate.rbox.port2.ALLOC_TO_ARB.HOM_VN1 = 50000\n"
					    "rate.rbox.port2.EOT_OCCUPANCY.SNP = 600000\n"
					    "rate.rbox.port2.EOT_INSERTS.SNP = 7000000\n");
	uint64_t all = 0;

	assert_int_equal(iperf(bench, 0x04), 1);
	assert_int_equal(iperf(bench, 0x44), 20);
	assert_int_equal(iperf(bench, 0x84), 300);
	assert_int_equal(iperf(bench, 0xc4), 321);
	assert_int_equal(iperf(bench, 0x64), 4020);
	assert_int_equal(iperf(bench, 0x8000), 50000);
	assert_int_equal(iperf(bench, 0xa0000), 600000);
	assert_int_equal(iperf(bench, 0x2a0000), 7000000);
	assert_int_equal(iperf(bench, 0xa8044), 650020);
	for (unsigned i = 0; i < 6; i++)
		all += iperf(bench, 0xc0 | BIT(i));
	assert_int_equal(iperf(bench, 0xff), all);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_iperf_that_makes_no_sense)
{
	struct bench *bench = bench_make(1, "");

	iperf(bench, 0x120000); /* class 9, as of two OR-ed together */
	expect_violation(bench, "iperf_cfg[20:17] = 0x9 means nothing");
	iperf(bench, 0x200000 | 0x100);
	expect_violation(bench, "iperf_cfg[21] without a class");
	iperf(bench, 0);
	expect_violation(bench, "its iperf_cfg selects nothing");
	put(bench, IPERF(7, 1), BIT(22));
	expect_violation(bench, "rbox1.port7_iperf_cfg1 msr 0xe2b = 0x400000: bits 0x400000 must");
	put(bench, IPERF(0, 0), BIT(32));
	expect_violation(bench, "rbox0.port0_iperf_cfg0 msr 0xe04");
	bench_free(bench);
}

TEST(test_qlx_has_two_events)
{
	struct bench *bench = bench_make(1, "rate.rbox.port4.QUE_ARB_BID.DRS = 11\n"
					    "rate.rbox.port4.GLOBAL_ARB_BID_FAIL.VN1.NCB = 22\n");

	put(bench, QLX(4), 0xd540);
	assert_int_equal(second_of(bench, R_BASE(1), SOURCE(0, 2)), 11);
	assert_int_equal(second_of(bench, R_BASE(1), SOURCE(0, 3)), 22);
	expect_clean(bench);
	put(bench, QLX(4), 0x0b00);
	second_of(bench, R_BASE(1), SOURCE(0, 2));
	expect_clean(bench);
	assert_int_equal(second_of(bench, R_BASE(1), SOURCE(0, 3)), 0);
	expect_violation(bench, "type 0xb of its qlx_cfg event 1 is reserved");
	put(bench, QLX(4), BIT(16));
	expect_violation(bench, "rbox1.port4_qlx_cfg msr 0xe2c");
	bench_free(bench);
}

/* ---- XBR ------------------------------------------------------------------------------------------------ */

#define KINDS                                                                                   \
	"rate.rbox.port1.XBR_MATCH.RDDATA = 1\nrate.rbox.port1.XBR_MATCH.RDCODE = 10\n"         \
	"rate.rbox.port1.XBR_MATCH.RDINVOWN = 100\nrate.rbox.port1.XBR_MATCH.NCRD = 1000\n"     \
	"rate.rbox.port1.XBR_MATCH.NCWR = 10000\nrate.rbox.port1.XBR_MATCH.SNPDATA = 100000\n"  \
	"rate.rbox.port1.XBR_MATCH.SNPINVOWN = 1000000\nrate.rbox.port1.XBR_MATCH.RSPFWD = 2\n" \
	"rate.rbox.port1.XBR_MATCH.DATAC_M = 20\nrate.rbox.port1.XBR_MATCH.DATAC_E = 200\n"     \
	"rate.rbox.port1.XBR_MATCH.WBIDATA = 2000\nrate.rbox.port1.XBR_MATCH.RDDATA_FAR = 20000\n"

static uint64_t xbr(struct bench *bench, uint64_t mm_cfg, uint64_t match, uint64_t mask)
{
	put(bench, XBR(1, 1), mm_cfg);
	put(bench, XBR(1, 1) + 1, match);
	put(bench, XBR(1, 1) + 2, mask);
	return second_of(bench, R_BASE(0), SOURCE(1, 5));
}

TEST(test_mask_bits_that_are_set_compare)
{
	struct bench *bench = bench_make(1, KINDS);
	const uint64_t on = TRIGGER | FIRST_FLIT, drs = CLASS(0xe), classes = CLASS(0xf);

	assert_int_equal(xbr(bench, on, 0, 0), 1133333);
	assert_int_equal(xbr(bench, on, drs, classes), 2220);
	assert_int_equal(xbr(bench, on, drs, 0), 1133333);
	assert_int_equal(xbr(bench, on, 0, classes), 20111);
	assert_int_equal(xbr(bench, on, OPCODE(4), OPCODE(0xf) | classes), 100);
	assert_int_equal(xbr(bench, on, drs | 4ull << 48, classes | 0xfull << 48), 200);
	assert_int_equal(xbr(bench, on, 0xbull << 31, 0x1full << 31), 2000);
	assert_int_equal(xbr(bench, on, 0x11ull << 13, 0x1full << 13), 20000);
	assert_int_equal(xbr(bench, on, 1 << 3, 3 << 3), 1012000);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_flits)
{
	struct bench *bench = bench_make(1, KINDS);
	const uint64_t drs = CLASS(0xe), classes = CLASS(0xf);

	assert_int_equal(xbr(bench, TRIGGER | ANY_FLIT, drs, classes), 9 * 2220);
	assert_int_equal(xbr(bench, TRIGGER | 9 << 16, 0, 0), 12220);
	assert_int_equal(xbr(bench, TRIGGER | 10 << 16, 0, 0), 0);
	assert_int_equal(xbr(bench, TRIGGER | FIRST_FLIT | 1 << 8 | 1, 0, 0), 0);
	assert_int_equal(xbr(bench, TRIGGER | FIRST_FLIT | 1 << 8, 0, 0), 1133333);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_filters_that_are_not_set_up)
{
	struct bench *bench = bench_make(1, KINDS);

	assert_int_equal(xbr(bench, FIRST_FLIT, 0, 0), 0);
	expect_violation(bench, "mm_trig_en of its xbr mm_cfg is 0");
	assert_int_equal(xbr(bench, BIT(63) | TRIGGER | FIRST_FLIT, 0, 0), 0);
	expect_violation(bench, "dis of its xbr mm_cfg is 1");
	assert_int_equal(xbr(bench, TRIGGER, 0, 0), 0);
	expect_violation(bench, "match_flt_cnt of its xbr mm_cfg is 0");
	xbr(bench, TRIGGER | FIRST_FLIT, 8ull << 48, 0xfull << 48);
	expect_violation(bench, "compares the state of data, but not that it is DRS");
	put(bench, XBR(6, 0) + 1, BIT(52));
	expect_violation(bench, "rbox1.port6_xbr_set1_match msr 0xe89 = 0x10000000000000: bits");
	put(bench, XBR(3, 1), MASK(22, 41)); /* ignored */
	expect_clean(bench);
	assert_int_equal(get(bench, XBR(3, 1)), 0);
	bench_free(bench);
}

TEST(test_companions_of_counting_counters)
{
	struct bench *bench = bench_make(1, "");

	put(bench, IPERF(0, 0), BIT(31));
	put(bench, QLX(4), 0x0100);
	put(bench, XBR(3, 0), TRIGGER | FIRST_FLIT);
	set_any(bench, R_BASE(0), 0, SOURCE(0, 0), 0);
	set_any(bench, R_BASE(0), 7, SOURCE(3, 4), 0);
	set_any(bench, R_BASE(1), 2, SOURCE(0, 3), 0);
	start(bench, 0);
	put(bench, IPERF(0, 1), BIT(30)); /* nobody's */
	put(bench, XBR(3, 1) + 1, CLASS(1));
	put(bench, IPERF(4, 0), BIT(30));
	expect_clean(bench);
	put(bench, IPERF(0, 0), BIT(30));
	expect_violation(bench, "rbox0.port0_iperf_cfg0 msr 0xe04 = 0x40000000: changed while");
	put(bench, XBR(3, 0) + 2, CLASS(0xf));
	expect_violation(bench, "counter 7, which depends on it");
	put(bench, QLX(4), 0x0101);
	expect_violation(bench, "rbox1.port4_qlx_cfg");
	bench_free(bench);
}

/* ---- overflow --------------------------------------------------------------------------------------------- */

TEST(test_halves_report_to_their_sides)
{
	struct bench *bench = bench_make(1, "rate.rbox.port*.FLITS_SENT = 1000000\n");

	put(bench, IPERF(3, 0), BIT(31));
	put(bench, IPERF(7, 0), BIT(31));
	set_any(bench, R_BASE(0), 7, SOURCE(3, 0), TOP - 10);
	set_any(bench, R_BASE(1), 0, SOURCE(3, 0) | R_PMI, TOP - 20);
	start(bench, FRZ_ALL | CORE(2));
	go(bench, 10000);
	assert_int_equal(get(bench, U_STATUS), OV_S0);
	assert_int_equal(get(bench, STATUS(R_BASE(0))), BIT(7));
	assert_int_equal(silicon_next_event(bench->silicon), 20000);
	go(bench, 15000);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(get(bench, U_STATUS), OV_S0 | OV_S1 | ST_PMI);
	assert_int_equal(get(bench, STATUS(R_BASE(1))), BIT(0));
	assert_int_equal(get(bench, CTR(R_BASE(0), 7)), 10);
	put(bench, OVF(R_BASE(0)), BIT(7));
	assert_int_equal(get(bench, U_STATUS), OV_S1 | ST_PMI);
	expect_clean(bench);
	bench_free(bench);
}
