/* SPDX-License-Identifier: BSD-2-Clause */
/* A processor in the models: tables of its boxes, registers, counters and events, and a few functions of its own. */
#ifndef SILICON_MODELS_PART_H
#define SILICON_MODELS_PART_H

#include "lib/parse.h"
#include "lib/text.h"
#include "silicon/models/counter.h"
#include "silicon/silicon.h"

enum {
	MODEL_SOCKETS = 8,
	MODEL_BACKGROUND = 1000, /* `background` with which default rates are unchanged */
	MODEL_RATES = 256,       /* maximum of rates that a scenario may set */
	MODEL_TABLE = 4096,      /* maximum of words of discovery tables in a scenario: 1023 units need 3 each */
	MODEL_SETTINGS = 48,     /* maximum of settings of a part */
	MODEL_BANKS = 16,        /* maximum of a box */
	MODEL_USES = 8,          /* maximum of companions that one counter depends on */
	MODEL_NONE = 0xffff      /* instead of an ordinal */
};

/* Function of a register. */
enum model_role {
	MODEL_GLOBAL_CTL,
	MODEL_STATUS,  /* overflow bits */
	MODEL_OVF_CTL, /* write 1 to clear overflow bits */
	MODEL_SELECT,  /* event select of a counter */
	MODEL_COUNTER,
	MODEL_COMPANION, /* selects, together with the event select, what counters count */
	MODEL_TICKER,    /* counts by itself, and is no counter of the PMU */
	MODEL_WINDOW,    /* another address of a counter, with other rules for writes */
	MODEL_STORE,     /* keeps what is written, and changes no count */
	MODEL_ROLES
};

/* A parameter of an event in addition to its code: one of several values. */
struct model_choice {
	const char *names; /* "NAME=VALUE", separated by blanks; values below 255 */
	const char *every; /* word for all values together; NULL: only one value is possible */
	uint8_t field;     /* field with the value: index into the fields of the box */
	/* All values count if the field `every_field` holds `every_value`. */
	uint8_t every_field, every_value;
	uint8_t when;  /* 1 + the value of the first choice that requires this one; 0: always */
	bool may_lack; /* a scenario may leave it out, and then means the first value */
};

enum {
	MODEL_CHOICES = 3,
	MODEL_NO_CODE = 0xffff,
	MODEL_NO_FIELD = 0xff,
	/* flags of events */
	MODEL_CLOCKED = 1,    /* its default rate is the clock's */
	MODEL_TALLIED = 2,    /* counts the counter's own occupancy tally */
	MODEL_ONE_SUB = 4,    /* needs exactly one bit of the umask */
	MODEL_FILTERED = 8,   /* filter registers select what it counts */
	MODEL_BARE = 16,      /* has sub-events, and umask 0 has a meaning of its own */
	MODEL_NUMBERED = 32,  /* its umask is a number, a value of its choice; `subs` has the bits of all values */
	MODEL_OF_RUNNING = 64 /* caused by a processor that runs a program, whatever the background */
};

/* One event of a box. */
struct model_event {
	uint16_t code;
	uint8_t subs;      /* defined bits of the umask; 0: the event has no sub-events */
	uint8_t increment; /* counts in each cycle in which it is active */
	uint8_t run;       /* length of each active run in cycles; edge detection counts runs */
	uint8_t counters;  /* bit i: counter i of the box can count it; 0: all can */
	const char *name;
	/* Names of the sub-events from the lowest bit of `subs` on, separated by blanks; alternative names by slashes. NULL:
	 * none. */
	const char *sub_names;
	const struct model_choice *choice;
	uint8_t choices;
	uint8_t flags;
	uint8_t filter;   /* of MODEL_FILTERED: for the function `mean` of its boxes */
	uint8_t scale;    /* 1 + the field whose value v makes the rate (32 + v) / 32; 0: none */
	uint16_t key;     /* key of its rates; 0: its code. Events with equal keys share rates */
	uint16_t granule; /* occurrences for each count; 0: one */
	uint32_t base;    /* base of its default rates; 0: computed from its key */
	uint8_t setting;  /* 1 + the setting that is its default rate; 0: none */
};

struct model_event_list {
	const struct model_event *row;
	unsigned count;
	const struct model_event_list *also; /* events of a similar part, which also apply; NULL: none */
};

/* A field of a companion register. */
struct model_field {
	uint8_t bank, low, width;
	bool shifted; /* the shift of the type is added to `low` */
	bool widened; /* ... and to `width` */
	const char *name;
};

/* Positions of the fields of an event select; MODEL_NO_BIT: there is no such field. */
#define MODEL_NO_BIT 255
struct model_layout {
	uint8_t enable; /* MODEL_NO_BIT: a select counts unless its low 32 bits are all 0 */
	uint8_t pmi, edge, invert;
	uint8_t event_low, event_bits;
	uint8_t umask_low, threshold_low; /* 8 bits wide */
	uint8_t threshold_bits;           /* 0: 8 bits; else up to 16 */
	uint8_t reset_tally;
	uint8_t mode_low; /* 2 bits: count up, down */
	uint8_t wrap;     /* 0: stops when it overflows */
	bool clock;       /* no event: counts the clock of the box */
	uint32_t clears;  /* bits that clear its counter when 1 is written to them */
	uint32_t more;    /* bits outside the fields above that control how an event is counted */
	/* Fields in which each set bit lets a part of the occurrences pass; all pass if no bit is set. */
	uint64_t narrows[2];
};

/* Effect of writes to a register. */
enum model_access {
	MODEL_TAKES, /* they change it */
	MODEL_KEEPS, /* they are ignored */
	MODEL_RAISES_GP
};

/* A row of `count` registers of one kind. */
struct model_bank {
	const char *name; /* "ctl" of "ctl", or of "ctl0" if numbered; a '%' stands for the number */
	uint8_t role;     /* enum model_role */
	uint8_t count;
	uint8_t stride;
	bool numbered;
	uint8_t base; /* index of the instance's address to which `offset` is added */
	uint16_t offset;
	uint8_t bits;   /* width by the guide; software must not write bits beyond it */
	uint8_t number; /* of selects and counters: number of the first counter in its box ... */
	uint8_t bit;    /* ... and its bit in the box's global_ctl, status and ovf_ctl; MODEL_NO_BIT: none */
	uint8_t width;  /* of counters, and of registers that count by themselves, in bits; 0: 48 */
	uint8_t shared; /* number of counters that each select controls, with a layout for each; 0: one */
	uint8_t lock;   /* 1 + the bank whose `lock_bit` must be 0 for a write; 0: none */
	uint8_t lock_bit;
	bool lock_gp; /* a write to the locked register raises #GP; else software must not make it */
	uint64_t writable;
	uint64_t zero;    /* bits that software must write as 0; all others have no effect */
	uint64_t ones;    /* bits that software must write as 1 */
	uint64_t refuses; /* a write that sets one of these bits raises #GP */
	uint8_t access;   /* enum model_access */
	uint8_t extends;  /* of counters: number of written bits; the topmost fills the rest; 0: all */
	uint64_t reset;   /* content at the start */
	uint64_t acts;    /* writable bits that are commands: they act when written, and are not stored */
	uint64_t hides;   /* writable bits that are stored but read 0 */
	/* Of companions: bits that are compared with what passes. What passes has the same value in all of them, or in those of a
	 * mask. */
	uint64_t compared;
	bool unseen;     /* of companions: no known event uses it */
	uint8_t summary; /* of counters: 1 + their bit in the status of the global box; 0: their box's */
	uint64_t shows;  /* of a status: bits that are neither its counters' nor those of boxes */
	const struct model_layout *layout; /* of selects */
	const char *source;                /* source of the layout */
	/* Facts that no document states: contents at the start and of reserved bits; events of counters; how the registers work at
	 * all; the meaning of the bits in `undocumented`. */
	bool start_undocumented, rate_undocumented, use_undocumented;
	uint64_t undocumented;
};

struct flow_part;
struct model;
struct model_sight;
struct model_meaning;
struct model_write;

/* Features of a box. */
enum {
	MODEL_HAS_ENABLE = 1, /* bits of its control let its counters count */
	MODEL_HAS_SUMMARY = 2,
	MODEL_HAS_FILTER = 4,
	MODEL_HAS_LOCK = 8,
	MODEL_HAS_TALLY = 0x10,
	MODEL_HAS_MASTER = 0x20, /* an enable for all counters of the socket */
	MODEL_HAS_FREEZE = 0x40,
	MODEL_HAS_RESET = 0x80,
	MODEL_HAS_PMI = 0x100,
	MODEL_HAS_MSRS = 0x200,    /* in MSRs: accesses may raise #GP */
	MODEL_HAS_HEADER = 0x400,  /* a PCI function with an identifier */
	MODEL_HAS_LATENCY = 0x800, /* its freeze, by an overflow or by its own control, may take time */
	MODEL_HAS_LEVELS = 0x1000, /* its counters choose privilege levels: counters of a processor */
	MODEL_HAS_BANDS = 0x2000,  /* it has filters of frequency bands */
	MODEL_HAS_MEMORY = 0x4000  /* its registers are in device memory, which may cease to answer */
};

struct model_type {
	const char *name;        /* "cbox" */
	uint8_t space;           /* enum silicon_space: where its registers are */
	bool single;             /* one instance, without a number */
	bool per_core;           /* an instance for each core, all at the same addresses */
	uint16_t has;            /* MODEL_HAS_... */
	uint16_t id;             /* of PCI functions: device ID */
	const uint16_t *ids;     /* device ID of each instance, if they differ; else NULL */
	uint8_t id_undocumented; /* bit i: no document is sure about the ID of instance i */
	/* Facts that no document states, or that are not certain: how its registers work at all; a filter value that passes
	 * nothing; its bit in the status above, and when that clears; the bit that resets its tallies; whether its overflows raise
	 * an interrupt; whether they set bits of its status. */
	bool use_undocumented, filter_undocumented, summary_undocumented, tally_undocumented, pmi_undocumented,
		status_undocumented;
	/* Bit i: a sound part or board may lack instance i. `as_cores`: if it still has as many instances as cores. */
	uint64_t optional;
	bool as_cores;
	uint8_t uncounted; /* bit i: no other counter counts the events of counter i, and no document is sure about their rates */
	uint8_t clock;  /* 1 + the setting with its clock, Hz; 0: the uncore's clock */
	uint8_t spread; /* growth of default rates from instance to instance, in 64ths; 0: 8 */
	bool global;    /* has the controls of the whole socket */
	bool erratum;   /* counters read wrong after a carry out of their low 24 bits */
	/* The instances are parts of one box: its registers are numbered through, and those without a number have these endings.
	 * NULL: each instance is a box. */
	const char *const *ending;
	bool enabled_first; /* counters are enabled before their events are selected and their values set */
	uint8_t ports;      /* number of ports of each instance, at which its events happen; 0: none */
	uint8_t serves;     /* its companions belong to the counters of the box this many places before it */
	uint8_t shift;      /* shift of shifted fields */
	uint16_t unit;      /* 1 + its type in the discovery table, which lists its boxes; 0: not listed */
	/* Bit of its control that resets the selects; the next bit resets the counters ... */
	uint8_t resets_low;
	bool resets_status; /* ... and its overflow bits */
	/* n: its boxes have their bits, 64 in each, in the statuses of the n-th and later boxes after the global one; 0: in the
	 * global one. */
	uint8_t above;
	bool asked_summary; /* only overflows whose select requests it set a bit of the status above */
	const struct model_bank *bank;
	unsigned banks;
	const struct model_event_list *events;
	const struct model_field *field;
	/* Bits of its control that, if all are set, freeze its counters; of the global box: all counters except cores'. */
	uint64_t frozen;
	/* Bits of its control that are commands: to freeze, which sets `frozen`, and to unfreeze, which clears it. 0: the control
	 * keeps what is written. */
	uint64_t freezes, thaws;
	bool keeps_summary; /* of the global box: bits of other boxes stay set in its status until they are cleared there */
	bool asked_only; /* only overflows of counters whose select requests a PMI are noticed */
	/* Of the global box: bits of its control that, while set, keep all counters except cores' at 0. */
	uint64_t holds;
	/* Finds the sources that a counter of the box counts. */
	void (*mean)(const struct model_sight *sight, struct model_meaning *meaning);
	/* True if all enables of a counter of the box are set. NULL: the part's function, or else model_pmon_runs. */
	bool (*runs)(const struct model *model, unsigned socket, unsigned counter);
	/* Executes a write to its control. NULL: model_pmon_control. */
	void (*control)(const struct model_write *write);
};

/* First of the model's own device IDs, for functions without a usable documented one. On a board such functions may have any ID. */
#define MODEL_OWN_IDS 0x7f00u

/* Place of a PCI function's configuration space in its socket; `bus` is an index from 0. */
#define MODEL_FUNCTION(bus, device, function) \
	((uint32_t)(bus) << 20 | (uint32_t)(device) << 15 | (uint32_t)(function) << 12)

struct model_box {
	const struct model_type *type;
	uint16_t number;
	uint32_t base[3];
	uint64_t summary; /* its bit in the status of the global box ... */
	uint64_t other;   /* ... and that bit if `setting` is not 0 */
	uint8_t setting;  /* 1 + the setting that chooses `other`; 0: always `summary` */
};

/* A block of a discovery table that describes no box. */
struct model_odd_block {
	uint16_t before; /* number of blocks of boxes before it */
	uint64_t word[3];
};

/* Device memory of each socket. */
struct model_window {
	uint64_t first;  /* address for socket 0 */
	uint32_t stride; /* distance from one socket to the next */
	uint32_t bytes;  /* size for each socket */
};

/* Self-description of a part: a PCI function of each socket points to a table at the start of its device memory. */
struct model_discovery {
	const struct model_type *type; /* type of the function's box */
	uint32_t table_bytes;          /* size of the table in device memory; a power of two */
	uint8_t stride;                /* of its blocks, in words of 64 bits */
	uint8_t bar;                   /* number of the function's base address register for the window */
	bool wide_bar;                 /* the register has 64 bits */
	const struct model_odd_block *odd;
	unsigned odds;
};

/* A PCI function that is no box and has no faults: other functions of its device are found by it, or it has a register that can
 * only be read. */
struct model_filler {
	uint32_t place; /* MODEL_FUNCTION */
	uint16_t id;
	uint16_t offset; /* offset of a 32-bit register after the header; 0: none */
	uint8_t bit;     /* bit that is set in it ... */
	uint8_t setting; /* ... if the setting with this number, counted from 1, ... */
	uint8_t value;   /* ... has this value */
};

/* A setting of scenarios: one of `words`, separated by a blank, or, without words, a number. */
struct model_setting {
	const char *name;
	const char *words; /* the value is the word's index */
	uint64_t minimum, maximum;
	uint64_t value; /* default */
};

struct model_range {
	uint32_t first, last;
};

enum model_shift { MODEL_SHIFT_CARRY, MODEL_SHIFT_EARLY, MODEL_SHIFT_LATE };
enum model_test { MODEL_TEST_AT_LEAST, MODEL_TEST_ABOVE };
enum model_invert { MODEL_INVERT_BELOW, MODEL_INVERT_SWAPPED, MODEL_INVERT_ABOVE };

enum model_wide { MODEL_WIDE_WHOLE, MODEL_WIDE_HALF }; /* the upper half reads as all ones */

/* A processor. */
struct model_part {
	const char *name;
	uint16_t family, number; /* family and model of the processor, from CPUID leaf 1 */
	uint16_t steppings;      /* bit i: stepping i is this part; 0: every stepping is */
	const struct model_box *box;
	unsigned boxes;
	const struct model_setting *setting;
	unsigned settings;
	const struct model_range *claim; /* ranges of MSRs that the model answers, if only by #GP; ascending */
	unsigned claims;
	uint8_t sockets;      /* maximum */
	uint16_t cores;       /* logical processors of a socket by default */
	uint16_t most_cores;  /* cores of a socket of the largest part that was sold */
	uint8_t buses;        /* PCI buses of a socket */
	uint8_t shared_buses; /* bit i: bus i of a socket also has functions of the machine */
	const struct model_filler *filler;
	unsigned fillers;
	bool any_shape; /* every threshold, edge detection and inversion makes sense */
	bool freezes_unasked; /* an overflow freezes the socket without a PMI, so software does not know that it must unfreeze */
	uint64_t clock; /* default of the uncore clock, Hz */
	/* 1 + the settings that choose among the readings of a document of the uncore; 0: none, the first reading applies. */
	uint8_t shift_setting;  /* delay of overflow signals: enum model_shift */
	uint8_t test_setting;   /* counts that pass a threshold: enum model_test */
	uint8_t invert_setting; /* counts that pass it inverted: enum model_invert */
	uint8_t box_setting;  /* number of boxes of the type of which each core has one; 0: as many as the cores need */
	uint8_t wide_setting; /* result of reading 8 bytes of configuration space: enum model_wide */

	/* Sets up registers and counters after the scenario was read. May be NULL. */
	void (*settle)(struct model *model);
	/* Sets registers of a socket whose contents at the start are not in their tables. May be NULL. */
	void (*start)(struct model *model, unsigned socket);
	/* Counts of its boxes for lines of memory. NULL: none. */
	const struct flow_part *flow;
	/* Returns the identifier of a socket's node. NULL: its number. */
	unsigned (*node)(const struct model *model, unsigned socket);
	/* Returns the number of a socket's PCI bus. NULL: it has none. */
	uint8_t (*bus)(const struct model *model, unsigned socket, unsigned index);
	/* Returns the register that RDPMC reads, in the box of core 0; MODEL_NONE. NULL: none. */
	unsigned (*rdpmc)(const struct model *model, uint64_t index);
	/* Returns the default rate of an event if it is the part's own; else 0. May be NULL. */
	uint64_t (*usual)(const struct model *model, const struct model_event *event);
	/* True if all enables of a counter are set. NULL: model_pmon_runs. */
	bool (*runs)(const struct model *model, unsigned socket, unsigned counter);
	const struct model_window *window;       /* NULL: no device memory */
	const struct model_discovery *discovery; /* NULL: no self-description */
	/* Executes an access outside all boxes; SILICON_NOT_MINE if it is not the part's. */
	enum silicon_answer (*extra)(struct model *model, const struct silicon_access *access, bool write,
				     uint64_t *value);
	/* True if a PMI request of a box would be noticed now. NULL: it always is. */
	bool (*sees_pmi)(const struct model *model, unsigned socket, unsigned box);
	/* Handles overflows at `t` of the counters in the `overflowed` bits of their boxes' states. */
	void (*overflow)(struct model *model, unsigned socket, uint64_t t);
	/* Returns the cores of a socket that an interrupt request of a box goes to. */
	struct silicon_cores (*targets)(const struct model *model, unsigned socket, unsigned box);
	/* Handles a timer, enum model_timer, that ran out at `t`. */
	void (*expire)(struct model *model, unsigned socket, unsigned timer, uint64_t t);
	/* Like silicon_cpuid(). NULL: the machine underneath answers. */
	void (*cpuid)(const struct model *model, uint32_t leaf, uint32_t subleaf, struct silicon_cpuid *answer);
};

extern const struct model_part model_xeon_7500, model_xeon_e7, model_knights_landing, model_xeon_e5_2600,
	model_xeon_e5_2600_v2, model_xeon_e5_2600_v3, model_xeon_e5_2600_v4, model_skylake_sp, model_cascade_lake_sp,
	model_cooper_lake_sp, model_ice_lake_sp, model_unknown_xeon, model_sapphire_rapids, model_emerald_rapids,
	model_granite_rapids, model_sierra_forest;

/* All parts; NULL after the last one. */
extern const struct model_part *const model_parts[];

#endif
