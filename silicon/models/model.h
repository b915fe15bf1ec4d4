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
	MODEL_BOXES = 32,
	MODEL_REGISTERS = 512,
	MODEL_COUNTERS = 128,
	MODEL_RATES = 256,   /* rates that a scenario may set */
	MODEL_SETTINGS = 16, /* settings that a part may have */
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
	MODEL_ROLES
};

/* One event of a box. */
struct model_event {
	uint16_t code;
	uint8_t subs;      /* defined bits of the umask; 0: the event has no sub-events */
	uint8_t increment; /* counts that it brings in each cycle in which it is active */
	uint8_t run;       /* cycles that it stays active once it is; edge detection counts runs */
	uint8_t counters;  /* bit i: counter i of the box can count it; 0: all can */
	const char *name;
	const char *sub_names; /* from the lowest bit of subs on, a blank between */
};

struct model_event_list {
	const struct model_event *row;
	unsigned count;
};

/* Where an event select keeps its fields. A position of MODEL_NO_BIT: there is no such field. */
#define MODEL_NO_BIT 255
struct model_layout {
	uint8_t enable, pmi, edge, invert;
	uint8_t event_bits, umask_low,
		threshold_low; /* event from bit 0 on; the others 8 bits wide */
	bool clock;            /* no event: counts the uncore clock */
};

/* A row of `count` registers of one kind. */
struct model_bank {
	const char *name; /* as in "ctl", or "ctl0" if numbered */
	uint8_t role;     /* enum model_role */
	uint8_t count;
	uint8_t stride;
	bool numbered;
	uint8_t base; /* which address of the instance `offset` is added to */
	uint16_t offset;
	uint8_t bits;   /* width by the guide's size column; a write beyond it is a violation */
	uint8_t number; /* of selects and counters: the first counter's number in its box */
	uint8_t bit;    /* and its bit in the box's global_ctl, status and ovf_ctl */
	uint64_t writable;
	uint64_t zero; /* bits that software must write as 0; all others are ignored */
	const struct model_layout *layout; /* of selects */
	const struct model_event_list *events;
	const char *source; /* of the layout */
};

struct model_type {
	const char *name; /* "cbox" */
	bool single;      /* one instance, which carries no number */
	bool global;      /* holds the controls of the whole socket */
	bool erratum;     /* counters read wrong after a carry out of their low 24 bits */
	const struct model_bank *bank;
	unsigned banks;
};

struct model_box {
	const struct model_type *type;
	uint8_t number;
	uint32_t base[2];
	uint64_t summary; /* its bit in the status of the global box; 0: none */
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

/* Registers that the real part has and this model lacks. */
struct model_missing {
	const char *box;
	struct model_range range;
};

struct model_write;

/* A processor. */
struct model_part {
	const char *name;
	const struct model_box *box;
	unsigned boxes;
	const struct model_setting *setting;
	unsigned settings;
	const struct model_claim *claim; /* of MSRs, ascending */
	unsigned claims;
	const struct model_missing *missing;
	unsigned missings;
	const char *lacks; /* in words, for the banner */

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
	/* Counters carried out at `t`: bit by bit and box by box in `overflowed`. */
	void (*overflow)(struct silicon *silicon, unsigned socket, uint64_t t,
			 const uint64_t *overflowed);
	/* A timer, enum model_timer, ran out at `t`. */
	void (*expire)(struct silicon *silicon, unsigned socket, unsigned timer, uint64_t t);
	/* The program leaves. */
	void (*leave)(struct silicon *silicon, unsigned socket);
	/* As silicon_cpuid. NULL: says what the machine underneath says. */
	void (*cpuid)(const struct silicon *silicon, uint32_t leaf, uint32_t subleaf,
		      struct silicon_cpuid *answer);
};

extern const struct model_part model_xeon_7500;

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
	bool gp, dropped;
	bool forgiven; /* so broken that software cannot be blamed for its contents */
	uint64_t stuck1, stuck0, initial;
};

/* One counter of every socket. */
struct model_counter_place {
	uint16_t box;
	uint16_t select, value; /* registers */
	uint8_t number;         /* in its box */
	uint8_t bit;            /* in the box's global_ctl, status and ovf_ctl */
	bool silent;            /* overflows go unnoticed */
	uint8_t width;          /* bits */
	uint32_t factor;        /* counts added per tick */
};

/* One box of every socket: its registers by role, and what is broken about it. */
struct model_box_place {
	uint16_t reg[MODEL_ROLES]; /* the first of each role; MODEL_NONE */
	bool gp, status_sticky, status_missing, enable_ignored;
};

struct model_box_state {
	uint64_t latched; /* overflow bits */
	uint64_t owed;    /* of these: software can and should clear them, and has not tried yet */
	uint64_t cause;   /* of these: raised the last PMI request that was seen */
};

struct model_socket {
	uint64_t value[MODEL_REGISTERS]; /* as written; counters live in counter[] */
	struct model_counter counter[MODEL_COUNTERS];
	uint64_t programmed[MODEL_COUNTERS]; /* the select that the counter's sources came from */
	bool astray[MODEL_COUNTERS]; /* a fault let the counter run when software had stopped it */
	struct model_box_state box[MODEL_BOXES];
	uint64_t timer[MODEL_TIMERS]; /* when it runs out; MODEL_NEVER */
	uint64_t cores[MODEL_TIMERS]; /* whom it will interrupt */
	uint64_t core_control[MODEL_CORES];
};

/* Faults of the socket as a whole. */
struct model_faults {
	bool freeze_ignored, reset_ignored, master_ignored;
	bool pmi_lost, pmi_spurious, pmi_doubled, pmi_misrouted;
	uint64_t spurious_ns, doubled_ns;
	uint8_t pmi_core;
};

struct model_rate {
	uint16_t box, code;
	uint8_t sub; /* bit of the umask; 0 for an event without sub-events */
	uint64_t rate;
};

struct silicon {
	const struct model_part *part;
	struct silicon_owner owner;
	struct silicon_statistics statistics;
	uint64_t now;
	unsigned sockets, cores, registers, counters, rates;
	uint16_t global; /* the box with the controls of the socket */
	uint64_t clock;  /* uncore clock, Hz */
	uint64_t setting[MODEL_SETTINGS];
	struct model_faults faults;
	char fault_list[160]; /* as given, a blank between */
	struct model_rate rate[MODEL_RATES];
	struct model_register reg[MODEL_REGISTERS];
	uint16_t by_address[MODEL_REGISTERS]; /* registers, addresses ascending */
	struct model_counter_place counter[MODEL_COUNTERS];
	struct model_box_place box[MODEL_BOXES];
	struct model_socket socket[MODEL_SOCKETS];
};

/* A write on its way into a register. */
struct model_write {
	struct silicon *silicon;
	unsigned socket, core;
	unsigned reg;
	bool aliased;   /* meant for another register */
	uint64_t value; /* writable bits only */
	uint64_t raw;   /* as written */
	uint64_t t;
};

/* ---- silicon.c: what parts may ask of the core ------------------------------------------------- */

/* What hardware and software see of a register that is no counter: as written, and stuck. */
uint64_t model_value(const struct silicon *silicon, unsigned socket, unsigned reg);

/* Bits that a fault makes software read as 1, so that it may write them back. */
uint64_t model_excused(const struct model_register *reg);

/* The value of a counter's register at `t`, with its erratum (if switched on) but no stuck bits. */
uint64_t model_counter_read(const struct silicon *silicon, unsigned socket, unsigned reg,
			    uint64_t t, bool erratum);

/* Starts and stops the counters of a socket at `t` by what the controls now say. */
void model_refresh(struct silicon *silicon, unsigned socket, uint64_t t);

/* Sets bits of a box's status. Software is held to clearing them if it is `blamed` and nothing is
 * broken on that way. */
void model_latch(struct silicon *silicon, unsigned socket, unsigned box, uint64_t bits,
		 bool blamed);

/* Clears overflow bits of a box at `t`, as far as nothing is stuck. */
void model_clear_overflow(struct silicon *silicon, unsigned socket, unsigned box, uint64_t bits,
			  uint64_t t);

/* Sends a PMI to `cores`, of those that there are. */
void model_send_pmi(struct silicon *silicon, unsigned socket, uint64_t cores);

/* ---- layout.c: tables unrolled ---------------------------------------------------------------- */

/* Lays out registers, counters and boxes of silicon->part. */
void model_lay_out(struct silicon *silicon);

/* The register at an address; MODEL_NONE. */
unsigned model_find_address(const struct silicon *silicon, uint64_t address);

/* The box of a name such as "cbox3", "wbox" or "wbox0"; MODEL_NONE. */
unsigned model_find_box(const struct silicon *silicon, struct slice name);

/* The register of a box by a name such as "ctl0" or "status"; MODEL_NONE. */
unsigned model_find_register(const struct silicon *silicon, unsigned box, struct slice name);

void model_put_box(struct text *text, const struct silicon *silicon, unsigned box);
void model_put_register(struct text *text, const struct silicon *silicon, unsigned reg);

/* ---- event.c -------------------------------------------------------------------------------- */

/* What a select says. */
struct model_selection {
	bool enable, pmi, edge, invert;
	unsigned event, umask, threshold;
};

struct model_selection model_decode(const struct model_layout *layout, uint64_t value);

/* The event of a code; NULL. */
const struct model_event *model_find_event(const struct model_event_list *events, unsigned code);

/* The event of a name, upper or lower case, or of a number; NULL. */
const struct model_event *model_name_event(const struct model_event_list *events,
					   struct slice name);

/* Whether two words of at most 31 characters are the same, case ignored. */
bool model_same_word(struct slice a, struct slice b);

/* The bit of the umask that a sub-event's name, or a number, means; 0. */
unsigned model_name_sub(const struct model_event *event, struct slice name);

/* The sources that a counter counts when its select holds `value`. Returns how many; 0 if it counts
 * nothing. The rules are in scenario.h. */
unsigned model_sources(const struct silicon *silicon, unsigned socket, unsigned counter,
		       uint64_t value, uint64_t rate[MODEL_SOURCES]);

/* ---- report.c -------------------------------------------------------------------------------- */

/* A write that breaks a rule. One that a fault led to another register is not blamed. */
void model_violation(const struct model_write *write, const char *rule, ...) PRINTF_LIKE(2, 3);

/* A rule broken by something other than a write. */
void model_violation_line(struct silicon *silicon, const char *format, ...) PRINTF_LIKE(2, 3);

void model_log(struct silicon *silicon, const char *format, ...) PRINTF_LIKE(2, 3);

/* ---- scenario.c, fault.c ---------------------------------------------------------------------- */

/* Reads a scenario into a silicon that has been laid out. False with a reason in `error`. */
MUST_CHECK bool model_read_scenario(struct silicon *silicon, struct slice text, struct text *error);

/* Breaks what `fault`, as BOX[.REGISTER].KIND[=ARG], names. False with a reason in `error`. */
MUST_CHECK bool model_break(struct silicon *silicon, struct slice fault, struct text *error);

#endif
