/* SPDX-License-Identifier: BSD-2-Clause */
/* Services of the program that loaded the hypervisor: those needed before the launch, and the start of the second image:
 * by UEFI (uefi.c) or by a boot loader of Linux (bios.c). */
#ifndef SILICON_SVM_LOADER_H
#define SILICON_SVM_LOADER_H

#include "lib/basic.h"

struct loader;
struct hypervisor;

/* Bytes in memory; at == NULL if there are none. */
struct blob {
	void *at;
	size_t size;
};

struct loader_kind {
	/* Prints one line where a user at the machine can read it. */
	void (*say)(const struct loader *loader, const char *line);

	/* Returns zeroed pages below 4 GiB that no other software will ever use. NULL if there are not as many. */
	void *(*reserve)(struct loader *loader, size_t pages);

	/* Memory until the second image runs. NULL if there is none. */
	void *(*allocate)(struct loader *loader, size_t size);

	/* The scenario that came with us, followed by a zero that `size` does not count. */
	struct blob (*scenario)(struct loader *loader);

	/* Publishes the banner, by which a program finds out that it runs on virtual silicon. */
	bool (*announce)(struct loader *loader, const char *banner);

	/* Returns the number of usable processors; 1 if it cannot be found out. */
	unsigned (*count_processors)(struct loader *loader);

	/* Gives each struct cpu its APIC id, socket and core. The boot processor, which must be the caller, comes
	 * first. NULL, or why that cannot be done. */
	const char *(*place_processors)(struct loader *loader, struct hypervisor *hypervisor);

	/* Makes all of them guests, the caller last. False if one did not start. */
	bool (*launch_processors)(struct loader *loader, struct hypervisor *hypervisor);

	/* The second image, the program that the machine is there for, if there is one; and its start, as guest from
	 * its first instruction on, with our own command line. Returns what it returns. */
	struct blob (*find_second)(struct loader *loader);
	uint64_t (*start_second)(struct loader *loader, struct blob image);

	bool returns;     /* the second image leaves the machine to a firmware */
	uint64_t refused; /* what to return if virtual silicon cannot start */
};

struct loader {
	const struct loader_kind *kind;
};

/* Reads a file handed over by QEMU; the bytes are followed by a zero that `size` does not count. */
struct blob loader_fwcfg_file(struct loader *loader, const char *name);

/* main.c: returns why this processor cannot run virtual silicon; NULL if it can. */
const char *silicon_why_not(void);

/* Does all of it; returns what the second image returned, or 0 without one. */
uint64_t silicon_start(struct loader *loader);

/* Says why virtual silicon does not start, on the log with this kind of line, and ends QEMU or returns. */
uint64_t silicon_refuse(const struct loader *loader, const char *kind, const char *reason);

/* Logs a second start, on a machine that already is virtual silicon; does nothing else. */
void silicon_tell(const struct loader *loader, const char *banner);

#endif
