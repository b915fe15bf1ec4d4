/* SPDX-License-Identifier: BSD-2-Clause */
/* Third step: adds the implied settings (default umasks, register values that the event's row needs, units of resources, counters),
 * and refuses combinations that are not allowed. */
#ifndef CORE_EVENT_COMPLETE_H
#define CORE_EVENT_COMPLETE_H

#include "core/event/resolve.h"

/* Completes a resolved string. Returns false, with *refusal filled in, if the hardware cannot do it. */
MUST_CHECK bool event_complete(const struct resolved *resolved, struct event_config *config, struct refusal *refusal);

#endif
