/* SPDX-License-Identifier: BSD-2-Clause */
/* Hardware takes its time: counters that are told to stop may count on for a moment ("minimal skew", 323535 p.13), and what a box says
 * of an overflow is a message on its way to the status above it (329468-002 p.18, p.110). What stops counters or clears overflow
 * bits notes it; what then reads, or writes what would count on, waits. */
#ifndef CORE_SETTLE_H
#define CORE_SETTLE_H

#include "core/hardware/hw.h"

/* How long counters may take to stop, overflow bits to show and to clear. No document says it; what takes longer is broken. */
#define SETTLE_NS UINT64_C(20000)

/* Notes that something was stopped, cleared or found so just now, on any processor. Returns when that is. */
uint64_t settle_note(struct hw *hw);

/* Waits until what was noted has settled, in a PMI handler, too. A clock that stands still does not hang it. */
void settle_wait(struct hw *hw);

/* Takes what was noted for settled. */
void settle_forget(struct hw *hw);

#endif
