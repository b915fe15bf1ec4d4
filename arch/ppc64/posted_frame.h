/* SPDX-License-Identifier: BSD-2-Clause */
/* Windows of nest counters, which cannot be stopped: from one posting to another. */
#ifndef ARCH_PPC64_POSTED_FRAME_H
#define ARCH_PPC64_POSTED_FRAME_H

#include "arch/ppc64/posted.h"

/* Makes session->frame for the nest counters of a session, and assigns the slots that the program `look` needs, from
 * `slot` on. Returns the next slot. */
uint16_t posted_frame_make(struct session *session, uint16_t slot);

/* Appends the program `look`, which is marked as overflowed if memory was missing. */
void posted_frame_compile(const struct session *session, struct program *look);

/* As in struct session_protocol. */
void posted_frame_order(struct session *session, enum session_edge edge);
MUST_CHECK bool posted_frame_look(struct session *session, bool *done);

#endif
