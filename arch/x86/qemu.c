/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/x86/qemu.h"

#include "arch/x86/cpu.h"
#include "lib/memory.h"
#include "lib/text.h"

#define DEBUG_EXIT_PORT      0x501 /* isa-debug-exit; QEMU then exits with (value << 1) | 1 */
#define FW_CFG_SELECTOR_PORT 0x510 /* QEMU docs/specs/fw_cfg */
#define FW_CFG_DATA_PORT     0x511
#define FW_CFG_SIGNATURE     0x0000
#define FW_CFG_DIRECTORY     0x0019
#define FW_CFG_FILES_MOST    1024
#define FW_CFG_NAME_BYTES    56
#define FILES                "opt/uncork/file/"

#define RSDP_OEM_ID          9 /* offset of the 6 bytes; ACPI 6.5, table 5.3 */

/* A board may use these ports for something else, so ACPI is asked first and nothing is written if it is not QEMU's. */
bool qemu_is_underneath(const void *rsdp)
{
	char signature[4];

	if (!rsdp || memcmp((const uint8_t *)rsdp + RSDP_OEM_ID, "BOCHS ", 6))
		return false;
	port_write16(FW_CFG_SELECTOR_PORT, FW_CFG_SIGNATURE);
	for (unsigned i = 0; i < sizeof(signature); i++)
		signature[i] = (char)port_read8(FW_CFG_DATA_PORT);
	return !memcmp(signature, "QEMU", sizeof(signature));
}

static void read_selected(void *to, size_t size)
{
	uint8_t *bytes = to;

	while (size--)
		*bytes++ = port_read8(FW_CFG_DATA_PORT);
}

static uint32_t read_big_endian(unsigned bytes)
{
	uint32_t value = 0;

	while (bytes--)
		value = value << 8 | port_read8(FW_CFG_DATA_PORT);
	return value;
}

/* Searches the directory: size, selector, two reserved bytes, name. Returns false if no file has the name. */
static bool find_file(const char *name, uint32_t *size, uint16_t *selector)
{
	uint32_t count;
	char entry[FW_CFG_NAME_BYTES];

	port_write16(FW_CFG_SELECTOR_PORT, FW_CFG_DIRECTORY);
	count = read_big_endian(4);
	for (uint32_t i = 0; i < count && i < FW_CFG_FILES_MOST; i++) {
		*size = read_big_endian(4);
		*selector = (uint16_t)read_big_endian(2);
		(void)read_big_endian(2);
		read_selected(entry, sizeof(entry));
		entry[sizeof(entry) - 1] = 0;
		if (!strcmp(entry, name))
			return true;
	}
	return false;
}

const char *qemu_read_file(const char *name, char *bytes, size_t room, size_t *length)
{
	char path[FW_CFG_NAME_BYTES];
	struct text text = TEXT_OVER(path);
	uint32_t size;
	uint16_t selector;

	text_format(&text, FILES "%s", name);
	if (text.truncated || !find_file(path, &size, &selector))
		return "no such file: give it with tools/boot --file";
	if (size > room)
		return "it is too long";
	port_write16(FW_CFG_SELECTOR_PORT, selector);
	read_selected(bytes, size);
	*length = size;
	return NULL;
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

	port_write8(DEBUG_EXIT_PORT, values[verdict]);
	/* The device reads 0, a missing one 0xff. QEMU 10 exits a little later; anything done until then would be
	 * visible. */
	if (!port_read8(DEBUG_EXIT_PORT))
		cpu_stop();
}
