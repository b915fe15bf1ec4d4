/* SPDX-License-Identifier: BSD-2-Clause */
/* LDBAR made observable: QEMU ignores SPR 850, so the instructions that access it are replaced in the
 * firmware's code. Reading it becomes reading SPR 888, which QEMU stores. Writing it becomes a branch
 * to a stub that saves the registers that it needs, calls us, and branches back after the instruction: no register
 * changes, and interrupts stay off meanwhile. Loads that may trap call us by a stub of the same kind, so that the memory
 * that they read is up to date. The code must run where it was put. */
#ifndef SILICON_OPAL_PATCH_H
#define SILICON_OPAL_PATCH_H

#include "lib/basic.h"

enum {
	PATCH_STUB_WORDS = 32,
	PATCH_STUBS = 64,
	/* Where a thread's state is saved, at `areas` + PIR * PATCH_AREA_BYTES. */
	PATCH_AREA_BYTES = 512,
	PATCH_THREADS = 0x800
};

/* The places in that area. hook.S knows them by number. */
enum {
	PATCH_VALUE = 0, /* of the register that is written */
	PATCH_SITE = 8,  /* address of the instruction; PATCH_LOAD */
	PATCH_R11 = 16,
	PATCH_R12 = 24,
	PATCH_LR = 32,
	PATCH_MSR = 40
};

enum { PATCH_LOAD = 0 };

/* Memory for stubs, near the code. */
struct patch {
	bool little_endian; /* as the firmware is */
	uint64_t areas;     /* address, a multiple of 64 KiB below 2 GiB */
	uint64_t hook;      /* address of the code that stubs call */
	uint64_t stubs;     /* address of the memory */
	uint8_t *memory;    /* the same */
	unsigned used;      /* stubs */
	unsigned reads;     /* of the register that have been replaced */
};

/* Replaces the instructions in `bytes` of code that lie at `code` and run at `address`. False if there are
 * too many of them or the stubs are out of a branch's reach. */
MUST_CHECK bool patch_code(struct patch *patch, uint8_t *code, uint64_t bytes, uint64_t address);

/* Functions that load 64 bits and do nothing else (li 4,0; ldbrx 3,0,3; blr, in a little-endian firmware) call the hook first. A load
 * from `silent`, if that is not 0, ends in a machine check instead, with the state that is saved pointing to the load or, if `late`,
 * to where the function returns; if MSR[ME] is off the processor stops. False if there is no room. */
MUST_CHECK bool patch_loads(struct patch *patch, uint8_t *code, uint64_t bytes, uint64_t address, uint64_t silent,
			    bool late);

/* An instruction in memory, as the firmware's byte order has it. */
void patch_put_word(const struct patch *patch, uint8_t *at, uint32_t word);

#endif
