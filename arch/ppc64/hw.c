/* SPDX-License-Identifier: BSD-2-Clause */
/* struct hw under OPAL. Memory and OPAL can be used from any CPU; a special-purpose register only from the CPU that its
 * location names. */
#include "arch/ppc64/agent.h"
#include "arch/ppc64/cpu.h"
#include "arch/ppc64/imc.h"
#include "arch/ppc64/opal.h"
#include "arch/ppc64/platform.h"

static bool executes(uint32_t cpu)
{
	return thread_here() == &platform.threads[cpu];
}

/* ---- work for other processors ---------------------------------------------------------------------- */

static uint32_t hw_cpu_of_socket(struct hw *hw, uint16_t socket)
{
	(void)hw;
	return socket < platform.machine->socket_count ? thread_here()->index : HW_NO_CPU;
}

static enum outcome hw_send(struct hw *hw, uint32_t cpu, hw_work *work, void *context)
{
	(void)hw;
	if (cpu >= platform.machine->cpu_count)
		return OUTCOME_ABSENT;
	if (executes(cpu)) {
		work(context);
		return OUTCOME_OK;
	}
	if (!executes(platform.bootstrap) || !agent_send(&platform.threads[cpu], work, context))
		return OUTCOME_ABSENT;
	return OUTCOME_OK;
}

static enum outcome hw_await(struct hw *hw, uint32_t cpu)
{
	(void)hw;
	if (cpu >= platform.machine->cpu_count)
		return OUTCOME_ABSENT;
	if (executes(cpu) || agent_await(&platform.threads[cpu]))
		return OUTCOME_OK;
	((struct cpu *)platform.machine->cpus)[cpu].usable = false;
	return OUTCOME_TIMEOUT;
}

/* ---- registers --------------------------------------------------------------------------------------- */

static bool is_memory(const struct location *where)
{
	uint64_t bytes = where->width_bits / 8;

	for (unsigned i = 0; i < platform.memory_count; i++) {
		const struct range *range = &platform.memory[i];

		if (where->address >= range->start && bytes <= range->size &&
		    where->address - range->start <= range->size - bytes)
			return where->address % bytes == 0;
	}
	return false;
}

static enum outcome hw_read(struct hw *hw, const struct location *where, uint64_t *value)
{
	(void)hw;
	switch (where->space) {
	case SPACE_MEMORY:
		if (!is_memory(where))
			return OUTCOME_ABSENT;
		return cpu_try_load(where->address, where->width_bits / 8u, value) ? OUTCOME_OK : OUTCOME_FAULT;
	case SPACE_SPR: return cpu_try_read_spr((unsigned)where->address, value) ? OUTCOME_OK : OUTCOME_ABSENT;
	case SPACE_OPAL: return imc_last_result(where, value);
	default: return OUTCOME_ABSENT;
	}
}

static enum outcome hw_write(struct hw *hw, const struct location *where, uint64_t value)
{
	(void)hw;
	switch (where->space) {
	case SPACE_MEMORY:
		if (!is_memory(where))
			return OUTCOME_ABSENT;
		return cpu_try_store(where->address, where->width_bits / 8u, value) ? OUTCOME_OK : OUTCOME_FAULT;
	case SPACE_SPR: return cpu_try_write_spr((unsigned)where->address, value) ? OUTCOME_OK : OUTCOME_ABSENT;
	case SPACE_OPAL: return imc_call(where, value);
	default: return OUTCOME_ABSENT;
	}
}

/* ---- time and windows -------------------------------------------------------------------------------- */

static uint64_t hw_now_ns(struct hw *hw)
{
	(void)hw;
	return cpu_now_ns();
}

static uint64_t hw_ticks(struct hw *hw)
{
	(void)hw;
	return cpu_ticks();
}

static void hw_wait(struct hw *hw, uint64_t until_ns)
{
	(void)hw;
	while (cpu_now_ns() < until_ns)
		cpu_relax();
}

static enum outcome hw_window_open(struct hw *hw, const struct window *window)
{
	(void)hw;
	if (platform.window_open || window->cpu >= platform.machine->cpu_count ||
	    !platform.machine->cpus[window->cpu].usable)
		return OUTCOME_ABSENT;
	platform.window_open = true;
	cpu_write_spr(SPR_DEC, DECREMENTER_MOST);
	return OUTCOME_OK;
}

static void hw_window_close(struct hw *hw)
{
	(void)hw;
	platform.window_open = false;
}

/* Counters raise no interrupts here. */
static uint64_t hw_stray_pmis(struct hw *hw, uint32_t cpu)
{
	(void)hw;
	(void)cpu;
	return 0;
}

const struct hw platform_operations = {
	.read = hw_read,
	.write = hw_write,
	.cpu_of_socket = hw_cpu_of_socket,
	.send = hw_send,
	.await = hw_await,
	.now_ns = hw_now_ns,
	.ticks = hw_ticks,
	.wait = hw_wait,
	.window_open = hw_window_open,
	.window_close = hw_window_close,
	.stray_pmis = hw_stray_pmis,
};
