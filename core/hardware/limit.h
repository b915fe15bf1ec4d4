/* SPDX-License-Identifier: BSD-2-Clause */
/* How long a run may take, as its user says. What takes long asks, and leaves the rest untested. */
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

#endif
