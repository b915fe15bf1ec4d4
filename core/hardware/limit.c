/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/limit.h"

#include "core/hardware/machine.h"

#define NS_PER_SECOND UINT64_C(1000000000)

static struct {
	uint32_t seconds;
	uint64_t end_ns;
	bool said;
	uint32_t cpus;
} limit;

void limit_set(struct hw *hw, uint32_t seconds)
{
	limit.seconds = seconds;
	limit.end_ns = seconds ? hw->now_ns(hw) + seconds * NS_PER_SECOND : 0;
	limit.said = false;
}

uint32_t limit_seconds(void)
{
	return limit.seconds;
}

bool limit_is_over(struct hw *hw)
{
	return limit.seconds && !hw->planned && hw->now_ns(hw) >= limit.end_ns;
}

bool limit_is_news(struct hw *hw)
{
	if (limit.said || !limit_is_over(hw))
		return false;
	limit.said = true;
	return true;
}

void limit_set_cpus(uint32_t count)
{
	limit.cpus = count;
}

uint32_t limit_cpus(void)
{
	return limit.cpus;
}

static bool uses_socket(const struct cpu *cpus, uint16_t count, uint16_t socket)
{
	for (uint16_t i = 0; i < count; i++)
		if (cpus[i].socket == socket && !cpus[i].left_alone)
			return true;
	return false;
}

void limit_choose_cpus(struct cpu *cpus, uint16_t count)
{
	uint32_t more = limit.cpus ? limit.cpus - 1 : count;

	for (uint16_t i = 0; i < count; i++)
		cpus[i].left_alone = !cpus[i].bootstrap;
	for (unsigned first_of_socket = 2; first_of_socket--;)
		for (uint16_t i = 0; more && i < count; i++) {
			if (!cpus[i].left_alone || (first_of_socket && uses_socket(cpus, count, cpus[i].socket)))
				continue;
			cpus[i].left_alone = false;
			more--;
		}
}
