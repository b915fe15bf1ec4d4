/* SPDX-License-Identifier: BSD-2-Clause */
/* Advises a user at the board on the next step after a failure. */
#include "core/check/check.h"

/* For accesses that failed; NULL: use the check's own advice. */
static const char *const by_outcome[OUTCOME_COUNT] = {
	[OUTCOME_FAULT] =
		"compare with `info`: a box that is fused off or locked fails as a whole. If its other registers answer, power the board off and on and repeat; if this one still faults, replace the processor",
	[OUTCOME_ALL_ONES] =
		"most often the board's firmware hides a function: look for it in the firmware's setup, then try another firmware version; only if it stays hidden in another board too is the processor to blame",
	[OUTCOME_ABSENT] =
		"this address cannot be reached: see `info` for the missing bus or region, which the board's firmware has to set up",
	[OUTCOME_TIMEOUT] =
		"the access did not end: power the board off and on and run this check alone; if it hangs again at this address, replace the processor",
};

static const char *const by_scope[] = {
	[CHECK_OF_MACHINE] = "see `info`, and the checks of each box that it names",
	[CHECK_OF_SOCKET] =
		"power the board off and on and run this check alone; then put the processor into another socket: the failure moves with it, or stays with the board",
	[CHECK_OF_BOX] =
		"power the board off and on and run all checks of this box alone; if they fail again, replace the processor",
	[CHECK_OF_REGISTER] =
		"power the board off and on, then read the register with `peek` before anything else: if the same bits are wrong, they are broken; do not use the register, or replace the processor",
	[CHECK_OF_COUNTER] =
		"look at this counter's `bits` first, then repeat this check alone; if it fails again, measure with the box's other counters, or replace the processor",
	[CHECK_OF_FIXED] =
		"repeat this check alone: if it differs again by the same factor, do not trust rates that are derived from this clock",
};

const char *check_advice(const struct check *check, enum outcome outcome)
{
	if (by_outcome[outcome])
		return by_outcome[outcome];
	return check->advice ? check->advice : by_scope[check->scope];
}
