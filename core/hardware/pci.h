/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds every PCI function in a region of configuration space. Pure: it reads configuration space through a callback. */
#ifndef CORE_PCI_H
#define CORE_PCI_H

#include "core/hardware/machine.h"

/* Bus 0 to 255, device 0 to 31, function 0 to 7 of a segment. */
struct pci_address {
	uint16_t segment;
	uint8_t bus, device, function;
};

struct pci_walk {
	/* Reads a 32-bit configuration register; all ones if nothing answers. */
	uint32_t (*read)(void *context, struct pci_address address, uint16_t offset);
	void *context;
	struct pci_function *functions;
	uint16_t capacity, count;
	uint32_t reads;
	bool full; /* there were more functions than `capacity` */
};

/* Reads function 0 of each device of the region, and functions 1 to 7 if its header says that there may be some: 8192 reads for 256
 * empty buses. Does not read functions that the user denies (deny.h); if the header of function 0 is denied, tries all eight
 * functions. */
void pci_walk(struct pci_walk *walk, const struct ecam_region *region);

#endif
