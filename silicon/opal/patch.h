/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes accesses to LDBAR visible: QEMU ignores SPR 850, so the instructions that access it are replaced in the firmware's code. A
 * read becomes a read of SPR 888, which QEMU stores. A write becomes a branch to a stub, which saves the registers that it needs,
 * calls opal_hooked and branches back to the next instruction; it changes no register, and interrupts stay off meanwhile. Stubs of
 * the same kind make the loads that may trap call opal_hooked first, so that the memory that they read is up to date. The code must
 * run at the address where it was patched. */
#ifndef SILICON_OPAL_PATCH_H
#define SILICON_OPAL_PATCH_H

#include "lib/basic.h"

enum {
	PATCH_STUB_WORDS = 32,
	PATCH_STUBS = 64,
	/* Size of the area where a thread's state is saved: `areas` + PIR * PATCH_AREA_BYTES. */
	PATCH_AREA_BYTES = 512,
	PATCH_THREADS = 0x800
};

/* Offsets in that area. hook.S uses the same numbers. */
enum {
	PATCH_VALUE = 0, /* value that is written to LDBAR */
	PATCH_SITE = 8,  /* address of the instruction, or PATCH_LOAD */
	PATCH_R11 = 16,
	PATCH_R12 = 24,
	PATCH_LR = 32,
	PATCH_MSR = 40
};

enum { PATCH_LOAD = 0 };

/* State of the patching, with memory for stubs near the code. */
struct patch {
	bool little_endian; /* byte order of the firmware */
	uint64_t areas;     /* address of the threads' areas, a multiple of 64 KiB below 2 GiB */
	uint64_t hook;      /* address of the code that stubs call */
	uint64_t stubs;     /* address of the memory for stubs ... */
	uint8_t *memory;    /* ... and a pointer to it */
	unsigned used;      /* number of stubs */
	unsigned reads;     /* number of replaced reads of LDBAR */
};

/* Replaces accesses to LDBAR in `bytes` of code; `code` is their place in memory, `address` the address at which they run. False if
 * there are too many, or a stub is out of a branch's reach. */
MUST_CHECK bool patch_code(struct patch *patch, uint8_t *code, uint64_t bytes, uint64_t address);

/* Makes functions that only load 64 bits (li 4,0; ldbrx 3,0,3; blr, in a little-endian firmware) call the hook first. If `silent`
 * is not 0, a load from that address ends in a machine check instead. The saved address is then that of the load or, if `late`, the
 * function's return address. With MSR[ME] clear the processor stops. False as for patch_code(). */
MUST_CHECK bool patch_loads(struct patch *patch, uint8_t *code, uint64_t bytes, uint64_t address, uint64_t silent,
			    bool late);

/* Stores an instruction in the firmware's byte order. */
void patch_put_word(const struct patch *patch, uint8_t *at, uint32_t word);

#endif
