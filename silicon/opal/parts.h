/* SPDX-License-Identifier: BSD-2-Clause */
/* The input of the silicon: an archive (cpio, the "newc" form) whose members are the
 * firmware, the scenario and perhaps a catalog; or the firmware alone. And the firmware's ELF headers. */
#ifndef SILICON_OPAL_PARTS_H
#define SILICON_OPAL_PARTS_H

#include "lib/parse.h"

/* Bytes somewhere in memory. */
struct part {
	const uint8_t *at; /* NULL: there is none */
	uint64_t bytes;
};

struct parts {
	struct part firmware, scenario, catalog;
};

/* Takes an archive apart. Something that begins like an ELF file is the firmware. False if it is neither,
 * or has no firmware. Members of other names do not matter. */
MUST_CHECK bool parts_open(struct parts *parts, struct part file);

enum { ELF_SEGMENTS = 8 };

/* The firmware's program headers, as far as they matter: skiboot puts the whole file into memory and runs
 * it there. */
struct elf {
	bool little_endian;
	uint64_t entry; /* from the start of the file */
	struct {
		uint64_t offset, bytes; /* in the file */
	} code[ELF_SEGMENTS];           /* executable segments */
	unsigned codes;
};

/* False if that is no ELF file for 64-bit PowerPC, or its entry lies in none of its segments. */
MUST_CHECK bool elf_open(struct elf *elf, struct part file);

#endif
