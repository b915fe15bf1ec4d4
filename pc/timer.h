/* SPDX-License-Identifier: BSD-2-Clause */
/* The interval timer of the PC: the one that runs at a known rate whatever the board. */
#ifndef PC_TIMER_H
#define PC_TIMER_H

#include "lib/basic.h"

/* Passes at most 54 ms, exactly. False if there is no such timer: its end did not come. */
bool timer_slice_us(uint64_t microseconds);

/* Passes time. Bounded, should there be no such timer. */
void timer_stall_us(uint64_t microseconds);

#endif
