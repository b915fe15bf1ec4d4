/* SPDX-License-Identifier: BSD-2-Clause */
/* Resetting a machine and switching it off, by whatever way it has. */
#ifndef CORE_POWER_H
#define CORE_POWER_H

#include "core/hardware/machine.h"

enum power_action { POWER_STAY, POWER_RESET, POWER_OFF };

/* A platform's ways to reset and to switch off: machine.power. */
struct power {
	const char *by; /* "UEFI", "ACPI", "OPAL" */
	/* Returns the reason why the machine cannot do `action`, in words after a colon; NULL: it can. Finds out at the first
	 * call, outside windows, and keeps the result for `act`. */
	const char *(*refuses)(enum power_action action);
	/* Performs `action`. Returns, after some seconds at most, only if that had no effect. `crashed`: the machine may be in
	 * any state, so other ways are tried before the firmware's services. */
	void (*act)(enum power_action action, bool crashed);
};

/* "reset", "poweroff"; "stay". */
const char *power_name(enum power_action action);

/* Returns the reason why the machine cannot do `action`; NULL: it can. Call it before power_act, while the machine is open. */
const char *power_refusal(const struct machine *machine, enum power_action action);

/* Resets the machine, or switches it off: the last action of a run, after all registers are restored and all output is
 * written, or the end of a crash report. Returns only if the machine refuses (power_refusal), if it had no effect, or, with
 * POWER_STAY, at once. */
void power_act(const struct machine *machine, enum power_action action, bool crashed);

#endif
