/* SPDX-License-Identifier: BSD-2-Clause */
/* Rehearses a measurement: makes its first accesses before its window, since no journal can be written in the window. */
#ifndef CORE_REHEARSE_H
#define CORE_REHEARSE_H

#include "core/session/session.h"

/* With a write-ahead log (core/hardware/write_ahead.h): saves, arms and disarms the session if that touches registers
 * for the first time, so that the journal has each of these accesses; and lists the session's other first accesses in the
 * journal. Starts no counter, and restores all registers. Without a journal it does nothing. */
void session_rehearse(struct session *session);

#endif
