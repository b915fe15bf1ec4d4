/* SPDX-License-Identifier: BSD-2-Clause */
/* The machine as found: processors, sockets, boxes. Filled in by arch/ and by the inventory. */
#ifndef CORE_MACHINE_H
#define CORE_MACHINE_H

#include "boxes/box.h"
#include "core/arena.h"
#include "core/hardware/hw.h"

struct board_identity; /* core/hardware/board.h */
struct machine;
struct output;
struct power;            /* core/hardware/power.h */
struct session_protocol; /* core/session/session_protocol.h */
struct text;

struct cpu {
	uint32_t apic_id; /* what machine.cpu_number says it is */
	uint16_t socket;  /* index: packages in order of APIC id */
	uint16_t core;    /* number within the socket */
	uint16_t thread;  /* number within the core */
	bool bootstrap;   /* the processor the firmware runs on */
	bool usable;      /* it answers */
	bool left_alone;  /* the setting `cpus` does without it: it is not started */
	bool hidden;      /* firmware says that it is not to be used: it is not started */
};

/* CPUID leaf 0xA; all zero if there is no architectural PMU. */
struct core_pmu {
	uint8_t version, counters, counter_bits, fixed_counters, fixed_bits;
	uint8_t event_bits;      /* so many of the architectural events are told of: core_pmu_events */
	uint8_t missing_events;  /* bit i: event i is missing */
	bool lbr_switch_is_dead; /* IA32_DEBUGCTL's bit that records branches is 0: they have registers of their own */
	bool no_any_thread;      /* a counter counts its own logical processor's events only */
	bool has_capabilities;   /* there is an IA32_PERF_CAPABILITIES ... */
	bool full_width;         /* ... and it says that counters take all their bits: core_pmu_ask */
	bool metrics;            /* ... and that there is an IA32_PERF_METRICS */
	bool off;                /* IA32_MISC_ENABLE says that there is none after all: core_pmu_ask */
	uint8_t lacks;           /* BOX_LACKS_...: both say so: core_pmu_ask */
};

/* One range of PCI buses with memory-mapped configuration, from MCFG. */
#define ECAM_BY_PORTS UINT64_MAX
struct ecam_region {
	/* Of bus 0 of the segment, even if first_bus is not 0. ECAM_BY_PORTS: it is in no memory, and ports reach some of it. */
	uint64_t base;
	uint16_t segment;
	uint8_t first_bus, last_bus;
};

/* One PCI function found by the walk. */
struct pci_function {
	uint16_t segment;
	uint8_t bus, device, function;
	uint16_t vendor_id, device_id;
};

/* Memory that the firmware keeps account of: no device is there, unless it is `reserved`: so firmware calls registers of
 * devices, too, and only what SRAT has within its memory is known not to be one. */
struct memory_region {
	uint64_t start, bytes;
	bool reserved;
};

/* A table by which the board's firmware describes the board. */
struct firmware_table {
	char signature[5];
	uint64_t address;
	uint32_t length;      /* bytes, as the table says */
	const uint8_t *bytes; /* NULL: code, a licence, damaged, or there was no room */
};

/* Whose memory a range is, where it is not a socket's. */
#define MEMORY_ALONE      UINT16_MAX        /* a node without processors has it */
#define MEMORY_OF_SEVERAL (UINT16_MAX - 1u) /* a node with processors of several sockets has it */

/* One range of memory, from SRAT. */
struct node_memory {
	uint64_t base, bytes;
	uint16_t socket; /* or one of the above */
};

/* How a box answered the inventory. */
enum box_state {
	BOX_FOUND,         /* a register was written, read back and put back */
	BOX_FAULTS,        /* the first access faulted: not implemented */
	BOX_NO_WRITE_BACK, /* reads answer, writes vanish: nothing behind the address */
	BOX_HIDDEN,        /* PCI function reads all ones, or says of no device where the box is */
	BOX_ABSENT,        /* this machine has no way to reach it */
	BOX_WRONG_DEVICE,  /* PCI function is another than it should be */
	BOX_DENIED,        /* it was not asked: its registers are denied, or those that say where it is */
	BOX_STATE_COUNT
};

struct machine_box {
	struct box box;
	uint8_t state;            /* enum box_state */
	struct location evidence; /* the register that was tried */
	const char *how;          /* how it answered, if not as boxes usually do; else NULL */
	bool excused;             /* this part may be without it */
	bool frozen;      /* it held all boxes of its die frozen when it was found, or may have: sessions let them go */
	bool part_denied; /* some of its registers are denied, and not what controls it */
	uint8_t lost_banks;   /* bit i: the function of bank i is not there; the box is, without it */
	uint8_t hidden_banks; /* those of them that read all ones */
};

#define BUS_NOWHERE UINT64_MAX

/* The bus of a socket's boxes, and how it was found (struct base_finder). */
struct socket_bus {
	uint64_t base;            /* as struct box has it, or BUS_NOWHERE: what was made of the ways */
	uint64_t ways[BASE_WAYS]; /* what each of them says; BUS_NOWHERE: nothing */
	bool twice;               /* one of them says two things */
};

/* Whether processors take PMIs only with global_control.gate_open set. */
enum pmi_gate { PMI_GATE_UNKNOWN, PMI_GATE_NONE, PMI_GATE_NEEDED };

/* How the global control's core select is written. */
enum core_select { CORE_SELECT_BITS, CORE_SELECT_NUMBER };

/* Which number a core has there: the one in its APIC id, which may have gaps, or its place among the cores of its socket. */
enum core_numbers { CORE_NUMBERS_UNKNOWN, CORE_NUMBERS_OF_APIC, CORE_NUMBERS_IN_ORDER };

struct errors;  /* core/hardware/errors.h */
struct leaving; /* core/hardware/leaving.h */
struct socket_identity;
struct discovered; /* core/hardware/discovery_find.h */
struct measure;
struct recording_request;

/* What the user says of the board: core/hardware/expect.h. */
struct expectations {
	bool cold;       /* nothing has used its counters since it was powered on */
	uint8_t lacks;   /* bits: enum lack, what is missing and need not be there */
	char boxes[256]; /* globs of the names of boxes that must be there, a blank behind each */
};

/* What a platform brings along where counters are posted to memory. */
struct posted {
	const struct session_protocol *protocol;
	/* Runs `record`: see core/session/recording.h. */
	void (*record)(struct measure *measure, const struct recording_request *request);
	/* Appends the name of a register that no table has; false if it has none. */
	bool (*name)(const struct location *where, struct text *text);
	/* Appends why the last access to a register failed, or nothing. */
	void (*explain)(const struct location *where, struct text *text);
	/* What `info` says of them besides the boxes. */
	void (*describe)(const struct machine *machine, struct output *output, bool all);
};

struct machine {
	struct hw *hw;
	struct arena *arena;
	/* What it is, with the types of boxes that it has: a table, or one in the arena that was made of a table and of what the
	 * machine says of itself. NULL: not one we know. */
	const struct processor *processor;
	const char *const *refused; /* what is wrong with types of the table that are not among them */
	uint8_t refused_count;
	const struct posted *posted; /* NULL: no counters are posted to memory */
	const struct power *power;   /* NULL: no way to reset it or to switch it off is known */
	char vendor[13];
	char brand[49];      /* empty if CPUID has none */
	char hypervisor[13]; /* between uncork and the silicon, as it calls itself; empty: CPUID says of none */
	const struct board_identity *board; /* NULL: the firmware does not say which it is */
	struct socket_identity *identities; /* of each socket; NULL: none was asked (core/hardware/identity.h) */
	uint16_t family, model;
	uint8_t stepping;
	struct core_pmu core_pmu;
	const char *virtual_silicon;      /* its banner, NULL on real silicon or where it does not say */
	const char *interrupt_controller; /* "xAPIC", "x2APIC", "model" */
	const char *device_memory;        /* how it is reached; NULL: there is one way only */
	const char *console;              /* "COM1 (SPCR)", ...; how the console was found */
	uint64_t ticks_per_second;
	const char *clock_by;   /* what that is known by: "the ACPI timer"; NULL: it is said by the machine itself */
	const char *cpu_number; /* the processors' numbers in the hardware: "APIC id", "PIR" */
	const struct cpu *cpus;
	uint16_t cpu_count, socket_count;
	uint16_t
		cpus_told; /* how many there are by the firmware's list, at most by CPUID if there is none; 0: nothing says it */
	const struct ecam_region *ecam;
	uint16_t ecam_count;
	bool no_clock; /* nothing says how fast the time stamps run */
	bool unmapped; /* no ACPI: other processors than the one that was booted, and most of PCI, are not known */
	const struct pci_function *functions; /* vendor id not all ones, in order of address */
	uint16_t function_count;
	uint32_t walk_reads;                /* that it took to find them */
	struct socket_bus *buses;           /* of each socket; NULL: no box is on any */
	uint16_t buses_too_many;            /* that say to be of sockets that are not there */
	const struct memory_region *memory; /* NULL: nobody knows where there is memory */
	uint16_t memory_count;
	const struct firmware_table *tables; /* that ACPI's root table names, in its order */
	uint16_t table_count;
	const struct node_memory *nodes; /* which memory is whose; none: the firmware does not say */
	uint16_t node_count;
	const struct discovered *discovered; /* the tables by which it describes itself; NULL: nobody looked for them */
	struct machine_box *boxes;           /* every box that the types promise, per socket */
	uint16_t box_count;
	uint64_t fixed_pmi;          /* PMI enable of the fixed select as measured; 0: not measured yet */
	uint64_t pmi_noted;          /* the global status' note of a PMI as measured; 0: as the table has it */
	uint8_t pmi_gate;            /* enum pmi_gate, as measured */
	uint8_t core_select;         /* enum core_select, as measured */
	uint8_t core_numbers;        /* enum core_numbers, as measured */
	uint8_t core_select_width;   /* bits of it that work, as measured; 0: as the table has it */
	struct errors *errors;       /* that processors report of themselves; NULL: they have no banks for them */
	struct leaving *leaving;     /* what registers held before they were touched; NULL: nobody notes it */
	const char *const *warnings; /* things found wrong on the way (bad ACPI checksum, ...) */
	uint16_t warning_count;
	struct expectations expects;
	bool denied_places; /* something was denied that may say which boxes there are, and where */
	bool watched;       /* another processor tells of an access that never comes back */
};

/* Refuses those box types of machine->processor that do not hang together (box_type_fault), and all of them where one register
 * controls all: machine->processor is then another in the arena that has the rest. Whoever finds types on the machine itself makes such
 * a processor before. False if the arena is full. Part of the inventory. */
MUST_CHECK bool machine_refuse_types(struct machine *machine);

/* Makes the list of boxes and asks each whether it is there, leaving every register as it was. False
 * if the arena is full. Without a known processor the list is empty. */
MUST_CHECK bool machine_inventory(struct machine *machine);

/* After rules of deny.h were added: boxes that they deny altogether are BOX_DENIED, and those that were denied and are no longer are
 * asked. False if the arena is full. */
MUST_CHECK bool machine_deny(struct machine *machine);

/* How many bytes from an address on are of devices, as far as is known: up to the next memory; 0 if that is there. */
uint64_t machine_device_bytes(const struct machine *machine, uint64_t address);

/* The box of a name ("cbox3") on a socket, found or not; NULL if the processor has no such box. */
const struct machine_box *machine_box(const struct machine *machine, unsigned socket, const char *name);

/* Index into machine->cpus of the processor that the firmware runs on. */
uint32_t machine_bootstrap_cpu(const struct machine *machine);

/* An MSR of one processor, an index into machine->cpus. */
struct location machine_msr(const struct machine *machine, uint32_t cpu, uint64_t address);

/* A short time in nanoseconds. */
uint64_t machine_ticks_ns(const struct machine *machine, uint64_t ticks);

/* True if a core here has more than one logical processor. */
bool machine_has_siblings(const struct machine *machine);

/* PMIs that processors of a socket took since start-up though no handler was waiting. */
uint64_t machine_stray_pmis(const struct machine *machine, unsigned socket);

/* "found", "faults", "no-write-back", "hidden", "absent", "wrong-device", "denied". */
const char *box_state_name(enum box_state state);

/* Which register stands at a location: true and box, row, index, if the processor's tables have it. */
bool machine_register(const struct machine *machine, const struct location *where, struct box *box,
		      const struct register_row **row, unsigned *index);

/* "cbox3.ctr1": the register `index` of a row of a box, without its socket. */
void box_register_name(const struct box *box, const struct register_row *row, unsigned index, struct text *text);

/* "cbox3.ctr1", or "msr 0xc11" if no table names the place; " socket 1" follows if there are several
 * sockets. */
void machine_register_name(const struct machine *machine, const struct location *where, struct text *text);

/* "cbox3.ctr1 (msr 0xd11)", or "msr 0xd11" for a place that no table names; the socket as above. */
void machine_location_text(const struct machine *machine, const struct location *where, struct text *text);

#endif
