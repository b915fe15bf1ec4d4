/* SPDX-License-Identifier: BSD-2-Clause */
/* Descriptions of boxes: const tables, generated from one sheet per processor. Nothing in boxes/ touches hardware. */
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
#define EVENT_ALONE   BIT(3) /* the umask is a complete code: it is not OR-ed with other umasks */
#define EVENT_DEFAULT BIT(4) /* the umask to use if a string names none */
#define EVENT_TALLY   BIT(5) /* counted through a queue tally, which must be emptied first */
#define EVENT_FREE    BIT(6) /* with EVENT_FIXED: counted by free counter number `code` */

/* One event, or one event with one named umask. Names are offsets into the processor's pool (0 = the
 * empty string), which keeps the tables free of relocations. */
struct event {
	uint16_t name;
	uint16_t umask_name; /* empty if the event has no umasks */
	uint32_t sentence;   /* in processor.words: what the event counts */
	uint32_t phrase;     /* in processor.words: what the umask means; may be empty */
	uint32_t needs;      /* in processor.words: its conditions; may be empty */
	uint64_t umask;      /* value of FIELD_UMASK; above its bits, the value of FIELD_UMASK_ABOVE */
	uint16_t code;       /* value of FIELD_EVENT */
	/* Bit i: counter i can count it. 0 with EVENT_FIXED, and if only libpfm4 has the row. */
	uint16_t counters;
	uint16_t requirements; /* index of the first one in box_type.requirements */
	uint8_t requirement_count;
	uint8_t resource;      /* 1 + index into box_type.resources; 0: it uses none */
	uint8_t max_increment; /* per cycle; 0 = not known */
	uint8_t flags;
	uint8_t scale_bits;    /* one count stands for 2^scale_bits of the described events */
	uint8_t group;         /* of umasks: the group's number (UMASK_GROUP) and UMASK_... bits */
	uint8_t before, after; /* number of the event's rows before this row and after it */
};

/* event.counters: bit EVENT_FIXED_FIRST + i is set if the box's fixed counter i can count the event. */
#define EVENT_FIXED_FIRST 8
#define EVENT_FIXED_MASK  MASK(EVENT_FIXED_FIRST, 8)

/* Bits of event.group. An event needs a umask of each of its groups. If a string names none of a group,
 * the group's EVENT_DEFAULT is used. */
#define UMASK_GROUP       MASK(0, 2)
#define UMASK_OPTIONAL    BIT(2) /* its group may be left out */
#define UMASK_LOWER_ONLY  BIT(3) /* excludes umasks of groups with a higher number */
#define UMASK_FIRST_ONLY  BIT(4) /* excludes umasks of all groups except its own and group 0 */
#define UMASK_ALIAS       BIT(5) /* another name: see REQUIRE_SAME */
#define UMASK_GROUPED     BIT(6) /* the event has umasks of several groups */

/* Kinds of requirements. */
enum requirement_kind {
	REQUIRE_VALUE,   /* the field must have the value */
	REQUIRE_DEFAULT, /* the field has the value unless a modifier sets another */
	REQUIRE_ONES,    /* as DEFAULT, and the value is all ones */
	REQUIRE_NOTHING, /* a modifier may set the field; unset, it does not matter */
	REQUIRE_GIVEN,   /* a modifier, or a umask, must set the field */
	/* This kind and the next belong to umasks. The bits of the value are OR-ed with those of other
	 * umasks; all other bits that umasks may have in the register are 0. */
	REQUIRE_BITS,
	/* Alias of umasks: bit i of the value is set if the alias stands for row i of the event (and others).
	 * Alias of an event: the value is the number of the row it stands for. */
	REQUIRE_SAME
};

#define REQUIREMENT_WHOLE 0xff /* instead of a field number: every field of the register that can be set */

/* An event's requirement on one field of a filter register, or of its select (apart from the code). */
struct requirement {
	uint8_t row;   /* of box_type.registers */
	uint8_t field; /* of the row's layout, or REQUIREMENT_WHOLE */
	uint8_t kind;  /* enum requirement_kind */
	uint64_t value;
};

/* Facts about a filter register that its row does not hold. */
struct filter_register {
	uint8_t row; /* of box_type.registers */
	/* 1 + row of the register whose FIELD_ENABLE must be 0 while this register is written; a modifier
	 * that sets this register sets that enable. 0: there is none. */
	uint8_t gate;
	bool refused;         /* while that enable is set, a write raises #GP */
	const char *modifier; /* spelling that sets the whole register, in libpfm4's and perf's style; may be NULL */
	const char *note;     /* for users who set it, shown by `list`; may be NULL */
};

/* A field of the select that makes a counter look at bits of a filter register. Setting any of these bits sets the
 * field. */
struct look {
	uint8_t field; /* of the select's layout */
	uint8_t row;   /* of box_type.registers */
	uint64_t bits;
};

/* Bits of a filter register (`all`) that match everything and override the bits `choices`. `all` loses its default if
 * users set a choice. */
struct choice {
	uint8_t row; /* of box_type.registers */
	uint64_t all, choices;
};

/* Filter registers that a box has several times ("units"). The event code in a counter's select says
 * to which unit the counter listens, so the scheduler may choose among the units of a group. Tables and
 * event configurations always refer to unit 0. */
struct resource {
	const char *name;           /* "iperf" */
	const char *group_modifier; /* "port": which group; NULL if there is one only */
	const char *unit_modifier;  /* "sub": which unit; NULL if the events' names say it */
	uint8_t units;              /* of a group */
	uint8_t groups;             /* of an instance: number of the register in its row */
	uint8_t row, rows;          /* the registers of unit 0: rows from `row` on */
	/* If units share a register: the fields of unit 0, starting at `field`; units are `bit_step` bits apart.
	 * fields == 0: each unit has whole registers, `row_step` rows apart. */
	uint8_t field, fields;
	uint8_t row_step, bit_step;
	uint8_t code, unit_step, group_step; /* FIELD_EVENT = code + unit * .. + group * .. */
};

/* One instance of a box. A register's address is base[row->bank] + row_offset(row, index). If the bases of its type
 * are not constant (enum base_kind), the base found for the whole box (struct box.base) is added.
 * For MSRs a base is the number of an MSR. For PCI it is device:5 function:3 offset:12 (BOX_FUNCTION);
 * segment and bus differ from board to board. Bank 0 is the function that counts; the other banks are optional
 * functions that accompany it. */
struct box_instance {
	uint64_t base[BOX_BANKS];
	/* PCI: the device id that each bank's function must have; 0: the bank is not used, or the id is not
	 * known. */
	uint16_t id[BOX_BANKS];
	/* Bit i: this instance lacks the registers of row i of its type. */
	uint32_t without;
	uint8_t counters; /* number of its general counters (the first ones of the type); 0: all of them */
	uint64_t summary; /* bits of the global status that show its overflows */
	/* Index of the register of that status that has these bits, if the status has several. */
	uint16_t summary_register;
	uint16_t die; /* die of the socket, if each die has its own status and freeze */
};

/* Base of the addresses of a type's instances: struct box.base. */
enum base_kind {
	BASE_CONSTANT,  /* no base: the instances hold whole addresses, as of MSRs */
	BASE_OF_SOCKET, /* the PCI bus of the socket's functions (processor.finders) */
	/* The PCI bus of the socket's function with the instance's id: the box's own bus. A base of 0: anywhere on that
	 * bus. */
	BASE_BY_ID,
	BASE_IN_REGISTER /* the value of a register of a PCI function of the socket: box_type.base_register */
};

/* A bit field of a PCI configuration register. */
struct bus_field {
	uint16_t offset;
	uint8_t low, width; /* width 0: the field is not known */
};

/* A base that a PCI function holds, as memory controllers do: the sum of fields, each shifted to its place. The
 * functions are the socket's functions with device id `id`, in order of segment and bus. */
#define BASE_FIELDS 2
struct base_register {
	uint16_t id;
	/* A function on the same bus: that of the first base is at witness_at, that of each further base witness_step
	 * after the last. If the function is missing, no box uses the base, whatever its fields say. */
	uint16_t witness_id; /* 0: none is known */
	uint32_t witness_at, witness_step;
	uint8_t shared; /* number of adjacent instances that share one base; 0: each has its own */
	struct base_field {
		struct bus_field field; /* of the first base */
		uint8_t step;           /* from the field of one base to that of the next, in bytes */
		uint8_t shift;          /* of the field's bit 0 in the base */
	} fields[BASE_FIELDS];
};

/* Number of instances of a type on a part that may have fewer than the table: the last ones are then missing. */
enum presence {
	PRESENT_AS_CORES,    /* as many as the socket has cores */
	PRESENT_AS_COUNTED,  /* as many as the ROLE_BOX_COUNT register of another box of the socket says */
	PRESENT_AS_MASKED,   /* as many as bits of that register are set */
	PRESENT_WITH_DEVICE, /* all if the socket has a PCI function of that id, else none */
	PRESENT_BY_FIELD,    /* all if a field of a PCI function with that id is not 0, else `few` */
	PRESENT_ON_SOME      /* all except those of `some`: no register says whether a part has them */
};

struct box_type;
struct present_if {
	uint8_t kind;                  /* enum presence */
	uint16_t id;                   /* PRESENT_WITH_DEVICE, PRESENT_BY_FIELD */
	const struct box_type *teller; /* PRESENT_AS_COUNTED, PRESENT_AS_MASKED: type of the box with the register */
	struct bus_field field;        /* PRESENT_BY_FIELD */
	uint8_t few;                   /* PRESENT_BY_FIELD */
	uint32_t some;                 /* PRESENT_ON_SOME: bit i is instance i */
	/* PRESENT_AS_COUNTED, PRESENT_AS_MASKED: an MSR whose low bits hold the number, too. It is read first, and
	 * ignored if it reads 0. 0: there is none. */
	uint16_t msr;
	uint8_t msr_width;
};

#define BOX_FUNCTION(DEVICE, FUNCTION) ((DEVICE) << 15 | (FUNCTION) << 12)

/* Values that must not be written to a counter, or must be corrected after a read. */
struct counter_erratum {
	uint64_t low_mask;         /* the low bits of a value that matter; 0 = no erratum */
	uint64_t forbidden_from;   /* a preload whose low bits are >= this is not allowed */
	uint64_t correct_up_to;    /* a value read whose low bits are <= this ... */
	uint64_t correct_subtract; /* ... is too large by this */
	const char *source;
};

/* A counter that microcode posts to memory periodically. */
struct posting {
	uint32_t offset;         /* in the region; a trace: what it samples by */
	uint8_t decimals;        /* of the scale */
	uint64_t scale;          /* a count stands for scale / 10^decimals; 0: for 1 */
	const char *unit;        /* NULL: events */
	const char *description; /* may be empty */
	/* Offset at which the microcode is known to post it: `offset`, unless the table is wrong. */
	uint32_t posted_at;
};

#define POSTED_NOWHERE UINT32_MAX

/* The owner of a box. */
enum box_scope { BOX_OF_SOCKET, BOX_OF_CORE, BOX_OF_THREAD };

/* Two filter registers that measure a latency together: while the first has its mark, its events add up the requests
 * in flight in each cycle; events of the second count them. */
struct latency {
	uint8_t sum, count; /* rows of box_type.registers */
	uint64_t mark;
	uint64_t requests; /* bits that select the requests: must be the same in both */
	uint64_t answers;  /* additional bits of the second register */
};

/* Events that have a meaning only together with another event. */
struct event_pairs {
	const struct latency *latency; /* NULL: no latency can be measured this way */
	/* Code of the event that looks at the increment of counter 0 of the box in each cycle; 0: there is none. */
	uint16_t follower;
};

/* Behaviour of a logical processor's counters by a published erratum; it is no defect of one processor. */
enum quirk_kind {
	QUIRK_NONE,      /* the end of a list */
	QUIRK_LEAKS,     /* threads on: the other logical processors of the core count the events as well */
	QUIRK_TOO_FEW,   /* too few of the events are counted; the erratum does not say how many are missed */
	QUIRK_MISCOUNTS, /* threads on: the second thread of a core counts too many or too few of the events */
	QUIRK_REPEATS,   /* threads on: fixed counter `from` sends several PMIs at an overflow that freezes */
	QUIRK_STICKS,    /* a counter that is stopped at its overflow leaves its status bit set until a reset */
	QUIRK_FORGETS,   /* threads off: the selects of general counters from `from` on do not read back */
	QUIRK_RUNS_ON,   /* threads off: the freeze does not stop general counters from `from` on */
	QUIRK_UNPRIMED,  /* a general counter counts cycles or nothing unless primed before its select is written */
};

struct counter_quirk {
	uint8_t kind;        /* enum quirk_kind */
	uint8_t first, last; /* event codes, bits 7:0 of the select */
	uint8_t from;
	const char *source; /* the id of the erratum */
};

/* An event name of Linux's driver or of perf's own list, and the perf terms (all numeric) that it stands for. */
struct perf_alias {
	const char *name, *terms;
};

/* A value of a modifier that has a name of its own in libpfm4: "OPC_RFO" for "opc=0x180". */
struct value_name {
	const char *name, *modifier;
	uint16_t value;
	bool joins; /* the value is bits: several names may be combined */
};

/* A type of box, from a processor's table, or as found on the machine (machine.processor). */
struct box_type {
	const char *name;  /* "cbox" */
	const char *pmu;   /* libpfm4's pattern, instance number follows: "nhmex_unc_cbox" */
	const char *perf;  /* perf's PMU name, instance follows after '_': "uncore_cbox" */
	const char *title; /* "last-level cache coherence engine" */

	/* Its instances, and where they are. */
	const struct box_instance *instance_table;
	const struct base_register *base_register; /* BASE_IN_REGISTER */
	const struct present_if *present;          /* NULL: a part has all of them */
	const uint16_t *numbers;                   /* numbers of its instances in names, rising; NULL: 0, 1, ... */
	uint16_t instances; /* 1 or more; if the scope is not the socket: 1, however many there are */
	/* If sockets differ: number of sockets in instance_table, which has the instances of socket 0, then of socket
	 * 1, ...; an instance that a socket lacks has no registers. 0: all sockets are alike. */
	uint16_t sockets;
	uint8_t scope; /* enum box_scope */
	uint8_t space; /* enum space of all its registers */
	uint8_t based; /* enum base_kind */

	/* Its registers. */
	const struct register_row *registers;
	const struct resource *resources;
	const struct filter_register *filter_registers;
	const struct look *look;     /* NULL: counters look at all bits that are set */
	const struct choice *choice; /* NULL: no default gives way to another field */
	uint8_t register_count, resource_count, filter_register_count;

	/* Its counters. */
	uint8_t counters;       /* general counters of an instance */
	uint8_t counter_bits;   /* width of the general counters; other counters have that of their layouts */
	uint8_t fixed_counters; /* number of fixed counters for ordinary events: EVENT_FIXED_FIRST */
	uint8_t free_counters; /* number of registers in rows of ROLE_FREE_COUNTER; each has an event with EVENT_FREE */
	bool fixed;            /* it has a fixed counter as well */
	bool fixed_apart;      /* ... which the box's freeze may not stop: its own enable does */
	struct counter_erratum erratum;

	/* Its events. */
	const struct event *events;             /* rows of one event are adjacent */
	const struct requirement *requirements; /* what the events need; NULL if nothing */
	const struct event_pairs *pairs;        /* NULL: each event has a meaning alone */
	const struct counter_quirk *quirks;     /* the last is QUIRK_NONE; NULL: none is known */
	const struct perf_alias *perf_aliases;  /* the last one has no name; NULL: there are none */
	const struct value_name *value_names;   /* the last one has no name; NULL: there are none */
	uint16_t event_count;
	bool shared_spellings;     /* several fields share a modifier: the event decides which field it sets */
	bool edge_needs_threshold; /* a threshold of 0 turns off the test whose edges are counted */
	const char *library_note;  /* differences from libpfm4's answers, and why, beyond those of rows; or NULL */
	/* One per event, if counters are posted to memory: all events count at the same time, and the box
	 * has neither selects nor registers. Else NULL. */
	const struct posting *postings;
	uint32_t region_bytes; /* size of the memory to which they are posted */
};

/* A fact that the documents leave open: the assumed answer, and the alternatives to try. */
struct assumption {
	const char *name;           /* "wbox.fixed_ctl.pmi_en" */
	const uint64_t *candidates; /* masks, the first of which is assumed; or NULL ... */
	const char *answer;         /* ... and this one of the answers that a check may find is assumed */
	uint8_t candidate_count;
	const char *ground; /* the reason, and its place in the fact sheet */
};

/* The registers that control all boxes of a socket at once. A control may have a master enable, a freeze, or commands
 * to start and to stop: the bits of `run` and `stop` show which. */
struct global_control {
	const struct box_type *box; /* type of the box that holds them, in its instance 0 */
	const char *control;        /* short names of its registers */
	const char *status, *clear; /* no `clear`: a 1 written to the status clears */
	uint64_t run, stop;         /* control: value that starts all counters, and value that stops them */
	uint64_t commands;          /* bits of run and stop that act when written and do not read back */
	bool latches;               /* status: an overflow shows whether or not its PMI is enabled */
	bool freezes;               /* an overflow that raises a PMI stops all counters ... */
	uint64_t freeze_on_pmi;     /* control: ... if these bits are set; 0: always */
	uint64_t wake_on_pmi;       /* control: has the PMI wake a core that sleeps */
	uint64_t reset_all; /* control: bit that clears every counter of the socket while it is set; 0: there is none */
	struct field core_select; /* control: which cores take the PMI, one bit per core */
	bool status_stays;        /* status: a box's bit stays set until it is cleared here as well */
	uint64_t pmi_received;    /* status: bit that records a PMI; 0: there is none */
	uint64_t pmi_clear;       /* clear: that bit, and all others that a PMI may set */
	/* An MSR of each processor, and its bit that may have to be set for PMIs to be taken; gate_open 0: none
	 * is known. */
	uint32_t gate;
	uint64_t gate_open;
};

/* A way to find the PCI bus of each socket that has the functions of its boxes (BASE_OF_SOCKET). A processor's table
 * lists the ways that its boards offer; those that a board has are tried and compared. */
enum base_way {
	/* Starting at the first bus of a segment, the function `at` holds the bus of a socket's boxes in `field`;
	 * the function `at` of the next socket is on the bus after that one. */
	BASE_BY_CHAIN,
	/* Functions of `id`, each on the bus of a socket's boxes: `node` is the socket's node number, and the index of
	 * the field that holds it, among `fields` adjacent fields starting at `field`, is the socket's number. */
	BASE_BY_MAP,
	/* The buses that have functions of boxes, in order of segment and bus, belong to the sockets in their
	 * order: the last resort if no other way finds all sockets. Every list ends with it. */
	BASE_BY_LOOKING,
	BASE_WAYS
};

/* A socket's other buses, besides the one that a way finds: those after it up to the next socket's, or those before it
 * down to the previous socket's. BUSES_ANYWHERE: only the order of the functions says which socket's they are. */
enum other_buses { BUSES_ANYWHERE, BUSES_BEHIND, BUSES_BEFORE };

struct base_finder {
	uint8_t way; /* enum base_way */
	uint8_t fields;
	uint8_t others;  /* enum other_buses; of BASE_BY_MAP */
	uint16_t vendor; /* of all functions */
	uint16_t id;
	uint32_t at; /* BOX_FUNCTION; of a map: for the report if it is not found */
	struct bus_field field, node;
	const char *box, *field_name, *node_name; /* names of the function and its registers in reports */
};

/* Facts that checks find out from the hardware, and their possible answers. */
#define ASSUMED_OVERFLOW     "overflow"     /* "carry": to 0; "early": at all ones; "late": at 1 */
#define ASSUMED_THRESHOLD    "threshold"    /* "at-least", "above" */
#define ASSUMED_INVERT       "invert"       /* "below", "swapped", "above" */
#define ASSUMED_CORE_SELECT  "core-select"  /* "bits", "number" */
#define ASSUMED_PMI_GATE     "pmi-gate"     /* "none", "needed" */
#define ASSUMED_LONE_FREEZE  "lone-freeze"  /* without its enable: "ignored", "freezes" */
#define ASSUMED_FIXED_FREEZE "fixed-freeze" /* of a counter that is fixed_apart: "stands", "runs" */
#define ASSUMED_INTERRUPT    "interrupt"    /* by an overflow that freezes: "none", "arrives" */

struct described; /* boxes/archetype.h */

/* A register that shows the features of the part, in the socket's PCI function with that id. */
struct capability {
	const char *name; /* "CAPID6"; NULL: none */
	uint16_t id, offset;
	uint32_t chas; /* each set bit of these stands for one CHA */
};

#define CAPABILITIES_MOST 2

struct processor {
	const char *name;   /* "xeon-7500" */
	const char *title;  /* "Intel Xeon 7500 series (Nehalem-EX)" */
	const char *vendor; /* CPUID leaf 0: "GenuineIntel" */
	uint16_t family;
	uint16_t model;       /* with the extended model: 0x2e */
	uint16_t other_model; /* a second model; 0: it has none */
	/* Its steppings, if other processors share the model; last_stepping 0: any stepping. */
	uint8_t first_stepping, last_stepping;
	uint8_t type_count;
	const struct box_type *const *types;
	const struct global_control *global; /* NULL if every box controls itself */
	const struct base_finder *finders;   /* ways to the buses of PCI functions, BASE_BY_LOOKING last; NULL: none */
	/* Common prefix of the `pmu` of each box type of the socket, which no other box name has; NULL: none.
	 * With it the start of a name is compared once. */
	const char *pmu_start;
	/* Candidate masks for the fixed select's PMI enable, or NULL. */
	const struct assumption *fixed_pmi;
	/* Everything the table assumes, for reports; ends with NULL. fixed_pmi is one of them. */
	const struct assumption *const *assumptions;
	const char *strings;        /* pool of the events' names */
	const char *words;          /* pool of their descriptions and conditions */
	const char *default_events; /* events that `stat` counts if the user names none */
	/* One event for each counter of a socket that has events, the clock first; events repeat if there are
	 * fewer than counters. NULL: there is no such list. */
	const char *full_events;
	const struct metric_table *metrics; /* NULL if there are none */
	const char *clock_event;            /* canonical name of an event that always advances */
	const struct described *described;  /* discovery tables of the machine have further boxes; NULL: none has */
	struct capability capabilities[CAPABILITIES_MOST];
	/* Bits of MSR 0x1a4 of a core that switch its prefetchers off; 0: none are known. */
	uint8_t prefetchers_off;
	bool pmi_shows;      /* a PMI repeats if its entry is unmasked while its overflow shows (HSD91, BDM38) */
	bool resets_unknown; /* no reset value of its registers is documented: those of the table are guesses */
};

/* Every processor the firmware knows; the last entry is NULL. */
extern const struct processor *const processors[];

/* Every processor that describes its uncore itself; the last entry is NULL, the one before it is for unknown
 * processors. The box types of each are those that no discovery table has: the others are made on the machine (struct
 * described). */
extern const struct processor *const described_processors[];

/* The processor of a vendor string (12 characters), family, model and stepping; NULL if unknown. */
const struct processor *processor_find(const char *vendor, unsigned family, unsigned model, unsigned stepping);

/* The processor with this name, as used on command lines; NULL if unknown. */
const struct processor *processor_by_name(const char *name);

/* The assumption of that name in the processor's table; NULL if there is none. */
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

/* Appends the description of an event row: its sentence, a colon, and the phrase of its umask. */
void processor_description(const struct processor *processor, const struct event *event, struct text *text);

/* Features that a processor may lack. */
#define BOX_LACKS_CAPABILITIES BIT(0) /* the register of ROLE_CAPABILITIES */
#define BOX_LACKS_SMM_FREEZE   BIT(1) /* stopping of counters in system management mode */
#define BOX_LACKS_BTS          BIT(2) /* branch trace store */
#define BOX_LACKS_PEBS         BIT(3) /* event-based sampling into a buffer */
#define BOX_LACKS_STATUS_BITS  BIT(4) /* status bits that show that all counters are frozen, and why */
#define BOX_LACKS_ANY_THREAD   BIT(5) /* counting for all threads of a core */
#define BOX_LACKS_LBR_SWITCH   BIT(6) /* the bit of IA32_DEBUGCTL that records branches */
#define BOX_LACKS_METRICS      BIT(7) /* shares of slots */

/* One box of one socket. */
struct box {
	const struct box_type *type;
	uint16_t socket;
	uint16_t instance; /* of a core or thread: its number within the socket */
	/* Of a core or thread: 1 + index into machine.cpus of its first thread. Of others 0, unless a certain
	 * processor must read the registers. */
	uint16_t cpu;
	bool wide; /* its processor takes counter writes of full width: register_layout.wide */
	/* As the processor reports: width of general and of fixed counters, number used of each, and number of general
	 * counters with bits in global registers; counter_bits 0: as in the table. */
	uint8_t counter_bits, fixed_bits, counters, fixed_counters, enables;
	uint8_t lacks; /* BOX_LACKS_... */
	/* Base of its addresses on this machine (enum base_kind): for PCI functions segment << 28 | bus << 20; for
	 * counters that are posted to memory, the address of their region. */
	uint64_t base;
};

/* Offset of register `index` of a row from the base of its bank. */
static inline int64_t row_offset(const struct register_row *row, unsigned index)
{
	return row->offsets ? row->offsets[index] : (int64_t)row->offset + (int64_t)index * row->stride;
}

/* The instance with the addresses of `box`. The boxes of all cores or threads share one. */
const struct box_instance *box_place(const struct box *box);

/* False if, by the table of its type, its socket has no such box. */
bool box_is_there(const struct box *box);

/* The number of an instance in names; and the instance with a number: false if there is none. */
unsigned box_number(const struct box_type *type, unsigned instance);
MUST_CHECK bool box_of_number(const struct box_type *type, uint64_t number, uint32_t *instance);

/* Appends the names of all instances of a type: "cbox0-7", "wbox", "pciex1-3,8". */
void box_places(const struct box_type *type, struct text *text);

/* Number of general counters of a box by the tables: that of its instance if given, else that of its type. (For a
 * processor's own counters CPUID has the number: core_pmu_counters.) */
unsigned box_counters(const struct box *box);

/* Location of one register of a box: row `row`, number `index` in 0 .. row->count - 1. An MSR is always
 * accessed with 64 bits, whatever size the manual prints; other registers with their layout's width, but
 * PCI registers of 64 bits in halves (HALVES_STILL for selects, which do not change; else HALVES_LIVE). */
struct location box_location(const struct box *box, const struct register_row *row, unsigned index);

/* Number of registers of that row that the box has: row->count; for a processor's counters and capabilities
 * the number that the processor reports; for an instance with fewer (box_instance), its own number. */
unsigned box_row_count(const struct box *box, const struct register_row *row);

/* The bits of a field of that row; for a field with one or more bits per counter, only those of counters that the
 * box has; 0 for a field that the box lacks. */
uint64_t box_field_mask(const struct box *box, const struct register_row *row, const struct field *field);

/* The first row with that role, or with that short name; NULL if the box has none. */
const struct register_row *box_row_of_role(const struct box_type *type, enum role role);
const struct register_row *box_row_by_name(const struct box_type *type, const char *name);

/* The row of free counter `number`, counted through all rows of ROLE_FREE_COUNTER, and the counter's index in the row;
 * NULL if there are fewer. */
const struct register_row *box_free_counter(const struct box_type *type, unsigned number, unsigned *index);

/* The bits that software may set in a register of the box and read back. For a counter that can only be written
 * through a narrow window these are the bits below the one whose value the write extends. */
uint64_t box_writable(const struct box *box, const struct register_row *row);

/* The bits that counters of that row have. */
unsigned box_counter_bits(const struct box_type *type, const struct register_row *row);

/* The facts about the filter register of a row; NULL if there are none. */
const struct filter_register *box_filter_register(const struct box_type *type, const struct register_row *row);

/* The first field of a kind in a layout; NULL if there is none. */
const struct field *layout_field(const struct register_layout *layout, enum field_kind kind);

/* The bits of all fields of a kind. */
uint64_t layout_bits(const struct register_layout *layout, enum field_kind kind);

/* Bits of the layout that software may set and read back (ACCESS_RW). Bits of `layout_ones` must be written as 1; bits
 * of ACCESS_RESERVED and all of the 64 bits that no field names must be written as 0. */
uint64_t layout_writable(const struct register_layout *layout);
/* The bits that users may set: those of `layout_writable`, and those that may not exist (ACCESS_UNSURE). */
uint64_t layout_settable(const struct register_layout *layout);
uint64_t layout_ones(const struct register_layout *layout);
/* Bits that act on another register when a 1 is written, and bits that cannot be read back. */
uint64_t layout_commands(const struct register_layout *layout);
uint64_t layout_hidden(const struct register_layout *layout);

/* True if registers of the row can be read: they are not write-only. */
bool row_readable(const struct register_row *row);

/* True if boxes of the type may be idle on a sound board that has no memory on their channel, or nothing on their link
 * or lanes: boxes of memory, of links between sockets and of input and output, and ring or mesh stops that serve only
 * them. */
bool box_is_the_boards(const struct box_type *type);

/* Writes the name of a box: "cbox3", "core7", or "wbox" if there is only one; at most 15 characters and the
 * terminator. */
#define BOX_NAME_SIZE 16
void box_name(const struct box *box, char name[BOX_NAME_SIZE]);

/* The number in the name, which a box has if there are several. */
unsigned box_own_number(const struct box *box);

#endif
