/* SPDX-License-Identifier: BSD-2-Clause */
/* Virtual silicon as pure C: the uncore of every socket of a machine. Its owners use only this interface and the same object files:
 * the hypervisor, the host tool, unit tests, fuzzers.
 *
 * It shares no code with boxes/ or core/: the model is written from the fact sheets alone, so that a misreading must be made twice
 * to go unnoticed. */
#ifndef SILICON_SILICON_H
#define SILICON_SILICON_H

#include "silicon/cores.h"

enum silicon_space {
	SILICON_MSR,
	SILICON_CONFIG, /* PCI configuration; address = segment:16 bus:8 device:5 function:3 offset:12 */
	SILICON_MMIO,
	SILICON_PMC /* RDPMC; address = ECX; only reads */
};

enum silicon_answer {
	SILICON_OK,
	SILICON_FAULT,   /* #GP, without a value: no such register in the model's ranges, or not accessible now */
	SILICON_HANG,    /* the access never completes: the processor that makes it hangs */
	SILICON_NOT_MINE /* the machine underneath answers */
};

/* Functions of the owner that the model calls. None may call back into the model. */
struct silicon_owner {
	void *context;
	/* Receives a PMI request, for these logical processors of a socket. */
	void (*pmi)(void *context, unsigned socket, const struct silicon_cores *cores);
	/* Receive a line, without line feed: the program did something that it must not do; or a message of the model. */
	void (*violation)(void *context, const char *line);
	void (*log)(void *context, const char *line);
};

/* An access as a processor makes it. */
struct silicon_access {
	uint8_t space; /* enum silicon_space */
	uint8_t bytes; /* 1, 2, 4 or 8 */
	uint16_t socket;
	uint16_t core; /* logical processor of that socket, for registers that each core has */
	uint64_t address;
};

/* Result of CPUID, by register. */
struct silicon_cpuid {
	uint32_t eax, ebx, ecx, edx;
};

struct silicon_statistics {
	uint64_t reads, writes, faults;
	uint64_t overflows; /* counters that carried out of their last bit */
	uint64_t pmis;      /* PMI requests sent to at least one core */
	uint64_t violations;
	unsigned waiting; /* boxes with a fault that comes after a number of accesses and has not come yet */
};

struct silicon;

/* Size of a machine; 0: from the scenario, else the default. */
struct silicon_extent {
	unsigned sockets;    /* 1 to 8 */
	unsigned processors; /* logical processors of each socket */
};

/* Returns the machine of a processor by family, model and stepping of CPUID leaf 1; NULL if there is no model of it. */
const char *silicon_machine_of(unsigned family, unsigned number, unsigned stepping);

/* Returns the number of bytes that silicon_create needs with the same arguments. */
size_t silicon_size(const char *machine, const struct silicon_extent *asked, const char *scenario,
		    size_t scenario_length);

/* Makes the silicon of `machine` ("xeon-7500") in `memory` (8-byte aligned), of the size `asked`. `scenario` is text, with a line
 * for each `name = value` or `fault = BOX[.REGISTER].KIND[=ARG]`, and '#' comments; silicon/scenario.h describes it. It may be
 * empty. NULL, with a reason of one line in `error`, for an unknown machine, name, value or fault, for a scenario whose `sockets`
 * differ from those asked for or whose `cores` are fewer, and for more than the part has. */
struct silicon *silicon_create(void *memory, const char *machine, const struct silicon_extent *asked,
			       const char *scenario, size_t scenario_length, const struct silicon_owner *owner,
			       char *error, size_t error_size);

/* Returns the number of sockets. */
unsigned silicon_sockets(const struct silicon *silicon);

/* Returns the number of logical processors of each socket that the scenario or the creator asked for; 0: neither did. */
unsigned silicon_processors(const struct silicon *silicon);

/* Returns the number of logical processors of a core: the scenario's setting if there is one, else 1. Accesses name logical
 * processors by their number in the socket; those of a core have successive numbers. */
unsigned silicon_threads(const struct silicon *silicon);

/* Execute one access at time `now_ns`. A time before the latest one counts as the latest. */
enum silicon_answer silicon_read(struct silicon *silicon, uint64_t now_ns, const struct silicon_access *access,
				 uint64_t *value);
enum silicon_answer silicon_write(struct silicon *silicon, uint64_t now_ns, const struct silicon_access *access,
				  uint64_t value);

/* Advances the silicon to `now_ns` and sends the PMIs that became due, in order of time. */
void silicon_advance(struct silicon *silicon, uint64_t now_ns);

/* Returns the time of the next event without an access (an overflow that raises a PMI); UINT64_MAX if none.
 * Call it after each access and each advance. */
uint64_t silicon_next_event(const struct silicon *silicon);

/* Returns the ns of each guest instruction under QEMU's -icount, by the scenario's `icount`; 0 without it: instructions then follow
 * their rate. */
unsigned silicon_instruction_ns(const struct silicon *silicon);

/* silicon_asks_again: true if the processor's local APIC gets a PMI at once when its entry is unmasked: either PMIs are a level
 * (`pmi.entry`) and an overflow bit that requests a PMI is set, or an erratum repeats the last PMI. silicon_pmis_come_again: true
 * if the scenario makes this possible. */
bool silicon_pmis_come_again(const struct silicon *silicon);
bool silicon_asks_again(struct silicon *silicon, unsigned socket, unsigned core);

/* True if a fault keeps the entry of that processor's local APIC masked after a PMI, whatever is written to it. */
bool silicon_keeps_entry(const struct silicon *silicon, unsigned socket, unsigned core);

/* Finds range number `index` of the MSRs to intercept, from `first` to `last` inclusive. False if there is none. */
bool silicon_msr_range(const struct silicon *silicon, unsigned index, uint32_t *first, uint32_t *last);

/* Like silicon_msr_range(), for the PCI functions to intercept: segment:16 bus:8 device:5 function:3. */
bool silicon_function_range(const struct silicon *silicon, unsigned index, uint32_t *first, uint32_t *last);

/* Like silicon_function_range(), for other buses on which a scenario lists functions. An owner that has no functions of its own
 * there may pass accesses to the silicon. */
bool silicon_other_range(const struct silicon *silicon, unsigned index, uint32_t *first, uint32_t *last);

/* Like silicon_msr_range(), for the device memory to intercept: whole pages of 4 KiB, by physical address. */
bool silicon_memory_range(const struct silicon *silicon, unsigned index, uint64_t *first, uint64_t *last);

/* Changes `answer`, the CPUID of the machine underneath, to this processor's, except topology: the leaves in the dump of a real
 * processor, and those of its core PMU. It also announces features that the machine underneath lacks. All processors answer the
 * same. */
void silicon_cpuid(const struct silicon *silicon, uint32_t leaf, uint32_t subleaf, struct silicon_cpuid *answer);

/* ---- accesses of programs to memory ---------------------------------------------------------------------
 * The owner shows its memory to the silicon: it removes all rights to pages, and reports each access that needs a right. Then it
 * grants the right to read or, for a write, to write, until the silicon asks for the page again. The model's caches hold one line
 * of each page, the one that was touched first. */

/* A processor, with the numbers of struct silicon_access. */
struct silicon_processor {
	uint16_t socket, core;
};

/* Returns the bytes that silicon_track needs to remember `pages` pages at once. */
size_t silicon_track_size(unsigned pages);

/* Starts to count touches. `memory` is 8-byte aligned, of silicon_track_size() bytes, and belongs to the silicon from then on.
 * Before the call, and if silicon_tracks returns false, silicon_touch and silicon_flush_caches do nothing. */
void silicon_track(struct silicon *silicon, void *memory, unsigned pages);

/* True if touches of this machine's memory can move a counter, by its tables and the scenario. */
MUST_CHECK bool silicon_tracks(const struct silicon *silicon);

/* Assigns the memory from `first` to `last`, inclusive, to a node, like ACPI's SRAT: a socket's node has the socket's number;
 * numbers from the number of sockets on are memory without processors, which on Knights Landing is MCDRAM. All other memory belongs
 * to the socket that touches it. Ranges after the 32nd are ignored. */
void silicon_add_memory(struct silicon *silicon, uint64_t first, uint64_t last, unsigned node);

/* Reports that a processor read or wrote memory at `address` without the right to do so. True if that moved a counter. */
bool silicon_touch(struct silicon *silicon, uint64_t now_ns, const struct silicon_processor *by, uint64_t address,
		   bool write);

/* Writes back and empties the caches of a socket (WBINVD). Calls `forget`, unless NULL, with the address of each page whose
 * next access must be reported again. */
void silicon_flush_caches(struct silicon *silicon, uint64_t now_ns, unsigned socket,
			  void (*forget)(void *context, uint64_t page), void *context);

/* ---- the end ------------------------------------------------------------------------------------------- */

/* Judges the machine when the program leaves: anything still enabled, or different from its value at the start, is a violation, or
 * a line of the log if a fault is the cause. Call it once. */
void silicon_leave(struct silicon *silicon, uint64_t now_ns);

/* True if the scenario requires everything to be left as it was found. The owner checks its own part: local APICs. */
bool silicon_minds_leaving(const struct silicon *silicon);

void silicon_statistics(const struct silicon *silicon, struct silicon_statistics *statistics);

/* Writes one line that describes the silicon: machine, sockets, faults, scenario. */
void silicon_banner(const struct silicon *silicon, char *line, size_t size);

/* ---- settings of a scenario ----------------------------------------------------------------------------- */

/* One name and its possible values: see silicon/scenario.h. */
struct silicon_setting {
	char name[96];         /* "pmi_core_sel.width"; for a rate of all boxes of a type, "rate.cbox*.LLC_HITS.M" */
	const char *words;     /* its values, separated by blanks; NULL: numbers */
	uint64_t lowest, most; /* bounds of a number */
	bool clock;            /* the rate of a clock: another value contradicts the meaning of its event */
};

/* Position of a walk through the settings; all zeros at the start. */
struct silicon_setting_cursor {
	uint32_t setting, box, event, sub;
};

/* Returns the first setting at or after *cursor and moves *cursor past it; false if there are no more. Rates come last: for
 * each event of each type of box, one for each of its sub-events. */
MUST_CHECK bool silicon_next_setting(const struct silicon *silicon, struct silicon_setting_cursor *cursor,
				     struct silicon_setting *setting);

/* ---- the list of faults ---------------------------------------------------------------------------------
 * It has all possible defects of a machine, made from the tables of its model. docs/faults.md says which bits, values and
 * neighbours it contains. */

/* The source that a fault contradicts, which makes it a defect. */
enum silicon_judge {
	SILICON_BY_SHEET,    /* a document */
	SILICON_BY_SIBLINGS, /* only the same register elsewhere on the machine */
	SILICON_BY_NOTHING   /* no known fact: sound silicon may be like that */
};

/* Returns its name in the listing: "sheet", "siblings", "nothing". */
const char *silicon_judge_name(enum silicon_judge judge);

/* One fault. */
struct silicon_fault {
	char text[96]; /* as in a scenario: BOX[.REGISTER].KIND[=ARG] */
	char box[16];
	char reg[40];  /* of that box; empty: the box as a whole */
	char kind[24]; /* without argument: "stuck1", "pmi.lost" */
	bool msr;      /* the register is an MSR, at `address` */
	uint32_t address;
	bool lines; /* visible only through a program's accesses to memory */
	enum silicon_judge judge;
	const char *reason; /* for SILICON_BY_NOTHING: the reason; else NULL */
};

/* Number of faults in a list with a seed. */
#define SILICON_DRAWN 1000

/* Receiver of faults. With `seed` 0 it gets the list; else SILICON_DRAWN faults drawn with this seed: of any kind, in any place,
 * with any argument, and each kind equally often. */
struct silicon_fault_listener {
	void (*tell)(void *context, const struct silicon_fault *fault);
	void *context;
	uint64_t seed;
};

/* Calls `tell` with all faults, always in the same order. */
void silicon_list_faults(struct silicon *silicon, const struct silicon_fault_listener *listener);

/* ---- the PCI functions of all machines, to recognize the dump of a board ------------------------------------------ */

#define SILICON_ANY_ID 0xffffu

/* A PCI function that a model has. */
struct silicon_function {
	const char *machine;
	uint16_t family, number; /* family and model of the processor, from CPUID leaf 1 */
	uint16_t steppings;      /* bit i: stepping i is this machine; 0: every stepping is */
	uint16_t id;             /* device ID, of vendor Intel. 0: the machine itself; SILICON_ANY_ID: any */
	uint8_t bus;             /* index of its bus among the buses of a socket */
	uint8_t usual_bus;       /* default number of that bus on a machine of one socket */
	uint8_t device, function;
	char box[16]; /* the box whose registers are in it; empty: none */
};

typedef void silicon_function_teller(void *context, const struct silicon_function *function);

/* Calls `tell` for each machine: once for the machine itself, with id 0, and once for each of its functions. */
void silicon_functions(silicon_function_teller *tell, void *context);

/* Returns the number of bytes that silicon_fault_list, silicon_settings and silicon_accepts need. */
size_t silicon_fault_list_size(const char *machine, const char *scenario);

/* Calls `tell` with each fault of `machine` ("xeon-7500", "power9", "power10"), always in the same order. `scenario` is a
 * scenario's text: boxes that it removes have no faults. `memory` is 8-byte aligned. False, with a reason of one line in `error`,
 * for an unknown machine or an invalid scenario. */
MUST_CHECK bool silicon_fault_list(void *memory, const char *machine, const char *scenario,
				   const struct silicon_fault_listener *listener, char *error, size_t error_size);

/* Calls `tell` with each setting of `machine`. `memory`, and errors, as for silicon_fault_list. False also for "power9" and
 * "power10", whose scenarios are another language (silicon/imc_scenario.h). */
MUST_CHECK bool silicon_settings(void *memory, const char *machine,
				 void (*tell)(void *context, const struct silicon_setting *setting), void *context,
				 char *error, size_t error_size);

/* True if `scenario` is valid for `machine`; else false, with a reason in `error`. `memory` as for silicon_fault_list. */
MUST_CHECK bool silicon_accepts(void *memory, const char *machine, const char *scenario, char *error,
				size_t error_size);

#endif
