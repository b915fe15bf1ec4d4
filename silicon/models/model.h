/* SPDX-License-Identifier: BSD-2-Clause */
/* What the models of all processors share: the state of one machine, and what works on it. A processor is
 * a struct model_part.
 *
 * Registers, counters and boxes are named by their ordinal in struct silicon, the same in every
 * socket. */
#ifndef SILICON_MODELS_MODEL_H
#define SILICON_MODELS_MODEL_H

#include "silicon/models/part.h"

/* ---- state ---------------------------------------------------------------------------------- */

enum model_timer {
	MODEL_TIMER_FREEZE, /* a delayed freeze */
	MODEL_TIMER_PMI,    /* a delayed PMI */
	MODEL_TIMER_AGAIN,  /* a PMI that a fault repeats */
	MODEL_TIMER_SPURIOUS,
	MODEL_TIMER_BOX, /* a box whose own control freezes it late */
	MODEL_TIMERS
};

/* One register of every socket, with what is broken about it. */
struct model_register {
	const struct model_bank *bank;
	uint32_t address;
	uint16_t box;
	uint16_t counter; /* of selects and counters; else MODEL_NONE */
	uint16_t alias;   /* the register that answers in its place; itself if sound */
	uint8_t index;    /* in its bank */
	uint8_t space;    /* enum silicon_space */
	bool gp, dropped;
	bool absent;      /* by the scenario: nothing answers there */
	bool forgiven;    /* so broken that software cannot be blamed for its contents */
	bool faulty;      /* so that software cannot be blamed for what comes of it */
	bool preset;      /* what it holds at the start is the scenario's */
	bool broken;      /* in any way */
	uint64_t untold;  /* bits of which no document says what they are, or what they say here */
	uint64_t missing; /* bits that are not there, by the scenario: always 0 */
	uint64_t stuck1, stuck0, initial;
};

/* One counter of every socket. */
struct model_counter_place {
	uint16_t box;
	uint16_t select, value; /* registers */
	const struct model_layout *layout;
	uint8_t number;  /* in its box */
	uint8_t bit;     /* in the box's global_ctl */
	uint8_t flag;    /* in its status and ovf_ctl; the same unless a fault moves it */
	bool silent;     /* overflows go unnoticed */
	uint8_t width;   /* bits */
	uint32_t factor; /* counts added per tick */
	int16_t slip;    /* as of struct model_counter */
	bool torn;       /* its upper half follows late */
	bool faulty;     /* so that software cannot foresee its overflows */
};

/* What is broken about how a box freezes and asks for PMIs. */
struct model_faults {
	bool freeze_ignored, reset_ignored, master_ignored;
	bool pmi_lost, pmi_spurious, pmi_doubled, pmi_stuck, pmi_misrouted;
	uint8_t pmi_core;
	uint64_t spurious_ns, doubled_ns, stuck_ns, freeze_ns;
};

/* One box of every socket: its registers by role, and what is broken about it. */
struct model_box_place {
	uint16_t reg[MODEL_ROLES];  /* the first of each role; MODEL_NONE */
	uint16_t bank[MODEL_BANKS]; /* the first of each bank */
	uint16_t counter, counters; /* its counters: the first, and how many */
	bool companions;            /* it has some */
	bool gp, status_sticky, status_missing, enable_ignored;
	bool filter_ignored, lock_ignored, tally_ignored, summary_missing;
	bool hidden;      /* a PCI function that does not answer */
	bool broken;      /* something is, about it or its registers */
	bool unsteady;    /* of its companions, so that software cannot foresee its overflows */
	uint16_t id;      /* of PCI functions: the device that it says it is */
	uint64_t summary; /* its bit in the status of the global box, if a fault moves it; else 0 */
	/* Accesses made to it, and after how many it is gone, or answers no more; 0: never. */
	uint64_t accesses, vanishes, hangs;
	struct model_faults faults;
};

struct model_box_state {
	uint64_t latched;    /* overflow bits */
	uint64_t owed;       /* of these: software can and should clear them, and has not tried yet */
	uint64_t cause;      /* of these: raised the last PMI request that was seen */
	uint64_t overflowed; /* those being raised just now */
	/* When one of its counters next overflows, and when one that asks for a PMI does. */
	uint64_t due, asks;
	uint64_t freezes_at; /* by its own control, late; 0: that is done, or not asked for */
	bool stale;          /* these two are to be found anew */
};

/* State of one socket; the arrays are as long as the part needs. */
struct model_socket {
	uint64_t *value; /* of registers, as written; counters live in counter[] */
	struct model_counter *counter;
	uint64_t *programmed; /* the select that a counter's sources came from */
	uint64_t *tally;      /* of counters: 1 + the event and umask whose entries it holds; 0: none */
	bool *begun;          /* of counters: software had set all enables when it last wrote */
	bool *astray;         /* a fault let the counter run when software had stopped it */
	struct model_box_state *box;
	uint64_t timer[MODEL_TIMERS]; /* when it runs out; MODEL_NEVER */
	uint64_t cores[MODEL_TIMERS]; /* whom it will interrupt */
	uint64_t core_control[MODEL_CORES];
	/* What follows from all the rest: when something next happens, and when something that the
	 * owner notices. */
	uint64_t due, next;
};

/* The smallest thing that has a rate: `a` is 1 + the number of the umask bit, or 1 + the value of the
 * first choice; `b` is 1 + the value of the second; 0 where there is none. */
struct model_leaf {
	uint16_t box, key;
	uint8_t port, a, b;
	bool every; /* of rates: of all boxes of the type of `box`, which is the first */
};

struct model_rate {
	struct model_leaf leaf;
	uint64_t rate;
};

struct silicon {
	const struct model_part *part;
	struct silicon_owner owner;
	struct silicon_statistics statistics;
	uint64_t now;
	unsigned sockets, cores, registers, counters, rates;
	unsigned addresses;      /* in by_address */
	unsigned core_box;       /* the box of core 0; MODEL_NONE: none */
	unsigned core_registers; /* of the box of each core */
	uint16_t global;         /* the box with the controls of the socket */
	uint64_t clock;          /* uncore clock, Hz */
	uint64_t setting[MODEL_SETTINGS];
	char fault_list[160]; /* as given, a blank between */
	struct model_rate rate[MODEL_RATES];
	struct model_register *reg;
	uint16_t *by_address; /* registers, spaces and addresses ascending; of all cores the first one's */
	struct model_counter_place *counter;
	struct model_box_place *box;
	struct model_socket socket[MODEL_SOCKETS];
};

/* A write on its way into a register. */
struct model_write {
	struct silicon *silicon;
	unsigned socket, core;
	unsigned reg;
	bool aliased;   /* meant for another register */
	bool window;    /* made through the counter's other address */
	uint64_t value; /* writable bits only */
	uint64_t raw;   /* as written */
	uint64_t t;
};

/* ---- access.c, engine.c: what parts may ask of the core ---------------------------------------- */

/* What hardware and software see of a register that is no counter: as written, and stuck. */
uint64_t model_value(const struct silicon *silicon, unsigned socket, unsigned reg);

/* The bits of a register that keep, or act by, what is written to them. */
uint64_t model_writable(const struct model_register *reg);

/* Bits that a fault makes software read as 1, so that it may write them back. */
uint64_t model_excused(const struct model_register *reg);

/* The bits of a write that act by being written 1, as far as they are not stuck. */
uint64_t model_acting(const struct model_write *write);

/* The value of a counter's register at `t`, with its erratum (if switched on) but no stuck bits. */
uint64_t model_counter_read(const struct silicon *silicon, unsigned socket, unsigned reg, uint64_t t, bool erratum);

/* Starts and stops counters of a socket at `t` by what the controls now say: those of a box, or, with
 * MODEL_NONE, all. `anew` has the running ones look again at what they count. */
void model_refresh(struct silicon *silicon, unsigned socket, uint64_t t, unsigned box, bool anew);

/* Whether software has started a counter, all of whose controls take what is written to them. */
bool model_started(const struct silicon *silicon, unsigned socket, unsigned counter);

/* Sets bits of a box's status. Software is held to clearing them if it is `blamed` and nothing is
 * broken on that way. */
void model_latch(struct silicon *silicon, unsigned socket, unsigned box, uint64_t bits, bool blamed);

/* Clears overflow bits of a box at `t`, as far as nothing is stuck. */
void model_clear_overflow(struct silicon *silicon, unsigned socket, unsigned box, uint64_t bits, uint64_t t);

/* Sends a PMI to `cores`, of those that there are. */
void model_send_pmi(struct silicon *silicon, unsigned socket, uint64_t cores);

/* Finds out when something next happens in a socket; after every change of its state. Looks only into
 * boxes marked by model_touch. */
void model_look_ahead(struct silicon *silicon, unsigned socket);
void model_touch(struct silicon *silicon, unsigned socket, unsigned box);

/* Has a timer, enum model_timer, run out at `due`, or earlier if it is set to that, for `cores` too. */
void model_set_timer(struct silicon *silicon, unsigned socket, unsigned timer, uint64_t due, uint64_t cores);

/* The clock of a box, Hz. */
uint64_t model_clock(const struct silicon *silicon, unsigned box);

/* ---- config.c: PCI configuration space ------------------------------------------------------------- */

/* Which socket's function lies at an address, and where: MODEL_FUNCTION and the offset. False if it is
 * on no bus of the part's. */
MUST_CHECK bool model_locate(const struct silicon *silicon, uint64_t address, unsigned *socket, uint32_t *place);

/* Reads what is no register of a box: headers, and what is not there. */
uint64_t model_config_read(const struct silicon *silicon, uint32_t place, unsigned bytes);

/* Whether a write there is one that enumeration makes, and nothing comes of. */
bool model_config_ignores(const struct silicon *silicon, uint32_t place);

/* ---- room.c: memory ------------------------------------------------------------------------------ */

/* The bytes that a part's silicon takes. */
size_t model_bytes(const struct model_part *part);

/* Takes the arrays of silicon->part out of the memory behind struct silicon. */
void model_take_room(struct silicon *silicon);

/* ---- layout.c: tables unrolled ---------------------------------------------------------------- */

/* Lays out registers, counters and boxes of silicon->part. */
void model_lay_out(struct silicon *silicon);

/* The register at an address, in the box of core 0 if each core has one; MODEL_NONE. */
unsigned model_find_address(const struct silicon *silicon, unsigned space, uint64_t address);

/* Whether a box goes by a name such as "cbox3", "wbox" or "wbox0"; "rbox" is both of its halves. */
bool model_is_box(const struct silicon *silicon, unsigned box, struct slice name);

/* The register of a box by names such as "cbox3" and "ctl0"; MODEL_NONE. */
unsigned model_find_register(const struct silicon *silicon, struct slice box, struct slice name);

void model_put_box(struct text *text, const struct silicon *silicon, unsigned box);
void model_put_register(struct text *text, const struct silicon *silicon, unsigned reg);

/* ---- event.c: names and rates ------------------------------------------------------------------ */

/* The event of a code that a counter of this number can count; else any of that code; else NULL. */
const struct model_event *model_find_event(const struct model_event_list *events, unsigned code, unsigned number);

/* The event of a name, upper or lower case, or of the key that a number gives; NULL. */
const struct model_event *model_name_event(const struct model_event_list *events, struct slice name);

/* Whether two words of at most 31 characters are the same, case ignored. */
bool model_same_word(struct slice a, struct slice b);

/* The bit of the umask that a sub-event's name, or a number, means; 0. */
unsigned model_name_sub(const struct model_event *event, struct slice name);

/* The key of an event. */
unsigned model_key(const struct model_event *event);

/* Takes the next "NAME=VALUE" off the names of a choice. False if there is none. */
bool model_next_name(struct slice *names, struct slice *name, unsigned *value);

/* The rate of a leaf, by the scenario or by default. */
uint64_t model_leaf_rate(const struct silicon *silicon, unsigned socket, const struct model_event *event,
			 const struct model_leaf *leaf);

/* ---- meaning.c: what counters count ------------------------------------------------------------ */

/* What a select says. */
struct model_selection {
	bool enable, pmi, edge, invert, reset_tally;
	bool stops; /* at an overflow */
	unsigned event, umask, threshold, mode;
};

struct model_selection model_decode(const struct model_layout *layout, uint64_t value);

/* A look at what a counter is told to count. */
struct model_sight {
	const struct silicon *silicon;
	unsigned socket, counter;
	uint64_t select;
	struct model_selection selection;
	bool written; /* look at what was written, not at what broken hardware makes of it */
};

/* Where the first thing is that makes no sense. */
enum model_wrong { MODEL_SOUND, MODEL_WRONG_SELECT, MODEL_WRONG_COMPANION };

struct model_meaning {
	struct model_run run;
	const struct model_event *event; /* NULL: none */
	uint16_t use[MODEL_USES];        /* companion registers that matter */
	uint8_t uses;
	uint8_t where;   /* enum model_wrong */
	char wrong[120]; /* in words, if the sight is of what was written */
};

/* What a counter counts with `select` and the companions as they are. The rules are in scenario.h. */
void model_find_meaning(const struct silicon *silicon, unsigned socket, unsigned counter, uint64_t select, bool written,
			struct model_meaning *meaning);

/* For drivers: a companion register, the `index`th of a bank of the counter's box or of another, and a
 * field of one, by its number in the type's table; all are remembered as used. */
uint64_t model_companion(const struct model_sight *sight, struct model_meaning *meaning, unsigned bank, unsigned index);
uint64_t model_companion_of(const struct model_sight *sight, struct model_meaning *meaning, unsigned box, unsigned bank,
			    unsigned index);
unsigned model_field_value(const struct model_sight *sight, struct model_meaning *meaning, unsigned field);

/* Adds one source, or those that the choices of an event select. */
void model_add_rate(struct model_meaning *meaning, uint64_t rate);
void model_add_leaf(const struct model_sight *sight, struct model_meaning *meaning, const struct model_event *event,
		    const struct model_leaf *leaf);

/* The rate of an event's leaf in a box of the socket. */
uint64_t model_rate_in(const struct model_sight *sight, unsigned box, const struct model_event *event,
		       const struct model_leaf *leaf);
void model_add_choices(const struct model_sight *sight, struct model_meaning *meaning, const struct model_event *event);

/* Remembers what makes no sense, and where (enum model_wrong), unless something does already. */
void model_wrong(struct model_meaning *meaning, unsigned where, const char *format, ...) PRINTF_LIKE(3, 4);

/* For drivers: finds the event of a code for the sight's counter, or says what is wrong. */
const struct model_event *model_select_event(const struct model_sight *sight, struct model_meaning *meaning,
					     unsigned code);

/* Likewise, of the 16 bits, code and umask, that a layout without a umask of its own calls the event: one of
 * that umask alone, or one of that code, whose sub-events `split` then selects. */
const struct model_event *model_find_whole(const struct model_sight *sight, struct model_meaning *meaning,
					   struct model_sight *split);

/* A driver: events with bits of a umask. */
void model_mean_umask(const struct model_sight *sight, struct model_meaning *meaning);

/* Adds an event, or its sub-events that the umask selects. */
void model_add_umask(const struct model_sight *sight, struct model_meaning *meaning, const struct model_event *event);

/* What of an event's umask means nothing. */
void model_check_umask(const struct model_sight *sight, struct model_meaning *meaning, const struct model_event *event);

/* The box whose counters the companions of a box are for. */
unsigned model_served(const struct silicon *silicon, unsigned box);

/* ---- check.c: rules of all parts ------------------------------------------------------------------ */

/* A write to the event select of one counter, or to a companion: what it breaks. */
void model_check_select(const struct model_write *write);
void model_check_companion(const struct model_write *write);

/* After a write: what is wrong with the counters of a box, or, with MODEL_NONE, of all, that it lets
 * count from now on. */
void model_check_started(const struct model_write *write, unsigned box);

/* What an enabled select makes no sense of by itself. */
void model_check_event(const struct model_write *write, unsigned counter);

/* ---- report.c -------------------------------------------------------------------------------- */

/* What the space of a register is called. */
const char *model_space_name(const struct silicon *silicon, unsigned reg);

/* A write that breaks a rule. One that a fault led to another register is not blamed. */
void model_violation(const struct model_write *write, const char *rule, ...) PRINTF_LIKE(2, 3);

/* A rule broken by something other than a write. */
void model_violation_line(struct silicon *silicon, const char *format, ...) PRINTF_LIKE(2, 3);

void model_log(struct silicon *silicon, const char *format, ...) PRINTF_LIKE(2, 3);

/* ---- scenario.c, rate.c, fault.c ---------------------------------------------------------------- */

/* Reads a scenario, all but its faults, into a silicon that has been laid out. False with a reason in `error`. */
MUST_CHECK bool model_read_scenario(struct silicon *silicon, struct slice text, struct text *error);

/* Breaks what the scenario says, in a silicon of which it is settled what is there. False with a reason. */
MUST_CHECK bool model_read_faults(struct silicon *silicon, struct slice text, struct text *error);

/* Sets the rates that `name`, as BOX[.PORT].EVENT[.SUB], means. False with a reason in `error`. */
MUST_CHECK bool model_set_rate(struct silicon *silicon, struct slice name, uint64_t hz, struct text *error);

/* Breaks what `fault`, as BOX[.REGISTER].KIND[=ARG], names. False with a reason in `error`. */
MUST_CHECK bool model_break(struct silicon *silicon, struct slice fault, struct text *error);

/* Whether all that is broken is there, now that the scenario has been read. False with a reason. */
MUST_CHECK bool model_check_faults(const struct silicon *silicon, struct text *error);

#endif
