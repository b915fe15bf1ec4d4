/* SPDX-License-Identifier: BSD-2-Clause */
/* How a run ends: with the machine as it is, reset, or switched off. */
#include "core/command/command.h"

bool shell_power(struct shell *shell, enum power_action action)
{
	const char *refusal = power_refusal(shell->machine, action);
	struct record record;

	if (refusal) {
		record_error(shell->output, VERDICT_ERROR, "%s: %s", power_name(action), refusal);
		return false;
	}
	record_begin(&record, shell->output, "power");
	record_text(&record, "action", power_name(action));
	record_text(&record, "by", shell->machine->power->by);
	record_end(&record);
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
		   "written. Then the machine is switched off: under UEFI by the firmware, else by ACPI\n"
		   "(PM1 control, with the sleep type of \\_S5 in the DSDT), on POWER by OPAL. Where no way\n"
		   "is known this is an error and the run goes on.",
	.run = run_poweroff,
};
