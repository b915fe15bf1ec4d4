/* SPDX-License-Identifier: BSD-2-Clause */
/* Under a hypervisor, what is missing may be its doing: whatever blames a part names it first, and the verdict stays. */
#include "tests/unit/support/checks_bench.h"

/* Runs checks under it and looks whether something was said; with it there is no hypervisor, too. */
static void expect_said(const char *fault, const char *filter, const char *under, const char *on_a_board)
{
	for (unsigned is_guest = 0; is_guest < 2; is_guest++) {
		struct bench bench;

		set_up(&bench, "xeon-e5-2600", fault);
		bench.machine.expects.boxes[0] = 0;
		strcpy(bench.machine.hypervisor, is_guest ? "KVMKVMKVM" : "");
		run_checks(&bench, filter);
		assert_int_equal(bench.output.failed, strstr(fault, "hidden") ? 0 : 1);
		if (!strstr(bench.said, is_guest ? under : on_a_board) ||
		    (!is_guest && strstr(bench.said, "hypervisor")))
			fail_msg("%s", bench.said);
		tear_down(&bench);
	}
}

TEST(a_failure_names_it_in_its_advice_and_as_a_field)
{
	expect_said("fault = cbox1.gp\n", "cbox1.present",
		    "# advice=\"run this on the board itself first: the hypervisor KVMKVMKVM is in between",
		    "# advice=\"compare");
	expect_said("fault = cbox1.gp\n", "cbox1.present", "# hypervisor=KVMKVMKVM", "# advice=\"compare");
}

TEST(what_is_hidden_may_be_its_doing)
{
	expect_said("fault = imc2.hidden\n", "imc2.identity", "the hypervisor or the board's firmware hides it",
		    "untested: the board's firmware hides it");
}
