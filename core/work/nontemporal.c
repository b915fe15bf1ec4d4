/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/work/work.h"

#define WORDS (WORK_LINE_BYTES / 8)

#if defined(__x86_64__)
static const char *refuse_nontemporal(const struct work *work)
{
	(void)work;
	return NULL;
}

/* All of a line, so that nothing of it need be read. */
static bool run_nontemporal(struct work *work, uint64_t first, uint64_t count)
{
	(void)first;
	while (count--) {
		volatile uint64_t *line = work_line(work, work_next_page(work));

		for (unsigned i = 0; i < WORDS; i++)
			__asm__ volatile("movnti %1, %0" : "=m"(line[i]) : "r"(UINT64_C(0)));
	}
	__asm__ volatile("sfence" : : : "memory");
	return true;
}
#else
static const char *refuse_nontemporal(const struct work *work)
{
	(void)work;
	return "this processor has no non-temporal stores";
}

static bool run_nontemporal(struct work *work, uint64_t first, uint64_t count)
{
	(void)work;
	(void)first;
	return !count;
}
#endif

const struct work_kind work_nontemporal = {
	.name = "nontemporal",
	.unit = "line",
	.summary = "writes whole lines, bypassing the caches",
	.usual = 16384,
	.home = WORK_OWN,
	.pages = 1,
	.writes = 1,
	.refuse = refuse_nontemporal,
	.run = run_nontemporal,
};
