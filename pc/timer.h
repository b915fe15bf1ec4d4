/* SPDX-License-Identifier: BSD-2-Clause */
/* The interval timer of a PC, whose rate is the same on all boards. */
#ifndef PC_TIMER_H
#define PC_TIMER_H

#include "lib/basic.h"

/* Waits exactly `microseconds`, at most 54 ms. Returns false if there is no such timer, because the end did not
 * come. */
bool timer_slice_us(uint64_t microseconds);

/* Waits `microseconds`. Bounded, even without such a timer. */
void timer_stall_us(uint64_t microseconds);

#endif
