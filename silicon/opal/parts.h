/* SPDX-License-Identifier: BSD-2-Clause */
/* The silicon's input: the firmware alone, or an archive (cpio, "newc" format) with the firmware and perhaps a scenario and a
 * catalog. And the firmware's ELF headers. */
#ifndef SILICON_OPAL_PARTS_H
#define SILICON_OPAL_PARTS_H

#include "lib/parse.h"

/* Bytes in memory. */
struct part {
	const uint8_t *at; /* NULL: there is none */
	uint64_t bytes;
};

struct parts {
	struct part firmware, scenario, catalog;
};

/* Finds the parts of an input. An ELF file is the firmware; in an archive, the members "firmware", "scenario" and "catalog" count.
 * False if there is no firmware, or the archive is damaged. */
MUST_CHECK bool parts_open(struct parts *parts, struct part file);

enum { ELF_SEGMENTS = 8 };

/* The parts of the firmware's program headers that are needed: skiboot loads the whole file to one place and runs it there. */
struct elf {
	bool little_endian;
	uint64_t entry; /* offset in the file */
	struct {
		uint64_t offset, bytes; /* in the file */
	} code[ELF_SEGMENTS];           /* executable segments */
	unsigned codes;
};

/* Reads the headers. False if it is no ELF file for 64-bit PowerPC, is damaged, or has its entry in none of its segments. */
MUST_CHECK bool elf_open(struct elf *elf, struct part file);

#endif
