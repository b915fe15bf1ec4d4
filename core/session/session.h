/* SPDX-License-Identifier: BSD-2-Clause */
/* One measurement: the register programs compiled from a schedule, and what they need around them.
 *
 * Life of a session: compile, begin (save, arm), start, then freeze, read and resume as often as
 * wanted, end (disarm). Everything touched is saved first and put back by `end`, whatever happened in
 * between; a crash handler calls session_abandon. */
#ifndef CORE_SESSION_H
#define CORE_SESSION_H

#include "core/hardware/control.h"
#include "core/program/program.h"
#include "core/record/record.h"
#include "core/session/schedule.h"

struct session_protocol; /* core/session/session_protocol.h */

/* Boxes that are controlled alike. A session may have several kinds: each of its programs does all of one domain first, then all of
 * the next, in the order in which the schedule brings them. */
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
	uint8_t unit;      /* of the resource that its event uses */
	uint8_t bits;      /* that it has */
	bool fixed;
	bool free;             /* nobody can stop or write it, and it has no select */
	bool joint;            /* it shares its select with others: session_scope.joint_select */
	bool sampled;          /* its overflow raises the PMI */
	uint64_t enable;       /* its bit in the box's control */
	uint64_t overflow;     /* its bit in the box's status */
	uint64_t select_value; /* with enable and PMI enable */
	uint64_t preload;      /* 0 unless sampled */
	uint64_t first;        /* what it held when it was armed, if that cannot be written */
	uint64_t round_ns;     /* it cannot come round sooner, whatever it counts */
	/* Of a counter that nothing stops: its count is framed by two postings. For how long it counted by them, and how much
	 * more or less that may have been; how many postings that spans, and the longest time without one. */
	bool framed;
	uint64_t window_ns, within_ns, postings, gap_ns;
	const char *distrust; /* why its count cannot be believed; NULL: it can */
	struct location select, counter;
};

/* One box that has programmed counters. */
struct session_box {
	struct box box;
	uint8_t domain;
	uint16_t scope;       /* index into session.scopes */
	bool leads;           /* of posted counters: its engine is started and stopped for it */
	struct control inner; /* its own control, below that of its scope; row NULL: none */
	struct status status; /* its own; row NULL: there is none, or it is its scope's */
	uint64_t enables;     /* of our counters, in its control */
	uint64_t overflows;   /* of our counters, in the status */
	uint64_t sampled;     /* those of them that raise a PMI */
	uint64_t summary;     /* where its scope's status shows them; 0: nowhere */
	bool primes;          /* general counters of a core are used, which an erratum may have primed first */
	uint16_t status_slot; /* where these bits are found */
};

/* Whatever one switch starts and stops: a socket, a box or a CPU, with programmed counters. */
struct session_scope {
	struct box box; /* that has the switch */
	uint8_t domain;
	bool sampled;           /* PMIs come from here */
	struct control control; /* row NULL: its counters are started by their selects, one by one */
	struct status status;   /* above those of its boxes; row NULL: there is none */
	uint64_t enables;       /* of our counters, in `control` */
	uint64_t overflows;     /* bits of `status` that are to be cleared there */
	uint64_t armed;         /* in control while PMIs are wanted */
	uint64_t running;       /* value of control while counting ... */
	uint64_t stopped;       /* ... and with everything stopped and no PMI possible */
	uint64_t shown;         /* bits of control by which one sees that it is stopped; 0: one cannot */
	uint16_t control_slot, status_slot;
	uint16_t moving_slot;  /* where one cannot: the first sampled counter's value before the stop */
	uint16_t moving;       /* ... and its index */
	uint16_t frozen_slot;  /* of a box: when it last stood still, in ticks */
	struct location where; /* the control, or else the first select */
	/* Registers of a CPU of which some bits are ours; `address` 0: not needed. What must be set for it to take PMIs, and
	 * what has hardware stop its counters. */
	struct location gate, freeze;
	uint64_t freeze_bit;
	/* Where hardware that has stopped them says so in their status: that bit, and where a 1 lets them go; `address` 0: it
	 * does not. */
	struct location thaw;
	uint64_t frozen;
	/* All that is let go there: the record of branches, too, which may have been told to freeze before. */
	uint64_t thaws;
	/* The select that its fixed counters share, and its value. */
	struct location joint_select;
	uint64_t joint_value;
	uint64_t joint_writable;
};

/* A filter register that events need set. It is written whole: what no event asks for is 0. */
struct session_filter {
	struct location where;
	uint8_t domain; /* of the counters that need it */
	bool gate;      /* others may be written only while its enable is 0 */
	uint64_t ones;  /* bits that are 1 whatever is written */
	uint64_t value;
	uint64_t writable; /* bits that read back */
};

#define SESSION_NO_CORE UINT32_MAX

struct session_request {
	struct machine *machine;
	const struct event_config *configs;
	const struct schedule *schedule;
	uint64_t period;    /* overflow of configuration 0 after so many events raises a PMI; 0: none does */
	uint32_t core;      /* which core of the socket takes the PMI */
	uint32_t cpu;       /* the same as an index into machine.cpus */
	uint64_t fixed_pmi; /* the fixed select's PMI enable; 0: not known */
	bool proxy;         /* configuration 0 is sampled for others, whose boxes raise no PMI */
};

#define SESSION_DOMAINS 4 /* that one session may have */

/* Which end of a window. */
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
	const struct session_scope *source; /* of a session that samples: where its PMIs come from */
	uint16_t counter_count, box_count, scope_count, filter_count;
	/* Counter values, statuses and controls of boxes and scopes, then what was found. */
	uint64_t *slots;
	uint64_t ended_ns; /* when the last program was done, if it settles; else 0 */
	uint16_t slot_count;
	uint16_t live_slots; /* how many of them the PMI handler's programs fill in */
	uint64_t period;     /* after what errata demand */
	bool proxy;          /* as in the request */
	bool runs_on;        /* by an erratum one of its counters is not stopped by the freeze of its processor */

	struct program save, arm, start, freeze, read, resume, disarm;
	/* Reads the counters while they count, one operation each: core/session/counts.h. */
	struct program poll;
	/* Reads what shows postings; of sessions with counters that are framed by them. Run as often. */
	struct program look;
	struct session_frame *frame; /* NULL: it has none; what it holds is their protocol's */
	/* Clears what counters leave in statuses as they come round. To be run while they stand still. */
	struct program clear;
	/* Checks that selects and filters still hold what was written. To be run while counters stand still. */
	struct program kept;
	/* Of sessions that sample, for the PMI handler: who overflowed; stop the counters unless the
	 * hardware did; clear, check and preload. */
	struct program status, hold, ack;

	bool active;          /* between session_begin and session_end: a handler may touch its registers */
	struct session *next; /* of those whose registers are not as found */
	const struct program *trouble_program; /* the first that failed; NULL if none */
	struct program_result trouble;
};

/* Compiles the programs; memory comes from the machine's arena. False, with one line of reason in
 * `diagnostic`, if events contradict each other, a counter that should be sampled cannot raise a PMI,
 * no period near the one asked for is allowed, or the arena is full. Touches no hardware. */
MUST_CHECK bool session_compile(struct session *session, const struct session_request *request,
				struct text *diagnostic);

/* From the next arming on the sampled counters of a session that was compiled with a period overflow after `period` events, or the nearest
 * number above that errata allow: session.period. At least 1, and no more than it was compiled for. Not while they count. */
void session_set_period(struct session *session, uint64_t period);

/* True if overflows of counters of the type raise PMIs here. */
bool session_samples(const struct machine *machine, const struct box_type *type);

/* The name of the register that shows whose PMIs those of a sampling session are. */
const char *session_status_name(const struct session *session);

/* True if, by what program `hold` left in `slots`, the counters that PMIs come from stood before it stopped them. */
bool session_stood(const struct session *session, const uint64_t *slots);

/* Runs one of the session's programs. False, and the first trouble kept for session_report, if an
 * operation failed. */
MUST_CHECK bool session_run(struct session *session, const struct program *program);

/* The same with slots of the caller's, session.live_slots of them: for looking at the hardware while
 * the PMI handler may be using the session's own. Not for programs that save or restore. */
MUST_CHECK bool session_run_in(struct session *session, const struct program *program, uint64_t *slots);

/* Runs the part of the program `poll` that reads `count` counters, the first of them number `first`. Otherwise as session_run_in. */
MUST_CHECK bool session_poll(struct session *session, uint16_t first, uint16_t count, uint64_t *slots);

/* Saves and arms: afterwards session.start makes the counters count from 0, or from their preloads.
 * False if an operation failed; session_end must be called all the same. */
MUST_CHECK bool session_begin(struct session *session);

/* Has the counters that nothing stops begin or end their windows; then look until all have: *done. Such a count is what slots hold less
 * session_counter.first. In between looks show what went wrong meanwhile. All done at once where there are none. */
void session_order(struct session *session, enum session_edge edge);
MUST_CHECK bool session_look(struct session *session, bool *done);

/* Distrusts the counters whose selects or filters no longer hold what was written. To be called while they stand still. False on trouble. */
MUST_CHECK bool session_check_kept(struct session *session);

/* Puts every register back as found, as far as the hardware allows: an overflow bit that was found set
 * and had to be cleared stays cleared. Does nothing if nothing was touched. */
void session_end(struct session *session);

/* Puts back what sessions under way, and work beside them, have changed, as far as the executing processor gets at it: for crash
 * handlers, one processor of each socket. Prints nothing, and makes a bounded number of accesses. */
void session_abandon(void);

/* The same of those registers alone that belong to processor `cpu` (index), on which it must be called. */
void session_abandon_own(uint32_t cpu);

/* The first trouble as a record_error (FAIL), naming program and register. True if there was none. */
MUST_CHECK bool session_report(const struct session *session, struct output *output);

/* A counter's value as read, put right by its box's erratum; *corrected is counted up if it had to be. */
uint64_t session_corrected(const struct session_counter *counter, uint64_t raw, uint32_t *corrected);

/* So many counts in what the counter is described to count: a posted counter may be scaled. */
uint64_t session_scaled(const struct session_counter *counter, uint64_t count);

/* The socket of a session that was compiled for one. */
static inline uint16_t session_socket(const struct session *session)
{
	return session->counters[0].box.socket;
}

/* How far apart the boxes stopped that are frozen one by one. */
struct session_skew {
	uint16_t boxes;
	uint64_t ticks; /* from the first to the last */
	const struct session_scope *first, *last;
};

/* What it was when the program `freeze` or `hold` last filled in `slots`. False if there are no two such
 * boxes: what is stopped by one write stops at once. */
MUST_CHECK bool session_skew(const struct session *session, const uint64_t *slots, struct session_skew *skew);

/* The bits a counter has. */
uint64_t session_counter_mask(const struct session_counter *counter);

/* How many events lead a sampled counter from its preload to its overflow. */
uint64_t session_counter_period(const struct session_counter *counter);

/* Finds out by experiment which bit lets the fixed counter of `box` raise a PMI, among the candidates
 * of the processor's table, and says so in a note; found once and remembered in machine->fixed_pmi.
 * `config` is an event that the fixed counter counts. Opens a window of its own, and no core is sent
 * an interrupt. False after a record_error if none of the candidates does. */
MUST_CHECK bool session_probe_fixed_pmi(struct machine *machine, const struct event_config *config,
					const struct box *box, struct output *output);

/* Finds out whether the processor that the request names takes PMIs only if its gate is open (see struct
 * global_control), and remembers it in machine->pmi_gate; a note says so if that is needed. It stays
 * unknown if no PMI comes either way. Opens a window of its own. */
void session_probe_gate(const struct session_request *request, struct output *output);

#endif
