/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/selftest/uncore.h"

#include "silicon/selftest/processor.h"

struct source {
	volatile uint64_t left, done, armed, asked;
	uint32_t period;
	uint64_t cores;
	bool turns;
};

static struct source sources[MAX_SOCKETS];

/* After the last write, the next PMI may arrive, on another processor. */
static void arm(struct source *source)
{
	source->armed++;
	source->asked += count_bits(source->cores);
	msr_write(U_CTR, BIT(U_CTR_BITS) - source->period);
	msr_write(U_GLOBAL_CTL, U_CTL_FRZ_ALL | U_CTL_EN_ALL | U_CTL_EN | U_CTL_PMI_CORES(source->cores));
}

static void acknowledge(void)
{
	msr_write(U_GLOBAL_OVF_CTL, U_STATUS_OV_U | U_STATUS_PMI);
}

void uncore_start_many(uint32_t period, uint64_t cores, uint64_t more, bool turns)
{
	struct source *source = &sources[processor_self()->socket];

	msr_write(U_GLOBAL_CTL, 0);
	acknowledge();
	msr_write(U_EV_SEL, U_SEL_EN | U_SEL_PMI_EN | U_SEL_U2R_REQUESTS);
	source->period = period;
	source->cores = cores;
	source->left = more;
	source->turns = turns;
	arm(source);
}

void uncore_start(uint32_t period, uint64_t cores)
{
	uncore_start_many(period, cores, 0, false);
}

void uncore_continue(unsigned socket)
{
	struct source *source = &sources[socket];
	unsigned cores = machine.cores[socket];

	source->done++;
	if (!source->left)
		return;
	source->left--;
	if (source->turns)
		source->cores = (source->cores << 1 | source->cores >> (cores - 1)) & MASK(0, cores);
	acknowledge();
	arm(source);
}

void uncore_stop(void)
{
	msr_write(U_GLOBAL_CTL, 0);
	acknowledge();
	msr_write(U_EV_SEL, 0);
	msr_write(U_CTR, 0);
}

volatile uint64_t *uncore_done(unsigned socket)
{
	return &sources[socket].done;
}

uint64_t uncore_armed(void)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < MAX_SOCKETS; i++)
		sum += sources[i].armed;
	return sum;
}

uint64_t uncore_asked(void)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < MAX_SOCKETS; i++)
		sum += sources[i].asked;
	return sum;
}
