/* SPDX-License-Identifier: BSD-2-Clause */
/* ACPI's System Resource Affinity Table: which processors and which memory are in one proximity domain. ACPI 6.4, section
 * 5.2.16. */
#ifndef SILICON_SVM_SRAT_H
#define SILICON_SVM_SRAT_H

#include "lib/basic.h"

/* A processor, by its APIC id, or memory, from `first` to `last`. */
struct srat_entry {
	bool memory;
	uint32_t domain, apic_id;
	uint64_t first, last;
};

/* Calls `tell` with each enabled entry of the table among `size` bytes of tables, one after the other. Stops where they
 * make no sense. */
void srat_read(const uint8_t *tables, size_t size, void (*tell)(void *context, const struct srat_entry *entry),
	       void *context);

/* A range of QEMU's list of memory (fw_cfg file "etc/e820"): entry number `index` that is RAM, and not empty. False if
 * there is none. */
MUST_CHECK bool e820_ram(const uint8_t *list, size_t size, unsigned index, uint64_t *first, uint64_t *last);

#endif
