/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/command/command.h"
#include "core/version.h"

static void run(struct shell *shell, int argc, char **argv)
{
	static const struct record_pair pairs[] = {
		{"name", "uncork", 0}, {"version", UNCORK_VERSION, 0}, {NULL, NULL, 0}};

	(void)argv;
	if (argc > 1)
		record_error(shell->output, VERDICT_ERROR, "usage: version");
	else
		record_item(shell->output, "version", pairs, "uncork " UNCORK_VERSION);
}

const struct command command_version = {
	.name = "version",
	.usage = "",
	.summary = "which uncork this is",
	.details = "Prints name and version.",
	.run = run,
};
