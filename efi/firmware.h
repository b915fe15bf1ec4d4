/* SPDX-License-Identifier: BSD-2-Clause */
/* The UEFI firmware, as it started uncork. */
#ifndef EFI_FIRMWARE_H
#define EFI_FIRMWARE_H

#include <efi.h>

#include "core/hardware/board.h"
#include "lib/basic.h"

struct firmware {
	EFI_HANDLE image;
	EFI_SYSTEM_TABLE *system;
	EFI_BOOT_SERVICES *services;
	EFI_LOADED_IMAGE *loaded; /* address and device of uncork's image */
	bool from_shell;          /* a UEFI shell started uncork and waits for its return */
};

/* Protocol interface of a handle; NULL if the handle has none. */
void *firmware_protocol(const struct firmware *firmware, EFI_HANDLE handle, EFI_GUID guid);

/* Table published by the firmware or an earlier program; NULL if there is none. */
const void *firmware_table(const struct firmware *firmware, EFI_GUID guid);

/* ACPI root pointer of the newest revision; NULL without ACPI. */
const void *firmware_rsdp(const struct firmware *firmware);

/* SMBIOS entry point, 64-bit before 32-bit; NULL if there is none. */
const void *firmware_smbios(const struct firmware *firmware);

/* The firmware's date and time, as in ISO 8601 without a zone; empty if there is none, or an impossible one. */
void firmware_time(const struct firmware *firmware, char time[BOARD_TIME]);

/* Waits about `milliseconds`. The processor halts meanwhile if the firmware allows it. */
void firmware_wait(const struct firmware *firmware, unsigned milliseconds);

/* Banner of virtual silicon under this machine; NULL if there is none. */
const char *firmware_virtual_silicon(const struct firmware *firmware);

/* Entry point for UEFI. */
EFI_STATUS EFIAPI efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *system);

#endif
