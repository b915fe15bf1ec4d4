/* SPDX-License-Identifier: BSD-2-Clause */
/* Faults of the uncore boxes of the Xeon E5-2600 and Knights Landing, of each kind of register and of box, also those that it
 * takes more than the box itself to find: its siblings, another clock, the registers that lead to it. For each a check fails and
 * names the register; good silicon, odd or not, passes. */
#include "tests/unit/support/checks_bench.h"
#include "tests/unit/support/unit.h"

#define E5   "xeon-e5-2600"
#define E5V2 "xeon-e5-2600-v2"
#define KNL  "knights-landing"

struct fault {
	const char *machine, *fault;
	const char *glob;  /* checks that are run */
	const char *check; /* must fail */
	const char *reg;   /* and name this register */
};

static const struct fault faults[] = {
	/* clang-format off */
	{KNL, "cha37.ctr2.reset=0x1",           "*.siblings", "cha37.siblings",     "cha37.ctr2"},
	{KNL, "imc5.box_ctl.reset=0x10000",     "*.siblings", "imc5.siblings",      "imc5.box_ctl"},
	{KNL, "imc_uclk1.fixed_ctl.reset=0x1",  "*.siblings", "imc_uclk1.siblings", "imc_uclk1.fixed_ctl"},
	{KNL, "m2pcie.status.reset=0x1",        "*.siblings", "m2pcie.siblings",    "m2pcie.status"},
	{KNL, "pcu.ctl3.reset=0x1",             "*.siblings", "pcu.siblings",       "pcu.ctl3"},
	{KNL, "ubox.ctl1.reset=0x1",            "*.siblings", "ubox.siblings",      "ubox.ctl1"},
	{KNL, "cha3.ctr2.early=1048576",         "*.cha3.*",   "cha3.overflow.way", "cha3.ctr2"},
	{KNL, "pcu.ctr2.torn",                  "*.pcu.*",    "pcu.ctr2.width",     "pcu.ctr2"},
	{KNL, "pcu.ctl1.stuck0=22",             "*.pcu.*",    "pcu.ctl1.bits",      "pcu.ctl1"},
	{KNL, "ubox.ctr0.flag=1",               "*.ubox.*",   "ubox.ctr0.flags",    "ubox.status"},
	{KNL, "ubox.ctr1.lost",                 "*.ubox.*",   "ubox.ctr1.counts",   "ubox.ctr1"},
	{KNL, "imc_uclk1.fixed_ctr.lost",       "*.rate",     "imc_uclk1.fixed_ctr.rate", "imc_uclk1.fixed_ctr"},
	{KNL, "irp.ctr1.width=43",              "*.irp.*",    "irp.ctr1.width",     "irp.ctr1"},
	{KNL, "irp.ctl0.stuck0=31",             "*.irp.*",    "irp.ctl0.bits",      "irp.ctl0"},
	{KNL, "irp.hidden",                     "*.irp.*",    "irp.identity",       "irp.id"},
	{E5,  "qpi_misc0.rate_status.stuck0=0", "*.qpi0.*",   "qpi0.speed",         "qpi0.rate"},
	{E5,  "qpi_misc1.rate_status.reset=0x7", "*.qpi1.*",  "qpi1.speed",         "qpi1.rate"},
	{E5,  "qpi_misc1.vanish",               "*.qpi1.*",   "qpi1.rate.steady",   "qpi1.rate"},
	{E5,  "iio.cpubusno.reset=0x4200",      "*.bus",      "socket.bus",         "iio.cpubusno"},
	{E5,  "iio.hidden",                     "*.bus",      "socket.bus",         "iio.cpubusno"},
	{E5,  "iio.vanish",                     "*.bus.*",    "socket.bus.steady",  "iio.cpubusno"},
	{E5,  "ubox_config.cpunodeid.stuck1=0", "*.bus",      "socket.bus",         "ubox_config.cpunodeid"},
	{E5,  "ubox_config.gidnidmap.stuck1=0", "*.bus",      "socket.bus",         "ubox_config.gidnidmap"},
	{E5,  "ubox_config.gidnidmap.stuck0=9", "*.bus.*",    "socket.bus.steady",  "ubox_config.gidnidmap"},
	{E5,  "ubox.fixed_ctr.lost",            "*.clock",    "ubox.fixed_ctr.clock", "ubox.fixed_ctr"},
	{E5,  "ubox.fixed_ctr.doubled",         "*.clock",    "ubox.fixed_ctr.clock", "ubox.fixed_ctr"},
	/* A second run of the check would find the bit as it begins. */
	{"xeon-e7", "cbox8.summary.stays",      "*.cbox8.*.clear", "cbox8.ctr0.clear", "ubox.status"},
	{E5,  "ubox.clock.rate=15",             "*.clock",    "ubox.fixed_ctr.clock", "ubox.fixed_ctr"},
	{E5,  "r3qpi1.clock.rate=17",           "*.clock.*",  "r3qpi1.clock.alike", "r3qpi1.ctr0"},
	{E5,  "qpi1.clock.rate=15",             "*.qpi1.*",   "qpi1.speed",         "qpi1.rate"},
	{KNL, "edc_eclk7.clock.rate=8",         "*.clock.*",  "edc_eclk7.clock.alike", "edc_eclk7.ctr0"},
	{E5,  "ubox.ctr1.doubled",              "*.ubox.*",   "ubox.ctr1.counts",   "ubox.ctr1"},
	{E5,  "ubox.ctr0.stuck1=17",             "*.ubox.*",   "ubox.ctr0.bits",       "ubox.ctr0"},
	{E5,  "ubox.ctl1.stuck0=24",             "*.ubox.*",   "ubox.ctl1.bits",       "ubox.ctl1"},
	{E5,  "ubox.fixed_ctr.dead",             "*.ubox.*",   "ubox.fixed_ctr.counts", "ubox.fixed_ctr"},
	{E5,  "ubox.fixed_ctl.stuck0=22",        "*.ubox.*",   "ubox.fixed_ctl.bits",  "ubox.fixed_ctl"},
	{E5,  "cbox3.ctr1.width=40",             "*.cbox3.*",  "cbox3.ctr1.width",     "cbox3.ctr1"},
	{E5,  "cbox3.ctl2.stuck1=8",             "*.cbox3.*",  "cbox3.ctl2.bits",      "cbox3.ctl2"},
	{E5,  "cbox3.box_ctl.stuck0=8",          "*.cbox3.*",  "cbox3.box_ctl.bits",   "cbox3.box_ctl"},
	{E5,  "cbox3.box_filter.stuck0=19",      "*.cbox3.*",  "cbox3.filter.bits",    "cbox3.filter"},
	{E5,  "cbox6.reset.ignored",             "*.cbox6.*",  "cbox6.reset.counters", "cbox6.box_ctl"},
	{E5,  "cbox2.filter.ignored",            "*.cbox2.*",  "cbox2.filter",         "cbox2.filter"},
	{E5,  "cbox7.gp",                        "*.cbox7.*",  "cbox7.present",        "cbox7.ctr0"},
	/* CPUID tells of a counter that the table does not have. */
	{KNL, "core0.ctr0.invert.ignored\ncore_pmu.version = 6\ncore_pmu.fixed = 4\nperf_capabilities = 65535",
	 "*.core0.*", "core0.ctr0.modifiers", "core0.ctl0"},
	/* A smaller part lacks some, but none that has answered. */
	{E5V2, "cbox4.hang=1\ncores = 4",        "*.cbox4.*",  "cbox4.present",        "cbox4.ctr0"},
	{"ice-lake-sp", "iio4.hang=1",           "*.iio4.*",   "iio4.present",         "iio4.ctr0"},
	{E5,  "pcu.ctr2.dead",                   "*.pcu.*",    "pcu.ctr2.counts",      "pcu.ctr2"},
	{E5,  "pcu.ctl0.stuck0=30",              "*.pcu.*",    "pcu.ctl0.bits",        "pcu.ctl0"},
	{E5,  "pcu.box_filter.stuck1=9",         "*.pcu.*",    "pcu.filter.bits",      "pcu.filter"},
	{E5,  "pcu.clock.dead",                  "*.pcu.*",    "pcu.ctr0.modifiers",   "pcu.ctl0"},
	{E5,  "pcu.ctl1.deaf=30",                "*.pcu.*",    "pcu.ctr1.known",       "pcu.ctl1"},
	{E5,  "pcu.ctl2.deaf=31",                "*.pcu.*",    "pcu.ctr2.known",       "pcu.ctl2"},
	{E5,  "qpi0.clock.dead",                 "*.qpi0.*",   "qpi0.speed",           "qpi0.rate"},
	{E5V2, "imc4.fixed_ctr.lost=8\ndclk.counter = runs", "*.imc4.*", "imc4.fixed_ctr.rate", "imc4.fixed_ctr"},
	{E5,  "imc0.ctl1.deaf=29",               "*.imc0.*",   "imc0.ctr1.modifiers",  "imc0.ctl1"},
	{E5,  "ubox.ctl1.deaf=18",               "*.ubox.*",   "ubox.ctr1.modifiers",  "ubox.ctl1"},
	{E5V2, "irp.ctl1.deaf=29",               "*.irp.*",    "irp.ctr1.modifiers",   "irp.ctl1"},
	{E5V2, "pcu.ctl3.deaf=30",               "*.pcu.*",    "pcu.ctr3.known",       "pcu.ctl3"},
	{KNL, "pcu.ctl1.deaf=26",                "*.pcu.*",    "pcu.ctr1.modifiers",   "pcu.ctl1"},
	{KNL, "cha3.ctl1.deaf=24",               "*.cha3.*",   "cha3.ctr1.modifiers",  "cha3.ctl1"},
	{E5V2, "ha0.ctr1.cleared",               "*.ha0.*",    "ha0.ctr1.status",      "ha0.ctr1"},
	{E5V2, "ha0.status.together",            "*.ha0.*",    "ha0.ctr0.status",      "ha0.status"},
	{KNL, "cha3.ctr1.cleared",               "*.cha3.*",   "cha3.ctr1.flags",      "cha3.ctr1"},
	{KNL, "global.status.together",          "*.cha0.*",   "cha0.summary",         "global.status"},
	{E5,  "imc0.control.coupled",            "*.control.apart", "socket.control.apart",   "imc0.box_ctl"},
	{E5V2, "cbox3.control.coupled",          "*.control.apart", "ubox.control.apart",  "cbox3.box_ctl"},
	{KNL, "edc_eclk5.freeze.missed",         "*.freeze.global", "global.global_ctl.freeze.global", "edc_eclk5.ctr0"},
	{KNL, "cha2.control.coupled=4",          "*.control.apart", "socket.control.apart",   "cha2.box_ctl"},
	{KNL, "cha2.control.coupled=11",         "*.control.apart", "socket.control.apart", "cha2.box_ctl"},
	{KNL, "cha29.control.coupled=5",         "*.control.apart", "socket.control.apart", "cha29.box_ctl"},
	{"ice-lake-sp", "imc0.control.coupled=7", "*.control.apart", "socket.control.apart", "imc0.box_ctl"},
	{E5V2, "imc0.control.coupled=2",         "*.control.apart", "ubox.control.apart", "imc0.box_ctl"},
	{"sapphire-rapids", "irp0.ctr1.late=622",  "*.irp0.*", "irp0.overflow.way",    "irp0.ctr1"},
	{"sapphire-rapids", "imc2.ctr1.early=458", "*.imc2.*", "imc2.overflow.way",    "imc2.ctr1"},
	/* Above all boxes only, each counter by itself. */
	{"skylake-sp", "imc0.ctr2.late=556",       "*.imc0.*", "imc0.overflow.way",    "imc0.ctr2"},
	{"skylake-sp", "m2m0.ctr1.early=693138",   "*.m2m0.*", "m2m0.overflow.way",    "m2m0.ctr1"},
	{"skylake-sp", "irp1.ctr1.early=13463",    "*.irp1.*", "irp1.overflow.way",    "irp1.ctr1"},
	/* By the box's own control, while the socket runs. */
	{E5V2, "ubox.freeze.by_core",              "*.freeze.by-core", "ubox.freeze.by-core", "ubox.ctr0"},
	{"xeon-7500", "ubox.freeze.by_core",       "*.freeze.by-core", "ubox.freeze.by-core", "ubox.ctr0"},
	{"skylake-sp", "global.freeze.by_core",    "*.freeze.by-core", "socket.freeze.by-core", "ubox.ctr0"},
	{"unknown-xeon", "global.freeze.by_core",  "*.freeze.by-core", "socket.freeze.by-core", "global.global_ctl"},
	{"granite-rapids", "global.freeze.late",   "*.interrupt", "global.global_ctl.interrupt", "global.global_ctl"},
	{E5V2, "cbox8.freeze.late=650906",         "*.freeze.box", "cbox8.freeze.box", "cbox8.box_ctl"},
	{E5V2, "imc5.freeze.late=42511",           "*.freeze.box", "imc5.freeze.box",  "imc5.box_ctl"},
	/* What only counter 0 adds up shows the thresholds of all. */
	{E5,  "cbox4.ctr2.threshold.equal",        "*.cbox4.selects", "cbox4.selects", "cbox4.ctl2"},
	{E5V2, "cbox7.ctr0.threshold.equal",       "*.cbox7.selects", "cbox7.selects", "cbox7.ctl0"},
	{E5,  "pcu.ctr3.threshold.equal",          "*.pcu.selects", "pcu.selects",     "pcu.ctl3"},
	{"xeon-7500", "sbox1.ctr2.threshold.equal", "*.sbox1.selects", "sbox1.selects", "sbox1.ctl2"},
	{E5,  "ha.ctl2.deaf=3",                  "*.ha.*",     "ha.selects",           "ha.ctl2"},
	{KNL, "cha9.ctl3.deaf=12",               "*.cha9.*",   "cha9.selects",         "cha9.ctl3"},
	{"sapphire-rapids", "m2m0.ctl2.deaf=7",  "*.m2m0.*",   "m2m0.selects",         "m2m0.ctl2"},
	{"skylake-sp", "m2pcie1.ctr2.lost=42",   "*.m2pcie1.*", "m2pcie1.ctr2.counts",  "m2pcie1.ctr2"},
	{"skylake-sp", "m2pcie0.ctl1.deaf=30",   "*.m2pcie0.*", "m2pcie0.ctr1.modifiers", "m2pcie0.ctl1"},
	{"skylake-sp", "m3upi0.ctr2.cleared",    "*.m3upi0.*", "m3upi0.summary",      "m3upi0.ctr2"},
	{"skylake-sp", "imc2.ctr0.cleared",      "*.imc2.*",   "imc2.summary",        "imc2.ctr0"},
	{"xeon-e5-2600-v4", "imc7.freeze.ignored", "*.freeze.holds", "ubox.freeze.holds", "imc7.ctr0"},
	{E5,  "imc2.freeze.ignored",             "*.freeze.fixed", "imc2.fixed_ctr.freeze.fixed", "imc2.box_ctl"},
	{E5,  "imc0.fixed_ctr.lost=300",         "*.imc0.*",   "imc0.fixed_ctr.rate",  "imc0.fixed_ctr"},
	{E5V2, "ha0.status.slow=100000",         "*.ha0.*",    "ha0.ctr0.status",      "ha0.status"},
	{E5V2, "ha0.status.lingers",             "*.ha0.*",    "ha0.ctr0.status",      "ha0.status"},
	{"xeon-e5-2600-v3", "ha0.ctl1.deaf=20",  "*.ha0.*",    "ha0.ctr1.status",      "ha0.status"},
	{E5V2, "qpi0.ctr2.threshold.equal",      "*.qpi0.*",   "qpi0.selects",         "qpi0.ctl2"},
	{"skylake-sp", "cha0.ctr1.threshold.equal", "*.cha0.*", "cha0.selects",        "cha0.ctl1"},
	{"xeon-7500", "cbox5.ctr3.threshold.equal", "*.cbox5.*", "cbox5.selects",      "cbox5.ctl3"},
	{"ice-lake-sp", "irp0.ctr1.threshold.equal", "*.irp0.*", "irp0.selects",       "irp0.ctl1"},
	{"skylake-sp", "imc3.ctr2.threshold.equal", "*.imc3.*", "imc3.selects",        "imc3.ctl2"},
	{"ice-lake-sp", "iio0.ctr2.threshold.equal", "*.iio0.*", "iio0.selects",       "iio0.ctl2"},
	{"sapphire-rapids", "imc0.ctr1.threshold.equal", "*.imc0.*", "imc0.selects",   "imc0.ctl1"},
	{"skylake-sp", "global.global_status.together", "*.cha0.*", "cha0.summary",   "global.status"},
	{"xeon-e5-2600-v3", "ubox.pmi.doubled=90000", "*.pmi.once", "ubox.pmi.once",    "ubox.global_ctl"},
	{"skylake-sp", "irp1.ctl1.deaf=2",       "*.irp1.*",   "irp1.selects",         "irp1.ctl1"},
	{KNL, "cha37.control.coupled",           "*.control.apart", "socket.control.apart",  "cha37.box_ctl"},
	{E5,  "ha.ctr3.stuck0=40",               "*.ha.*",     "ha.ctr3.bits",         "ha.ctr3"},
	{E5,  "ha.addrmatch0.stuck1=8",          "*.ha.*",     "ha.addrmatch0.bits",   "ha.addrmatch0"},
	{E5,  "ha.addrmatch1.stuck0=3",          "*.ha.*",     "ha.addrmatch1.bits",   "ha.addrmatch1"},
	{E5,  "ha.opcodematch.stuck0=2",         "*.ha.*",     "ha.opcodematch.bits",  "ha.opcodematch"},
	{E5,  "ha.ctl1.reset=0x1",               "*.ha.*",     "ha.reset",             "ha.ctl1"},
	{E5,  "ha.filter.ignored",               "*.ha.*",     "ha.filter",            "ha.addrmatch1"},
	{E5,  "imc2.hidden",                     "*.imc2.*",   "imc2.identity",        "imc2.id"},
	{E5,  "imc1.id=0x1234",                  "*.imc1.*",   "imc1.identity",        "imc1.id"},
	{E5,  "imc0.fixed_ctr.rate=2",           "*.imc0.*",   "imc0.fixed_ctr.rate",  "imc0.fixed_ctr"},
	{E5,  "imc3.fixed_ctl.stuck0=22",        "*.imc3.*",   "imc3.fixed_ctl.bits",  "imc3.fixed_ctl"},
	{E5,  "qpi0.ctl3.stuck0=21",             "*.qpi0.*",   "qpi0.ctl3.bits",       "qpi0.ctl3"},
	{E5,  "qpi_match0.pkt_match0.stuck0=9",  "*.qpi0.*",   "qpi0.match0.bits",     "qpi0.match0"},
	{E5,  "qpi_match1.pkt_mask1.stuck1=17",  "*.qpi1.*",   "qpi1.mask1.bits",      "qpi1.mask1"},
	{E5,  "qpi1.filter.ignored",             "*.qpi1.*",   "qpi1.filter",          "qpi1.match0"},
	{E5,  "r2pcie.ctl0.stuck0=18",           "*.r2pcie.*", "r2pcie.ctl0.bits",     "r2pcie.ctl0"},
	{E5,  "r2pcie.ctr1.width=40",            "*.r2pcie.*", "r2pcie.ctr1.width",    "r2pcie.ctr1"},
	{E5,  "r3qpi0.ctr2.dead",                "*.r3qpi0.*", "r3qpi0.ctr2.counts",   "r3qpi0.ctr2"},
	/* clang-format on */
};

/* Where nothing else happens, checks write memory to have something to count. */
static const struct fault quiet_faults[] = {
	/* clang-format off */
	{E5,  "cbox2.filter.ignored",            "*.cbox2.*",  "cbox2.filter",         "cbox2.filter"},
	{E5V2, "cbox14.filter.ignored",          "*.cbox14.*", "cbox14.filter",        "cbox14.filter1"},
	{KNL, "imc3.ctl1.deaf=9",                "*.imc3.*",   "imc3.selects",         "imc3.ctl1"},
	{KNL, "edc_eclk2.ctl3.deaf=1",           "*.edc_eclk2.*", "edc_eclk2.selects", "edc_eclk2.ctl3"},
	/* clang-format on */
};
static const struct fault quiet_links[] = {
	{E5, "qpi1.filter.ignored", "*.qpi1.*", "qpi1.filter", "qpi1.match0"},
};

/* Whatever the hardware makes of thresholds, all cycles are below one that is never reached. */
static const struct fault clock_faults[] = {
	{"xeon-7500", "wbox.fixed_ctr.rate=2", "*.wbox.*", "wbox.fixed_ctr.rate", "wbox.fixed_ctr"},
};

static void find_each(const struct fault list[], size_t count, const char *settings)
{
	unsigned missed = 0;

	for (size_t i = 0; i < count; i++) {
		char scenario[200];

		snprintf(scenario, sizeof(scenario), "%s\nfault = %s\n", settings, list[i].fault);
		missed += !is_found(list[i].machine, scenario, list[i].glob, list[i].check, list[i].reg);
	}
	assert_int_equal(missed, 0);
}

TEST(each_fault_is_found_and_named)
{
	/* Filters have something to hold back. */
	find_each(faults, ARRAY_SIZE(faults), "background = 1000");
}

TEST(quiet_silicon_is_given_work)
{
	find_each(quiet_faults, ARRAY_SIZE(quiet_faults), "background = 0");
	find_each(quiet_links, ARRAY_SIZE(quiet_links), "sockets = 2");
}

TEST(a_double_clock_is_found_by_any_rule_of_thresholds)
{
	find_each(clock_faults, ARRAY_SIZE(clock_faults), "threshold = above");
	find_each(clock_faults, ARRAY_SIZE(clock_faults), "threshold = above\ninvert = swapped");
	find_each(clock_faults, ARRAY_SIZE(clock_faults), "invert = swapped");
}

#define SKIPS .skipped = ANY
static const struct run runs[] = {
	/* clang-format off */
	{E5,  "",                       "*.imc?.*", SKIPS},
	/* Nothing but events that pause advances these counters. */
	{"xeon-7500", "bursts.period = 1000000\nbursts.length = 100000\n", "*.bbox?.*", SKIPS},
	{"xeon-7500", "bursts.period = 16000000\nbursts.length = 1000000\n", "*.rbox?.*", SKIPS},
	/* Nor does a check that SMIs disturb in each repetition blame their pauses on the part. */
	{"xeon-7500", "bursts.period = 1000000\nbursts.length = 100000\nsmis = 100000\n", "*.bbox?.*", SKIPS},
	{"xeon-e5-2600-v3", "rate.clock = 1000000\nclock.dclk = 1000000\nsmis = 100000\n"
			    "bursts.period = 20000000\nbursts.length = 4556893\n", "*.freeze.box", SKIPS},
	/* The freeze comes in time, and a look at what counts so seldom takes longer than that. */
	{E5V2, "rate.clock = 1000000\nfreeze.delay = 179278\nbackground = 5\n", "*.freeze.on-overflow", SKIPS},
	/* A freeze shows, and what it stops counts on for a moment. */
	{"emerald-rapids", "stop.delay = 10000\nfreeze.delay = 300000\n", "*.overflow.freezes", SKIPS},
	{"unknown-xeon", "freeze.delay = 500000\nrate.clock = 1000000\n", "*.interrupt", SKIPS},
	/* The guide does not say that the freeze of a memory channel stops its fixed counter. */
	{E5,  "dclk.counter = runs\n",  "*.imc?.*", SKIPS},
	{E5,  "",                       "*.ubox.*", SKIPS},
	{E5,  "",                       "*.bus*", SKIPS},
	{E5,  "",                       "*.filter", SKIPS},
	/* The frequency stands, and the filter is looked at when it changes. */
	{"xeon-e5-2600-v3", "pcu.filter = late\n", "*.pcu.*", SKIPS},
	/* What other bits of the global control say no source says: one may read 1. */
	{"sapphire-rapids", "global.unnamed = 40\n", "*.global*", SKIPS},
	{"sapphire-rapids", "global.unnamed = 63\n", "*.imc2.*", SKIPS},
	{"skylake-sp", "global.unnamed = 11\n", "*.global*", SKIPS},
	{E5,  "qpi.rate = 0\n",         "*.qpi?.*", SKIPS},
	{E5,  "qpi.rate = 7\nqpi.slow = yes\nnodes = reversed\n", "*.qpi?.*", SKIPS},
	{E5,  "qpi.rate = 7\nnodes = reversed\n", "*.s*", SKIPS},
	{E5,  "sockets = 4\nnodes = reversed\n", "*.bus*", SKIPS},
	/* Platform firmware has left the field of a socket that is not there alone: seven nodes of eight. */
	{E5,  "nodes = hole\n",         "*.bus*", SKIPS},
	{"xeon-e5-2600-v4", "sockets = 2\nnodes = hole\n", "*.bus*", SKIPS},
	{E5,  "rate.clock = 1000000000\nclock.dclk = 1067000000\n", "*.imc?.*", SKIPS},
	/* What says how many there are may be hidden: an MSR says it, too. */
	{"skylake-sp", "capid6 = 0x3c\nfault = capid.hidden\n", "*.cha*", SKIPS},
	{"ice-lake-sp", "capid6 = 0x3c\ncapid7 = 0x1\nfault = capid.hidden\n", "*.cha*", SKIPS},
	{"cooper-lake-sp", "", "*upi*", SKIPS},
	{KNL, "bus = 17\nbus.irp = 3\n", "*.irp.*", SKIPS},
	{KNL, "",              "*.ubox.*", SKIPS},
	{KNL, "",              "*.pcu.*", SKIPS},
	{KNL, "",              "*.siblings", SKIPS},
	/* Whoever was here before programmed all boxes of a type: nothing stands out. */
	{KNL, "fault = imc0.ctl0.reset=0x3\nfault = imc1.ctl0.reset=0x3\nfault = imc2.ctl0.reset=0x3\n"
	      "fault = imc3.ctl0.reset=0x3\nfault = imc4.ctl0.reset=0x3\nfault = imc5.ctl0.reset=0x3\n", "*.imc?.siblings", SKIPS},
	{"skylake-sp", "stacks = 4\n", "*.present", SKIPS},
	{"skylake-sp", "stacks = 4\n", "machine.*", SKIPS},
	{"skylake-sp", "stacks = 5\n", "*iio*", SKIPS},
	{"ice-lake-sp", "channels = 2\n", "*.present", SKIPS},
	{"ice-lake-sp", "channels = 2\n", "machine.*", SKIPS},
	{"ice-lake-sp", "channels = 2\n", "*imc*", SKIPS},
	/* A link to no other socket has no messages, with its filter open or closed. */
	{E5, "background = 0\n", "*.qpi0.filter", SKIPS, .passed = NONE, .said = {"SKIP nothing was there to pass"}},
	/* That all counters of a box stand still is no agreement. */
	{"xeon-7500", "bursts.period = 20000000\nbursts.length = 100000\n", "*.rbox?.*.counts", SKIPS,
	 .said = {"SKIP its event has stopped: neither it nor its siblings count"}},
	/* A part with six cores has six C-Boxes. One that lacks them although it has the cores is broken. */
	{E5, "cboxes = 6\n", "*.present", SKIPS, .cores = 6},
	{E5, "cboxes = 6\n", "machine.*", SKIPS, .cores = 6},
	{E5, "fault = cbox6.gp\nfault = cbox7.gp\n", "*.cbox6.present", SKIPS, .cores = 8, .failed = 1},
	/* Fewer CHAs than the sheet has, and one of 38 that does not answer. */
	{KNL, "chas = 36\n", "*.present", SKIPS, .said = {"cha36.present # SKIP this processor has fewer"}},
	{KNL, "chas = 36\n", "machine.*", SKIPS},
	{KNL, "chas = 36\n", "*.box-count", SKIPS},
	{KNL, "fault = cha37.gp\n", "*.cha37.present", SKIPS, .failed = 1},
	/* clang-format on */
};

TEST(what_silicon_may_be_like_is_no_fault)
{
	EXPECT_RUNS(runs);
}
