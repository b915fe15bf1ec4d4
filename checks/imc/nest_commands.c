/* SPDX-License-Identifier: BSD-2-Clause */
/* The microcode does what OPAL tells it. */
#include "arch/ppc64/opal.h"
#include "checks/imc/all.h"
#include "checks/imc/support.h"

/* The command word goes back to 0 when the command has been done. */
static void expect_no_command(struct check_context *context, const char *after)
{
	struct finding finding = {.where = posted_control(subject(context), NEST_COMMAND)};

	if (await_at(context, finding.where, 0, NEST_BOUND_NS) || !check_going(context))
		return;
	finding.got = read_at(context, finding.where);
	fail_at(context, &finding, "the command word keeps its command after %s", after);
}

static void expect_mode(struct check_context *context)
{
	struct finding finding = {.where = posted_control(subject(context), NEST_MODE)};

	finding.got = read_at(context, finding.where);
	if (check_going(context) && finding.got)
		fail_at(context, &finding, "the microcode is not in monitor mode");
}

void run_nest_commands(struct check_context *context)
{
	const struct box *box = subject(context);

	stop(context, box);
	expect_no_command(context, "IMC STOP");
	expect_mode(context);
	start(context, box);
	expect_no_command(context, "IMC START");
	stop(context, box);
	check_pass(context, "paused, running and paused again");
}
