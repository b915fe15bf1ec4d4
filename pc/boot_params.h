/* SPDX-License-Identifier: BSD-2-Clause */
/* Data from a Linux boot loader (protocol.h): its own, and the BIOS's. Each value is checked before use, and damaged
 * ones count as missing. Pure: memory is read through a function. */
#ifndef PC_BOOT_PARAMS_H
#define PC_BOOT_PARAMS_H

#include "pc/loader_words.h"
#include "pc/memory_map.h"
#include "pc/protocol.h"

/* The page of boot parameters, or a copy. */
struct boot_params {
	uint8_t bytes[BOOT_PARAMETERS_BYTES];
};

struct boot_memory {
	/* Copies `bytes` from a physical address. Returns false if any of them is missing. */
	bool (*read)(void *context, uint64_t physical, void *to, size_t bytes);
	void *context;
};

/* Read and write a little-endian number of 1 to 8 bytes at an offset. */
uint64_t boot_field(const struct boot_params *params, unsigned offset, unsigned bytes);
void boot_set_field(struct boot_params *params, unsigned offset, unsigned bytes, uint64_t value);

/* Lists free memory: only memory that E820 calls usable, in whole pages from 1 MiB on and where CPUs start
 * (startup.h), without the loader's own parts: boot parameters (at `params_at`), initrd, command line and setup
 * data. */
void boot_free_memory(const struct boot_params *params, uint64_t params_at, const struct boot_memory *memory,
		      struct memory_map *map);

/* Reads an entry of E820: memory, or a reserved range. Returns false after the last one. A full table may have lost
 * entries. */
MUST_CHECK bool boot_memory_entry(const struct boot_params *params, unsigned index, struct memory_range *range,
				  bool *reserved);

/* Marks `bytes` bytes at `start` as used, for the program started next. Returns false if the table is full. */
MUST_CHECK bool boot_reserve(struct boot_params *params, uint64_t start, uint64_t bytes);

/* Reads the command line. `line` has room for COMMAND_LINE_MOST characters. */
MUST_CHECK enum boot_line boot_command_line(const struct boot_params *params, const struct boot_memory *memory,
					    struct text *line);

/* The initrd's range; 0 bytes if there is none. */
struct memory_range boot_initrd(const struct boot_params *params);

/* Finds the first node of a type in the list of setup data. Returns the physical address of its data, or 0 if there
 * is none; *bytes is the size that the node gives. */
uint64_t boot_setup_data(const struct boot_params *params, const struct boot_memory *memory, uint32_t type,
			 uint32_t *bytes);

/* Setup data of uncork's own type: virtual silicon below announces itself. The node's data are this number and the
 * banner, which ends with a zero. */
#define BOOT_SILICON_TYPE 0x756e636fu /* "unco" */

/* Physical address of the banner; 0 if there is none, or if it is damaged. */
uint64_t boot_silicon_banner(const struct boot_params *params, const struct boot_memory *memory);

/* A node in the list of setup data. */
struct boot_setup_data {
	uint64_t next;
	uint32_t type, bytes; /* of the data after the node */
};

#endif
