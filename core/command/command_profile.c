/* SPDX-License-Identifier: BSD-2-Clause */
/* profile: limits what a run may change on this board. */
#include "core/command/settings.h"
#include "core/hardware/deny.h"
#include "lib/memory.h"

static bool read_profile(const char *word, enum profile *profile)
{
	for (unsigned i = 0; word && i < PROFILE_COUNT; i++) {
		if (strcmp(word, profile_name((enum profile)i)) != 0)
			continue;
		*profile = (enum profile)i;
		return true;
	}
	return false;
}

/* An invalid profile would let the run change more than the user wants, so it is refused. */
static bool take_ahead(struct settings *settings, int argc, char **argv)
{
	enum profile profile;

	if (!read_profile(setting_value(argc, argv), &profile)) {
		settings_refuse(settings, "profile: \"%s\" is not one of safe, uncore, full",
				argc > 1 ? argv[argc - 1] : "");
		return false;
	}
	deny_set_profile(profile);
	return true;
}

/* Restores poked registers first: the new profile might forbid that later. */
static void run_profile(struct shell *shell, int argc, char **argv)
{
	struct machine *machine = shell->machine;
	bool starts, good = true;
	enum profile profile;

	if (!read_profile(setting_value(argc, argv), &profile)) {
		record_error(shell->output, VERDICT_ERROR, "usage: profile %s", command_profile.usage);
		return;
	}
	if (shell->poked_count && profile != PROFILE_FULL)
		shell_restore(shell);
	starts = deny_profile() == PROFILE_SAFE && profile != PROFILE_SAFE;
	deny_set_profile(profile);
	/* Boxes that only the other CPUs can reach are asked now. */
	if (starts && deny_start_others(machine))
		good = machine_inventory(machine);
	if (!good || !machine_deny(machine))
		record_error(shell->output, VERDICT_ERROR, "profile: out of memory");
}

const struct command command_profile = {
	.name = "profile",
	.usage = "[=] safe|uncore|full",
	.summary = "limit what a run may change",
	.details = "safe     no register is written and no other processor is started: registers are only read,\n"
		   "         and checks that need a write are `untested`\n"
		   "uncore   no CPU's own registers are written, by name or by number: core counters,\n"
		   "         prefetchers, DEBUGCTL, machine checks, power\n"
		   "full     everything is allowed (default)\n"
		   "`allow` makes no exception from a profile, and `full` none from `deny`. In force from here to\n"
		   "the end of the run. With only settings before it, in uncork.cfg or on the command line, it is\n"
		   "also in force while uncork looks for boxes, and keeps other processors from being started:\n"
		   "    profile = safe\n"
		   "    info\n"
		   "    profile = full    # other processors are started here\n"
		   "    test\n"
		   "It does not cover what uncork itself needs to run: local APIC, page attributes, ports, timers.",
	.next = "deny       forbid access to registers\n"
		"test       what can be tested without writing\n",
	.ahead = take_ahead,
	.setting = true,
	.run = run_profile,
};
