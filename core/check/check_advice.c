/* SPDX-License-Identifier: BSD-2-Clause */
/* What somebody with the board before them does next about a failure. */
#include "core/check/check.h"

/* Of accesses that did not go well; NULL: the check's own. */
static const char *const by_outcome[OUTCOME_COUNT] = {
	[OUTCOME_FAULT] =
		"compare with `info`: a box that is fused off or locked fails as a whole. If its other registers answer, repeat after a cold start; if this one still faults, replace the processor",
	[OUTCOME_ALL_ONES] =
		"the board's firmware hides functions more often than processors lose them: look for this one in its setup, then try another version of that firmware; only if it stays hidden in another board too is the processor to blame",
	[OUTCOME_ABSENT] =
		"nothing leads to this address: see `info` for the bus or region that is missing, which is the platform firmware's to set up",
	[OUTCOME_TIMEOUT] =
		"the access did not end: power the board off and on and run this check alone; if it hangs again at this address, replace the processor",
};

static const char *const by_scope[] = {
	[CHECK_OF_MACHINE] = "see `info`, and the checks of each box that it names",
	[CHECK_OF_SOCKET] =
		"run this check alone after a cold start; put the processor into another socket: the failure moves with it, or stays with the board",
	[CHECK_OF_BOX] =
		"run all checks of this box alone after a cold start; if it fails alike, replace the processor",
	[CHECK_OF_REGISTER] =
		"read it with `peek` after a cold start, before anything else ran: the same bits again are broken in the processor; leave the register out, or replace the processor",
	[CHECK_OF_COUNTER] =
		"look at this counter's `bits` first, then repeat this check alone: measure with the box's other counters, or replace the processor",
	[CHECK_OF_FIXED] =
		"repeat this check alone: if it differs again by the same factor, trust no rate that is derived from this clock",
};

const char *check_advice(const struct check *check, enum outcome outcome)
{
	if (by_outcome[outcome])
		return by_outcome[outcome];
	return check->advice ? check->advice : by_scope[check->scope];
}
