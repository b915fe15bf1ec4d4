/* SPDX-License-Identifier: BSD-2-Clause */
/* Events that mean something together: the two halves of an average latency, and an occupancy with what looks at
 * it. */
#ifndef CORE_EVENT_PAIR_H
#define CORE_EVENT_PAIR_H

#include "core/event/event.h"

/* True unless one of the configurations adds up requests in flight and another, which would count them, is about
 * other requests or not about all answers to them; or one looks at what counter 0 adds up, and none adds anything up
 * there. Then a line of `diagnostic` names them and says what would be right. A half of a latency alone is no error: it
 * is what it says. */
MUST_CHECK bool event_pairs_match(const struct event_config *configs, unsigned count, struct text *diagnostic);

#endif
