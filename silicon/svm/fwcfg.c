/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/svm/fwcfg.h"

#include "lib/memory.h"
#include "silicon/svm/x86.h"

#define PORT_SELECTOR       0x510
#define PORT_DATA           0x511
#define SELECTOR_SIGNATURE  0x00
#define SELECTOR_PROCESSORS 0x05
#define SELECTOR_DIRECTORY  0x19
#define MOST_FILES          4096 /* a greater number means that the device is missing */

/* Reads the next bytes of the selected item. */
static void read_bytes(void *to, size_t size)
{
	__asm__ volatile("rep insb" : "+D"(to), "+c"(size) : "d"(PORT_DATA) : "memory");
}

static bool is_present(void)
{
	char signature[4];

	port_write16(PORT_SELECTOR, SELECTOR_SIGNATURE);
	read_bytes(signature, sizeof(signature));
	return !memcmp(signature, "QEMU", sizeof(signature));
}

bool fwcfg_find(const char *name, struct fwcfg_file *file)
{
	uint8_t entry[FWCFG_ENTRY_BYTES], count_bytes[4];
	uint32_t count;

	if (!is_present())
		return false;
	port_write16(PORT_SELECTOR, SELECTOR_DIRECTORY);
	read_bytes(count_bytes, sizeof(count_bytes));
	count = (uint32_t)count_bytes[2] << 8 | count_bytes[3];
	if (count_bytes[0] || count_bytes[1] || count > MOST_FILES)
		return false;
	for (uint32_t i = 0; i < count; i++) {
		read_bytes(entry, sizeof(entry));
		if (fwcfg_parse_entry(entry, name, file))
			return true;
	}
	return false;
}

void fwcfg_read(const struct fwcfg_file *file, void *to)
{
	port_write16(PORT_SELECTOR, file->selector);
	read_bytes(to, file->size);
}

uint16_t fwcfg_processors(void)
{
	uint8_t count[2];

	if (!is_present())
		return 0;
	port_write16(PORT_SELECTOR, SELECTOR_PROCESSORS);
	read_bytes(count, sizeof(count));
	return (uint16_t)(count[0] | count[1] << 8);
}
