/* SPDX-License-Identifier: BSD-2-Clause */
/* The initial RAM disk of a Linux kernel. The kernel's EFI stub looks for a device path with a single node, a vendor
 * medium with Linux's GUID, and copies the file through its LoadFile2 protocol (Linux,
 * Documentation/admin-guide/efi-stub.rst; UEFI specification 2.8, section 13.2). So no disk is needed. */
#include "lib/memory.h"
#include "silicon/svm/log.h"
#include "silicon/svm/uefi.h"

static EFI_GUID device_path_guid = EFI_DEVICE_PATH_PROTOCOL_GUID;
static EFI_GUID load_file_2_guid = {0x4006c0c1, 0xfcb3, 0x403e, {0x99, 0x6d, 0x4a, 0x6c, 0x87, 0x24, 0xe0, 0x6d}};

static struct {
	VENDOR_DEVICE_PATH vendor;
	EFI_DEVICE_PATH end;
} __attribute__((packed)) initrd_path = {
	.vendor = {.Header = {MEDIA_DEVICE_PATH, MEDIA_VENDOR_DP, {sizeof(VENDOR_DEVICE_PATH), 0}},
		   .Guid = {0x5568e427, 0x68fc, 0x4f3d, {0xac, 0x74, 0xca, 0x55, 0x52, 0x31, 0xcc, 0x68}}},
	.end = {END_DEVICE_PATH_TYPE, END_ENTIRE_DEVICE_PATH_SUBTYPE, {sizeof(EFI_DEVICE_PATH), 0}},
};

static struct blob initrd;

static EFI_STATUS EFIAPI load_initrd(EFI_LOAD_FILE_INTERFACE *self, EFI_DEVICE_PATH *path, BOOLEAN policy, UINTN *size,
				     void *buffer)
{
	UINTN given;

	(void)self;
	(void)path;
	if (policy)
		return EFI_UNSUPPORTED;
	if (!size)
		return EFI_INVALID_PARAMETER;
	given = *size;
	*size = initrd.size;
	if (!buffer || given < initrd.size)
		return EFI_BUFFER_TOO_SMALL;
	memcpy(buffer, initrd.at, initrd.size);
	return EFI_SUCCESS;
}

void uefi_offer_initrd(struct loader *loader)
{
	static EFI_LOAD_FILE_INTERFACE protocol;
	EFI_BOOT_SERVICES *boot = uefi_of(loader)->boot;
	EFI_HANDLE handle = NULL;

	initrd = loader_fwcfg_file(loader, "opt/uncork/initrd");
	if (!initrd.at)
		return;
	protocol.LoadFile = load_initrd;
	if (EFI_ERROR(boot->InstallProtocolInterface(&handle, &device_path_guid, EFI_NATIVE_INTERFACE, &initrd_path)) ||
	    EFI_ERROR(boot->InstallProtocolInterface(&handle, &load_file_2_guid, EFI_NATIVE_INTERFACE, &protocol)))
		log_line("log", "the initial RAM disk cannot be offered");
}
