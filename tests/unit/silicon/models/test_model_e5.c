/* SPDX-License-Identifier: BSD-2-Clause */
/* The virtual Xeon E5-2600: what it counts without filters, how its boxes stop, start, wrap and reset. */
#include "tests/unit/support/e5_bench.h"
#include "tests/unit/support/unit.h"

TEST(test_msr_boxes_count)
{
	struct bench *bench = e5("");

	assert_int_equal(cbox_second(bench, 0, 3, 0x00), UCLK);
	assert_int_equal(cbox_second(bench, 0, 0, 0x0102), usual(0x02, 1, 0, 1, 0));
	assert_int_equal(cbox_second(bench, 7, 1, 0x4002), usual(0x02, 7, 0, 1, 7));
	assert_int_equal(cbox_second(bench, 2, 1, 0x0302), usual(0x02, 1, 0, 1, 2) + usual(0x02, 2, 0, 1, 2));
	assert_int_equal(cbox_second(bench, 4, 0, 0x0111), usual(0x11, 1, 0, 20, 4));
	assert_int_equal(cbox_second(bench, 1, 2, 0x0f1e), usual(0x0f1e, 0, 0, 1, 1));
	assert_int_equal(pcu_second(bench, 3, 0x00), PCLK);
	assert_int_equal(pcu_second(bench, 0, 0x09), usual(0x09, 0, 0, 1, 0));
	assert_int_equal(pcu_second(bench, 1, EXTRA | 0x0b), usual(0x10b, 0, 0, 1, 0));
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_pci_boxes_count)
{
	struct bench *bench = e5("");

	assert_int_equal(pci_second(bench, HA, 3, 0x00), UCLK);
	assert_int_equal(pci_second(bench, HA, 0, 0x0301), usual(0x0301, 0, 0, 1, 0));
	assert_int_equal(pci_second(bench, HA, 0, 0x801b), usual(0x1b, 8, 0, 2, 0));
	assert_int_equal(pci_second(bench, IMC0, 0, 0x00), DCLK);
	assert_int_equal(pci_second(bench, IMC1, 1, 0x0304), usual(0x04, 1, 0, 1, 1) + usual(0x04, 2, 0, 1, 1));
	assert_int_equal(pci_second(bench, IMC2, 2, 0x81), usual(0x81, 0, 0, 32, 2));
	assert_int_equal(pci_second(bench, IMC3, 3, 0x8083), usual(0x83, 8, 0, 16, 3));
	assert_int_equal(pci_second(bench, QPI0, 0, 0x14), QFCLK);
	assert_int_equal(pci_second(bench, QPI1, 1, 0x0200), usual(0x00, 2, 0, 2, 1));
	assert_int_equal(pci_second(bench, QPI1, 1, EXTRA | 0x1800),
			 usual(0x100, 4, 0, 2, 1) + usual(0x100, 5, 0, 2, 1));
	assert_int_equal(pci_second(bench, R2PCIE, 3, 0x01), UCLK);
	assert_int_equal(pci_second(bench, R2PCIE, 0, 0x0425), usual(0x25, 3, 0, 1, 0));
	assert_int_equal(pci_second(bench, R3QPI0, 2, 0x0807), usual(0x07, 4, 0, 1, 0));
	assert_int_equal(pci_second(bench, R3QPI1, 0, 0x2013), usual(0x13, 6, 0, 32, 1));
	expect_clean(bench);
	bench_free(bench);
}

/* Fixed counters, and those of the UBox, which has no freeze. */
TEST(test_fixed_counters)
{
	struct bench *bench = e5("");

	put(bench, UCLK_CTL, EN);
	put(bench, UBOX_CTL(1), EN | 0x0142);
	pci_put(bench, IMC1, 0xf0, EN);
	go(bench, SECOND);
	put(bench, UCLK_CTL, 0);
	put(bench, UBOX_CTL(1), 0);
	pci_put(bench, IMC1, PCI_BOX, FROZEN);
	go(bench, SECOND);
	assert_int_equal(get(bench, UCLK_CTR), UCLK);
	assert_int_equal(get(bench, UBOX_CTR(1)), usual(0x42, 1, 0, 1, 0));
	assert_int_equal(pci_get64(bench, IMC1, 0xd0), DCLK);
	pci_put(bench, IMC1, 0xf0, EN | BIT(19));
	assert_int_equal(pci_get64(bench, IMC1, 0xd0), 0);
	assert_int_equal(pci_get(bench, IMC1, 0xf0), EN);
	expect_clean(bench);
	bench_free(bench);
	bench = e5("dclk.counter = runs");
	pci_put(bench, IMC1, PCI_BOX, FROZEN);
	pci_put(bench, IMC1, 0xf0, EN);
	go(bench, SECOND);
	assert_int_equal(pci_get64(bench, IMC1, 0xd0), DCLK);
	bench_free(bench);
}

/* A box stands still only with both bits. */
TEST(test_freezing)
{
	struct bench *bench = e5("");

	put(bench, CBOX_BOX(0), FROZEN);
	put(bench, CBOX_CTL(0, 0), EN);
	go(bench, SECOND);
	assert_int_equal(get(bench, CBOX_CTR(0, 0)), 0);
	put(bench, CBOX_BOX(0), 0x100);
	go(bench, SECOND);
	assert_int_equal(get(bench, CBOX_CTR(0, 0)), UCLK);
	put(bench, CBOX_BOX(0), RUN);
	go(bench, SECOND);
	put(bench, CBOX_BOX(0), FROZEN);
	assert_int_equal(get(bench, CBOX_BOX(0)), FROZEN);
	assert_int_equal(get(bench, CBOX_CTR(0, 0)), 2 * UCLK);
	pci_put(bench, QPI1, PCI_BOX, FROZEN);
	pci_put(bench, QPI1, PCI_CTL(2), EN | 0x14);
	go(bench, SECOND);
	assert_int_equal(pci_get64(bench, QPI1, PCI_CTR(2)), 0);
	pci_put(bench, QPI1, PCI_BOX, RUN);
	go(bench, SECOND);
	assert_int_equal(pci_get64(bench, QPI1, PCI_CTR(2)), QFCLK);
	expect_clean(bench);
	bench_free(bench);
	bench = e5("box_ctl = write-only");
	put(bench, CBOX_BOX(0), FROZEN);
	assert_int_equal(get(bench, CBOX_BOX(0)), 0);
	bench_free(bench);
}

/* Past its last bit a counter goes on from 0, and nothing tells of it. */
TEST(test_wrapping)
{
	struct bench *bench = e5("rate.clock = 1000000000");

	put(bench, CBOX_BOX(3), FROZEN);
	put(bench, CBOX_CTL(3, 0), EN);
	put(bench, CBOX_CTR(3, 0), BIT(44) - 1000);
	pci_put(bench, HA, PCI_BOX, FROZEN);
	pci_put(bench, HA, PCI_CTL(0), EN);
	pci_put64(bench, HA, PCI_CTR(0), BIT(48) - 1000);
	put(bench, CBOX_BOX(3), RUN);
	pci_put(bench, HA, PCI_BOX, RUN);
	assert_int_equal(silicon_next_event(bench->silicon), UINT64_MAX);
	go(bench, 1500);
	assert_int_equal(get(bench, CBOX_CTR(3, 0)), 500);
	assert_int_equal(pci_get64(bench, HA, PCI_CTR(0)), 500);
	assert_int_equal(bench->pmis, 0);
	put(bench, UCLK_CTR, ~UINT64_C(0));
	assert_int_equal(get(bench, UCLK_CTR), MASK(0, 48));
	expect_clean(bench);
	bench_free(bench);
	bench = e5("uclk.width = 44");
	put(bench, UCLK_CTR, ~UINT64_C(0));
	assert_int_equal(get(bench, UCLK_CTR), MASK(0, 44));
	bench_free(bench);
}

TEST(test_resets)
{
	struct bench *bench = e5("");

	put(bench, CBOX_BOX(1), FROZEN);
	put(bench, CBOX_FILTER(1), 0x1f << 18);
	put(bench, CBOX_CTL(1, 3), EN);
	put(bench, CBOX_CTR(1, 3), 77);
	put(bench, CBOX_CTR(1, 2), 78);
	put(bench, CBOX_CTL(1, 2), EN | CLEAR);
	assert_int_equal(get(bench, CBOX_CTL(1, 2)), EN);
	assert_int_equal(get(bench, CBOX_CTR(1, 2)), 0);
	assert_int_equal(get(bench, CBOX_CTR(1, 3)), 77);
	put(bench, CBOX_BOX(1), FROZEN | RESET_CTRS);
	assert_int_equal(get(bench, CBOX_BOX(1)), FROZEN);
	assert_int_equal(get(bench, CBOX_CTR(1, 3)), 0);
	assert_int_equal(get(bench, CBOX_CTL(1, 3)), EN);
	put(bench, CBOX_BOX(1), FROZEN | RESET_CTRL);
	assert_int_equal(get(bench, CBOX_CTL(1, 3)), 0);
	assert_int_equal(get(bench, CBOX_FILTER(1)), 0x1f << 18);
	put(bench, CBOX_BOX(1), RUN);
	put(bench, CBOX_CTL(1, 0), EN);
	go(bench, SECOND);
	put(bench, CBOX_BOX(1), FROZEN | RESET_CTRS | RESET_CTRL);
	assert_int_equal(get(bench, CBOX_CTR(1, 0)), 0);
	expect_clean(bench);
	put(bench, CBOX_BOX(1), RUN);
	put(bench, CBOX_CTL(1, 0), EN);
	put(bench, CBOX_BOX(1), RUN | RESET_CTRS);
	expect_violation(bench, "reset while counter 0 is counting");
	bench_free(bench);
}

/* The halves of a counter are one value, of which each is written by itself. */
TEST(test_halves)
{
	struct bench *bench = e5("rate.clock = 1000000000");
	struct silicon_access access = pci_at(255, HA, PCI_CTR(0));
	uint64_t value;

	pci_put(bench, HA, PCI_BOX, FROZEN);
	pci_put(bench, HA, PCI_CTL(0), EN);
	pci_put(bench, HA, PCI_CTR(0) + 4, 0xffff1234);
	pci_put(bench, HA, PCI_CTR(0), 0xfffffff0);
	assert_int_equal(pci_get64(bench, HA, PCI_CTR(0)), 0x1234fffffff0);
	pci_put(bench, HA, PCI_BOX, RUN);
	go(bench, 32);
	assert_int_equal(pci_get64(bench, HA, PCI_CTR(0)), 0x123500000010);
	expect_clean(bench);
	access.bytes = 8;
	assert_int_equal(pci_read(bench, &access, &value), SILICON_OK);
	assert_int_equal(value, 0x123500000010);
	assert_int_equal(bench->logs, 1);
	access = pci_at(255, HA, PCI_CTR(0) + 2);
	assert_int_equal(pci_read(bench, &access, &value), SILICON_OK);
	expect_violation(bench, "not aligned");
	access = pci_at(255, HA, PCI_CTR(0));
	access.bytes = 8;
	silicon_write(bench->silicon, bench->now, &access, 0);
	expect_violation(bench, "4 bytes at a time");
	bench_free(bench);
	bench = e5("config.wide = half");
	access = pci_at(255, HA, PCI_CTL(0));
	access.bytes = 8;
	assert_int_equal(pci_read(bench, &access, &value), SILICON_OK);
	assert_int_equal(value, MASK(32, 32));
	bench_free(bench);
}

/* Increment, threshold, invert, edges: in that order (p.21). */
TEST(test_pipeline)
{
	struct bench *bench = e5("rate.cbox0.RxR_OCCUPANCY.IRQ = 1000000000");
	uint64_t active = 50000000;

	assert_int_equal(cbox_second(bench, 0, 0, 0x0111), 20 * active);
	assert_int_equal(cbox_second(bench, 0, 0, THRESH(1) | 0x0111), active);
	assert_int_equal(cbox_second(bench, 0, 0, THRESH(20) | 0x0111), active);
	assert_int_equal(cbox_second(bench, 0, 0, THRESH(21) | 0x0111), 0);
	assert_int_equal(cbox_second(bench, 0, 0, INVERT | THRESH(20) | 0x0111), UCLK - active);
	assert_int_equal(cbox_second(bench, 0, 0, INVERT | THRESH(21) | 0x0111), UCLK);
	assert_int_equal(cbox_second(bench, 0, 0, EDGE | THRESH(1) | 0x0111), active / 8);
	assert_int_equal(cbox_second(bench, 0, 0, EDGE | INVERT | THRESH(1) | 0x0111), active / 8);
	expect_clean(bench);
	assert_int_equal(pci_second(bench, IMC0, 0, THRESH(0xff) | INVERT), DCLK);
	put(bench, UBOX_CTL(0), EN | THRESH(0x1f) | 0x44);
	go(bench, SECOND);
	put(bench, UBOX_CTL(0), 0);
	assert_int_equal(get(bench, UBOX_CTR(0)), 0);
	expect_clean(bench);
	bench_free(bench);
}

/* MSRs 0x3fc and 0x3fd are each core's own, and run on from what is written. */
TEST(test_residencies)
{
	struct bench *bench = e5("residency.c3 = 64000");
	struct silicon_access access = bench_access(0, 0x3fc);
	uint64_t value = 0;

	go(bench, SECOND);
	assert_int_equal(get(bench, 0x3fc), 64000);
	assert_int_equal(get(bench, 0x3fd), 900000000);
	access.core = 5;
	silicon_read(bench->silicon, bench->now, &access, &value);
	assert_int_equal(value, 69000);
	put(bench, 0x3fc, ~UINT64_C(0));
	assert_int_equal(get(bench, 0x3fc), ~UINT64_C(0));
	go(bench, SECOND);
	assert_int_equal(get(bench, 0x3fc), 63999);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_sockets_are_apart)
{
	struct bench *bench = e5("sockets = 2\nbus.0 = 0x10\nbus.1 = 0x20");

	for (unsigned i = 0; i < 2; i++) {
		write_on(bench, i, CBOX_CTL(0, 0), EN | 0x0102);
		e5_bus = 0x10 + 0x10 * i;
		pci_put(bench, IMC0, PCI_CTL(0), EN | 0x01);
	}
	go(bench, SECOND);
	for (unsigned i = 0; i < 2; i++) {
		e5_bus = 0x10 + 0x10 * i;
		assert_int_equal(read_on(bench, i, CBOX_CTR(0, 0)), (100003 * 3 + 50021) * (64 + i) / 64);
		assert_int_equal(pci_get64(bench, IMC0, PCI_CTR(0)), 100003 * 2 * (64 + i) / 64);
	}
	e5_bus = 255;
	bench_free(bench);
}

TEST(test_leaving)
{
	struct bench *bench = e5("");

	cbox_second(bench, 0, 0, 0x00);
	pci_second(bench, HA, 0, 0x00);
	silicon_leave(bench->silicon, bench->now);
	expect_clean(bench);
	pci_put(bench, R3QPI1, PCI_BOX, RUN);
	silicon_leave(bench->silicon, bench->now);
	expect_violation(bench, "r3qpi1.box_ctl");
	bench_free(bench);
}
