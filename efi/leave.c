/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/leave.h"

#include "arch/x86/cpu.h"
#include "lib/memory.h"

#define DEBUG_EXIT_PORT      0x501 /* isa-debug-exit; QEMU then exits with (value << 1) | 1 */
#define FW_CFG_SELECTOR_PORT 0x510 /* QEMU docs/specs/fw_cfg */
#define FW_CFG_DATA_PORT     0x511
#define FW_CFG_SIGNATURE     0x0000

#define RSDP_OEM_ID          9 /* offset of the 6 bytes; ACPI 6.5, table 5.3 */

/* clang-format off */
static const struct {
	uint8_t debug_exit;
	EFI_STATUS status;
} codes[] = {
	[VERDICT_PASS]    = {0x10, EFI_SUCCESS},
	[VERDICT_FAIL]    = {0x11, EFI_ABORTED},
	[VERDICT_ERROR]   = {0x12, EFI_INVALID_PARAMETER},
	[VERDICT_TIMEOUT] = {0x15, EFI_TIMEOUT},
	[VERDICT_CRASH]   = {0x14, EFI_DEVICE_ERROR},
};
/* clang-format on */

/* A board must not see writes to ports that it may use otherwise, so the tables are asked first. */
bool leave_is_qemu(const struct firmware *firmware)
{
	const uint8_t *rsdp = firmware_rsdp(firmware);
	char signature[4];

	if (!rsdp || memcmp(rsdp + RSDP_OEM_ID, "BOCHS ", 6))
		return false;
	cpu_out16(FW_CFG_SELECTOR_PORT, FW_CFG_SIGNATURE);
	for (unsigned i = 0; i < sizeof(signature); i++)
		signature[i] = (char)cpu_in8(FW_CFG_DATA_PORT);
	return !memcmp(signature, "QEMU", sizeof(signature));
}

void leave_qemu(enum verdict verdict)
{
	cpu_out8(DEBUG_EXIT_PORT, codes[verdict].debug_exit);
}

EFI_STATUS leave_status(enum verdict verdict)
{
	return codes[verdict].status;
}

void leave_halt(void)
{
	for (;;)
		asm volatile("cli; hlt");
}
