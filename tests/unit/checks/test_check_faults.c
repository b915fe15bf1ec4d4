/* SPDX-License-Identifier: BSD-2-Clause */
/* Each fault of virtual silicon makes a check fail that names its box and register, and none that blames
 * another box. */
#include "tests/unit/support/checks_bench.h"
#include "tests/unit/support/unit.h"

struct fault {
	const char *fault;
	const char *check; /* must fail */
	const char *reg;   /* and name this register */
	const char *only;  /* the box that every failure must name; NULL: the fault reaches others */
};

static const struct fault faults[] = {
	/* clang-format off */
	{"cbox3.ctr1.stuck1=17",         "cbox3.ctr1.bits",         "cbox3.ctr1",      "cbox3"},
	{"cbox3.ctr1.stuck0=17",         "cbox3.ctr1.bits",         "cbox3.ctr1",      "cbox3"},
	{"cbox7.ctr5.stuck0=47",         "cbox7.ctr5.bits",         "cbox7.ctr5",      "cbox7"},
	{"wbox.ctl3.stuck0=22",          "wbox.ctl3.bits",          "wbox.ctl3",       "wbox"},
	{"cbox0.global_ctl.stuck0=2",    "cbox0.global_ctl.bits",   "cbox0.global_ctl", "cbox0"},
	{"ubox.ctr0.stuck1=0",           "ubox.ctr0.bits",          "ubox.ctr0",       "ubox"},
	{"wbox.fixed_ctr.stuck0=30",     "wbox.fixed_ctr.bits",     "wbox.fixed_ctr",  "wbox"},
	{"cbox3.ctr1.torn",              "cbox3.ctr1.width",        "cbox3.ctr1",      "cbox3"},
	{"cbox3.ctl1.deaf=18",           "cbox3.ctr1.modifiers",    "cbox3.ctl1",      "cbox3"},
	{"cbox3.reset.missed",           "ubox.reset-all",          "cbox3.ctr0",      NULL},
	{"cbox3.enable.missed",          "cbox3.ctr0.counts",       "cbox3.ctr0",      NULL},
	{"sbox1.ctl2.deaf=20",           "sbox1.ctr2.signals",      "sbox1.ctl2",      "sbox1"},
	{"cbox1.status.slow",            "cbox1.ctr0.overflow",     "cbox1.status",    "cbox1"},
	{"cbox1.status.lingers",         "cbox1.ctr0.clear",        "cbox1.status",    NULL},
	{"cbox3.ctl5.deaf=31",           "cbox3.ctr5.modifiers",    "cbox3.ctl5",      "cbox3"},
	{"cbox3.ctl4.deaf=23",           "cbox3.ctr4.modifiers",    "cbox3.ctl4",      "cbox3"},
	{"sbox1.ctl2.deaf=24",           "sbox1.hunt.threshold",    "sbox1.ctl2",      "sbox1"},
	{"wbox.ctl3.deaf=27",            "wbox.ctr3.modifiers",     "wbox.ctl3",       "wbox"},
	{"cbox3.ctl1.deaf=4",            "cbox3.selects",           "cbox3.ctl1",      "cbox3"},
	{"sbox1.ctl3.deaf=13",           "sbox1.selects",           "sbox1.ctl3",      "sbox1"},
	{"cbox3.summary.hasty",          "cbox3.clear.beside",      "ubox.status",     NULL},
	{"sbox0.summary.stays",          "sbox0.clear.beside",      "ubox.status",     NULL},
	{"wbox.summary.stays",           "wbox.clear.beside",       "ubox.status",     NULL},
	{"bbox0.status.together",        "bbox0.clear.beside",      "bbox0.status",    "bbox0"},
	{"cbox1.status.together",        "cbox1.ctr0.clear",        "cbox1.status",    "cbox1"},
	{"bbox0.ctr1.cleared",           "bbox0.ctr1.clear",        "bbox0.ctr1",      NULL},
	{"cbox3.control.coupled",        "ubox.control.apart",     "cbox3.global_ctl", NULL},
	{"rbox1.control.coupled",        "ubox.control.apart",     "rbox1.global_ctl", NULL},
	{"cbox3.clock.rate=15",          "cbox3.clock.alike",       "cbox3.ctr0",      "cbox3"},
	{"sbox1.clock.rate=32",          "sbox1.clock.alike",       "sbox1.ctr0",      NULL},
	{"mbox0.clock.rate=17",          "mbox0.clock.alike",       "mbox0.ctr0",      NULL},
	{"mbox1.clock.dead",             "mbox1.ctr0.modes",        "mbox1.ctl0",      "mbox1"},
	{"mbox1.timestamp_unit.half",    "mbox1.timestamp.speed",   "mbox1.timestamp", "mbox1"},
	{"mbox1.ctl1.deaf=2",            "mbox1.ctr1.modes",        "mbox1.ctl1",      "mbox1"},
	{"mbox0.ctl2.deaf=4",            "mbox0.ctr2.modes",        "mbox0.ctl2",      "mbox0"},
	{"mbox0.ctl3.deaf=6",            "mbox0.ctr3.modes",        "mbox0.ctl3",      "mbox0"},
	{"mbox1.ctl0.deaf=7",            "mbox1.ctr0.modes",        "mbox1.ctl0",      "mbox1"},
	{"cbox3.status.stuck1=6",        "cbox3.status.reserved",   "cbox3.status",    "cbox3"},
	{"mbox0.ovf_ctl.stuck1=9",       "mbox0.ovf_ctl.reserved",  "mbox0.ovf_ctl",   "mbox0"},
	{"mbox1.timestamp_unit.stuck1=9", "mbox1.timestamp.moves",  "mbox1.timestamp", "mbox1"},
	{"ubox.global_ctl.stuck1=29",    "machine.boxes-answer",    "ubox.global_ctl", NULL},
	{"cbox2.ctr0.dead",              "cbox2.ctr0.counts",       "cbox2.ctr0",      "cbox2"},
	{"wbox.fixed_ctr.dead",          "wbox.fixed_ctr.counts",   "wbox.fixed_ctr",  "wbox"},
	{"wbox.ctr2.rate=2",             "wbox.ctr2.counts",        "wbox.ctr2",       "wbox"},
	{"cbox0.ctr0.width=40",          "cbox0.ctr0.width",        "cbox0.ctr0",      "cbox0"},
	{"cbox5.ctr3.width=47",          "cbox5.ctr3.width",        "cbox5.ctr3",      "cbox5"},
	{"ubox.freeze.ignored",          "ubox.freeze.on-overflow", "ubox.global_ctl", "ubox"},
	{"cbox2.ctr4.early=140737488355328", "cbox2.overflow.way", "cbox2.ctr4",       "cbox2"},
	{"cbox0.ctr1.early=50000",       "cbox0.overflow.way",      "cbox0.ctr1",       "cbox0"},
	{"cbox7.ctr4.early=1500000",     "cbox7.overflow.way",      "cbox7.ctr4",       "cbox7"},
	{"wbox.fixed_ctr.early=1048576", "wbox.overflow.way",      "wbox.fixed_ctr",   "wbox"},
	{"mbox1.ctr3.late",              "mbox1.overflow.way",     "mbox1.ctr3",       "mbox1"},
	{"cbox3.ctr5.leaps",             "cbox3.reads",            "cbox3.ctr5",       "cbox3"},
	{"rbox1.ctr2.lags",              "rbox1.reads",            "rbox1.ctr2",       "rbox1"},
	{"rbox0.ctr1.lags",              "rbox0.reads",            "rbox0.ctr1",       "rbox0"},
	{"rbox0.ctr4.leaps",             "rbox0.reads",            "rbox0.ctr4",       "rbox0"},
	{"ubox.ctr0.leaps",              "ubox.reads",             "ubox.ctr0",        "ubox"},
	{"ubox.pmi.blocked",             "ubox.pmi.beside",         "ubox.global_ctl", "ubox"},
	{"ubox.pmi.lost",                "ubox.pmi.once",           "ubox.global_ctl", "ubox"},
	{"ubox.pmi.spurious",            "ubox.pmi.quiet",           "ubox.global_ctl", "ubox"},
	{"ubox.pmi.core=1",              "ubox.pmi.core",           "ubox.global_ctl", "ubox"},
	{"ubox.pmi.core=0",              "ubox.pmi.core",           "ubox.global_ctl", "ubox"},
	{"cbox1.status.sticky",          "cbox1.ctr0.clear",        "cbox1.status",    "cbox1"},
	{"wbox.status.sticky",           "wbox.ctr1.clear",         "wbox.status",     "wbox"},
	{"cbox4.ctl0.alias=cbox5.ctl0",  "cbox5.alias",             "cbox5.ctl0",      NULL},
	{"cbox4.ctr2.alias=cbox4.ctr3",  "cbox4.alias",             "cbox4.ctr2",      "cbox4"},
	{"cbox0.ctl1.reset=0x1",         "cbox0.reset",             "cbox0.ctl1",      "cbox0"},
	{"ubox.enable.ignored",          "ubox.ctr0.enables",       "ubox.ctr0",       "ubox"},
	{"cbox7.enable.ignored",         "cbox7.ctr0.enables",      "cbox7.ctr0",      "cbox7"},
	{"wbox.enable.ignored",          "wbox.fixed_ctr.enables",  "wbox.fixed_ctr",  "wbox"},
	{"ubox.reset.ignored",           "ubox.reset-all",          "ubox.global_ctl", "ubox"},
	{"wbox.fixed_ctr.rate=2",        "wbox.fixed_ctr.rate",     "wbox.fixed_ctr",  "wbox"},
	{"wbox.fixed_ctr.width=32",      "wbox.fixed_ctr.width",    "wbox.fixed_ctr",  "wbox"},
	{"ubox.ctr0.width=47",           "ubox.ctr0.width",         "ubox.ctr0",       "ubox"},
	{"cbox0.ctl0.stuck0=20",         "cbox0.ctr0.signals",      "cbox0.ctl0",      "cbox0"},
	{"cbox0.ctl0.stuck0=22",         "cbox0.ctr0.counts",       "cbox0.ctr0",      "cbox0"},
	{"ubox.pmi.doubled=9000",          "ubox.pmi.once",           "ubox.global_ctl", "ubox"},
	{"cbox2.status.missing",         "cbox2.ctr5.overflow",     "cbox2.status",    "cbox2"},
	{"cbox2.ovf_ctl.gp",             "cbox2.ctr5.clear",        "cbox2.ovf_ctl",   "cbox2"},
	{"ubox.gp",                      "ubox.present",            "ubox.ctr0",       "ubox"},
	{"cbox6.gp",                     "cbox6.present",           "cbox6.ctr0",      "cbox6"},
	{"cbox6.ctl2.gp",                "cbox6.present",           "cbox6.ctl2",      "cbox6"},
	{"sbox0.global_ctl.stuck0=1",    "sbox0.global_ctl.bits",   "sbox0.global_ctl", "sbox0"},
	{"sbox1.enable.ignored",         "sbox1.ctr2.enables",      "sbox1.ctr2",      "sbox1"},
	{"sbox0.status.missing",         "sbox0.ctr3.overflow",     "sbox0.status",    "sbox0"},
	{"sbox1.status.sticky",          "sbox1.ctr0.clear",        "sbox1.status",    "sbox1"},
	{"sbox1.ovf_ctl.gp",             "sbox1.ctr1.clear",        "sbox1.ovf_ctl",   "sbox1"},
	{"sbox0.ctl2.stuck0=20",         "sbox0.ctr2.signals",      "sbox0.ctl2",      "sbox0"},
	{"sbox1.ctr3.dead",              "sbox1.ctr3.counts",       "sbox1.ctr3",      "sbox1"},
	{"sbox0.ctr1.width=40",          "sbox0.ctr1.width",        "sbox0.ctr1",      "sbox0"},
	{"sbox0.ctr2.silent",            "ubox.overflow.all",       "sbox0.status",    "sbox0"},
	{"sbox1.mm_cfg.stuck0=63",       "sbox1.mm_cfg.bits",       "sbox1.mm_cfg",    "sbox1"},
	{"sbox0.match.stuck0=5",         "sbox0.match.bits",        "sbox0.match",     "sbox0"},
	{"sbox1.mask.stuck1=38",         "sbox1.mask.bits",         "sbox1.mask",      "sbox1"},
	{"sbox1.summary.missing",        "sbox1.ctr0.overflow",     "ubox.status",     "ubox"},
	{"sbox0.gp",                     "sbox0.present",           "sbox0.ctr0",      "sbox0"},
	{"bbox0.global_ctl.stuck1=3",    "bbox0.global_ctl.bits",   "bbox0.global_ctl", "bbox0"},
	{"bbox1.enable.ignored",         "bbox1.ctr1.enables",      "bbox1.ctr1",      "bbox1"},
	{"bbox1.status.missing",         "bbox1.ctr2.overflow",     "bbox1.status",    "bbox1"},
	{"bbox0.status.sticky",          "bbox0.ctr3.clear",        "bbox0.status",    "bbox0"},
	{"bbox0.ovf_ctl.dropped",        "bbox0.ctr0.clear",        "bbox0.status",    "bbox0"},
	{"bbox0.ctl1.stuck0=20",         "bbox0.ctr1.signals",      "bbox0.ctl1",      "bbox0"},
	{"bbox1.ctl3.stuck1=40",         "bbox1.ctl3.bits",         "bbox1.ctl3",      "bbox1"},
	{"bbox0.ctr3.width=47",          "bbox0.ctr3.width",        "bbox0.ctr3",      "bbox0"},
	{"bbox0.match.stuck0=59",        "bbox0.match.bits",        "bbox0.match",     "bbox0"},
	{"bbox1.mask.stuck1=0",          "bbox1.mask.bits",         "bbox1.mask",      "bbox1"},
	{"bbox1.gp",                     "bbox1.present",           "bbox1.ctr0",      "bbox1"},
	{"mbox1.global_ctl.stuck0=5",    "mbox1.global_ctl.bits",   "mbox1.global_ctl", "mbox1"},
	{"mbox0.enable.ignored",         "mbox0.ctr4.enables",      "mbox0.ctr4",      "mbox0"},
	{"mbox0.status.missing",         "mbox0.ctr5.overflow",     "mbox0.status",    "mbox0"},
	{"mbox1.status.sticky",          "mbox1.ctr2.clear",        "mbox1.status",    "mbox1"},
	{"mbox1.ovf_ctl.gp",             "mbox1.ctr0.clear",        "mbox1.ovf_ctl",   "mbox1"},
	{"mbox0.ctl3.stuck0=1",          "mbox0.ctr3.signals",      "mbox0.ctl3",      "mbox0"},
	{"mbox1.ctl5.stuck0=6",          "mbox1.ctl5.bits",         "mbox1.ctl5",      "mbox1"},
	{"mbox0.ctr1.dead",              "mbox0.ctr1.counts",       "mbox0.ctr1",      "mbox0"},
	{"mbox1.ctr0.stuck1=33",         "mbox1.ctr0.bits",         "mbox1.ctr0",      "mbox1"},
	{"mbox1.timestamp_unit.dead",    "mbox1.timestamp.moves",   "mbox1.timestamp", "mbox1"},
	{"mbox0.dsp.stuck0=7",           "mbox0.dsp.bits",          "mbox0.dsp",       "mbox0"},
	{"mbox1.iss.stuck1=4",           "mbox1.iss.bits",          "mbox1.iss",       "mbox1"},
	{"mbox0.map.stuck0=8",           "mbox0.map.bits",          "mbox0.map",       "mbox0"},
	{"mbox1.msc_thr.dropped",        "mbox1.msc_thr.bits",      "mbox1.msc_thr",   "mbox1"},
	{"mbox0.pgt.stuck0=6",           "mbox0.pgt.bits",          "mbox0.pgt",       "mbox0"},
	{"mbox1.pld.stuck0=9",           "mbox1.pld.bits",          "mbox1.pld",       "mbox1"},
	{"mbox0.zdp_ctl_fvc.dropped",    "mbox0.zdp_ctl_fvc.bits",  "mbox0.zdp_ctl_fvc", "mbox0"},
	{"mbox0.mm_cfg.stuck0=63",       "mbox0.mm_cfg.bits",       "mbox0.mm_cfg",    "mbox0"},
	{"mbox1.addr_match.stuck0=33",   "mbox1.addr_match.bits",   "mbox1.addr_match", "mbox1"},
	{"mbox0.addr_mask.alias=mbox0.addr_match", "mbox0.alias",   "mbox0.addr_match", "mbox0"},
	{"sbox0.mm_cfg.alias=sbox0.match", "sbox0.alias",          "sbox0.match",     "sbox0"},
	{"mbox0.mm_cfg.alias=mbox1.mm_cfg", "mbox0.alias",         "mbox1.mm_cfg",    NULL},
	{"mbox1.mm_cfg.alias=mbox1.addr_mask", "mbox1.alias",      "mbox1.addr_mask", "mbox1"},
	{"mbox1.gp",                     "mbox1.present",           "mbox1.ctr0",      "mbox1"},
	{"rbox.global_ctl_15_8.stuck0=7", "rbox1.global_ctl.bits",  "rbox1.global_ctl", "rbox1"},
	{"rbox1.enable.ignored",         "rbox1.ctr6.enables",      "rbox1.ctr6",      "rbox1"},
	{"rbox0.status.missing",         "rbox0.ctr7.overflow",     "rbox0.status",    "rbox0"},
	{"rbox1.status.sticky",          "rbox1.ctr0.clear",        "rbox1.status",    "rbox1"},
	{"rbox.ovf_ctl_7_0.gp",          "rbox0.ctr2.clear",        "rbox0.ovf_ctl",   "rbox0"},
	{"rbox.ctl12.stuck0=6",          "rbox1.ctr4.signals",      "rbox1.ctl4",      "rbox1"},
	{"rbox.ctl3.stuck1=5",           "rbox0.ctl3.bits",         "rbox0.ctl3",      "rbox0"},
	{"rbox.ctr9.rate=2",             "rbox1.ctr1.counts",       "rbox1.ctr1",      "rbox1"},
	{"rbox.ctr5.width=32",           "rbox0.ctr5.width",        "rbox0.ctr5",      "rbox0"},
	{"rbox.port5_iperf_cfg1.stuck0=4", "rbox1.iperf_cfg1_port1.bits", "rbox1.iperf_cfg1_port1", "rbox1"},
	{"rbox.port2_qlx_cfg.stuck1=12", "rbox0.qlx_cfg_port2.bits", "rbox0.qlx_cfg_port2", "rbox0"},
	{"rbox.port7_xbr_set2_mask.stuck0=13", "rbox1.xbr2_mask_port3.bits", "rbox1.xbr2_mask_port3", "rbox1"},
	{"rbox.port0_xbr_set1_mm_cfg.stuck0=21", "rbox0.xbr1_mm_cfg_port0.bits", "rbox0.xbr1_mm_cfg_port0", "rbox0"},
	{"rbox.port3_iperf_cfg0.alias=rbox.port3_iperf_cfg1", "rbox0.alias", "rbox0.iperf_cfg0_port3", "rbox0"},
	{"cbox1.ctl0.stuck1=40",         "cbox1.ctl0.bits",         "cbox1.ctl0",      "cbox1"},
	/* clang-format on */
};

/* Known work misses what a dead counter does not count, and names no register. */
static bool blames_others(const struct bench *bench, const struct fault *fault)
{
	const char *at = bench->said;
	struct failure failure;

	while (fault->only && next_failure(&at, &failure))
		if (*failure.box && strcmp(failure.box, fault->only))
			return true;
	return false;
}

/* What is wrong with the run over this fault; empty if nothing is. */
static void find_diagnostic(const struct bench *bench, const struct fault *fault, char *diagnostic, size_t size)
{
	if (!failure_names(bench, fault->check, fault->reg))
		snprintf(diagnostic, size, "%s does not fail naming %s", fault->check, fault->reg);
	else if (blames_others(bench, fault))
		snprintf(diagnostic, size, "a check blames others than %s", fault->only);
	else if (bench->output.verdict != VERDICT_FAIL)
		snprintf(diagnostic, size, "the verdict is %s", verdict_name((enum verdict)bench->output.verdict));
	else if (!strstr(bench->said, "# advice=\""))
		snprintf(diagnostic, size, "nobody is told what to do");
	else if (bench->violations)
		snprintf(diagnostic, size, "%u violations: %.150s", bench->violations, bench->violation);
}

static struct slice kind_of(const struct fault *fault)
{
	struct slice rest = slice_of(fault->fault), kind = slice_cut(&rest, '=');

	while (memchr(kind.at, '.', kind.length))
		slice_cut(&kind, '.');
	return kind;
}

static bool is_first_of_kind(const struct fault *fault)
{
	struct slice kind = kind_of(fault);

	for (const struct fault *before = faults; before < fault; before++) {
		struct slice other = kind_of(before);

		if (other.length == kind.length && !memcmp(other.at, kind.at, kind.length))
			return false;
	}
	return true;
}

/* The first of a kind is found by a run of all checks, or what it does to other boxes would not be seen; others by those of
 * the box whose check must fail. */
static bool try_fault(const struct fault *fault)
{
	struct bench bench;
	char scenario[100], glob[32] = "", diagnostic[250] = "";

	if (!is_first_of_kind(fault))
		snprintf(glob, sizeof(glob), "%.*s.*", (int)strcspn(fault->check, "."), fault->check);
	snprintf(scenario, sizeof(scenario), "fault = %s\n", fault->fault);
	set_up_cores(&bench, "xeon-7500", scenario, 4);
	run_checks(&bench, glob);
	find_diagnostic(&bench, fault, diagnostic, sizeof(diagnostic));
	if (*diagnostic) {
		print_message("---- %s: %s\n", fault->fault, diagnostic);
		show_failures(&bench);
	}
	tear_down(&bench);
	return !*diagnostic;
}

TEST(each_fault_is_found_and_named)
{
	unsigned missed = 0;

	for (size_t i = 0; i < ARRAY_SIZE(faults); i++)
		missed += !try_fault(&faults[i]);
	assert_int_equal(missed, 0);
}
