/* SPDX-License-Identifier: BSD-2-Clause */
/* SMBIOS tables out of arbitrary bytes. Of half the inputs an entry point is made sound, so that the table gets a hearing. Whatever comes,
 * texts are printable and end. */
#include "arch/x86/smbios.h"
#include "tests/fuzz/fuzz.h"

#define BYTES      8192
#define ENTRY      16
#define READS_MOST (UINT64_C(1) << 20)

struct firmware {
	uint8_t bytes[BYTES];
	uint64_t reads;
};

static bool read_firmware(void *context, uint64_t at, void *to, size_t bytes)
{
	struct firmware *firmware = context;

	assert(++firmware->reads < READS_MOST); /* work is bounded by the memory there is */
	return fuzz_read((struct slice){(const char *)firmware->bytes, BYTES}, SMBIOS_AREA, at, to, bytes);
}

static void make_sound(struct firmware *firmware)
{
	static const uint64_t table = SMBIOS_AREA + 64;
	uint8_t *entry = firmware->bytes + ENTRY, sum = 0;

	memcpy(entry, "_SM3_", 5);
	memcpy(entry + 0x0c, &(uint32_t){BYTES - 64}, 4);
	memcpy(entry + 0x10, &table, 8);
	entry[5] = 0;
	entry[6] = 0x18; /* bytes of itself */
	for (unsigned i = 0; i < 0x18; i++)
		sum = (uint8_t)(sum + entry[i]);
	entry[5] = (uint8_t)-sum;
}

static void check_text(const char *text)
{
	size_t length = strnlen(text, BOARD_TEXT);

	assert(length < BOARD_TEXT);
	fuzz_printable(text, length);
	assert(!length || (text[0] != ' ' && text[length - 1] != ' '));
}

static void fuzz(const uint8_t *data, size_t size)
{
	static struct firmware firmware;
	const struct acpi_memory memory = {read_firmware, &firmware};
	struct board_identity board;
	uint64_t entry;

	if (!size)
		return;
	memset(&firmware, 0, sizeof(firmware));
	memcpy(firmware.bytes, data + 1, min_u64(size - 1, BYTES));
	if (data[0] & 1)
		make_sound(&firmware);
	entry = smbios_search(&memory);
	assert(!(data[0] & 1) || entry);
	assert(!entry || smbios_is_entry(&memory, entry));
	smbios_read(&memory, entry, &board);
	check_text(board.maker);
	check_text(board.product);
	check_text(board.serial);
	check_text(board.board_maker);
	check_text(board.board);
	check_text(board.board_serial);
	check_text(board.bios_maker);
	check_text(board.bios);
	check_text(board.bios_date);
	assert(strnlen(board.uuid, sizeof(board.uuid)) % 36 == 0);
}
