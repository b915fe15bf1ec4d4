/* SPDX-License-Identifier: BSD-2-Clause */
/* Hardware reacts with a delay: stopped counters may continue to count for a moment ("minimal skew", 323535 p.13), and an overflow
 * of a box is a message on its way to the status above it (329468-002 p.18, p.110). Code that stops counters or clears overflow
 * bits notes the time; code that then reads, or writes registers that may still count, waits. */
#ifndef CORE_SETTLE_H
#define CORE_SETTLE_H

#include "core/hardware/hw.h"

/* Longest time for counters to stop, and for overflow bits to show and to clear. No document gives it; slower hardware is
 * broken. */
#define SETTLE_NS UINT64_C(20000)

/* Notes that something was stopped, cleared or found so just now, on any processor. Returns the time of that. */
uint64_t settle_note(struct hw *hw);

/* Waits until everything noted has settled, also in a PMI handler. A clock that does not advance does not hang it. */
void settle_wait(struct hw *hw);

/* Treats everything noted as settled. */
void settle_forget(struct hw *hw);

#endif
