/* SPDX-License-Identifier: BSD-2-Clause */
/* How long a run may take, how many processors it may use, and how much of it is written down ahead. */
#include "core/command/settings.h"
#include "core/hardware/limit.h"
#include "core/hardware/write_ahead.h"
#include "lib/memory.h"
#include "lib/parse.h"

#define SECONDS_MOST 1000000 /* eleven days */
#define CPUS_MOST    UINT16_MAX

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

/* "bsp" is 1; 0 is no number of processors. */
static bool read_cpus(const char *word, uint64_t *count)
{
	if (word && !strcmp(word, "bsp"))
		*count = 1;
	else if (!word || !parse_u64(slice_of(word), count))
		return false;
	return *count && *count <= CPUS_MOST;
}

/* More processors than its user wants are not to be started. */
static bool take_cpus_ahead(struct settings *settings, int argc, char **argv)
{
	uint64_t count;

	if (!read_cpus(setting_value(argc, argv), &count)) {
		settings_refuse(settings, "cpus: \"%s\" is neither bsp nor a number of processors from 1 to 65535",
				argc > 1 ? argv[argc - 1] : "");
		return false;
	}
	limit_set_cpus((uint32_t)count);
	return true;
}

/* The machine is open by now. */
static void run_cpus(struct shell *shell, int argc, char **argv)
{
	uint64_t count;

	if (!read_cpus(setting_value(argc, argv), &count))
		record_error(shell->output, VERDICT_ERROR, "usage: cpus %s, from 1 to 65535", command_cpus.usage);
	else if (count != limit_cpus())
		record_error(shell->output, VERDICT_ERROR,
			     "cpus: too late: it must come once, before all commands other than settings");
}

const struct command command_cpus = {
	.name = "cpus",
	.usage = "[=] COUNT|bsp",
	.summary = "use so many logical processors, and leave the others alone",
	.details = "COUNT   of all sockets together, 1 to 65535: the processor that the firmware runs on, then one\n"
		   "        of each other socket, then the others in their order\n"
		   "bsp     the first of these alone\n"
		   "The others are not started. Where the firmware can only start all of them, it does so, and those\n"
		   "that are left alone go back to it at once; with bsp it is not asked. What only they reach is\n"
		   "`untested`. It must come before all but settings, in uncork.cfg or on the command line:\n"
		   "    cpus = bsp\n"
		   "    info",
	.next = "profile    say how much a run may change\n",
	.setting = true,
	.ahead = take_cpus_ahead,
	.run = run_cpus,
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
