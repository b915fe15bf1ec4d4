/* SPDX-License-Identifier: BSD-2-Clause */
/* Limits on a run's time, on its CPUs, and on the accesses that are logged ahead. */
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

/* A run with an invalid time limit must not go on without any. */
static bool take_timeout_ahead(struct settings *settings, int argc, char **argv)
{
	uint64_t seconds;

	if (read_seconds(setting_value(argc, argv), &seconds))
		return true;
	settings_refuse(settings, "timeout: \"%s\" is not a number of seconds from 1 to 1000000",
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
	.summary = "end the run after a number of seconds",
	.details = "SECONDS   counted from here, 1 to 1000000\n"
		   "When the time is over, the running command stops soon and everything is put back. The\n"
		   "remaining checks are `untested` and other commands are not run, except `reset` and\n"
		   "`poweroff`; each says so. The verdict is timeout, or a worse one. A second `timeout`\n"
		   "replaces the first:\n"
		   "    timeout = 600\n"
		   "    test",
	.setting = true,
	.ahead = take_timeout_ahead,
	.run = run_timeout,
};

/* "bsp" means 1. A number of 0 is invalid. */
static bool read_cpus(const char *word, uint64_t *count)
{
	if (word && !strcmp(word, "bsp"))
		*count = 1;
	else if (!word || !parse_u64(slice_of(word), count))
		return false;
	return *count && *count <= CPUS_MOST;
}

/* Taken before CPUs are started, so that no more are started than requested. */
static bool take_cpus_ahead(struct settings *settings, int argc, char **argv)
{
	uint64_t count;

	if (!read_cpus(setting_value(argc, argv), &count)) {
		settings_refuse(settings, "cpus: \"%s\" is neither bsp nor a number of CPUs from 1 to 65535",
				argc > 1 ? argv[argc - 1] : "");
		return false;
	}
	limit_set_cpus((uint32_t)count);
	return true;
}

/* Too late to change the number: the machine is open. */
static void run_cpus(struct shell *shell, int argc, char **argv)
{
	uint64_t count;

	if (!read_cpus(setting_value(argc, argv), &count))
		record_error(shell->output, VERDICT_ERROR, "usage: cpus %s, from 1 to 65535", command_cpus.usage);
	else if (count != limit_cpus())
		record_error(shell->output, VERDICT_ERROR,
			     "cpus: too late: it must come once, before all commands that are not settings");
}

const struct command command_cpus = {
	.name = "cpus",
	.usage = "[=] COUNT|bsp",
	.summary = "use a number of CPUs and leave the others alone",
	.details = "COUNT   of all sockets together, 1 to 65535: the CPU that the board's firmware runs on, then\n"
		   "        one of each other socket, then the others in order\n"
		   "bsp     only the CPU that the board's firmware runs on\n"
		   "The other CPUs are not started. If the firmware can only start all of them, it does, and the\n"
		   "unused ones return to it at once; with bsp it starts none. Whatever only unused CPUs can reach\n"
		   "is `untested`. Only settings may come before it, in uncork.cfg or on the command line:\n"
		   "    cpus = bsp\n"
		   "    info",
	.next = "profile    limit what a run may change\n",
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
		settings_refuse(settings, "journal: \"%s\" is not one of all, writes, off",
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
	.summary = "choose the accesses that the stick's journal keeps",
	.details = "all      the first read and the first write of each register (default)\n"
		   "writes   only first writes\n"
		   "off      no accesses, only commands and checks\n"
		   "Each line is on the stick before the access is made, which takes minutes on a slow stick. If\n"
		   "a run hangs at an access that the journal lacks, the next run can neither name nor deny it.\n"
		   "In force from here on; with only settings before it, also while uncork looks for boxes.",
	.setting = true,
	.ahead = take_journal_ahead,
	.run = run_journal,
};
