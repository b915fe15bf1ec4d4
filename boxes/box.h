/* SPDX-License-Identifier: BSD-2-Clause */
/* What boxes are: const tables, made of a sheet for each processor. Nothing in boxes/ touches hardware. */
#ifndef BOXES_BOX_H
#define BOXES_BOX_H

#include "boxes/metric.h"
#include "boxes/register.h"
#include "lib/text.h"

#define BOX_BANKS     3

/* Bits of event.flags */
#define EVENT_FIXED   BIT(0) /* counted by the fixed counter alone; no event select */
#define EVENT_CLOCK   BIT(1) /* advances every uncore cycle: a sampling clock */
#define EVENT_MULTI   BIT(2) /* may add more than one a cycle: edge detection is not meaningful */
#define EVENT_ALONE   BIT(3) /* the umask is a code of its own: it is not OR-ed with others */
#define EVENT_DEFAULT BIT(4) /* the umask that is meant if a string names none */
#define EVENT_TALLY   BIT(5) /* counted through a queue tally that is to be emptied first */
#define EVENT_FREE    BIT(6) /* FIXED as well: by free counter number `code` */

/* One event, or one event with one named umask. Names are offsets into the processor's pool (0 = the
 * empty string), which keeps the tables free of relocations. */
struct event {
	uint16_t name;
	uint16_t umask_name; /* empty if the event has no umasks */
	uint32_t sentence;   /* in processor.words: what the event counts */
	uint32_t phrase;     /* likewise: what the umask means; may be empty */
	uint32_t needs;      /* likewise: conditions in words; may be empty */
	uint64_t umask;      /* of FIELD_UMASK, and above its bits those of FIELD_UMASK_ABOVE */
	uint16_t code;       /* value of FIELD_EVENT */
	/* Bit i: counter i can count it; 0 with EVENT_FIXED, and where libpfm4 alone has the row. */
	uint16_t counters;
	uint16_t requirements; /* the first of them in box_type.requirements */
	uint8_t requirement_count;
	uint8_t resource;      /* 1 + index into box_type.resources; 0: it uses none */
	uint8_t max_increment; /* per cycle; 0 = not known */
	uint8_t flags;
	uint8_t scale_bits;    /* one count stands for 2^scale_bits of what is described */
	uint8_t group;         /* of umasks: its number (UMASK_GROUP) and UMASK_... */
	uint8_t before, after; /* how many rows of the event stand before this one, and behind it */
};

/* event.counters: bit EVENT_FIXED_FIRST + i says that the box's fixed counter i can count it. */
#define EVENT_FIXED_FIRST 8
#define EVENT_FIXED_MASK  MASK(EVENT_FIXED_FIRST, 8)

/* Bits of event.group. An event needs a umask of each of its groups. Where a string names none, the
 * group's EVENT_DEFAULT is meant. */
#define UMASK_GROUP       MASK(0, 2)
#define UMASK_OPTIONAL    BIT(2) /* its group may be left out */
#define UMASK_LOWER_ONLY  BIT(3) /* excludes umasks of groups with a higher number */
#define UMASK_FIRST_ONLY  BIT(4) /* excludes umasks of groups but its own and group 0 */
#define UMASK_ALIAS       BIT(5) /* another name: see REQUIRE_SAME */
#define UMASK_GROUPED     BIT(6) /* the event has umasks of several groups */

/* How much a requirement asks for. */
enum requirement_kind {
	REQUIRE_VALUE,   /* the field must have the value */
	REQUIRE_DEFAULT, /* it has the value unless a modifier says otherwise */
	REQUIRE_ONES,    /* as DEFAULT, and the value is all ones */
	REQUIRE_NOTHING, /* a modifier may set the field; unset, it does not matter */
	REQUIRE_GIVEN,   /* a modifier, or a umask, must set the field */
	/* Kinds from here on are a umask's. The first of them: bits of the value are OR-ed to those of
	 * other umasks, and all other bits that umasks may have in the register are 0. */
	REQUIRE_BITS,
	/* Of an alias of umasks: bit i of the value says that row i of the event is one of those it
	 * stands for. Of an alias of an event: the number of the row it stands for. */
	REQUIRE_SAME
};

#define REQUIREMENT_WHOLE 0xff /* instead of a field: every field of the register that can be set */

/* What an event needs of one field of a filter register, or of its select besides the code. */
struct requirement {
	uint8_t row;   /* of box_type.registers */
	uint8_t field; /* of the row's layout, or REQUIREMENT_WHOLE */
	uint8_t kind;  /* enum requirement_kind */
	uint64_t value;
};

/* What is to be known of a filter register beyond its row. */
struct filter_register {
	uint8_t row; /* of box_type.registers */
	/* 1 + row of the register whose FIELD_ENABLE must be 0 while this one is written, and is set
	 * by a modifier that sets this one; 0: there is none. */
	uint8_t gate;
	const char *modifier; /* spelling that sets the whole register, in both styles; may be NULL */
	const char *note;     /* for those who set it, as `list` shows it; may be NULL */
};

/* A field of the select that makes a counter look at bits of a filter register, and is set by whatever sets them. */
struct look {
	uint8_t field; /* of the select's layout */
	uint8_t row;   /* of box_type.registers */
	uint64_t bits;
};

/* Bits of a filter register that let all pass, whatever the choices say: their default does not hold where users choose. */
struct choice {
	uint8_t row; /* of box_type.registers */
	uint64_t all, choices;
};

/* Filter registers that a box has several times ("units"). The event code in a counter's select says
 * to which unit it listens, so whoever schedules may choose among the units of a group. Tables and event
 * configurations always speak of unit 0. */
struct resource {
	const char *name;           /* "iperf" */
	const char *group_modifier; /* "port": which group; NULL if there is one only */
	const char *unit_modifier;  /* "sub": which unit; NULL if the events' names say it */
	uint8_t units;              /* of a group */
	uint8_t groups;             /* of an instance: number of the register in its row */
	uint8_t row, rows;          /* the registers of unit 0: rows from `row` on */
	/* Where units share a register: fields of unit 0, from `field` on. 0 fields: a unit has the
	 * whole register. Units are then `bit_step` bits apart, otherwise `row_step` rows. */
	uint8_t field, fields;
	uint8_t row_step, bit_step;
	uint8_t code, unit_step, group_step; /* FIELD_EVENT = code + unit * .. + group * .. */
};

/* One instance of a box. A register's address is base[row->bank] + row_offset(row, index), and on top of it what
 * was found for the whole box (struct box.base) where the bases of its type are not constant (enum base_kind).
 * For MSRs a base is the number of an MSR. For PCI it is device:5 function:3 offset:12 (BOX_FUNCTION);
 * segment and bus differ from board to board. Bank 0 is the function that counts; others are functions that
 * accompany it, and it can do without them. */
struct box_instance {
	uint64_t base[BOX_BANKS];
	/* PCI: the device id that each bank's function must have; 0: the bank is not used, or nobody knows
	 * the id. */
	uint16_t id[BOX_BANKS];
	/* What this instance has less of than its type: bit i: it is without the registers of row i. */
	uint32_t without;
	uint8_t counters; /* its general counters, the first of the type's; 0: all of them */
	uint64_t summary; /* the bits of the global status under which its overflows appear */
	/* In which register of that status they are, where it has several. */
	uint16_t summary_register;
	uint16_t die; /* of the socket's, where each has such a status and a freeze of its own */
};

/* What the addresses of a type's instances are counted from: struct box.base. */
enum base_kind {
	BASE_CONSTANT,  /* nothing: the places hold whole addresses, as of MSRs */
	BASE_OF_SOCKET, /* the PCI bus of the socket's functions (processor.finders) */
	BASE_BY_ID, /* the PCI bus of the socket's function with the place's id: a bus of the box's own; a place of 0: anywhere there */
	BASE_IN_REGISTER /* what a register of a PCI function of the socket holds: box_type.base_register */
};

/* A bit field of a PCI configuration register. */
struct bus_field {
	uint16_t offset;
	uint8_t low, width; /* width 0: nothing of the kind is known */
};

/* A base that a PCI function holds, as memory controllers do: the sum of fields, each shifted to its place. The function is the
 * socket's with that id, in order of segment and bus. */
#define BASE_FIELDS 2
struct base_register {
	uint16_t id;
	/* A function on the same bus, for the first base, and `step` further on for each one more: where it is not, the base is nobody's,
	 * whatever its fields say. */
	uint16_t witness_id; /* 0: nobody knows one */
	uint32_t witness_at, witness_step;
	uint8_t shared; /* so many instances next to each other have one base; 0: each has its own */
	struct base_field {
		struct bus_field field; /* of the first base */
		uint8_t step;           /* from one base's to the next, in bytes */
		uint8_t shift;          /* of the field's bit 0 in the base */
	} fields[BASE_FIELDS];
};

/* How many instances of a type a part has, for those that may have fewer than the table: the last are then missing. */
enum presence {
	PRESENT_AS_CORES,    /* as many as the socket has cores */
	PRESENT_AS_COUNTED,  /* as many as the register of ROLE_BOX_COUNT of another box of the socket says */
	PRESENT_AS_MASKED,   /* as many as bits of that register are set */
	PRESENT_WITH_DEVICE, /* all if the socket has a PCI function of that id, else none */
	PRESENT_BY_FIELD,    /* all if a field of such a function is not 0, else `few` */
	PRESENT_ON_SOME      /* all but those of `some`, which nothing says whether a part has */
};

struct box_type;
struct present_if {
	uint8_t kind;                  /* enum presence */
	uint16_t id;                   /* PRESENT_WITH_DEVICE, PRESENT_BY_FIELD */
	const struct box_type *teller; /* PRESENT_AS_COUNTED, PRESENT_AS_MASKED: whose register says it */
	struct bus_field field;        /* PRESENT_BY_FIELD */
	uint8_t few;                   /* likewise */
	uint32_t some;                 /* PRESENT_ON_SOME: bit i is instance i */
	/* PRESENT_AS_COUNTED, PRESENT_AS_MASKED: the number is in the low bits of this MSR, too, which is asked first; 0: of
	 * none. One that reads 0 says nothing. */
	uint16_t msr;
	uint8_t msr_width;
};

#define BOX_FUNCTION(DEVICE, FUNCTION) ((DEVICE) << 15 | (FUNCTION) << 12)

/* Values that must be kept away from a counter or corrected after a read. */
struct counter_erratum {
	uint64_t low_mask;         /* which low bits of a value are looked at; 0 = no erratum */
	uint64_t forbidden_from;   /* a preload whose low bits are >= this is not allowed */
	uint64_t correct_up_to;    /* a value read whose low bits are <= this ... */
	uint64_t correct_subtract; /* ... is too large by this */
	const char *source;
};

/* A counter that somebody else keeps posting to memory. */
struct posting {
	uint32_t offset;         /* in the region; a trace: what it samples by */
	uint8_t decimals;        /* of the scale */
	uint64_t scale;          /* a count stands for scale / 10^decimals; 0: for 1 */
	const char *unit;        /* NULL: events */
	const char *description; /* may be empty */
	/* Where those who post are known to put it: mostly at `offset`, else the table and they disagree. */
	uint32_t posted_at;
};

#define POSTED_NOWHERE UINT32_MAX

/* Whose a box is. */
enum box_scope { BOX_OF_SOCKET, BOX_OF_CORE, BOX_OF_THREAD };

/* Two filter registers that measure a latency together: while the first has its mark, its events add up the requests
 * in flight in each cycle; events of the second count them. */
struct latency {
	uint8_t sum, count; /* rows of box_type.registers */
	uint64_t mark;
	uint64_t requests; /* bits that say which requests are meant: to be the same in both */
	uint64_t answers;  /* what the second has besides them */
};

/* Events that mean something only beside another one. */
struct event_pairs {
	const struct latency *latency; /* NULL: no latency is measured so */
	/* The code of the event that looks at what counter 0 of the box adds up in each cycle; 0: there is none. */
	uint16_t follower;
};

/* What counters of logical processors do by a published erratum, which is no defect of one processor. */
enum quirk_kind {
	QUIRK_NONE,      /* the end of a list */
	QUIRK_LEAKS,     /* threads on: the other logical processors of the core count the events as well */
	QUIRK_TOO_FEW,   /* too few of the events are counted, by how many is not said */
	QUIRK_MISCOUNTS, /* threads on: the second one of a core counts too many or too few of the events */
	QUIRK_REPEATS,   /* threads on: fixed counter `from` sends several PMIs at an overflow that freezes */
	QUIRK_STICKS,    /* a counter that is stopped at its overflow leaves its bit of the status until a reset */
	QUIRK_FORGETS,   /* threads off: the selects of general counters from `from` on do not read back */
	QUIRK_RUNS_ON,   /* threads off: the freeze does not stop general counters from `from` on */
	QUIRK_UNPRIMED, /* a general counter counts cycles, or nothing, unless it was primed before its select was written */
};

struct counter_quirk {
	uint8_t kind;        /* enum quirk_kind */
	uint8_t first, last; /* event codes, bits 7:0 of the select */
	uint8_t from;
	const char *source; /* the id of the erratum */
};

/* An event as Linux's driver or perf's own list names it, and what it stands for: terms of perf's, all of them numbers. */
struct perf_alias {
	const char *name, *terms;
};

/* A value of a modifier that has a name of its own in libpfm4: "OPC_RFO" for "opc=0x180". */
struct value_name {
	const char *name, *modifier;
	uint16_t value;
	bool joins; /* it is bits, which several names set together */
};

/* A kind of box, as a processor's table has it, or as a machine was found to have it (machine.processor). */
struct box_type {
	const char *name;  /* "cbox" */
	const char *pmu;   /* libpfm4's pattern, instance number follows: "nhmex_unc_cbox" */
	const char *perf;  /* perf's PMU name, instance follows after '_': "uncore_cbox" */
	const char *title; /* "last-level cache coherence engine" */

	/* Its instances, and where they are. */
	const struct box_instance *instance_table;
	const struct base_register *base_register; /* BASE_IN_REGISTER */
	const struct present_if *present;          /* NULL: a part has all of them */
	const uint16_t *numbers;                   /* that its instances go by, rising; NULL: 0, 1, ... */
	uint16_t instances; /* 1 or more; of a scope other than the socket: 1, whatever there are */
	/* Where sockets differ: instance_table has the instances of socket 0, those of socket 1, ..., of so many sockets; what a
	 * socket is without has no registers. 0: all sockets are alike. */
	uint16_t sockets;
	uint8_t scope; /* enum box_scope */
	uint8_t space; /* enum space, of all its registers */
	uint8_t based; /* enum base_kind */

	/* Its registers. */
	const struct register_row *registers;
	const struct resource *resources;
	const struct filter_register *filter_registers;
	const struct look *look;     /* NULL: counters look at all that is set */
	const struct choice *choice; /* NULL: no default gives way to another field */
	uint8_t register_count, resource_count, filter_register_count;

	/* Its counters. */
	uint8_t counters;       /* general counters of an instance */
	uint8_t counter_bits;   /* of the general counters; others have what their layouts say */
	uint8_t fixed_counters; /* how many it has that count ordinary events: EVENT_FIXED_FIRST */
	uint8_t free_counters;  /* registers of all rows of ROLE_FREE_COUNTER: an event with EVENT_FREE for each */
	bool fixed;             /* it has a fixed counter as well */
	bool fixed_apart;       /* ... which the box's freeze is not known to stop: its own enable does */
	struct counter_erratum erratum;

	/* Its events. */
	const struct event *events;             /* rows of one event stand together */
	const struct requirement *requirements; /* what the events need; NULL if nothing */
	const struct event_pairs *pairs;        /* NULL: each means something alone */
	const struct counter_quirk *quirks;     /* the last is QUIRK_NONE; NULL: none is known */
	const struct perf_alias *perf_aliases;  /* the last one has no name; NULL: there are none */
	const struct value_name *value_names;   /* the same */
	uint16_t event_count;
	bool shared_spellings;     /* fields share a modifier: which of them is meant depends on the event */
	bool edge_needs_threshold; /* a threshold of 0 turns off the test whose edges are counted */
	const char *library_note;  /* how libpfm4's answers and ours differ, and why, beyond what rows say; or NULL */
	/* Of each of the events, where counters are posted to memory: any number of them counts at a
	 * time, there is no select, and registers are none. Else NULL. */
	const struct posting *postings;
	uint32_t region_bytes; /* of the memory they are posted to */
};

/* A fact that the documents leave open: what we assume, and what to try instead. */
struct assumption {
	const char *name;           /* "wbox.fixed_ctl.pmi_en" */
	const uint64_t *candidates; /* masks, of which the first is the assumption; or NULL ... */
	const char *answer;         /* ... and this is assumed, among what a check may find */
	uint8_t candidate_count;
	const char *ground; /* why, and where the fact sheet says so */
};

/* The registers that control all boxes of a socket at once. A control may have a master enable, a freeze, or a command for
 * each: that follows from the bits of `run` and `stop`. */
struct global_control {
	const struct box_type *box; /* the type of the box that holds them: its instance 0 */
	const char *control;        /* short names of its registers */
	const char *status, *clear; /* no `clear`: a 1 written to the status clears */
	uint64_t run, stop;         /* control: what lets all counters go, and what stops them */
	uint64_t commands;          /* those of these bits that act as they are written, and are not read back */
	bool latches;               /* status: an overflow shows whether or not its PMI is enabled */
	bool freezes;               /* an overflow that raises a PMI stops all counters ... */
	uint64_t freeze_on_pmi;     /* control: ... if these bits are set; 0: always */
	uint64_t wake_on_pmi;       /* control: has the PMI wake a core that sleeps */
	uint64_t reset_all;         /* control: level that clears every counter of the socket; 0: there is none */
	struct field core_select;   /* control: which cores take the PMI, one bit per core */
	bool status_stays;          /* status: a box's bit stays until it is cleared here, too */
	uint64_t pmi_received;      /* status: notes a PMI; 0: nothing does */
	uint64_t pmi_clear;         /* clear: the note, and whatever else a PMI may set */
	/* An MSR of each processor, and its bit, which may have to be set for a PMI to be taken; bit 0: none
	 * is known. */
	uint32_t gate;
	uint64_t gate_open;
};

/* A way to the PCI bus of each socket on which the functions of its boxes are (BASE_OF_SOCKET). A processor's table
 * lists those that there are on its boards; what a board has of them is tried and compared. */
enum base_way {
	/* From the first bus of a segment on, the function `at` holds the bus of a socket's boxes in `field`;
	 * that of the next socket is on the bus behind it. */
	BASE_BY_CHAIN,
	/* Functions of `id`, each on the bus of a socket's boxes: `node` is the number that the socket goes by, and
	 * the one of `fields` fields from `field` on, next to each other, that holds it is the socket's number. */
	BASE_BY_MAP,
	/* The buses that have functions of boxes, in order of segment and bus, belong to the sockets in their
	 * order: what is left where no other way leads to all sockets. Every list has it at its end. */
	BASE_BY_LOOKING,
	BASE_WAYS
};

/* Which other buses are a socket's than the one that a way leads to: those behind it up to the next socket's, or those before it down
 * to the last socket's. BUSES_ANYWHERE: functions there are told apart by their order alone. */
enum other_buses { BUSES_ANYWHERE, BUSES_BEHIND, BUSES_BEFORE };

struct base_finder {
	uint8_t way; /* enum base_way */
	uint8_t fields;
	uint8_t others;  /* enum other_buses; of BASE_BY_MAP */
	uint16_t vendor; /* of all functions */
	uint16_t id;
	uint32_t at; /* BOX_FUNCTION; of a map: for those who look for it in vain */
	struct bus_field field, node;
	const char *box, *field_name, *node_name; /* what reports call the function and its registers */
};

/* Facts that checks ask the hardware for, and the answers there may be. */
#define ASSUMED_OVERFLOW     "overflow"     /* "carry": to 0; "early": at all ones; "late": at 1 */
#define ASSUMED_THRESHOLD    "threshold"    /* "at-least", "above" */
#define ASSUMED_INVERT       "invert"       /* "below", "swapped", "above" */
#define ASSUMED_CORE_SELECT  "core-select"  /* "bits", "number" */
#define ASSUMED_PMI_GATE     "pmi-gate"     /* "none", "needed" */
#define ASSUMED_LONE_FREEZE  "lone-freeze"  /* without its enable: "ignored", "freezes" */
#define ASSUMED_FIXED_FREEZE "fixed-freeze" /* of a counter that is fixed_apart: "stands", "runs" */
#define ASSUMED_INTERRUPT    "interrupt"    /* by an overflow that freezes: "none", "arrives" */

struct described; /* boxes/archetype.h */

/* A register in which a part says what it has been given, of the socket's PCI function of that id. */
struct capability {
	const char *name; /* "CAPID6"; NULL: none */
	uint16_t id, offset;
	uint32_t chas; /* each of these bits that is set is a CHA */
};

#define CAPABILITIES_MOST 2

struct processor {
	const char *name;   /* "xeon-7500" */
	const char *title;  /* "Intel Xeon 7500 series (Nehalem-EX)" */
	const char *vendor; /* CPUID leaf 0: "GenuineIntel" */
	uint16_t family;
	uint16_t model;       /* with the extended model: 0x2e */
	uint16_t other_model; /* besides it; 0: it has none */
	/* Its steppings, where other processors have that model, too; last_stepping 0: whatever the stepping. */
	uint8_t first_stepping, last_stepping;
	uint8_t type_count;
	const struct box_type *const *types;
	const struct global_control *global; /* NULL if every box controls itself */
	const struct base_finder *finders;   /* to the buses of PCI functions; the last looks; NULL: no box is there */
	/* What the `pmu` of each box type of the socket starts with, and no other name of a box does; NULL:
	 * nothing. So the start of a name is compared once. */
	const char *pmu_start;
	/* Candidate masks for the fixed select's PMI enable, or NULL. */
	const struct assumption *fixed_pmi;
	/* Everything the table assumes, for reports; ends with NULL. fixed_pmi is one of them. */
	const struct assumption *const *assumptions;
	const char *strings;        /* pool of the events' names */
	const char *words;          /* pool of their descriptions and conditions */
	const char *default_events; /* what `stat` counts if nothing was asked */
	/* An event for every counter of a socket that has any, the clock first; events come again where there are
	 * fewer than counters. NULL if nobody has made such a list. */
	const char *full_events;
	const struct metric_table *metrics; /* NULL if there are none */
	const char *clock_event;            /* canonical name of an event that always advances */
	const struct described
		*described; /* discovery tables of the machine have further boxes; NULL: those of `types` are all */
	struct capability capabilities[CAPABILITIES_MOST];
	/* Bits of MSR 0x1a4 of a core that switch its prefetchers off; 0: none are known. */
	uint8_t prefetchers_off;
	bool pmi_shows;      /* a PMI comes again where its entry is opened while its overflow shows (HSD91, BDM38) */
	bool resets_unknown; /* no reset value of its registers is documented: those of the table are guesses */
};

/* Every processor the firmware knows; the last entry is NULL. */
extern const struct processor *const processors[];

/* Every processor that describes its uncore itself; as above, the last but one is for those that are unknown. The box types of each
 * are those that no discovery table has: the others are made on the machine (struct described). */
extern const struct processor *const described_processors[];

/* The processor of a vendor string (12 characters), family, model and stepping; NULL if unknown. */
const struct processor *processor_find(const char *vendor, unsigned family, unsigned model, unsigned stepping);

/* The processor of a name as used on command lines; NULL if unknown. */
const struct processor *processor_by_name(const char *name);

/* What its table assumes of something; NULL if nothing. */
const struct assumption *processor_assumption(const struct processor *processor, const char *name);

/* A string of the processor's pool. */
static inline const char *processor_string(const struct processor *processor, uint32_t offset)
{
	return processor->strings + offset;
}

/* event.sentence, event.phrase or event.needs. */
static inline const char *processor_words(const struct processor *processor, uint32_t offset)
{
	return offset ? processor->words + offset : "";
}

/* What a row of an event table counts: its sentence, and after a colon the phrase of its umask. */
void processor_description(const struct processor *processor, const struct event *event, struct text *text);

/* What a processor can be without. */
#define BOX_LACKS_CAPABILITIES BIT(0) /* the register of ROLE_CAPABILITIES */
#define BOX_LACKS_SMM_FREEZE   BIT(1) /* counters that stand while it is in system management mode */
#define BOX_LACKS_BTS          BIT(2) /* branch trace store */
#define BOX_LACKS_PEBS         BIT(3) /* event-based sampling into a buffer */
#define BOX_LACKS_STATUS_BITS  BIT(4) /* what says in the status that all is frozen, and why */
#define BOX_LACKS_ANY_THREAD   BIT(5) /* counting for all threads of a core */
#define BOX_LACKS_LBR_SWITCH   BIT(6) /* the bit of IA32_DEBUGCTL that records branches */
#define BOX_LACKS_METRICS      BIT(7) /* shares of slots */

/* One box of one socket. */
struct box {
	const struct box_type *type;
	uint16_t socket;
	uint16_t instance; /* of a core or thread: its number within the socket */
	/* Of a core or thread: 1 + index into machine.cpus of its first thread. Of others 0, unless registers are
	 * to be read through one certain processor. */
	uint16_t cpu;
	bool wide; /* its processor takes counter writes of full width: register_layout.wide */
	/* Bits of its general and its fixed counters, as the processor says, how many of them are used, and how many general ones global
	 * registers have bits for; counter_bits 0: as the table has it. */
	uint8_t counter_bits, fixed_bits, counters, fixed_counters, enables;
	uint8_t lacks; /* BOX_LACKS_... */
	/* What its addresses are counted from in this machine (enum base_kind): of PCI functions segment << 28 |
	 * bus << 20; of counters that are posted to memory, their region. */
	uint64_t base;
};

/* How far register `index` of a row is from the base of its bank. */
static inline int64_t row_offset(const struct register_row *row, unsigned index)
{
	return row->offsets ? row->offsets[index] : (int64_t)row->offset + (int64_t)index * row->stride;
}

/* Where a box is. One of a core or thread stands for all of them, and has one place. */
const struct box_instance *box_place(const struct box *box);

/* False if its socket has no such box, as its type has it. */
bool box_is_there(const struct box *box);

/* The number that an instance of a type goes by; and which one goes by a number: false if none does. */
unsigned box_number(const struct box_type *type, unsigned instance);
MUST_CHECK bool box_of_number(const struct box_type *type, uint64_t number, uint32_t *instance);

/* "cbox0-7", "wbox", "pciex1-3,8": all instances of a type. */
void box_places(const struct box_type *type, struct text *text);

/* The general counters that the tables give a box: those of its type, but of an instance that has fewer its own. (How many a processor
 * has of its own is for CPUID to say: core_pmu_counters.) */
unsigned box_counters(const struct box *box);

/* One register of one box: row `row`, number `index` in 0 .. row->count - 1. An MSR is always accessed
 * with 64 bits, whatever size the manual prints; others with their layout's width, but PCI registers of
 * 64 bits in halves (HALVES_LIVE; selects, which stand, HALVES_STILL). */
struct location box_location(const struct box *box, const struct register_row *row, unsigned index);

/* How many registers of that row the box has: row->count, but of a processor's counters and capabilities what
 * the processor says, and of an instance that has fewer (box_instance) its own. */
unsigned box_row_count(const struct box *box, const struct register_row *row);

/* The bits of a field of that row: of one with a bit or more for each counter those of the counters that the box
 * has; none of one that it lacks. */
uint64_t box_field_mask(const struct box *box, const struct register_row *row, const struct field *field);

/* The row of a role, or of a short name; NULL if the box has none. */
const struct register_row *box_row_of_role(const struct box_type *type, enum role role);
const struct register_row *box_row_by_name(const struct box_type *type, const char *name);

/* The row of free counter `number`, counted through all rows of ROLE_FREE_COUNTER, and which register of the row it is; NULL if there
 * are not so many. */
const struct register_row *box_free_counter(const struct box_type *type, unsigned number, unsigned *index);

/* The bits that software may set in a register of the box and read back: of a counter that takes writes
 * through a narrow window alone those below the one that the write extends. */
uint64_t box_writable(const struct box *box, const struct register_row *row);

/* The bits that counters of that row have. */
unsigned box_counter_bits(const struct box_type *type, const struct register_row *row);

/* What is said of the filter register of a row; NULL if nothing is. */
const struct filter_register *box_filter_register(const struct box_type *type, const struct register_row *row);

/* The first field of a kind in a layout; NULL if there is none. */
const struct field *layout_field(const struct register_layout *layout, enum field_kind kind);

/* The bits of all fields of a kind. */
uint64_t layout_bits(const struct register_layout *layout, enum field_kind kind);

/* Bits of the layout that software may set and read back (ACCESS_RW). Those of `layout_ones` it must write as 1, and as 0 those of
 * ACCESS_RESERVED and all of the 64 that no field names. */
uint64_t layout_writable(const struct register_layout *layout);
/* The bits that users may set: those of `layout_writable`, and those of which nobody knows whether they hold. */
uint64_t layout_settable(const struct register_layout *layout);
uint64_t layout_ones(const struct register_layout *layout);
/* Bits that act on something else when a 1 is written, and those that cannot be read back. */
uint64_t layout_commands(const struct register_layout *layout);
uint64_t layout_hidden(const struct register_layout *layout);

/* True if reading registers of the row says something: they are not write-only. */
bool row_readable(const struct register_row *row);

/* True if boxes of the type may stand still on a sound board, which has no memory on their channel, or nothing on their link or lanes:
 * those of memory, of links between sockets and of input and output, and the stops of ring or mesh that serve them alone. */
bool box_is_the_boards(const struct box_type *type);

/* "cbox3", or "wbox" where there is only one, "core7"; at most 15 characters and the terminator. */
#define BOX_NAME_SIZE 16
void box_name(const struct box *box, char name[BOX_NAME_SIZE]);

/* The number in it, which it has where there are several. */
unsigned box_own_number(const struct box *box);

#endif
