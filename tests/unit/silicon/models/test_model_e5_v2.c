/* SPDX-License-Identifier: BSD-2-Clause */
/* The virtual Xeon E5-2600 v2: what it has more than the Xeon E5-2600. Overflows are told, freeze all boxes and interrupt;
 * bits that must be written 1; statuses that a written 1 clears. Everything here is typed from 329468-002 and Linux. */
#include "tests/unit/support/e5_bench.h"
#include "tests/unit/support/unit.h"

#define GLOBAL_CTL    0xc00u
#define GLOBAL_STATUS 0xc01u
#define GLOBAL_CONFIG 0xc06u
#define UBOX_STATUS   0xc15u
#define PCU_STATUS    0xc35u

#define FREEZE_ALL    BIT(31)
#define WAKE          BIT(30)
#define UNFREEZE_ALL  BIT(29)
#define V2_RUN        0x30000u
#define V2_FROZEN     0x30100u
#define OV_EN         BIT(20)
#define CBOX_SUM(n)   BIT(3 + (n))
#define PCU_SUM       BIT(2)
#define FILTER1(n)    (CBOX(n) + 0x1a)
#define HA1           28, 1
#define MC0_CHANNEL0  16, 4
#define MC1_CHANNEL3  30, 1
#define IRP           5, 6
#define QPI2          24, 2
#define PCI_STATUS    0xf8

static struct bench *v2(const char *scenario)
{
	return bench_of("xeon-e5-2600-v2", 0, scenario);
}

/* The clock on PCU counter 0, so many counts before its overflow. */
static void load_pcu(struct bench *bench, uint64_t counts)
{
	put(bench, PCU_BOX, V2_RUN);
	put(bench, PCU_CTL(0), 0);
	put(bench, PCU_CTR(0), BIT(48) - counts);
	put(bench, PCU_CTL(0), EN | OV_EN);
}

/* The clock on a C-Box's counter 0, which runs until something stops it. */
static void run_cbox(struct bench *bench, unsigned n, uint64_t value, uint64_t more)
{
	put(bench, CBOX_BOX(n), V2_RUN);
	put(bench, CBOX_CTL(n, 0), 0);
	put(bench, CBOX_CTR(n, 0), value);
	put(bench, CBOX_CTL(n, 0), EN | more);
}

static void clear_all(struct bench *bench)
{
	put(bench, PCU_STATUS, get(bench, PCU_STATUS));
	put(bench, GLOBAL_STATUS, get(bench, GLOBAL_STATUS));
}

static bool counts(struct bench *bench, uint32_t counter)
{
	uint64_t before = get(bench, counter);

	go(bench, 1000000);
	return get(bench, counter) != before;
}

TEST(test_overflow_status_freeze_pmi_clear_unfreeze)
{
	struct bench *bench = v2("");

	put(bench, GLOBAL_CTL, FREEZE_ALL | BIT(3));
	load_pcu(bench, 8000);
	run_cbox(bench, 14, 0, 0);
	go(bench, 1000000);
	assert_int_equal(get(bench, CBOX_CTR(14, 0)), 0);
	assert_int_equal(get(bench, GLOBAL_CTL), BIT(3));
	put(bench, GLOBAL_CTL, UNFREEZE_ALL | BIT(3));
	go(bench, 9000);
	assert_int_equal(bench->pmis, 0);
	assert_int_equal(get(bench, PCU_STATUS), 0);
	go(bench, 2000); /* 8000 counts of 800 MHz are 10 us */
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(bench->pmi_cores[0], BIT(3));
	assert_int_equal(get(bench, PCU_STATUS), BIT(0));
	assert_int_equal(get(bench, GLOBAL_STATUS), PCU_SUM);
	assert_int_equal(get(bench, PCU_CTR(0)), 0);
	assert_false(counts(bench, CBOX_CTR(14, 0)));
	clear_all(bench);
	assert_int_equal(get(bench, PCU_STATUS), 0);
	assert_int_equal(get(bench, GLOBAL_STATUS), 0);
	assert_false(counts(bench, CBOX_CTR(14, 0)));
	put(bench, GLOBAL_CTL, UNFREEZE_ALL | BIT(3));
	assert_true(counts(bench, CBOX_CTR(14, 0)));
	expect_clean(bench);
	bench_free(bench);
}

/* A written 1 clears; both bits must be, for another freeze and PMI (p.21). */
TEST(test_nothing_new_before_both_are_cleared)
{
	for (unsigned left = 0; left < 2; left++) {
		struct bench *bench = v2("");

		put(bench, GLOBAL_CTL, UNFREEZE_ALL | BIT(0));
		load_pcu(bench, 8000);
		go(bench, 20000);
		assert_int_equal(bench->pmis, 1);
		put(bench, PCU_STATUS, 0);
		put(bench, GLOBAL_STATUS, 0);
		assert_int_equal(get(bench, PCU_STATUS), BIT(0));
		assert_int_equal(get(bench, GLOBAL_STATUS), PCU_SUM);
		put(bench, left ? PCU_STATUS : GLOBAL_STATUS, left ? BIT(0) : PCU_SUM);
		assert_int_equal(get(bench, left ? PCU_STATUS : GLOBAL_STATUS), 0);
		assert_int_equal(get(bench, left ? GLOBAL_STATUS : PCU_STATUS), left ? PCU_SUM : BIT(0));
		load_pcu(bench, 8000);
		put(bench, GLOBAL_CTL, UNFREEZE_ALL | BIT(0));
		go(bench, 20000);
		assert_int_equal(bench->pmis, 1);
		assert_true(counts(bench, PCU_CTR(0)));
		put(bench, PCU_BOX, V2_FROZEN);
		clear_all(bench);
		load_pcu(bench, 8000);
		go(bench, 20000);
		assert_int_equal(bench->pmis, 2);
		assert_false(counts(bench, PCU_CTR(0)));
		bench_free(bench);
	}
}

TEST(test_without_ov_en_nothing_is_told)
{
	struct bench *bench = v2("");

	put(bench, GLOBAL_CTL, UNFREEZE_ALL | BIT(0));
	run_cbox(bench, 2, BIT(44) - 1000, 0);
	go(bench, 1000000);
	assert_int_equal(get(bench, GLOBAL_STATUS), 0);
	assert_int_equal(bench->pmis, 0);
	assert_true(counts(bench, CBOX_CTR(2, 0)));
	expect_clean(bench);
	bench_free(bench);
}

/* The bit of the socket's status is the only one, and clears as the others do. */
TEST(test_a_cbox_has_no_status)
{
	struct bench *bench = v2("");

	put(bench, GLOBAL_CTL, UNFREEZE_ALL | WAKE | MASK(0, 15));
	for (unsigned n = 0; n < 15; n += 7) {
		run_cbox(bench, n, BIT(44) - 2700, OV_EN);
		go(bench, 2000);
		assert_int_equal(get(bench, GLOBAL_STATUS), CBOX_SUM(n));
		assert_int_equal(bench->pmis, n / 7 + 1);
		assert_int_equal(bench->pmi_cores[n / 7], MASK(0, 15));
		put(bench, CBOX_CTL(n, 0), 0);
		put(bench, GLOBAL_STATUS, CBOX_SUM(n));
		assert_int_equal(get(bench, GLOBAL_STATUS), 0);
		put(bench, GLOBAL_CTL, UNFREEZE_ALL | WAKE | MASK(0, 15));
	}
	assert_int_equal(get(bench, GLOBAL_CTL), WAKE | MASK(0, 15));
	expect_clean(bench);
	bench_free(bench);
}

/* Bit 0 of a status is the fixed counter's, where there is one; two boxes have no bit above. */
TEST(test_bits_of_statuses)
{
	struct bench *bench = v2("");

	put(bench, GLOBAL_CTL, UNFREEZE_ALL | BIT(0));
	put(bench, UCLK_CTR, BIT(48) - 2700);
	put(bench, UCLK_CTL, EN | OV_EN);
	go(bench, 2000);
	assert_int_equal(get(bench, UBOX_STATUS), BIT(0));
	assert_int_equal(get(bench, GLOBAL_STATUS), BIT(0));
	put(bench, UCLK_CTL, 0);
	put(bench, UBOX_STATUS, BIT(0));
	put(bench, GLOBAL_STATUS, BIT(0));
	put(bench, GLOBAL_CTL, UNFREEZE_ALL | BIT(0));
	put(bench, UBOX_CTR(1), BIT(44) - 2700);
	put(bench, UBOX_CTL(1), EN | OV_EN);
	go(bench, 2000);
	assert_int_equal(get(bench, UBOX_STATUS), BIT(2));
	assert_int_equal(get(bench, GLOBAL_STATUS), BIT(1));
	put(bench, UBOX_CTL(1), 0);
	put(bench, UBOX_STATUS, BIT(2));
	put(bench, GLOBAL_STATUS, BIT(1));
	put(bench, GLOBAL_CTL, UNFREEZE_ALL | BIT(0));
	pci_put(bench, MC1_CHANNEL3, PCI_BOX, V2_RUN);
	pci_put64(bench, MC1_CHANNEL3, PCI_CTR(2), BIT(48) - 800);
	pci_put(bench, MC1_CHANNEL3, PCI_CTL(2), EN | OV_EN);
	go(bench, 2000);
	assert_int_equal(pci_get(bench, MC1_CHANNEL3, PCI_STATUS), BIT(3));
	assert_int_equal(get(bench, GLOBAL_STATUS), BIT(21));
	pci_put(bench, MC1_CHANNEL3, PCI_CTL(2), 0);
	pci_put(bench, MC1_CHANNEL3, PCI_STATUS, BIT(3));
	put(bench, GLOBAL_STATUS, BIT(21));
	put(bench, GLOBAL_CTL, UNFREEZE_ALL | BIT(0));
	pci_put(bench, IRP, PCI_BOX, V2_RUN);
	pci_put64(bench, IRP, 0xc0, BIT(44) - 2700);
	pci_put(bench, IRP, PCI_CTL(3), EN | OV_EN);
	go(bench, 2000);
	assert_int_equal(pci_get(bench, IRP, PCI_STATUS), BIT(3));
	assert_int_equal(get(bench, GLOBAL_STATUS), 0);
	assert_int_equal(bench->pmis, 4);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_ones)
{
	struct bench *bench = v2("");

	put(bench, PCU_BOX, 0x10000);
	expect_violation(bench, "pcu.box_ctl msr 0xc24 = 0x10000: bits 0x20000 must be written as 1");
	put(bench, CBOX_BOX(9), 0);
	expect_violation(bench, "cbox9.box_ctl msr 0xe24 = 0x0: bits 0x30000 must be written as 1");
	pci_put(bench, HA1, PCI_BOX, 0x103);
	expect_violation(bench, "ha1.box_ctl");
	put(bench, GLOBAL_CTL, BIT(28));
	expect_violation(bench, "bits 0x10000000 must be written as 0");
	put(bench, PCU_CTL(0), BIT(23));
	expect_violation(bench, "must be written as 0");
	put(bench, PCU_BOX, 0x30103);
	put(bench, PCU_BOX, V2_RUN);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_instances)
{
	struct bench *bench = v2("");

	assert_int_equal(pci_get(bench, MC0_CHANNEL0, 0), 0x0eb48086);
	assert_int_equal(pci_get(bench, MC1_CHANNEL3, 0), 0x0ef18086);
	assert_int_equal(pci_get(bench, IRP, 0), 0x0e398086);
	assert_int_equal(pci_get(bench, QPI2, 0), 0x0e3a8086);
	assert_int_equal(pci_get(bench, 11, 0, 0), 0x0e1e8086);
	assert_int_equal(answer_to_read(bench, GLOBAL_CONFIG), SILICON_OK);
	assert_int_equal(answer_to_read(bench, CBOX(14) + 0x1a), SILICON_OK);
	assert_int_equal(answer_to_read(bench, CBOX(15) + 4), SILICON_FAULT);
	bench_free(bench);
}

/* Only cores that let them through take uncore PMIs, where a scenario has it so. */
TEST(test_debugctl)
{
	struct bench *bench = v2("debugctl = needed\n");

	put(bench, GLOBAL_CTL, UNFREEZE_ALL | BIT(0));
	load_pcu(bench, 800);
	go(bench, 2000);
	assert_int_equal(bench->pmis, 0);
	assert_int_equal(get(bench, PCU_STATUS), BIT(0));
	clear_all(bench);
	put(bench, DEBUGCTL, BIT(13));
	load_pcu(bench, 800);
	put(bench, GLOBAL_CTL, UNFREEZE_ALL | BIT(0));
	go(bench, 2000);
	assert_int_equal(bench->pmis, 1);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_faults_of_statuses)
{
	struct bench *bench = v2("fault = pcu.ctr1.flag=0\nfault = pcu.status.sticky\nfault = ubox.freeze.ignored\n");

	put(bench, GLOBAL_CTL, UNFREEZE_ALL | BIT(0));
	put(bench, PCU_BOX, V2_RUN);
	put(bench, PCU_CTR(1), BIT(48) - 800);
	put(bench, PCU_CTL(1), EN | OV_EN);
	go(bench, 2000);
	assert_int_equal(get(bench, PCU_STATUS), BIT(0));
	assert_true(counts(bench, PCU_CTR(1)));
	put(bench, PCU_STATUS, BIT(0));
	assert_int_equal(get(bench, PCU_STATUS), BIT(0));
	bench_free(bench);
}

/* What the filters of a C-Box let through: state in one register, opcode and node in the other. */
TEST(test_filters)
{
	struct bench *bench = v2("");

	put(bench, CBOX_FILTER(0), BIT(22));
	run_cbox(bench, 0, 0, 0x1134);
	go(bench, SECOND);
	put(bench, CBOX_CTL(0, 0), 0);
	assert_int_equal(get(bench, CBOX_CTR(0, 0)),
			 usual(0x34, 1, 6, 1, 0) + usual(0x34, 2, 6, 1, 0) + usual(0x34, 3, 6, 1, 0));
	put(bench, FILTER1(0), (uint64_t)0x182 << 20 | BIT(0));
	run_cbox(bench, 0, 0, 0x4335);
	go(bench, SECOND);
	assert_in_range(get(bench, CBOX_CTR(0, 0)), usual(0x35, 3, 2, 1, 0) - 1, usual(0x35, 3, 2, 1, 0) + 1);
	expect_clean(bench);
	bench_free(bench);
}
