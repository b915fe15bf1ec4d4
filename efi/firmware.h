/* SPDX-License-Identifier: BSD-2-Clause */
/* What the UEFI firmware gave us at our start. */
#ifndef EFI_FIRMWARE_H
#define EFI_FIRMWARE_H

#include <efi.h>

#include "core/hardware/board.h"
#include "lib/basic.h"

struct firmware {
	EFI_HANDLE image;
	EFI_SYSTEM_TABLE *system;
	EFI_BOOT_SERVICES *services;
	EFI_LOADED_IMAGE *loaded; /* where and from which device our image was loaded */
	bool from_shell;          /* the UEFI shell started us and waits for us to return */
};

/* The protocol interface of a handle, NULL if the handle has none. */
void *firmware_protocol(const struct firmware *firmware, EFI_HANDLE handle, EFI_GUID guid);

/* A table that the firmware or a program before us published; NULL if there is none. */
const void *firmware_table(const struct firmware *firmware, EFI_GUID guid);

/* The ACPI root pointer, of the newest revision there is; NULL without ACPI. */
const void *firmware_rsdp(const struct firmware *firmware);

/* The SMBIOS entry point, of 64 bits before of 32; NULL if there is none. */
const void *firmware_smbios(const struct firmware *firmware);

/* The firmware's date and time, as ISO 8601 has them without a zone; empty if it has none, or an impossible
 * one. */
void firmware_time(const struct firmware *firmware, char time[BOARD_TIME]);

/* Waits about `milliseconds`. The processor halts meanwhile if the firmware lets it. */
void firmware_wait(const struct firmware *firmware, unsigned milliseconds);

/* The banner of virtual silicon under this machine, NULL if there is none. */
const char *firmware_virtual_silicon(const struct firmware *firmware);

/* Where UEFI enters the firmware. */
EFI_STATUS EFIAPI efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system);

#endif
