/* SPDX-License-Identifier: BSD-2-Clause */
/* Virtual silicon of the In-Memory Collection of POWER9 and its successors as pure C: the microcode that posts nest counters, the
 * engines that post core and thread counters and trace records, and the three OPAL calls that control them. Its owners use only
 * this interface: the layer between skiboot and a payload, unit tests, fuzzers.
 *
 * It is written from the fact sheet alone, and shares no code with boxes/ or core/. The scenario, and what counters count, are in
 * silicon/imc_scenario.h.
 *
 * Time is the time base, 512 MHz. It never goes back: a time before the latest one counts as the latest. The model takes no locks;
 * its owner must not let calls overlap. Programs may read the memory that the model writes at any time: each word is written as a
 * whole. */
#ifndef SILICON_IMC_H
#define SILICON_IMC_H

#include "lib/basic.h"
#include "lib/parse.h"

enum {
	IMC_TIMEBASE_HZ = 512000000,
	IMC_CHIPS = 8,
	IMC_THREADS = 176,            /* maximum of the machine; 48 cores */
	IMC_HOMER_BYTES = 0x400000,   /* of each chip */
	IMC_REGION_OFFSET = 0x180000, /* offset of the counters in HOMER */
	IMC_REGION_BYTES = 0x40000,
	IMC_PAGE_BYTES = 0x2000,   /* page of a core or thread */
	IMC_TRACE_BYTES = 0x40000, /* ring of a thread */
	IMC_RECORD_BYTES = 64
};

/* OPAL calls and their return codes. */
enum { IMC_CALL_INIT = 149, IMC_CALL_START = 150, IMC_CALL_STOP = 151 };
enum { IMC_SUCCESS = 0, IMC_PARAMETER = -1, IMC_HARDWARE = -6 };

/* Values of a PMU node's `type` in the device tree. OPAL's numbers are different: nest 1, core 2, trace 3. */
enum imc_type { IMC_THREAD = 0x1, IMC_TRACE = 0x2, IMC_CORE = 0x4, IMC_NEST = 0x10 };

/* Faults of the catalog. The code that copies it into the device tree applies them. */
enum imc_catalog_fault {
	IMC_CATALOG_ABSENT,     /* there is no /imc-counters */
	IMC_CATALOG_NO_NEST,    /* no nest nodes: skiboot found no microcode running */
	IMC_CATALOG_NO_CORE,    /* likewise */
	IMC_CATALOG_NO_THREAD,  /* likewise */
	IMC_CATALOG_NO_TRACE,   /* likewise, as on a DD level without trace mode */
	IMC_CATALOG_BAD_OFFSET, /* an event is after the end of its region */
	IMC_CATALOG_DUPLICATE,  /* two events with one name */
	IMC_CATALOG_OVERLAP,    /* two events at one offset */
	IMC_CATALOG_NO_EVENTS,  /* a PMU refers to a missing group */
	IMC_CATALOG_NO_PREFIX,  /* a PMU without events-prefix */
	IMC_CATALOG_NO_NAME,    /* an event without a name */
	IMC_CATALOG_BAD_SCALE,  /* a scale that is not a number */
	IMC_CATALOG_BAD_TYPE,   /* a PMU of unknown type */
	IMC_CATALOG_SHORT_REG,  /* a reg of one cell */
	IMC_CATALOG_CHIPS,      /* one chip-id more than base-addr */
	IMC_CATALOG_MOVED,      /* an event's offset is its neighbour's */
	IMC_CATALOG_SCALED,     /* a scale is a wrong number */
	IMC_CATALOG_FAULTS
};

/* Functions of the owner that the model calls. None may call back into the model. */
struct imc_owner {
	void *context;
	/* Returns the memory at a physical address, if all of it is RAM that the program may use; else NULL. */
	void *(*memory)(void *context, uint64_t address, uint64_t bytes);
	/* Finds an event of the catalog by its PMU `pmu` (node name without unit address) and its full name. False if there is
	 * none. NULL: events have no names. */
	bool (*find_event)(void *context, struct slice pmu, struct slice event, enum imc_type *type, uint32_t *offset);
	/* Receive a line, without line feed: the program did something that it must not do; or a message of the model. */
	void (*violation)(void *context, const char *line);
	void (*log)(void *context, const char *line);
};

/* The machine that the model is part of. */
struct imc_machine {
	uint32_t pvr; /* processor version register: selects the processor's tables */
	unsigned chips, threads;
	struct {
		uint32_t id;  /* chip ID, as in the PIR and `ibm,chip-id` */
		void *region; /* IMC_REGION_BYTES, 8-byte aligned, zero: HOMER + IMC_REGION_OFFSET */
	} chip[IMC_CHIPS];
	uint32_t pir[IMC_THREADS]; /* of the threads that the program may use */
	uint64_t code;             /* address of the program's code, for sampled addresses */
	uint64_t code_bytes;
};

/* An OPAL call of the program. */
struct imc_call {
	uint32_t token;       /* IMC_CALL_... */
	uint32_t caller;      /* PIR of the thread that calls */
	uint64_t argument[3]; /* r3 to r5 */
};

struct imc_statistics {
	uint64_t calls;   /* calls of INIT, START and STOP ... */
	uint64_t refused; /* ... and those that returned an error */
	uint64_t ldbar;   /* writes of LDBAR */
	uint64_t posts;   /* updates of groups, core pages and thread pages */
	uint64_t records; /* trace records written */
	uint64_t violations;
};

struct imc;

/* Returns a PVR of the processor with that name ("power9", "power10", "power11"); 0: it has no In-Memory Collection. */
uint32_t imc_pvr_of(struct slice name);

/* Returns the bytes that imc_create needs. */
size_t imc_size(void);

/* Makes the silicon of `machine` in `memory` (8-byte aligned, imc_size() bytes), as `scenario` says. NULL, with a reason of one
 * line in `error`, for an unknown name, value or fault. */
struct imc *imc_create(void *memory, const struct imc_machine *machine, struct slice scenario,
		       const struct imc_owner *owner, char *error, size_t error_size);

/* True if the scenario has that fault of the catalog. */
bool imc_catalog_fault(const struct imc *imc, enum imc_catalog_fault fault);

/* Behaviour of the layer under the program, from the same scenario: see silicon/imc_scenario.h. */
struct imc_surroundings {
	bool late_start;      /* every second started processor arrives after the next one */
	uint16_t late_model;  /* minimum sleep of the hidden thread, in milliseconds */
	bool bad_core;        /* the hidden core is in the device tree, with status "bad" */
	uint64_t silent_load; /* address at which a load ends in a machine check; 0: none */
	uint64_t late_load;   /* the same, after the function that loads has returned */
};
struct imc_surroundings imc_surroundings(const struct imc *imc);

/* Executes one of the OPAL calls 149 to 151; returns skiboot's return codes. */
int64_t imc_call(struct imc *imc, uint64_t now, const struct imc_call *call);

/* Writes SPR 850, LDBAR, of the thread `pir`. Returns the register's new content. `from` is the address of the instruction, for
 * violations. */
uint64_t imc_write_ldbar(struct imc *imc, uint64_t now, uint32_t pir, uint64_t value, uint64_t from);

/* Notes that the thread returns to OPAL. It is a violation if its LDBAR is not 0. */
void imc_return_thread(struct imc *imc, uint64_t now, uint32_t pir);

/* Advances microcode and engines to `now`. Call it often, because the program reads the memory. */
void imc_advance(struct imc *imc, uint64_t now);

/* Returns the time at which the next work is due. */
uint64_t imc_next(const struct imc *imc);

/* Judges the machine when the program leaves: each engine that still runs is a violation. Call it once. */
void imc_leave(struct imc *imc, uint64_t now);

void imc_statistics(const struct imc *imc, struct imc_statistics *statistics);

/* Writes one line that describes the silicon. */
void imc_banner(const struct imc *imc, char *line, size_t size);

struct silicon_fault_listener;

/* Like silicon_list_faults(). */
void imc_list_faults(struct imc *imc, const struct silicon_fault_listener *listener);

#endif
