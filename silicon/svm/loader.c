/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/svm/loader.h"

#include "lib/memory.h"
#include "silicon/svm/fwcfg.h"
#include "silicon/svm/svm.h"

#define BELOW_4_GIB UINT64_C(0xffffffff)
#define MOST_BYTES  (64u << 20) /* of a file */

static EFI_GUID table_guid = SILICON_TABLE_GUID;
static EFI_GUID loaded_image_guid = EFI_LOADED_IMAGE_PROTOCOL_GUID;
static EFI_GUID file_system_guid = EFI_SIMPLE_FILE_SYSTEM_PROTOCOL_GUID;
/* EFI_SHELL_PARAMETERS_PROTOCOL of the UEFI shell specification 2.2. */
static EFI_GUID shell_guid = {0x752f3136, 0x4e16, 0x4fdc, {0xa2, 0x2a, 0xe5, 0xf4, 0x68, 0x12, 0xf4, 0xca}};
struct shell_parameters {
	CHAR16 **words;
	UINTN count;
};

bool loader_open(struct loader *loader, EFI_HANDLE image, EFI_SYSTEM_TABLE *system)
{
	struct shell_parameters *shell;

	*loader = (struct loader){.image = image, .system = system, .boot = system->BootServices};
	if (EFI_ERROR(loader->boot->HandleProtocol(image, &loaded_image_guid, (void **)&loader->loaded)))
		return false;
	if (!EFI_ERROR(loader->boot->HandleProtocol(image, &shell_guid, (void **)&shell))) {
		loader->from_shell = true;
		loader->shell_words = (unsigned)shell->count;
	}
	return true;
}

void loader_say(const struct loader *loader, const char *line)
{
	CHAR16 wide[2] = {0};

	for (; *line; line++) {
		wide[0] = (CHAR16)*line;
		loader->system->ConOut->OutputString(loader->system->ConOut, wide);
	}
	loader->system->ConOut->OutputString(loader->system->ConOut, (CHAR16 *)L"\r\n");
}

void *loader_reserve(const struct loader *loader, size_t pages)
{
	EFI_PHYSICAL_ADDRESS at = BELOW_4_GIB;

	if (EFI_ERROR(loader->boot->AllocatePages(AllocateMaxAddress, EfiReservedMemoryType, pages, &at)))
		return NULL;
	memset((void *)(uintptr_t)at, 0, pages * PAGE_BYTES);
	return (void *)(uintptr_t)at;
}

/* ---- files ------------------------------------------------------------------------------------------ */

static void *allocate(const struct loader *loader, size_t size)
{
	void *at;

	if (size > MOST_BYTES || EFI_ERROR(loader->boot->AllocatePool(EfiBootServicesData, size + 1, &at)))
		return NULL;
	((char *)at)[size] = 0;
	return at;
}

struct blob loader_fwcfg_file(const struct loader *loader, const char *name)
{
	struct fwcfg_file file;
	struct blob blob = {0};

	if (!fwcfg_find(name, &file))
		return blob;
	blob = (struct blob){allocate(loader, file.size), file.size};
	if (blob.at)
		fwcfg_read(&file, blob.at);
	return blob;
}

/* Reads a whole open file. Seeking to the end tells the size without EFI_FILE_INFO. */
static struct blob read_file(const struct loader *loader, EFI_FILE_HANDLE file)
{
	UINT64 end = 0;
	UINTN size;
	void *at;

	if (EFI_ERROR(file->SetPosition(file, UINT64_MAX)) || EFI_ERROR(file->GetPosition(file, &end)) ||
	    EFI_ERROR(file->SetPosition(file, 0)))
		return (struct blob){0};
	size = end;
	at = allocate(loader, size);
	if (!at || EFI_ERROR(file->Read(file, &size, at)) || size != end)
		return (struct blob){0};
	return (struct blob){at, size};
}

struct blob loader_disk_file(const struct loader *loader, const CHAR16 *path)
{
	EFI_FILE_IO_INTERFACE *volume;
	EFI_FILE_HANDLE root, file;
	struct blob blob = {0};

	if (EFI_ERROR(
		    loader->boot->HandleProtocol(loader->loaded->DeviceHandle, &file_system_guid, (void **)&volume)) ||
	    EFI_ERROR(volume->OpenVolume(volume, &root)))
		return blob;
	if (!EFI_ERROR(root->Open(root, &file, (CHAR16 *)path, EFI_FILE_MODE_READ, 0))) {
		blob = read_file(loader, file);
		file->Close(file);
	}
	root->Close(root);
	return blob;
}

/* ---- our own image ---------------------------------------------------------------------------------- */

/* Where the header of a PE image says what is asked here; from "PE Format" of Microsoft. */
#define DOS_PE_OFFSET          0x3c
#define PE_BASE_RELOCATIONS    (24 + 112 + 5 * 8) /* address and size, in the optional header's directory */
#define BASE_RELOCATION_OF(e)  ((e) >> 12)
#define BASE_RELOCATION_AT(e)  ((e)&0xfff)
#define BASE_RELOCATION_64_BIT 10

/* Of a page; 16 bits for each word that holds an address follow. */
struct relocation_block {
	uint32_t page;
	uint32_t bytes; /* with these two */
	uint16_t entries[];
};

/* UEFI has relocated the image where it was loaded, so what is left to add is the distance to the copy. */
static void relocate(char *copy, uint64_t distance)
{
	const char *header = copy + *(const uint32_t *)(copy + DOS_PE_OFFSET);
	const uint32_t *directory = (const uint32_t *)(header + PE_BASE_RELOCATIONS);
	const char *at = copy + directory[0], *end = at + directory[1];

	while (at < end) {
		const struct relocation_block *block = (const struct relocation_block *)at;
		size_t count = (block->bytes - sizeof(*block)) / sizeof(block->entries[0]);

		for (size_t i = 0; i < count; i++)
			if (BASE_RELOCATION_OF(block->entries[i]) == BASE_RELOCATION_64_BIT)
				*(uint64_t *)(copy + block->page + BASE_RELOCATION_AT(block->entries[i])) += distance;
		at += block->bytes;
	}
}

uint64_t loader_copy_image(const struct loader *loader)
{
	size_t size = loader->loaded->ImageSize;
	char *copy = loader_reserve(loader, (size + PAGE_BYTES - 1) / PAGE_BYTES);
	uint64_t distance;

	if (!copy)
		return 0;
	distance = (uint64_t)(copy - (char *)loader->loaded->ImageBase);
	memcpy(copy, loader->loaded->ImageBase, size);
	relocate(copy, distance);
	return distance;
}

/* ---- discovery -------------------------------------------------------------------------------------- */

const char *loader_find_silicon(const struct loader *loader)
{
	const EFI_CONFIGURATION_TABLE *tables = loader->system->ConfigurationTable;

	for (UINTN i = 0; i < loader->system->NumberOfTableEntries; i++)
		if (!memcmp(&tables[i].VendorGuid, &table_guid, sizeof(table_guid)))
			return tables[i].VendorTable;
	return NULL;
}

bool loader_announce(const struct loader *loader, const char *banner)
{
	return !EFI_ERROR(loader->boot->InstallConfigurationTable(&table_guid, (void *)banner));
}
