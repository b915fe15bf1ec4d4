/* SPDX-License-Identifier: BSD-2-Clause */
/* What the models of all processors share: boxes, registers, counters and events as tables, and the
 * state of one machine. A processor is a struct model_part: tables and a few functions.
 *
 * Registers, counters and boxes are named by their ordinal in struct silicon, the same in every
 * socket. */
#ifndef SILICON_MODELS_MODEL_H
#define SILICON_MODELS_MODEL_H

#include "lib/parse.h"
#include "lib/text.h"
#include "silicon/models/counter.h"
#include "silicon/models/silicon.h"

enum {
	MODEL_SOCKETS = 8,
	MODEL_CORES = 64,
	MODEL_RATES = 256,   /* rates that a scenario may set */
	MODEL_SETTINGS = 32, /* settings that a part may have */
	MODEL_BANKS = 16,    /* of one box */
	MODEL_USES = 8,      /* companions that one counter may depend on */
	MODEL_LINE = 320,    /* bytes of a line for the owner */
	MODEL_NONE = 0xffff  /* instead of an ordinal */
};

/* ---- tables of a part ------------------------------------------------------------------------- */

/* What a register does. */
enum model_role {
	MODEL_GLOBAL_CTL,
	MODEL_STATUS,  /* overflow bits */
	MODEL_OVF_CTL, /* write 1 to clear overflow bits */
	MODEL_SELECT,  /* event select of a counter */
	MODEL_COUNTER,
	MODEL_COMPANION, /* says, beside the select, what counters count */
	MODEL_TICKER,    /* counts by itself, and is no counter of the PMU */
	MODEL_WINDOW,    /* another address of a counter; its rules for writes differ */
	MODEL_STORE,     /* holds what is written, and changes no count */
	MODEL_ROLES
};

/* One more thing that an event must be told, beside its code: one value of several. */
struct model_choice {
	const char *names; /* "NAME=VALUE", a blank between; values below 255 */
	const char *every; /* the word for all of them together; NULL: it must be one */
	uint8_t field;     /* index into the fields of the box: where the value is */
	/* The field that says, by holding `every_value`, that all values count. */
	uint8_t every_field, every_value;
	uint8_t when;  /* 1 + the value of the first choice that asks for this one; 0: always */
	bool may_lack; /* in a scenario; the first value is meant then */
};

enum {
	MODEL_CHOICES = 3,
	MODEL_NO_CODE = 0xffff,
	MODEL_NO_FIELD = 0xff,
	/* flags of events */
	MODEL_CLOCKED = 1,  /* by default its rate is the clock's */
	MODEL_TALLIED = 2,  /* counts the counter's own occupancy tally */
	MODEL_ONE_SUB = 4,  /* needs exactly one bit of the umask */
	MODEL_FILTERED = 8, /* what it counts is up to filter registers */
};

/* One event of a box. */
struct model_event {
	uint16_t code;
	uint8_t subs;      /* defined bits of the umask; 0: the event has no sub-events */
	uint8_t increment; /* counts that it brings in each cycle in which it is active */
	uint8_t run;       /* cycles that it stays active once it is; edge detection counts runs */
	uint8_t counters;  /* bit i: counter i of the box can count it; 0: all can */
	const char *name;
	const char *
		sub_names; /* from the lowest bit of subs on, a blank between; NULL: none has one */
	const struct model_choice *choice;
	uint8_t choices;
	uint8_t flags;
	uint8_t filter;   /* of MODEL_FILTERED: the driver's own */
	uint8_t scale;    /* 1 + the field whose value v makes the rate (32 + v) / 32; 0: none */
	uint16_t key;     /* by which its rates are found; 0: its code. Equal keys share rates */
	uint16_t granule; /* what happens so often counts once; 0: as 1 */
	uint32_t base;    /* from which its default rates are made; 0: from its key */
	uint8_t setting;  /* 1 + the setting that is its default rate; 0: none */
};

struct model_event_list {
	const struct model_event *row;
	unsigned count;
	const struct model_event_list *also; /* events of a part that this one is like */
};

/* A field of a companion register. */
struct model_field {
	uint8_t bank, low, width;
	bool shifted; /* `low` rises by the shift of the type */
	bool widened; /* `width` does */
	const char *name;
};

/* Where an event select keeps its fields. A position of MODEL_NO_BIT: there is no such field. */
#define MODEL_NO_BIT 255
struct model_layout {
	uint8_t enable, pmi, edge, invert;
	uint8_t event_low, event_bits;
	uint8_t umask_low, threshold_low; /* 8 bits wide */
	uint8_t reset_tally;
	uint8_t mode_low; /* 2 bits: count up, down */
	uint8_t wrap;     /* 0: stops when it overflows */
	bool clock;       /* no event: counts the clock of the box */
};

/* A row of `count` registers of one kind. */
struct model_bank {
	const char *name; /* as in "ctl", or "ctl0" if numbered; a '%' stands for the number */
	uint8_t role;     /* enum model_role */
	uint8_t count;
	uint8_t stride;
	bool numbered;
	uint8_t base; /* which address of the instance `offset` is added to */
	uint16_t offset;
	uint8_t bits;   /* width by the guide's size column; a write beyond it is a violation */
	uint8_t number; /* of selects and counters: the first counter's number in its box */
	uint8_t bit; /* and its bit in the box's global_ctl, status and ovf_ctl; MODEL_NO_BIT: none */
	uint8_t width; /* of counters, bits; 0: 48 */
	uint8_t shared; /* counters that each select of it controls, with a layout for each; 0: one */
	uint8_t lock;   /* 1 + the bank whose `lock_bit` must be 0 for a write; 0: none */
	uint8_t lock_bit;
	bool lock_gp; /* a write to the locked register faults; else it breaks a rule */
	uint64_t writable;
	uint64_t zero;  /* bits that software must write as 0; all others are ignored */
	uint64_t reset; /* what it holds at the start */
	const struct model_layout *layout; /* of selects */
	const char *source;                /* of the layout */
};

struct model_sight;
struct model_meaning;

/* What can be broken about a box as a whole. */
enum {
	MODEL_BREAKS_ENABLE = 1,
	MODEL_BREAKS_SUMMARY = 2,
	MODEL_BREAKS_FILTER = 4,
	MODEL_BREAKS_LOCK = 8,
	MODEL_BREAKS_TALLY = 0x10,
	MODEL_BREAKS_MASTER = 0x20,
	MODEL_BREAKS_FREEZE = 0x40,
	MODEL_BREAKS_RESET = 0x80,
	MODEL_BREAKS_PMI = 0x100,
	MODEL_BREAKS_ACCESS = 0x200,   /* it may fault */
	MODEL_BREAKS_PRESENCE = 0x400, /* it may be hidden, or seem to be something else */
};

struct model_type {
	const char *name; /* "cbox" */
	uint8_t space;    /* enum silicon_space: where its registers are */
	bool single;      /* one instance, which carries no number */
	bool per_core;    /* an instance for each core, all at the same addresses */
	uint16_t breaks;  /* what can be broken: MODEL_BREAKS_... */
	uint16_t id;      /* of PCI functions: the device */
	uint8_t clock;    /* 1 + the setting that is its clock, Hz; 0: that of the uncore */
	uint8_t spread;   /* default rates grow by so many 64ths from instance to instance; 0: 8 */
	bool global;      /* holds the controls of the whole socket */
	bool erratum;     /* counters read wrong after a carry out of their low 24 bits */
	/* The instances are parts of one box: its registers are numbered through, and those without a
	 * number have these endings. NULL: each is a box of its own. */
	const char *const *ending;
	uint8_t ports; /* of each instance; 0: none. Events happen at ports then */
	uint8_t shift; /* of shifted fields */
	const struct model_bank *bank;
	unsigned banks;
	const struct model_event_list *events;
	const struct model_field *field;
	/* What a counter of it counts. */
	void (*mean)(const struct model_sight *sight, struct model_meaning *meaning);
};

/* Where a PCI function's configuration space begins, the buses of a socket being numbered from 0. */
#define MODEL_FUNCTION(bus, device, function) \
	((uint32_t)(bus) << 20 | (uint32_t)(device) << 15 | (uint32_t)(function) << 12)

struct model_box {
	const struct model_type *type;
	uint8_t number;
	uint32_t base[3];
	uint64_t summary; /* its bit in the status of the global box; 0: none */
	uint64_t other;   /* the same if `setting` is not 0 */
	uint8_t setting;  /* 1 + the setting that decides; 0: always `summary` */
};

/* Something that a scenario may set: one of `words`, a blank between, or, without words, a number. */
struct model_setting {
	const char *name;
	const char *words; /* the value is the word's index */
	uint64_t minimum, maximum;
	uint64_t value; /* by default */
};

struct model_range {
	uint32_t first, last;
};

/* A range of addresses in which the part answers or faults. */
struct model_claim {
	struct model_range range;
	uint8_t setting; /* 1 + the setting that must not be 0 for it; 0: always */
};

struct model_write;

enum model_shift { MODEL_SHIFT_CARRY, MODEL_SHIFT_EARLY, MODEL_SHIFT_LATE };
enum model_test { MODEL_TEST_AT_LEAST, MODEL_TEST_ABOVE };
enum model_invert { MODEL_INVERT_BELOW, MODEL_INVERT_SWAPPED, MODEL_INVERT_ABOVE };

/* A processor. */
struct model_part {
	const char *name;
	const struct model_box *box;
	unsigned boxes;
	const struct model_setting *setting;
	unsigned settings;
	const struct model_claim *claim; /* of MSRs, ascending */
	unsigned claims;
	uint8_t sockets; /* at most */
	uint8_t cores;   /* of a socket, by default */
	uint8_t buses;   /* PCI buses of a socket */
	bool any_shape;  /* every threshold, edge detection and inversion makes sense */
	uint64_t clock;  /* of the uncore by default, Hz */
	/* 1 + the settings that choose between readings of a document; 0: none, the first one. */
	uint8_t shift_setting;  /* how late overflows are signalled: enum model_shift */
	uint8_t test_setting;   /* what passes a threshold: enum model_test */
	uint8_t invert_setting; /* what passes it inverted: enum model_invert */

	/* The scenario has been read: what follows from it for registers and counters. May be NULL. */
	void (*settle)(struct silicon *silicon);
	/* The number of a socket's PCI bus. NULL: it has none. */
	uint8_t (*bus)(const struct silicon *silicon, unsigned socket, unsigned index);
	/* The register that RDPMC reads, in the box of core 0; MODEL_NONE. NULL: none. */
	unsigned (*rdpmc)(const struct silicon *silicon, uint64_t index);
	/* The default rate of an event where it is the part's own; 0: it is not. May be NULL. */
	uint64_t (*usual)(const struct silicon *silicon, const struct model_event *event);
	/* Whether a write faults, having said so if it breaks a rule. May be NULL: none does. */
	bool (*refuses)(const struct model_write *write);
	/* What is read from a register, before its stuck bits. */
	uint64_t (*read)(const struct silicon *silicon, unsigned socket, unsigned reg, uint64_t t);
	/* A write whose bits have been checked and reduced to the writable ones. */
	void (*write)(const struct model_write *write);
	/* An access outside all boxes; NOT_MINE if it is none of the part's. */
	enum silicon_answer (*extra)(struct silicon *silicon, const struct silicon_access *access,
				     bool write, uint64_t *value);
	/* Whether all of a counter's enables are set. */
	bool (*enabled)(const struct silicon *silicon, unsigned socket, unsigned counter);
	/* Whether software has set all of a counter's enables, whatever broken hardware makes of it. */
	bool (*started)(const struct silicon *silicon, unsigned socket, unsigned counter);
	/* Whether an overflow of the counter asks for a PMI. */
	bool (*asks_pmi)(const struct silicon *silicon, unsigned socket, unsigned counter);
	/* Whether a PMI request would be seen now. */
	bool (*sees_pmi)(const struct silicon *silicon, unsigned socket);
	/* Counters carried out at `t`: those in the `overflowed` bits of their boxes' states. */
	void (*overflow)(struct silicon *silicon, unsigned socket, uint64_t t);
	/* A timer, enum model_timer, ran out at `t`. */
	void (*expire)(struct silicon *silicon, unsigned socket, unsigned timer, uint64_t t);
	/* The program leaves. May be NULL. */
	void (*leave)(struct silicon *silicon, unsigned socket);
	/* As silicon_cpuid. NULL: says what the machine underneath says. */
	void (*cpuid)(const struct silicon *silicon, uint32_t leaf, uint32_t subleaf,
		      struct silicon_cpuid *answer);
};

extern const struct model_part model_xeon_7500, model_xeon_e7, model_knights_landing;

/* ---- state ---------------------------------------------------------------------------------- */

enum model_timer {
	MODEL_TIMER_FREEZE, /* a delayed freeze */
	MODEL_TIMER_PMI,    /* a delayed PMI */
	MODEL_TIMER_AGAIN,  /* the second half of a doubled PMI */
	MODEL_TIMER_SPURIOUS,
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
	bool absent;   /* by the scenario: nothing answers there */
	bool forgiven; /* so broken that software cannot be blamed for its contents */
	uint64_t stuck1, stuck0, initial;
};

/* One counter of every socket. */
struct model_counter_place {
	uint16_t box;
	uint16_t select, value; /* registers */
	const struct model_layout *layout;
	uint8_t number;  /* in its box */
	uint8_t bit;     /* in the box's global_ctl, status and ovf_ctl */
	bool silent;     /* overflows go unnoticed */
	uint8_t width;   /* bits */
	uint32_t factor; /* counts added per tick */
};

/* What is broken about how a box freezes and asks for PMIs. */
struct model_faults {
	bool freeze_ignored, reset_ignored, master_ignored;
	bool pmi_lost, pmi_spurious, pmi_doubled, pmi_misrouted;
	uint8_t pmi_core;
	uint64_t spurious_ns, doubled_ns;
};

/* One box of every socket: its registers by role, and what is broken about it. */
struct model_box_place {
	uint16_t reg[MODEL_ROLES];  /* the first of each role; MODEL_NONE */
	uint16_t bank[MODEL_BANKS]; /* the first of each bank */
	uint16_t counter, counters; /* its counters: the first, and how many */
	bool companions;            /* it has some */
	bool gp, status_sticky, status_missing, enable_ignored;
	bool filter_ignored, lock_ignored, tally_ignored, summary_missing;
	bool hidden; /* a PCI function that does not answer */
	uint16_t id; /* of PCI functions: the device that it says it is */
	struct model_faults faults;
};

struct model_box_state {
	uint64_t latched; /* overflow bits */
	uint64_t owed;    /* of these: software can and should clear them, and has not tried yet */
	uint64_t cause;   /* of these: raised the last PMI request that was seen */
	uint64_t overflowed; /* those being raised just now */
	/* When one of its counters next overflows, and when one that asks for a PMI does. */
	uint64_t due, asks;
	bool stale; /* these two are to be found anew */
};

/* State of one socket; the arrays are as long as the part needs. */
struct model_socket {
	uint64_t *value; /* of registers, as written; counters live in counter[] */
	struct model_counter *counter;
	uint64_t *programmed; /* the select that a counter's sources came from */
	uint64_t *tally; /* of counters: 1 + the event and umask whose entries it holds; 0: none */
	bool *begun;     /* of counters: software had set all enables when it last wrote */
	bool *astray;    /* a fault let the counter run when software had stopped it */
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
	uint16_t *
		by_address; /* registers, spaces and addresses ascending; of all cores the first one's */
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

/* Bits that a fault makes software read as 1, so that it may write them back. */
uint64_t model_excused(const struct model_register *reg);

/* The value of a counter's register at `t`, with its erratum (if switched on) but no stuck bits. */
uint64_t model_counter_read(const struct silicon *silicon, unsigned socket, unsigned reg,
			    uint64_t t, bool erratum);

/* Starts and stops counters of a socket at `t` by what the controls now say: those of a box, or, with
 * MODEL_NONE, all. `anew` has the running ones look again at what they count. */
void model_refresh(struct silicon *silicon, unsigned socket, uint64_t t, unsigned box, bool anew);

/* Sets bits of a box's status. Software is held to clearing them if it is `blamed` and nothing is
 * broken on that way. */
void model_latch(struct silicon *silicon, unsigned socket, unsigned box, uint64_t bits,
		 bool blamed);

/* Clears overflow bits of a box at `t`, as far as nothing is stuck. */
void model_clear_overflow(struct silicon *silicon, unsigned socket, unsigned box, uint64_t bits,
			  uint64_t t);

/* Sends a PMI to `cores`, of those that there are. */
void model_send_pmi(struct silicon *silicon, unsigned socket, uint64_t cores);

/* Finds out when something next happens in a socket; after every change of its state. Looks only into
 * boxes marked by model_touch. */
void model_look_ahead(struct silicon *silicon, unsigned socket);
void model_touch(struct silicon *silicon, unsigned socket, unsigned box);

/* Has a timer, enum model_timer, run out at `due`, or earlier if it is set to that, for `cores` too. */
void model_set_timer(struct silicon *silicon, unsigned socket, unsigned timer, uint64_t due,
		     uint64_t cores);

/* The clock of a box, Hz. */
uint64_t model_clock(const struct silicon *silicon, unsigned box);

/* ---- config.c: PCI configuration space ------------------------------------------------------------- */

/* Which socket's function lies at an address, and where: MODEL_FUNCTION and the offset. False if it is
 * on no bus of the part's. */
MUST_CHECK bool model_locate(const struct silicon *silicon, uint64_t address, unsigned *socket,
			     uint32_t *place);

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
const struct model_event *model_find_event(const struct model_event_list *events, unsigned code,
					   unsigned number);

/* The event of a name, upper or lower case, or of the key that a number gives; NULL. */
const struct model_event *model_name_event(const struct model_event_list *events,
					   struct slice name);

/* Whether two words of at most 31 characters are the same, case ignored. */
bool model_same_word(struct slice a, struct slice b);

/* The bit of the umask that a sub-event's name, or a number, means; 0. */
unsigned model_name_sub(const struct model_event *event, struct slice name);

/* The key of an event. */
unsigned model_key(const struct model_event *event);

/* Takes the next "NAME=VALUE" off the names of a choice. False if there is none. */
bool model_next_name(struct slice *names, struct slice *name, unsigned *value);

/* The rate of a leaf, by the scenario or by default. */
uint64_t model_leaf_rate(const struct silicon *silicon, unsigned socket,
			 const struct model_event *event, const struct model_leaf *leaf);

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
void model_find_meaning(const struct silicon *silicon, unsigned socket, unsigned counter,
			uint64_t select, bool written, struct model_meaning *meaning);

/* For drivers: a companion register, the `index`th of a bank of the counter's box, and a field of one,
 * by its number in the type's table; both are remembered as used. */
uint64_t model_companion(const struct model_sight *sight, struct model_meaning *meaning,
			 unsigned bank, unsigned index);
unsigned model_field_value(const struct model_sight *sight, struct model_meaning *meaning,
			   unsigned field);

/* Adds one source, or those that the choices of an event select. */
void model_add_rate(struct model_meaning *meaning, uint64_t rate);
void model_add_leaf(const struct model_sight *sight, struct model_meaning *meaning,
		    const struct model_event *event, const struct model_leaf *leaf);

/* The rate of an event's leaf in a box of the socket. */
uint64_t model_rate_in(const struct model_sight *sight, unsigned box,
		       const struct model_event *event, const struct model_leaf *leaf);
void model_add_choices(const struct model_sight *sight, struct model_meaning *meaning,
		       const struct model_event *event);

/* Remembers what makes no sense, and where (enum model_wrong), unless something does already. */
void model_wrong(struct model_meaning *meaning, unsigned where, const char *format, ...)
	PRINTF_LIKE(3, 4);

/* For drivers: finds the event of a code for the sight's counter, or says what is wrong. */
const struct model_event *model_select_event(const struct model_sight *sight,
					     struct model_meaning *meaning, unsigned code);

/* A driver: events with bits of a umask. */
void model_mean_umask(const struct model_sight *sight, struct model_meaning *meaning);

/* Adds an event, or its sub-events that the umask selects. */
void model_add_umask(const struct model_sight *sight, struct model_meaning *meaning,
		     const struct model_event *event);

/* What of an event's umask means nothing. */
void model_check_umask(const struct model_sight *sight, struct model_meaning *meaning,
		       const struct model_event *event);

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

/* Reads a scenario into a silicon that has been laid out. False with a reason in `error`. */
MUST_CHECK bool model_read_scenario(struct silicon *silicon, struct slice text, struct text *error);

/* Sets the rates that `name`, as BOX[.PORT].EVENT[.SUB], means. False with a reason in `error`. */
MUST_CHECK bool model_set_rate(struct silicon *silicon, struct slice name, uint64_t hz,
			       struct text *error);

/* Breaks what `fault`, as BOX[.REGISTER].KIND[=ARG], names. False with a reason in `error`. */
MUST_CHECK bool model_break(struct silicon *silicon, struct slice fault, struct text *error);

#endif
