/* SPDX-License-Identifier: BSD-2-Clause */
/* The UEFI side of loader.h. */
#ifndef SILICON_SVM_UEFI_H
#define SILICON_SVM_UEFI_H

#include <efi.h>

#include "silicon/svm/loader.h"

/* Under this GUID stands, in the system's configuration table, a pointer to the banner: zero-terminated
 * ASCII in reserved memory. It is how a program finds out that it runs on virtual silicon.
 * 5f1c9a52-3d0e-4b7e-9b64-756e636f726b; the last bytes spell "uncork". */
#define SILICON_TABLE_GUID                                             \
	{                                                              \
		0x5f1c9a52, 0x3d0e, 0x4b7e,                            \
		{                                                      \
			0x9b, 0x64, 0x75, 0x6e, 0x63, 0x6f, 0x72, 0x6b \
		}                                                      \
	}

struct uefi_loader {
	struct loader loader; /* first, so that it can be turned back into this */
	EFI_HANDLE image;
	EFI_SYSTEM_TABLE *system;
	EFI_BOOT_SERVICES *boot;
	EFI_LOADED_IMAGE *loaded;
	bool from_shell;
	unsigned shell_words; /* of the command line, the program's own name included */
};

static inline struct uefi_loader *uefi_of(const struct loader *loader)
{
	return (struct uefi_loader *)loader;
}

/* uefi.c: reads a file of the volume that we were started from, as loader_fwcfg_file does. */
struct blob uefi_disk_file(struct loader *loader, const CHAR16 *path);

/* uefi_copy.c: copies the running image to reserved memory, relocated, with the rights of its sections if the firmware
 * can give memory any, and returns how far away the copy is. 0 if there is no memory. */
uint64_t uefi_copy_image(struct uefi_loader *uefi);
/* Whether code at an address may be executed, by the page tables in use. */
bool uefi_may_execute(uint64_t address);

/* uefi_processors.c */
unsigned uefi_count_processors(struct loader *loader);
const char *uefi_place_processors(struct loader *loader, struct hypervisor *hypervisor);
bool uefi_launch_processors(struct loader *loader, struct hypervisor *hypervisor);

/* uefi_chain.c */
struct blob uefi_find_second(struct loader *loader);
uint64_t uefi_start_second(struct loader *loader, struct blob image);

/* uefi_initrd.c: offers the initial RAM disk that QEMU handed over, if any, to a Linux kernel. */
void uefi_offer_initrd(struct loader *loader);

#endif
