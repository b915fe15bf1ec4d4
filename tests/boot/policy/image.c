/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/boot/policy/image.h"

#include "tests/boot/policy/paging.h"

#define DOS_PE_OFFSET      0x3c
#define PE_SIGNATURE       0x00004550
#define PE_SECTION_COUNT   6
#define PE_OPTIONAL_SIZE   20
#define PE_OPTIONAL        24
#define OPTIONAL_ALIGNMENT 32 /* of sections */
#define OPTIONAL_DLL       70
#define DLL_NX_COMPATIBLE  BIT(8)
#define SECTION_BYTES      40
#define SECTION_SIZE       8
#define SECTION_ADDRESS    12
#define SECTION_FLAGS      36
#define FLAGS_EXECUTE      BIT(29)
#define FLAGS_WRITE        BIT(31)

static uint32_t word16(const uint8_t *at)
{
	return at[0] | (uint32_t)at[1] << 8;
}

static uint32_t word32(const uint8_t *at)
{
	return word16(at) | word16(at + 2) << 16;
}

static const uint8_t *optional_header(const uint8_t *header)
{
	return header + PE_OPTIONAL;
}

static const uint8_t *section_at(const uint8_t *header, unsigned number)
{
	return optional_header(header) + word16(header + PE_OPTIONAL_SIZE) + (uint64_t)number * SECTION_BYTES;
}

static const char *section_fault(const uint8_t *section, uint64_t bytes)
{
	uint32_t flags = word32(section + SECTION_FLAGS), address = word32(section + SECTION_ADDRESS);

	if (flags & FLAGS_EXECUTE && flags & FLAGS_WRITE)
		return "a section may be written and executed";
	if (address % PAGE_BYTES || address >= bytes || word32(section + SECTION_SIZE) > bytes - address)
		return "a section does not begin a page of the image";
	return NULL;
}

static const char *header_fault(const uint8_t *header, uint64_t bytes)
{
	if (word32(header) != PE_SIGNATURE)
		return "no PE image";
	if (!(word16(optional_header(header) + OPTIONAL_DLL) & DLL_NX_COMPATIBLE))
		return "it does not say NX_COMPAT";
	if (word32(optional_header(header) + OPTIONAL_ALIGNMENT) % PAGE_BYTES)
		return "its sections are not aligned to pages";
	for (unsigned i = 0; i < word16(header + PE_SECTION_COUNT); i++) {
		const char *fault = section_fault(section_at(header, i), bytes);

		if (fault)
			return fault;
	}
	return NULL;
}

const char *image_protect(const uint8_t *base, uint64_t bytes)
{
	const uint8_t *header = base + word32(base + DOS_PE_OFFSET);
	const char *fault = header_fault(header, bytes);

	if (fault)
		return fault;
	/* Not all of it at first: it may be the code that executes this. */
	paging_protect((uintptr_t)base, word32(section_at(header, 0) + SECTION_ADDRESS), RIGHTS_NONE);
	for (unsigned i = 0; i < word16(header + PE_SECTION_COUNT); i++) {
		const uint8_t *section = section_at(header, i);
		uint32_t flags = word32(section + SECTION_FLAGS);

		paging_protect((uintptr_t)base + word32(section + SECTION_ADDRESS), word32(section + SECTION_SIZE),
			       (flags & FLAGS_WRITE ? RIGHTS_WRITE : 0) | (flags & FLAGS_EXECUTE ? RIGHTS_EXECUTE : 0));
	}
	return NULL;
}
