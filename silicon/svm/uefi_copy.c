/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes the copy of the image that stays. Newer firmware does not allow execution of data memory, so the copy gets the
 * access rights of the image's sections. "PE Format" of Microsoft. */
#include "lib/memory.h"
#include "silicon/svm/memory_attribute.h"
#include "silicon/svm/svm.h"
#include "silicon/svm/uefi.h"
#include "silicon/svm/walk.h"

/* clang-format off */
#define DOS_PE_OFFSET          0x3c
#define PE_SECTION_COUNT       6
#define PE_BASE_RELOCATIONS    (24 + 112 + 5 * 8) /* address and size, in the optional header's directory */
#define PE_OPTIONAL_BYTES      20 /* of the optional header; the sections follow it */
#define PE_OPTIONAL            24
#define   SECTION_EXECUTE      BIT(29)
#define   SECTION_WRITE        BIT(31)
#define BASE_RELOCATION_OF(e)  ((e) >> 12)
#define BASE_RELOCATION_AT(e)  ((e)&0xfff)
#define BASE_RELOCATION_64_BIT 10
/* clang-format on */

/* Relocations of a page, followed by 16 bits for each word that holds an address. */
struct relocation_block {
	uint32_t page;
	uint32_t bytes; /* including these two members */
	uint16_t entries[];
};

struct section {
	char name[8];
	uint32_t bytes, address;
	uint32_t unused_16[5];
	uint32_t characteristics;
};
_Static_assert(sizeof(struct section) == 40, "layout");

static EFI_GUID memory_attribute_guid = MEMORY_ATTRIBUTE_GUID;

static const char *header_of(const char *image)
{
	return image + *(const uint32_t *)(image + DOS_PE_OFFSET);
}

/* Gives each section its access rights. No page may be both writable and executable, even temporarily. */
static void protect(const struct uefi_loader *uefi, const char *copy)
{
	const char *header = header_of(copy);
	const struct section *sections =
		(const struct section *)(header + PE_OPTIONAL + *(const uint16_t *)(header + PE_OPTIONAL_BYTES));
	struct memory_attribute *attribute;

	if (EFI_ERROR(uefi->boot->LocateProtocol(&memory_attribute_guid, NULL, (void **)&attribute)))
		return;
	for (unsigned i = 0; i < *(const uint16_t *)(header + PE_SECTION_COUNT); i++) {
		uint64_t at = (uintptr_t)copy + sections[i].address;
		uint64_t bytes = (sections[i].bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
		uint64_t forbidden = (sections[i].characteristics & SECTION_WRITE ? 0 : MEMORY_ATTRIBUTE_RO) |
				     (sections[i].characteristics & SECTION_EXECUTE ? 0 : MEMORY_ATTRIBUTE_XP);

		/* The page tables show whether this worked. */
		(void)attribute->set(attribute, at, bytes, forbidden);
		(void)attribute->clear(attribute, at, bytes, (MEMORY_ATTRIBUTE_RO | MEMORY_ATTRIBUTE_XP) & ~forbidden);
	}
}

uint64_t uefi_copy_image(struct uefi_loader *uefi)
{
	size_t size = uefi->loaded->ImageSize;
	char *copy = uefi->loader.kind->reserve(&uefi->loader, (size + PAGE_BYTES - 1) / PAGE_BYTES);
	const uint32_t *directory;
	const char *at, *end;
	uint64_t distance;

	if (!copy)
		return 0;
	distance = (uint64_t)(copy - (char *)uefi->loaded->ImageBase);
	memcpy(copy, uefi->loaded->ImageBase, size);

	/* UEFI has already relocated the image to its place, so only the distance to the copy is added. */
	directory = (const uint32_t *)(header_of(copy) + PE_BASE_RELOCATIONS);
	at = copy + directory[0];
	end = at + directory[1];
	while (at < end) {
		const struct relocation_block *block = (const struct relocation_block *)at;
		size_t count = (block->bytes - sizeof(*block)) / sizeof(block->entries[0]);

		for (size_t i = 0; i < count; i++)
			if (BASE_RELOCATION_OF(block->entries[i]) == BASE_RELOCATION_64_BIT)
				*(uint64_t *)(copy + block->page + BASE_RELOCATION_AT(block->entries[i])) += distance;
		at += block->bytes;
	}
	protect(uefi, copy);
	return distance;
}

/* Memory is mapped one to one. */
static bool load_entry(void *context, uint64_t physical, uint64_t *value)
{
	(void)context;
	*value = *(const uint64_t *)(uintptr_t)physical;
	return true;
}

bool uefi_may_execute(uint64_t address)
{
	struct walk walk = {.efer = msr_read(MSR_EFER), .load = load_entry};

	__asm__ volatile("mov %%cr0, %0" : "=r"(walk.cr0));
	__asm__ volatile("mov %%cr3, %0" : "=r"(walk.cr3));
	__asm__ volatile("mov %%cr4, %0" : "=r"(walk.cr4));
	return walk_may_execute(&walk, address);
}
