/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/ppc64/cpu.h"

#include "arch/ppc64/guarded.h"
#include "core/hardware/clock.h"

#define TIMEBASE_USUAL 512000000

static struct clock clock = {.ticks_per_second = 0};

void cpu_set_timebase(uint64_t hertz)
{
	clock = clock_of(hertz ? hertz : TIMEBASE_USUAL);
}

uint64_t cpu_now_ns(void)
{
	if (!clock.ticks_per_second)
		cpu_set_timebase(TIMEBASE_USUAL);
	return clock_ns(&clock, cpu_ticks());
}

void cpu_pause_ns(uint64_t ns)
{
	uint64_t end = cpu_now_ns() + ns;

	while (cpu_now_ns() < end)
		cpu_relax();
}

static const struct {
	unsigned number;
	guarded_read *read;
} readable[] = {
	{SPR_DEC, guarded_read_dec},   {SPR_TB, guarded_read_tb},       {SPR_PVR, guarded_read_pvr},
	{SPR_LPCR, guarded_read_lpcr}, {SPR_LDBAR, guarded_read_ldbar}, {SPR_HID0, guarded_read_hid0},
	{SPR_PIR, guarded_read_pir},
};

bool cpu_try_read_spr(unsigned number, uint64_t *value)
{
	for (unsigned i = 0; i < ARRAY_SIZE(readable); i++) {
		struct guarded first, second;

		if (readable[i].number != number)
			continue;
		/* Two different values are in the target register: a value that stays as it was has not been read. */
		first = readable[i].read(0);
		second = readable[i].read(~UINT64_C(0));
		if (first.trapped || second.trapped || (first.value == 0 && second.value == ~UINT64_C(0)))
			return false;
		*value = second.value;
		return true;
	}
	return false;
}

bool cpu_try_write_spr(unsigned number, uint64_t value)
{
	return number == SPR_LDBAR && !guarded_write_ldbar(value).trapped;
}

bool cpu_try_load(uint64_t address, unsigned bytes, uint64_t *value)
{
	struct guarded loaded;

	switch (bytes) {
	case 1: loaded = guarded_load8(address); break;
	case 2: loaded = guarded_load16(address); break;
	case 4: loaded = guarded_load32(address); break;
	default: loaded = guarded_load64(address); break;
	}
	/* Loads may be executed out of order, but words that are compared, such as update counts, must be read in
	 * order. */
	asm volatile("lwsync" : : : "memory");
	if (loaded.trapped)
		return false;
	*value = loaded.value;
	return true;
}

bool cpu_try_store(uint64_t address, unsigned bytes, uint64_t value)
{
	switch (bytes) {
	case 1: return !guarded_store8(address, 0, value).trapped;
	case 2: return !guarded_store16(address, 0, value).trapped;
	case 4: return !guarded_store32(address, 0, value).trapped;
	default: return !guarded_store64(address, 0, value).trapped;
	}
}
