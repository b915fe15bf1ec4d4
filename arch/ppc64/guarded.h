/* SPDX-License-Identifier: BSD-2-Clause */
/* Accesses that may trap (guarded.S). Memory is big-endian. */
#ifndef ARCH_PPC64_GUARDED_H
#define ARCH_PPC64_GUARDED_H

#include "lib/basic.h"

struct guarded {
	uint64_t value;
	uint64_t trapped; /* 1: there is no value */
};

extern char guarded_start[], guarded_end[], guarded_trapped[];

/* `before` is the target register's value before the instruction. */
typedef struct guarded guarded_read(uint64_t before);

guarded_read guarded_read_dec, guarded_read_tb, guarded_read_pvr, guarded_read_lpcr, guarded_read_ldbar,
	guarded_read_hid0, guarded_read_pir;

struct guarded guarded_write_ldbar(uint64_t value);

struct guarded guarded_load8(uint64_t address);
struct guarded guarded_load16(uint64_t address);
struct guarded guarded_load32(uint64_t address);
struct guarded guarded_load64(uint64_t address);

struct guarded guarded_store8(uint64_t address, uint64_t unused, uint64_t value);
struct guarded guarded_store16(uint64_t address, uint64_t unused, uint64_t value);
struct guarded guarded_store32(uint64_t address, uint64_t unused, uint64_t value);
struct guarded guarded_store64(uint64_t address, uint64_t unused, uint64_t value);

#endif
