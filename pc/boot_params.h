/* SPDX-License-Identifier: BSD-2-Clause */
/* Data that a boot loader of Linux hands over (protocol.h), from itself and from the BIOS: each value
 * is checked before it is used, and what is damaged counts as missing. Pure: memory is read through a function. */
#ifndef PC_BOOT_PARAMS_H
#define PC_BOOT_PARAMS_H

#include "pc/loader_words.h"
#include "pc/memory_map.h"
#include "pc/protocol.h"

/* The page, as it was handed over or a copy of it. */
struct boot_params {
	uint8_t bytes[BOOT_PARAMETERS_BYTES];
};

struct boot_memory {
	/* Copies `bytes` from a physical address; false if any of them is not there. */
	bool (*read)(void *context, uint64_t physical, void *to, size_t bytes);
	void *context;
};

/* A little-endian number of 1 to 8 bytes at an offset; and back. */
uint64_t boot_field(const struct boot_params *params, unsigned offset, unsigned bytes);
void boot_set_field(struct boot_params *params, unsigned offset, unsigned bytes, uint64_t value);

/* Memory that is free: what E820 calls usable and nothing else, in whole pages from 1 MiB on and where processors start (startup.h), without
 * the loader's own parts: boot parameters, which are at `params_at`, initrd, command line and setup data. */
void boot_free_memory(const struct boot_params *params, uint64_t params_at, const struct boot_memory *memory,
		      struct memory_map *map);

/* What E820 has an entry for, memory or kept for something; false after the last. The table may have lost entries if it is full. */
MUST_CHECK bool boot_memory_entry(const struct boot_params *params, unsigned index, struct memory_range *range,
				  bool *reserved);

/* Marks `bytes` bytes at `start` as in use for the program started next. False if the table is full. */
MUST_CHECK bool boot_reserve(struct boot_params *params, uint64_t start, uint64_t bytes);

/* The command line, as it was handed over. `line` has room for COMMAND_LINE_MOST characters. */
MUST_CHECK enum boot_line boot_command_line(const struct boot_params *params, const struct boot_memory *memory,
					    struct text *line);

/* The initrd's range; 0 bytes if there is none. */
struct memory_range boot_initrd(const struct boot_params *params);

/* The physical address of the data of the first node of a type in the list of setup data, and how many bytes the node says
 * it has; 0 if there is none. */
uint64_t boot_setup_data(const struct boot_params *params, const struct boot_memory *memory, uint32_t type,
			 uint32_t *bytes);

/* Setup data of a kind of our own: virtual silicon below says so. The node's data are this, and the banner, which
 * ends with a zero. */
#define BOOT_SILICON_TYPE 0x756e636fu /* "unco" */

/* The physical address of the banner; 0 if there is none, or it is not whole. */
uint64_t boot_silicon_banner(const struct boot_params *params, const struct boot_memory *memory);

/* A node of the list that the boot parameters name. */
struct boot_setup_data {
	uint64_t next;
	uint32_t type, bytes; /* of what follows */
};

#endif
