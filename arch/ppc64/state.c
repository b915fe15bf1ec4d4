/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/ppc64/state.h"

static void add(struct text *complaint, bool wrong, const char *what, uint64_t value)
{
	if (wrong)
		text_format(complaint, "%s%s (0x%llx)", complaint->length ? "; " : "", what, (unsigned long long)value);
}

void state_complain(const struct thread_state *state, const struct thread_wanted *wanted, struct text *complaint)
{
	if (!state->known)
		return;
	add(complaint, !(state->msr & MSR_ME), "MSR[ME] is off: a machine check stops the machine without a report",
	    state->msr);
	add(complaint, !(state->msr & MSR_LE), "MSR[LE] is off", state->msr);
	add(complaint, wanted->hile_known && !(state->hid0 & HID0_HILE),
	    "HID0[HILE] is off: interrupts are taken big-endian", state->hid0);
	add(complaint, state->lpcr & LPCR_LPES, "LPCR[LPES] is on: external interrupts do not use HSRR0", state->lpcr);
	add(complaint, state->lpcr & LPCR_HDICE, "LPCR[HDICE] is on: the hypervisor decrementer interrupts",
	    state->lpcr);
	add(complaint, state->hsprg0 != wanted->hsprg0, "HSPRG0 is not the thread's", state->hsprg0);
	add(complaint, state->pir != wanted->pir, "PIR is not what the thread was started by", state->pir);
}
