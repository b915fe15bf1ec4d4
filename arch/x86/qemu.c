/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/x86/qemu.h"

#include "arch/x86/cpu.h"
#include "lib/memory.h"

#define DEBUG_EXIT_PORT      0x501 /* isa-debug-exit; QEMU then exits with (value << 1) | 1 */
#define FW_CFG_SELECTOR_PORT 0x510 /* QEMU docs/specs/fw_cfg */
#define FW_CFG_DATA_PORT     0x511
#define FW_CFG_SIGNATURE     0x0000

#define RSDP_OEM_ID          9 /* offset of the 6 bytes; ACPI 6.5, table 5.3 */

/* A board must not see writes to ports that it may use otherwise, so the tables are asked first. */
bool qemu_is_underneath(const void *rsdp)
{
	char signature[4];

	if (!rsdp || memcmp((const uint8_t *)rsdp + RSDP_OEM_ID, "BOCHS ", 6))
		return false;
	cpu_out16(FW_CFG_SELECTOR_PORT, FW_CFG_SIGNATURE);
	for (unsigned i = 0; i < sizeof(signature); i++)
		signature[i] = (char)cpu_in8(FW_CFG_DATA_PORT);
	return !memcmp(signature, "QEMU", sizeof(signature));
}

void qemu_end(enum verdict verdict)
{
	/* clang-format off */
	static const uint8_t values[] = {
		[VERDICT_PASS]    = 0x10,
		[VERDICT_FAIL]    = 0x11,
		[VERDICT_ERROR]   = 0x12,
		[VERDICT_TIMEOUT] = 0x15,
		[VERDICT_CRASH]   = 0x14,
	};
	/* clang-format on */

	cpu_out8(DEBUG_EXIT_PORT, values[verdict]);
}
