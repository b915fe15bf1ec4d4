/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/work/work.h"

#include "core/hardware/bus.h"

static const char *refuse_pci(const struct work *work)
{
	return work->machine->function_count ? NULL : "no PCI function answers";
}

/* Reads the first function's vendor and device IDs, which do not change. */
static bool run_pci(struct work *work, uint64_t first, uint64_t count)
{
	const struct pci_function *function = work->machine->functions;
	const struct location vendor = {
		.space = SPACE_PCI,
		.width_bits = 32,
		.address = (uint64_t)function->segment << 28 | (uint64_t)function->bus << 20 |
			   (uint64_t)function->device << 15 | (uint64_t)function->function << 12,
	};

	(void)first;
	while (count--)
		if (bus_read_here(work->machine->hw, work->cpu, &vendor).outcome != OUTCOME_OK)
			return false;
	return true;
}

const struct work_kind work_pci = {
	.name = "pci",
	.unit = "read",
	.summary = "reads PCI configuration space",
	.usual = 1024,
	.refuse = refuse_pci,
	.run = run_pci,
};
