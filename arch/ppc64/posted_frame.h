/* SPDX-License-Identifier: BSD-2-Clause */
/* Windows over nest counters, which nothing stops: from one posting to another. */
#ifndef ARCH_PPC64_POSTED_FRAME_H
#define ARCH_PPC64_POSTED_FRAME_H

#include "arch/ppc64/posted.h"

/* Makes session->frame of the nest counters of a session, and hands out the slots that the program `look` needs, from `slot` on:
 * returns the next. */
uint16_t posted_frame_make(struct session *session, uint16_t slot);

/* Appends the program `look`: overflowed if there was no memory for what it needs. */
void posted_frame_compile(const struct session *session, struct program *look);

/* As in struct session_protocol. */
void posted_frame_order(struct session *session, enum session_edge edge);
MUST_CHECK bool posted_frame_look(struct session *session, bool *done);

#endif
