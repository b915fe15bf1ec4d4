/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by session_registers.c, which chooses the values to program, and session_programs.c, which puts the accesses in order. */
#ifndef CORE_SESSION_REGISTERS_H
#define CORE_SESSION_REGISTERS_H

#include "core/session/session_protocol.h"

/* session_protocol.compile of counters in registers. */
extern session_compile_phase *const session_register_programs[SESSION_PHASES];
extern session_compile_phase session_thaw;

static inline const struct register_row *session_select_row(const struct session_counter *counter)
{
	return box_row_of_role(counter->box.type, counter->fixed ? ROLE_FIXED_SELECT : ROLE_SELECT);
}

/* The bits of its select that let a counter count. */
static inline uint64_t session_select_enable(const struct session_counter *counter)
{
	return layout_bits(session_select_row(counter)->layout, FIELD_ENABLE);
}

/* Location of the row's first register; address 0 if `row` is NULL. */
static inline struct location session_row_location(const struct box *box, const struct register_row *row)
{
	return row ? box_location(box, row, 0) : (struct location){0};
}

/* The scope whose switch starts and stops a counter. */
static inline struct session_scope *session_scope_of(const struct session *session,
						     const struct session_counter *counter)
{
	return &session->scopes[session->boxes[counter->owner].scope];
}

#endif
