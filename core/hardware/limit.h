/* SPDX-License-Identifier: BSD-2-Clause */
/* The user's limits on the time and the number of processors of a run. Long work checks the time limit, and leaves the rest
 * untested when it is over. */
#ifndef CORE_LIMIT_H
#define CORE_LIMIT_H

#include "core/hardware/hw.h"

/* Sets the time limit: `seconds` from now, by the machine's clock; 0: no limit. */
void limit_set(struct hw *hw, uint32_t seconds);

/* The limit in seconds; 0: there is none. */
uint32_t limit_seconds(void);

/* True if there is a limit and it is over. */
bool limit_is_over(struct hw *hw);

/* True only for the first call after the limit is over: it is reported once. */
bool limit_is_news(struct hw *hw);

struct cpu;

/* Sets the number of logical processors that a run may use; 0: all. Takes effect when a machine is opened. */
void limit_set_cpus(uint32_t count);
uint32_t limit_cpus(void);

/* Marks the processors that the run leaves alone (cpu.left_alone). Keeps the one that the firmware runs on, then one of each other
 * socket, then others in order, up to the limit. */
void limit_choose_cpus(struct cpu *cpus, uint16_t count);

#endif
