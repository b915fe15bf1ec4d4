/* SPDX-License-Identifier: BSD-2-Clause */
/* How a run ends: with the machine as it is, reset, or switched off. */
#include "core/command/command.h"
#include "lib/memory.h"

void shell_say_power(struct shell *shell, enum power_action action)
{
	struct record record;

	record_begin(&record, shell->output, "power");
	record_text(&record, "action", power_name(action));
	record_text(&record, "by", shell->machine->power->by);
	record_end(&record);
}

bool shell_power(struct shell *shell, enum power_action action)
{
	const char *refusal = power_refusal(shell->machine, action);

	if (refusal) {
		record_error(shell->output, VERDICT_ERROR, "%s: %s", power_name(action), refusal);
		return false;
	}
	shell_say_power(shell, action);
	shell->power = (uint8_t)action;
	shell->leave = true;
	return true;
}

static void run_power(struct shell *shell, int argc, char **argv, enum power_action action)
{
	if (argc > 1)
		record_error(shell->output, VERDICT_ERROR, "usage: %s", argv[0]);
	else
		(void)shell_power(shell, action);
}

static void run_reset(struct shell *shell, int argc, char **argv)
{
	run_power(shell, argc, argv, POWER_RESET);
}

static void run_poweroff(struct shell *shell, int argc, char **argv)
{
	run_power(shell, argc, argv, POWER_OFF);
}

const struct command command_reset = {
	.name = "reset",
	.usage = "",
	.summary = "end the run, and reset the machine",
	.details = "Ends the run as `exit` does: registers are put back, the verdict is said, files are\n"
		   "written. Then the machine is reset: under UEFI by the firmware, else by the reset\n"
		   "register that ACPI names (FADT), on POWER by OPAL. Where no way is known this is an\n"
		   "error and the run goes on; nothing is tried that the board does not promise.\n"
		   "Standing in uncork.cfg it makes a board that starts the same again and again.",
	.run = run_reset,
};

const struct command command_poweroff = {
	.name = "poweroff",
	.usage = "",
	.summary = "end the run, and switch the machine off",
	.details = "Ends the run as `exit` does: registers are put back, the verdict is said, files are\n"
		   "written. Then the machine is switched off: by UEFI, on POWER by OPAL. Without these this\n"
		   "is an error and the run goes on.",
	.run = run_poweroff,
};

/* ---- and when it cannot end ---------------------------------------------------------------------------------- */

const char *setting_value(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "="))
		return argv[2];
	return argc == 2 ? argv[1] + (argv[1][0] == '=') : NULL;
}

static bool read_on_crash(const char *word, enum power_action *action)
{
	static const struct {
		const char *word;
		enum power_action action;
	} words[] = {{"halt", POWER_STAY}, {"reset", POWER_RESET}, {"poweroff", POWER_OFF}};

	for (size_t i = 0; word && i < ARRAY_SIZE(words); i++) {
		if (strcmp(word, words[i].word) != 0)
			continue;
		*action = words[i].action;
		return true;
	}
	return false;
}

static void run_on_crash(struct shell *shell, int argc, char **argv)
{
	enum power_action action;
	const char *refusal;

	if (!read_on_crash(setting_value(argc, argv), &action)) {
		record_error(shell->output, VERDICT_ERROR, "usage: on-crash %s", command_on_crash.usage);
		return;
	}
	refusal = power_refusal(shell->machine, action);
	if (refusal)
		record_error(shell->output, VERDICT_ERROR, "on-crash: %s: %s", power_name(action), refusal);
	else
		shell->on_crash = (uint8_t)action;
}

const struct command command_on_crash = {
	.name = "on-crash",
	.usage = "[=] halt|reset|poweroff",
	.summary = "say what becomes of the machine when uncork cannot go on",
	.details = "After a crash report, and where an access never comes back:\n"
		   "halt       all processors stop and the board stays as it is, to be looked at: the\n"
		   "           default (on POWER it is switched off)\n"
		   "reset      the board starts again. From uncork.cfg that is the same run again: a board that\n"
		   "           crashes each time then does so without end\n"
		   "poweroff   it is switched off\n"
		   "ACPI's ways come first then, and the firmware's after: it may be what has crashed. It\n"
		   "holds from here to the end of the run, and belongs at the top of uncork.cfg:\n"
		   "    on-crash = reset\n"
		   "    test\n",
	.setting = true,
	.run = run_on_crash,
};
