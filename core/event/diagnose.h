/* SPDX-License-Identifier: BSD-2-Clause */
/* Last step for a refused string: the reason in words, its place, and a hint. */
#ifndef CORE_EVENT_DIAGNOSE_H
#define CORE_EVENT_DIAGNOSE_H

#include "core/event/resolve.h"

/* Fills in the diagnostic. `resolved`: the part of the string that was understood. */
void event_diagnose(const struct resolved *resolved, const struct refusal *refusal, struct diagnostic *diagnostic);

#endif
