/* SPDX-License-Identifier: BSD-2-Clause */
/* The text that says what virtual silicon shall be. */
#include "lib/basic.h"
#include "tests/unit/support/model_bench.h"
#include "tests/unit/support/unit.h"

/* What LLC_HITS:M of a C-Box counts in a second under a scenario. */
static uint64_t hits(const char *scenario, unsigned box)
{
	struct bench *bench = bench_make(1, scenario);
	uint64_t count;

	set_c(bench, box, 0, LLC_HITS_M, 0);
	start(bench, 0);
	go(bench, 1000000000);
	count = get(bench, C_CTR(box, 0));
	bench_free(bench);
	return count;
}

TEST(test_rates_by_code_and_by_name)
{
	assert_int_equal(hits("rate.cbox3.0x15.0x01 = 1000000", 3), 1000000);
	assert_int_equal(hits("rate.cbox3.21.1=1000000", 3), 1000000);
	assert_int_equal(hits("rate.cbox3.LLC_HITS.M = 0x10", 3), 16);
	assert_int_equal(hits("rate.CBOX3.llc_hits.m = 17", 3), 17);
	assert_int_equal(hits("rate.cbox*.LLC_HITS.M = 18", 7), 18);
	assert_int_equal(hits("rate.cbox3.LLC_HITS.M = 0", 3), 0);
	assert_true(hits("rate.cbox3.LLC_HITS.E = 5\nrate.cbox2.LLC_HITS.M = 5", 3) > 1000);
}

TEST(test_layout_of_lines)
{
	assert_int_equal(hits("\n\n  # all comment\n\trate.cbox0.LLC_HITS.M\t=\t5 # five\n\n", 0), 5);
	assert_int_equal(hits("rate.cbox0.LLC_HITS.M = 5\r\nrate.cbox0.LLC_HITS.M = 6\r\n", 0), 6);
	assert_int_equal(hits("#rate.cbox0.LLC_HITS.M = 5", 0), 100003 * 0x16 + 50021);
	assert_int_equal(hits("", 0), 100003 * 0x16 + 50021);
}

TEST(test_sockets_come_from_either_side)
{
	struct bench bench;

	assert_true(bench_try(&bench, 0, ""));
	assert_int_equal(silicon_sockets(bench.silicon), 1);
	free(bench.memory);
	assert_true(bench_try(&bench, 0, "sockets = 3"));
	assert_int_equal(silicon_sockets(bench.silicon), 3);
	free(bench.memory);
	assert_true(bench_try(&bench, 4, "sockets = 4"));
	assert_int_equal(silicon_sockets(bench.silicon), 4);
	free(bench.memory);
	assert_false(bench_try(&bench, 2, "sockets = 4"));
	assert_non_null(strstr(bench.error, "the machine has 2"));
	free(bench.memory);
	assert_false(bench_try(&bench, 9, ""));
	free(bench.memory);
}

/* What a counter of an R- or M-Box counts in a second after `address` has been given `value`. */
static uint64_t companion_count(const char *scenario, uint32_t address, uint64_t value, uint32_t base, uint64_t select)
{
	struct bench *bench = bench_make(1, scenario);
	uint64_t count;

	put(bench, address, value);
	count = second_of(bench, base, select);
	bench_free(bench);
	return count;
}

TEST(test_rates_of_choices)
{
	static const struct {
		const char *scenario;
		uint32_t address;
		uint64_t value, count;
	} m[] = {
		{"rate.mbox0.4.DIMM0_GT_LO = 5", 0xca8, 0x90, 5},
		{"rate.mbox0.THERM_TRP_UP.dimm0.gt_lo = 6", 0xca8, 0x90, 6},
		{"rate.mbox*.THERM_TRP_UP.GT_LO_DIMM0 = 7", 0xca8, 0x90, 7},
		{"rate.mbox0.THERM_TRP_UP.GT_LO = 87", 0xca8, 0x90, 17}, /* 8 DIMMs, the first more */
		{"rate.mbox0.THERM_TRP_UP.ALL.GT_LO = 87", 0xca8, 0xa0, 10},
		{"rate.mbox0.THERM_TRP_UP.GT_LO = 87", 0xca8, 0x88, 87},
	};
	static const struct {
		const char *scenario;
		uint64_t value, count;
	} r[] = {
		{"rate.rbox.port0.31 = 5", 0x80000000, 5},
		{"rate.rbox*.port0.FLITS_SENT = 6", 0x80000000, 6},
		{"rate.rbox0.port*.FLITS_SENT = 7", 0x80000000, 7},
		{"rate.rbox.port0.NEW_PACKETS_RECV.ANY.ALL = 1800", 0x01, 100},
		{"rate.rbox.port0.NEW_PACKETS_RECV.VN1 = 606", 0x7f, 606},
		{"rate.rbox.port0.NEW_PACKETS_RECV.SNP = 301", 0x10, 101},
		{"rate.rbox.port0.NEW_PACKETS_RECV.SNP = 301", 0xd0, 301},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(m); i++)
		assert_int_equal(companion_count(m[i].scenario, m[i].address, m[i].value, 0xca0, 0x04 << 9 | 0x41),
				 m[i].count);
	for (unsigned i = 0; i < ARRAY_SIZE(r); i++)
		assert_int_equal(companion_count(r[i].scenario, 0xe04, r[i].value, 0xe00, 1), r[i].count);
}

TEST(test_errors_name_line_and_reason)
{
	static const char *const bad[][2] = {
		{"\nfoo = 1", "scenario line 2: unknown name \"foo\""},
		{"bakground = 0", "unknown name \"bakground\": did you mean background? known are sockets"},
		{"cores = 1\n#from other.txt\n\nfoo = 1", "other.txt, line 2: unknown name \"foo\""},
		{"#from --fault\nfault = x", "--fault: unknown fault \"x\""},
		{"foo", "\"foo\": name = value is needed"},
		{"= 5", "unknown name \"\""},
		{"sockets = 0", "sockets: a number from 1 to 8"},
		{"sockets = 9", "sockets: a number from 1 to 8"},
		{"sockets = many", "sockets"},
		{"leave = whenever", "leave: one of these is needed: as-found any"},
		{"cores = 321", "cores: a number from 1 to 320"},
		{"cores = 17", "17 processors a socket, of 1 thread a core: xeon-7500 has at most 8 cores"},
		{"cores = 3\nthreads = 2", "3 processors a socket do not make cores of 2 threads"},
		{"Cores = 5", "unknown name"},
		{"rate.clock = 999999", "from 1000000 to 10000000000"},
		{"rate.clock = 10000000001", "from 1000000 to"},
		{"rate.cbox0.MAF_ACK = 2300000001", "from 0 to 2300000000"},
		{"rate.cbox0.MAF_ACK = ", "from 0 to"},
		{"rate.cbox0.MAF_ACK.1 = 5", "MAF_ACK needs one sub-event of: (none)"},
		{"rate.cbox0.LLC_HITS = 5", "LLC_HITS needs one sub-event of: M E S F"},
		{"rate.cbox0.LLC_HITS. = 5", "sub-event"},
		{"rate.cbox0.LLC_HITS.X = 5", "sub-event"},
		{"rate.cbox0.LLC_HITS.3 = 5", "sub-event"},
		{"rate.cbox0.LLC_HITS.16 = 5", "sub-event"},
		{"rate.cbox0.0x100000115.1 = 5", "no event"},
		{"rate.cbox0.0x0d = 5", "cbox has no event 0x0d"},
		{"rate.cbox8.MAF_ACK = 5", "unknown box cbox8"},
		{"rate.mbox0.DSP_FILL = 5", "DSP_FILL needs one of: RDQ_FULL=1"},
		{"rate.mbox0.DSP_FILL.FULL = 5", "DSP_FILL: unknown word FULL"},
		{"rate.mbox0.DSP_FILL. = 5", "DSP_FILL: unknown word"},
		{"rate.mbox0.DSP_FILL.RDQ_FULL.RDQ_FULL = 5", "unknown word RDQ_FULL"},
		{"rate.mbox0.FVC_EV0.BBOX_CMDS = 5", "FVC_EV0 needs one of: READS=0"},
		{"rate.mbox0.FVC_EV0.BBOX_RSP.READS = 5", "unknown word READS"},
		{"rate.mbox0.REFRESH.1 = 5", "(none)"},
		{"rate.rbox.FLITS_SENT = 5", "unknown port FLITS_SENT"},
		{"rate.rbox.port8.FLITS_SENT = 5", "unknown port port8"},
		{"rate.rbox0.port4.FLITS_SENT = 5", "unknown port port4"},
		{"rate.rbox.port.FLITS_SENT = 5", "unknown port"},
		{"rate.rbox.port1.FLITS = 5", "rbox has no event FLITS"},
		{"rate.rbox2.port1.FLITS_SENT = 5", "unknown box rbox2"},
		{"rate.bbox2.TF_ALL = 5", "unknown box bbox2"},
		{"rate.bbox0.0x317a = 5", "bbox has no event 0x317a"},
		{"summary.cbox8 = s0", "unknown name \"summary.cbox8\""},
		{"overflow = never", "one of these is needed: carry early late"},
		{"invert = 1", "below swapped above"},
		{"pmi_core_sel.encoding = bit", "mask number"},
		{"rate.* = 5", "unknown box"},
		{"rate. = 5", "unknown box"},
		{"fixed.pmi_bit = 3", "one of these is needed: 1 2 20"},
		{"debugctl = yes", "not-needed needed"},
		{"erratum = ", "none wbox fixed all"},
		{"freeze.delay = 500001", "freeze.delay: a number from 0"},
		{"status.pmi_bit = 3", "from 4 to 31"},
		{"pmi_core_sel.width = 9", "from 1 to 8"},
	};
	struct bench bench;

	for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
		if (bench_try(&bench, 0, bad[i][0]))
			fail_msg("\"%s\" is accepted", bad[i][0]);
		if (!strstr(bench.error, bad[i][1]))
			fail_msg("\"%s\" does not say \"%s\"", bench.error, bad[i][1]);
		assert_null(strchr(bench.error, '\n'));
		free(bench.memory);
	}
}

TEST(test_too_many_rates)
{
	static char scenario[20000];
	struct bench bench;
	size_t length = 0;

	for (unsigned i = 0; i < 4; i++) /* the same ones again take no room */
		length += (size_t)sprintf(scenario + length, "rate.cbox*.LLC_HITS.%u = 5\n", 1u << i);
	for (unsigned i = 0; i < 4; i++)
		length += (size_t)sprintf(scenario + length, "rate.cbox*.LLC_HITS.%u = 6\n", 1u << i);
	assert_true(bench_try(&bench, 1, scenario));
	free(bench.memory);
	for (unsigned box = 0; box < 8; box++) {
		for (unsigned i = 0; i < 21; i++)
			length += (size_t)sprintf(scenario + length, "rate.cbox%u.%u.%u = 5\n", box, 0x0a + i / 7,
						  1u << i % 7);
		for (unsigned code = 0x18; code <= 0x23; code++)
			length += (size_t)sprintf(scenario + length, "rate.cbox%u.%u = 5\n", box, code);
	}
	assert_false(bench_try(&bench, 1, scenario));
	assert_non_null(strstr(bench.error, "more than 256 rates"));
	free(bench.memory);
}

static const struct silicon_extent one = {.sockets = 1};

TEST(test_unknown_machine)
{
	struct silicon_owner owner = {0};
	void *memory = malloc(silicon_size("xeon-7500", &one, NULL, 0));
	char error[300];

	assert_null(silicon_create(memory, "vax", &one, NULL, 0, &owner, error, sizeof(error)));
	assert_ptr_equal(strstr(error, "unknown machine \"vax\": known are xeon-7500 xeon-e7 "), error);
	assert_non_null(strstr(error, " sapphire-rapids"));
	assert_non_null(silicon_create(memory, "xeon-7500", &one, NULL, 0, &owner, error, sizeof(error)));
	free(memory);
}

/* An owner may leave out what it does not want to hear. */
TEST(test_silent_owner)
{
	struct silicon_owner owner = {0};
	struct bench *bench = malloc(sizeof(*bench));

	memset(bench, 0, sizeof(*bench));
	bench->memory = malloc(silicon_size("xeon-7500", &one, NULL, 0));
	bench->silicon =
		silicon_create(bench->memory, "xeon-7500", &one, NULL, 0, &owner, bench->error, sizeof(bench->error));
	set_c(bench, 0, 0, MAF_ACK | PMI_EN, TOP - 1);
	put(bench, U_STATUS, 1);
	start(bench, CORE(0));
	go(bench, 1000000);
	answer_to_read(bench, 0xc40);
	assert_int_equal(get(bench, C_STATUS(0)), 1);
	bench_free(bench);
}
