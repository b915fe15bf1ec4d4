/* SPDX-License-Identifier: BSD-2-Clause */
/* The virtual Xeon E5-2600 v3 and v4: what they have otherwise than the v2. Everything here is typed from Linux 6.12
 * (uncore_snbep.c), LIKWID and perfmon. */
#include "tests/unit/support/e5_bench.h"
#include "tests/unit/support/unit.h"

#define GLOBAL_CTL     0x700u
#define GLOBAL_STATUS  0x701u
#define FREEZE_ALL     BIT(31)
#define UNFREEZE_ALL   BIT(29)
#define OV_EN          BIT(20)

#define V3_UCLK_CTL    0x703u
#define V3_UCLK_CTR    0x704u
#define V3_UBOX_CTL(i) (0x705u + (i))
#define V3_UBOX_FILTER 0x707u
#define V3_UBOX_STATUS 0x708u
#define V3_UBOX_CTR(i) (0x709u + (i))
#define V3_PCU_BOX     0x710u
#define V3_PCU_CTL(i)  (0x711u + (i))
#define V3_PCU_FILTER  0x715u
#define V3_PCU_STATUS  0x716u
#define V3_PCU_CTR(i)  (0x717u + (i))
#define SBOX(n)        (0x720u + 0xa * (n))
#define SBOX_CTL(n, i) (SBOX(n) + 1 + (i))
#define SBOX_CTR(n, i) (SBOX(n) + 6 + (i))
#define V3_CBOX(n)     (0xe00u + 0x10 * (n))
#define V3_CTL(n, i)   (V3_CBOX(n) + 1 + (i))
#define V3_FILTER0(n)  (V3_CBOX(n) + 5)
#define V3_FILTER1(n)  (V3_CBOX(n) + 6)
#define V3_CTR(n, i)   (V3_CBOX(n) + 8 + (i))

#define HA1            18, 5
#define MC0_CHANNEL0   20, 0
#define MC1_CHANNEL3   24, 1
#define IRP            5, 6
#define V3_R2PCIE      16, 1
#define R3QPI(n)       11, (n) == 2 ? 5 : (n) + 1
#define QPI2           10, 2
#define QPI2_MATCH     10, 6
#define PCU_CONFIG     30, 3
#define PCI_STATUS     0xf8

static const char *const machines[] = {"xeon-e5-2600-v3", "xeon-e5-2600-v4"};
#define V3 "xeon-e5-2600-v3"
#define V4 "xeon-e5-2600-v4"

static uint64_t v3_second(struct bench *bench, unsigned n, unsigned i, uint64_t select)
{
	return msr_second(bench, V3_CBOX(n), V3_CTL(n, i), V3_CTR(n, i), select);
}

/* An S-Box's control takes what it is initialised with bit by bit. */
static uint64_t sbox_second(struct bench *bench, unsigned n, uint64_t select)
{
	put(bench, SBOX(n), RUN);
	return msr_second(bench, SBOX(n), SBOX_CTL(n, 0), SBOX_CTR(n, 0), select);
}

/* One event is on the counter so many counts before its overflow, of which it tells. */
static void load(struct bench *bench, uint32_t box, uint32_t ctl, uint32_t ctr, uint64_t value)
{
	put(bench, box, RUN);
	put(bench, ctl, 0);
	put(bench, ctr, value);
	put(bench, ctl, EN | OV_EN);
}

static void refuse(const char *machine, const char *scenario)
{
	struct bench *bench = malloc(sizeof(*bench));

	assert_false(bench_try_of(bench, machine, 1, scenario));
	bench_free(bench);
}

/* ---- where things are ---------------------------------------------------------------------------------- */

static void check_device(struct bench *bench, unsigned prefix, unsigned device, unsigned function, unsigned id)
{
	assert_int_equal(pci_get(bench, device, function, 0), (prefix | id) << 16 | 0x8086);
}

TEST(test_functions)
{
	static const uint8_t channels[][3] = {{20, 0, 0xb0}, {20, 1, 0xb1}, {21, 0, 0xb4}, {21, 1, 0xb5},
					      {23, 0, 0xd0}, {23, 1, 0xd1}, {24, 0, 0xd4}, {24, 1, 0xd5}};

	for (unsigned i = 0; i < 2; i++) {
		struct bench *bench = bench_of(machines[i], 0, "");
		unsigned prefix = i ? 0x6f00 : 0x2f00;

		check_device(bench, prefix, 18, 1, 0x30);
		check_device(bench, prefix, HA1, 0x38);
		for (unsigned j = 0; j < ARRAY_SIZE(channels); j++)
			check_device(bench, prefix, channels[j][0], channels[j][1], channels[j][2]);
		check_device(bench, prefix, IRP, 0x39);
		check_device(bench, prefix, 8, 2, 0x32);
		check_device(bench, prefix, 9, 2, 0x33);
		check_device(bench, prefix, QPI2, 0x3a);
		check_device(bench, prefix, 8, 6, 0x86);
		check_device(bench, prefix, 9, 6, 0x96);
		check_device(bench, prefix, QPI2_MATCH, 0x46);
		check_device(bench, prefix, V3_R2PCIE, 0x34);
		check_device(bench, prefix, R3QPI(0), 0x36);
		check_device(bench, prefix, R3QPI(1), 0x37);
		check_device(bench, prefix, R3QPI(2), 0x3e);
		check_device(bench, prefix, 16, 5, 0x1e);
		check_device(bench, prefix, PCU_CONFIG, 0xc0);
		bench_free(bench);
	}
}

TEST(test_boxes_in_msrs)
{
	for (unsigned i = 0; i < 2; i++) {
		struct bench *bench = bench_of(machines[i], 0, "");
		unsigned last = i ? 23 : 17;

		for (unsigned n = 0; n <= last; n++)
			for (unsigned j = 0; j <= 0xb; j++)
				assert_int_equal(answer_to_read(bench, V3_CBOX(n) + j),
						 j == 7 ? SILICON_FAULT : SILICON_OK);
		assert_int_equal(answer_to_read(bench, V3_CBOX(last + 1)), SILICON_FAULT);
		assert_int_equal(answer_to_read(bench, V3_CBOX(0) + 0xc), SILICON_FAULT);
		for (unsigned address = 0x700; address <= 0x70a; address++)
			assert_int_equal(answer_to_read(bench, address), SILICON_OK);
		assert_int_equal(answer_to_read(bench, 0x70b), SILICON_FAULT);
		for (unsigned address = 0x710; address <= 0x71a; address++)
			assert_int_equal(answer_to_read(bench, address), SILICON_OK);
		assert_int_equal(answer_to_read(bench, SBOX_CTR(3, 3)), SILICON_OK);
		assert_int_equal(SBOX_CTR(3, 3), 0x747);
		assert_int_equal(answer_to_read(bench, 0xc00), SILICON_FAULT);
		expect_clean(bench);
		bench_free(bench);
	}
}

TEST(test_fewer_cboxes)
{
	struct bench *bench = bench_of(V4, 0, "cboxes = 10\n");

	assert_int_equal(answer_to_read(bench, V3_CTR(9, 3)), SILICON_OK);
	assert_int_equal(answer_to_read(bench, V3_CBOX(10)), SILICON_FAULT);
	bench_free(bench);
	refuse(V3, "cboxes = 19\n");
}

/* What is written beyond a counter's width is lost: v3 and v4. */
TEST(test_widths)
{
	static const uint8_t bits[][2] = {{44, 48}, {44, 48}, {44, 44}};

	for (unsigned i = 0; i < 2; i++) {
		struct bench *bench = bench_of(machines[i], 0, "");

		put(bench, V3_UBOX_CTR(1), ~UINT64_C(0));
		assert_int_equal(get(bench, V3_UBOX_CTR(1)), MASK(0, bits[0][i]));
		put(bench, SBOX_CTR(3, 3), ~UINT64_C(0));
		assert_int_equal(get(bench, SBOX_CTR(3, 3)), MASK(0, bits[1][i]));
		pci_put64(bench, R3QPI(2), PCI_CTR(2), ~UINT64_C(0));
		assert_int_equal(pci_get64(bench, R3QPI(2), PCI_CTR(2)), MASK(0, bits[2][i]));
		put(bench, V3_CTR(3, 3), ~UINT64_C(0));
		assert_int_equal(get(bench, V3_CTR(3, 3)), MASK(0, 48));
		pci_put64(bench, IRP, PCI_CTR(1), ~UINT64_C(0));
		assert_int_equal(pci_get64(bench, IRP, PCI_CTR(1)), MASK(0, 48));
		pci_put64(bench, V3_R2PCIE, PCI_CTR(3), ~UINT64_C(0));
		assert_int_equal(pci_get64(bench, V3_R2PCIE, PCI_CTR(3)), MASK(0, 48));
		bench_free(bench);
	}
}

/* Where Linux and LIKWID disagree, a scenario chooses. */
TEST(test_unsure_widths)
{
	for (unsigned i = 0; i < 2; i++) {
		struct bench *bench = bench_of(machines[i], 0, "unsure.width = 46\n");

		put(bench, V3_UBOX_CTR(0), ~UINT64_C(0));
		assert_int_equal(get(bench, V3_UBOX_CTR(0)), MASK(0, i ? 48 : 46));
		put(bench, V3_UCLK_CTR, ~UINT64_C(0));
		assert_int_equal(get(bench, V3_UCLK_CTR), MASK(0, 48));
		put(bench, SBOX_CTR(0, 1), ~UINT64_C(0));
		assert_int_equal(get(bench, SBOX_CTR(0, 1)), MASK(0, i ? 48 : 46));
		pci_put64(bench, R3QPI(0), PCI_CTR(0), ~UINT64_C(0));
		assert_int_equal(pci_get64(bench, R3QPI(0), PCI_CTR(0)), MASK(0, i ? 46 : 44));
		bench_free(bench);
	}
}

/* ---- S-Boxes ------------------------------------------------------------------------------------------- */

TEST(test_sboxes_are_initialised_bit_by_bit)
{
	struct bench *bench = bench_of(V3, 0, "");

	put(bench, SBOX(0), 0x1);
	put(bench, SBOX(0), 0x3);
	put(bench, SBOX(0), 0x10003);
	assert_int_equal(get(bench, SBOX(0)), 0x10000);
	put(bench, SBOX(0), 0x10100);
	put(bench, SBOX(0), 0x10102);
	put(bench, SBOX(0), 0x10100);
	expect_clean(bench);
	put(bench, SBOX(1), 0x10003);
	expect_violation(bench, "sbox1.box_ctl msr 0x72a = 0x10003: bits 0x10003 must be set one after the other");
	put(bench, SBOX(2), 0x2);
	expect_clean(bench);
	put(bench, SBOX(2), 0x0);
	put(bench, SBOX(2), 0x3);
	expect_violation(bench, "sbox2.box_ctl");
	put(bench, V3_CBOX(0), 0x10003);
	put(bench, V3_PCU_BOX, 0x10003);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_sboxes_count_and_wrap)
{
	for (unsigned i = 0; i < 2; i++) {
		struct bench *bench = bench_of(machines[i], 0, "");

		assert_int_equal(sbox_second(bench, 0, 0), UCLK);
		assert_int_equal(sbox_second(bench, 3, 0x0402), usual(0x02, 3, 0, 1, 3));
		assert_int_equal(sbox_second(bench, 2, 0x0c1e), usual(0x0c1e, 0, 0, 1, 2));
		assert_int_equal(sbox_second(bench, 1, 0x4014 | TID_EN), usual(0x14, 7, 0, 1, 1));
		put(bench, SBOX(1), RUN);
		put(bench, SBOX_CTR(1, 2), BIT(i ? 48 : 44) - 2700);
		put(bench, SBOX_CTL(1, 2), EN);
		go(bench, 2000);
		assert_int_equal(get(bench, SBOX_CTR(1, 2)), 2700);
		assert_int_equal(get(bench, GLOBAL_STATUS), 0);
		expect_clean(bench);
		bench_free(bench);
	}
}

/* A part of few cores has fewer, and the PCU says so. */
TEST(test_sboxes_may_be_fewer)
{
	struct bench *bench = bench_of(V3, 0, "sboxes = 2\n");

	assert_int_equal(pci_get(bench, PCU_CONFIG, 0x94) >> 6 & 3, 0);
	assert_int_equal(answer_to_read(bench, SBOX(1)), SILICON_OK);
	assert_int_equal(answer_to_read(bench, SBOX(2)), SILICON_FAULT);
	bench_free(bench);
	bench = bench_of(V4, 0, "sboxes = 0\n");
	assert_int_equal(pci_get(bench, PCU_CONFIG, 0x94) >> 6 & 3, 0);
	assert_int_equal(answer_to_read(bench, SBOX(0)), SILICON_FAULT);
	bench_free(bench);
	bench = bench_of(V4, 0, "");
	assert_int_not_equal(pci_get(bench, PCU_CONFIG, 0x94) >> 6 & 3, 0);
	pci_put(bench, PCU_CONFIG, 0x94, 0);
	expect_violation(bench, "capid4");
	assert_int_not_equal(pci_get(bench, PCU_CONFIG, 0x94) >> 6 & 3, 0);
	bench_free(bench);
	refuse(V3, "uclk.width = 44\n");
	refuse(V3, "sboxes = 0\n");
	refuse(V4, "sboxes = 2\n");
}

/* ---- overflows and freezes ------------------------------------------------------------------------------- */

static bool counts(struct bench *bench, uint32_t counter)
{
	uint64_t before = get(bench, counter);

	go(bench, 1000000);
	return get(bench, counter) != before;
}

TEST(test_an_overflow_is_told_and_freezes_and_interrupts)
{
	for (unsigned i = 0; i < 2; i++) {
		struct bench *bench = bench_of(machines[i], 0, "");
		unsigned last = i ? 23 : 17;

		put(bench, GLOBAL_CTL, FREEZE_ALL | BIT(17));
		load(bench, V3_PCU_BOX, V3_PCU_CTL(0), V3_PCU_CTR(0), BIT(48) - 8000);
		put(bench, V3_CBOX(last), RUN);
		put(bench, V3_CTL(last, 1), EN);
		assert_false(counts(bench, V3_CTR(last, 1)));
		put(bench, GLOBAL_CTL, UNFREEZE_ALL | BIT(17));
		assert_int_equal(get(bench, GLOBAL_CTL), BIT(17));
		go(bench, 11000); /* 8000 counts of 800 MHz are 10 us */
		assert_int_equal(get(bench, V3_PCU_STATUS), BIT(0));
		assert_int_equal(get(bench, GLOBAL_STATUS), BIT(2));
		assert_int_equal(bench->pmis, 1);
		assert_int_equal(bench->pmi_cores[0], BIT(17));
		assert_false(counts(bench, V3_CTR(last, 1)));
		put(bench, V3_PCU_STATUS, BIT(0));
		put(bench, GLOBAL_STATUS, BIT(2));
		put(bench, GLOBAL_CTL, UNFREEZE_ALL);
		assert_true(counts(bench, V3_CTR(last, 1)));
		expect_clean(bench);
		bench_free(bench);
	}
}

/* Of a C-Box nothing tells, and ov_en is not there. */
TEST(test_a_cbox_wraps_unnoticed)
{
	struct bench *bench = bench_of(V3, 0, "");

	put(bench, GLOBAL_CTL, UNFREEZE_ALL | BIT(0));
	put(bench, V3_CBOX(4), RUN);
	put(bench, V3_CTR(4, 0), BIT(48) - 2700);
	put(bench, V3_CTL(4, 0), EN);
	go(bench, 2000);
	assert_int_equal(get(bench, V3_CTR(4, 0)), 2700);
	assert_int_equal(get(bench, GLOBAL_STATUS), 0);
	assert_int_equal(bench->pmis, 0);
	expect_clean(bench);
	put(bench, V3_CTL(4, 1), OV_EN);
	expect_violation(bench, "cbox4.ctl1 msr 0xe42 = 0x100000: bits 0x100000 must be written as 0");
	put(bench, SBOX_CTL(0, 0), OV_EN);
	expect_violation(bench, "sbox0.ctl0");
	bench_free(bench);
}

/* Overflows of a PCI box's counter, and its bit above, by LIKWID. */
static void check_bit(struct bench *bench, unsigned device, unsigned function, unsigned counter, unsigned flag,
		      uint64_t above)
{
	uint64_t clock = device == 11 || device == 16 ? 0x01 : device == 8 || device == 9 ? 0x14 : 0x00;
	unsigned bits = device == 11 ? 44 : 48;

	pci_put(bench, device, function, PCI_BOX, RUN);
	pci_put64(bench, device, function, PCI_CTR(counter), BIT(bits) - 256);
	pci_put(bench, device, function, PCI_CTL(counter), EN | OV_EN | clock);
	go(bench, 2000);
	assert_int_equal(pci_get(bench, device, function, PCI_STATUS), BIT(flag));
	assert_int_equal(get(bench, GLOBAL_STATUS), above);
	pci_put(bench, device, function, PCI_CTL(counter), 0);
	pci_put(bench, device, function, PCI_STATUS, BIT(flag));
	put(bench, GLOBAL_STATUS, above);
	assert_int_equal(get(bench, GLOBAL_STATUS), 0);
	put(bench, GLOBAL_CTL, UNFREEZE_ALL);
}

TEST(test_bits_above)
{
	for (unsigned i = 0; i < 2; i++) {
		struct bench *bench = bench_of(machines[i], 0, "");

		check_bit(bench, 18, 1, 3, 3, BIT(21));
		check_bit(bench, HA1, 0, 0, BIT(22));
		check_bit(bench, MC0_CHANNEL0, 0, 1, BIT(23));
		check_bit(bench, MC1_CHANNEL3, 2, 3, BIT(24));
		check_bit(bench, 8, 2, 1, 1, BIT(25));
		check_bit(bench, 9, 2, 1, 1, BIT(26));
		check_bit(bench, R3QPI(0), 2, 2, BIT(27));
		check_bit(bench, R3QPI(1), 0, 0, BIT(28));
		check_bit(bench, V3_R2PCIE, 3, 3, BIT(29));
		check_bit(bench, IRP, 1, 1, 0);
		put(bench, V3_UCLK_CTR, BIT(48) - 2700);
		put(bench, V3_UCLK_CTL, EN | OV_EN);
		go(bench, 2000);
		assert_int_equal(get(bench, V3_UBOX_STATUS), BIT(0));
		assert_int_equal(get(bench, GLOBAL_STATUS), BIT(0));
		expect_clean(bench);
		bench_free(bench);
	}
}

/* A bit that shows may be cleared, even one that nobody knows. */
TEST(test_a_bit_of_nobody)
{
	struct bench *bench = bench_of(V3, 0, "fault = pcu.summary.bit=3\n");

	load(bench, V3_PCU_BOX, V3_PCU_CTL(0), V3_PCU_CTR(0), BIT(48) - 800);
	go(bench, 2000);
	assert_int_equal(get(bench, GLOBAL_STATUS), BIT(3));
	put(bench, GLOBAL_STATUS, BIT(3));
	expect_clean(bench);
	put(bench, GLOBAL_STATUS, BIT(4));
	expect_violation(bench, "bits 0x10 must be written as 0");
	bench_free(bench);
}

/* A filter that no event looks at cannot be deaf; that of the v3's bands can. */
TEST(test_filters_of_no_event)
{
	refuse(V3, "fault = ubox.filter.deaf=0\n");
	refuse(V4, "fault = ubox.filter.deaf=0\n");
	refuse(V4, "fault = pcu.filter.deaf=0\n");
	bench_free(bench_of(V3, 0, "fault = pcu.filter.deaf=0\n"));
}

/* A box freezes with bit 16, unless a scenario has it so that bit 8 is enough. */
TEST(test_freeze_of_a_box)
{
	static const char *const scenarios[] = {"", "freeze = needs-nothing\n"};

	for (unsigned i = 0; i < 2; i++) {
		struct bench *bench = bench_of(V3, 0, scenarios[i]);

		put(bench, V3_CBOX(2), RUN);
		put(bench, V3_CTL(2, 0), EN);
		put(bench, V3_CBOX(2), 0x100);
		assert_int_equal(counts(bench, V3_CTR(2, 0)), !i);
		put(bench, V3_CBOX(2), 0x10100);
		assert_false(counts(bench, V3_CTR(2, 0)));
		put(bench, V3_CBOX(2), 0x10000);
		assert_true(counts(bench, V3_CTR(2, 0)));
		expect_clean(bench);
		bench_free(bench);
	}
}

TEST(test_what_must_not_be_written)
{
	struct bench *bench = bench_of(V3, 0, "");

	put(bench, GLOBAL_CTL, BIT(30) | MASK(0, 18));
	assert_int_equal(get(bench, GLOBAL_CTL), BIT(30) | MASK(0, 18));
	expect_clean(bench);
	put(bench, GLOBAL_STATUS, BIT(3));
	expect_violation(bench, "ubox.global_status");
	put(bench, GLOBAL_CTL, BIT(28) | BIT(18));
	expect_violation(bench, "bits 0x10040000 must be written as 0");
	put(bench, V3_FILTER0(0), BIT(10));
	expect_violation(bench, "cbox0.filter0");
	put(bench, V3_FILTER1(0), BIT(16));
	expect_violation(bench, "cbox0.filter1");
	put(bench, V3_CBOX(0), 0x30000);
	expect_violation(bench, "cbox0.box_ctl msr 0xe00 = 0x30000: bits 0x20000 must be written as 0");
	pci_put(bench, HA1, PCI_CTL(0), BIT(16));
	expect_violation(bench, "ha1.ctl0");
	pci_put(bench, HA1, PCI_CTL(0), CLEAR);
	expect_violation(bench, "ha1.ctl0");
	pci_put(bench, MC0_CHANNEL0, PCI_CTL(0), CLEAR);
	put(bench, V3_UBOX_FILTER, 0x3f);
	assert_int_equal(get(bench, V3_UBOX_FILTER), 0x3f);
	put(bench, V3_CTL(0, 0), 0x1134 | BIT(23));
	put(bench, V3_PCU_CTL(0), BIT(23));
	expect_clean(bench);
	bench_free(bench);
}

/* ---- what counters count --------------------------------------------------------------------------------- */

/* Each of seven states, of each of four kinds; ANY is all kinds. */
TEST(test_lookups)
{
	static const uint8_t kinds[] = {0x03, 0x05, 0x09, 0x21};
	struct bench *bench = bench_of(V3, 0, "");
	uint64_t any = 0;

	for (unsigned kind = 0; kind < 4; kind++) {
		put(bench, V3_FILTER0(17), BIT(17 + kind));
		assert_int_equal(v3_second(bench, 17, 3, kinds[kind] << 8 | 0x34),
				 usual(0x34, kind + 1, kind + 1, 1, 17));
	}
	put(bench, V3_FILTER0(0), BIT(23));
	for (unsigned kind = 1; kind <= 4; kind++)
		any += usual(0x34, kind, 7, 1, 0);
	assert_int_equal(v3_second(bench, 0, 0, 0x1134), any);
	expect_clean(bench);
	put(bench, V3_CTL(0, 0), EN | 0x2234);
	expect_violation(bench, "umask 0x22 of LLC_LOOKUP means nothing");
	bench_free(bench);
}

/* A thread, a core of five bits, in the lowest six bits. */
TEST(test_threads)
{
	struct bench *bench = bench_of(V4, 0, "cores = 48\nthreads = 2\n");
	uint64_t all = usual(0x02, 1, 0, 1, 0);

	put(bench, V3_FILTER0(0), 23 << 1 | 1);
	assert_int_equal(v3_second(bench, 0, 0, 0x0102 | TID_EN), all / 49);
	put(bench, V3_FILTER0(0), 0x1f);
	assert_int_equal(v3_second(bench, 0, 0, 0x0102 | TID_EN), all / 49);
	put(bench, V3_FILTER0(0), 24 << 1);
	assert_int_equal(v3_second(bench, 0, 0, 0x0102 | TID_EN), 0);
	assert_int_equal(v3_second(bench, 0, 0, 0x0102), all);
	expect_clean(bench);
	bench_free(bench);
}

/* The sub-event of a node: a part of it is of each node; what goes with it is not. Of three parts, two are node 1's. */
TEST(test_retries_of_a_node)
{
	struct bench *bench = bench_of(V3, 2, "");
	uint64_t node = usual(0x32, 7, 0, 1, 0);

	put(bench, V3_FILTER1(0), BIT(1));
	assert_int_equal(v3_second(bench, 0, 0, 0x4032), node * 2 / 3);
	assert_int_equal(v3_second(bench, 0, 0, 0x4132), node * 2 / 3 + usual(0x32, 1, 0, 1, 0));
	assert_int_equal(v3_second(bench, 0, 0, 0x8033), usual(0x33, 8, 0, 1, 0));
	assert_int_equal(v3_second(bench, 0, 1, 0x402a), usual(0x2a, 7, 0, 1, 0) * 2 / 3);
	expect_clean(bench);
	put(bench, V3_FILTER1(0), 0);
	put(bench, V3_CTL(0, 0), EN | 0x4032);
	put(bench, V3_CBOX(0), RUN);
	expect_violation(bench, "counts nothing: nid is 0");
	put(bench, V3_CTL(0, 0), 0);
	put(bench, V3_CTL(0, 0), EN | 0x4232 | BIT(8 + 7));
	expect_violation(bench, "umask bits 0x80 mean nothing");
	bench_free(bench);
}

TEST(test_requests_by_opcode)
{
	struct bench *bench = bench_of(V3, 0, "");

	put(bench, V3_FILTER1(5), UINT64_C(0x182) << 20);
	assert_int_equal(v3_second(bench, 5, 1, 0x0335), usual(0x35, 3, 2, 1, 5));
	assert_int_equal(v3_second(bench, 5, 0, 0x2336), usual(0x36, 3, 2, 20, 5) * 3 / 4);
	expect_clean(bench);
	assert_int_equal(v3_second(bench, 5, 1, 0x0136), 0); /* counter 0 alone can */
	expect_violation(bench, "TOR_OCCUPANCY");
	put(bench, V3_CTL(5, 0), EN | 0x1f);
	expect_violation(bench, "COUNTER0_OCCUPANCY cannot be counted by this counter");
	bench_free(bench);
}

/* A bank, all 16, a group of four. */
TEST(test_banks)
{
	for (unsigned i = 0; i < 2; i++) {
		struct bench *bench = bench_of(machines[i], 0, "");
		uint64_t all = 0, group = 0;

		for (unsigned bank = 0; bank < 16; bank++) {
			all += usual(0xb0, bank + 1, 0, 1, 0);
			group += bank / 4 == 2 ? usual(0xb0, bank + 1, 0, 1, 0) : 0;
		}
		assert_int_equal(pci_second(bench, MC0_CHANNEL0, 0, 0x00b0), usual(0xb0, 1, 0, 1, 0));
		assert_int_equal(pci_second(bench, MC1_CHANNEL3, 3, 0x0fbf), usual(0xbf, 16, 0, 1, 7));
		assert_int_equal(pci_second(bench, MC0_CHANNEL0, 1, 0x10b0), all);
		assert_int_equal(pci_second(bench, MC0_CHANNEL0, 2, 0x13b0), group);
		assert_int_equal(pci_second(bench, MC0_CHANNEL0, 2, 0x00b2), usual(0xb2, 0, 0, 1, 0));
		expect_clean(bench);
		pci_put(bench, MC0_CHANNEL0, PCI_CTL(0), EN | 0x15b0);
		expect_violation(bench, "umask 0x15 of RD_CAS_RANK0 means nothing");
		bench_free(bench);
	}
}

TEST(test_a_scenario_names_banks)
{
	struct bench *bench = bench_of(V4, 0,
				       "rate.imc0.RD_CAS_RANK0.BANK9 = 0\nrate.imc1.RD_CAS_RANK0.ALLBANKS = 16\n"
				       "rate.cbox*.RxR_IRQ_RETRY.NID = 5\nrate.sbox2.RxR_INSERTS.AK = 7\n"
				       "rate.imc0.CLOCKTICKS_P = 11\n");

	assert_int_equal(pci_second(bench, MC0_CHANNEL0, 0, 0x09b0), 0);
	assert_int_equal(pci_second(bench, 20, 1, 0, 0x10b0), 16);
	assert_int_equal(pci_second(bench, MC0_CHANNEL0, 0, 0x00), 11);
	assert_int_equal(sbox_second(bench, 2, 0x1013), 7);
	bench_free(bench);
}

/* What perfmon lists of one part alone. */
TEST(test_events_that_differ)
{
	struct bench *bench = bench_of(V3, 0, "frequency.share = 600\nfrequency = 20\nfrequency.low = 10\n");

	put(bench, V3_PCU_FILTER, 15);
	assert_int_equal(msr_second(bench, V3_PCU_BOX, V3_PCU_CTL(0), V3_PCU_CTR(0), 0x0b), PCLK * 6 / 10);
	put(bench, V3_UBOX_CTL(0), EN);
	go(bench, SECOND);
	assert_int_equal(get(bench, V3_UBOX_CTR(0)), UCLK);
	expect_clean(bench);
	bench_free(bench);
	bench = bench_of(V4, 0, "");
	put(bench, V3_PCU_CTL(0), EN | 0x0b);
	expect_violation(bench, "pcu.ctl0");
	put(bench, V3_PCU_CTL(0), 0);
	put(bench, V3_PCU_CTL(0), EN | 0x4080);
	expect_violation(bench, "POWER_STATE_OCCUPANCY cannot be counted by this counter");
	go(bench, SECOND);
	assert_int_equal(get(bench, V3_PCU_CTR(0)), 0);
	put(bench, V3_PCU_CTL(0), 0);
	assert_true(msr_second(bench, V3_PCU_BOX, V3_PCU_CTL(1), V3_PCU_CTR(1), 0x4080));
	expect_clean(bench);
	put(bench, V3_UBOX_CTL(0), EN);
	go(bench, SECOND);
	assert_int_equal(get(bench, V3_UBOX_CTR(0)), 0);
	bench_free(bench);
}

/* The third link has match registers as the others have. */
TEST(test_packets_of_the_third_link)
{
	struct bench *bench = bench_of(V3, 0, "");

	pci_put(bench, QPI2_MATCH, 0x228, 0x1c00);
	pci_put(bench, QPI2_MATCH, 0x238, 0x1fe0);
	pci_put(bench, QPI2_MATCH, 0x22c, UINT64_C(8) << 16);
	pci_put(bench, QPI2_MATCH, 0x23c, UINT64_C(0xf) << 16);
	assert_int_equal(pci_second(bench, QPI2, 0, EXTRA | 0x38), usual(0x138, 1, 0, 2, 2));
	expect_clean(bench);
	bench_free(bench);
}
