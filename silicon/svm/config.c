/* SPDX-License-Identifier: BSD-2-Clause */
/* PCI configuration space of the model's buses, by both the memory window and the ports, which operating systems use
 * for the first 256 bytes. */
#include "silicon/svm/guest.h"
#include "silicon/svm/log.h"
#include "silicon/svm/svm.h"

/* clang-format off */
#define PORT_ADDRESS             0xcf8u
#define   ADDRESS_ENABLE         BIT(31)
#define PORT_DATA                0xcfcu
#define FUNCTION_BYTES           UINT64_C(4096) /* in the memory window */

/* Host bridge 00:00.0 of QEMU's q35: PCIEXBAR at 0x60. */
#define Q35_PCIEXBAR             0x80000060u
#define   PCIEXBAR_ENABLE        BIT(0)
#define   PCIEXBAR_ADDRESS       MASK(26, 6)
/* clang-format on */

/* ---- the memory window ------------------------------------------------------------------------------ */

static uint64_t window_read(struct cpu *cpu, uint64_t address, unsigned bytes)
{
	uint64_t value = MASK(0, 8 * bytes);

	if (svm_bus_read(cpu, SILICON_CONFIG, address - cpu->hypervisor->ecam_base, bytes, &value) != SILICON_OK)
		return MASK(0, 8 * bytes);
	return value;
}

static void window_write(struct cpu *cpu, uint64_t address, unsigned bytes, uint64_t value)
{
	/* A failed configuration write is not visible to a processor. */
	(void)svm_bus_write(cpu, SILICON_CONFIG, address - cpu->hypervisor->ecam_base, bytes, value);
}

void config_setup(struct hypervisor *hypervisor)
{
	uint32_t first, last, window;

	if (!silicon_function_range(hypervisor->silicon, 0, &first, &last))
		return;
	port_write32(PORT_ADDRESS, Q35_PCIEXBAR);
	window = port_read32(PORT_DATA);
	if (!(window & PCIEXBAR_ENABLE) || window == UINT32_MAX)
		log_assert("no PCI configuration window: PCIEXBAR=0x%x", window);
	hypervisor->ecam_base = window & PCIEXBAR_ADDRESS;
	for (unsigned i = 0; silicon_function_range(hypervisor->silicon, i, &first, &last); i++) {
		const struct trap trap = {hypervisor->ecam_base + first * FUNCTION_BYTES,
					  hypervisor->ecam_base + (last + 1) * FUNCTION_BYTES - 1, window_read,
					  window_write};

		paging_trap(hypervisor, &trap);
	}
	hypervisor->io_map[PORT_ADDRESS / 8] |= BIT(PORT_ADDRESS % 8);
	for (unsigned port = PORT_DATA; port < PORT_DATA + 4; port++)
		hypervisor->io_map[port / 8] |= BIT(port % 8);
}

/* ---- the ports --------------------------------------------------------------------------------------- */

bool config_port(struct cpu *cpu, uint16_t port, bool in, unsigned bytes)
{
	struct hypervisor *hypervisor = cpu->hypervisor;
	uint32_t selected = hypervisor->config_address, function = selected >> 8 & 0xffff, first, last;
	uint64_t window = hypervisor->ecam_base + ((uint64_t)function << 12 | (selected & 0xfc) | (port & 3));

	if (!hypervisor->ecam_base)
		return false;
	if (port == PORT_ADDRESS && bytes == 4 && in) {
		gpr_write(cpu, RAX, 4, selected);
		return true;
	}
	if (port == PORT_ADDRESS && bytes == 4) {
		hypervisor->config_address = (uint32_t)cpu->gpr[RAX];
		port_write32(PORT_ADDRESS, hypervisor->config_address);
		return true;
	}
	if (port < PORT_DATA || port >= PORT_DATA + 4 || !(selected & ADDRESS_ENABLE))
		return false;

	/* Accesses a function of the model like through the window. */
	for (unsigned i = 0; silicon_function_range(hypervisor->silicon, i, &first, &last); i++) {
		if (function < first || function > last)
			continue;
		if (in)
			gpr_write(cpu, RAX, bytes, window_read(cpu, window, bytes));
		else
			window_write(cpu, window, bytes, cpu->gpr[RAX] & MASK(0, 8 * bytes));
		return true;
	}
	return false;
}
