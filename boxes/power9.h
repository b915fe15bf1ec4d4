/* SPDX-License-Identifier: BSD-2-Clause */
/* POWER9: what is known of it before its device tree is read. Boxes and events come from there. */
#ifndef BOXES_POWER9_H
#define BOXES_POWER9_H

#include "boxes/box.h"

extern const struct processor power9;

/* Processor version register, bits 31:16: the processor; 15:12 the chip, 11:8 and 7:0 the revision. */
#define POWER9_VERSION     0x004e
#define POWER9_CHIP_NIMBUS 1

/* Which bits of the availability word belong to the unit of a nest PMU (0 is the most significant): the unit
 * is there if any of them is set. False if nothing is known of that name. */
bool power9_unit_bits(const char *name, uint64_t *bits);

/* Where the public source of the microcode posts a nest PMU's counter that the catalog has at `base` + `offset`:
 * POSTED_NOWHERE if it does not, the same if nothing is known of the PMU. */
uint32_t power9_posted_at(const char *pmu, uint32_t base, uint32_t offset);

/* Posting groups: the microcode counts up a word before and a word behind the counters of a group whenever it
 * posts them, so a group whose words are equal before and after a read is of one posting. */
struct posting_group {
	uint16_t head, tail; /* offsets of the two words in the region */
};
extern const struct posting_group power9_groups[];
extern const unsigned power9_group_count;

#endif
