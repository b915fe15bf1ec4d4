/* SPDX-License-Identifier: BSD-2-Clause */
/* Compiling sessions: the functions of each kind of box, and those shared by the files that compile. */
#ifndef CORE_SESSION_PROTOCOL_H
#define CORE_SESSION_PROTOCOL_H

#include "core/session/session.h"

/* The programs of a session, in the order in which they are compiled. */
enum session_phase {
	SESSION_SAVE,
	SESSION_ARM,
	SESSION_START,
	SESSION_FREEZE,
	SESSION_READ,
	SESSION_RESUME,
	SESSION_DISARM,
	SESSION_POLL,
	SESSION_CLEAR,
	SESSION_LOOK,
	SESSION_KEPT,
	SESSION_STATUS,
	SESSION_HOLD,
	SESSION_ACK,
	SESSION_PHASES
};

/* Appends a domain's part of one program. */
typedef void session_compile_phase(const struct session *session, unsigned domain, struct program *program);

/* How counters are started, stopped and read: counters in registers by the description of their controls (session_registers.c),
 * counters in memory by their platform's code. */
struct session_protocol {
	/* Returns false, with the reason, if the request's counters of `scope` cannot be programmed. May be NULL. */
	bool (*accept)(const struct session_request *request, enum control_scope scope, struct text *diagnostic);

	/* Sets the counter's locations, and adds the registers around it that must be programmed to the session. */
	void (*add)(struct session *session, const struct session_request *request, struct session_counter *counter);

	/* Appends the counter's name, "cbox0.ctr1". */
	void (*name)(const struct session_counter *counter, struct text *text);

	/* Makes the counter's overflow raise the PMI; false, with the reason, if it cannot. NULL: such counters never raise
	 * PMIs. */
	bool (*sample)(struct session *session, const struct session_request *request, struct session_counter *counter,
		       struct text *diagnostic);

	/* Numbers the slots that a domain needs in addition to the counters' own, from `first` on. Returns the number after the
	 * last. May be NULL. */
	uint16_t (*number_slots)(struct session *session, unsigned domain, uint16_t first);

	/* Do the work of session_order and session_look for framed counters. NULL: there are none. */
	void (*order)(struct session *session, enum session_edge edge);
	bool MUST_CHECK (*look)(struct session *session, bool *done);

	/* SESSION_PHASES functions that append a domain's part of each program; NULL: it has none. Each runs twice, first
	 * only to count operations. Reading counters and restoring saved registers needs no such function. */
	session_compile_phase *const *compile;

	/* Appends the operations to `disarm`, after the restored registers, that let the next owner's counters count. May be
	 * NULL. */
	session_compile_phase *release;
};

/* Counters in registers, whatever their control. */
extern const struct session_protocol session_registers;

/* ---- session_filter.c: filter registers ------------------------------------------------------- */

/* Adds the filter registers that the events of all counters need. */
void session_add_filters(struct session *session);

/* Append the filters' parts of the programs `save` and `arm`, and the part of `disarm` that must come before the saved registers
 * are restored. Each handles the filters of one domain's counters, which must be stopped when the program runs. */
void session_save_filters(const struct session *session, unsigned domain, struct program *program);
void session_write_filters(const struct session *session, unsigned domain, struct program *program);
void session_open_filters(const struct session *session, unsigned domain, struct program *program);

/* ---- session_compile.c ----------------------------------------------------------------------------- */

/* Saves a register. Registers are restored in reverse order, with the bits of `always` set. */
void session_save(const struct session *session, struct program *program, struct location where, uint64_t always);

/* Writes a register, then checks the bits in `readable`. */
void session_write_checked(struct program *program, struct location where, uint64_t value, uint64_t readable);

bool session_same_location(const struct location *a, const struct location *b);

#endif
