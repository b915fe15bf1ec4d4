/* SPDX-License-Identifier: BSD-2-Clause */
/* Services of the program that loaded the hypervisor: those needed before the launch, and the start of the second image. uefi.c
 * implements them for UEFI, bios.c for a boot loader of Linux. */
#ifndef SILICON_SVM_LOADER_H
#define SILICON_SVM_LOADER_H

#include "lib/basic.h"

struct loader;
struct hypervisor;

/* Bytes in memory; `at` is NULL if there are none. */
struct blob {
	void *at;
	size_t size;
};

struct loader_kind {
	/* Prints one line where a user at the machine can read it. */
	void (*say)(const struct loader *loader, const char *line);

	/* Returns zeroed pages below 4 GiB that no other software will ever use; NULL if there are not enough. */
	void *(*reserve)(struct loader *loader, size_t pages);

	/* Returns memory that stays valid until the second image runs; NULL if there is none. */
	void *(*allocate)(struct loader *loader, size_t size);

	/* Returns the scenario that was loaded with the silicon, followed by a zero that `size` does not count. */
	struct blob (*scenario)(struct loader *loader);

	/* Publishes the banner, which tells programs that they run on virtual silicon. False if that fails. */
	bool (*announce)(struct loader *loader, const char *banner);

	/* Returns the number of usable processors; 1 if it is unknown. */
	unsigned (*count_processors)(struct loader *loader);

	/* Sets APIC ID and socket of each struct cpu. Call it on the boot processor, which comes first. Returns NULL, or the reason
	 * why it failed. */
	const char *(*place_processors)(struct loader *loader, struct hypervisor *hypervisor);

	/* Makes all processors guests, the calling one last. False if one did not start. */
	bool (*launch_processors)(struct loader *loader, struct hypervisor *hypervisor);

	/* find_second returns the second image, the program to run on the virtual silicon; `at` NULL: none. start_second runs it as
	 * a guest from its first instruction on, with the silicon's own command line, and returns its return value. */
	struct blob (*find_second)(struct loader *loader);
	uint64_t (*start_second)(struct loader *loader, struct blob image);

	bool returns;     /* the second image returns the machine to firmware */
	uint64_t refused; /* return value if virtual silicon cannot start */
};

struct loader {
	const struct loader_kind *kind;
};

/* Reads a file from QEMU's firmware configuration device; the bytes are followed by a zero that `size` does not count. */
struct blob loader_fwcfg_file(struct loader *loader, const char *name);

/* main.c: the reason why this processor cannot run virtual silicon; NULL: it can. */
const char *silicon_why_not(void);

/* Builds the virtual machine, makes all processors its guests and runs the second image, if there is one. Returns that image's
 * return value, else 0; or loader_kind.refused, after silicon_refuse. */
uint64_t silicon_start(struct loader *loader);

/* Logs and prints the reason why virtual silicon does not start; `kind` is the kind of the log line. Ends QEMU, or returns
 * loader_kind.refused. */
uint64_t silicon_refuse(const struct loader *loader, const char *kind, const char *reason);

/* Handles a start on a machine that already runs virtual silicon: prints its banner, and has its statistics logged. */
void silicon_report_running(const struct loader *loader, const char *banner);

#endif
