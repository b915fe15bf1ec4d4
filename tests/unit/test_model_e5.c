/* SPDX-License-Identifier: BSD-2-Clause */
/* The virtual Xeon E5-2600: what it counts without filters, how its boxes stop, start, wrap and reset. */
#include "tests/unit/e5_bench.h"

static void test_msr_boxes_count(void **state)
{
	struct bench *bench = e5("");
	(void)state;

	assert_int_equal(cbox_second(bench, 0, 3, 0x00), UCLK);
	assert_int_equal(cbox_second(bench, 0, 0, 0x0102), usual(0x02, 1, 0, 1, 0));
	assert_int_equal(cbox_second(bench, 7, 1, 0x4002), usual(0x02, 7, 0, 1, 7));
	assert_int_equal(cbox_second(bench, 2, 1, 0x0302),
			 usual(0x02, 1, 0, 1, 2) + usual(0x02, 2, 0, 1, 2));
	assert_int_equal(cbox_second(bench, 4, 0, 0x0111), usual(0x11, 1, 0, 20, 4));
	assert_int_equal(cbox_second(bench, 1, 2, 0x0f1e), usual(0x0f1e, 0, 0, 1, 1));
	assert_int_equal(pcu_second(bench, 3, 0x00), PCLK);
	assert_int_equal(pcu_second(bench, 0, 0x09), usual(0x09, 0, 0, 1, 0));
	assert_int_equal(pcu_second(bench, 1, EXTRA | 0x0b), usual(0x10b, 0, 0, 1, 0));
	expect_clean(bench);
	bench_free(bench);
}

static void test_pci_boxes_count(void **state)
{
	struct bench *bench = e5("");
	(void)state;

	assert_int_equal(pci_second(bench, HA, 3, 0x00), UCLK);
	assert_int_equal(pci_second(bench, HA, 0, 0x0301), usual(0x0301, 0, 0, 1, 0));
	assert_int_equal(pci_second(bench, HA, 0, 0x801b), usual(0x1b, 8, 0, 2, 0));
	assert_int_equal(pci_second(bench, IMC0, 0, 0x00), DCLK);
	assert_int_equal(pci_second(bench, IMC1, 1, 0x0304),
			 usual(0x04, 1, 0, 1, 1) + usual(0x04, 2, 0, 1, 1));
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_msr_boxes_count),
		cmocka_unit_test(test_pci_boxes_count),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
