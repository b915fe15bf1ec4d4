/* SPDX-License-Identifier: BSD-2-Clause */
/* Virtual silicon of the In-Memory Collection of POWER9 and its successors as pure C: the microcode that posts nest counters, the
 * engines that post core and thread counters and trace records, and the three OPAL calls that control
 * them. Its owners (the layer between skiboot and a payload, unit tests, fuzzers) use this interface.
 *
 * It is written from the fact sheet alone; nothing here may come from, or be seen by, boxes/ or core/.
 * The scenario, and what counters count, are in silicon/imc_scenario.h.
 *
 * Time is the time base, 512 MHz. It never goes back: an earlier time counts as the latest seen. The model
 * takes no locks; its owner sees to it that calls do not overlap. Programs read the memory that the model
 * writes at any time: each word is written whole. */
#ifndef SILICON_IMC_H
#define SILICON_IMC_H

#include "lib/basic.h"
#include "lib/parse.h"

enum {
	IMC_TIMEBASE_HZ = 512000000,
	IMC_CHIPS = 8,
	IMC_THREADS = 176,            /* of the whole machine; 48 cores */
	IMC_HOMER_BYTES = 0x400000,   /* of each chip */
	IMC_REGION_OFFSET = 0x180000, /* of the counters in HOMER */
	IMC_REGION_BYTES = 0x40000,
	IMC_PAGE_BYTES = 0x2000,   /* of a core or thread */
	IMC_TRACE_BYTES = 0x40000, /* of a thread's ring */
	IMC_RECORD_BYTES = 64
};

/* OPAL calls and their return codes. */
enum { IMC_CALL_INIT = 149, IMC_CALL_START = 150, IMC_CALL_STOP = 151 };
enum { IMC_SUCCESS = 0, IMC_PARAMETER = -1, IMC_HARDWARE = -6 };

/* Values of a PMU node's `type` in the device tree. OPAL's numbers differ: nest 1, core 2, trace 3. */
enum imc_type { IMC_THREAD = 0x1, IMC_TRACE = 0x2, IMC_CORE = 0x4, IMC_NEST = 0x10 };

/* Faults of the catalog, for the code that puts it into the device tree. */
enum imc_catalog_fault {
	IMC_CATALOG_ABSENT,     /* there is no /imc-counters */
	IMC_CATALOG_NO_NEST,    /* no nest nodes: skiboot found no microcode running */
	IMC_CATALOG_NO_CORE,    /* likewise */
	IMC_CATALOG_NO_THREAD,  /* likewise */
	IMC_CATALOG_NO_TRACE,   /* likewise, as on a DD level without trace mode */
	IMC_CATALOG_BAD_OFFSET, /* an event lies after the end of its region */
	IMC_CATALOG_DUPLICATE,  /* two events of one name */
	IMC_CATALOG_OVERLAP,    /* two events at one offset */
	IMC_CATALOG_NO_EVENTS,  /* a PMU refers to a group that is not there */
	IMC_CATALOG_NO_PREFIX,  /* a PMU without events-prefix */
	IMC_CATALOG_NO_NAME,    /* an event without a name */
	IMC_CATALOG_BAD_SCALE,  /* a scale that is no number */
	IMC_CATALOG_BAD_TYPE,   /* a PMU of no known type */
	IMC_CATALOG_SHORT_REG,  /* a reg of one cell */
	IMC_CATALOG_CHIPS,      /* one chip-id more than base-addr */
	IMC_CATALOG_MOVED,      /* an event's offset is its neighbour's */
	IMC_CATALOG_SCALED,     /* a scale is a number, and a wrong one */
	IMC_CATALOG_FAULTS
};

/* Functions of the owner that the model calls. None may call back into the model. */
struct imc_owner {
	void *context;
	/* Memory at a physical address, if all of it is RAM that the program may use; else NULL. */
	void *(*memory)(void *context, uint64_t address, uint64_t bytes);
	/* An event of the catalog: of the PMU `pmu` (node name without unit address), by its full name. False
	 * if there is none. May be NULL: then events have no names. */
	bool (*find_event)(void *context, struct slice pmu, struct slice event, enum imc_type *type, uint32_t *offset);
	/* The program did something that it must not do, or the model has something to tell. One line,
	 * without line feed. */
	void (*violation)(void *context, const char *line);
	void (*log)(void *context, const char *line);
};

/* The machine that the model is part of. */
struct imc_machine {
	uint32_t pvr; /* processor version register: which processor's tables count */
	unsigned chips, threads;
	struct {
		uint32_t id;  /* as in PIR and `ibm,chip-id` */
		void *region; /* IMC_REGION_BYTES, 8-byte aligned, zero: HOMER + IMC_REGION_OFFSET */
	} chip[IMC_CHIPS];
	uint32_t pir[IMC_THREADS]; /* of the threads that the program may know of */
	uint64_t code;             /* where the program's code lies, for sampled addresses */
	uint64_t code_bytes;
};

/* A call of the program. */
struct imc_call {
	uint32_t token;       /* IMC_CALL_... */
	uint32_t caller;      /* PIR of the thread that calls */
	uint64_t argument[3]; /* r3 to r5 */
};

struct imc_statistics {
	uint64_t calls;   /* of INIT, START and STOP */
	uint64_t refused; /* of these: returned an error */
	uint64_t ldbar;   /* writes of LDBAR */
	uint64_t posts;   /* groups, core pages and thread pages brought up to date */
	uint64_t records; /* trace records written */
	uint64_t violations;
};

struct imc;

/* A PVR of the processor with a name ("power9", "power10", "power11"); 0: it has no In-Memory Collection. */
uint32_t imc_pvr_of(struct slice name);

/* Returns the bytes that imc_create needs. */
size_t imc_size(void);

/* Makes the silicon of `machine` in `memory` (8-byte aligned) as `scenario` says. NULL, with one line of
 * reason in `error`, for an unknown name, value or fault. */
struct imc *imc_create(void *memory, const struct imc_machine *machine, struct slice scenario,
		       const struct imc_owner *owner, char *error, size_t error_size);

/* True if the scenario has that fault of the catalog. */
bool imc_catalog_fault(const struct imc *imc, enum imc_catalog_fault fault);

/* Behaviour of the layer under the program, by the same scenario. */
struct imc_surroundings {
	bool late_start;      /* a processor that is started arrives after the one that is started next */
	uint16_t late_model;  /* milliseconds that the hidden thread sleeps at least, as where the host is busy */
	bool bad_core;        /* the hidden core is in the device tree, with status "bad" */
	uint64_t silent_load; /* a load from there has no answer: a machine check at the load; 0: none */
	uint64_t late_load;   /* the same, noticed when the function that loads has returned; 0: none */
};
struct imc_surroundings imc_surroundings(const struct imc *imc);

/* OPAL calls 149 to 151, with skiboot's return codes. */
int64_t imc_call(struct imc *imc, uint64_t now, const struct imc_call *call);

/* Writes SPR 850 of the thread `pir`. Returns the register's new content. `from` is the address of the
 * instruction, for violations. */
uint64_t imc_write_ldbar(struct imc *imc, uint64_t now, uint32_t pir, uint64_t value, uint64_t from);

/* Reports that the thread returns to OPAL: its LDBAR must be 0. */
void imc_return_thread(struct imc *imc, uint64_t now, uint32_t pir);

/* Advances microcode and engines to `now`. Call it often: the program sees the memory. */
void imc_advance(struct imc *imc, uint64_t now);

/* Returns the time at which the next work is due. */
uint64_t imc_next(const struct imc *imc);

/* Judges the machine as the program leaves: anything that still runs is a violation. Call it once. */
void imc_leave(struct imc *imc, uint64_t now);

void imc_statistics(const struct imc *imc, struct imc_statistics *statistics);

/* Writes one line that describes the silicon. */
void imc_banner(const struct imc *imc, char *line, size_t size);

struct silicon_fault_listener;

/* As silicon_list_faults. */
void imc_list_faults(struct imc *imc, const struct silicon_fault_listener *listener);

#endif
