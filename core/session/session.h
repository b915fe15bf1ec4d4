/* SPDX-License-Identifier: BSD-2-Clause */
/* One measurement: the register programs compiled from a schedule, and the data that they need.
 *
 * Life of a session: compile, begin (save, arm), start, then any number of times freeze, read and resume, end (disarm). Every
 * register is saved before it is changed and restored by `end`, even after failures; a crash handler calls session_abandon. */
#ifndef CORE_SESSION_H
#define CORE_SESSION_H

#include "core/hardware/control.h"
#include "core/program/program.h"
#include "core/record/record.h"
#include "core/session/schedule.h"

struct session_protocol; /* core/session/session_protocol.h */

/* Boxes with the same kind of control. A session may have several domains: each of its programs handles one domain after the other,
 * in the order of the schedule. */
struct session_domain {
	const struct session_protocol *protocol;
	uint8_t scope; /* enum control_scope */
};

/* One programmed counter. Its value is in slots[its index]. */
struct session_counter {
	struct box box;
	uint8_t domain;
	const struct event_config *config;
	const char *event; /* canonical, with instance */
	const char *name;  /* "cbox0.ctr1" */
	uint16_t owner;    /* index of its box in session.boxes */
	uint8_t number;    /* of the general counter, or of the fixed one */
	uint8_t unit;      /* unit of the resource that its event uses */
	uint8_t bits;      /* its width */
	bool fixed;
	bool free;             /* it can be neither stopped nor written, and has no select */
	bool joint;            /* it shares its select with others: session_scope.joint_select */
	bool sampled;          /* its overflow raises the PMI */
	uint64_t enable;       /* its bit in the box's control */
	uint64_t overflow;     /* its bit in the box's status */
	uint64_t select_value; /* with enable and PMI enable */
	uint64_t preload;      /* 0 unless sampled */
	uint64_t first;        /* its value when it was armed, if it cannot be written */
	uint64_t round_ns;     /* shortest time in which it can wrap, whatever it counts */
	/* Of a counter that cannot be stopped: its count is framed by two postings. The time between them and its uncertainty
	 * (+/-); the number of postings in that time, and the longest time without one. */
	bool framed;
	uint64_t window_ns, within_ns, postings, gap_ns;
	const char *distrust; /* the reason why its count is not trusted; NULL: it is */
	struct location select, counter;
};

/* One box that has programmed counters. */
struct session_box {
	struct box box;
	uint8_t domain;
	uint16_t scope;       /* index into session.scopes */
	bool leads;           /* of posted counters: its engine is started and stopped with this box */
	struct control inner; /* its own control, below that of its scope; row NULL: none */
	struct status status; /* its own; row NULL: there is none, or the scope's is used */
	uint64_t enables;     /* enable bits of our counters in its control */
	uint64_t overflows;   /* overflow bits of our counters in the status */
	uint64_t sampled;     /* the bits of `overflows` that raise a PMI */
	uint64_t summary;     /* bits of its scope's status that show `overflows`; 0: none */
	bool primes;          /* general counters of a core are used: an erratum may require priming them first */
	uint16_t status_slot; /* slot with the value of the status */
};

/* The programmed counters that one switch starts and stops: those of a socket, a box or a CPU. */
struct session_scope {
	struct box box; /* the box that has the switch */
	uint8_t domain;
	bool sampled;           /* PMIs come from here */
	struct control control; /* row NULL: its counters are started by their selects, one by one */
	struct status status;   /* above those of its boxes; row NULL: there is none */
	uint64_t enables;       /* of our counters, in `control` */
	uint64_t overflows;     /* bits of `status` that must be cleared there */
	uint64_t armed;         /* bits of control while PMIs are wanted */
	uint64_t running;       /* value of control while counting ... */
	uint64_t stopped;       /* ... and with everything stopped and no PMI possible */
	uint64_t shown;         /* bits of control that show that it is stopped; 0: none */
	uint16_t control_slot, status_slot;
	uint16_t moving_slot;  /* if `shown` is 0: slot of the first sampled counter's value before the stop */
	uint16_t moving;       /* ... and that counter's index */
	uint16_t frozen_slot;  /* of a box: slot of the time when it last stopped, in ticks */
	struct location where; /* the control, or else the first select */
	/* Registers of a CPU in which we use some bits; `address` 0: not needed. `gate` must be set for the CPU to take PMIs;
	 * `freeze` makes hardware stop its counters. */
	struct location gate, freeze;
	uint64_t freeze_bit;
	/* `frozen` is the status bit that shows that hardware has stopped the counters; a 1 written to `thaw` restarts them.
	 * `address` 0: the status has no such bit. */
	struct location thaw;
	uint64_t frozen;
	/* All bits to write to `thaw`: `frozen`, and the bit of frozen branch records, which may have been set before. */
	uint64_t thaws;
	/* The select that its fixed counters share, and its value. */
	struct location joint_select;
	uint64_t joint_value;
	uint64_t joint_writable;
};

/* A filter register that events need. It is written whole: bits that no event requires are 0. */
struct session_filter {
	struct location where;
	uint8_t domain; /* domain of the counters that need it */
	bool gate;      /* other filters may be written only while its enable is 0 */
	uint64_t ones;  /* bits that are always written as 1 */
	uint64_t value;
	uint64_t writable; /* bits that read back */
};

#define SESSION_NO_CORE UINT32_MAX

struct session_request {
	struct machine *machine;
	const struct event_config *configs;
	const struct schedule *schedule;
	uint64_t period;    /* number of events of configuration 0 until an overflow raises a PMI; 0: no PMIs */
	uint32_t core;      /* core of the socket that takes the PMI */
	uint32_t cpu;       /* its processor, as an index into machine.cpus */
	uint64_t fixed_pmi; /* the fixed select's PMI enable; 0: not known */
	bool proxy;         /* configuration 0 is sampled in place of others, whose boxes raise no PMI */
};

#define SESSION_DOMAINS 4 /* maximum of one session */

/* The two ends of a window. */
enum session_edge { SESSION_BEGINS, SESSION_ENDS };

struct session_frame;

struct session {
	struct machine *machine;
	struct session_domain domains[SESSION_DOMAINS];
	uint8_t domain_count;
	struct session_counter *counters;
	struct session_box *boxes;
	struct session_scope *scopes;
	struct session_filter *filters;
	const struct session_scope *source; /* of a session that samples: the scope that raises its PMIs */
	uint16_t counter_count, box_count, scope_count, filter_count;
	/* Counter values, statuses and controls of boxes and scopes, then the saved registers. */
	uint64_t *slots;
	uint64_t ended_ns; /* time when the last program ended, if it settles; else 0 */
	uint16_t slot_count;
	uint16_t live_slots; /* number of slots, from the first, that the PMI handler's programs fill in */
	uint64_t period;     /* adjusted for errata */
	bool proxy;          /* as in the request */
	bool runs_on;        /* because of an erratum its processor's freeze does not stop one of its counters */

	struct program save, arm, start, freeze, read, resume, disarm;
	/* Reads the counters while they count, one operation each: core/session/counts.h. */
	struct program poll;
	/* For counters framed by postings: reads the words that show postings. Run it as often as `poll`. */
	struct program look;
	struct session_frame *frame; /* NULL: no framed counters; the contents belong to their protocol */
	/* Clears status bits that counters set when they wrap. Run it while the counters are stopped. */
	struct program clear;
	/* Checks that selects and filters still hold the written values. Run it while the counters are stopped. */
	struct program kept;
	/* For sampling, in the PMI handler: `status` reads which counters overflowed; `hold` stops the counters unless the
	 * hardware did; `ack` clears, checks and preloads. */
	struct program status, hold, ack;

	bool active;          /* between session_begin and session_end: a handler may access its registers */
	struct session *next; /* next of the sessions whose registers are not as found */
	const struct program *trouble_program; /* the first program that failed; NULL if none */
	struct program_result trouble;
};

/* Compiles the programs, with memory from the machine's arena. Returns false, with a reason of one line in
 * `diagnostic`, if events contradict each other, a counter to be sampled cannot raise a PMI, no period near
 * the requested one is allowed, or the arena is full. Accesses no hardware. */
MUST_CHECK bool session_compile(struct session *session, const struct session_request *request,
				struct text *diagnostic);

/* Sets the sample period from the next arming on: `period`, from 1 to the period that the session was compiled for, or the next
 * higher number that errata allow (session.period). Do not call it while counters count. */
void session_set_period(struct session *session, uint64_t period);

/* True if overflows of counters of the type raise PMIs on this machine. */
bool session_samples(const struct machine *machine, const struct box_type *type);

/* The name of the register that shows which counters raised the PMIs of a sampling session. */
const char *session_status_name(const struct session *session);

/* True if the values that program `hold` left in `slots` show that the counters that raise PMIs were stopped before it ran. */
bool session_stood(const struct session *session, const uint64_t *slots);

/* Runs one of the session's programs. Returns false if an operation failed; the first failure is kept for session_report. */
MUST_CHECK bool session_run(struct session *session, const struct program *program);

/* Like session_run(), with the caller's `slots`, session.live_slots of them: for reading the hardware while
 * the PMI handler may be using the session's own slots. Not for programs that save or restore. */
MUST_CHECK bool session_run_in(struct session *session, const struct program *program, uint64_t *slots);

/* Like session_run_in(), for the part of program `poll` that reads `count` counters from number `first` on. */
MUST_CHECK bool session_poll(struct session *session, uint16_t first, uint16_t count, uint64_t *slots);

/* Saves and arms: the program `start` then makes the counters count from 0, or from their preloads.
 * Returns false if an operation failed; session_end must be called all the same. */
MUST_CHECK bool session_begin(struct session *session);

/* Orders counters that cannot be stopped to begin or end their windows; then call session_look() until *done (at once if there are
 * no such counters). Their count is the slot's value minus session_counter.first. Looks in between show failures. */
void session_order(struct session *session, enum session_edge edge);
MUST_CHECK bool session_look(struct session *session, bool *done);

/* Marks counters as not trusted if their selects or filters no longer hold the written value. Call it while the counters are
 * stopped. False on trouble. */
MUST_CHECK bool session_check_kept(struct session *session);

/* Restores every register as found, as far as the hardware allows: an overflow bit that was found set
 * and had to be cleared stays cleared. Does nothing if nothing was changed. */
void session_end(struct session *session);

/* Restores the registers that active sessions, and work during them, have changed, as far as the executing processor can access
 * them: for crash handlers, on one processor of each socket. Prints nothing, and makes a bounded number of accesses. */
void session_abandon(void);

/* Like session_abandon(), only for registers of processor `cpu` (index), on which it must be called. */
void session_abandon_own(uint32_t cpu);

/* Reports the first trouble as a record_error (FAIL) with program and register. Returns true if there was none. */
MUST_CHECK bool session_report(const struct session *session, struct output *output);

/* Corrects a counter's value as read for its box's erratum; increments *corrected if it changed the value. */
uint64_t session_corrected(const struct session_counter *counter, uint64_t raw, uint32_t *corrected);

/* Converts a count to the counter's described unit: a posted counter may be scaled. */
uint64_t session_scaled(const struct session_counter *counter, uint64_t count);

/* The socket of a session that was compiled for one. */
static inline uint16_t session_socket(const struct session *session)
{
	return session->counters[0].box.socket;
}

/* The time between the stops of boxes that are frozen one by one. */
struct session_skew {
	uint16_t boxes;
	uint64_t ticks; /* from the first stop to the last */
	const struct session_scope *first, *last;
};

/* Computes the skew of the last run of program `freeze` or `hold`, from its `slots`. Returns false if there are
 * fewer than two such boxes: counters stopped by one write stop at once. */
MUST_CHECK bool session_skew(const struct session *session, const uint64_t *slots, struct session_skew *skew);

/* Mask of the counter's bits. */
uint64_t session_counter_mask(const struct session_counter *counter);

/* Number of events from a sampled counter's preload to its overflow. */
uint64_t session_counter_period(const struct session_counter *counter);

/* Finds by experiment the bit that lets the fixed counter of `box` raise a PMI, among the candidates of the processor's table, and
 * reports it in a note. The result is kept in machine->fixed_pmi. `config` is an event that the fixed counter counts. Opens its own
 * window; no core receives an interrupt. Returns false after a record_error if no candidate works. */
MUST_CHECK bool session_probe_fixed_pmi(struct machine *machine, const struct event_config *config,
					const struct box *box, struct output *output);

/* Finds out whether the request's processor takes PMIs only if its gate is open (see struct
 * global_control), and keeps the result in machine->pmi_gate; writes a note if the gate is needed. The
 * result stays unknown if no PMI comes either way. Opens its own window. */
void session_probe_gate(const struct session_request *request, struct output *output);

#endif
