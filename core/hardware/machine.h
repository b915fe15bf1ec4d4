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
	uint32_t apic_id; /* its number in the hardware, of the kind that machine.cpu_number names */
	uint16_t socket;  /* index: packages in order of APIC id */
	uint16_t core;    /* number within the socket */
	uint16_t thread;  /* number within the core */
	bool bootstrap;   /* the processor the firmware runs on */
	bool usable;      /* it answers */
	bool left_alone;  /* the setting `cpus` excludes it: it is not started */
	bool hidden;      /* firmware marks it as not to be used: it is not started */
};

/* CPUID leaf 0xA; all zero if there is no architectural PMU. */
struct core_pmu {
	uint8_t version, counters, counter_bits, fixed_counters, fixed_bits;
	uint8_t event_bits;     /* number of architectural events that CPUID reports on: core_pmu_events */
	uint8_t missing_events; /* bit i: event i is missing */
	bool lbr_switch_is_dead; /* IA32_DEBUGCTL's bit that records branches is 0: branch records have their own registers */
	bool no_any_thread;    /* a counter counts its own logical processor's events only */
	bool has_capabilities; /* there is an IA32_PERF_CAPABILITIES ... */
	bool full_width;       /* ... which shows that counters take all their bits: core_pmu_ask */
	bool metrics;          /* ... which shows that there is an IA32_PERF_METRICS */
	bool off;              /* IA32_MISC_ENABLE shows that there is no PMU after all: core_pmu_ask */
	uint8_t lacks;         /* BOX_LACKS_..., by both registers: core_pmu_ask */
};

/* One range of PCI buses with memory-mapped configuration, from MCFG. */
#define ECAM_BY_PORTS UINT64_MAX
struct ecam_region {
	/* Address of bus 0 of the segment, even if first_bus is not 0. ECAM_BY_PORTS: not in memory; I/O ports reach part of it. */
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

/* Memory in the firmware's map: no device is there, unless it is `reserved`. Firmware marks registers of devices as reserved,
 * too; a reserved range is known to be no device only if it is within the memory of SRAT. */
struct memory_region {
	uint64_t start, bytes;
	bool reserved;
};

/* A table by which the board's firmware describes the board. */
struct firmware_table {
	char signature[5];
	uint64_t address;
	uint32_t length;      /* bytes, as the table says */
	const uint8_t *bytes; /* NULL: code, a licence, damaged, or no room */
};

/* Owners of a range of memory other than a socket. */
#define MEMORY_ALONE      UINT16_MAX        /* a node without processors has it */
#define MEMORY_OF_SEVERAL (UINT16_MAX - 1u) /* a node with processors of several sockets has it */

/* One range of memory, from SRAT. */
struct node_memory {
	uint64_t base, bytes;
	uint16_t socket; /* or one of the above */
};

/* The answer of a box to the inventory. */
enum box_state {
	BOX_FOUND,         /* a register was written, read back and put back */
	BOX_FAULTS,        /* the first access faulted: not implemented */
	BOX_NO_WRITE_BACK, /* reads answer, writes vanish: no register at the address */
	BOX_HIDDEN,        /* PCI function reads all ones, or gives no address of the box */
	BOX_ABSENT,        /* this machine has no way to reach it */
	BOX_WRONG_DEVICE,  /* PCI function has the wrong device id */
	BOX_DENIED,        /* not accessed: its registers are denied, or those that hold its address */
	BOX_STATE_COUNT
};

struct machine_box {
	struct box box;
	uint8_t state;            /* enum box_state */
	struct location evidence; /* the register that was tried */
	const char *how;          /* its answer, if it is unusual; else NULL */
	bool excused;             /* this part may lack it */
	bool ceased;      /* it answered and then stopped, or an access did not end: not so for a box that is absent */
	bool frozen;      /* when found, it kept all boxes of its die frozen, or possibly did: sessions unfreeze them */
	bool part_denied; /* some of its registers are denied, but not its control */
	uint8_t lost_banks;   /* bit i: the function of bank i is missing; the box works without it */
	uint8_t hidden_banks; /* the lost banks that read all ones */
};

#define BUS_NOWHERE UINT64_MAX

/* The bus of a socket's boxes, and the answers of the ways to find it (struct base_finder). */
struct socket_bus {
	uint64_t base;            /* as in struct box, or BUS_NOWHERE: the conclusion from the ways */
	uint64_t ways[BASE_WAYS]; /* answer of each way; BUS_NOWHERE: none */
	bool twice;               /* one way has two answers */
};

/* Whether processors take PMIs only with global_control.gate_open set. */
enum pmi_gate { PMI_GATE_UNKNOWN, PMI_GATE_NONE, PMI_GATE_NEEDED };

/* How the global control's core select is written. */
enum core_select { CORE_SELECT_BITS, CORE_SELECT_NUMBER };

/* The number of a core in the core select: that in its APIC id, which may have gaps, or its index among its socket's cores. */
enum core_numbers { CORE_NUMBERS_UNKNOWN, CORE_NUMBERS_OF_APIC, CORE_NUMBERS_IN_ORDER };

struct errors;  /* core/hardware/errors.h */
struct leaving; /* core/hardware/leaving.h */
struct socket_identity;
struct discovered; /* core/hardware/discovery_find.h */
struct measure;
struct recording_request;

/* The user's statements about the board: core/hardware/expect.h. */
struct expectations {
	bool cold;       /* nothing has used its counters since power-on */
	uint8_t lacks;   /* bits, enum lack: things that are missing and need not be there */
	char boxes[256]; /* globs of the names of boxes that must be there, a blank after each */
};

/* A platform's functions for counters that are posted to memory. */
struct posted {
	const struct session_protocol *protocol;
	/* Runs `record`: see core/session/recording.h. */
	void (*record)(struct measure *measure, const struct recording_request *request);
	/* Appends the name of a register that no table has; false if it has none. */
	bool (*name)(const struct location *where, struct text *text);
	/* Appends the reason why the last access to a register failed, or nothing. */
	void (*explain)(const struct location *where, struct text *text);
	/* Writes the records of `info` on posted counters, apart from those of the boxes. */
	void (*describe)(const struct machine *machine, struct output *output, bool all);
};

struct machine {
	struct hw *hw;
	struct arena *arena;
	/* The processor, with its box types: a table, or a copy in the arena, made from a table and the machine's own
	 * description. NULL: unknown. */
	const struct processor *processor;
	const char *const *refused; /* faults of the table's types that were left out */
	uint8_t refused_count;
	const struct posted *posted; /* NULL: no counters are posted to memory */
	const struct power *power;   /* NULL: no way to reset it or to switch it off is known */
	char vendor[13];
	char brand[49];                     /* empty if CPUID has none */
	char hypervisor[13];                /* own name of the hypervisor below uncork; empty: CPUID reports none */
	const struct board_identity *board; /* NULL: the firmware does not identify the board */
	struct socket_identity *identities; /* per socket; NULL: not read (core/hardware/identity.h) */
	uint16_t family, model;
	uint8_t stepping;
	struct core_pmu core_pmu;
	const char *virtual_silicon;      /* its banner, NULL on real silicon or if it has none */
	const char *interrupt_controller; /* "xAPIC", "x2APIC", "model" */
	const char *device_memory;        /* the way it is reached; NULL: there is only one way */
	const char *console;              /* "COM1 (SPCR)", ...; the console and how it was found */
	uint64_t ticks_per_second;
	const char *clock_by;   /* source of ticks_per_second: "the ACPI timer"; NULL: the machine itself */
	const char *cpu_number; /* the processors' numbers in the hardware: "APIC id", "PIR" */
	const struct cpu *cpus;
	uint16_t cpu_count, socket_count;
	uint16_t cpus_told; /* number of processors by the firmware's list, else maximum by CPUID; 0: unknown */
	const struct ecam_region *ecam;
	uint16_t ecam_count;
	bool no_clock; /* the rate of the time stamps is not known */
	bool unmapped; /* no ACPI: processors other than the booted one, and most of PCI, are not known */
	const struct pci_function *functions; /* vendor id not all ones, in order of address */
	uint16_t function_count;
	uint32_t walk_reads;                /* reads made to find them */
	struct socket_bus *buses;           /* per socket; NULL: no box is on a PCI bus */
	uint16_t buses_too_many;            /* number of buses that claim to be of missing sockets */
	const struct memory_region *memory; /* NULL: the places of memory are not known */
	uint16_t memory_count;
	const struct firmware_table *tables; /* tables named by ACPI's root table, in its order */
	uint16_t table_count;
	const struct node_memory *nodes; /* memory ranges and their owners; none: the firmware does not give them */
	uint16_t node_count;
	const struct discovered *discovered; /* its discovery tables; NULL: not looked for */
	struct machine_box *boxes;           /* every box that the types promise, per socket */
	uint16_t box_count;
	uint64_t fixed_pmi;          /* PMI enable of the fixed select as measured; 0: not measured yet */
	uint64_t pmi_noted;          /* the global status' note of a PMI as measured; 0: as the table has it */
	uint8_t pmi_gate;            /* enum pmi_gate, as measured */
	uint8_t core_select;         /* enum core_select, as measured */
	uint8_t core_numbers;        /* enum core_numbers, as measured */
	uint8_t core_select_width;   /* working bits of the core select, as measured; 0: as the table has it */
	struct errors *errors;       /* errors that processors report; NULL: they have no banks for them */
	struct leaving *leaving;     /* values of registers before they were changed; NULL: not recorded */
	const char *const *warnings; /* faults found during start-up (bad ACPI checksum, ...) */
	uint16_t warning_count;
	struct expectations expects;
	bool denied_places; /* registers are denied that may show which boxes there are, and where */
	bool watched;       /* another processor reports accesses that hang */
};

/* Refuses box types of machine->processor that are inconsistent (box_type_fault), and all of them if one register controls all:
 * machine->processor is then a copy in the arena with the rest. Code that finds types on the machine itself makes such a copy
 * before. Returns false if the arena is full. Part of the inventory. */
MUST_CHECK bool machine_refuse_types(struct machine *machine);

/* Makes the list of boxes and probes each, leaving every register as it was. Returns false if the arena is
 * full. Without a known processor the list is empty. */
MUST_CHECK bool machine_inventory(struct machine *machine);

/* Applies changed rules of deny.h: boxes that are now wholly denied become BOX_DENIED; boxes that are no longer denied are probed.
 * Returns false if the arena is full. */
MUST_CHECK bool machine_deny(struct machine *machine);

/* Number of bytes from `address` to the next range of memory: these may belong to devices. 0 if `address` is in memory. */
uint64_t machine_device_bytes(const struct machine *machine, uint64_t address);

/* The box with a name ("cbox3") on a socket, found or not; NULL if the processor has no such box. */
const struct machine_box *machine_box(const struct machine *machine, unsigned socket, const char *name);

/* Index into machine->cpus of the processor that the firmware runs on. */
uint32_t machine_bootstrap_cpu(const struct machine *machine);

/* An MSR of one processor, an index into machine->cpus. */
struct location machine_msr(const struct machine *machine, uint32_t cpu, uint64_t address);

/* Converts a short time from ticks to nanoseconds. */
uint64_t machine_ticks_ns(const struct machine *machine, uint64_t ticks);

/* True if a core of the machine has more than one logical processor. */
bool machine_has_siblings(const struct machine *machine);

/* Number of PMIs that processors of a socket took since start-up without a handler. */
uint64_t machine_stray_pmis(const struct machine *machine, unsigned socket);

/* "found", "faults", "no-write-back", "hidden", "absent", "wrong-device", "denied". */
const char *box_state_name(enum box_state state);

/* Finds the register at a location: true, and its box, row and index, if the processor's tables have it. */
bool machine_register(const struct machine *machine, const struct location *where, struct box *box,
		      const struct register_row **row, unsigned *index);

/* "cbox3.ctr1": the register `index` of a row of a box, without its socket. */
void box_register_name(const struct box *box, const struct register_row *row, unsigned index, struct text *text);

/* "cbox3.ctr1", or "msr 0xc11" if no table names the place; " socket 1" follows if there are several sockets. */
void machine_register_name(const struct machine *machine, const struct location *where, struct text *text);

/* "cbox3.ctr1 (msr 0xd11)", or "msr 0xd11" for a place that no table names; the socket as above. */
void machine_location_text(const struct machine *machine, const struct location *where, struct text *text);

#endif
