/* SPDX-License-Identifier: BSD-2-Clause */
/* The implementation of loader.h for UEFI. */
#ifndef SILICON_SVM_UEFI_H
#define SILICON_SVM_UEFI_H

#include <efi.h>

#include "silicon/svm/loader.h"

/* GUID, in UEFI's configuration table, of the pointer to the banner: zero-terminated ASCII in reserved memory. Programs look for it
 * to find out that they run on virtual silicon. 5f1c9a52-3d0e-4b7e-9b64-756e636f726b; the last bytes spell "uncork". */
#define SILICON_TABLE_GUID                                             \
	{                                                              \
		0x5f1c9a52, 0x3d0e, 0x4b7e,                            \
		{                                                      \
			0x9b, 0x64, 0x75, 0x6e, 0x63, 0x6f, 0x72, 0x6b \
		}                                                      \
	}

struct uefi_loader {
	struct loader loader; /* must be first: uefi_of casts it */
	EFI_HANDLE image;
	EFI_SYSTEM_TABLE *system;
	EFI_BOOT_SERVICES *boot;
	EFI_LOADED_IMAGE *loaded;
	bool from_shell;
	unsigned shell_words; /* words of the command line, the program's own name included */
};

static inline struct uefi_loader *uefi_of(const struct loader *loader)
{
	return (struct uefi_loader *)loader;
}

/* uefi.c: reads a file of the volume that the silicon was started from, like loader_fwcfg_file(). */
struct blob uefi_disk_file(struct loader *loader, const CHAR16 *path);

/* uefi_copy.c: copies the running image to reserved memory and relocates the copy. Gives its sections their access rights if the
 * firmware has the protocol for that. Returns the distance from the image to the copy; 0 if there is no memory. */
uint64_t uefi_copy_image(struct uefi_loader *uefi);
/* True if the current page tables allow execution at an address. */
bool uefi_may_execute(uint64_t address);

/* uefi_processors.c */
unsigned uefi_count_processors(struct loader *loader);
const char *uefi_place_processors(struct loader *loader, struct hypervisor *hypervisor);
bool uefi_launch_processors(struct loader *loader, struct hypervisor *hypervisor);

/* uefi_chain.c */
struct blob uefi_find_second(struct loader *loader);
uint64_t uefi_start_second(struct loader *loader, struct blob image);

/* uefi_initrd.c: offers the initial RAM disk from QEMU, if there is one, to a Linux kernel. */
void uefi_offer_initrd(struct loader *loader);

#endif
