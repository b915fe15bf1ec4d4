/* SPDX-License-Identifier: BSD-2-Clause */
/* The guarded instructions of arch/x86, each handed to one function of the test that includes this. */
#ifndef TESTS_UNIT_SUPPORT_GUARDED_PLAYED_H
#define TESTS_UNIT_SUPPORT_GUARDED_PLAYED_H

#include "arch/x86/access.h"

struct played {
	uint64_t address, value;
	unsigned width_bits;
	bool msr, write, counter;
};

static struct guarded play(struct played access);

#define PLAYED_WIDTH(bits)                                                                                       \
	struct guarded guarded_load##bits(uint64_t address)                                                      \
	{                                                                                                        \
		return play((struct played){.address = address, .width_bits = bits});                            \
	}                                                                                                        \
	struct guarded guarded_store##bits(uint64_t address, uint64_t value)                                     \
	{                                                                                                        \
		return play((struct played){                                                                     \
			.address = address, .value = (uint##bits##_t)value, .width_bits = bits, .write = true}); \
	}

PLAYED_WIDTH(8)
PLAYED_WIDTH(16)
PLAYED_WIDTH(32)
PLAYED_WIDTH(64)

struct guarded guarded_rdmsr(uint32_t msr)
{
	return play((struct played){.address = msr, .width_bits = 64, .msr = true});
}

struct guarded guarded_rdpmc(uint32_t counter)
{
	return play((struct played){.address = counter, .width_bits = 64, .counter = true});
}

struct guarded guarded_wrmsr(uint32_t msr, uint64_t value)
{
	return play((struct played){.address = msr, .value = value, .width_bits = 64, .msr = true, .write = true});
}

#endif
