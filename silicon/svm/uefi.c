/* SPDX-License-Identifier: BSD-2-Clause */
/* Entry from UEFI: copies the image to reserved memory, makes the machine a guest, and starts the second image or returns. */
#include "silicon/svm/uefi.h"

#include "lib/memory.h"
#include "silicon/svm/guest.h"
#include "silicon/svm/log.h"
#include "silicon/svm/svm.h"

#define BELOW_4_GIB UINT64_C(0xffffffff)
#define MOST_BYTES  (64u << 20) /* of a file */

EFI_STATUS EFIAPI efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system);

static EFI_GUID table_guid = SILICON_TABLE_GUID;
static EFI_GUID loaded_image_guid = EFI_LOADED_IMAGE_PROTOCOL_GUID;
static EFI_GUID file_system_guid = EFI_SIMPLE_FILE_SYSTEM_PROTOCOL_GUID;
/* EFI_SHELL_PARAMETERS_PROTOCOL of the UEFI shell specification 2.2. */
static EFI_GUID shell_guid = {0x752f3136, 0x4e16, 0x4fdc, {0xa2, 0x2a, 0xe5, 0xf4, 0x68, 0x12, 0xf4, 0xca}};
struct shell_parameters {
	CHAR16 **words;
	UINTN count;
};

static void say(const struct loader *loader, const char *line)
{
	SIMPLE_TEXT_OUTPUT_INTERFACE *console = uefi_of(loader)->system->ConOut;
	CHAR16 wide[2] = {0};

	for (; *line; line++) {
		wide[0] = (CHAR16)*line;
		console->OutputString(console, wide);
	}
	console->OutputString(console, (CHAR16 *)L"\r\n");
}

static void *reserve(struct loader *loader, size_t pages)
{
	EFI_PHYSICAL_ADDRESS at = BELOW_4_GIB;

	if (EFI_ERROR(uefi_of(loader)->boot->AllocatePages(AllocateMaxAddress, EfiReservedMemoryType, pages, &at)))
		return NULL;
	memset((void *)(uintptr_t)at, 0, pages * PAGE_BYTES);
	return (void *)(uintptr_t)at;
}

/* ---- files ------------------------------------------------------------------------------------------ */

static void *allocate(struct loader *loader, size_t size)
{
	void *at;

	if (EFI_ERROR(uefi_of(loader)->boot->AllocatePool(EfiBootServicesData, size, &at)))
		return NULL;
	return at;
}

/* Reads a whole open file. Seeking to the end gives the size without EFI_FILE_INFO. */
static struct blob read_file(struct loader *loader, EFI_FILE_HANDLE file)
{
	UINT64 end = 0;
	UINTN size;
	void *at;

	if (EFI_ERROR(file->SetPosition(file, UINT64_MAX)) || EFI_ERROR(file->GetPosition(file, &end)) ||
	    EFI_ERROR(file->SetPosition(file, 0)))
		return (struct blob){0};
	size = end;
	at = end < MOST_BYTES ? allocate(loader, size + 1) : NULL;
	if (!at || EFI_ERROR(file->Read(file, &size, at)) || size != end)
		return (struct blob){0};
	((char *)at)[size] = 0;
	return (struct blob){at, size};
}

struct blob uefi_disk_file(struct loader *loader, const CHAR16 *path)
{
	const struct uefi_loader *uefi = uefi_of(loader);
	EFI_FILE_IO_INTERFACE *volume;
	EFI_FILE_HANDLE root, file;
	struct blob blob = {0};

	if (EFI_ERROR(uefi->boot->HandleProtocol(uefi->loaded->DeviceHandle, &file_system_guid, (void **)&volume)) ||
	    EFI_ERROR(volume->OpenVolume(volume, &root)))
		return blob;
	if (!EFI_ERROR(root->Open(root, &file, (CHAR16 *)path, EFI_FILE_MODE_READ, 0))) {
		blob = read_file(loader, file);
		file->Close(file);
	}
	root->Close(root);
	return blob;
}

static struct blob find_scenario(struct loader *loader)
{
	return uefi_disk_file(loader, (const CHAR16 *)L"\\uncork\\scenario.txt");
}

/* ---- discovery -------------------------------------------------------------------------------------- */

static bool announce(struct loader *loader, const char *banner)
{
	return !EFI_ERROR(uefi_of(loader)->boot->InstallConfigurationTable(&table_guid, (void *)banner));
}

/* ---- start ------------------------------------------------------------------------------------------ */

static const struct loader_kind kind = {
	.say = say,
	.reserve = reserve,
	.allocate = allocate,
	.scenario = find_scenario,
	.announce = announce,
	.count_processors = uefi_count_processors,
	.place_processors = uefi_place_processors,
	.launch_processors = uefi_launch_processors,
	.find_second = uefi_find_second,
	.start_second = uefi_start_second,
	.returns = true,
	.refused = EFI_UNSUPPORTED,
};

/* Runs in the copy of the image. */
static EFI_STATUS start(struct uefi_loader *uefi)
{
	uefi->loader.kind = &kind;
	return silicon_start(&uefi->loader);
}

EFI_STATUS EFIAPI efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system)
{
	struct uefi_loader uefi = {.loader = {&kind}, .image = image, .system = system, .boot = system->BootServices};
	const EFI_CONFIGURATION_TABLE *tables;
	struct shell_parameters *shell;
	const char *reason;
	uint64_t distance;
	EFI_STATUS (*start_copy)(struct uefi_loader *);

	if (EFI_ERROR(uefi.boot->HandleProtocol(image, &loaded_image_guid, (void **)&uefi.loaded)))
		return EFI_LOAD_ERROR;
	if (!EFI_ERROR(uefi.boot->HandleProtocol(image, &shell_guid, (void **)&shell))) {
		uefi.from_shell = true;
		uefi.shell_words = (unsigned)shell->count;
	}

	/* The silicon that runs already has left its banner. */
	tables = system->ConfigurationTable;
	for (UINTN i = 0; i < system->NumberOfTableEntries; i++) {
		if (memcmp(&tables[i].VendorGuid, &table_guid, sizeof(table_guid)) || !tables[i].VendorTable)
			continue;
		silicon_report_running(&uefi.loader, tables[i].VendorTable);
		return EFI_SUCCESS;
	}
	reason = silicon_why_not();
	if (reason)
		return silicon_refuse(&uefi.loader, "assert", reason);
	distance = uefi_copy_image(&uefi);
	if (!distance)
		return silicon_refuse(&uefi.loader, "assert", "out of memory");
	start_copy = (__typeof__(start_copy))((uintptr_t)start + distance);
	if (!uefi_may_execute((uintptr_t)start_copy))
		return silicon_refuse(&uefi.loader, "assert", "the firmware does not allow copied code to be executed");
	return start_copy(&uefi);
}
