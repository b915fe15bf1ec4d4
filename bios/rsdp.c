/* SPDX-License-Identifier: BSD-2-Clause */
#include "bios/rsdp.h"

#include "lib/memory.h"

#define RSDP_BYTES       20 /* of the first revision, which has a checksum of its own */
#define RSDP_STEP        16
#define EBDA_SEGMENT     0x40e /* 2 bytes: where the extended BIOS data area is, in 16 bytes */
#define EBDA_LEAST       0x80000
#define EBDA_SEARCHED    1024
#define BIOS_AREA        0xe0000
#define BIOS_AREA_BYTES  0x20000
#define CONVENTIONAL_END 0xa0000

static bool is_rsdp(const struct boot_memory *memory, uint64_t at)
{
	uint8_t pointer[RSDP_BYTES], sum = 0;

	if (!at || !memory->read(memory->context, at, pointer, sizeof(pointer)) || memcmp(pointer, "RSD PTR ", 8))
		return false;
	for (unsigned i = 0; i < sizeof(pointer); i++)
		sum = (uint8_t)(sum + pointer[i]);
	return sum == 0;
}

static uint64_t search(const struct boot_memory *memory, uint64_t from, uint64_t bytes)
{
	for (uint64_t at = from; at < from + bytes; at += RSDP_STEP)
		if (is_rsdp(memory, at))
			return at;
	return 0;
}

static uint64_t search_ebda(const struct boot_memory *memory)
{
	uint8_t segment[2];
	uint64_t at;

	if (!memory->read(memory->context, EBDA_SEGMENT, segment, sizeof(segment)))
		return 0;
	at = (uint64_t)(segment[0] | segment[1] << 8) << 4;
	if (at < EBDA_LEAST || at > CONVENTIONAL_END - EBDA_SEARCHED)
		return 0;
	return search(memory, at, EBDA_SEARCHED);
}

uint64_t rsdp_find(const struct boot_params *params, const struct boot_memory *memory)
{
	uint64_t told = boot_field(params, BOOT_RSDP, 8), found;

	if (is_rsdp(memory, told))
		return told;
	found = search_ebda(memory);
	return found ? found : search(memory, BIOS_AREA, BIOS_AREA_BYTES);
}
