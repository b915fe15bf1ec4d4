/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/x86/acpi_table.h"

#define ECAM_BUS_BYTES      (UINT64_C(1) << 20)
#define ECAM_BUSES          256
#define PHYSICAL_BITS       52

#define MCFG_REGIONS        44
#define MCFG_REGION_BYTES   16

#define MADT_RECORDS        44
#define SRAT_RECORDS        48
#define ENABLED             BIT(0) /* flag of a record in either table */

#define SPCR_TYPE           36
#define SPCR_16550          0
#define SPCR_16450          1
#define SPCR_16550_GENERIC  0x12
#define SPCR_ADDRESS        40
#define SPCR_SPEED          58

#define FADT_PM_TIMER       76
#define FADT_PM_TIMER_BYTES 91
#define FADT_FLAGS          112
#define FADT_TIMER_32_BITS  BIT(8)
#define FADT_X_PM_TIMER     208

#define HPET_ADDRESS        40

/* Static resource affinity table. */
#define SRAT_MEMORY         1
#define SRAT_MEMORY_BYTES   40
#define SRAT_NON_VOLATILE   BIT(2)

/* Generic address structure. */
/* clang-format off */
#define GAS_SPACE     0
#define   GAS_MEMORY  0
#define   GAS_PORT    1
#define GAS_BIT_WIDTH 1
#define GAS_ACCESS    3 /* 0 undefined, else bytes = 2^(n - 1) */
#define GAS_VALUE     4
/* clang-format on */

/* Inserts a region in order. Returns false if it is impossible or overlaps another. */
static bool add_region(struct ecam_region *regions, uint16_t count, const struct ecam_region *region)
{
	uint16_t at;

	if (!region->base || region->base % ECAM_BUS_BYTES != 0 ||
	    region->base >= BIT(PHYSICAL_BITS) - ECAM_BUSES * ECAM_BUS_BYTES || region->first_bus > region->last_bus)
		return false;
	for (const struct ecam_region *old = regions; old < regions + count; old++)
		if (old->segment == region->segment && old->first_bus <= region->last_bus &&
		    region->first_bus <= old->last_bus)
			return false;

	for (at = count; at; at--) {
		const struct ecam_region *before = &regions[at - 1];

		if (before->segment < region->segment ||
		    (before->segment == region->segment && before->first_bus < region->first_bus))
			break;
		regions[at] = *before;
	}
	regions[at] = *region;
	return true;
}

uint16_t acpi_ecam(const struct acpi *acpi, struct ecam_region *regions, uint16_t capacity)
{
	struct acpi_table table;
	uint16_t count = 0;

	if (!acpi_find(acpi, "MCFG", &table))
		return 0;
	for (uint32_t at = MCFG_REGIONS; acpi_within(&table, at, MCFG_REGION_BYTES); at += MCFG_REGION_BYTES) {
		const struct ecam_region region = {
			.base = acpi_field(&table, at, 8),
			.segment = (uint16_t)acpi_field(&table, at + 8, 2),
			.first_bus = (uint8_t)acpi_field(&table, at + 10, 1),
			.last_bus = (uint8_t)acpi_field(&table, at + 11, 1),
		};

		if (count == capacity) {
			warn(acpi->warnings, "ACPI: MCFG: more than %u regions", capacity);
			break;
		}
		if (add_region(regions, count, &region))
			count++;
		else
			warn(acpi->warnings, "ACPI: MCFG: impossible region at 0x%llx, left out",
			     (unsigned long long)region.base);
	}
	return count;
}

/* Offsets of the fields of a processor's record. */
struct processor_layout {
	uint8_t type, bytes, id, id_bytes, flags;
};

#define PROCESSOR_LAYOUTS 2 /* of a table: 8-bit and 32-bit APIC IDs */
static const struct processor_layout madt_layouts[PROCESSOR_LAYOUTS] = {{0, 8, 3, 1, 4}, {9, 16, 4, 4, 8}};
static const struct processor_layout srat_layouts[PROCESSOR_LAYOUTS] = {{0, 16, 3, 1, 4}, {2, 24, 8, 4, 12}};

/* Moves *at past the record there. Returns false at the end. A record with an impossible length ends the table, called
 * `name`. */
static bool next_record(const struct acpi_table *table, const char *name, uint32_t *at, uint32_t *record)
{
	uint8_t bytes;

	if (!acpi_within(table, *at, 2))
		return false;
	bytes = (uint8_t)acpi_field(table, *at + 1, 1);
	if (bytes < 2 || !acpi_within(table, *at, bytes)) {
		warn(table->acpi->warnings, "ACPI: %s: broken record at offset %u", name, *at);
		return false;
	}
	*record = *at;
	*at += bytes;
	return true;
}

/* The layout of an enabled processor's record of `bytes` bytes; NULL if it is not one. */
static const struct processor_layout *read_processor(const struct acpi_table *table, uint32_t record, uint32_t bytes,
						     const struct processor_layout *layouts, uint32_t *apic_id)
{
	for (unsigned i = 0; i < PROCESSOR_LAYOUTS; i++) {
		const struct processor_layout *layout = &layouts[i];

		if (acpi_field(table, record, 1) != layout->type || bytes < layout->bytes ||
		    !(acpi_field(table, record + layout->flags, 4) & ENABLED))
			continue;
		*apic_id = (uint32_t)acpi_field(table, record + layout->id, layout->id_bytes);
		return layout;
	}
	return NULL;
}

static bool listed(const uint32_t *ids, uint16_t count, uint32_t id)
{
	for (uint16_t i = 0; i < count; i++)
		if (ids[i] == id)
			return true;
	return false;
}

uint16_t acpi_processors(const struct acpi *acpi, uint32_t *apic_ids, uint16_t capacity)
{
	struct acpi_table table;
	uint16_t count = 0;
	uint32_t at = MADT_RECORDS, record, id;

	if (!acpi_find(acpi, "APIC", &table))
		return 0;
	while (next_record(&table, "MADT", &at, &record)) {
		if (!read_processor(&table, record, at - record, madt_layouts, &id) || listed(apic_ids, count, id))
			continue;
		if (count == capacity) {
			warn(acpi->warnings, "ACPI: MADT: more than %u processors", capacity);
			break;
		}
		apic_ids[count++] = id;
	}
	return count;
}

/* In memory, registers are as far apart as their width or access size, whichever is larger. Ports are always bytes. */
static uint8_t serial_stride(const struct acpi_table *table, uint64_t space)
{
	uint64_t bits = acpi_field(table, SPCR_ADDRESS + GAS_BIT_WIDTH, 1);
	uint64_t access = acpi_field(table, SPCR_ADDRESS + GAS_ACCESS, 1);

	if (space == GAS_PORT)
		return 1;
	if (bits == 32 || access == 3)
		return 4;
	return bits == 16 || access == 2 ? 2 : 1;
}

/* The reason why the port is not used; NULL if it can be used. */
static const char *serial_fault(const struct acpi_serial *serial, uint64_t type, uint64_t space)
{
	if (!serial->base)
		return "SPCR says that the console is not redirected";
	if (type != SPCR_16550 && type != SPCR_16450 && type != SPCR_16550_GENERIC)
		return "the port that SPCR names is not a 16550";
	if (space != GAS_PORT && space != GAS_MEMORY)
		return "SPCR names a port that is neither an I/O port nor in memory";
	if (serial->base >= BIT(PHYSICAL_BITS) || (space == GAS_PORT && serial->base + 8 > BIT(16)))
		return "SPCR names an address that no port can have";
	return NULL;
}

bool acpi_serial(const struct acpi *acpi, struct acpi_serial *serial)
{
	static const uint32_t speeds[] = {[3] = 9600, [4] = 19200, [6] = 57600, [7] = 115200}; /* others: reserved */
	struct acpi_table table;
	uint64_t type, space, speed;

	*serial = (struct acpi_serial){.base = 0};
	if (!acpi_find(acpi, "SPCR", &table))
		return false;
	type = acpi_field(&table, SPCR_TYPE, 1);
	space = acpi_field(&table, SPCR_ADDRESS + GAS_SPACE, 1);
	speed = acpi_field(&table, SPCR_SPEED, 1);
	*serial = (struct acpi_serial){
		.base = acpi_field(&table, SPCR_ADDRESS + GAS_VALUE, 8),
		.memory_mapped = space == GAS_MEMORY,
		.stride = serial_stride(&table, space),
		.baud = speed < ARRAY_SIZE(speeds) ? speeds[speed] : 0,
	};
	serial->fault = serial_fault(serial, type, space);
	return !serial->fault;
}

bool acpi_pm_timer(const struct acpi *acpi, struct acpi_pm_timer *timer)
{
	struct acpi_table table;
	uint64_t port;

	if (!acpi_find(acpi, "FACP", &table) || acpi_field(&table, FADT_PM_TIMER_BYTES, 1) != 4)
		return false;
	port = acpi_field(&table, FADT_PM_TIMER, 4);
	if (acpi_field(&table, FADT_X_PM_TIMER + GAS_SPACE, 1) == GAS_PORT &&
	    acpi_field(&table, FADT_X_PM_TIMER + GAS_VALUE, 8))
		port = acpi_field(&table, FADT_X_PM_TIMER + GAS_VALUE, 8);
	if (!port || port > UINT16_MAX - 3)
		return false;
	timer->port = (uint16_t)port;
	timer->bits = acpi_field(&table, FADT_FLAGS, 4) & FADT_TIMER_32_BITS ? 32 : 24;
	return true;
}

uint64_t acpi_hpet(const struct acpi *acpi)
{
	struct acpi_table table;
	uint64_t base;

	if (!acpi_find(acpi, "HPET", &table) || acpi_field(&table, HPET_ADDRESS + GAS_SPACE, 1) != GAS_MEMORY)
		return 0;
	base = acpi_field(&table, HPET_ADDRESS + GAS_VALUE, 8);
	return base < BIT(PHYSICAL_BITS) && base % 8 == 0 ? base : 0;
}

/* ---- SRAT: ACPI specification 6.4, 5.2.16 ----------------------------------------------------------------- */

static bool node_memory_fits(const struct acpi_node_memory *ranges, uint16_t count, const struct acpi_node_memory *new)
{
	if (!new->bytes || new->base >= BIT(PHYSICAL_BITS) || new->bytes > BIT(PHYSICAL_BITS) - new->base)
		return false;
	for (const struct acpi_node_memory *old = ranges; old < ranges + count; old++)
		if (new->base < old->base + old->bytes && old->base < new->base + new->bytes)
			return false;
	return true;
}

uint16_t acpi_node_memory(const struct acpi *acpi, struct acpi_node_memory *ranges, uint16_t capacity)
{
	uint32_t at = SRAT_RECORDS, record;
	struct acpi_table table;
	uint16_t count = 0;

	if (!acpi_find(acpi, "SRAT", &table))
		return 0;
	while (count < capacity && next_record(&table, "SRAT", &at, &record)) {
		uint64_t flags = acpi_field(&table, record + 28, 4);

		if (acpi_field(&table, record, 1) != SRAT_MEMORY || at - record < SRAT_MEMORY_BYTES ||
		    (flags & (ENABLED | SRAT_NON_VOLATILE)) != ENABLED)
			continue;
		ranges[count] = (struct acpi_node_memory){
			.base = acpi_field(&table, record + 8, 8),
			.bytes = acpi_field(&table, record + 16, 8),
			.node = (uint32_t)acpi_field(&table, record + 2, 4),
		};
		if (node_memory_fits(ranges, count, &ranges[count]))
			count++;
		else
			warn(acpi->warnings, "ACPI: SRAT: impossible memory at 0x%llx, left out",
			     (unsigned long long)ranges[count].base);
	}
	return count;
}

bool acpi_node_of(const struct acpi *acpi, uint32_t apic_id, uint32_t *node)
{
	uint32_t at = SRAT_RECORDS, record, id;
	struct acpi_table table;

	if (!acpi_find(acpi, "SRAT", &table))
		return false;
	while (next_record(&table, "SRAT", &at, &record)) {
		const struct processor_layout *layout = read_processor(&table, record, at - record, srat_layouts, &id);

		if (!layout || id != apic_id)
			continue;
		/* The older record has the node ID in two parts: bits 7:0, and further on bits 31:8. */
		if (layout->type)
			*node = (uint32_t)acpi_field(&table, record + 4, 4);
		else
			*node = (uint32_t)(acpi_field(&table, record + 2, 1) | acpi_field(&table, record + 9, 3) << 8);
		return true;
	}
	return false;
}
