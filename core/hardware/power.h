/* SPDX-License-Identifier: BSD-2-Clause */
/* Resetting a machine and switching it off, by whatever way it has. */
#ifndef CORE_POWER_H
#define CORE_POWER_H

#include "core/hardware/machine.h"

enum power_action { POWER_STAY, POWER_RESET, POWER_OFF };

/* What a platform brings along: machine.power. */
struct power {
	const char *by; /* "UEFI", "ACPI", "OPAL" */
	/* Why the machine cannot do that, in words behind a colon; NULL: it can. Finds out the first time, outside windows;
	 * what it has found serves `act`. */
	const char *(*refuses)(enum power_action action);
	/* Does it. Comes back, after some seconds at most, only if nothing came of it. `crashed`: the machine may be in any
	 * state, and other ways than the firmware's services come first. */
	void (*act)(enum power_action action, bool crashed);
};

/* "reset", "poweroff"; "stay". */
const char *power_name(enum power_action action);

/* Why the machine cannot do that; NULL: it can. To be asked before power_act, while the machine is open. */
const char *power_refusal(const struct machine *machine, enum power_action action);

/* Resets the machine, or switches it off: the last thing that a run does, once the machine is put back and everything is
 * said, or in the end of a crash report. Comes back only if the machine refuses (power_refusal), if nothing came of it, or
 * with POWER_STAY at once. */
void power_act(const struct machine *machine, enum power_action action, bool crashed);

#endif
