/* SPDX-License-Identifier: BSD-2-Clause */
/* How long a run may take, and how much of it is written down ahead. */
#include "core/command/settings.h"
#include "core/hardware/limit.h"
#include "core/hardware/write_ahead.h"
#include "lib/memory.h"
#include "lib/parse.h"

#define SECONDS_MOST 1000000 /* eleven days */

static bool read_seconds(const char *word, uint64_t *seconds)
{
	return word && parse_u64(slice_of(word), seconds) && *seconds && *seconds <= SECONDS_MOST;
}

/* A run that its user wants an end of is not to go on without one. */
static bool take_timeout_ahead(struct settings *settings, int argc, char **argv)
{
	uint64_t seconds;

	if (read_seconds(setting_value(argc, argv), &seconds))
		return true;
	settings_refuse(settings, "timeout: \"%s\" is no number of seconds from 1 to 1000000",
			argc > 1 ? argv[argc - 1] : "");
	return false;
}

static void run_timeout(struct shell *shell, int argc, char **argv)
{
	uint64_t seconds;

	if (!read_seconds(setting_value(argc, argv), &seconds)) {
		record_error(shell->output, VERDICT_ERROR, "usage: timeout %s, from 1 to 1000000",
			     command_timeout.usage);
		return;
	}
	limit_set(shell->machine->hw, (uint32_t)seconds);
}

const struct command command_timeout = {
	.name = "timeout",
	.usage = "[=] SECONDS",
	.summary = "end the run after so many seconds",
	.details = "SECONDS   counted from here, 1 to 1000000\n"
		   "When they are over, what is under way ends at its next look, and everything is put back. Checks\n"
		   "that are left are `untested`, other commands are not run, and each says so; `reset` and\n"
		   "`poweroff` are. The verdict is then timeout, or what is worse. Given again, it counts from there.\n"
		   "    timeout = 600\n"
		   "    test",
	.setting = true,
	.ahead = take_timeout_ahead,
	.run = run_timeout,
};

static const char *const journals[] = {
	[WRITE_AHEAD_ALL] = "all", [WRITE_AHEAD_WRITES] = "writes", [WRITE_AHEAD_OFF] = "off"};

static bool read_journal(const char *word, enum write_ahead_kept *kept)
{
	for (unsigned i = 0; word && i < ARRAY_SIZE(journals); i++) {
		if (strcmp(word, journals[i]) != 0)
			continue;
		*kept = (enum write_ahead_kept)i;
		return true;
	}
	return false;
}

static bool take_journal_ahead(struct settings *settings, int argc, char **argv)
{
	enum write_ahead_kept kept;

	if (!read_journal(setting_value(argc, argv), &kept)) {
		settings_refuse(settings, "journal: \"%s\" is none of all, writes, off",
				argc > 1 ? argv[argc - 1] : "");
		return false;
	}
	write_ahead_keep(kept);
	return true;
}

static void run_journal(struct shell *shell, int argc, char **argv)
{
	enum write_ahead_kept kept;

	if (read_journal(setting_value(argc, argv), &kept))
		write_ahead_keep(kept);
	else
		record_error(shell->output, VERDICT_ERROR, "usage: journal %s", command_journal.usage);
}

const struct command command_journal = {
	.name = "journal",
	.usage = "[=] all|writes|off",
	.summary = "say which accesses the stick's journal has",
	.details = "all      the first read and the first write of each register; so it is if nothing is said\n"
		   "writes   first writes alone\n"
		   "off      none: commands and checks only\n"
		   "Each line is on the medium before the access is made, which takes minutes on a slow one. If a\n"
		   "run stops at an access that the journal does not have, the next run can neither name nor\n"
		   "deny it. It holds from here on; before all but settings, for the look at the machine, too.",
	.setting = true,
	.ahead = take_journal_ahead,
	.run = run_journal,
};
