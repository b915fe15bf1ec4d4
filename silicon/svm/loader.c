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
