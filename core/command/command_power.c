/* SPDX-License-Identifier: BSD-2-Clause */
/* Power action at the end of a run: the machine stays on, is reset, or is switched off. */
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
	.summary = "end the run and reset the machine",
	.details = "Ends the run as `exit` does: puts registers back, prints the verdict, writes files.\n"
		   "Then resets the machine: by UEFI, else by the reset register that ACPI names (FADT),\n"
		   "on POWER by OPAL. If the board offers none of these ways, this is an error and the run\n"
		   "continues; no other way is tried.\n"
		   "In uncork.cfg it makes the board run the same commands in an endless loop.",
	.run = run_reset,
};

const struct command command_poweroff = {
	.name = "poweroff",
	.usage = "",
	.summary = "end the run and switch the machine off",
	.details = "Ends the run as `exit` does: puts registers back, prints the verdict, writes files.\n"
		   "Then switches the machine off: by UEFI, on POWER by OPAL. Without either, this is an\n"
		   "error and the run continues.",
	.run = run_poweroff,
};

/* ---- on-crash setting ---------------------------------------------------------------------------------------- */

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
	.summary = "choose what happens to the machine after a crash",
	.details = "Sets what follows a crash report, or an access that never comes back:\n"
		   "halt       all processors stop and the board stays as it is, for you to examine: the default\n"
		   "           (on POWER it is switched off)\n"
		   "reset      the board restarts. With uncork.cfg it repeats the run, so a board that crashes\n"
		   "           in each run never stops restarting\n"
		   "poweroff   the board is switched off\n"
		   "ACPI is tried before the board's firmware, because the firmware may be what crashed. In force\n"
		   "from here to the end of the run; put it at the top of uncork.cfg:\n"
		   "    on-crash = reset\n"
		   "    test\n",
	.setting = true,
	.run = run_on_crash,
};
