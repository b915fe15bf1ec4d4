/* SPDX-License-Identifier: BSD-2-Clause */
/* What the virtual Xeon E5-2600 blames programs for, what can be broken about it, and its core PMU. */
#include "tests/unit/support/e5_bench.h"
#include "tests/unit/support/unit.h"

#define EVTSEL(i)     (0x186u + (i))
#define PMC(i)        (0x0c1u + (i))
#define FULL(i)       (0x4c1u + (i))
#define FIXED_CONTROL 0x38d
#define GSTATUS       0x38e
#define GCTRL         0x38f
#define OVF_CONTROL   0x390
#define OS            BIT(17)
#define INT           BIT(20)

static void write_core(struct bench *bench, unsigned socket, unsigned core, uint32_t msr, uint64_t value)
{
	struct silicon_access access = bench_access(socket, msr);

	access.core = (uint16_t)core;
	assert_int_equal(silicon_write(bench->silicon, bench->now, &access, value), SILICON_OK);
}

/* ---- rules ------------------------------------------------------------------------------------------- */

TEST(test_changes_of_running_counters)
{
	struct bench *bench = e5("");

	put(bench, CBOX_CTL(0, 0), EN);
	expect_clean(bench);
	put(bench, CBOX_CTL(0, 0), EN | 0x0102);
	expect_violation(bench, "select changed while its counter is counting");
	put(bench, CBOX_CTR(0, 0), 0);
	expect_violation(bench, "counter written while it is counting");
	put(bench, CBOX_BOX(0), FROZEN);
	put(bench, CBOX_CTL(0, 0), EN | 0x0202);
	put(bench, CBOX_CTR(0, 0), 0);
	put(bench, CBOX_BOX(0), RUN);
	put(bench, CBOX_CTL(0, 0), 0);
	expect_clean(bench);
	pci_put(bench, R3QPI0, PCI_CTL(1), EN);
	pci_put(bench, R3QPI0, PCI_CTL(1), EN | 0x01);
	expect_violation(bench, "select changed while its counter is counting");
	bench_free(bench);
}

/* p.18: its counters are enabled, told their events and cleared in this order. */
TEST(test_ubox_order)
{
	struct bench *bench = e5("");

	put(bench, UBOX_CTL(0), EN);
	put(bench, UBOX_CTL(0), EN | 0x0242);
	put(bench, UBOX_CTR(0), 0);
	expect_clean(bench);
	put(bench, UBOX_CTL(0), EN | 0x0142);
	expect_violation(bench, "select changed while its counter is counting");
	put(bench, UBOX_CTL(1), EXTRA | 0x0145);
	expect_violation(bench, "bits 0x200000 must be written as 0");
	bench_free(bench);
}

/* The home agent and the memory channels have no reset bits (pp. 18, 47, 60). */
TEST(test_boxes_without_reset)
{
	struct bench *bench = e5("");

	pci_put(bench, HA, PCI_CTR(0), 5);
	pci_put(bench, HA, PCI_BOX, FROZEN | RESET_CTRS);
	expect_violation(bench, "bits 0x2 must be written as 0");
	pci_put(bench, IMC2, PCI_CTR(0), 5);
	pci_put(bench, IMC2, PCI_CTL(0), CLEAR);
	expect_violation(bench, "bits 0x20000 must be written as 0");
	assert_int_equal(pci_get(bench, HA, PCI_CTR(0)), 5);
	assert_int_equal(pci_get(bench, IMC2, PCI_CTR(0)), 5);
	bench_free(bench);
}

TEST(test_narrow_writes)
{
	struct bench *bench = e5("");
	struct silicon_access access = pci_at(255, HA, PCI_BOX);

	access.bytes = 2;
	silicon_write(bench->silicon, 0, &access, 0);
	expect_violation(bench, "4 bytes at a time");
	access = pci_at(255, HA, 0x04);
	silicon_write(bench->silicon, 0, &access, 0);
	expect_clean(bench);
	access = bench_access(0, PCU_BOX);
	access.bytes = 4;
	assert_int_equal(silicon_write(bench->silicon, 0, &access, 0), SILICON_FAULT);
	expect_violation(bench, "impossible access");
	bench_free(bench);
}

/* ---- faults -------------------------------------------------------------------------------------------- */

TEST(test_functions_that_hide)
{
	struct bench *bench = e5("fault = imc2.hidden\nfault = qpi_match1.hidden\n"
				 "fault = ha.id=0x1234\nfault = iio.hidden\n"
				 "fault = imc0.vanish=3");
	struct silicon_access access = pci_at(0, 5, 0, 0x108);
	uint64_t value;

	assert_int_equal(pci_get(bench, IMC2, 0), UINT32_MAX);
	assert_int_equal(pci_get(bench, IMC2, PCI_BOX), UINT32_MAX);
	pci_put(bench, IMC2, PCI_BOX, RUN);
	assert_int_equal(pci_get(bench, QPI1_MATCH, 0), UINT32_MAX);
	assert_int_equal(pci_get(bench, QPI0_MATCH, 0), 0x3c868086);
	assert_int_equal(pci_get(bench, QPI1, 0), 0x3c428086);
	assert_int_equal(pci_get(bench, HA, 0), 0x12348086);
	assert_int_equal(pci_read(bench, &access, &value), SILICON_NOT_MINE);
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(pci_get(bench, IMC0, PCI_BOX), 0);
	assert_int_equal(pci_get(bench, IMC0, PCI_BOX), UINT32_MAX);
	assert_int_equal(pci_get(bench, IMC0, 0), UINT32_MAX);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_wrong_discovery)
{
	struct bench *bench = e5("sockets = 2\nfault = iio.cpubusno.reset=0x4200\n"
				 "fault = ubox_config.gidnidmap.reset=0\n"
				 "fault = ubox_config.cpunodeid.stuck1=2");
	struct silicon_access access = pci_at(0x80, 5, 0, 0x108);
	uint64_t value;

	assert_int_equal(pci_read(bench, &access, &value), SILICON_OK);
	assert_int_equal(value, 0x4200);
	e5_bus = 0xff;
	assert_int_equal(pci_get(bench, 11, 0, 0x54), 0);
	assert_int_equal(pci_get(bench, 11, 0, 0x40), 5);
	bench_free(bench);
}

TEST(test_late_freeze)
{
	struct bench *bench = e5("fault = cbox2.freeze.late=4000\nrate.clock = 1000000000");

	put(bench, CBOX_BOX(2), RUN);
	put(bench, CBOX_CTL(2, 0), EN);
	put(bench, CBOX_BOX(2), FROZEN);
	go(bench, 3000);
	assert_int_equal(get(bench, CBOX_CTR(2, 0)), 3000);
	go(bench, SECOND);
	assert_int_equal(get(bench, CBOX_CTR(2, 0)), 4000);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_broken_boxes)
{
	struct bench *bench = e5("fault = cbox0.freeze.ignored\nfault = cbox1.reset.ignored\n"
				 "fault = imc1.ctr0.dead\nfault = qpi0.ctr1.width=20\n"
				 "fault = ha.ctl0.stuck0=22\nfault = r2pcie.box_ctl.stuck1=8\n"
				 "fault = ubox.fixed_ctr.stuck1=3\nfault = pcu.box_filter.dropped\n"
				 "fault = r3qpi0.ctr2.alias=r3qpi1.ctr2\nfault = cbox7.gp");

	put(bench, CBOX_BOX(0), FROZEN);
	put(bench, CBOX_CTL(0, 0), EN);
	put(bench, CBOX_BOX(1), FROZEN);
	put(bench, CBOX_CTR(1, 0), 5);
	put(bench, CBOX_BOX(1), FROZEN | RESET_CTRS);
	assert_int_equal(get(bench, CBOX_CTR(1, 0)), 5);
	put(bench, CBOX_CTL(1, 0), CLEAR);
	assert_int_equal(get(bench, CBOX_CTR(1, 0)), 5);
	go(bench, SECOND);
	assert_int_equal(get(bench, CBOX_CTR(0, 0)), UCLK);
	assert_int_equal(pci_second(bench, IMC1, 0, 0x00), 0);
	assert_int_equal(pci_second(bench, QPI0, 1, 0x14), QFCLK & MASK(0, 20));
	assert_int_equal(pci_second(bench, HA, 0, 0x00), 0);
	assert_int_equal(pci_second(bench, R2PCIE, 1, 0x01), 0);
	assert_int_equal(get(bench, UCLK_CTR), 8);
	put(bench, PCU_FILTER, 5);
	assert_int_equal(get(bench, PCU_FILTER), 0);
	pci_put(bench, R3QPI0, PCI_CTR(2), 9);
	assert_int_equal(pci_get(bench, R3QPI1, PCI_CTR(2)), 9);
	assert_int_equal(answer_to_read(bench, CBOX_CTR(7, 0)), SILICON_FAULT);
	expect_clean(bench);
	bench_free(bench);
}

/* Programs are not blamed for what a fault alone has done. */
TEST(test_faults_are_nobodys_fault)
{
	struct bench *bench = e5("fault = imc1.box_ctl.dropped\nfault = cbox0.box_ctl.stuck1=8\n"
				 "fault = core0.full0.stuck1=48\nfault = core0.ctr1.stuck1=48");

	pci_put(bench, IMC1, PCI_BOX, FROZEN);
	pci_put(bench, IMC1, PCI_CTL(0), EN);
	pci_put(bench, IMC1, PCI_CTR(0), 0);
	pci_put(bench, IMC1, PCI_CTL(0), EN | 0x01);
	put(bench, CBOX_BOX(0), FROZEN);
	put(bench, CBOX_CTL(0, 1), EN | 0x1f);
	put(bench, CBOX_BOX(0), RUN);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(get(bench, FULL(i)), BIT(48));
		write_core(bench, 0, 0, FULL(i), get(bench, FULL(i)));
	}
	expect_clean(bench);
	bench_free(bench);
}

/* The upper half of a torn counter comes late after a carry. */
TEST(test_torn_halves)
{
	struct bench *bench = e5("rate.clock = 1000000000\nfault = ha.ctr0.torn");

	pci_put(bench, HA, PCI_BOX, FROZEN);
	pci_put(bench, HA, PCI_CTL(0), EN);
	pci_put64(bench, HA, PCI_CTR(0), 0x1fffffff0);
	pci_put(bench, HA, PCI_BOX, RUN);
	go(bench, 32);
	assert_int_equal(pci_get64(bench, HA, PCI_CTR(0)), 0x100000010);
	go(bench, SECOND);
	assert_int_equal(pci_get64(bench, HA, PCI_CTR(0)), 0x200000010 + SECOND);
	bench_free(bench);
}

TEST(test_unknown_faults)
{
	static const char *const bad[] = {
		"fault = imc4.hidden",         "fault = pcu.hidden",       "fault = imc0.gp",
		"fault = ubox.freeze.ignored", "fault = ha.reset.ignored", "fault = cbox0.status.sticky",
		"fault = r3qpi0.ctr3.dead",    "fault = ha.ctr0.width=49", "fault = cbox8.gp",
	};
	struct bench bench;

	for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
		if (bench_try_of(&bench, "xeon-e5-2600", 0, bad[i]))
			fail_msg("%s", bad[i]);
		free(bench.memory);
	}
}

/* ---- core PMU -------------------------------------------------------------------------------------------- */

TEST(test_cpuid)
{
	struct bench *bench = e5("");
	struct silicon_cpuid answer = {0};

	silicon_cpuid(bench->silicon, 0x0a, 0, &answer);
	assert_int_equal(answer.eax, 0x07300403);
	assert_int_equal(answer.ebx, 0);
	assert_int_equal(answer.edx, 48 << 5 | 3);
	answer.ecx = 0;
	silicon_cpuid(bench->silicon, 1, 0, &answer);
	assert_true(answer.ecx & BIT(15));
	assert_int_equal(get(bench, 0x345), BIT(13) | BIT(12));
	assert_int_equal(get(bench, GCTRL), 0xf);
	bench_free(bench);
}

/* The PMI that stands in for the uncore's, on one processor of one socket. */
TEST(test_proxy_pmi)
{
	struct bench *bench = e5("sockets = 2");
	struct silicon_access access = bench_access(1, GSTATUS);
	uint64_t value;

	write_core(bench, 1, 3, GCTRL, 0);
	write_core(bench, 1, 3, EVTSEL(2), EN | OS | INT | 0x3c);
	write_core(bench, 1, 3, FULL(2), BIT(48) - 2700);
	write_core(bench, 1, 3, 0x1d9, BIT(12));
	write_core(bench, 1, 3, GCTRL, BIT(2));
	assert_int_equal(silicon_next_event(bench->silicon), 1000);
	go(bench, 999);
	assert_int_equal(bench->pmis, 0);
	go(bench, 1);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(bench->pmi_socket[0], 1);
	assert_int_equal(bench->pmi_cores[0], BIT(3));
	access.core = 3;
	silicon_read(bench->silicon, bench->now, &access, &value);
	assert_int_equal(value, BIT(2));
	access.address = GCTRL;
	silicon_read(bench->silicon, bench->now, &access, &value);
	assert_int_equal(value, 0);
	access = (struct silicon_access){.space = SILICON_PMC, .bytes = 8, .socket = 1, .core = 3, .address = 2};
	silicon_read(bench->silicon, bench->now, &access, &value);
	assert_int_equal(value, 0);
	write_core(bench, 1, 3, OVF_CONTROL, BIT(2));
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_fixed_and_generic)
{
	struct bench *bench = e5("cores = 2\nrate.core0.LLC_MISSES = 77");

	put(bench, GCTRL, 0);
	put(bench, FIXED_CONTROL, 0x333);
	put(bench, EVTSEL(0), EN | OS | 0x412e);
	put(bench, EVTSEL(3), EN | OS | 0x00c0);
	put(bench, GCTRL, MASK(32, 3) | 9);
	go(bench, SECOND);
	put(bench, GCTRL, 0);
	assert_int_equal(get(bench, 0x30a), 2700000000);
	assert_int_equal(get(bench, 0x30b), 2700000000);
	assert_int_equal(get(bench, PMC(0)), 77);
	assert_int_equal(get(bench, PMC(3)), 1200000000);
	assert_int_equal(get(bench, 0x309), 1200000000);
	expect_clean(bench);
	put(bench, EVTSEL(1), EN | OS | 0x01b7);
	expect_violation(bench, "none of this box");
	put(bench, PMC(1), 0x80000000);
	expect_violation(bench, "takes 32 bits");
	assert_int_equal(get(bench, PMC(1)), 0xffff80000000);
	bench_free(bench);
}
