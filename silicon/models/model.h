/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the models of all processors: the state of one machine, and the functions that work on it. A processor is a struct
 * model_part.
 *
 * A model is sound silicon and nothing else. Properties that may differ from one piece of silicon to the next (the width of a
 * counter, the place of its overflow bit, the delay of a freeze, the bits of a register) are parameters; their defaults are the
 * documents' values. No code here depends on the code that changes parameters or reads the state.
 *
 * Registers, counters and boxes are named by their ordinal in struct model, which is the same in every socket. */
#ifndef SILICON_MODELS_MODEL_H
#define SILICON_MODELS_MODEL_H

#include "silicon/models/flow.h"
#include "silicon/models/lines.h"
#include "silicon/models/part.h"
#include "silicon/models/sold.h"

/* ---- parameters ------------------------------------------------------------------------------ */

/* Parameters of registers, counters and boxes are numbers of 64 bits. Each has a name, and is an element of `parameter`. */

/* Deviations of a box's hardware from the usual; all zeros: none. */
enum model_quirk {
	QUIRK_RUNS_WITHOUT_ENABLE = 1 << 0, /* its counters need no bit of its control */
	QUIRK_RUNS_WITHOUT_MASTER = 1 << 1, /* of the global box: no counter needs the master enable */
	QUIRK_MISSES_FREEZE = 1 << 2,       /* the register that freezes all boxes does not freeze it */
	QUIRK_MISSES_ENABLE = 1 << 3,       /* the register that enables all boxes does not enable it */
	QUIRK_MISSES_RESET = 1 << 4,        /* the register that enables all boxes does not reset it */
	QUIRK_NEVER_FREEZES = 1 << 5,       /* neither overflows nor its control freeze its counters */
	QUIRK_NEVER_RESETS = 1 << 6,        /* resets of its counters and controls do nothing */
	QUIRK_NEVER_CLEARS = 1 << 7,        /* overflow bits stay when they are cleared */
	QUIRK_FILTERS_OPEN = 1 << 8,        /* its filters let everything pass */
	QUIRK_LOCK_OPEN = 1 << 9,           /* registers that its lock protects can be written */
	QUIRK_TALLY_KEPT = 1 << 10,         /* an occupancy tally is never reset */
	QUIRK_SUMMARY_HASTY = 1 << 11,      /* its summary bit clears when any of its overflow bits is cleared */
	QUIRK_SUMMARY_STAYS = 1 << 12,      /* its summary bit never clears */
	QUIRK_CLOCK_STANDS = 1 << 13,       /* the event of its clock never happens */
	QUIRK_CLOCK_ABSENT = 1 << 14,       /* no clock reaches it: its registers answer, and it counts nothing */
	QUIRK_BANDS_SHUT = 1 << 15,         /* no frequency reaches a band */
	QUIRK_BANDS_CROSSED = 1 << 16,      /* the first band stands for all */
	QUIRK_CLEARS_TOGETHER = 1 << 17,    /* clearing one overflow bit clears all of them */
	QUIRK_BLOCKS_PMIS = 1 << 18,        /* no PMI is requested while another overflow bit is set */
	QUIRK_READS_AS_WRITES = 1 << 19,    /* it counts lines that are read as lines that are written */
	QUIRK_REMOTE_AS_LOCAL = 1 << 20, /* it counts lines of another socket's memory as lines of its own socket's */
	QUIRK_FREEZE_CLEARS = 1 << 21,   /* a core's freeze clears the enables, too */
	QUIRK_NEVER_THAWS = 1 << 22,     /* ... continues when its bit of the status is cleared */
	QUIRK_THAW_CLEARS = 1 << 23,     /* ... clears the enables when it ends */
	QUIRK_FREEZES_LOWER = 1 << 24,   /* a core's freeze stops only counters 0 to 3 and the fixed ones */
	QUIRK_METRICS_DEAD = 1 << 25,    /* a core's IA32_PERF_METRICS reads 0 */
	QUIRK_METRICS_EXCEED = 1 << 26,  /* one part of a core's IA32_PERF_METRICS is too large */
	QUIRK_FREEZES_IN_PART = 1 << 27, /* a freeze spares a core's fixed counters until its control is written */
	QUIRK_HEARS_CORES = 1 << 28,     /* of the global box: overflows of cores' counters freeze, too */
};

/* Deviations of a counter from the usual; all zeros: none. */
enum model_counter_quirk {
	COUNTER_SILENT = 1 << 0,         /* overflows go unnoticed */
	COUNTER_TWO_HALVES = 1 << 1,     /* while it counts, bits 32 and up follow a carry 2^24 counts late */
	COUNTER_UNENABLED = 1 << 2,      /* it needs no enable of its own, only those of its box and socket */
	COUNTER_EVERY_LEVEL = 1 << 3,    /* it counts at every privilege level, whichever its select chooses */
	COUNTER_SWAPPED_LEVELS = 1 << 4, /* it exchanges level 0 and the levels above it */
	COUNTER_EQUALS = 1 << 5,         /* its threshold lets only counts equal to it pass, none above */
	COUNTER_CLEARED_TOO = 1 << 6,    /* clearing its overflow bit sets it to 0 */
	COUNTER_LEAPS = 1 << 7,          /* while it is enabled, a value that ends in 0x00 reads 0x100 too high */
	COUNTER_LAGS = 1 << 8,           /* while it is enabled, a value that ends in 0xff reads 1 too low */
};

/* ---- state ---------------------------------------------------------------------------------- */

enum model_timer {
	MODEL_TIMER_FREEZE, /* a delayed freeze of a core */
	MODEL_TIMER_PMI,    /* a delayed PMI */
	MODEL_TIMER_BOX,    /* a delayed freeze of a box by its own control */
	MODEL_TIMER_SOCKET, /* a delayed freeze of the whole socket */
	MODEL_TIMER_STOP,   /* counters that stop late */
	MODEL_TIMERS
};

enum { MODEL_DELAY_STOP, MODEL_DELAY_STATUS, MODEL_DELAY_CLEAR, MODEL_DELAYS };

#define MODEL_DELAY_LIMIT 10000 /* ns */

/* One register of every socket. */
struct model_register {
	const struct model_bank *bank;
	uint32_t address;
	uint16_t box;
	uint16_t counter;  /* of selects and counters; else MODEL_NONE */
	uint16_t original; /* the counter's register, if this is another address of a counter; else this register */
	uint8_t index;     /* in its bank */
	uint8_t space;     /* enum silicon_space */
	bool absent;       /* the register does not exist */
	bool write_only;   /* reads 0 */
	uint64_t writable, refuses;
	uint64_t missing;      /* bits that this machine lacks and others of its kind have */
	uint64_t undocumented; /* bits whose meaning, or value on this machine, no document states */
	uint64_t initial;
	union {
		uint64_t parameter[3];
		struct {
			uint64_t blind; /* of a companion: bits without effect on what is counted */
			uint64_t open;  /* of a companion: bits that are not compared with what passes */
			uint64_t rate;  /* of a register that counts by itself, Hz */
		};
	};
};

/* One counter of every socket. */
struct model_counter_place {
	uint16_t box;
	uint16_t select, value; /* registers */
	const struct model_layout *layout;
	uint8_t number;    /* in its box */
	uint8_t bit;       /* in the box's global_ctl */
	uint64_t summary;  /* its bit in the status of the global box, if it has one of its own; else 0 */
	uint8_t pmi;       /* bit of its select that makes overflows request PMIs; MODEL_NO_BIT: none */
	bool erratum;      /* reads wrong after a carry out of its low 24 bits */
	bool never_frozen; /* its box's control does not freeze it */

	union {
		uint64_t parameter[8];
		struct {
			uint64_t flag;   /* its bit in its box's status and ovf_ctl */
			uint64_t width;  /* bits */
			uint64_t factor; /* counts added per tick */
			uint64_t slip;   /* as in struct model_counter, with its sign */
			uint64_t ahead;  /* as in struct model_counter */
			uint64_t late;   /* additional counts after which its overflows are signalled */
			uint64_t deaf;   /* bits of its select that have no effect */
			uint64_t quirks; /* enum model_counter_quirk */
		};
	};
};

/* One box of every socket: its registers by role. */
struct model_box_place {
	uint16_t reg[MODEL_ROLES];  /* the first of each role; MODEL_NONE */
	uint16_t bank[MODEL_BANKS]; /* the first of each bank */
	uint16_t counter, counters; /* its first counter, and number of counters */
	bool companions;            /* it has companion registers */
	bool unwired;               /* of a PCI function: the class reads ffffff */
	uint64_t frozen;            /* of its control, as in struct model_type */
	uint16_t swapped;           /* 1 + the box with which it exchanges lines; 0: none */
	uint16_t follows;           /* 1 + the box whose control acts on it as well; 0: none */

	union {
		uint64_t parameter[6 + MODEL_DELAYS];
		struct {
			uint64_t id;                    /* device ID of a PCI function */
			uint64_t summary;               /* its bits in the status of the global box */
			uint64_t freeze_ns;             /* delay of a freeze, ns */
			uint64_t late_ns[MODEL_DELAYS]; /* delays in addition to those of other boxes, ns */
			uint64_t clocked;               /* its speed in sixteenths of its clock; 0: its clock */
			uint64_t line_slip;             /* like a counter's slip, for the lines that pass it */
			uint64_t quirks;                /* enum model_quirk */
		};
	};
};

struct model_box_state {
	uint64_t latched;    /* overflow bits */
	uint64_t cause;      /* those of `latched` that raised the last PMI request that was seen */
	uint64_t overflowed; /* counters that overflow now */
	/* Time of the next overflow of any of its counters; and of the next one that requests a PMI. */
	uint64_t due, asks;
	uint64_t freezes_at; /* time of a delayed freeze by its own control; 0: none is pending */
	uint64_t passed;     /* number of lines that passed it */
	uint64_t coming;     /* bits of `latched` that read 0, and cannot be cleared, until `shows_at` */
	uint64_t going;      /* cleared bits that read 1 until `clears_at` */
	uint64_t shows_at, clears_at;
	uint64_t unfrozen; /* enables that a freeze has cleared only in its control */
	uint64_t stuck;    /* overflow bits that an erratum keeps from being cleared */
	bool repeats;      /* of a core: an erratum will repeat its PMI once */
	/* For a core whose general counters need priming: their selects at the last start, the counters that were not primed for
	 * it, and whether they are primed now. */
	uint32_t started[4];
	uint8_t unprimed;
	bool primed;
	bool measured; /* of a core: slots were counted with the enable of IA32_PERF_METRICS */
	bool stale;    /* `due` and `asks` must be computed again */
	bool live;     /* it is in the list model_socket.live */
	bool idle;     /* since its last refresh no select lets a counter run, whatever the controls say */
};

/* State of one socket; the arrays are as long as the part needs. */
struct model_socket {
	uint64_t *value; /* of registers, as written; not used for counters */
	struct model_counter *counter;
	uint64_t *programmed; /* for each counter: the select from which its sources were computed */
	uint64_t *tally;      /* for each counter: 1 + the event and umask whose entries it holds; 0: none */
	struct model_box_state *box;
	uint16_t *live; /* boxes that are stale, or have a counter that will overflow, in any order */
	unsigned lives;
	uint64_t timer[MODEL_TIMERS];             /* time at which it runs out; MODEL_NEVER */
	struct silicon_cores cores[MODEL_TIMERS]; /* cores that it will interrupt */
	/* Derived: time of the next event of any kind, and of the next one that the owner notices. */
	uint64_t due, next;
};

/* The smallest unit that has a rate. `a` is 1 + the number of the umask bit, or 1 + the value of the first choice; `b` is 1 + the
 * value of the second choice; 0: there is none. */
struct model_leaf {
	uint16_t box, key;
	uint8_t port, a, b;
	bool every; /* in rates: it means all boxes of the type; `box` is the first of them */
};

struct model_rate {
	struct model_leaf leaf;
	uint64_t rate;
};

/* Signals that the silicon sends by itself. No function may call back into the model. */
struct model_signals {
	void *context;
	/* An interrupt request of a box at `t`, for at least one core; all `cores` exist in the socket. */
	void (*pmi)(void *context, unsigned socket, unsigned box, const struct silicon_cores *cores, uint64_t t);
	/* Software has released, at `t`, the counters that a box controls. */
	void (*started)(void *context, unsigned socket, unsigned box, uint64_t t);
	/* A message of one line. */
	void (*log)(void *context, const char *line);
};

/* ---- accesses of programs to memory ------------------------------------------------------------------ */

enum { FLOW_STATIONS = 10, FLOW_PLACES = 64, FLOW_SLICES = 64, WORK_MEMORIES = 32 };

/* The existing boxes of one type, in ascending order. */
struct flow_places {
	unsigned count;
	uint16_t box[FLOW_PLACES];
	uint8_t number[FLOW_PLACES]; /* in its type */
};

/* A page that has been touched. */
struct work_page {
	uint64_t page; /* its number */
	uint8_t line;  /* its line in the cache of `socket` */
	uint8_t socket, state;
	uint8_t cache; /* its state in the memory's own cache, if there is one */
};

/* Memory of a node: inclusive addresses. */
struct work_memory {
	uint64_t first, last;
	unsigned node;
};

struct model_work {
	struct work_page *page; /* NULL: touches are not seen */
	uint32_t *slot;         /* hash table by page: 1 + the number of its entry; 0: free */
	unsigned pages, used, slots;
	bool told_full;
	bool off;        /* the scenario has `work = off` */
	bool cache_mode; /* MCDRAM is a cache in front of DDR */
	bool whole;      /* slices are not hashed to eight */
	/* A line belongs to two channels: the one of its own number, and the one whose number differs in these bits. */
	unsigned paired;
	unsigned threads;
	uint64_t masks[3];          /* masks that hash an address to one of eight slices */
	bool own_masks;             /* the masks are the scenario's */
	unsigned permuted;          /* number of slices with numbers from the scenario; 0: each has its own */
	uint8_t slice[FLOW_SLICES]; /* box of each slice */
	struct flow_places slices, places[FLOW_STATIONS];
	struct work_memory memory[WORK_MEMORIES];
	unsigned memories;
	uint64_t moved;                   /* number of times that a line has moved a counter */
	uint8_t *prefetch[MODEL_SOCKETS]; /* MSR 0x1a4, by logical processor */
};

/* ---- the board around the part --------------------------------------------------------------------- */

enum { MODEL_BUSES = 8, MODEL_FUNCTIONS = 8192 };

/* A function in a board's PCI configuration space, with the fields that enumeration reads. */
struct model_function {
	uint32_t at; /* segment:16 bus:8 device:5 function:3 */
	uint16_t vendor, device;
	uint32_t class; /* bits 23:0; MODEL_NO_CLASS: not given */
};

#define MODEL_NO_CLASS UINT32_MAX

/* PCI functions and buses from the scenario. */
struct model_board {
	struct model_function *function; /* `at` ascending */
	unsigned functions, room;        /* 0 functions: there is no list, and all functions of the part are visible */
	/* Buses of the list that the part does not have, with the segment above bit 8; except bus 0 of segment 0, which has other
	 * devices of the machine underneath. */
	uint32_t *other;
	unsigned others;
	/* 1 + segment and number of each bus of a socket; 0: the part's default. */
	uint32_t bus[MODEL_SOCKETS][MODEL_BUSES];
};

struct model {
	const struct model_part *part;
	const struct model_box *unit; /* the part's boxes; that of a core once for each logical processor */
	struct model_signals signals;
	uint64_t overflows; /* counters that carried out of their last bit */
	uint64_t now;
	unsigned sockets, cores, boxes, registers, counters, rates;
	unsigned asked_cores;    /* from the caller or the scenario; else those of the part that was sold */
	unsigned addresses;      /* in by_address */
	unsigned core_box;       /* the box of core 0; MODEL_NONE: none */
	unsigned core_registers; /* of the box of each core */
	uint16_t global;         /* the box with the controls of the socket; MODEL_NONE: none */
	uint64_t clock;          /* uncore clock, Hz */
	unsigned idle;         /* 1: only clocks, events of processors and events with a rate in the scenario happen */
	uint64_t background;   /* default rates of events other than clocks, in parts of MODEL_BACKGROUND */
	uint64_t others_lines; /* the same for events that lines of memory move; 0: only programs move them */
	struct model_bursts bursts; /* of all events except clocks and those of processors */
	unsigned smis;              /* per second, as counted by each processor; without other effects */
	unsigned numbered;          /* 1: each processor's number can be read */
	uint64_t microcode;         /* revision of the microcode */
	/* Delays of boxes other than cores', ns: until counters stop, until overflow bits are set, until cleared ones read 0. */
	uint64_t delay[MODEL_DELAYS];
	uint64_t setting[MODEL_SETTINGS];
	uint8_t core_erratum;          /* enum core_erratum */
	bool core_primes;              /* software may prime the counters of cores, whether or not they need it */
	uint64_t given;                /* bit i: the scenario gives setting i */
	const struct cpuid_dump *dump; /* answers of CPUID; NULL: those of the machine underneath */
	const struct sold *sold;       /* the part whose name CPUID gives; NULL: the dump's name */
	uint64_t window_moved;         /* distance of the device memory from the part's default address, in bytes */
	uint32_t dark;   /* bit i: memory decoding of socket i's function that points to the table is off */
	uint64_t *table; /* words of discovery tables from the scenario, instead of the part's own */
	unsigned table_words;
	struct model_table {
		uint16_t first, words; /* in the words above; 0 words: there is none */
	} tables[1 + MODEL_SOCKETS];   /* of all sockets, and of each, which has priority */
	struct model_board board;
	struct model_rate rate[MODEL_RATES];
	struct model_work work;
	const struct flow_burst *burst; /* the line passing now; NULL: counters count by their rates */
	struct model_register *reg;
	uint16_t *by_address; /* registers by ascending space and address; of cores only those of the first */
	struct model_counter_place *counter;
	struct model_box_place *box;
	struct model_socket socket[MODEL_SOCKETS];
};

/* ---- scenario.c: lines of a scenario -------------------------------------------------------------- */

/* The numbers that a scenario of any part may set, as rows of model_numbers; those of the machine's size come first. */
enum { MODEL_NUMBER_SOCKETS, MODEL_NUMBER_CORES, MODEL_SIZES, MODEL_NUMBERS = 12 };
extern const struct lines_number model_numbers[];

/* Sets a number of the machine's size, or a setting of the part, by a line `name = value`. False with a reason in `error` if the
 * value is wrong. *known is true if the name exists. */
MUST_CHECK bool model_set_size(struct model *model, struct slice name, struct slice value, bool *known,
			       struct text *error);

/* Like model_set_size(), for all other lines. */
MUST_CHECK bool model_set(struct model *model, struct slice name, struct slice value, bool *known, struct text *error);

/* ---- make.c: making a machine ------------------------------------------------------------------- */

/* Memory that is allocated from its start. With `at` NULL the allocations are only counted. */
struct model_memory {
	char *at;
	size_t used;
};

/* Allocates an array of zeroed items; NULL if `at` is NULL. */
void *model_take(struct model_memory *room, size_t count, size_t size);

/* Starts the making of a part's machine; nothing of it is made yet. */
void model_begin(struct model *model, const struct model_part *part);

/* Computes the machine's size, after all lines about it were read; `asked` as in silicon_create(). False with a reason. */
MUST_CHECK bool model_settle_size(struct model *model, const struct silicon_extent *asked, struct text *error);

/* Makes a machine of that size from the part's tables, with arrays from `room`. */
void model_make(struct model *model, struct model_memory *room);

/* Computes everything that depends on the scenario, after it was read. False with a reason. */
MUST_CHECK bool model_settle(struct model *model, struct text *error);

/* The value of a setting of the part, by its name; 0 if there is none. */
uint64_t model_setting_named(const struct model *model, const char *name);

/* Starts the machine at time 0. */
void model_start(struct model *model);

/* Like silicon_msr_range(), silicon_function_range() and silicon_other_range(). */
bool model_msr_range(const struct model *model, unsigned index, uint32_t *first, uint32_t *last);
bool model_function_range(const struct model *model, unsigned index, uint32_t *first, uint32_t *last);
bool model_other_range(const struct model *model, unsigned index, uint32_t *first, uint32_t *last);

/* Like silicon_memory_range(). */
bool model_memory_range(const struct model *model, unsigned index, uint64_t *first, uint64_t *last);

/* ---- access.c: accesses to registers ---------------------------------------------------------- */

/* Target of an access. */
struct model_target {
	unsigned socket, core;
	unsigned reg; /* register that is addressed; MODEL_NONE: configuration space without one */
	unsigned box; /* box of the register, or of the PCI function; MODEL_NONE */
	/* Configuration space: MODEL_FUNCTION and the offset. A socket's device memory: the offset. */
	uint32_t place;
	unsigned low;  /* number of the register's bit at which the access begins */
	uint8_t space; /* enum silicon_space */
	bool lacks;    /* device memory of a register that this part lacks: it reads 0, and writes have no effect */
};

/* Finds the target of an access to at most one dword of configuration space, or to a whole register. SILICON_OK with *target;
 * SILICON_FAULT if the part has no such register, or not with that width; SILICON_NOT_MINE. */
enum silicon_answer model_find_target(const struct model *model, const struct silicon_access *access,
				      struct model_target *target);

/* True if the access is possible in its space: MSRs only as a whole, and existing sockets and cores. */
bool model_is_possible(const struct model *model, const struct silicon_access *access);

/* Returns the value that a read of the register gives now. */
uint64_t model_read(const struct model *model, unsigned socket, unsigned reg);

/* A write to a register. */
struct model_write {
	struct model *model;
	unsigned socket, core;
	unsigned meant; /* register that is addressed */
	unsigned reg;   /* register that is written */
	uint64_t value; /* writable bits only */
	uint64_t raw;   /* all bits, as written */
	uint64_t kept;  /* bits outside the access */
	uint64_t t;
};

/* Returns the write of `raw`, except the `kept` bits, to the register addressed as `meant`. */
struct model_write model_write_to(struct model *model, const struct model_target *target, unsigned meant, uint64_t raw,
				  uint64_t kept);

/* True if the hardware refuses the write: it raises #GP, and nothing changes. */
bool model_refuses(const struct model_write *write);

/* Executes the write. SILICON_FAULT if it is refused. */
enum silicon_answer model_write(const struct model_write *write);

/* Changes a register without a write by software, and refreshes the counters that depend on it. */
void model_put(struct model *model, unsigned socket, unsigned reg, uint64_t value);

/* Content of a register as written; not for counters and status. */
static inline uint64_t model_value(const struct model *model, unsigned socket, unsigned reg)
{
	return model->socket[socket].value[reg];
}

/* Return the value of a counter's register at `t`: the true one, and the one that a read gives. */
uint64_t model_counter_holds(const struct model *model, unsigned socket, unsigned reg, uint64_t t);
uint64_t model_counter_reads(const struct model *model, unsigned socket, unsigned reg, uint64_t t);

/* ---- time.c: time ------------------------------------------------------------------------------ */

/* Return the time of the next event in all sockets, with its socket in *first, and of the next event that the owner
 * notices. MODEL_NEVER: none. */
uint64_t model_due(const struct model *model, unsigned *first);
uint64_t model_next(const struct model *model);

/* Processes the events that are due in a socket at `t`. */
void model_process(struct model *model, unsigned socket, uint64_t t);

/* True if all enables of a counter are set. */
bool model_runs(const struct model *model, unsigned socket, unsigned counter);

/* True if the control above all boxes may start or stop a counter of the box: of no core, and of no idle box. */
bool model_obeys_global(const struct model *model, unsigned socket, unsigned box);

/* Starts and stops the counters of `box` (MODEL_NONE: of all that obey the control above) at `t`, by the current contents of the
 * controls. `decode`: running counters decode their events again. */
void model_refresh(struct model *model, unsigned socket, uint64_t t, unsigned box, bool decode);

/* Returns the overflow bits of a box that read 1 now. */
uint64_t model_status_shows(const struct model *model, unsigned socket, unsigned box);

/* Sets bits of a box's status. */
void model_latch(struct model *model, unsigned socket, unsigned box, uint64_t bits);

/* Clears overflow bits of a box at `t`. */
void model_clear_overflow(struct model *model, unsigned socket, unsigned box, uint64_t bits, uint64_t t);

/* True if an overflow of the counter requests a PMI. */
bool model_asks_pmi(const struct model *model, unsigned socket, unsigned counter);

/* Sends a PMI of a box to those of `cores` that exist. */
void model_send_pmi(struct model *model, unsigned socket, unsigned box, const struct silicon_cores *cores, uint64_t t);

/* Computes the time of a socket's next event. Call it after every change of the socket's state. It looks only at boxes marked by
 * model_touch. */
void model_look_ahead(struct model *model, unsigned socket);
void model_touch(struct model *model, unsigned socket, unsigned box);

/* Sets a timer, enum model_timer, to `due` unless it runs out earlier, and adds `cores` to its cores; NULL: none. */
void model_set_timer(struct model *model, unsigned socket, unsigned timer, uint64_t due,
		     const struct silicon_cores *cores);

/* The clock of a box, Hz. */
uint64_t model_clock(const struct model *model, unsigned box);

void model_log(struct model *model, const char *format, ...) PRINTF_LIKE(2, 3);

/* ---- config.c: PCI configuration space ------------------------------------------------------------- */

/* Finds the socket of an address, and its place there: MODEL_FUNCTION and the offset. False if the address is
 * on no bus of the part. */
MUST_CHECK bool model_locate(const struct model *model, uint64_t address, unsigned *socket, uint32_t *place);

/* The box whose PCI function is at a place of a socket and visible; MODEL_NONE. */
unsigned model_box_at(const struct model *model, unsigned socket, uint32_t place);

/* True if the part's function at a place of a socket is visible: there is no list of the board, or the list has that function
 * there. */
bool model_shows(const struct model *model, unsigned socket, uint32_t place);

/* The number of a socket's PCI bus, with the segment above bit 8: the scenario's, else the part's default. */
uint32_t model_bus(const struct model *model, unsigned socket, unsigned index);

/* Reads configuration space outside the registers of boxes: headers, and absent functions. */
uint64_t model_config_read(const struct model *model, unsigned socket, uint32_t place, unsigned bytes);

/* True if a write there belongs to enumeration, and has no effect. */
bool model_config_ignores(const struct model *model, unsigned socket, uint32_t place);

/* ---- board.c: the board around the part -------------------------------------------------------------- */

/* Counts a line `function`, so that model_make reserves room for it. False with a reason in `error` if there are too many. */
MUST_CHECK bool model_count_function(struct model *model, struct text *error);

/* Parse the value of `function = [SEGMENT:]BUS:DEVICE.FUNCTION VENDOR:DEVICE [CLASS]`, and of `buses.SOCKET = [SEGMENT:]BUS ...`,
 * all hexadecimal. False with a reason in `error`. */
MUST_CHECK bool model_add_function(struct model *model, struct slice value, struct text *error);
MUST_CHECK bool model_set_buses(struct model *model, struct slice name, struct slice value, struct text *error);

/* The function of the board's list at segment:16 bus:8 device:5 function:3; NULL: none. */
const struct model_function *model_listed(const struct model *model, uint32_t at);

/* Finds the buses of the board that are not the part's. Call it after all lines were read. */
void model_settle_board(struct model *model);

/* ---- discovery.c: device memory, and machines that describe themselves in it --------------------------- */

/* First address of a socket's device memory. The part must have some. */
uint64_t model_memory_base(const struct model *model, unsigned socket);

/* Finds the socket whose device memory has an address, and the offset in it. False if there is none. */
MUST_CHECK bool model_locate_memory(const struct model *model, uint64_t address, unsigned *socket, uint32_t *place);

/* Reads at most 8 bytes of a socket's device memory that are no register: the table, or nothing. */
uint64_t model_memory_read(const struct model *model, unsigned socket, uint32_t place, unsigned bytes);

/* Appends words, separated by a blank, to a table that a scenario has begun. False with a reason in `error`. */
MUST_CHECK bool model_set_table(struct model *model, struct slice name, struct slice words, struct text *error);

/* A word of 64 bits of a socket's discovery table. */
uint64_t model_table_word(const struct model *model, unsigned socket, unsigned index);

/* Reads a dword of a header of a function of `type` that differs from usual headers; false if it does not differ. */
MUST_CHECK bool model_discovery_header(const struct model *model, unsigned socket, const struct model_type *type,
				       unsigned offset, uint32_t *value);

/* Executes a write to the command register of a function with a discovery table. False if the write is to something else. */
MUST_CHECK bool model_discovery_command(struct model *model, unsigned socket, uint32_t place, uint64_t value);

/* Returns model.dark at the start. */
uint32_t model_discovery_dark(const struct model *model);

/* ---- layout.c: registers, counters and boxes from the tables ------------------------------------ */

/* Makes the registers, counters and boxes of model->part from its tables. */
void model_lay_out(struct model *model);

/* The register at an address; for registers of cores, that of core 0; MODEL_NONE. */
unsigned model_find_address(const struct model *model, unsigned space, uint64_t address);

/* True if a box has the name `name`, such as "cbox3", "wbox" or "wbox0"; "rbox" is both of its halves. */
bool model_is_box(const struct model *model, unsigned box, struct slice name);

/* The register with a name such as "ctl0" of the box with a name such as "cbox3"; MODEL_NONE. */
unsigned model_find_register(const struct model *model, struct slice box, struct slice name);

void model_put_box(struct text *text, const struct model *model, unsigned box);
void model_put_register(struct text *text, const struct model *model, unsigned reg);

/* ---- event.c: names and rates ------------------------------------------------------------------ */

/* The event with a code that counter `number` can count; else any event with that code; else NULL. */
const struct model_event *model_find_event(const struct model_event_list *events, unsigned code, unsigned number);

/* The event with a name, case ignored, or with a key given as a number; NULL. */
const struct model_event *model_name_event(const struct model_event_list *events, struct slice name);

/* True if two words of at most 31 characters are the same, ignoring case. */
bool model_same_word(struct slice a, struct slice b);

/* The umask bit of a sub-event, by its name or number; 0: none. */
unsigned model_name_sub(const struct model_event *event, struct slice name);

/* The key of an event. */
unsigned model_key(const struct model_event *event);

/* Takes the next "NAME=VALUE" from the names of a choice. False if there are no more. */
bool model_next_name(struct slice *names, struct slice *name, unsigned *value);

/* True unless the event is a clock, or is caused by processors or settings. If the scenario has bursts, such events happen only in
 * them. */
bool model_is_traffic(const struct model *model, unsigned box, const struct model_event *event);

/* The rate of a leaf: the scenario's, else the default. */
uint64_t model_leaf_rate(const struct model *model, unsigned socket, const struct model_event *event,
			 const struct model_leaf *leaf);

/* ---- meaning.c: what counters count ------------------------------------------------------------ */

/* Decoded fields of a select. */
struct model_selection {
	bool enable, pmi, edge, invert, reset_tally;
	bool stops; /* it stops at an overflow */
	unsigned event, umask, threshold, mode;
};

struct model_selection model_decode(const struct model_layout *layout, uint64_t value);

/* Decodes only the enable, because every write to the global control needs it for each counter. */
static inline bool model_is_enabled(const struct model_layout *layout, uint64_t value)
{
	return layout->enable == MODEL_NO_BIT ? (value & MASK(0, 32)) != 0 : value >> layout->enable & 1;
}

/* A counter, with the select that gives its meaning. */
struct model_sight {
	const struct model *model;
	unsigned socket, counter;
	uint64_t select;
	struct model_selection selection;
};

/* Place of the first invalid setting. */
enum model_wrong { MODEL_SOUND, MODEL_WRONG_SELECT, MODEL_WRONG_COMPANION };

struct model_meaning {
	struct model_run run;
	const struct model_event *event; /* NULL: none */
	const struct model_event *flag;  /* the event counts only while this one happens; NULL: always */
	uint16_t use[MODEL_USES];        /* companion registers on which the meaning depends */
	uint8_t uses;
	uint8_t where;   /* enum model_wrong */
	char wrong[120]; /* the error in words */
};

/* Finds the sources that a counter counts with `select` and the current companions, by the rules in scenario.h. */
void model_find_meaning(const struct model *model, unsigned socket, unsigned counter, uint64_t select,
			struct model_meaning *meaning);

/* For functions `mean` (struct model_type): return a companion register, number `index` of a bank of the counter's box or of
 * another box; and the value of a field, by its number in the type's table. All are recorded as used. */
uint64_t model_companion(const struct model_sight *sight, struct model_meaning *meaning, unsigned bank, unsigned index);
uint64_t model_companion_of(const struct model_sight *sight, struct model_meaning *meaning, unsigned box, unsigned bank,
			    unsigned index);
unsigned model_field_value(const struct model_sight *sight, struct model_meaning *meaning, unsigned field);

/* Return the bits of a companion register, and of a field, that are compared with what passes. */
uint64_t model_compared_of(const struct model_sight *sight, unsigned box, unsigned bank, unsigned index);
uint64_t model_compared(const struct model_sight *sight, unsigned bank, unsigned index);
unsigned model_field_compared(const struct model_sight *sight, unsigned field);

/* Add one source; or those that the choices of an event select. */
void model_add_rate(struct model_meaning *meaning, uint64_t rate);
void model_add_leaf(const struct model_sight *sight, struct model_meaning *meaning, const struct model_event *event,
		    const struct model_leaf *leaf);

/* The rate of an event's leaf in a box of the socket. */
uint64_t model_rate_in(const struct model_sight *sight, unsigned box, const struct model_event *event,
		       const struct model_leaf *leaf);
void model_add_choices(const struct model_sight *sight, struct model_meaning *meaning, const struct model_event *event);

/* Records an invalid setting and its place (enum model_wrong), unless one is already recorded. */
void model_wrong(struct model_meaning *meaning, unsigned where, const char *format, ...) PRINTF_LIKE(3, 4);

/* For functions `mean`: finds the event with a code for the sight's counter, or records the error. */
const struct model_event *model_select_event(const struct model_sight *sight, struct model_meaning *meaning,
					     unsigned code);

/* Like model_select_event(), for layouts without a umask field, whose event has 16 bits, code and umask: finds an event with
 * exactly this umask, or one with the code, whose sub-events `split` then selects. */
const struct model_event *model_find_whole(const struct model_sight *sight, struct model_meaning *meaning,
					   struct model_sight *split);

/* A function `mean`: events with bits of a umask. */
void model_mean_umask(const struct model_sight *sight, struct model_meaning *meaning);

/* Adds an event, or its sub-events that the umask selects. */
void model_add_umask(const struct model_sight *sight, struct model_meaning *meaning, const struct model_event *event);

/* True if all bits of `umask` are defined for the event. */
bool model_has_umask(const struct model_event *event, unsigned umask);

/* Records an error if the umask has no meaning for the event. */
void model_check_umask(const struct model_sight *sight, struct model_meaning *meaning, const struct model_event *event);

/* Returns the box whose status shows the overflows of `box`. */
static inline unsigned model_above(const struct model *model, unsigned box)
{
	unsigned above = model->unit[box].type->above;

	return model->global + above + (above ? model->unit[box].number / 64u : 0);
}

/* True if a box has the type of that name in the part's sheet; and if a register belongs to the bank of that name. */
bool model_is_type(const struct model *model, unsigned box, const char *name);
bool model_is_bank(const struct model *model, unsigned reg, const char *name);

/* For functions `settle` (struct model_part): removes all boxes of a type except the first `count`. Their bits in the status above
 * then have no meaning. */
void model_lack(struct model *model, const char *type, unsigned count);

/* The box to whose counters the companions of `box` apply. */
unsigned model_served(const struct model *model, unsigned box);

/* ---- setting.c --------------------------------------------------------------------------------- */

/* Like silicon_next_setting(). */
MUST_CHECK bool model_next_setting(const struct model *model, struct silicon_setting_cursor *cursor,
				   struct silicon_setting *setting);

/* ---- rate.c ------------------------------------------------------------------------------------ */

/* Sets the rates named by `name`, BOX[.PORT].EVENT[.SUB], to `hz`. False with a reason in `error`. */
MUST_CHECK bool model_set_rate(struct model *model, struct slice name, uint64_t hz, struct text *error);

#endif
