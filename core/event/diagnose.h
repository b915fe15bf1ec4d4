/* SPDX-License-Identifier: BSD-2-Clause */
/* Last step, where a string is refused: the reason in words, its place, and what would have been right. */
#ifndef CORE_EVENT_DIAGNOSE_H
#define CORE_EVENT_DIAGNOSE_H

#include "core/event/resolve.h"

/* Fills in the diagnostic. `resolved` is as far as the string was understood. */
void event_diagnose(const struct resolved *resolved, const struct refusal *refusal, struct diagnostic *diagnostic);

#endif
