/* SPDX-License-Identifier: BSD-2-Clause */
/* The virtual Knights Landing's core PMU: what CPUID says, what counts, registers and their two widths. */
#include "tests/unit/support/knl_bench.h"
#include "tests/unit/support/unit.h"

/* What CPUID says of the PMU, as the published dumps have it. */
TEST(test_cpuid)
{
	struct bench *bench = knl("");
	struct silicon_cpuid leaf = {1, 2, 3, 4};

	silicon_cpuid(bench->silicon, 0x0a, 0, &leaf);
	assert_int_equal(leaf.eax, 0x07280203);
	assert_int_equal(leaf.ebx, 0);
	assert_int_equal(leaf.ecx, 0);
	assert_int_equal(leaf.edx, 0x00000503);
	leaf.ecx = 0x10;
	silicon_cpuid(bench->silicon, 3, 0, &leaf);
	assert_int_equal(leaf.ecx, 0x10);
	bench_free(bench);
	bench = knl("cpuid = none");
	leaf.ecx = 0x10;
	silicon_cpuid(bench->silicon, 1, 0, &leaf);
	assert_int_equal(leaf.ecx, 0x8010);
	bench_free(bench);
	bench = knl("counters = 4\nwidth = 48");
	silicon_cpuid(bench->silicon, 0x0a, 0, &leaf);
	assert_int_equal(leaf.eax, 0x07300403);
	assert_int_equal(leaf.edx, 0x00000603);
	bench_free(bench);
}

TEST(test_at_the_start)
{
	struct bench *bench = knl("");

	assert_int_equal(get(bench, MISC_ENABLE), 0x1881);
	assert_int_equal(get(bench, CAPABILITIES), 0x3000);
	assert_int_equal(get(bench, GCTRL), 3);
	assert_int_equal(get(bench, GSTATUS), 0);
	assert_int_equal(get(bench, OVF_CONTROL), 0);
	assert_int_equal(get(bench, 0x702), 38);
	silicon_leave(bench->silicon, bench->now);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_events)
{
	static const struct {
		uint64_t select, count;
	} rows[] = {
		{INST, 800000000},
		{CYCLES, 1300000000},
		{0x013c, 1200000000},
		{BRANCHES, BRANCH_RATE},
		{0x7ec4, 81000000},
		{0xbfc5, 5000},
		{0x412e, 6000000},
		{0x4f2e, 31000000},
		{0x0104, 2 * (500000 + 500000 * 6 / 12)},
		{0x0204, 2 * (500000 + 500000 * 6 * 4 / 12)},
		{0x0304, 2 * (2 * 500000 + 500000 * 6 * 5 / 12)}, /* the sum of both */
		{0x0004, 0},
		{0x0305, 2 * 5000000 + 5000000 * 6 * 5 / 12},
	};
	struct bench *bench = knl("");

	for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
		assert_int_equal(core_second(bench, 0, rows[i].select | OS, 0), rows[i].count);
	expect_clean(bench);
	bench_free(bench);
}

/* Every core has its own registers at the same addresses, and its own counts. */
TEST(test_cores_are_apart)
{
	struct bench *bench = knl("");

	put_on(bench, 3, EVTSEL(0), EN | OS | BRANCHES);
	put_on(bench, 63, EVTSEL(0), EN | OS | INST);
	assert_int_equal(get_on(bench, 0, EVTSEL(0)), 0);
	assert_int_equal(get_on(bench, 3, EVTSEL(0)), EN | OS | BRANCHES);
	go(bench, SECOND);
	assert_int_equal(get_on(bench, 0, PMC(0)), 0);
	assert_int_equal(get_on(bench, 3, PMC(0)), BRANCH_RATE / 64 * 67);
	assert_int_equal(get_on(bench, 63, PMC(0)), 800000000 / 64 * 127);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_cores_that_are_not_there)
{
	struct bench *bench = knl("cores = 4");
	uint64_t value;

	assert_int_equal(try_read(bench, 3, GCTRL, &value), SILICON_OK);
	assert_int_equal(try_read(bench, 4, GCTRL, &value), SILICON_FAULT);
	expect_violation(bench, "impossible access");
	bench_free(bench);
}

TEST(test_privilege)
{
	struct bench *bench = knl("user = 250");

	assert_int_equal(core_second(bench, 0, BRANCHES | OS, 0), BRANCH_RATE / 4 * 3);
	assert_int_equal(core_second(bench, 0, BRANCHES | USR, 0), BRANCH_RATE / 4);
	assert_int_equal(core_second(bench, 0, BRANCHES | USR | OS, 0), BRANCH_RATE);
	assert_int_equal(core_second(bench, 0, BRANCHES, 0), 0);
	bench_free(bench);
	bench = knl("");
	assert_int_equal(core_second(bench, 0, BRANCHES | USR, 0), 0);
	expect_clean(bench);
	bench_free(bench);
}

/* AnyThread: the sum over the threads of the core. */
TEST(test_any_thread)
{
	struct bench *bench = knl("threads = 4\ncores = 8");
	uint64_t rate = BRANCH_RATE / 64;

	assert_int_equal(core_second(bench, 1, BRANCHES | OS | ANY, 0), rate * (64 + 65 + 66 + 67));
	assert_int_equal(core_second(bench, 5, BRANCHES | OS | ANY, 0), rate * (68 + 69 + 70 + 71));
	put_on(bench, 2, FIXED_CONTROL, 0x5);
	put_on(bench, 2, GCTRL, BIT(32));
	go(bench, SECOND);
	put_on(bench, 2, GCTRL, 0);
	assert_int_equal(get_on(bench, 2, FIXED_VALUE(0)), UINT64_C(12500000) * (64 + 65 + 66 + 67));
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_fixed_counters)
{
	struct bench *bench = knl("");

	put(bench, FIXED_CONTROL, 0x133);
	put(bench, GCTRL, MASK(32, 3));
	go(bench, SECOND);
	put(bench, GCTRL, 0);
	assert_int_equal(get(bench, FIXED_VALUE(0)), 800000000);
	assert_int_equal(get(bench, FIXED_VALUE(1)), 1300000000);
	assert_int_equal(get(bench, FIXED_VALUE(2)), 1200000000);
	put(bench, GCTRL, BIT(33));
	go(bench, SECOND);
	put(bench, GCTRL, 0);
	assert_int_equal(get(bench, FIXED_VALUE(0)), 800000000);
	assert_int_equal(get(bench, FIXED_VALUE(1)), 2600000000);
	expect_clean(bench);
	bench_free(bench);
}

/* Threshold, inversion and edges, which never break a rule here. */
TEST(test_shapes)
{
	struct bench *bench = knl("");

	/* Instructions retire two a cycle. */
	assert_int_equal(core_second(bench, 0, INST | OS | CMASK(1), 0), 400000000);
	assert_int_equal(core_second(bench, 0, INST | OS | CMASK(2), 0), 400000000);
	assert_int_equal(core_second(bench, 0, INST | OS | CMASK(3), 0), 0);
	assert_int_equal(core_second(bench, 0, INST | OS | CMASK(1) | INVERT, 0), 900000000);
	assert_int_equal(core_second(bench, 0, INST | OS | INVERT, 0), 800000000);
	assert_int_equal(core_second(bench, 0, CYCLES | OS | CMASK(1) | EDGE, 0), 0);
	/* A page walk takes 25 cycles. */
	assert_int_equal(core_second(bench, 0, 0x0105 | OS | CMASK(1) | EDGE, 0), 7500000 / 25);
	assert_int_equal(core_second(bench, 0, 0x0105 | OS | EDGE, 0), 7500000 / 25);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_legacy_window)
{
	struct bench *bench = knl("");

	put(bench, PMC(0), 0x7fffffff);
	assert_int_equal(get(bench, PMC(0)), 0x7fffffff);
	put(bench, PMC(0), UINT64_C(0xffffffff80000000));
	assert_int_equal(get(bench, PMC(0)), UINT64_C(0xff80000000));
	put(bench, PMC(1), UINT64_C(0xfffffffffe));
	assert_int_equal(get(bench, PMC(1)), UINT64_C(0xfffffffffe));
	expect_clean(bench);
	put(bench, PMC(1), UINT64_C(0x1200000000));
	expect_violation(bench, "takes 32 bits: the counter is set to 0x0");
	assert_int_equal(get(bench, PMC(1)), 0);
	put(bench, PMC(1), 0xf0000000);
	expect_violation(bench, "set to 0xfff0000000");
	bench_free(bench);
}

TEST(test_full_width_window)
{
	struct bench *bench = knl("");

	put(bench, FULL(0), UINT64_C(0x1234567890));
	assert_int_equal(get(bench, FULL(0)), UINT64_C(0x1234567890));
	assert_int_equal(get(bench, PMC(0)), UINT64_C(0x1234567890));
	expect_clean(bench);
	assert_int_equal(try_write(bench, 0, FULL(0), BIT(40)), SILICON_FAULT);
	expect_violation(bench, "wider than 40 bits");
	assert_int_equal(try_write(bench, 0, FIXED_VALUE(0), BIT(40)), SILICON_FAULT);
	expect_violation(bench, "wider than 40 bits");
	put(bench, FIXED_VALUE(2), MASK(0, 40));
	assert_int_equal(get(bench, FIXED_VALUE(2)), MASK(0, 40));
	expect_clean(bench);
	bench_free(bench);
	bench = knl("perf_capabilities = 0");
	assert_int_equal(answer_to_read(bench, FULL(0)), SILICON_FAULT);
	assert_int_equal(get(bench, CAPABILITIES), 0);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_registers_that_are_not_there)
{
	static const uint32_t absent[] = {PMC(2), PMC(3), PMC(7), EVTSEL(2), EVTSEL(7), FULL(2), FULL(7),
					  0x30c,  0x329,  0x391,  0x392,     0x706 + 1, 0x71f,   0xfc8};
	static const uint32_t other[] = {0xc0, 0xc9, 0x30d, 0x38c, 0x393, 0x3f0, 0x601, 0x6ff, 0xdff};
	struct bench *bench = knl("");

	for (unsigned i = 0; i < ARRAY_SIZE(absent); i++)
		assert_int_equal(answer_to_read(bench, absent[i]), SILICON_FAULT);
	for (unsigned i = 0; i < ARRAY_SIZE(other); i++)
		assert_int_equal(answer_to_read(bench, other[i]), SILICON_NOT_MINE);
	expect_clean(bench);
	assert_int_equal(try_write(bench, 0, PMC(2), 0), SILICON_FAULT);
	expect_violation(bench, "no such register");
	bench_free(bench);
	bench = knl("counters = 3");
	assert_int_equal(answer_to_read(bench, PMC(2)), SILICON_OK);
	assert_int_equal(answer_to_read(bench, PMC(3)), SILICON_FAULT);
	bench_free(bench);
}

TEST(test_reserved_bits_fault)
{
	static const struct {
		uint32_t msr;
		uint64_t value;
		const char *rule;
	} rows[] = {
		{EVTSEL(0), BIT(32), "must be written as 0"},
		{FIXED_CONTROL, BIT(16), "must be written as 0"},
		{FIXED_CONTROL, BIT(12), "do not exist here"},
		{GCTRL, BIT(36), "must be written as 0"},
		{GCTRL, BIT(35), "do not exist here"},
		{GCTRL, BIT(48), "do not exist here"},
		{GCTRL, BIT(2), "do not exist here"},
		{OVF_CONTROL, BIT(2), "do not exist here"},
		{OVF_CONTROL, BIT(60), "do not exist here"},
		{RSP(0), BIT(8), "not known to mean anything"},
		{RSP(1), BIT(38), "not known to mean anything"},
		{RSP(0), BIT(33), "not known to mean anything"},
		{DEBUGCTL_MSR, BIT(13), "must be written as 0"},
		{DEBUGCTL_MSR, BIT(14), "do not exist here"},
		{GSTATUS, 0, "only be read"},
		{CAPABILITIES, 0, "only be read"},
		{0x702, 0, "only be read"},
	};
	struct bench *bench = knl("perf_capabilities = 0x2000");

	for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
		uint64_t before = get(bench, rows[i].msr);

		assert_int_equal(try_write(bench, 0, rows[i].msr, rows[i].value), SILICON_FAULT);
		expect_violation(bench, rows[i].rule);
		assert_int_equal(get(bench, rows[i].msr), before);
	}
	put(bench, EVTSEL(0), BIT(19)); /* exists, but is to be left 0 */
	expect_violation(bench, "must be written as 0");
	put(bench, RSP(1), BIT(8) | BIT(11) | BIT(14) | BIT(16));
	put(bench, OVF_CONTROL, MASK(61, 3) | 3 | MASK(32, 3));
	put(bench, MISC_ENABLE, 0);
	assert_int_equal(get(bench, MISC_ENABLE), 0x1881);
	put(bench, DEBUGCTL_MSR, MASK(6, 5)); /* there is no branch trace store */
	assert_int_equal(get(bench, DEBUGCTL_MSR), BIT(6));
	put(bench, DEBUGCTL_MSR, 0);
	expect_clean(bench);
	put(bench, 0x3f1, 1);
	expect_violation(bench, "there is no PEBS");
	bench_free(bench);
	bench = knl("offcore.reserved = ignore");
	put(bench, RSP(0), BIT(8) | BIT(33) | 1);
	assert_int_equal(get(bench, RSP(0)), 1);
	put(bench, DEBUGCTL_MSR, BIT(14));
	expect_clean(bench);
	bench_free(bench);
}

static enum silicon_answer pmc_read(struct bench *bench, unsigned core, uint64_t index, uint64_t *value)
{
	struct silicon_access access = {.space = SILICON_PMC, .bytes = 8, .core = (uint16_t)core, .address = index};

	return silicon_read(bench->silicon, bench->now, &access, value);
}

TEST(test_rdpmc)
{
	static const uint64_t bad[] = {2, 3, 0x40000003, 0x80000000, UINT32_MAX};
	struct bench *bench = knl("");
	uint64_t value = 0;

	put_on(bench, 2, PMC(1), 77);
	put_on(bench, 2, FIXED_VALUE(2), 88);
	assert_int_equal(pmc_read(bench, 2, 1, &value), SILICON_OK);
	assert_int_equal(value, 77);
	assert_int_equal(pmc_read(bench, 2, 0x40000002, &value), SILICON_OK);
	assert_int_equal(value, 88);
	assert_int_equal(pmc_read(bench, 1, 1, &value), SILICON_OK);
	assert_int_equal(value, 0);
	for (unsigned i = 0; i < ARRAY_SIZE(bad); i++)
		assert_int_equal(pmc_read(bench, 0, bad[i], &value), SILICON_FAULT);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_rates)
{
	struct bench *bench = knl("clock.core = 2000000000\nrate.core*.BR_INST_RETIRED.JCC = 7\n"
				  "rate.core1.0x7ec4 = 8\nrate.core0.MEM_UOPS_RETIRED.HITM = 9\n"
				  "icount = 4");

	assert_int_equal(core_second(bench, 0, CYCLES | OS, 0), 2000000000);
	assert_int_equal(core_second(bench, 0, 0x7ec4 | OS, 0), 7);
	assert_int_equal(core_second(bench, 1, 0x7ec4 | OS, 0), 8);
	assert_int_equal(core_second(bench, 2, 0x7ec4 | OS, 0), 7);
	assert_int_equal(core_second(bench, 0, 0x2004 | OS, 0), 9);
	assert_int_equal(core_second(bench, 0, INST | OS, 0), 62500000);
	assert_int_equal(core_second(bench, 9, INST | OS, 0), 62500000);
	assert_int_equal(core_second(bench, 0, BRANCHES | OS, 0), 15625000);
	assert_int_equal(core_second(bench, 9, BRANCHES | OS, 0), 15625000);
	expect_clean(bench);
	bench_free(bench);
}
