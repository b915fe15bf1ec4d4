/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/command/command.h"
#include "core/version.h"

static void run_version(struct shell *shell, int argc, char **argv)
{
	struct record record;

	(void)argv;
	if (argc > 1) {
		record_error(shell->output, VERDICT_ERROR, "usage: version");
		return;
	}
	record_begin(&record, shell->output, "version");
	record_text(&record, "name", "uncork");
	record_text(&record, "version", uncork_version);
	record_aside(&record);
	record_text(&record, "shown", "yes");
	record_end(&record);
}

const struct command command_version = {
	.name = "version",
	.usage = "",
	.summary = "print the version of uncork",
	.details = "Prints name and version.",
	.run = run_version,
};
