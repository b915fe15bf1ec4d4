/* SPDX-License-Identifier: BSD-2-Clause */
/* Virtual silicon as pure C: the uncore of every socket of a machine. Its owners (the hypervisor, the
 * host tool, unit tests, fuzzers) all use this interface and the same object files.
 *
 * Nothing here may come from, or be seen by, boxes/ or core/: the model is written from the fact
 * sheets alone, so that a misreading must be made twice to go unnoticed. */
#ifndef SILICON_SILICON_H
#define SILICON_SILICON_H

#include "silicon/cores.h"

enum silicon_space {
	SILICON_MSR,
	SILICON_CONFIG, /* PCI configuration; address = segment:16 bus:8 device:5 function:3 offset:12 */
	SILICON_MMIO,
	SILICON_PMC /* RDPMC; address = ECX. Only read */
};

enum silicon_answer {
	SILICON_OK,
	SILICON_FAULT,   /* #GP: in a range of ours, but no such register, or not now; no value */
	SILICON_HANG,    /* the access never completes: the processor that makes it stands still */
	SILICON_NOT_MINE /* the machine underneath should answer */
};

/* What the model asks of its owner. No function may call back into the model. */
struct silicon_owner {
	void *context;
	/* A PMI request reached the given logical processors of that socket. */
	void (*pmi)(void *context, unsigned socket, const struct silicon_cores *cores);
	/* The program did something that it must not do, or the model something to tell. One line,
	 * without line feed. */
	void (*violation)(void *context, const char *line);
	void (*log)(void *context, const char *line);
};

/* An access as a processor makes it. */
struct silicon_access {
	uint8_t space; /* enum silicon_space */
	uint8_t bytes; /* 1, 2, 4 or 8 */
	uint16_t socket;
	uint16_t core; /* of that socket; tells registers apart that each core has */
	uint64_t address;
};

/* What CPUID leaves in the registers of these names. */
struct silicon_cpuid {
	uint32_t eax, ebx, ecx, edx;
};

struct silicon_statistics {
	uint64_t reads, writes, faults;
	uint64_t overflows; /* counters that carried out of their last bit */
	uint64_t pmis;      /* PMI requests sent to at least one core */
	uint64_t violations;
};

struct silicon;

/* How large a machine is; 0: as the scenario says, else as it is by default. */
struct silicon_extent {
	unsigned sockets;    /* 1 to 8 */
	unsigned processors; /* logical ones of each socket */
};

/* The machine of a processor's family, model and stepping, as CPUID leaf 1 has them; NULL if there is no model of it. */
const char *silicon_machine_of(unsigned family, unsigned number, unsigned stepping);

/* How many bytes silicon_create needs for that machine, which is as large as it says there. */
size_t silicon_size(const char *machine, const struct silicon_extent *asked, const char *scenario,
		    size_t scenario_length);

/* Makes the silicon of `machine` ("xeon-7500") in `memory` (8-byte aligned), as large as `asked`. `scenario` is text, a `name = value` or
 * `fault = BOX[.REGISTER].KIND[=ARG]` a line, '#' comments; silicon/scenario.h says what there
 * is. It may be empty. NULL, with one line of reason in `error`, for an unknown machine, name, value
 * or fault, for a scenario whose `sockets` differ from those asked for or whose `cores` are fewer, and for more than
 * the part has. */
struct silicon *silicon_create(void *memory, const char *machine, const struct silicon_extent *asked,
			       const char *scenario, size_t scenario_length, const struct silicon_owner *owner,
			       char *error, size_t error_size);

/* How many sockets it was made with. */
unsigned silicon_sockets(const struct silicon *silicon);

/* How many logical processors of each socket the scenario, or who made it, asked for; 0: neither. */
unsigned silicon_processors(const struct silicon *silicon);

/* How many logical processors a core has: as the scenario says where it can, else 1. Accesses name logical processors, by
 * their number in the socket; those of a core come one after the other. */
unsigned silicon_threads(const struct silicon *silicon);

/* One access at time `now_ns`, which never goes back; an earlier time counts as the latest seen. */
enum silicon_answer silicon_read(struct silicon *silicon, uint64_t now_ns, const struct silicon_access *access,
				 uint64_t *value);
enum silicon_answer silicon_write(struct silicon *silicon, uint64_t now_ns, const struct silicon_access *access,
				  uint64_t value);

/* Lets the silicon work until `now_ns`; PMIs that became due are sent, in order of time. */
void silicon_advance(struct silicon *silicon, uint64_t now_ns);

/* When something will next happen by itself (an overflow that raises a PMI); UINT64_MAX if never. To
 * be asked after each access and each advance. */
uint64_t silicon_next_event(const struct silicon *silicon);

/* How many ns an instruction of the guest takes, as QEMU's -icount has it and the scenario says (`icount`); 0 if it does not: instructions
 * follow their rate then. */
unsigned silicon_instruction_ns(const struct silicon *silicon);

/* Whether a local APIC that lets PMIs through again (its entry is unmasked) gets one at once: the scenario says that PMIs are a level
 * (`pmi.entry`), and of this processor an overflow shows that asks for one; or an erratum has its last PMI come once more. The first says only
 * whether there is such a scenario. */
bool silicon_pmis_come_again(const struct silicon *silicon);
bool silicon_asks_again(struct silicon *silicon, unsigned socket, unsigned core);

/* A fault: once a PMI has masked the entry of that processor's local APIC, it stays as it is, whatever is written. */
bool silicon_keeps_entry(const struct silicon *silicon, unsigned socket, unsigned core);

/* The MSRs to be intercepted: inclusive range number `index`; false if there is none. */
bool silicon_msr_range(const struct silicon *silicon, unsigned index, uint32_t *first, uint32_t *last);

/* The PCI functions to be intercepted, likewise, as segment:16 bus:8 device:5 function:3. */
bool silicon_function_range(const struct silicon *silicon, unsigned index, uint32_t *first, uint32_t *last);

/* The other buses on which a scenario lists functions, likewise: an owner that has no functions of its own there may ask the silicon for them. */
bool silicon_other_range(const struct silicon *silicon, unsigned index, uint32_t *first, uint32_t *last);

/* The device memory to be intercepted, likewise: whole pages of 4 KiB, by physical addresses. */
bool silicon_memory_range(const struct silicon *silicon, unsigned index, uint64_t *first, uint64_t *last);

/* Changes in `answer`, which holds what the machine underneath says, what this processor says otherwise: all but topology of the leaves that
 * a dump of a real one has, and of its core PMU. What the machine underneath cannot do is announced as well. All processors answer the
 * same. */
void silicon_cpuid(const struct silicon *silicon, uint32_t leaf, uint32_t subleaf, struct silicon_cpuid *answer);

/* ---- what programs do to memory -------------------------------------------------------------------------
 * The silicon has the memory that its owner shows it: the owner takes all rights to pages away, and tells of each access
 * that needed a right. It then gives the right to read, or, of a write, to write, until the silicon asks for the page
 * again. The caches of the model hold one line of a page, that which was touched first. */

/* A processor, as struct silicon_access names it. */
struct silicon_processor {
	uint16_t socket, core;
};

/* How many bytes silicon_track needs to remember `pages` pages at once. */
size_t silicon_track_size(unsigned pages);

/* From now on touches count. `memory` is 8-byte aligned, and stays the silicon's. Until then, and where silicon_tracks says
 * no, silicon_touch and silicon_flush_caches do nothing. */
void silicon_track(struct silicon *silicon, void *memory, unsigned pages);

/* Whether touches of this machine's memory can move a counter, by its tables and by the scenario. */
MUST_CHECK bool silicon_tracks(const struct silicon *silicon);

/* Memory from `first` to `last` belongs to a node: that of a socket, by its number, or, from the number of sockets on, memory
 * without processors, which on Knights Landing is MCDRAM. As ACPI's SRAT says it. All other memory is that of whoever
 * touches it. At most 32 ranges; more are not heard. */
void silicon_add_memory(struct silicon *silicon, uint64_t first, uint64_t last, unsigned node);

/* A processor has read, or written, memory at `address` for which it had not the right. Whether that moved a counter. */
bool silicon_touch(struct silicon *silicon, uint64_t now_ns, const struct silicon_processor *by, uint64_t address,
		   bool write);

/* The caches of a socket are written back and emptied (WBINVD). `forget` is called with the address of each page that the
 * next access is to be told of again; it may be NULL. */
void silicon_flush_caches(struct silicon *silicon, uint64_t now_ns, unsigned socket,
			  void (*forget)(void *context, uint64_t page), void *context);

/* ---- its end ------------------------------------------------------------------------------------------- */

/* The program is leaving: anything still enabled or not put back to what it was at the start is a
 * violation, or, because of a fault, a line of the log. Call it once. */
void silicon_leave(struct silicon *silicon, uint64_t now_ns);

/* True if the scenario wants everything left as it was found. The owner may have more to leave so: local APICs. */
bool silicon_minds_leaving(const struct silicon *silicon);

void silicon_statistics(const struct silicon *silicon, struct silicon_statistics *statistics);

/* One line that says what this is: machine, sockets, faults, scenario. */
void silicon_banner(const struct silicon *silicon, char *line, size_t size);

/* ---- what a scenario may set ---------------------------------------------------------------------------- */

/* One name and its values, as silicon/scenario.h explains them. */
struct silicon_setting {
	char name[96];         /* "pmi_core_sel.width"; of a rate for all boxes of a type: "rate.cbox*.LLC_HITS.M" */
	const char *words;     /* its values, a blank between; NULL: numbers */
	uint64_t lowest, most; /* of a number */
	bool clock;            /* a rate that is a clock's: another one contradicts what its event is */
};

/* Where a walk through the settings is. All zeros: at its beginning. */
struct silicon_setting_cursor {
	uint32_t setting, box, event, sub;
};

/* The setting at *cursor, or the next one behind, and the place behind that; false: there are no more. Rates come last: of
 * each event of each type of box, by each of its sub-events. */
MUST_CHECK bool silicon_next_setting(const struct silicon *silicon, struct silicon_setting_cursor *cursor,
				     struct silicon_setting *setting);

/* ---- the list of faults: everything that can be broken about a machine, made from the tables of its model.
 * Which bits, values and neighbours are in it is in docs/faults.md. ------------------------------------------- */

/* What a fault contradicts, so that silicon can be blamed for it. */
enum silicon_judge {
	SILICON_BY_SHEET,    /* what a document says */
	SILICON_BY_SIBLINGS, /* what the same register shows elsewhere on the machine: no document says more */
	SILICON_BY_NOTHING   /* nothing that anybody could know: sound silicon may be like that */
};

/* How the listing calls it: "sheet", "siblings", "nothing". */
const char *silicon_judge_name(enum silicon_judge judge);

/* One fault. */
struct silicon_fault {
	char text[96]; /* as a scenario has it: BOX[.REGISTER].KIND[=ARG] */
	char box[16];
	char reg[40];  /* of that box; empty: the box as a whole */
	char kind[24]; /* without argument: "stuck1", "pmi.lost" */
	bool msr;      /* the register is an MSR, at `address` */
	uint32_t address;
	bool lines; /* what a program does to memory shows it, and nothing else */
	enum silicon_judge judge;
	const char *reason; /* of SILICON_BY_NOTHING: why; else NULL */
};

/* Faults that a walk with a seed draws. */
#define SILICON_DRAWN 1000

/* Where a walk through the list of faults is. All zeros: at its beginning. With a seed that is not 0 it draws faults instead, of any
 * kind, in any place, with any argument; each kind as often. */
struct silicon_fault_cursor {
	uint32_t box, subject, kind, variant;
	uint64_t seed;
	uint32_t drawn;
};

/* The fault at *cursor, or the next one behind, and the place behind that; false: there are no more. */
MUST_CHECK bool silicon_next_fault(struct silicon *silicon, struct silicon_fault_cursor *cursor,
				   struct silicon_fault *fault);

/* ---- where the PCI functions of all machines are, by which a dump of a board is recognized ------------------------ */

#define SILICON_ANY_ID 0xffffu

/* A PCI function that a model has. */
struct silicon_function {
	const char *machine;
	uint16_t family, number; /* of the processor, as CPUID leaf 1 has family and model */
	uint16_t steppings;      /* bit i: stepping i is this machine; 0: all are */
	uint16_t id; /* the device; Intel is the vendor. 0: the machine itself; SILICON_ANY_ID: whatever is there */
	uint8_t bus; /* of those of a socket, */
	uint8_t usual_bus; /* whose number is this by default, where there is one socket */
	uint8_t device, function;
	char box[16]; /* whose registers are in it; empty: no box's */
};

typedef void silicon_function_teller(void *context, const struct silicon_function *function);

/* Tells of all machines, one after the other: of the machine itself, with id 0, and of each of its functions. */
void silicon_functions(silicon_function_teller *tell, void *context);

/* How many bytes silicon_fault_list and silicon_settings need. */
size_t silicon_fault_list_size(const char *machine, const char *scenario);

/* What a caller gets faults through: those of the list, or with a seed that is not 0 SILICON_DRAWN that follow from it. */
struct silicon_fault_listener {
	void (*tell)(void *context, const struct silicon_fault *fault);
	void *context;
	uint64_t seed;
};

/* Calls `tell` with each fault of `machine` ("xeon-7500", "power9", "power10"), always in the same order. `scenario` is text as
 * the machine's own, for what depends on it: boxes that it takes away have no faults. `memory` is 8-byte
 * aligned. False, with one line of reason in `error`, for an unknown machine or a wrong scenario. */
MUST_CHECK bool silicon_fault_list(void *memory, const char *machine, const char *scenario,
				   const struct silicon_fault_listener *listener, char *error, size_t error_size);

/* Calls `tell` with each setting of `machine`, likewise. False, with a reason, for "power9" and "power10" too: their scenarios are another
 * language (silicon/imc_scenario.h). */
MUST_CHECK bool silicon_settings(void *memory, const char *machine,
				 void (*tell)(void *context, const struct silicon_setting *setting), void *context,
				 char *error, size_t error_size);

/* Whether `machine` can be made as `scenario` says; `memory` as of silicon_fault_list. False with a reason in `error`. */
MUST_CHECK bool silicon_accepts(void *memory, const char *machine, const char *scenario, char *error,
				size_t error_size);

#endif
