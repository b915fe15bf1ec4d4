/* SPDX-License-Identifier: BSD-2-Clause */
/* QEMU's firmware configuration device (QEMU documentation, "QEMU Firmware Configuration (fw_cfg) Device"): files given to the
 * machine on QEMU's command line. */
#ifndef SILICON_SVM_FWCFG_H
#define SILICON_SVM_FWCFG_H

#include "lib/basic.h"

#define FWCFG_ENTRY_BYTES 64

struct fwcfg_file {
	uint32_t size;
	uint16_t selector;
};

/* Parses one entry of the directory. False if its name is not `name`. */
MUST_CHECK bool fwcfg_parse_entry(const uint8_t entry[FWCFG_ENTRY_BYTES], const char *name, struct fwcfg_file *file);

/* Finds a file by name. False if there is no such file, or no such device. */
MUST_CHECK bool fwcfg_find(const char *name, struct fwcfg_file *file);

/* Reads the whole file into `to`, file->size bytes. */
void fwcfg_read(const struct fwcfg_file *file, void *to);

/* Returns the number of processors that the machine was started with; 0 if there is no such device. */
uint16_t fwcfg_processors(void);

#endif
