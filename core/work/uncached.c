/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/work/work.h"

static const volatile uint32_t *device_of(const struct work *work)
{
	struct hw *hw = work->machine->hw;

	return hw->uncached ? hw->uncached(hw) : NULL;
}

static const char *refuse_uncached(const struct work *work)
{
	return device_of(work) ? NULL : "uncork knows no device register here that may be read";
}

/* Reads the event timer's capabilities: device registers are never cached. */
static bool run_uncached(struct work *work, uint64_t first, uint64_t count)
{
	const volatile uint32_t *device = device_of(work);
	uint64_t sum = 0;

	(void)first;
	while (count--)
		sum += *device;
	work->sum = sum;
	return true;
}

const struct work_kind work_uncached = {
	.name = "uncached",
	.unit = "read",
	.summary = "reads a device register (the HPET's capabilities)",
	.usual = 4096,
	.refuse = refuse_uncached,
	.run = run_uncached,
};
