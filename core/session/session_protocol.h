/* SPDX-License-Identifier: BSD-2-Clause */
/* How sessions are compiled: what each kind of box brings to it, and what the files that compile them share. */
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

/* How counters are set going, stopped and read: those in registers by what the description of control says of them
 * (session_registers.c), those in memory as their platform does it. */
struct session_protocol {
	/* False, with the reason, if the request's counters of that scope cannot be programmed. May be NULL. */
	bool (*accept)(const struct session_request *request, enum control_scope scope, struct text *diagnostic);

	/* Fills in where the counter is, and adds to the session what must be programmed around it. */
	void (*add)(struct session *session, const struct session_request *request, struct session_counter *counter);

	/* Appends the counter's name, "cbox0.ctr1". */
	void (*name)(const struct session_counter *counter, struct text *text);

	/* Lets the counter's overflow raise the PMI, or says why it cannot. NULL: none of them ever does. */
	bool (*sample)(struct session *session, const struct session_request *request, struct session_counter *counter,
		       struct text *diagnostic);

	/* Hands out the slots that a domain needs besides the counters' own, from `first` on, and returns
	 * the number of the next. May be NULL. */
	uint16_t (*number_slots)(struct session *session, unsigned domain, uint16_t first);

	/* As session_order and session_look, of the session's counters that are framed. NULL: it has none. */
	void (*order)(struct session *session, enum session_edge edge);
	bool MUST_CHECK (*look)(struct session *session, bool *done);

	/* Append a domain's part of each program; NULL where it has none. Run twice, the first
	 * time only to count. Counters are read, and what was saved is put back, without their help. */
	session_compile_phase *const *compile; /* SESSION_PHASES of them */

	/* Appends to `disarm`, behind what was saved, what lets the next owner's counters go. May be NULL. */
	session_compile_phase *release;
};

/* Counters in registers, whoever controls them. */
extern const struct session_protocol session_registers;

/* ---- session_filter.c: filter registers ------------------------------------------------------- */

/* Adds what the events of all counters need. */
void session_add_filters(struct session *session);

/* The parts of the programs `save` and `arm`; and what must come in `disarm` before any of what was saved
 * is put back. Each concerns the filters of one domain's counters, none of which may count meanwhile. */
void session_save_filters(const struct session *session, unsigned domain, struct program *program);
void session_write_filters(const struct session *session, unsigned domain, struct program *program);
void session_open_filters(const struct session *session, unsigned domain, struct program *program);

/* ---- session_compile.c ----------------------------------------------------------------------------- */

/* Saves a register: it is put back in the reverse order, with the bits of `always` set. */
void session_save(const struct session *session, struct program *program, struct location where, uint64_t always);

/* Writes, and checks those bits that can be read back. */
void session_write_checked(struct program *program, struct location where, uint64_t value, uint64_t readable);

bool session_same_location(const struct location *a, const struct location *b);

#endif
