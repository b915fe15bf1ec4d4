/* SPDX-License-Identifier: BSD-2-Clause */
/* Faults of uncore boxes that it takes more than the box itself to find: its siblings, another clock, the registers that
 * lead to it. For each a check fails and names the register; good silicon, odd or not, passes. */
#include "tests/unit/checks_bench.h"

#define E5  "xeon-e5-2600"
#define KNL "knights-landing"

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
	{KNL, "pcu.ctr2.torn",                  "*.pcu.*",    "pcu.ctr2.width",     "pcu.ctr2"},
	{KNL, "pcu.ctl1.stuck0=22",             "*.pcu.*",    "pcu.ctl1.bits",      "pcu.ctl1"},
	{KNL, "ubox.ctr0.flag=1",               "*.ubox.*",   "ubox.ctr0.flags",    "ubox.status"},
	{KNL, "ubox.ctr1.lost",                 "*.ubox.*",   "ubox.ctr1.counts",   "ubox.ctr1"},
	{KNL, "ubox.fixed_ctr.rate=2",          "*.clock",    "ubox.fixed_ctr.clock", "ubox.fixed_ctr"},
	{KNL, "imc_uclk1.fixed_ctr.lost",       "*.rate",     "imc_uclk1.fixed_ctr.rate", "imc_uclk1.fixed_ctr"},
	{KNL, "irp.ctr1.width=43",              "*.irp.*",    "irp.ctr1.width",     "irp.ctr1"},
	{KNL, "irp.ctl0.stuck0=31",             "*.irp.*",    "irp.ctl0.bits",      "irp.ctl0"},
	{KNL, "irp.hidden",                     "*.irp.*",    "irp.identity",       ""},
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
	{E5,  "ubox.ctr1.doubled",              "*.ubox.*",   "ubox.ctr1.counts",   "ubox.ctr1"},
  /* clang-format on */
};

static bool failure_names(const struct bench *bench, const struct fault *fault)
{
	const char *at = bench->said;
	struct failure failure;

	while (next_failure(&at, &failure))
		if (!strcmp(failure.id, fault->check) && !strcmp(failure.reg, fault->reg))
			return true;
	return false;
}

static bool try_fault(const struct fault *fault)
{
	struct bench bench;
	char scenario[100];
	bool good;

	snprintf(scenario, sizeof(scenario), "fault = %s\n", fault->fault);
	set_up(&bench, fault->machine, scenario);
	run_checks(&bench, fault->glob);
	good = failure_names(&bench, fault);
	if (!good) {
		print_message("---- %s: %s does not fail naming %s\n", fault->fault, fault->check,
			      fault->reg);
		show_failures(&bench);
	}
	tear_down(&bench);
	return good;
}

static void each_fault_is_found_and_named(void **state)
{
	unsigned missed = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(faults); i++)
		missed += !try_fault(&faults[i]);
	assert_int_equal(missed, 0);
}

static const struct {
	const char *machine, *scenario, *glob;
} good[] = {
  /* clang-format off */
	{E5,  "",                       "*.imc?.*"},
	/* The guide does not say that the freeze of a memory channel stops its fixed counter. */
	{E5,  "dclk.counter = runs\n",  "*.imc?.*"},
	{E5,  "",                       "*.ubox.*"},
	{E5,  "",                       "*.bus*"},
	{E5,  "qpi.rate = 0\n",         "*.qpi?.*"},
	{E5,  "qpi.rate = 7\nqpi.slow = yes\nnodes = reversed\n", "*.qpi?.*"},
	{E5,  "qpi.rate = 7\nnodes = reversed\n", "*.s*"},
	{E5,  "sockets = 4\nnodes = reversed\n", "*.bus*"},
	{E5,  "rate.clock = 1000000000\nclock.dclk = 1067000000\n", "*.imc?.*"},
	{KNL, "bus = 17\nbus.irp = 3\n", "*.irp.*"},
	{KNL, "",              "*.ubox.*"},
	{KNL, "",              "*.pcu.*"},
	{KNL, "",              "*.siblings"},
	/* Whoever was here before programmed all boxes of a type: nothing stands out. */
	{KNL, "fault = imc0.ctl0.reset=0x3\nfault = imc1.ctl0.reset=0x3\nfault = imc2.ctl0.reset=0x3\n"
	      "fault = imc3.ctl0.reset=0x3\nfault = imc4.ctl0.reset=0x3\nfault = imc5.ctl0.reset=0x3\n", "*.imc?.siblings"},
  /* clang-format on */
};

static void good_silicon_passes(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(good); i++) {
		struct bench bench;

		set_up(&bench, good[i].machine, good[i].scenario);
		assert_true(run_checks(&bench, good[i].glob) > 0);
		show_failures(&bench);
		assert_null(strstr(bench.said, "not ok"));
		assert_int_equal(bench.violations, 0);
		tear_down(&bench);
	}
}

/* A part with six cores has six C-Boxes. One that lacks them although it has the cores is broken. */
static void fewer_cores_have_fewer_cboxes(void **state)
{
	struct bench bench;

	(void)state;
	set_up_cores(&bench, E5, "cboxes = 6\n", 6);
	run_checks(&bench, "*.present");
	run_checks(&bench, "machine.*");
	assert_null(strstr(bench.said, "not ok"));
	tear_down(&bench);
	set_up_cores(&bench, E5, "cboxes = 6\n", 8);
	run_checks(&bench, "*.cbox6.present");
	assert_non_null(strstr(bench.said, "not ok"));
	tear_down(&bench);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_fault_is_found_and_named),
		cmocka_unit_test(good_silicon_passes),
		cmocka_unit_test(fewer_cores_have_fewer_cboxes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
