/* SPDX-License-Identifier: BSD-2-Clause */
/* The end of a run: a write that switches the machine off or resets it is caught before it takes effect, so that the
 * silicon can report first. Names and bits are those of QEMU's q35, which has an ICH9 (Intel 316972: PORT92, RST_CNT,
 * PM1_CNT) and a keyboard controller. A triple fault has its own exit. */
#include "silicon/svm/guest.h"
#include "silicon/svm/svm.h"

/* clang-format off */
#define PORT_FAST_RESET        0x92u  /* PORT92 */
#define   FAST_RESET           BIT(0)
#define PORT_KEYBOARD          0x64u
#define   KEYBOARD_PULSE       0xf0u  /* pulses the lines whose bits are 0 */
#define   KEYBOARD_RESET_LINE  BIT(0)
#define PORT_RESET             0xcf9u /* RST_CNT; also the second byte of the configuration address */
#define   RESET_CPU            BIT(2)
#define SLEEP_AT               4u     /* PM1_CNT, offset from PMBASE */
#define   SLEEP_ENABLE         BIT(13)
#define   SLEEP_TYPE           MASK(10, 3)
#define   SLEEP_TO_MEMORY      BIT(10) /* QEMU's type for S3, which does not end the run */

/* LPC bridge 00:1f.0 of QEMU's q35. */
#define PORT_CONFIG_ADDRESS    0xcf8u
#define PORT_CONFIG_DATA       0xcfcu
#define LPC_PMBASE             0x8000f840u
#define   PMBASE_ADDRESS       MASK(7, 9)
#define LPC_ACPI_CNTL          0x8000f844u
#define   ACPI_CNTL_ENABLE     BIT(7)
/* clang-format on */

static uint32_t config_read(uint32_t address)
{
	port_write32(PORT_CONFIG_ADDRESS, address);
	return port_read32(PORT_CONFIG_DATA);
}

static void intercept(struct hypervisor *hypervisor, unsigned port)
{
	hypervisor->io_map[port / 8] |= BIT(port % 8);
}

void power_setup(struct hypervisor *hypervisor)
{
	uint32_t control = config_read(LPC_ACPI_CNTL);

	intercept(hypervisor, PORT_FAST_RESET);
	intercept(hypervisor, PORT_KEYBOARD);
	intercept(hypervisor, PORT_RESET);
	if (control == UINT32_MAX || !(control & ACPI_CNTL_ENABLE))
		return;
	hypervisor->sleep_port = (uint16_t)((config_read(LPC_PMBASE) & PMBASE_ADDRESS) + SLEEP_AT);
	intercept(hypervisor, hypervisor->sleep_port);
	intercept(hypervisor, hypervisor->sleep_port + 1u);
}

/* If the access includes port `wanted`, returns true and that byte. */
static bool covers(uint16_t port, unsigned bytes, uint32_t value, uint16_t wanted, uint32_t *byte)
{
	if (wanted < port || wanted >= port + bytes)
		return false;
	*byte = value >> 8 * (wanted - port) & 0xff;
	return true;
}

bool power_ends(const struct hypervisor *hypervisor, uint16_t port, unsigned bytes, uint32_t value)
{
	uint16_t sleep_high = (uint16_t)(hypervisor->sleep_port + 1);
	uint32_t byte;

	if (covers(port, bytes, value, PORT_KEYBOARD, &byte) && byte >= KEYBOARD_PULSE)
		return !(byte & KEYBOARD_RESET_LINE);
	if (covers(port, bytes, value, PORT_FAST_RESET, &byte) && (byte & FAST_RESET))
		return true;
	/* Four bytes at 0xcf8 are an address. */
	if (port == PORT_RESET && (value & RESET_CPU))
		return true;
	/* PM1_CNT may be written whole, or only its upper half, which has both fields. */
	if (!hypervisor->sleep_port || !covers(port, bytes, value, sleep_high, &byte))
		return false;
	return (byte << 8 & SLEEP_ENABLE) && (byte << 8 & SLEEP_TYPE) != SLEEP_TO_MEMORY;
}
