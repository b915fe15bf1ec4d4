/* SPDX-License-Identifier: BSD-2-Clause */
/* How long a run may take, and how many processors, as its user says. What takes long asks, and leaves the rest untested. */
#ifndef CORE_LIMIT_H
#define CORE_LIMIT_H

#include "core/hardware/hw.h"

/* From here on the run may take so many seconds of the machine's clock; 0: it has no limit. */
void limit_set(struct hw *hw, uint32_t seconds);

/* The limit in seconds; 0: there is none. */
uint32_t limit_seconds(void);

/* True if there is a limit and it is over. */
bool limit_is_over(struct hw *hw);

/* True the first time after limit_set that the limit is over: it is to be said once. */
bool limit_is_news(struct hw *hw);

struct cpu;

/* A run may use so many logical processors; 0: all. It holds for the machine that is opened next. */
void limit_set_cpus(uint32_t count);
uint32_t limit_cpus(void);

/* Marks the processors that the run leaves alone. It uses the one that the firmware runs on, then one of each other socket, then
 * the others in their order. */
void limit_choose_cpus(struct cpu *cpus, uint16_t count);

#endif
