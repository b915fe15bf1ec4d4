/* SPDX-License-Identifier: BSD-2-Clause */
/* A firmware without MP services, as some boards have it: takes the protocol away and returns. Started by the shell, which gives it a command
 * line, it keeps what is free below 4 GiB, but for pieces, so that programs are loaded above; as a device's ROM it does not, since the
 * firmware's drivers need such memory. */
#include <efi.h>

#include "lib/basic.h"

#define BELOW_4_GIB UINT64_C(0xffffffff)
#define LARGEST     (UINT64_C(1) << 31)
#define PIECE       (UINT64_C(1) << 20) /* uncork.efi is larger */

EFI_STATUS EFIAPI efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system);

static bool has_command_line(EFI_HANDLE image, EFI_BOOT_SERVICES *services)
{
	static EFI_GUID guid = EFI_LOADED_IMAGE_PROTOCOL_GUID;
	void *loaded;

	return !EFI_ERROR(services->HandleProtocol(image, &guid, &loaded)) &&
	       ((EFI_LOADED_IMAGE *)loaded)->LoadOptionsSize;
}

static void keep_low_memory(EFI_BOOT_SERVICES *services)
{
	for (uint64_t bytes = LARGEST; bytes >= PIECE; bytes /= 2) {
		EFI_PHYSICAL_ADDRESS at;

		do
			at = BELOW_4_GIB;
		while (!EFI_ERROR(services->AllocatePages(AllocateMaxAddress, EfiBootServicesData,
							  EFI_SIZE_TO_PAGES(bytes), &at)));
	}
}

EFI_STATUS EFIAPI efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system)
{
	static EFI_GUID guid = {0x3fdda605, 0xa76e, 0x4f46, {0xad, 0x29, 0x12, 0xf4, 0x53, 0x1b, 0x3d, 0x08}};
	EFI_BOOT_SERVICES *services = system->BootServices;
	EFI_HANDLE *handles;
	EFI_STATUS status;
	void *protocol;
	UINTN count;

	status = services->LocateHandleBuffer(ByProtocol, &guid, NULL, &count, &handles);
	for (UINTN i = 0; !EFI_ERROR(status) && i < count; i++) {
		status = services->HandleProtocol(handles[i], &guid, &protocol);
		if (!EFI_ERROR(status))
			status = services->UninstallProtocolInterface(handles[i], &guid, protocol);
	}
	if (has_command_line(image, services))
		keep_low_memory(services);
	return status;
}
