/* SPDX-License-Identifier: BSD-2-Clause */
/* Events that belong together: the two halves of an average latency, and an occupancy with the events that use it. */
#ifndef CORE_EVENT_PAIR_H
#define CORE_EVENT_PAIR_H

#include "core/event/event.h"

/* Returns false, with a line in `diagnostic` that names the events and a right choice, in two cases: one event adds up requests in
 * flight, and another, which should count them, selects other requests or not all their answers; or an event uses the sum in
 * counter 0, and no event adds up there. A single half of a latency is no error. */
MUST_CHECK bool event_pairs_match(const struct event_config *configs, unsigned count, struct text *diagnostic);

#endif
