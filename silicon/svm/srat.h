/* SPDX-License-Identifier: BSD-2-Clause */
/* ACPI's System Resource Affinity Table: the proximity domains of processors and memory. ACPI 6.4, section 5.2.16. */
#ifndef SILICON_SVM_SRAT_H
#define SILICON_SVM_SRAT_H

#include "lib/basic.h"

/* A processor by its APIC ID, or memory from `first` to `last`. */
struct srat_entry {
	bool memory;
	uint32_t domain, apic_id;
	uint64_t first, last;
};

/* Calls `tell` with each enabled entry of the SRAT among the ACPI tables in `tables`, `size` bytes. Stops at malformed data. */
void srat_read(const uint8_t *tables, size_t size, void (*tell)(void *context, const struct srat_entry *entry),
	       void *context);

/* Finds non-empty RAM entry number `index` of QEMU's list of memory (fw_cfg file "etc/e820"). False if there are no more. */
MUST_CHECK bool e820_ram(const uint8_t *list, size_t size, unsigned index, uint64_t *first, uint64_t *last);

#endif
