/* SPDX-License-Identifier: BSD-2-Clause */
/* What a measurement does in its window, where no journal can be written, done once before. */
#ifndef CORE_REHEARSE_H
#define CORE_REHEARSE_H

#include "core/session/session.h"

/* With a write-ahead log (core/hardware/write_ahead.h): saves, arms and disarms the session if that touches registers
 * for the first time, so that the journal has each of these accesses, and lists in it what else the session
 * will do for the first time. Nothing counts, and all is put back. Without a journal it does nothing. */
void session_rehearse(struct session *session);

#endif
