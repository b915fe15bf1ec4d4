/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/pci.h"

#include "core/hardware/deny.h"

#define PCI_DEVICES        32
#define PCI_FUNCTIONS      8
#define PCI_IDS            0x00 /* vendor 15:0, device 31:16 */
#define PCI_HEADER         0x0c
#define PCI_MULTI_FUNCTION BIT(23)
#define PCI_NO_VENDOR      0xffff

static struct location register_at(struct pci_address at, uint16_t offset)
{
	return (struct location){.space = SPACE_PCI,
				 .width_bits = 32,
				 .address = (uint64_t)at.segment << 28 | (uint64_t)at.bus << 20 |
					    (uint64_t)at.device << 15 | (uint64_t)at.function << 12 | offset};
}

/* Reads a register. A denied one looks absent. */
static uint32_t ask(struct pci_walk *walk, struct pci_address at, uint16_t offset)
{
	struct location where = register_at(at, offset);

	if (deny_refuse(&where, 0))
		return UINT32_MAX;
	walk->reads++;
	return walk->read(walk->context, at, offset);
}

/* Notes a function if it exists. */
static bool visit(struct pci_walk *walk, struct pci_address at)
{
	uint32_t ids = ask(walk, at, PCI_IDS);

	if ((uint16_t)ids == PCI_NO_VENDOR)
		return false;
	if (walk->count == walk->capacity) {
		walk->full = true;
		return true;
	}
	walk->functions[walk->count++] = (struct pci_function){
		.segment = at.segment,
		.bus = at.bus,
		.device = at.device,
		.function = at.function,
		.vendor_id = (uint16_t)ids,
		.device_id = (uint16_t)(ids >> 16),
	};
	return true;
}

void pci_walk(struct pci_walk *walk, const struct ecam_region *region)
{
	for (unsigned bus = region->first_bus; bus <= region->last_bus; bus++)
		for (uint8_t device = 0; device < PCI_DEVICES; device++) {
			struct pci_address at = {.segment = region->segment, .bus = (uint8_t)bus, .device = device};
			struct location header = register_at(at, PCI_HEADER);
			bool there = visit(walk, at), denied = deny_covers(&header, 0);

			/* Function 0 says whether the device has others. If it must not be asked, all are tried. */
			if (!denied && (!there || !(ask(walk, at, PCI_HEADER) & PCI_MULTI_FUNCTION)))
				continue;
			for (at.function = 1; at.function < PCI_FUNCTIONS; at.function++)
				(void)visit(walk, at);
		}
}
