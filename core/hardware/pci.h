/* SPDX-License-Identifier: BSD-2-Clause */
/* Every function of every bus that has memory-mapped configuration. Pure: configuration space is read
 * through a function. */
#ifndef CORE_PCI_H
#define CORE_PCI_H

#include "core/hardware/machine.h"

/* Bus 0 to 255, device 0 to 31, function 0 to 7 of a segment. */
struct pci_address {
	uint16_t segment;
	uint8_t bus, device, function;
};

struct pci_walk {
	/* A 32-bit configuration register; all ones where nothing answers. */
	uint32_t (*read)(void *context, struct pci_address address, uint16_t offset);
	void *context;
	struct pci_function *functions;
	uint16_t capacity, count;
	uint32_t reads;
	bool full; /* there were more than `capacity` */
};

/* Looks at function 0 of each device of the region, and at 1 to 7 where the header says that there may
 * be some: 8192 reads for 256 empty buses. What the user denies (deny.h) is not read; a device whose function 0 may not be asked for
 * its header is taken to have all eight. */
void pci_walk(struct pci_walk *walk, const struct ecam_region *region);

#endif
