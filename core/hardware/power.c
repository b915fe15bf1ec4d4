/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/power.h"

const char *power_name(enum power_action action)
{
	static const char *const names[] = {[POWER_STAY] = "stay", [POWER_RESET] = "reset", [POWER_OFF] = "poweroff"};

	return names[action];
}

const char *power_refusal(const struct machine *machine, enum power_action action)
{
	if (action == POWER_STAY)
		return NULL;
	return machine->power ? machine->power->refuses(action) : "uncork knows no way to do this here";
}

void power_act(const struct machine *machine, enum power_action action, bool crashed)
{
	if (action != POWER_STAY && !power_refusal(machine, action))
		machine->power->act(action, crashed);
}
