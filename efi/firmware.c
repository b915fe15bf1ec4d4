/* SPDX-License-Identifier: BSD-2-Clause */
#include "efi/firmware.h"

#include "lib/memory.h"

void *firmware_protocol(const struct firmware *firmware, EFI_HANDLE handle, EFI_GUID guid)
{
	void *interface = NULL; /* there is firmware that reports success and sets nothing */

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

const char *firmware_virtual_silicon(const struct firmware *firmware)
{
	static const EFI_GUID banner = {0x5f1c9a52, 0x3d0e, 0x4b7e, {0x9b, 0x64, 0x75, 0x6e, 0x63, 0x6f, 0x72, 0x6b}};

	return firmware_table(firmware, banner);
}
