/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/command/command.h"

static void run_exit(struct shell *shell, int argc, char **argv)
{
	(void)argv;
	if (argc > 1)
		record_error(shell->output, VERDICT_ERROR, "usage: exit");
	else
		shell->leave = true;
}

const struct command command_exit = {
	.name = "exit",
	.usage = "",
	.summary = "end the run",
	.details = "Ends the run: the rest of the line and of the script is not run. The verdict on all\n"
		   "commands so far is the verdict on the run.",
	.run = run_exit,
};
