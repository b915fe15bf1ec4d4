/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/firmware.h"

#include "lib/memory.h"
#include "lib/text.h"

void *firmware_protocol(const struct firmware *firmware, EFI_HANDLE handle, EFI_GUID guid)
{
	void *interface = NULL; /* some firmware reports success and sets nothing */

	if (!handle)
		return NULL;
	if (EFI_ERROR(firmware->services->HandleProtocol(handle, &guid, &interface)))
		return NULL;
	return interface;
}

const void *firmware_table(const struct firmware *firmware, EFI_GUID guid)
{
	const EFI_CONFIGURATION_TABLE *table = firmware->system->ConfigurationTable;

	for (UINTN i = 0; i < firmware->system->NumberOfTableEntries; i++)
		if (!memcmp(&table[i].VendorGuid, &guid, sizeof(guid)))
			return table[i].VendorTable;
	return NULL;
}

const void *firmware_rsdp(const struct firmware *firmware)
{
	const void *rsdp = firmware_table(firmware, (EFI_GUID)ACPI_20_TABLE_GUID);

	return rsdp ? rsdp : firmware_table(firmware, (EFI_GUID)ACPI_TABLE_GUID);
}

const void *firmware_smbios(const struct firmware *firmware)
{
	/* UEFI specification 2.10, 4.6.1: tables of 64 and of 32 bits. */
	static const EFI_GUID of_64_bits = {
		0xf2fd1544, 0x9794, 0x4a2c, {0x99, 0x2e, 0xe5, 0xbb, 0xcf, 0x20, 0xe3, 0x94}};
	static const EFI_GUID of_32_bits = {
		0xeb9d2d31, 0x2d88, 0x11d3, {0x9a, 0x16, 0x00, 0x90, 0x27, 0x3f, 0xc1, 0x4d}};
	const void *entry = firmware_table(firmware, of_64_bits);

	return entry ? entry : firmware_table(firmware, of_32_bits);
}

/* UEFI specification 2.10, 8.3: the ranges of EFI_TIME. A clock with an empty battery may give any values. */
static bool is_time(const EFI_TIME *time)
{
	return time->Year >= 1900 && time->Year <= 9999 && time->Month >= 1 && time->Month <= 12 && time->Day >= 1 &&
	       time->Day <= 31 && time->Hour <= 23 && time->Minute <= 59 && time->Second <= 59;
}

void firmware_time(const struct firmware *firmware, char time[BOARD_TIME])
{
	struct text text = text_over(time, BOARD_TIME);
	EFI_TIME now = {0};

	if (!EFI_ERROR(firmware->system->RuntimeServices->GetTime(&now, NULL)) && is_time(&now))
		text_format(&text, "%04u-%02u-%02uT%02u:%02u:%02u", now.Year, now.Month, now.Day, now.Hour, now.Minute,
			    now.Second);
}

/* UEFI specification 2.10, 7.1: WaitForEvent() may halt the processor, but is not allowed at all task priorities.
 * Stall() spins. */
void firmware_wait(const struct firmware *firmware, unsigned milliseconds)
{
	EFI_BOOT_SERVICES *services = firmware->services;
	EFI_EVENT timer;
	UINTN which;
	bool waited;

	if (EFI_ERROR(services->CreateEvent(EVT_TIMER, 0, NULL, NULL, &timer))) {
		services->Stall(milliseconds * 1000);
		return;
	}
	waited = !EFI_ERROR(services->SetTimer(timer, TimerRelative, milliseconds * 10000)) &&
		 !EFI_ERROR(services->WaitForEvent(1, &timer, &which));
	services->CloseEvent(timer);
	if (!waited)
		services->Stall(milliseconds * 1000);
}

const char *firmware_virtual_silicon(const struct firmware *firmware)
{
	static const EFI_GUID banner = {0x5f1c9a52, 0x3d0e, 0x4b7e, {0x9b, 0x64, 0x75, 0x6e, 0x63, 0x6f, 0x72, 0x6b}};

	return firmware_table(firmware, banner);
}
