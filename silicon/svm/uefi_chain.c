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

static struct memory_path path_of(struct blob image)
{
	struct memory_path path = {0};

	path.memory.Header.Type = HARDWARE_DEVICE_PATH;
	path.memory.Header.SubType = HW_MEMMAP_DP;
	path.memory.Header.Length[0] = sizeof(path.memory);
	path.memory.MemoryType = EfiBootServicesData;
	path.memory.StartingAddress = (uintptr_t)image.at;
	path.memory.EndingAddress = (uintptr_t)image.at + image.size - 1;
	path.end.Type = END_DEVICE_PATH_TYPE;
	path.end.SubType = END_ENTIRE_DEVICE_PATH_SUBTYPE;
	path.end.Length[0] = sizeof(path.end);
	return path;
}

/* Passes on the silicon's own options unchanged; from the shell, without the first word, the program's name. */
static void pass_options(const struct uefi_loader *loader, EFI_LOADED_IMAGE *child)
{
	const CHAR16 *options = loader->loaded->LoadOptions;
	size_t count = loader->loaded->LoadOptionsSize / sizeof(*options), at = 0;

	if (loader->from_shell) {
		while (at < count && options[at] && options[at] != ' ')
			at++;
		while (at < count && options[at] == ' ')
			at++;
	}
	child->LoadOptions = (void *)(options + at);
	child->LoadOptionsSize = (UINT32)((count - at) * sizeof(*options));
}

uint64_t uefi_start_second(struct loader *base, struct blob image)
{
	const struct uefi_loader *loader = uefi_of(base);
	struct memory_path path = path_of(image);
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
	pass_options(loader, child);
	uefi_offer_initrd(base);
	child->DeviceHandle = loader->loaded->DeviceHandle;
	status = loader->boot->StartImage(handle, NULL, NULL);
	guest_call(GUEST_CALL_LEAVE);
	log_line("log", "the second image has returned 0x%lx", status);
	return status;
}
