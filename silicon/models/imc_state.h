/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the parts of the virtual In-Memory Collection. Section numbers are those of the POWER9 IMC fact collection: skiboot
 * 7.0, Linux 6.1 and the public OCC firmware, read in their sources. */
#ifndef SILICON_MODELS_IMC_STATE_H
#define SILICON_MODELS_IMC_STATE_H

#include "lib/text.h"
#include "silicon/imc.h"

enum { IMC_CORES = 48, IMC_NEST_SLOTS = 336, IMC_CORE_SLOTS = 258, IMC_THREAD_SLOTS = 66, IMC_NONE = 0xffff };
#define IMC_EVERY           UINT64_MAX
#define IMC_RATE_LIMIT      UINT64_C(1000000000)
#define IMC_MICROCODE_TICKS (IMC_TIMEBASE_HZ / 2000) /* period of its calls: 500 microseconds */
#define IMC_TICKS_PER_MS    (IMC_TIMEBASE_HZ / 1000)
#define IMC_SKIP_EVERY_MS   100
#define IMC_ADDRESS         UINT64_C(0x0003ffffffffe000) /* bits 14:50 of PDBAR and LDBAR */
#define IMC_LDBAR_COUNT     BIT(63)                      /* bit 0: accumulation */
#define IMC_LDBAR_TRACE     BIT(62)                      /* bit 1: trace */

/* ---- counters in memory --------------------------------------------------------------------------- */

/* A counter: a 64-bit big-endian word in memory. */
struct imc_counter {
	uint64_t posted; /* counts since the engine started; for a nest, at the last read */
	union {
		uint64_t parameter[3];
		struct {
			uint64_t rate;      /* counts per second */
			uint64_t high, low; /* bits of the word that are always 1, and always 0 */
		};
	};
};

/* Offsets of the counting words of a page or region, ascending. */
struct imc_slots {
	uint16_t offset[IMC_NEST_SLOTS];
	unsigned count;
};

struct imc_model;

/* Lists the counting words of a model. Call it first, once the layout is set. */
void imc_lay_out_slots(struct imc_model *imc);

/* Index of the word at `offset`; IMC_NONE if it does not count. */
unsigned imc_slot(const struct imc_slots *slots, uint64_t offset);

/* Returns the counts that a source of `rate` a second has made in `ticks`. */
uint64_t imc_count(uint64_t rate, uint64_t ticks);

/* Adds `counts` to a word. */
void imc_add(const struct imc_counter *counter, uint8_t *word, uint64_t counts);

/* Updates a word to the counts that its source has made in `ticks`. */
void imc_post(struct imc_counter *counter, uint8_t *word, uint64_t ticks);

/* Counts in the word after the `bytes` of memory at `address`, if it is the program's. */
void imc_overrun(const struct imc_model *imc, uint64_t address, uint64_t bytes);

/* True if `bytes` (a multiple of 8) of memory are all 0. */
bool imc_is_zero(const uint8_t *memory, size_t bytes);

/* True if the IMC catalog has an event for the word at an offset of a nest region or a page; and true if that event is a clock of
 * 32 MHz: only its rate is in the catalog. */
bool imc_is_listed(const struct imc_model *imc, const struct imc_slots *slots, unsigned offset);
bool imc_is_clock(const struct imc_model *imc, const struct imc_slots *slots, unsigned offset);

uint64_t imc_load(const void *word);
void imc_store(void *word, uint64_t value);

/* ---- nest microcode --------------------------------------------------------------------------------- */

/* How a unit's counters reach memory. */
enum imc_unit_kind {
	IMC_SUMS, /* sums of prescaled 16-bit hardware counters, which continue during a pause and are cleared by a read */
	IMC_DIFFERENCES, /* differences of hardware counters: the first pass after a pause posts nothing */
	IMC_CLOCK        /* the time of day, stored */
};

/* Adjacent counters that the microcode posts together. */
struct imc_unit {
	const char *name;
	uint16_t first;
	uint8_t counters;
	uint8_t group;    /* number of its group, from 1 */
	uint8_t third;    /* in a group that is posted in thirds: its third */
	uint8_t kind;     /* enum imc_unit_kind */
	uint8_t doubled;  /* 1 + the counter that is posted doubled; 0: none */
	uint64_t present; /* the unit's bits in the availability word; 0: unknown */
	uint64_t state;   /* value of those bits if the unit is present; 0: any of them is set */
};

/* Offsets of the update counts before and after the counters of a group. */
struct imc_group {
	uint16_t head, tail;
};

enum { IMC_UNITS = 72 };

/* Offsets, ascending. */
struct imc_words {
	const uint16_t *offset;
	unsigned count;
};

/* Properties of one processor's collection. */
struct imc_layout {
	const char *name; /* name of the processor */
	uint16_t version; /* bits 31:16 of its PVR */
	const struct imc_unit *units;
	unsigned unit_count;
	const struct imc_group *groups; /* NULL: the microcode's groups are unknown */
	unsigned group_count;
	bool says_available;    /* the availability word has all units at the start; else it is 0, and all are posted */
	uint16_t cleared_bytes; /* number of bytes of a region that the clear command clears */
	bool (*core_word)(unsigned offset), (*thread_word)(unsigned offset); /* true if a word of a page counts */
	struct imc_words nest_listed, core_listed, thread_listed;            /* words in the catalog; none: all words */
	struct imc_words clocks;                                             /* a core's clocks of 32 MHz */
	bool records_say_state; /* bits 0:1 of a record's third word are MSR[HV] and MSR[PR] */
};

extern const struct imc_layout imc_layout_power9, imc_layout_power10, imc_layout_power11;

/* The layout of a processor, by its PVR or its name; NULL. */
const struct imc_layout *imc_layout_of(uint32_t pvr);
const struct imc_layout *imc_layout_named(struct slice name);

/* Deviations of the microcode from the usual; all zeros: none. */
struct imc_chip_quirks {
	bool without[IMC_UNITS]; /* units that it leaves out */
	union {
		uint64_t parameter[9];
		struct {
			uint64_t asleep;         /* it is never called */
			uint64_t every;          /* factor by which its period is longer; 0: 1 */
			uint64_t runs_dry;       /* it posts nothing after the first passes since it was resumed */
			uint64_t keeps_commands; /* it executes commands but does not clear them */
			uint64_t skips_commands; /* it clears commands but does not execute them */
			uint64_t no_tails;       /* the update counts after the groups do not change */
			uint64_t shows;          /* 1 + the constant value of the status word; 0: it is not constant */
			uint64_t skips;    /* milliseconds without a call, after each IMC_SKIP_EVERY_MS; 0: none */
			uint64_t restarts; /* milliseconds from one restart to the next; 0: there are none */
		};
	};
};

/* Offsets of the control block in the region. */
#define IMC_CONTROL           0x3fc00
#define IMC_CONTROL_STATUS    (IMC_CONTROL + 0x00)
#define IMC_CONTROL_COMMAND   (IMC_CONTROL + 0x08)
#define IMC_CONTROL_SPEED     (IMC_CONTROL + 0x10)
#define IMC_CONTROL_AVAILABLE (IMC_CONTROL + 0x18)
#define IMC_CONTROL_MODE      (IMC_CONTROL + 0x20)
#define IMC_CONTROL_IN_EFFECT (IMC_CONTROL + 0x28)

struct imc_chip {
	uint32_t id;
	uint8_t *region;
	struct imc_counter counter[IMC_NEST_SLOTS];
	uint64_t next;    /* time of the next call of the microcode */
	uint64_t restart; /* time of its next spontaneous restart */
	uint64_t status, speed, mode;
	uint64_t asked;          /* the command that OPAL wrote; 0: none */
	uint64_t kept;           /* the command that was executed but not cleared; 0: none */
	uint8_t state;           /* 0 to 7 */
	uint8_t third;           /* next third of group 4 */
	bool started[IMC_UNITS]; /* units of differences after their first pass */
	uint16_t left;           /* passes until it posts nothing more */
	struct imc_chip_quirks quirks;
};

/* ---- core engines ------------------------------------------------------------------------------------- */

enum imc_core_mode {
	IMC_OFF,
	IMC_COUNTING, /* OPAL START of type core */
	IMC_TRACING   /* OPAL START of type trace */
};

/* Deviations of an engine from the usual. */
struct imc_engine_quirks {
	union {
		uint64_t parameter[3];
		struct {
			uint64_t silent;   /* it posts nothing */
			uint64_t every;    /* periods from one posting to the next; 0: one */
			uint64_t overruns; /* it also counts in the word after its page */
		};
	};
};

/* Deviations of a thread's trace engine. */
struct imc_ring_quirks {
	union {
		uint64_t parameter[8];
		struct {
			uint64_t silent, every, overruns; /* as in struct imc_engine_quirks */
			uint64_t uneven;    /* in every 16th record the second time differs from the first */
			uint64_t backwards; /* every 16th record has a time before its predecessor's */
			uint64_t hasty;     /* records come twenty times as fast */
			uint64_t user;      /* every 16th record shows user state */
			uint64_t first;     /* index of the first record to write */
		};
	};
};

struct imc_core {
	uint32_t number; /* PIR >> 2, which has chip and core */
	uint8_t chip;    /* index */
	uint8_t mode;    /* enum imc_core_mode */
	bool paged;      /* OPAL INIT of type core has been called */
	bool traced;     /* OPAL INIT of type trace has been called */
	uint64_t page_address;
	uint8_t *page; /* NULL: not in writable memory */
	uint64_t since;
	struct imc_counter counter[IMC_CORE_SLOTS];
	struct imc_engine_quirks quirks;
};

/* The ring for the records of a thread. */
struct imc_ring {
	unsigned next;   /* index of the next record in the ring */
	uint64_t number; /* number of the next record, from 0 */
	uint64_t begun;  /* start of the trace, by the time base */
	uint64_t due;    /* time of the next record */
	struct imc_ring_quirks quirks;
};

struct imc_thread {
	uint32_t pir;
	uint16_t core; /* index */
	uint64_t ldbar;
	uint8_t *target; /* page or ring; NULL: not in writable memory */
	bool active;     /* counting or tracing */
	struct imc_engine_quirks quirks;
	uint64_t since;
	struct imc_counter counter[IMC_THREAD_SLOTS];
	struct imc_ring ring;
};

/* ---- the machine ---------------------------------------------------------------------------------------- */

struct imc_model {
	struct imc_owner owner;
	const struct imc_layout *layout;
	struct imc_slots nest_slots, core_slots, thread_slots;
	uint64_t posts, records; /* as in struct imc_statistics */
	uint64_t now;
	unsigned chips, cores, threads, rates; /* rates: number of rates in the scenario */
	uint64_t available, core_period, trace_period, code, code_bytes;
	uint64_t left; /* address of the pages that engines post to from the start on; 0: all are off */
	/* As in struct imc_surroundings. */
	uint64_t late_start, late_model, bad_core, silent_load, late_load;
	uint64_t next_page_post, rounds;
	struct imc_chip chip[IMC_CHIPS];
	struct imc_core core[IMC_CORES];
	struct imc_thread thread[IMC_THREADS];
};

/* A call that is being executed. */
struct imc_visit {
	struct imc_model *imc;
	const struct imc_call *call;
	unsigned thread; /* the index of the thread that the call names */
	bool start;      /* true for START, false for STOP */
};

/* ---- imc_model.c ------------------------------------------------------------------------------------- */

/* OPAL's numbers for the types. Section 4. */
enum { OPAL_NEST = 1, OPAL_CORE = 2, OPAL_TRACE = 3 };

/* Makes the model of a machine; false with a reason. Call imc_model_start after all settings and quirks are set. */
MUST_CHECK bool imc_model_make(struct imc_model *imc, const struct imc_machine *machine, const struct imc_owner *owner,
			       struct text *error);
void imc_model_start(struct imc_model *imc);

/* Like imc_call(), imc_write_ldbar(), imc_advance() and imc_next(). */
int64_t imc_model_call(struct imc_model *imc, const struct imc_call *call);
uint64_t imc_model_write_ldbar(struct imc_model *imc, unsigned thread, uint64_t value);
void imc_model_advance(struct imc_model *imc, uint64_t now);
uint64_t imc_model_next(const struct imc_model *imc);

/* Returns the index of the thread with a PIR; IMC_NONE. */
unsigned imc_find_thread(const struct imc_model *imc, uint64_t pir);

/* ---- imc_nest.c -------------------------------------------------------------------------------------- */

void imc_nest_reset(struct imc_model *imc, struct imc_chip *chip);
int64_t imc_nest_call(const struct imc_visit *visit);
void imc_nest_advance(struct imc_model *imc, struct imc_chip *chip, uint64_t now);

/* ---- imc_core.c -------------------------------------------------------------------------------------- */

int64_t imc_core_call(const struct imc_visit *visit);

/* Updates all pages and rings to the present; updates those that are due to their latest period. */
void imc_core_post(struct imc_model *imc);
void imc_core_advance(struct imc_model *imc);

/* Updates everything to the present, then changes the mode of the core and its threads. */
void imc_core_set_mode(struct imc_model *imc, struct imc_core *core, enum imc_core_mode mode);

/* True if an engine other than `engine` (a core or thread) writes to these bytes of memory now. */
bool imc_in_use(const struct imc_model *imc, uint64_t address, uint64_t bytes, const void *engine);

/* ---- imc_thread.c ------------------------------------------------------------------------------------ */

int64_t imc_trace_call(const struct imc_visit *visit);

/* Starts and stops a thread's engine as its LDBAR and its core's mode now say. */
void imc_thread_refresh(struct imc_model *imc, struct imc_thread *thread);

/* Updates a thread's page to the time `t`, or its ring to the present. */
void imc_thread_post(struct imc_model *imc, struct imc_thread *thread, uint64_t t);

/* ---- imc_scenario.c -------------------------------------------------------------------------------- */

/* Sets a number by one line of a scenario, which is not a fault. False with a reason if its name or value is wrong. */
MUST_CHECK bool imc_model_set(struct imc_model *imc, struct slice name, struct slice value, struct text *error);

/* A parsed box name: "core" or "core2". */
struct imc_box {
	struct slice kind; /* "core" */
	uint64_t number;   /* IMC_EVERY: without a number */
};

struct imc_box imc_parse_box(struct slice name);
bool imc_box_is(const struct imc_box *box, uint64_t number);

/* Returns the next counter at `offset` of the boxes that `box` means, from *cursor (0 at first) on; NULL at the end. */
struct imc_counter *imc_next_counter(struct imc_model *imc, const struct imc_box *box, uint64_t offset,
				     unsigned *cursor);

#endif
