/* SPDX-License-Identifier: BSD-2-Clause */
/* The few ACPI tables that give addresses and topology. Their contents are not trusted: a damaged part gives a warning
 * and counts as missing. Pure: memory is read through a function. Layouts: ACPI specification 6.4 chapter 5.2; MCFG:
 * PCI firmware specification 3.2; SPCR: Microsoft's. */
#ifndef ARCH_X86_ACPI_H
#define ARCH_X86_ACPI_H

#include "core/hardware/machine.h"
#include "core/record/warnings.h"

struct acpi_memory {
	/* Copies `bytes` from a physical address. Returns false if any of them is missing. */
	bool (*read)(void *context, uint64_t physical, void *to, size_t bytes);
	void *context;
};

struct acpi {
	struct acpi_memory memory;
	struct warnings *warnings; /* may be NULL */
	uint64_t root;             /* RSDT or XSDT */
	uint32_t root_length;
	uint8_t entry_bytes; /* 4 or 8; 0: there are no tables */
};

/* True if a root table was found. */
bool acpi_is_there(const struct acpi *acpi);

/* Finds the root table. `rsdp` 0: there is no root pointer. Without a root table, all functions below find nothing. */
void acpi_open(struct acpi *acpi, const struct acpi_memory *memory, uint64_t rsdp, struct warnings *warnings);

/* Lists all tables that the root table names, in memory from the arena. Sound tables that describe hardware are listed
 * with their bytes. Returns NULL, with *count 0, if there are none or the arena is full. Gives no warnings: the code
 * that uses a table checks it. */
struct firmware_table *acpi_tables(const struct acpi *acpi, struct arena *arena, uint16_t *count);

/* Most regions of MCFG. The largest machine with a published table (an HPE Superdome Flex) has 32, a segment for each
 * of its sockets. */
#define ACPI_ECAM_ROOM 256

/* MCFG: lists usable regions in order of segment and bus, at most `capacity`. Leaves out regions that are misaligned,
 * leave the address space, or overlap an earlier one. Returns their number. */
uint16_t acpi_ecam(const struct acpi *acpi, struct ecam_region *regions, uint16_t capacity);

/* MADT: lists the APIC IDs of enabled processors, each once, at most `capacity`. Returns their number. */
uint16_t acpi_processors(const struct acpi *acpi, uint32_t *apic_ids, uint16_t capacity);

/* SPCR: finds a serial port that software can use like a 16550. Returns false if there is none; `fault` is then the
 * reason why the named port is not used, or NULL if there is no such table. */
struct acpi_serial {
	uint64_t base; /* I/O port or physical address */
	bool memory_mapped;
	uint8_t stride; /* bytes from one register to the next: 1, 2 or 4 */
	uint32_t baud;  /* 0: keep the port's speed */
	const char *fault;
};
bool acpi_serial(const struct acpi *acpi, struct acpi_serial *serial);

/* FADT: finds the power-management timer, 3.579545 MHz. Returns false if there is none at an I/O port. */
#define ACPI_PM_TIMER_HZ UINT64_C(3579545)
struct acpi_pm_timer {
	uint16_t port;
	uint8_t bits; /* 24 or 32 */
};
bool acpi_pm_timer(const struct acpi *acpi, struct acpi_pm_timer *timer);

/* HPET: physical address of the event timer's registers; 0 if there is none. */
uint64_t acpi_hpet(const struct acpi *acpi);

/* SRAT: lists ranges of present memory in the table's order, each with the number of its node ("proximity domain").
 * Leaves out ranges that are empty, leave the address space, overlap an earlier one, or are not ordinary memory.
 * Returns their number, at most `capacity`. */
struct acpi_node_memory {
	uint64_t base, bytes;
	uint32_t node;
};
uint16_t acpi_node_memory(const struct acpi *acpi, struct acpi_node_memory *ranges, uint16_t capacity);

/* SRAT: finds the node of a processor. Returns false if the table does not list it. */
bool acpi_node_of(const struct acpi *acpi, uint32_t apic_id, uint32_t *node);

#endif
