/* SPDX-License-Identifier: BSD-2-Clause */
/* Faults of the virtual Xeon E5-2600, one for each kind of register and each kind of box: a check of the box fails and
 * names the register, and good boxes beside it pass. */
#include "tests/unit/checks_bench.h"

struct fault {
	const char *fault;
	const char *glob;  /* checks of the box that has it */
	const char *check; /* must fail */
	const char *reg;   /* and name this register; empty: it is about the function */
};

static const struct fault faults[] = {
  /* clang-format off */
	{"ubox.ctr0.stuck1=17",             "*.ubox.*",   "ubox.ctr0.bits",       "ubox.ctr0"},
	{"ubox.ctl1.stuck0=24",             "*.ubox.*",   "ubox.ctl1.bits",       "ubox.ctl1"},
	{"ubox.fixed_ctr.dead",             "*.ubox.*",   "ubox.fixed_ctr.counts", "ubox.fixed_ctr"},
	{"ubox.fixed_ctl.stuck0=22",        "*.ubox.*",   "ubox.fixed_ctl.bits",  "ubox.fixed_ctl"},
	{"cbox3.ctr1.width=40",             "*.cbox3.*",  "cbox3.ctr1.width",     "cbox3.ctr1"},
	{"cbox3.ctl2.stuck1=8",             "*.cbox3.*",  "cbox3.ctl2.bits",      "cbox3.ctl2"},
	{"cbox3.box_ctl.stuck0=8",          "*.cbox3.*",  "cbox3.box_ctl.bits",   "cbox3.box_ctl"},
	{"cbox3.box_filter.stuck0=19",      "*.cbox3.*",  "cbox3.filter.bits",    "cbox3.filter"},
	{"cbox6.reset.ignored",             "*.cbox6.*",  "cbox6.reset.counters", "cbox6.box_ctl"},
	{"cbox2.filter.ignored",            "*.cbox2.*",  "cbox2.filter",         "cbox2.filter"},
	{"cbox7.gp",                        "*.cbox7.*",  "cbox7.present",        "cbox7.ctr0"},
	{"pcu.ctr2.dead",                   "*.pcu.*",    "pcu.ctr2.counts",      "pcu.ctr2"},
	{"pcu.ctl0.stuck0=30",              "*.pcu.*",    "pcu.ctl0.bits",        "pcu.ctl0"},
	{"pcu.box_filter.stuck1=9",         "*.pcu.*",    "pcu.filter.bits",      "pcu.filter"},
	{"pcu.filter.ignored",              "*.pcu.*",    "pcu.filter",           "pcu.filter"},
	{"ha.ctr3.stuck0=40",               "*.ha.*",     "ha.ctr3.bits",         "ha.ctr3"},
	{"ha.addrmatch0.stuck1=8",          "*.ha.*",     "ha.addrmatch0.bits",   "ha.addrmatch0"},
	{"ha.addrmatch1.stuck0=3",          "*.ha.*",     "ha.addrmatch1.bits",   "ha.addrmatch1"},
	{"ha.opcodematch.stuck0=2",         "*.ha.*",     "ha.opcodematch.bits",  "ha.opcodematch"},
	{"ha.ctl1.reset=0x1",               "*.ha.*",     "ha.reset",             "ha.ctl1"},
	{"ha.filter.ignored",               "*.ha.*",     "ha.filter",            "ha.addrmatch1"},
	{"imc2.hidden",                     "*.imc2.*",   "imc2.identity",        ""},
	{"imc1.id=0x1234",                  "*.imc1.*",   "imc1.identity",        ""},
	{"imc0.fixed_ctr.rate=2",           "*.imc0.*",   "imc0.fixed_ctr.rate",  "imc0.fixed_ctr"},
	{"imc3.fixed_ctl.stuck0=22",        "*.imc3.*",   "imc3.fixed_ctl.bits",  "imc3.fixed_ctl"},
	{"qpi0.ctl3.stuck0=21",             "*.qpi0.*",   "qpi0.ctl3.bits",       "qpi0.ctl3"},
	{"qpi_match0.pkt_match0.stuck0=9",  "*.qpi0.*",   "qpi0.match0.bits",     "qpi0.match0"},
	{"qpi_match1.pkt_mask1.stuck1=17",  "*.qpi1.*",   "qpi1.mask1.bits",      "qpi1.mask1"},
	{"qpi1.filter.ignored",             "*.qpi1.*",   "qpi1.filter",          "qpi1.match0"},
	{"r2pcie.ctl0.stuck0=18",           "*.r2pcie.*", "r2pcie.ctl0.bits",     "r2pcie.ctl0"},
	{"r2pcie.ctr1.width=40",            "*.r2pcie.*", "r2pcie.ctr1.width",    "r2pcie.ctr1"},
	{"r3qpi0.ctr2.dead",                "*.r3qpi0.*", "r3qpi0.ctr2.counts",   "r3qpi0.ctr2"},
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
	set_up(&bench, "xeon-e5-2600", scenario);
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

static void good_filters_pass(void **state)
{
	struct bench bench;

	(void)state;
	set_up(&bench, "xeon-e5-2600", "");
	run_checks(&bench, "*.filter");
	assert_null(strstr(bench.said, "not ok"));
	assert_non_null(strstr(bench.said, "1..12\n"));
	assert_int_equal(bench.violations, 0);
	tear_down(&bench);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_fault_is_found_and_named),
		cmocka_unit_test(good_filters_pass),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
