/* SPDX-License-Identifier: BSD-2-Clause */
/* Third step: what goes without saying. Umasks that are meant, what the event's row needs of registers, units of resources,
 * counters; and what may not go together. */
#ifndef CORE_EVENT_COMPLETE_H
#define CORE_EVENT_COMPLETE_H

#include "core/event/resolve.h"

/* Completes what a string was resolved to. False and *refusal filled in if it means nothing the hardware can do. */
MUST_CHECK bool event_complete(const struct resolved *resolved, struct event_config *config, struct refusal *refusal);

#endif
