/* SPDX-License-Identifier: BSD-2-Clause */
/* A firmware whose drivers of file systems rename nothing. Each volume that appears is opened by way of us, and so is each file on it: it takes
 * all that a file takes, but no other name. */
#include <efi.h>

#include "lib/basic.h"

EFI_STATUS EFIAPI efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system);

static struct {
	EFI_BOOT_SERVICES *services;
	void *registration;
	/* What they were before us. OVMF has one driver, so that there is one of each. */
	EFI_SIMPLE_FILE_SYSTEM_PROTOCOL volume;
	EFI_FILE file;
} driver;

static EFI_STATUS EFIAPI open_file(EFI_FILE *directory, EFI_FILE **file, CHAR16 *name, UINT64 mode, UINT64 attributes);

/* To the port at which firmware of QEMU logs. */
static void log_line(const char *line)
{
	for (; *line; line++)
		__asm__ volatile("outb %0, %w1" : : "a"(*line), "d"(0x402));
}

static EFI_STATUS EFIAPI set_nothing(EFI_FILE *file, EFI_GUID *kind, UINTN size, void *information)
{
	(void)file;
	(void)kind;
	(void)size;
	(void)information;
	log_line("no_rename: refused\n");
	return EFI_ACCESS_DENIED;
}

static void take_file(EFI_FILE *file)
{
	file->Open = open_file;
	file->SetInfo = set_nothing;
}

static EFI_STATUS EFIAPI open_file(EFI_FILE *directory, EFI_FILE **file, CHAR16 *name, UINT64 mode, UINT64 attributes)
{
	EFI_STATUS status = driver.file.Open(directory, file, name, mode, attributes);

	if (!EFI_ERROR(status))
		take_file(*file);
	return status;
}

static EFI_STATUS EFIAPI open_volume(EFI_SIMPLE_FILE_SYSTEM_PROTOCOL *volume, EFI_FILE **root)
{
	EFI_STATUS status = driver.volume.OpenVolume(volume, root);

	if (!EFI_ERROR(status)) {
		driver.file = **root;
		take_file(*root);
	}
	return status;
}

static void EFIAPI take_volume(EFI_EVENT event, void *context)
{
	static EFI_GUID guid = EFI_SIMPLE_FILE_SYSTEM_PROTOCOL_GUID;
	EFI_SIMPLE_FILE_SYSTEM_PROTOCOL *volume;

	(void)event;
	(void)context;
	while (!EFI_ERROR(driver.services->LocateProtocol(&guid, driver.registration, (void **)&volume))) {
		driver.volume = *volume;
		volume->OpenVolume = open_volume;
	}
}

EFI_STATUS EFIAPI efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system)
{
	static EFI_GUID guid = EFI_SIMPLE_FILE_SYSTEM_PROTOCOL_GUID;
	EFI_STATUS status;
	EFI_EVENT event;

	(void)image;
	driver.services = system->BootServices;
	status = driver.services->CreateEvent(EVT_NOTIFY_SIGNAL, TPL_CALLBACK, take_volume, NULL, &event);
	if (EFI_ERROR(status))
		return status;
	return driver.services->RegisterProtocolNotify(&guid, event, &driver.registration);
}
