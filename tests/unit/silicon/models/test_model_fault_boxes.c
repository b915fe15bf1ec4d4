/* SPDX-License-Identifier: BSD-2-Clause */
/* Faults of the boxes that have companions, and the names of their registers. */
#include "lib/basic.h"
#include "tests/unit/support/model_bench.h"
#include "tests/unit/support/unit.h"

#define EVEN                                                                              \
	"rate.mbox*.REFRESH = 1000000\nrate.mbox0.FVC_EV0.SMI_CRC_ERR = 500\n"            \
	"rate.mbox0.FVC_EV0.MEM_ECC_ERR = 600\nrate.mbox0.DRAM_CMD.RAS.TRDOFF = 1024\n"   \
	"rate.rbox.port*.FLITS_SENT = 700\nrate.rbox.port*.NULL_IDLE = 800\n"             \
	"rate.rbox.port3.XBR_MATCH.RDCODE = 30\nrate.rbox.port3.XBR_MATCH.RDDATA = 900\n" \
	"rate.sbox0.TO_R_SNP_MSGQ_OCCUPANCY = 100\nrate.clock = 1000000\n"

static struct bench *broken(const char *fault)
{
	char scenario[800];

	snprintf(scenario, sizeof(scenario), EVEN "fault = %s\n", fault);
	return bench_make(1, scenario);
}

/* The end of a program that put everything back. */
static void leave(struct bench *bench)
{
	silicon_leave(bench->silicon, bench->now);
	expect_clean(bench);
	bench_free(bench);
}

/* Registers of each kind, by name and by address. */
static const struct {
	const char *name;
	uint32_t address;
} registers[] = {
	{"sbox0.global_ctl", 0xc40},
	{"sbox1.status", 0xcc1},
	{"sbox1.ovf_ctl", 0xcc2},
	{"sbox0.ctl3", 0xc56},
	{"sbox1.ctr2", 0xcd5},
	{"sbox0.mm_cfg", 0xe48},
	{"sbox1.match", 0xe59},
	{"sbox0.mask", 0xe4a},
	{"bbox1.global_ctl", 0xc60},
	{"bbox0.ctl1", 0xc32},
	{"bbox1.ctr3", 0xc77},
	{"bbox0.match", 0xe45},
	{"bbox1.mask", 0xe4e},
	{"mbox1.global_ctl", 0xce0},
	{"mbox0.ctl5", 0xcba},
	{"mbox1.ctr3", 0xcf7},
	{"mbox0.timestamp_unit", 0xca4},
	{"mbox1.dsp", 0xce5},
	{"mbox0.iss", 0xca6},
	{"mbox0.map", 0xca7},
	{"mbox0.msc_thr", 0xca8},
	{"mbox1.pgt", 0xce9},
	{"mbox0.pld", 0xcaa},
	{"mbox0.zdp_ctl_fvc", 0xcab},
	{"mbox0.mm_cfg", 0xe54},
	{"mbox1.addr_match", 0xe5d},
	{"mbox0.addr_mask", 0xe56},
	{"rbox.global_ctl_7_0", 0xe00},
	{"rbox.status_15_8", 0xe21},
	{"rbox0.status", 0xe01},
	{"rbox1.ovf_ctl", 0xe22},
	{"rbox.ctl8", 0xe30},
	{"rbox1.ctl0", 0xe30},
	{"rbox0.ctr7", 0xe1f},
	{"rbox.ctr15", 0xe3f},
	{"rbox.port3_iperf_cfg0", 0xe07},
	{"rbox1.port4_iperf_cfg0", 0xe08},
	{"rbox.port4_iperf_cfg1", 0xe28},
	{"rbox.port0_qlx_cfg", 0xe0c},
	{"rbox1.port7_qlx_cfg", 0xe2f},
	{"rbox.port2_xbr_set1_mm_cfg", 0xe68},
	{"rbox.port5_xbr_set1_match", 0xe85},
	{"rbox.port0_xbr_set2_mm_cfg", 0xe70},
	{"RBOX.PORT7_XBR_SET2_MASK", 0xe9e},
};

TEST(test_every_kind_of_register_can_fault)
{
	for (unsigned i = 0; i < ARRAY_SIZE(registers); i++) {
		char fault[80];
		struct bench *bench;

		snprintf(fault, sizeof(fault), "%s.gp", registers[i].name);
		bench = broken(fault);
		for (unsigned j = 0; j < ARRAY_SIZE(registers); j++)
			assert_int_equal(answer_to_read(bench, registers[j].address) == SILICON_OK,
					 registers[j].address != registers[i].address);
		leave(bench);
	}
}

TEST(test_names_that_are_none)
{
	static const char *const faults[] = {
		"rbox.ctr16.dead",        "rbox0.ctr8.dead",  "rbox.status.sticky",
		"rbox1.port3_qlx_cfg.gp", "rbox2.gp",         "rbox.port8_qlx_cfg.gp",
		"rbox.port_qlx_cfg.gp",   "sbox2.gp",         "mbox0.timestamp_unit.rate=2",
		"mbox0.dsp.dead",         "sbox0.summary.gp",
	};
	char scenario[100];
	struct bench bench;

	for (unsigned i = 0; i < ARRAY_SIZE(faults); i++) {
		snprintf(scenario, sizeof(scenario), "fault = %s\n", faults[i]);
		if (bench_try(&bench, 1, scenario))
			fail_msg("%s is accepted", faults[i]);
		free(bench.memory);
	}
}

TEST(test_both_halves_or_one)
{
	struct bench *bench = broken("rbox.gp");

	assert_int_equal(answer_to_read(bench, 0xe00), SILICON_FAULT);
	assert_int_equal(answer_to_read(bench, 0xe3f), SILICON_FAULT);
	leave(bench);
	bench = broken("rbox1.gp");
	assert_int_equal(answer_to_read(bench, 0xe00), SILICON_OK);
	assert_int_equal(answer_to_read(bench, 0xe3f), SILICON_FAULT);
	leave(bench);
}

/* What a broken companion lets a counter count. */
struct effect {
	const char *fault;
	uint32_t companion, base;
	uint64_t value, select, count;
};

TEST(test_broken_companions_change_what_counts)
{
	static const struct effect effects[] = {
		{"mbox0.zdp_ctl_fvc.stuck1=11", 0xcab, 0xca0, 0, 0x0d << 9 | 0x41, 600},
		{"mbox0.zdp_ctl_fvc.stuck0=11", 0xcab, 0xca0, 1 << 11, 0x0d << 9 | 0x41, 500},
		{"mbox0.zdp_ctl_fvc.dropped", 0xcab, 0xca0, 1 << 11, 0x0d << 9 | 0x41, 500},
		{"mbox0.zdp_ctl_fvc.alias=mbox1.zdp_ctl_fvc", 0xcab, 0xca0, 1 << 11, 0x0d << 9 | 0x41, 500},
		{"rbox.port0_iperf_cfg0.stuck0=31", 0xe04, 0xe00, 3ull << 30, 1, 800},
		{"rbox.port0_iperf_cfg0.alias=rbox.port0_iperf_cfg1", 0xe04, 0xe00, 1ull << 31, 1 | 1 << 1, 700},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(effects); i++) {
		struct bench *bench = broken(effects[i].fault);

		put(bench, effects[i].companion, effects[i].value);
		assert_int_equal(second_of(bench, effects[i].base, effects[i].select), effects[i].count);
		put(bench, effects[i].companion, 0);
		leave(bench);
	}
}

TEST(test_filter_ignored)
{
	struct bench *bench = broken("rbox0.filter.ignored");
	uint64_t all;

	put(bench, 0xe6c, BIT(21) | 1 << 16);
	all = second_of(bench, 0xe00, (6 * 3 + 4) << 1 | 1);
	put(bench, 0xe6d, 1 << 5);
	put(bench, 0xe6e, 0xf << 5);
	assert_int_equal(second_of(bench, 0xe00, (6 * 3 + 4) << 1 | 1), all);
	bench_free(bench);
	bench = broken("mbox0.filter.ignored");
	put(bench, 0xcaa, 2 << 8 | 1);
	put(bench, 0xe56, 3);
	put(bench, 0xe54, BIT(63));
	assert_int_equal(second_of(bench, 0xca0, 0x0a << 9 | 0x41), 1024);
	expect_clean(bench);
	bench_free(bench);
	bench = broken("sbox1.filter.ignored");
	put(bench, 0xe58, BIT(63));
	assert_true(second_of(bench, 0xcc0, EN) > 0);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_lock_ignored)
{
	struct bench *bench = broken("sbox0.lock.ignored");

	put(bench, 0xe48, BIT(63));
	put(bench, 0xe49, 5);
	assert_int_equal(get(bench, 0xe49), 5);
	bench_free(bench);
	bench = broken("sbox0.mm_cfg.stuck1=63"); /* the other way round */
	put(bench, 0xe48, 0);
	assert_int_equal(silicon_write(bench->silicon, 0, &(struct silicon_access){.bytes = 8, .address = 0xe49}, 5),
			 SILICON_FAULT);
	leave(bench);
	bench = broken("mbox0.mm_cfg.stuck1=63");
	put(bench, 0xe54, 0);
	put(bench, 0xe55, 5);
	put(bench, 0xe55, 0);
	leave(bench);
}

TEST(test_tally_ignored)
{
	struct bench *bench = broken("sbox0.tally.ignored");

	put(bench, SEL(0xc40, 0), EN | BIT(17) | 0x0a);
	assert_int_equal(second_of(bench, 0xc40, EN | 0x0a), 1000100);
	leave(bench);
}

TEST(test_summary_missing)
{
	struct bench *bench = broken("mbox1.summary.missing");

	set_any(bench, 0xce0, 0, 0x06 << 9 | 0x43, TOP - 10);
	start(bench, FRZ_ALL | CORE(0));
	go(bench, 10000);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(get(bench, 0xce1), 1);
	assert_int_equal(get(bench, U_STATUS), ST_PMI);
	put(bench, 0xce2, 1);
	put(bench, U_OVF, ST_PMI);
	put(bench, 0xcb0, 0x06 << 9 | 0x41); /* the other box of the kind still reports */
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_timestamp_stands_still)
{
	struct bench *bench = broken("mbox0.timestamp_unit.dead");

	go(bench, 1000000);
	assert_int_equal(get(bench, 0xca4), 0);
	assert_int_equal(get(bench, 0xce4), 1000);
	leave(bench);
}

/* Counter faults in boxes whose enable and overflow bits lie elsewhere. */
TEST(test_counters_of_the_new_boxes)
{
	static const struct {
		const char *fault;
		uint64_t count;
	} cases[] = {
		{"mbox1.ctr0.dead", 0},
		{"mbox1.ctr0.rate=3", 3000000},
		{"mbox1.ctr0.width=16", 1000000 & 0xffff},
		{"mbox1.ctr0.stuck0=6", 1000000 & ~64},
		{"mbox1.ctr0.alias=mbox1.ctr1", 0},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
		struct bench *bench = broken(cases[i].fault);

		assert_int_equal(second_of(bench, 0xce0, 0x06 << 9 | 0x41), cases[i].count);
		expect_clean(bench);
		bench_free(bench);
	}
}

TEST(test_leaving_companions_changed)
{
	static const struct {
		uint32_t address;
		uint64_t value;
		const char *name;
	} left[] = {
		{0xe4a, 1, "leaving with sbox0.mask msr 0xe4a = 0x1"},
		{0xe4d, 1, "bbox1.match"},
		{0xcab, 1, "mbox0.zdp_ctl_fvc"},
		{0xe28, 1, "rbox1.port4_iperf_cfg1"},
		{0xe9e, 8, "rbox1.port7_xbr_set2_mask"},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(left); i++) {
		struct bench *bench = bench_make(1, "");

		put(bench, left[i].address, left[i].value);
		silicon_leave(bench->silicon, 0);
		expect_violation(bench, left[i].name);
		bench_free(bench);
	}
}
