/* SPDX-License-Identifier: BSD-2-Clause */
/* The UEFI side: what the hypervisor needs of boot services before it launches, and starting the second
 * image afterwards. */
#ifndef SILICON_SVM_LOADER_H
#define SILICON_SVM_LOADER_H

#include <efi.h>

#include "lib/basic.h"

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

struct loader {
	EFI_HANDLE image;
	EFI_SYSTEM_TABLE *system;
	EFI_BOOT_SERVICES *boot;
	EFI_LOADED_IMAGE *loaded;
	bool from_shell;
	unsigned shell_words; /* of the command line, the program's own name included */
};

/* Bytes in memory; at == NULL if there are none. */
struct blob {
	void *at;
	size_t size;
};

MUST_CHECK bool loader_open(struct loader *loader, EFI_HANDLE image, EFI_SYSTEM_TABLE *system);

/* One line on the firmware's console. */
void loader_say(const struct loader *loader, const char *line);

/* Zeroed pages below 4 GiB that no operating system will ever use. NULL if there are not as many. */
void *loader_reserve(const struct loader *loader, size_t pages);

/* Reads a file handed over by QEMU, or one of the volume that we were started from. The memory is boot
 * services data; the bytes are followed by a zero that `size` does not count. */
struct blob loader_fwcfg_file(const struct loader *loader, const char *name);
struct blob loader_disk_file(const struct loader *loader, const CHAR16 *path);

/* copy.c: copies the running image to reserved memory, relocated, with the rights of its sections if the firmware can
 * give memory any, and returns how far away the copy is. 0 if there is no memory. */
uint64_t loader_copy_image(const struct loader *loader);
/* Whether code at an address may be executed, by the page tables in use. */
bool loader_may_execute(uint64_t address);

/* The banner of the silicon that is there already, or NULL. */
const char *loader_find_silicon(const struct loader *loader);
MUST_CHECK bool loader_announce(const struct loader *loader, const char *banner);

/* chain.c: the second image to start, if there is one. */
struct blob chain_find(const struct loader *loader);
/* Starts it with our own options and returns what it returns. */
EFI_STATUS chain_start(const struct loader *loader, struct blob image);

/* initrd.c: offers the initial RAM disk that QEMU handed over, if any, to a Linux kernel. */
void initrd_offer(const struct loader *loader);

#endif
