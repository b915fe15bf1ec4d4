/* SPDX-License-Identifier: BSD-2-Clause */
/* The second image: the program to test. It runs as a guest from its first instruction on. */
#include "lib/memory.h"
#include "silicon/svm/guest.h"
#include "silicon/svm/log.h"
#include "silicon/svm/uefi.h"

static EFI_GUID loaded_image_guid = EFI_LOADED_IMAGE_PROTOCOL_GUID;

/* A device path for an image in memory, which LoadImage requires. */
struct memory_path {
	MEMMAP_DEVICE_PATH memory;
	EFI_DEVICE_PATH end;
} __attribute__((packed));

struct blob uefi_find_second(struct loader *loader)
{
	static const CHAR16 *const paths[] = {(const CHAR16 *)L"\\EFI\\BOOT\\UNCORK.EFI",
					      (const CHAR16 *)L"\\uncork\\uncork.efi"};
	struct blob image = {0};

	if (uefi_of(loader)->from_shell && uefi_of(loader)->shell_words < 2)
		return image;
	image = loader_fwcfg_file(loader, "opt/uncork/firmware");
	for (size_t i = 0; !image.at && i < ARRAY_SIZE(paths); i++)
		image = uefi_disk_file(loader, paths[i]);
	return image;
}

uint64_t uefi_start_second(struct loader *base, struct blob image)
{
	const struct uefi_loader *loader = uefi_of(base);
	const CHAR16 *options = loader->loaded->LoadOptions;
	size_t count = loader->loaded->LoadOptionsSize / sizeof(*options), at = 0;
	struct memory_path path = {
		.memory =
			{
				.Header = {HARDWARE_DEVICE_PATH, HW_MEMMAP_DP, {sizeof(path.memory), 0}},
				.MemoryType = EfiBootServicesData,
				.StartingAddress = (uintptr_t)image.at,
				.EndingAddress = (uintptr_t)image.at + image.size - 1,
			},
		.end = {END_DEVICE_PATH_TYPE, END_ENTIRE_DEVICE_PATH_SUBTYPE, {sizeof(path.end), 0}},
	};
	EFI_LOADED_IMAGE *child;
	EFI_HANDLE handle;
	EFI_STATUS status;

	status = loader->boot->LoadImage(FALSE, loader->image, (EFI_DEVICE_PATH *)&path, image.at, image.size, &handle);
	if (EFI_ERROR(status)) {
		log_line("log", "the second image (%zu bytes) cannot be loaded: status 0x%lx", image.size, status);
		return status;
	}
	status = loader->boot->HandleProtocol(handle, &loaded_image_guid, (void **)&child);
	if (EFI_ERROR(status))
		return status;
	/* Passes on the silicon's own options unchanged; from the shell, without the first word, the program's name. */
	if (loader->from_shell) {
		while (at < count && options[at] && options[at] != ' ')
			at++;
		while (at < count && options[at] == ' ')
			at++;
	}
	child->LoadOptions = (void *)(options + at);
	child->LoadOptionsSize = (UINT32)((count - at) * sizeof(*options));
	uefi_offer_initrd(base);
	child->DeviceHandle = loader->loaded->DeviceHandle;
	status = loader->boot->StartImage(handle, NULL, NULL);
	guest_call(GUEST_CALL_LEAVE);
	log_line("log", "the second image has returned 0x%lx", status);
	return status;
}
